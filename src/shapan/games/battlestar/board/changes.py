"""Numbers that an answer changes for sure: dials, the way of the fleet, hands, ships, nukes."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator

from shapan.engine.answer_totals import Change
from shapan.engine.piece import TABLE
from shapan.games.battlestar import events, names, step_codes
from shapan.games.battlestar.board.trials import RULES, Tried, tried, way
from shapan.games.battlestar.state import Battlestar

Place = tuple[str, str]
"""Where a number is shown, and which of several there."""


def changes(view: Battlestar, seat: int, key: str, code: int) -> Iterator[Change]:
    """Yield what an answer makes of the numbers on the table that nothing asked on the way changes again."""
    if key not in RULES:
        return
    trial = tried(view, seat, key, code)
    if trial.sure is trial.state:
        yield Change(TABLE, view.distance, way(view, trial) - view.distance, "distance")
    sure, after = shown(trial.sure), shown(trial.state)
    for place, was in shown(view).items():
        now = sure[place]
        if now != was and now == after[place]:
            yield Change(place[0], was, now - was, place[1])
    track = 0 if _jumps(trial) else trial.sure.track
    yield Change("zone:jump_track", view.track, track - view.track)


def shown(state: Battlestar) -> dict[Place, int]:
    """Return the numbers on the table, by their places."""
    found: dict[Place, int] = {
        ("piece:nukes", ""): state.nukes,
        ("piece:reserve_vipers", ""): state.reserves(),
        ("piece:damaged_vipers", ""): state.vipers_damaged,
        ("piece:raptors", ""): state.raptors,
    }
    for dial, value in zip(names.DIALS, state.dials, strict=True):
        found[TABLE, dial] = value
    for seat, hand in enumerate(state.hands):
        found[f"panel:{seat}", "hand"] = len(hand)
    for unit in (names.VIPER, names.RAIDER, names.HEAVY):
        for area, number in enumerate(state.units(unit)):
            found[f"piece:{names.UNITS[unit]}{area}", ""] = number
    return found


def _jumps(trial: Tried) -> bool:
    """BSG-14.3, 14.5: tell whether the fleet jumps whatever is asked and rolled, so that the track starts over."""
    roll = trial.sure.roll
    if trial.told(events.JUMP, events.DESTINATION):
        return trial.sure is trial.state
    return roll is not None and roll.of == step_codes.FTL_ROLL
