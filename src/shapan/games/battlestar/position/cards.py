"""The cards of a position: decks, Quorum, crises, destinations, hands (13.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapan.engine.position import Fields
from shapan.games.battlestar import cards, names, step_codes
from shapan.games.battlestar.state import Battlestar

Given = Fields[Battlestar]


def read_quorum(given: Given) -> None:
    """Quorum cards out of the game and in hand."""
    state, heap = given.state, given.state.quorum.heap
    removed = given.cards(given.data, "removed", names.QUORUM)
    for card in cards.ALONE_WITHOUT if state.rules.full_cooperative else ():
        removed += [card] * (cards.QUORUM_COPIES[card] - removed.count(card))
    for card in removed:
        given.take(heap, card, state.quorum_gone, "removed")
    given.lay("quorum_hand", names.QUORUM, heap, state.quorum_hand)


def read_discards(given: Given) -> None:
    """Read what is discarded of each deck."""
    decks = given.state.decks()
    discards = given.part("discards", (*names.TYPES, *(kind.table for kind, _ in decks)))
    for kind, deck in decks:
        given.lay(f"discards.{kind.table}", kind, deck.heap, deck.discards)
    for type_, name in enumerate(names.TYPES):
        for place, card in enumerate(given.cards(discards, name, names.SKILL, "discards.")):
            path = f"discards.{name}.{place}"
            if names.type_of(card) != type_:
                raise given.fail(path, "is of another type", "range")
            given.take(given.state.skill_decks[type_], card, given.state.skill_discards[type_], path)


def read_crises(given: Given) -> None:
    """Cards in play, Super Crises in hands, the crisis just resolved, known cards of decks."""
    state, data = given.state, given.data
    for place, row in enumerate(given.rows(data, "in_play")):
        given.known(row, ("card", "seat"), f"in_play.{place}")
        read_card_in_play(given, row, f"in_play.{place}")
    for seat, row in enumerate(data["seats"]):
        if row.get("super_crisis") is not None:
            path = f"seats.{seat}.super_crisis"
            card = given.id(row["super_crisis"], names.SUPER_CRISIS, path)
            given.take(state.supers.heap, card, state.super_hands[seat], path)
    read_crisis_done(given)
    decks = given.part("decks", [kind.table for kind, _ in state.decks()])
    for kind, deck in state.decks():
        path = f"decks.{kind.table}"
        given.known(decks.get(kind.table, {}), ("top", "bottom"), path)
        given.lay(f"{path}.top", kind, deck.heap, deck.top)
        given.lay(f"{path}.bottom", kind, deck.heap, deck.bottom)


def read_card_in_play(given: Given, row: Mapping[str, Any], path: str) -> None:
    """Read a crisis, Super Crisis or Quorum card that stays."""
    state, word = given.state, row.get("card")
    if not isinstance(word, str):
        raise given.fail(f"{path}.card", f"{word!r} is not an id")
    if word in names.CRISIS.numbers:
        given.take(state.crisis.heap, names.CRISIS.number(word), state.crises_in_play, "in_play")
    elif word in names.SUPER_CRISIS.numbers:
        given.take(state.supers.heap, names.SUPER_CRISIS.number(word), state.supers_in_play, "in_play")
    else:
        card = given.id(word, names.QUORUM, f"{path}.card")
        given.take(state.quorum.heap, card, state.quorum_attached, "in_play")
        if names.QUORUM_CARDS[card] != "accept_prophecy":
            if "seat" not in row:
                raise given.fail(f"{path}.seat", "is missing")
            state.holders[card] = given.integer(row, "seat", 0, given.seats - 1, 0, f"{path}.")


def read_crisis_done(given: Given) -> None:
    """Put the crisis just resolved on the discards."""
    state, data = given.state, given.data
    needed = step_codes.STEP_WORDS[state.step] in ("activate", "jump")
    if needed != (data.get("crisis") is not None):
        raise given.fail("crisis", "is missing" if needed else "is not allowed in this step", "step")
    if needed:
        state.crisis_done = given.id(data["crisis"], names.CRISIS, "crisis")
        if state.crisis_done in state.crisis.heap.cards and cards.CRISIS_CARDS[state.crisis_done].stays < 0:
            given.take(state.crisis.heap, state.crisis_done, state.crisis.discards, "crisis")


def read_destinations(given: Given) -> None:
    """Destinations beside Kobol, and the distance."""
    state, data = given.state, given.data
    given.lay("destinations", names.DESTINATION, state.destination.heap, state.kobol)
    total = sum(cards.DESTINATION_CARDS[card].distance for card in state.kobol.cards)
    total += int(cards.LEGENDARY_DISCOVERY in state.crises_in_play.cards)
    state.distance = given.integer(data, "distance", 0, 40, total)
    if "destinations" in data and "distance" in data and state.distance != total:
        raise given.fail("distance", f"the cards beside Kobol are {total}", "count")
    state.sleeper_done = int(given.flag(data, "sleeper_done", state.distance >= 4))


def read_skills(given: Given) -> None:
    """Hands and the Destiny deck; what is left out of it is dealt in the first step.

    Nobody knows of which types the cards of a written hand are, or of a written Destiny deck.
    """
    state, data, types = given.state, given.data, len(names.TYPES)
    rows = [(row, "hand", f"seats.{seat}.", state.hands[seat]) for seat, row in enumerate(data["seats"])]
    for number, (row, name, path, zone) in enumerate([*rows, (data, "destiny", "", state.destiny)]):
        for card in given.cards(row, name, names.SKILL, path):
            given.take(state.skill_decks[names.type_of(card)], card, zone, f"{path}{name}")
        state.likely[types * number : types * (number + 1)] = [len(zone)] * types
