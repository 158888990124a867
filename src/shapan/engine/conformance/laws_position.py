"""Laws of positions: what is written of a match loads again, says the same and asks the same, wherever it stands."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import msgspec

from shapan.engine.chance import Stream
from shapan.engine.conformance.bound import BoundedTable, Endless
from shapan.engine.conformance.compare import Differing, encode
from shapan.engine.conformance.play import Run
from shapan.engine.table import Finished
from shapan.engine.view import write
from shapan.engine.whole_position import begin, canonical, read_quiet, write_quiet, write_whole

MAX_QUIET = 8
"""So many quiet points of a match are tried."""
APART = 12
"""And one in so many."""


def whole_position(run: Run) -> None:
    """A match begun at its written position stands as it did: same words, same questions, same views."""
    match = run.match
    data = _plain(write_whole(match))
    again = begin(run.game, data, run.options, run.seats, run.seed)
    then = _plain(write_whole(again))
    run.expect("position_whole", data == then, "{}", Differing(data, then))
    asked, later = (
        [(seat, one.prompt.key, one.arg, stands.legal(seat)) for seat, one in sorted(stands.decisions.items())]
        for stands in (match, again)
    )
    run.expect("position_questions", asked == later, "{}", Differing(asked, later))
    for viewer in run.viewers:
        one, two = write(match.view(viewer)), write(again.view(viewer))
        run.expect("position_views", one == two, "viewer {}: {}", viewer, Differing(one, two))


def quiet_positions(run: Run) -> None:
    """What is written at a quiet point is read as the same state, with the same knowledge, and written the same."""
    game, rng, tried = run.game, Stream(f"quiet {run.seed}"), 0
    options = game.resolve(run.options, run.seats)
    state = game.start(run.options, run.seats, run.seed)
    table = BoundedTable(state, rng, run.most)
    with suppress(Finished, Endless):
        while state.agenda and tried < MAX_QUIET:
            if rng.number(APART) == 0:
                tried += 1
                data = _plain(write_quiet(game, state, options))
                read = read_quiet(game, data, options, run.seats)
                again = _plain(write_quiet(game, read, options))
                run.expect("position_quiet", data == again, "{}", Differing(data, again))
                one, two = (_timeless(state), _timeless(read))
                run.expect("position_state", one.encoded() == two.encoded(), "{}", Differing(one, two))
            game.advance(state, table)


def _plain(data: Any) -> Any:
    return msgspec.json.decode(encode(data))


def _timeless(state: Any) -> Any:
    """Return a state without what no position has: what falls next, and who has learned how often."""
    new: Any = canonical(state)
    new.chance.rekey(b"")
    new.chance.counts, new.info, new.learned = [], 0, []
    return new
