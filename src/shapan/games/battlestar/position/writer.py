"""Positions as they are written (13.2): the state as readable JSON, hidden facts included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.kinds import Kind
from shapan.engine.zone import Zone
from shapan.games.battlestar import names, occasions
from shapan.games.battlestar.cards import (
    CRISIS_CARDS,
    LEGENDARY_DISCOVERY,
    QUORUM_COPIES,
    SUPER_CARDS,
)
from shapan.games.battlestar.state import Battlestar

TURN_FLAGS: Final = {
    "executive_order": "order_used",
    "eco_officer": "eco_used",
    "maintenance_engineer": "engineer_used",
}
RESULTS: Final = ("fail", "partial", "pass")

# Writing


def words(kind: Kind, values: Sequence[int]) -> list[Any]:
    """Return the words of some values."""
    return [kind.word(value) for value in values]


def write_position(state: Battlestar, answers: Mapping[int, Sequence[int]]) -> dict[str, Any]:
    """Return the position with all its fields, hidden facts included."""
    written: dict[str, Any] = {
        "step": occasions.STEP_WORDS[state.step],
        "active": state.active,
        "first": state.first,
        "picked": words(names.CHARACTER, picked(state)),
        "crisis": names.CRISIS.word(state.crisis_done),
        "actions": state.actions,
        "began_piloting": bool(state.began_piloting),
        "turn_used": [word for word, name in TURN_FLAGS.items() if getattr(state, name)],
        **dict(zip(names.DIALS, state.dials, strict=True)),
        "jump": state.track,
        "distance": state.distance,
        "destinations": words(names.DESTINATION, state.kobol.cards),
        "sleeper_done": bool(state.sleeper_done),
        "nukes": state.nukes,
        "president": None if state.president < 0 else state.president,
        "admiral": None if state.admiral < 0 else state.admiral,
        "quorum_hand": words(names.QUORUM, state.quorum_hand.cards),
        "quorum_size": len(state.quorum_hand),
        "in_play": in_play(state),
        "space": {str(area): write_area(state, area) for area in range(names.AREAS)},
        "boarding": list(state.boarding),
        "damaged": words(names.DAMAGE_TOKEN, state.damage_on.cards),
        "damage_removed": words(names.DAMAGE_TOKEN, state.damage_gone.cards),
        "damage_pool": words(names.DAMAGE_TOKEN, state.damage_pool.cards),
        "basestar_pool": words(names.BASESTAR_TOKEN, state.basestar_pool),
        "vipers_damaged": state.vipers_damaged,
        "vipers_destroyed": state.vipers_destroyed,
        "vipers_reserves": state.reserves(),
        "raptors": state.raptors,
        "civilians_destroyed": words(names.CIVILIAN_TOKEN, state.civilians_lost.cards),
        "civilian_pile": len(state.civilian_pile),
        "destiny": words(names.SKILL, state.destiny.cards),
        "destiny_size": len(state.destiny),
        "loyalty_deck": words(names.LOYALTY, state.loyalty_deck.cards),
        "loyalty_deck_size": len(state.loyalty_deck),
        "decks": write_decks(state),
        "deck_sizes": deck_sizes(state),
        "discards": write_discards(state),
        "removed": words(names.QUORUM, state.quorum_gone.cards),
        "where": where(state),
        "check": write_check(state),
        "last_check": write_last(state),
        "seats": [write_seat(state, seat) for seat in range(state.seats)],
    }
    return written


def picked(state: Battlestar) -> list[int]:
    """Return the characters in pick order."""
    order = state.clockwise(max(0, state.first))
    return [state.characters[seat] for seat in order if state.characters[seat] >= 0]


def in_play(state: Battlestar) -> list[dict[str, Any]]:
    """Return the cards that stay, with the seat of those attached to a player."""
    rows: list[dict[str, Any]] = [{"card": names.CRISIS.word(card)} for card in state.crises_in_play.cards]
    rows += [{"card": names.SUPER_CRISIS.word(card)} for card in state.supers_in_play.cards]
    for card in state.quorum_attached.cards:
        holder = state.holders[card]
        rows.append({"card": names.QUORUM.word(card), **({"seat": holder} if holder >= 0 else {})})
    return rows


def write_area(state: Battlestar, area: int) -> dict[str, Any]:
    """Return an area with every unit."""
    ships = words(names.CIVILIAN_TOKEN, state.civilians[area].cards)
    return {
        "basestars": [words(names.BASESTAR_TOKEN, row[1:]) for row in state.basestars if row[0] == area],
        "raiders": state.raiders[area],
        "heavies": state.heavies[area],
        "vipers": state.vipers[area],
        "civilians": ships,
        "civilian_count": len(ships),
    }


def write_decks(state: Battlestar) -> dict[str, Any]:
    """Return the cards whose place in a deck is fixed."""
    return {
        "crisis": {
            "top": words(names.CRISIS, state.crisis_top.cards),
            "bottom": words(names.CRISIS, state.crisis_bottom.cards),
        },
        "destination": {
            "top": words(names.DESTINATION, state.destination_top.cards),
            "bottom": words(names.DESTINATION, state.destination_bottom.cards),
        },
        "quorum": {
            "top": words(names.QUORUM, state.quorum_top.cards),
            "bottom": words(names.QUORUM, state.quorum_bottom.cards),
        },
        "super_crisis": {
            "top": words(names.SUPER_CRISIS, state.super_top.cards),
            "bottom": words(names.SUPER_CRISIS, state.super_bottom.cards),
        },
    }


def deck_sizes(state: Battlestar) -> dict[str, int]:
    """Return how many cards the decks hold."""
    sizes = {names.TYPES[type_]: len(deck) for type_, deck in enumerate(state.skill_decks)}
    sizes["crisis"] = len(state.crisis_top) + len(state.crisis_deck) + len(state.crisis_bottom)
    sizes["destination"] = len(state.destination_top) + len(state.destination_deck) + len(state.destination_bottom)
    sizes["quorum"] = len(state.quorum_top) + len(state.quorum_deck) + len(state.quorum_bottom)
    sizes["super_crisis"] = len(state.super_top) + len(state.super_deck) + len(state.super_bottom)
    return sizes


def write_discards(state: Battlestar) -> dict[str, Any]:
    """Return the discard piles."""
    piles: dict[str, Any] = {
        names.TYPES[type_]: words(names.SKILL, pile.cards) for type_, pile in enumerate(state.skill_discards)
    }
    piles["quorum"] = words(names.QUORUM, state.quorum_discards.cards)
    piles["crisis"] = words(names.CRISIS, state.crisis_discards.cards)
    piles["destination"] = []
    piles["super_crisis"] = words(names.SUPER_CRISIS, state.super_discards.cards)
    return piles


def where(state: Battlestar) -> dict[str, str]:
    """Return the place of each card that exists once."""
    found: dict[str, str] = {}
    zones: list[tuple[str, Kind, Sequence[int], Zone]] = []
    crises = [card.copies for card in CRISIS_CARDS]
    supers = [card.copies for card in SUPER_CARDS]
    for name, zone in (
        ("crisis_deck", state.crisis_top),
        ("crisis_deck", state.crisis_deck),
        ("crisis_deck", state.crisis_bottom),
        ("crisis_discards", state.crisis_discards),
        ("in_play", state.crises_in_play),
    ):
        zones.append((name, names.CRISIS, crises, zone))
    for name, zone in (
        ("super_crisis_deck", state.super_top),
        ("super_crisis_deck", state.super_deck),
        ("super_crisis_deck", state.super_bottom),
        ("super_crisis_discards", state.super_discards),
        ("in_play", state.supers_in_play),
        *((f"seat:{seat}", hand) for seat, hand in enumerate(state.super_hands)),
    ):
        zones.append((name, names.SUPER_CRISIS, supers, zone))
    for name, zone in (
        ("quorum_deck", state.quorum_top),
        ("quorum_deck", state.quorum_deck),
        ("quorum_deck", state.quorum_bottom),
        ("quorum_hand", state.quorum_hand),
        ("quorum_discards", state.quorum_discards),
        ("removed", state.quorum_gone),
        ("in_play", state.quorum_attached),
    ):
        zones.append((name, names.QUORUM, QUORUM_COPIES, zone))
    for name, kind, copies, zone in zones:
        for card in zone.cards:
            if copies[card] == 1:
                found[kind.word(card)] = name
    for card, holder in enumerate(state.holders):
        if holder >= 0:
            found[names.QUORUM.word(card)] = f"seat:{holder}"
    if LEGENDARY_DISCOVERY in state.crises_in_play.cards:
        found[names.CRISIS.word(LEGENDARY_DISCOVERY)] = "kobol"
    return found


def check_name(state: Battlestar, of: int, card: int) -> str | None:
    """Return the word of a check: the card, or the location."""
    word = occasions.CHECKS[of]
    if word == "crisis":
        return str(names.CRISIS.word(card))
    if word == "super_crisis":
        return str(names.SUPER_CRISIS.word(card))
    return None if word == "none" else word


def write_check(state: Battlestar) -> dict[str, Any] | None:
    """Return the running check."""
    if not state.check_of:
        return None
    owners = [*state.owners, *([-1] * len(state.pile))]
    return {
        "of": check_name(state, state.check_of, state.check_card),
        "types": [names.TYPES[type_] for type_ in range(len(names.TYPES)) if state.check_types >> type_ & 1],
        "difficulty": state.difficulty,
        "partial": None if state.partial_from < 0 else state.partial_from,
        "open": bool(state.check_open),
        "counts": {str(seat): number for seat, number in enumerate(state.put) if number},
        "cards": [
            {"seat": "destiny" if owner < 0 else owner, "card": names.SKILL.word(card)}
            for owner, card in zip(owners, state.pile.cards, strict=False)
        ],
    }


def write_last(state: Battlestar) -> dict[str, Any] | None:
    """Return the figures of the last check."""
    of, card = (state.check_of, state.check_card) if state.check_of else (state.last_of, state.last_card)
    if not of or state.check_result < 0:
        return None
    return {
        "of": check_name(state, of, card),
        "difficulty": state.difficulty,
        "total": None if state.total == names.NO_SUM else state.total,
        "result": RESULTS[state.check_result],
    }


def write_seat(state: Battlestar, seat: int) -> dict[str, Any]:
    """Return a seat with its secrets."""
    down, supers = state.loyalty[seat].cards, state.super_hands[seat]
    return {
        "character": names.CHARACTER.word(state.characters[seat]),
        "at": names.PLACE.word(state.at[seat]),
        "hand": words(names.SKILL, state.hands[seat].cards),
        "hand_size": len(state.hands[seat]),
        "loyalty": words(names.LOYALTY, sorted(down)),
        "loyalty_size": len(down),
        "open": words(names.LOYALTY, state.loyalty_open[seat].cards),
        "revealed": bool(state.revealed[seat]),
        "super_crisis": names.SUPER_CRISIS.word(supers.cards[0]) if len(supers) else None,
        "has_super_crisis": len(supers) > 0,
        "used": bool(state.used[seat]),
        "turns": state.turns[seat],
        "fouls": state.fouls[seat],
        "seen": seen(state, seat),
    }


def seen(state: Battlestar, seat: int) -> dict[str, Any]:
    """Return what a seat knows by looks."""
    loyalty = {}
    for other in range(state.seats):
        zone = state.loyalty[other]
        rows = zip(zone.cards, zone.masks, strict=True)
        cards = [card for card, mask in rows if other != seat and mask >> seat & 1]
        if cards:
            loyalty[str(other)] = words(names.LOYALTY, sorted(cards))
    civilians = [
        [area, place]
        for area in range(names.AREAS)
        for place, mask in enumerate(state.civilians[area].masks)
        if mask >> seat & 1
    ]
    return {"loyalty": loyalty, "civilians": civilians}
