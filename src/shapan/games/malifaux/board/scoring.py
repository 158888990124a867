"""MFX-14, MFX-15: what strategy and schemes would score as it stands, what counts for them, points by turn."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.ground import Mark, Ring
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import inner, say, seat_of, term
from shapan.engine.scene import Case, Phrase, Tally, TallyRow, Upshot
from shapan.games.malifaux import names
from shapan.games.malifaux.geometry import zone
from shapan.games.malifaux.geometry.unit import CENTRE, INCH
from shapan.games.malifaux.rules import schemes, scoring, strategies
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux

_SCHEME_POINTS: Final = 2
"""MFX-15: a scheme brings a point when it is revealed, and one at the end."""


def make_case(view: Malifaux, viewer: int) -> Case | None:
    """Return the strategy and the schemes that the viewer knows: how both seats stand, and what would score now."""
    if not view.turn:
        return None
    word = names.STRATEGIES[view.strategy]
    first, second = (_standing(view, seat) for seat in range(view.seats))
    sentence = say("board", "strategy", first=inner(first), second=inner(second), what=term("strategy_help", word))
    case = Case(say("strategy", word), say("label", "strategy"), sentence, f"MFX-14.{view.strategy + 1}")
    case.lasts = True
    seats = sorted(range(view.seats), key=lambda seat: seat == viewer)  # upshots are drawn from the last one on
    case.upshots = [upshot for seat in seats for upshot in _schemes(view, viewer, seat)]
    case.tally = tally(view)
    return case


def _standing(view: Malifaux, seat: int) -> Phrase:
    """MFX-14: return in words how a seat stands for the strategy."""
    has, points = strategies.count(view, seat), view.strategy_points[seat]
    words = {"seat": seat_of(seat), "number": has, "points": points, "needed": points + 1}
    if points >= strategies.MAX_POINTS:
        return say("board", "strategy_done", **words)
    if not strategies.scores(view, seat):
        return say("board", "strategy_lacks", **words)
    return say("board", "strategy_scores" if scoring.scored(view) else "strategy_early", **words)


def _schemes(view: Malifaux, viewer: int, seat: int) -> list[Upshot]:
    """MFX-15: return how the schemes of a seat stand, as far as the viewer knows them."""
    found = []
    for place, scheme in enumerate(view.schemes[seat].cards):
        if scheme == UNKNOWN:
            continue
        state, good = _state(view, seat, place)
        words = {"scheme": term("scheme", names.SCHEMES[scheme]), "state": inner(say("scoring", state))}
        told = say("scoring", "own", **words) if seat == viewer else say("scoring", "of", seat=seat_of(seat), **words)
        found.append(Upshot(told, least=-99, mood="good" if good else ""))
    return found


def _state(view: Malifaux, seat: int, place: int) -> tuple[str, bool]:
    """MFX-15.2, 15.6: return how a known scheme stands, and whether it would bring a point as it stands."""
    scheme = view.schemes[seat].cards[place]
    ends = schemes.holds(view, seat, place, end=True)
    if schemes.is_revealed(view, seat, place):
        gone = sum(row[1:] == (seat, scheme) for row in view.scored)
        if gone >= _SCHEME_POINTS:
            return "both", False
        return ("scores_at_end", True) if ends else ("needs_end", False)
    if scheme not in schemes.AT_END_OF_TURN:
        return ("moment_and_end", True) if ends else ("at_its_moment", False)
    if schemes.holds(view, seat, place, end=False):
        return ("reveals", True) if scoring.scored(view) else ("reveals_later", False)
    return "needs", False


# On the table


def marks_of(view: Malifaux) -> dict[tuple[str, int], list[Mark]]:
    """Return the signs of schemes that the viewer knows: at markers that count for them, at models that are picked."""
    found: dict[tuple[str, int], list[Mark]] = {}
    for seat, place, scheme in _open(view):
        mark = Mark(say("scoring", "counts", scheme=term("scheme", names.SCHEMES[scheme]), seat=seat_of(seat)))
        mark.glyph = f"h-{names.SCHEMES[scheme]}"
        end = schemes.is_revealed(view, seat, place)
        things = [("model", schemes.pick(view, seat, place, which)) for which in (OWN_PICK, ENEMY_PICK)]
        if scheme in schemes.NEEDED:
            things += [("marker", marker) for marker in schemes.useful(view, seat, scheme, end=end)]
        for thing in things:
            if thing[1] != UNKNOWN:
                found.setdefault(thing, []).append(mark)
    return found


def rings_of(view: Malifaux, viewer: int) -> list[Ring]:
    """Return where schemes that the viewer has himself are fulfilled, if that is at a place of the table."""
    found = []
    for seat, _, scheme in _open(view):
        if seat == viewer:
            label = say("scheme", names.SCHEMES[scheme])
            found += [Ring([x, y], inches * INCH, label, "aura", seat) for x, y, inches in _places(view, seat, scheme)]
    return found


def _places(view: Malifaux, seat: int, scheme: int) -> list[tuple[int, int, int]]:
    """MFX-15: return the points near which a scheme is fulfilled, with the inches."""
    if scheme == names.POWER_RITUAL:
        own = schemes.own_corners(view, seat)
        return [(x, y, 3) for place, (x, y) in enumerate(schemes.CORNERS) if place not in own]
    if scheme == names.OUTFLANK:
        ends = [zone.centreline_end(view.deployment, False, side) for side in (zone.LEFT, zone.RIGHT)]
        return [(x, y, 3) for x, y in ends]
    return [(CENTRE, CENTRE, 2)] if scheme == names.CLAIM_JUMP else []


def _open(view: Malifaux) -> list[tuple[int, int, int]]:
    """Return seat, place and number of the schemes that the viewer knows and that have not brought all their points."""
    return [
        (seat, place, scheme)
        for seat in range(view.seats)
        for place, scheme in enumerate(view.schemes[seat].cards)
        if scheme != UNKNOWN and sum(row[1:] == (seat, scheme) for row in view.scored) < _SCHEME_POINTS
    ]


# Points by turn


def tally(view: Malifaux) -> Tally | None:
    """MFX-16.1: return the points by turn; none as long as nobody has any."""
    if not view.scored:
        return None
    heads = [say("scoring", "turn", number=turn) for turn in range(1, view.turn + 1)]
    rows = []
    for seat in range(view.seats):
        values = [sum(row[:2] == (turn, seat) for row in view.scored) for turn in range(1, view.turn + 1)]
        rows.append(TallyRow(seat, values, view.points(seat)))
    return Tally(heads, rows)
