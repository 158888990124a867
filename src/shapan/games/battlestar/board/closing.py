"""The end of a match: what is left, how the checks went, who was who."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.event import Event
from shapan.engine.game import Outcome
from shapan.engine.match_summary import MatchSummary, SeatSummary
from shapan.engine.scene import Fact, Phrase, Piece
from shapan.games.battlestar import events, names
from shapan.games.battlestar.board.moments import loyalty_of
from shapan.games.battlestar.board.words import name_of, say
from shapan.games.battlestar.rules.ending import is_cylon
from shapan.games.battlestar.rules.jump import KOBOL_DISTANCE
from shapan.games.battlestar.state import Battlestar

_RULES: Final = {"resource": "BSG-15.2", "boarding": "BSG-15.2", "damage": "BSG-15.2", "final_jump": "BSG-15.3"}
_FLEET: Final = ("viper", "civilian", "viper", "raptor", "civilian", "viper")
_CYLONS: Final = ("raider", "heavy", "basestar", "raider", "heavy")
_GLYPHS: Final = ("d-fuel", "d-food", "d-morale", "d-pop")
_PASS: Final = events.RESULT.names.index("pass")


def make_closing(view: Battlestar, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
    """Return key figures and all Loyalty cards of a match that the rules have ended; they lie open by then."""
    end = next((event for event in told if event.kind == events.END), None)
    if end is None:
        return None
    human = outcome.result == "humans"
    fleets = [
        [Piece(f"end.{side}{number}", "ship", f"s-{unit}", say("unit", unit)) for number, unit in enumerate(units)]
        for side, units in (("fleet", _FLEET), ("cylons", _CYLONS))
    ]
    return MatchSummary(
        _RULES[events.REASON.names[end.open[0]]],
        _figures(view, told),
        standings=[_standing(view, seat, told) for seat in range(view.seats)],
        won=fleets[not human],
        lost=fleets[human],
        margin=_margin(view, human),
    )


def _margin(view: Battlestar, human: bool) -> list[Phrase]:
    """Return how little was left of the scarcest resource, or how far the fleet had come."""
    if not human:
        if view.distance >= KOBOL_DISTANCE:
            return [say("closing", "one_jump")]
        return [Phrase("closing.travelled", {"distance": view.distance, "of": KOBOL_DISTANCE})]
    least = min(range(len(names.DIALS)), key=lambda dial: view.dials[dial])
    return [Phrase("closing.scarce", {"resource": names.DIAL.phrase(least), "number": view.dials[least]})]


def _figures(view: Battlestar, told: Sequence[Event]) -> list[Fact]:
    checks = [event.open[2] == _PASS for event in told if event.kind == events.TOTAL]
    jumps = sum(event.kind in (events.JUMP, events.FINAL_JUMP) for event in told)
    figures = [
        Fact(name, name_of(names.DIAL, dial), value, glyph=_GLYPHS[dial], danger=names.RED[dial])
        for dial, (name, value) in enumerate(zip(names.DIALS, view.dials, strict=True))
    ]
    figures += [
        Fact("distance", say("board", "distance"), view.distance, glyph="f-planet"),
        Fact("jumps", say("closing", "jumps"), jumps, glyph="d-jump"),
        Fact("turns", say("closing", "turns"), view.turn, glyph="i-clock"),
    ]
    return [*figures, Fact("checks", say("closing", "checks"), sum(checks), len(checks))] if checks else figures


def _standing(view: Battlestar, seat: int, told: Sequence[Event]) -> SeatSummary:
    cylon = is_cylon(view, seat)
    cards = sorted(view.loyalty_open[seat].cards)
    character = view.characters[seat]
    return SeatSummary(
        seat,
        say("moment", "is_cylon" if cylon else "is_human"),
        "bad" if cylon else "",
        _note(view, seat, cylon, told),
        None if character < 0 else say("character_short", names.CHARACTERS[character]),
        [loyalty_of(f"end{seat}.{number}", value) for number, value in enumerate(cards)],
    )


def _note(view: Battlestar, seat: int, cylon: bool, told: Sequence[Event]) -> Phrase | None:
    """Return what a seat is remembered for: when it turned, or the title that it held at the end."""
    turn = 0
    for event in told:
        if event.kind == events.TURN:
            turn = event.open[1]
        elif event.kind in (events.REVEALED, events.SYMPATHIZER) and event.open[0] == seat and cylon:
            return Phrase("closing.revealed", {"turn": turn})
    if cylon:
        return say("closing", "hidden")
    titles = [name for name, holder in (("president", view.president), ("admiral", view.admiral)) if holder == seat]
    return say("closing", "_".join(titles)) if titles else None
