"""The end of a match: who has won and why, a row for each faction, how close it was."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.event import Event
from shapan.engine.game import Outcome
from shapan.engine.match_summary import MatchSummary, SeatSummary
from shapan.engine.scene import Phrase, Piece
from shapan.games.battlefield import events, formulas, names
from shapan.games.battlefield.rules import ending as goals
from shapan.games.battlefield.state import Battlefield

_RULES: Final = ("BF-11.1", "BF-11.2", "BF-11.3", "BF-11.4")
_COLUMNS: Final = ("territories", "durability", "units", "captures", "destroyed")
_NEAR: Final = 2
"""A capital that stood at no more than this was nearly lost."""


def ending(view: Battlefield, outcome: Outcome) -> Phrase | None:
    """Return who won and by what goal; None for an ending that is not of the rules, such as a seat given up."""
    if outcome.result == "draw":
        return Phrase("ending.draw")
    if outcome.result != "win" or not outcome.winners or view.goal < 0:
        return None
    seat = outcome.winners[0]
    words: dict[str, Any] = {"seat": {"seat": seat}, "round": view.round, "territories": len(view.domain(seat))}
    return Phrase(f"ending.{goals.GOALS[view.goal]}", words)


def closing(view: Battlefield, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
    """Return a row for each faction, the winner first, and how close it was."""
    if outcome.result not in goals.RESULTS:
        return None
    order = sorted(range(view.seats), key=lambda seat: (outcome.ranks[seat], seat))
    done = _deeds(told)
    return MatchSummary(
        _RULES[view.goal] if view.goal >= 0 else "BF-8.6",
        columns=[Phrase(f"closing.{name}") for name in _COLUMNS],
        standings=[_standing(view, seat, told, done) for seat in order],
        won=_land(view, order[0], "won")[:6],
        lost=[piece for seat in order[1:] for piece in _land(view, seat, "lost")[:2]][:6],
        margin=_margin(view, order, told),
    )


def _deeds(told: Sequence[Event]) -> Counter[tuple[str, int]]:
    """Count by seat the territories captured, and the units destroyed in fights that it has fought."""
    done = Counter[tuple[str, int]]()
    sides: tuple[int, int] = (-1, -1)
    for event in told:
        if event.kind == events.CAPTURED:
            done["captures", event.open[0]] += 1
        elif event.kind in (events.REVEALED, events.UNMET):
            sides = (sides[1], event.open[0])
        elif event.kind == events.SPECIAL:
            sides = (event.open[0], event.open[0])
        elif event.kind == events.DESTROYED:
            done["lost", event.open[0]] += 1
            other = next((seat for seat in sides if seat not in (-1, event.open[0])), -1)
            if other >= 0:
                done["destroyed", other] += 1
        elif event.kind == events.TURN_BEGUN:
            sides = (-1, -1)
    return done


def _standing(view: Battlefield, seat: int, told: Sequence[Event], done: Counter[tuple[str, int]]) -> SeatSummary:
    faction = view.factions[seat]
    return SeatSummary(
        seat,
        note=_note(view, seat, told),
        title=Phrase(f"faction.{names.FACTIONS[faction]}") if faction >= 0 else None,
        pieces=_land(view, seat, "end"),
        values=[
            len(view.domain(seat)),
            formulas.total_durability(view, seat),
            len(view.units_of(seat)),
            done["captures", seat],
            done["destroyed", seat],
        ],
    )


def _land(view: Battlefield, seat: int, name: str) -> list[Piece]:
    """Return the territories of a seat, its capital first, and its trophies."""
    capital = view.capitals[seat]
    own = sorted(view.domain(seat), key=lambda territory: (territory != capital, territory))
    pieces = [
        Piece(
            f"{name}{seat}.{territory}",
            "token",
            "t-star" if territory == capital else f"t-{names.TERRAINS[names.TERRAIN[territory]]}",
            Phrase(f"territory.{names.TERRITORIES[territory]}"),
        )
        for territory in own
    ]
    trophies = [
        Piece(
            f"{name}{seat}.trophy{territory}", "token", "t-trophy", Phrase(f"territory.{names.TERRITORIES[territory]}")
        )
        for territory in view.trophies[seat].cards
    ]
    return [*pieces, *trophies]


def _note(view: Battlefield, seat: int, told: Sequence[Event]) -> Phrase | None:
    """Return what a seat is remembered for: when and by whom it fell, else a title that it holds."""
    now = 0
    for event in told:
        if event.kind == events.TURN_BEGUN:
            now = event.open[1]
        elif event.kind == events.ELIMINATED and event.open[0] == seat:
            return Phrase("closing.fell_to", {"round": now, "by": {"seat": event.open[1]}})
        elif event.kind == events.FELL and event.open[0] == seat:
            return Phrase("closing.fell", {"round": now})
    held = [name for title, name in enumerate(names.TITLES) if view.titles[title] == seat and title != names.LOSER]
    return Phrase(f"title.{held[0]}") if held else None


def _margin(view: Battlefield, order: Sequence[int], told: Sequence[Event]) -> list[Phrase]:
    """Return how near the winner's capital was to its fall, and of a round limit by how much the next was behind."""
    found = []
    best = order[0]
    alive = [seat for seat in order[1:] if view.is_in(seat)]
    if view.goal == goals.ROUND_LIMIT and alive:
        mine, theirs = goals.standing(view, best), goals.standing(view, alive[0])
        place = next((at for at in range(len(_TIES)) if mine[at] != theirs[at]), -1)
        if place >= 0:
            words = {"seat": {"seat": alive[0]}, "less": mine[place] - theirs[place]}
            found.append(Phrase(f"closing.behind_{_TIES[place]}", words))
    lowest = _lowest(view, best, told)
    if lowest is not None and lowest <= _NEAR:
        found.append(Phrase("closing.capital_held", {"seat": {"seat": best}, "durability": lowest}))
    return found


_TIES: Final = ("territories", "durability", "resources", "units")


def _lowest(view: Battlefield, seat: int, told: Sequence[Event]) -> int | None:
    """Return the least durability to which the capital of a seat was brought; None where nothing has hit it."""
    capital = view.capitals[seat]
    place = {events.LAND_HIT: 0, events.SATELLITE: 1}  # where they name the territory; what is left stands third
    stood = [event.open[2] for event in told if event.kind in place and event.open[place[event.kind]] == capital]
    return min(stood, default=None) if capital >= 0 else None
