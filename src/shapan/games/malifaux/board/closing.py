"""The end of a match (MFX-16): who has won and why, a row for each crew, schemes face up, how close it was."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.event import Event
from shapan.engine.game import Outcome
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match_summary import MatchSummary, SeatSummary
from shapan.engine.phrases import seat_of
from shapan.engine.scene import Fact, Phrase, Piece
from shapan.games.malifaux import events, roster
from shapan.games.malifaux.board.cards import scheme_card
from shapan.games.malifaux.board.pieces import emblem, model_name
from shapan.games.malifaux.rules import ending as ends
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux

_COLUMNS: Final = ("points", "strategy", "schemes", "killed", "alive", "cheated")
_MAX_SHOWN: Final = 6


def ending(view: Malifaux, outcome: Outcome) -> Phrase | None:
    """MFX-16.1: return who won by how many points; None for an ending that is not of the rules, as a seat given up."""
    if outcome.result not in ("win", "draw"):
        return None
    points = sorted((view.points(seat) for seat in range(view.seats)), reverse=True)
    words: dict[str, Any] = {"points": points[0], "other": points[1]}
    if outcome.result == "draw":
        return Phrase("ending.draw", words)
    return Phrase("ending.win", {**words, "seat": seat_of(outcome.winners[0])})


def closing(view: Malifaux, outcome: Outcome, told: Sequence[Event]) -> MatchSummary | None:
    """Return a row for each crew, the winner first: points by their source, killings, schemes with their picks."""
    if outcome.result not in ends.RESULTS:
        return None
    order = sorted(range(view.seats), key=lambda seat: (outcome.ranks[seat], seat))
    counted, shown = _deeds(view, told), [_crew(view, seat)[:_MAX_SHOWN] for seat in order]
    if outcome.result == "draw":  # nobody stands behind the other
        shown = [[piece for crew in shown for piece in crew[: _MAX_SHOWN // 2]], []]
    return MatchSummary(
        "MFX-16.1" if outcome.result != "forfeit" else "MFX-16.3",
        figures=_by_turn(view, told),
        columns=[Phrase(f"closing.{name}") for name in _COLUMNS],
        standings=[_standing(view, seat, told, counted) for seat in order],
        won=shown[0],
        lost=shown[1],
        margin=_margin(view, order, outcome),
    )


def _deeds(view: Malifaux, told: Sequence[Event]) -> Counter[tuple[str, int]]:
    """Count by seat the enemy models killed, and the cards cheated in."""
    done = Counter[tuple[str, int]]()
    for event in told:
        if event.kind == events.KILLED:
            done["killed", 1 - view.models.sides[event.open[0]]] += 1
        elif event.kind == events.CHEATED:  # told of a card laid face down, too, when it is turned up
            done["cheated", event.open[0]] += 1
    return done


def _by_turn(view: Malifaux, told: Sequence[Event]) -> list[Fact]:
    """MFX-7.5 B: return how many points were scored in each turn that gave any."""
    scored, turn = Counter[tuple[int, int]](), 0
    for event in told:
        if event.kind == events.TURN_BEGUN:
            turn = event.open[0]
        elif event.kind in (*events.STRATEGY_SCORED, events.SCHEME_REVEALED, events.END_POINT):
            scored[turn, event.open[0]] += 1
    return [
        Fact(
            f"turn{one}",
            Phrase("closing.turn", {"turn": one, "one": scored[one, 0], "other": scored[one, 1]}),
            scored[one, 0] + scored[one, 1],
            rule="MFX-7.5",
        )
        for one in range(1, turn + 1)
        if scored[one, 0] or scored[one, 1]
    ]


def _standing(view: Malifaux, seat: int, told: Sequence[Event], done: Counter[tuple[str, int]]) -> SeatSummary:
    faction = view.factions[seat]
    return SeatSummary(
        seat,
        note=_leader(view, seat),
        title=Phrase(f"faction.{roster.FACTIONS[faction]}") if faction >= 0 else None,
        pieces=_schemes(view, seat),
        values=[
            view.points(seat), view.strategy_points[seat], view.scheme_points[seat], done["killed", seat],
            len(view.in_play(seat)), done["cheated", seat],
        ],
    )  # fmt: skip


def _leader(view: Malifaux, seat: int) -> Phrase | None:
    """Return who led a crew."""
    rows = view.models
    return next(
        (model_name(view, one) for one, side in enumerate(rows.sides) if side == seat and rows.leaders[one]), None
    )


def _schemes(view: Malifaux, seat: int) -> list[Piece]:
    """MFX-16.1: return the schemes of a seat, which the end shows, with their picks."""
    row, made = view.schemes[seat], []
    for place, scheme in enumerate(row.cards):
        if scheme == UNKNOWN:
            continue
        picks = [row.marks[which][place] for which in (OWN_PICK, ENEMY_PICK)]
        made.append(
            scheme_card(f"end{seat}.{place}", scheme, [model_name(view, pick) for pick in picks if pick >= 0], seat)
        )
    return made


def _crew(view: Malifaux, seat: int) -> list[Piece]:
    """Return the models of a seat that are in play, its leader first."""
    rows = view.models
    own = sorted(view.in_play(seat), key=lambda one: (-rows.leaders[one], -roster.MODELS[rows.cards[one]].cost, one))
    return [
        Piece(f"end_model.{one}", "token", emblem(rows.cards[one]), model_name(view, one), owner=seat) for one in own
    ]


def _margin(view: Malifaux, order: Sequence[int], outcome: Outcome) -> list[Phrase]:
    """Return by how much the winner was ahead, and of what kind of points."""
    if outcome.result != "win":
        return []
    best, rest = order
    by_strategy = view.strategy_points[best] - view.strategy_points[rest]
    by_schemes = view.scheme_points[best] - view.scheme_points[rest]
    key = "by_strategy" if by_strategy > by_schemes else "by_schemes" if by_schemes > by_strategy else "by_both"
    words = {"seat": seat_of(rest), "less": view.points(best) - view.points(rest)}
    return [Phrase("closing.behind", words), Phrase(f"closing.{key}", {"seat": seat_of(best)})]
