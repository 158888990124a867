"""The end of a match: who has won and why, a row for each faction, how close it was."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.event import Event
from shapan.engine.game import Outcome
from shapan.engine.match_summary import MatchSummary, SeatSummary
from shapan.engine.scene import Phrase
from shapan.games.starcraft import events, formulas, names
from shapan.games.starcraft.rules import ending as ends
from shapan.games.starcraft.state import StarCraft

_RULES: Final = {
    "normal": "SC-12.2",
    "special": "SC-12.3",
    "end_game": "SC-12.4",
    "elimination": "SC-12.5",
    "round_cap": "SC-12.8",
}
_COLUMNS: Final = ("points", "areas", "bases", "units", "battles", "destroyed")
_TOGETHER: Final = ("points_together",)
"""SC-13: beside the points of a seat, where there are teams."""
_TIES: Final = ("points", "resources", "areas", "bases", "workers")
"""SC-12.1: what seats are ranked by, in that order."""
_DEATHS: Final = (events.KILLED, events.LOST_TO_CARD, events.SPLASHED, events.LOST_AT_START)


def ending(view: StarCraft, outcome: Outcome) -> Phrase | None:
    """Return who won and how; None for an ending that is not of the rules, such as a seat given up."""
    if outcome.result not in _RULES or not outcome.winners:
        return None
    seat = outcome.winners[0]
    faction = view.factions[ends.who_fulfilled(view, seat)]
    words: dict[str, Any] = {"seat": {"seat": seat}, "points": ends.points_of(view, seat), "round": view.round}
    if faction >= 0:
        words["special"] = {"term": f"special.{names.SPECIALS[faction]}"}
    return Phrase(f"ending.{outcome.result}{_mated(view, seat, words)}", words)


def _mated(view: StarCraft, seat: int, words: dict[str, Any]) -> str:
    """SC-13: name the mate of a seat in some words, and return by what phrases that speak of both are told apart."""
    mate = next((other for other in range(view.seats) if other != seat and view.are_mates(seat, other)), -1)
    if mate < 0:
        return ""
    words["mate"] = {"seat": mate}
    return "_team"


def closing(view: StarCraft, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
    """Return a row for each faction, the winner first, and how close it was."""
    if outcome.result not in _RULES:
        return None
    # SC-13: level teams have one rank, and those of a team stand together all the same.
    order = sorted(range(view.seats), key=lambda seat: (outcome.ranks[seat], _first_of(view, seat), seat))
    done = _deeds(told)
    columns = _COLUMNS[:1] + _TOGETHER * view.rules.teams + _COLUMNS[1:]
    return MatchSummary(
        _RULES[outcome.result],
        columns=[Phrase(f"closing.{name}") for name in columns],
        standings=[_standing(view, seat, told, done) for seat in order],
        margin=_margin(view, outcome, order),
    )


def _deeds(told: Sequence[Event]) -> Counter[tuple[str, int]]:
    """Count by seat the battles after which it held the area, and the units that it destroyed in battles."""
    done = Counter[tuple[str, int]]()
    sides: tuple[int, int] = (-1, -1)
    for event in told:
        if event.kind == events.ATTACKED:
            sides = (event.open[0], event.open[1])
        elif event.kind == events.HELD:
            if event.open[1] in sides:
                done["battles", event.open[1]] += 1
            sides = (-1, -1)
        elif event.kind in _DEATHS and event.open[0] in sides:
            done["destroyed", sides[1 - sides.index(event.open[0])]] += 1
    return done


def _standing(view: StarCraft, seat: int, told: Sequence[Event], done: Counter[tuple[str, int]]) -> SeatSummary:
    faction = view.factions[seat]
    return SeatSummary(
        seat,
        note=_note(seat, told),
        title=Phrase(f"faction.{names.FACTIONS[faction]}") if faction >= 0 else None,
        values=[
            view.points[seat],
            *[ends.points_of(view, seat)] * view.rules.teams,
            len(formulas.controlled(view, seat)),
            formulas.bases_of(view, seat),
            sum(view.units[seat]),
            done["battles", seat],
            done["destroyed", seat],
        ],
    )


def _first_of(view: StarCraft, seat: int) -> int:
    """Return the lowest seat of a team; without teams the seat itself."""
    return next(other for other in range(view.seats) if view.are_mates(seat, other))


def _note(seat: int, told: Sequence[Event]) -> Phrase | None:
    """Return when a seat was eliminated."""
    now = 0
    for event in told:
        if event.kind == events.ROUND_BEGUN:
            now = event.open[0]
        elif event.kind == events.ELIMINATED and event.open[0] == seat:
            return Phrase("closing.fell", {"round": now})
    return None


def _margin(view: StarCraft, outcome: Outcome, order: Sequence[int]) -> list[Phrase]:
    """SC-12.1: return by what the next one was behind, where points or what breaks ties decided."""
    rest = [seat for seat in order if outcome.ranks[seat] > 1 and view.is_in(seat)]
    if not rest or outcome.result in ("special", "elimination"):
        return []
    mine, theirs = ends.standing(view, order[0]), ends.standing(view, rest[0])
    place = next((at for at in range(len(_TIES)) if mine[at] != theirs[at]), -1)
    if place < 0 or mine[place] < theirs[place]:
        return []
    words: dict[str, Any] = {"seat": {"seat": rest[0]}, "less": mine[place] - theirs[place]}
    return [Phrase(f"closing.behind_{_TIES[place]}{_mated(view, rest[0], words)}", words)]
