"""The cards of a position: Quorum, crises, destinations, hands, what lies where in the decks (13.2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shapan.games.battlestar import names, occasions
from shapan.games.battlestar.cards import (
    ALONE_WITHOUT,
    CRISIS_CARDS,
    DESTINATION_CARDS,
    LEGENDARY_DISCOVERY,
    QUORUM_COPIES,
)
from shapan.games.battlestar.position.fields import Fields


def read_quorum(given: Fields) -> None:
    """Quorum cards in hand, attached, discarded, removed, under the deck."""
    state, data = given.state, given.data
    deck = state.quorum.heap
    removed = given.cards(data, "removed", names.QUORUM)
    for card in ALONE_WITHOUT if given.rules.full_cooperative else ():
        removed += [card] * (QUORUM_COPIES[card] - removed.count(card))
    for card in removed:
        given.take(deck, card, state.quorum_gone, "removed")
    for card in given.cards(data, "quorum_hand", names.QUORUM):
        given.take(deck, card, state.quorum_hand, "quorum_hand")
    discards = given.part("discards", (*names.TYPES, "quorum", "crisis", "destination", "super_crisis"))
    for card in given.cards(discards, "quorum", names.QUORUM, "discards."):
        given.take(deck, card, state.quorum.discards, "discards.quorum")
    for card in given.cards(discards, "crisis", names.CRISIS, "discards."):
        given.take(state.crisis.heap, card, state.crisis.discards, "discards.crisis")
    for card in given.cards(discards, "super_crisis", names.SUPER_CRISIS, "discards."):
        given.take(state.supers.heap, card, state.supers.discards, "discards.super_crisis")
    for type_, name in enumerate(names.TYPES):
        for place, card in enumerate(given.cards(discards, name, names.SKILL, "discards.")):
            path = f"discards.{name}.{place}"
            if names.type_of(card) != type_:
                raise given.fail(path, "is of another type", "range")
            given.take(state.skill_decks[type_], card, state.skill_discards[type_], path)


def read_crises(given: Fields) -> None:
    """Cards in play, Super Crises in hands, the crisis just resolved, known cards of decks."""
    state, data = given.state, given.data
    for place, row in enumerate(given.rows(data, "in_play")):
        given.known(row, ("card", "seat"), f"in_play.{place}")
        read_card_in_play(given, row, f"in_play.{place}")
    for seat, row in enumerate(data["seats"]):
        if row.get("super_crisis") is not None:
            path = f"seats.{seat}.super_crisis"
            given.take(
                state.supers.heap,
                given.id(row["super_crisis"], names.SUPER_CRISIS, path),
                state.super_hands[seat],
                path,
            )
    read_crisis_done(given)
    decks = given.part("decks", ("crisis", "destination", "quorum", "super_crisis"))
    for name, kind, heap, top, bottom in (
        ("crisis", names.CRISIS, state.crisis.heap, state.crisis.top, state.crisis.bottom),
        ("destination", names.DESTINATION, state.destination.heap, state.destination.top, state.destination.bottom),
        ("quorum", names.QUORUM, state.quorum.heap, state.quorum.top, state.quorum.bottom),
        ("super_crisis", names.SUPER_CRISIS, state.supers.heap, state.supers.top, state.supers.bottom),
    ):
        row = decks.get(name, {})
        given.known(row, ("top", "bottom"), f"decks.{name}")
        for where, zone in (("top", top), ("bottom", bottom)):
            for card in given.cards(row, where, kind, f"decks.{name}."):
                given.take(heap, card, zone, f"decks.{name}.{where}")


def read_card_in_play(given: Fields, row: Mapping[str, Any], path: str) -> None:
    """A crisis, Super Crisis or Quorum card that stays."""
    state, word = given.state, row.get("card")
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


def read_crisis_done(given: Fields) -> None:
    """The crisis just resolved lies on the discards."""
    state, data = given.state, given.data
    needed = occasions.STEP_WORDS[state.step] in ("activate", "jump")
    if needed != ("crisis" in data):
        raise given.fail("crisis", "is missing" if needed else "is not allowed in this step", "step")
    if needed:
        state.crisis_done = given.id(data["crisis"], names.CRISIS, "crisis")
        if state.crisis_done in state.crisis.heap.cards and CRISIS_CARDS[state.crisis_done].stays < 0:
            given.take(state.crisis.heap, state.crisis_done, state.crisis.discards, "crisis")


def read_destinations(given: Fields) -> None:
    """Destinations beside Kobol, and the distance."""
    state, data = given.state, given.data
    for card in given.cards(data, "destinations", names.DESTINATION):
        given.take(state.destination.heap, card, state.kobol, "destinations")
    total = sum(DESTINATION_CARDS[card].distance for card in state.kobol.cards)
    total += int(LEGENDARY_DISCOVERY in state.crises_in_play.cards)
    state.distance = given.integer(data, "distance", 0, 40, total)
    if "destinations" in data and "distance" in data and state.distance != total:
        raise given.fail("distance", f"the cards beside Kobol are {total}", "count")
    state.sleeper_done = int(given.flag(data, "sleeper_done", state.distance >= 4))


def read_skills(given: Fields) -> None:
    """Hands and the Destiny deck; what is left out of it is dealt in the first step."""
    state, data = given.state, given.data
    for seat, row in enumerate(data["seats"]):
        for card in given.cards(row, "hand", names.SKILL, f"seats.{seat}."):
            given.take(state.skill_decks[names.type_of(card)], card, state.hands[seat], f"seats.{seat}.hand")
        forget_types(given, seat, len(state.hands[seat]))
    if "destiny" in data:
        for card in given.cards(data, "destiny", names.SKILL):
            given.take(state.skill_decks[names.type_of(card)], card, state.destiny, "destiny")
        forget_types(given, state.seats, len(state.destiny))


def forget_types(given: Fields, row: int, size: int) -> None:
    """Nobody knows of which types the cards of a written hand are, or of a written Destiny deck."""
    given.state.likely[len(names.TYPES) * row : len(names.TYPES) * (row + 1)] = [size] * len(names.TYPES)
