"""The end of a match: who has won and why, and a row for each faction."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.closing import Closing, Standing
from shapan.engine.game import Outcome
from shapan.engine.scene import Phrase, Piece
from shapan.games.starcraft import formulas, names
from shapan.games.starcraft.board.pieces import AREA_GLYPHS
from shapan.games.starcraft.board.prints import emblem_of
from shapan.games.starcraft.board.words import area_of, say, seat_of, term
from shapan.games.starcraft.rules.ending import RESULTS
from shapan.games.starcraft.state import StarCraft

_RULES: Final = ("SC-12.2", "SC-12.3", "SC-12.4", "SC-12.5", "SC-12.8")
_COLUMNS: Final = ("points", "areas", "resources", "bases", "units")
_MOST_LARGE: Final = 6


def ending(view: StarCraft, outcome: Outcome) -> Phrase | None:
    """Return who won and by what; None for an ending that is not of the rules, such as a seat given up."""
    if outcome.result not in RESULTS or not outcome.winners:
        return None
    seat = outcome.winners[0]
    return say(
        "ending",
        outcome.result,
        seat=seat_of(seat),
        points=view.points[seat],
        round=view.round,
        special=term("special", names.SPECIALS[view.factions[seat]]),
    )


def closing(view: StarCraft, outcome: Outcome) -> Closing | None:
    """SC-12.1: return a row for each faction, the winner first, with what seats are ranked by."""
    if outcome.result not in RESULTS:
        return None
    order = sorted(range(view.seats), key=lambda seat: (outcome.ranks[seat], seat))
    return Closing(
        _RULES[RESULTS.index(outcome.result)],
        columns=[say("closing", name) for name in _COLUMNS],
        standings=[_standing(view, seat) for seat in order],
        won=_areas(view, order[0], "won")[:_MOST_LARGE],
        lost=[piece for seat in order[1:] for piece in _areas(view, seat, "lost")[:2]][:_MOST_LARGE],
        margin=_margin(view, order),
    )


def _standing(view: StarCraft, seat: int) -> Standing:
    """Return the row of a seat: its faction, the areas that it controls, its numbers."""
    faction = view.factions[seat]
    points, resources, areas, bases, _ = formulas.standing(view, seat)
    return Standing(
        seat,
        note=None if view.is_in(seat) else say("closing", "out"),
        title=say("faction", names.FACTIONS[faction]) if faction >= 0 else None,
        pieces=_areas(view, seat, "end"),
        values=[points, areas, resources, bases, sum(view.units[seat])],
    )


def _areas(view: StarCraft, seat: int, name: str) -> list[Piece]:
    """Return the areas that a seat controls, those of conquest first; of a seat without any its emblem."""
    own = sorted(formulas.controlled(view, seat), key=lambda area: (-names.KIND[area], area))
    pieces = [Piece(f"{name}{seat}.{area}", "token", AREA_GLYPHS[names.KIND[area]], area_of(area)) for area in own]
    if pieces or view.factions[seat] < 0:
        return pieces
    faction = view.factions[seat]
    return [Piece(f"{name}{seat}.emblem", "token", emblem_of(faction), say("faction", names.FACTIONS[faction]))]


def _margin(view: StarCraft, order: Sequence[int]) -> list[Phrase]:
    """Return by how many points the best of the others is behind the winner, where he is."""
    best, others = order[0], [seat for seat in order[1:] if view.is_in(seat) and not view.are_mates(seat, order[0])]
    if not others:
        return []
    less = view.points[best] - view.points[others[0]]
    return [say("closing", "behind", seat=seat_of(others[0]), less=less)] if less > 0 else []
