"""Laws of leaving: who has left never wins and comes last; one who is left against such may claim the victory."""

from __future__ import annotations

from typing import Any

import msgspec

from shapan.engine.chance import Stream
from shapan.engine.conformance.bound import LeftMatch
from shapan.engine.conformance.compare import encode
from shapan.engine.conformance.laws_match import same_match
from shapan.engine.conformance.play import Run
from shapan.engine.game import Outcome
from shapan.engine.match import Closed, Match, Refusal, random_answer


def left_last(run: Run, match: Match[Any]) -> None:
    """Who has left is not among the winners, and ranks behind all who stay, or with losers of a side."""
    end = match.outcome
    if end is None or not match.gone:
        return
    run.expect("left_wins_not", not match.gone & {*end.winners}, "{} have left, {} win", match.gone, end.winners)
    run.expect("left_ranks_last", _is_last(match, end), "{} have left, ranks {}", sorted(match.gone), end.ranks)


def _is_last(match: Match[Any], end: Outcome) -> bool:
    stay = [rank for seat, rank in enumerate(end.ranks) if seat not in match.gone]
    gone = [rank for seat, rank in enumerate(end.ranks) if seat in match.gone]
    behind = max(stay, default=0) <= min(gone) if match.game.sides else max(stay, default=0) < min(gone)
    return behind and len(set(gone)) == 1


def leaving(run: Run) -> None:
    """Let seats leave one after another, wherever a match stands: two parties end, one that is left may claim."""
    _one_by_one(run, LeftMatch.of(run.aside(), run.tools.bound.most), run.dice)


def _one_by_one(run: Run, match: Match[Any], rng: Stream) -> None:
    seats = [seat for seat in range(run.seats) if seat not in match.gone]
    rng.shuffle(seats)
    for place, seat in enumerate(seats):
        if match.over:
            break
        match.leave(seat, bot=place + 2 < len(seats) and bool(rng.number(2)))
        run.expect("leaving_closes", _is_closed(match, seat), "seat {} has left and may still answer", seat)
        _followed(run, match, seat)
        if len(seats) == run.seats == 2 and not run.game.sides and not place:
            won = match.forfeited is not None and match.outcome is not None and match.outcome.winners == [1 - seat]
            run.expect("leaving_ends_two", won, "seat {} has left, and seat {} has not won", seat, 1 - seat)
        left_last(run, match)
        _claims(run, match)


def all_leave(run: Run) -> None:
    """A match that all seats leave one after another, after some answers, comes to an end."""
    match, rng = LeftMatch(run.game, run.seats, run.options, run.seed, hashes=False), Stream(run.seed)
    match.most = run.most
    for _ in range(rng.number(8)):
        if not match.over:
            seat = rng.choice(match.waiting)
            decision = match.decisions[seat]
            match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    _one_by_one(run, match, rng)
    for seat in range(run.seats):  # whom a bot played stays without one
        if not match.over and seat not in match.left:
            match.apply({"leave": seat})
    run.expect("leaving_ends", match.over and match.outcome is not None, "all have left, yet the match goes on")
    left_last(run, match)


def _is_closed(match: Match[Any], seat: int) -> bool:
    for try_ in (lambda: match.leave(seat), lambda: match.claim(seat), lambda: match.check(seat, [0])):
        try:
            try_()
        except Closed:
            continue
        except Refusal:
            return False
        return False
    return True


def _followed(run: Run, match: Match[Any], seat: int) -> None:
    """Let another person follow on a seat that has left: behind a bot it is theirs, else it is closed for good."""
    copy, able = match.clone(), seat not in match.left and not match.over
    try:
        copy.replace(seat)
    except Closed:
        run.expect("leaving_follows", not able and copy.log == match.log, "nobody may follow on seat {}", seat)
        return
    good = able and seat not in copy.gone and copy.waiting == match.waiting and not _is_closed(copy.clone(), seat)
    run.expect("leaving_follows", good, "somebody follows on seat {}, and may not play on", seat)
    _kept(run, copy, "follow")


def _claims(run: Run, match: Match[Any]) -> None:
    """Let each seat claim the victory: who may wins, for good, and who may not is refused and changes nothing."""
    if match.over:
        return
    game, gone = run.game, match.gone
    ranks = game.current_ranks(match.live, gone)
    for seat in range(run.seats):
        if seat in gone:
            continue
        mates = game.team(match.live, seat)
        rivals = [other for other in range(run.seats) if other not in mates and game.still_in(match.live, other)]
        able = not game.sides and ranks[seat] == 1 and bool(rivals) and gone.issuperset(rivals)
        copy = match.clone()
        shown = copy.frame(seat, copy.event_count(seat)).may_claim
        run.expect("claim_shown", shown == able, "seat {} may claim: {}, and is told {}", seat, able, shown)
        try:
            copy.claim(seat)
        except Refusal as refusal:
            good = not able and refusal.reason.key == "no_claim" and copy.log == match.log
            run.expect("claim_refused", good, "{} is refused: {}", seat, refusal)
            continue
        end = copy.outcome
        good = able and copy.over and end is not None and seat in end.winners
        run.expect("claim_wins", good, "seat {} claims, and comes out of it {}", seat, end and end.write())
        left_last(run, copy)
        _kept(run, copy, "claim")


def _kept(run: Run, match: Match[Any], name: str) -> None:
    """A claimed victory, or a seat on which somebody follows, is saved, loaded and replayed as it is."""
    data = msgspec.json.decode(encode(match.save()))
    for replay in (False, True):
        same_match(
            run, f"{name}_replay" if replay else f"{name}_load", match, Match.load(run.game, data, replay=replay)
        )
