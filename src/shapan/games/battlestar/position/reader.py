"""Positions as they are read (13.2). Inconsistent input is refused with path and rule, never repaired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.game import PositionError
from shapan.games.battlestar import actions, names, step_codes
from shapan.games.battlestar.derived_fields import TURN_FLAGS
from shapan.games.battlestar.initial_state import new_state
from shapan.games.battlestar.position import cards, fill, people
from shapan.games.battlestar.position.cards import Given
from shapan.games.battlestar.rules import setup, turn
from shapan.games.battlestar.ruleset import Ruleset
from shapan.games.battlestar.state import Battlestar

UNITS: Final = ("basestars", "raiders", "heavies", "vipers", "civilians")
FIELDS: Final = (
    "step", "active", "first", "picked", "crisis", "actions", "began_piloting", "turn_used", *names.DIALS, "jump",
    "distance", "destinations", "sleeper_done", "nukes", "president", "admiral", "quorum_hand", "in_play", "space",
    "boarding", "damaged", "damage_removed", "vipers_damaged", "vipers_destroyed", "raptors", "civilians_destroyed",
    "destiny", "loyalty_deck", "decks", "discards", "removed", "seats",
)  # fmt: skip


def read_position(data: Mapping[str, Any], rules: Ruleset, seats: int) -> Battlestar:
    """Return the state of a position. Raises PositionError."""
    given = Given(data, new_state(rules, seats))
    given.known(data, FIELDS, "")
    state = given.state
    state.step = given.word("step", step_codes.STEP_WORDS[: step_codes.OVER], "start")
    if state.step != step_codes.SETUP or data.get("active", 0) is not None:
        state.active = given.integer(data, "active", 0, seats - 1, 0)
    state.first = given.integer(data, "first", 0, seats - 1, 0)
    if "picked" in data and state.step != step_codes.SETUP:
        given.figure("picked", "belongs to the step setup")
    if state.step == step_codes.SETUP:
        read_setup(given)
        return state
    read_dials(given)
    people.read_people(given)
    people.read_titles(given)
    civilians = read_ships(given)
    read_damage(given)
    cards.read_quorum(given)
    cards.read_discards(given)
    cards.read_crises(given)
    cards.read_destinations(given)
    cards.read_skills(given)
    people.read_loyalty(given)
    people.read_looks(given)
    read_turn(given)
    state.agenda = [(turn.BEFORE + state.step,), (fill.STEP_FILL, civilians, int("destiny" not in data))]
    return state


def read_setup(given: Given) -> None:
    """Read a position before or during the choice of characters."""
    for name in given.data:
        if name not in ("step", "active", "first", "picked"):
            given.figure(name, "is not allowed in the step setup")
    state = given.state
    order = state.clockwise(state.first)
    chosen = given.cards(given.data, "picked", names.CHARACTER)
    if len(chosen) > given.seats or len(set(chosen)) < len(chosen):
        raise given.fail("picked", "more characters than players, or one twice", "count")
    for seat, character in zip(order, chosen, strict=False):
        state.characters[seat] = character
    state.agenda = [(setup.STEP_PICK,)]


def read_dials(given: Given) -> None:
    """Dials, tracks, tokens that are counted."""
    given.facts("dials", "nukes", "raptors", "boarding", "vipers_damaged", "vipers_destroyed")
    given.state.track = given.integer(given.data, "jump", 0, 4, 0)
    if sum(given.state.boarding) > names.CENTURIONS:
        raise given.fail("boarding", f"more than {names.CENTURIONS} centurions", "count")


def read_turn(given: Given) -> None:
    """Read the flags of the running turn."""
    state, data = given.state, given.data
    for place, word in enumerate(given.rows(data, "turn_used")):
        if not isinstance(word, str) or word not in TURN_FLAGS:
            raise given.fail(f"turn_used.{place}", f"{word!r} is not one of {', '.join(TURN_FLAGS)}", "unknown_id")
        setattr(state, TURN_FLAGS[word], 1)
    state.began_piloting = int(given.flag(data, "began_piloting", state.piloting(state.active)))
    acting = step_codes.STEP_WORDS[state.step] == "action"
    if data.get("actions") and not acting:
        raise given.fail("actions", "belongs to the step action", "step")
    two = state.is_character(state.active, names.STARBUCK) and state.began_piloting
    state.actions = given.integer(data, "actions", 1, 2, 2 if two else 1) if acting else 2 if two else 1


def read_ships(given: Given) -> int:
    """Space and civilian ships; return how many civilian ships are left to chance."""
    state, space = given.state, given.data.get("space")
    if space is None:
        for area, unit, number in setup.FIRST_SHIPS:  # those of the set-up (2.10), as far as the units last
            if unit == names.BASESTAR:
                state.basestars.append([area])
            elif unit == names.RAIDER:
                state.raiders[area] = number
            elif unit == names.VIPER:
                state.vipers[area] = min(number, state.reserves())
    elif not isinstance(space, dict):
        raise given.fail("space", "needs an object of areas")
    for name, row in (space or {}).items():
        if name not in [str(area) for area in range(names.AREAS)]:
            raise given.fail(f"space.{name}", "is no area 0..5", "unknown_field")
        read_area(given, int(name), row, f"space.{name}")
    given.lay("civilians_destroyed", names.CIVILIAN_TOKEN, state.civilian_pile, state.civilians_lost)
    if state.reserves() < 0:
        raise given.fail("space" if space is not None else "vipers_damaged", "more vipers than there are", "count")
    return 2 if space is None else 0


def read_area(given: Given, area: int, row: Any, path: str) -> None:
    """Read one area."""
    given.known(row, UNITS, path)
    state = given.state
    for name, units in (("raiders", state.raiders), ("heavies", state.heavies), ("vipers", state.vipers)):
        units[area] = given.integer(row, name, 0, 255, 0, f"{path}.")
    for place, tokens in enumerate(given.rows(row, "basestars", f"{path}.")):
        numbers = given.cards({str(place): tokens}, str(place), names.BASESTAR_TOKEN, f"{path}.basestars.")
        for token in numbers:
            if token not in state.basestar_pool:
                raise given.fail("space", "a token twice", "count")
            state.basestar_pool.remove(token)
        state.basestars.append([area, *numbers])
    for name, number, most in (
        ("raiders", sum(state.raiders), names.RAIDERS),
        ("heavy raiders", sum(state.heavies), names.HEAVIES),
        ("basestars", len(state.basestars), names.BASESTARS),
    ):
        if number > most:
            raise given.fail("space", f"more than {most} {name}", "count")
    for token in given.cards(row, "civilians", names.CIVILIAN_TOKEN, f"{path}."):
        given.take(state.civilian_pile, token, state.civilians[area], "space")


def read_damage(given: Given) -> None:
    """Damage tokens on Galactica and out of the game."""
    state = given.state
    for name, zone in (("damaged", state.damage_on), ("damage_removed", state.damage_gone)):
        for place, token in enumerate(given.cards(given.data, name, names.DAMAGE_TOKEN)):
            location = token < len(names.DAMAGED_LOCATIONS)
            if location != (name == "damaged"):
                raise given.fail(f"{name}.{place}", "locations are damaged, fuel and food leave the game", "range")
            given.take(state.damage_pool, token, zone, name)


def check_scripts(state: Battlestar, scripts: Sequence[list[int] | None]) -> None:
    """13.3: a scripted card must be able to lie where it is drawn. Raises PositionError.

    Discards count only where a script is longer than what the deck holds without them.
    """
    decks = {kind.table: [*deck.top.cards, *deck.heap.cards, *deck.bottom.cards] for kind, deck in state.decks()}
    for (name, kind), script in zip(actions.STREAMS.items(), scripts, strict=True):
        there = decks.get(name, [])
        if script is None or len(script) > len(there):
            continue
        for card in script:
            if card not in there:
                raise PositionError(f"rolls.{name}", f"count: {kind.word(card)} is not in the deck so often", "count")
            there.remove(card)
