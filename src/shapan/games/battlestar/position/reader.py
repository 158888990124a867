"""Positions as they are read (13.2). Inconsistent input is refused with path and rule, never repaired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.game import PositionError
from shapan.games.battlestar import actions, names, occasions
from shapan.games.battlestar.figures import TURN_FLAGS
from shapan.games.battlestar.position.cards import read_crises, read_destinations, read_quorum, read_skills
from shapan.games.battlestar.position.fields import Fields
from shapan.games.battlestar.position.loyalty import read_looks, read_loyalty
from shapan.games.battlestar.position.people import read_people, read_titles
from shapan.games.battlestar.position.ships import read_damage, read_ships
from shapan.games.battlestar.rules import fill, setup, turn
from shapan.games.battlestar.ruleset import Ruleset
from shapan.games.battlestar.state import Battlestar

FIELDS: Final = (
    "step", "active", "first", "picked", "crisis", "actions", "began_piloting", "turn_used", *names.DIALS, "jump",
    "distance", "destinations", "sleeper_done", "nukes", "president", "admiral", "quorum_hand", "in_play", "space",
    "boarding", "damaged", "damage_removed", "vipers_damaged", "vipers_destroyed", "raptors", "civilians_destroyed",
    "destiny", "loyalty_deck", "decks", "discards", "removed", "seats",
)  # fmt: skip


def read_position(data: Mapping[str, Any], rules: Ruleset, seats: int) -> Battlestar:
    """Return the state of a position. Raises PositionError."""
    given = Fields(data, rules, seats)
    given.known(data, FIELDS, "")
    state = given.state
    state.step = given.word("step", occasions.STEP_WORDS[: occasions.OVER], "start")
    state.active = given.integer(data, "active", 0, seats - 1, 0)
    state.first = given.integer(data, "first", 0, seats - 1, 0)
    for name in ("first", "picked"):
        if name in data and state.step != occasions.SETUP:
            raise given.fail(name, "belongs to the step setup", "step")
    if state.step == occasions.SETUP:
        read_setup(given)
        return state
    read_dials(given)
    read_people(given)
    read_titles(given)
    read_ships(given)
    read_damage(given)
    read_quorum(given)
    read_crises(given)
    read_destinations(given)
    read_skills(given)
    read_loyalty(given)
    read_looks(given)
    read_turn(given)
    missing = (fill.STEP_FILL, given.missing_civilians, int("destiny" not in data))
    state.agenda = [(turn.BEFORE + state.step,), missing]
    return state


def read_setup(given: Fields) -> None:
    """A position before or during the choice of characters."""
    for name in given.data:
        if name not in ("step", "active", "first", "picked"):
            raise given.fail(name, "is not allowed in the step setup", "step")
    state = given.state
    order = state.clockwise(state.first)
    chosen = given.cards(given.data, "picked", names.CHARACTER)
    if len(chosen) > given.seats or len(set(chosen)) < len(chosen):
        raise given.fail("picked", "more characters than players, or one twice", "count")
    for seat, character in zip(order, chosen, strict=False):
        state.characters[seat] = character
    state.agenda = [(setup.STEP_PICK,)]


def read_dials(given: Fields) -> None:
    """Dials, tracks, tokens that are counted."""
    given.facts("dials", "nukes", "raptors", "boarding", "vipers_damaged", "vipers_destroyed")
    given.state.track = given.integer(given.data, "jump", 0, 4, 0)
    if sum(given.state.boarding) > names.CENTURIONS:
        raise given.fail("boarding", f"more than {names.CENTURIONS} centurions", "count")


def read_turn(given: Fields) -> None:
    """Flags of the running turn."""
    state, data = given.state, given.data
    for place, word in enumerate(given.rows(data, "turn_used")):
        if word not in TURN_FLAGS:
            raise given.fail(f"turn_used.{place}", f"{word!r} is not one of {', '.join(TURN_FLAGS)}", "unknown_id")
        setattr(state, TURN_FLAGS[word], 1)
    state.began_piloting = int(given.flag(data, "began_piloting", state.piloting(state.active)))
    if "actions" in data and occasions.STEP_WORDS[state.step] != "action":
        raise given.fail("actions", "belongs to the step action", "step")
    two = state.is_character(state.active, names.STARBUCK) and state.began_piloting
    state.actions = given.integer(data, "actions", 1, 2, 2 if two else 1)


def check_scripts(state: Battlestar, scripts: Sequence[list[int] | None]) -> None:
    """13.3: a scripted card must be able to lie where it is drawn. Raises PositionError.

    Discards count only where a script is longer than what the deck holds without them.
    """
    piles = {
        "crisis": [state.crisis.top, state.crisis.heap, state.crisis.bottom],
        "super_crisis": [state.supers.top, state.supers.heap, state.supers.bottom],
        "quorum": [state.quorum.top, state.quorum.heap, state.quorum.bottom],
        "destination": [state.destination.top, state.destination.heap, state.destination.bottom],
    }
    for (name, kind), script in zip(actions.STREAMS.items(), scripts, strict=True):
        cards = [card for zone in piles.get(name, ()) for card in zone.cards]
        if script is None or len(script) > len(cards):
            continue
        for card in script:
            if card not in cards:
                raise PositionError(f"rolls.{name}", f"count: {kind.word(card)} is not in the deck so often", "count")
            cards.remove(card)
