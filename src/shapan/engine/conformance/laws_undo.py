"""Laws of taking back: exact, only where allowed; answers given at once commute and tell nothing before they are in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.answer_totals import after, number_of, places
from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.compare import Differing, encode
from shapan.engine.conformance.laws_match import expect_closed
from shapan.engine.conformance.play import Answered, Before, Run, bare, undo_target
from shapan.engine.foresight import FINAL, FREE, Foresight
from shapan.engine.match import Match, Refusal, random_answer
from shapan.engine.previews import draw_scene

MAX_ORDERS = 12
FORESEEN = 2
"""Of so many answers one is looked ahead of."""


def undo(run: Run) -> None:
    """Undo is offered exactly where the rule of the horizon allows it, and then restores every frame."""
    match = run.match
    for seat in range(run.seats):
        allowed = run.frames[seat].may_undo
        if match.may_retract(seat):
            run.expect("undo_allowed", allowed, f"seat {seat}: an answer to an incomplete question is not retractable")
            continue
        target = undo_target(run, seat)
        if match.left:
            continue
        run.expect(
            "undo_allowed",
            allowed == (target is not None),
            f"seat {seat}: {'offered' if allowed else 'refused'} against the rule of the horizon",
        )
        if not allowed or target is None:
            if run.some(4):
                _refused(run, seat)
            continue
        answered = run.trail[target]
        unchanged = answered.counts == match.live.chance.counts and answered.learned == match.live.learned
        run.expect("undo_horizon", unchanged, f"seat {seat}: something was drawn or learned since")
        if run.some(2):
            _exact(run, seat, answered)


def binding(run: Run) -> None:
    """An answer that is free leaves its seat the next to be asked and can be undone; a final one cannot be undone.

    A stream of its own chooses it, so that the choices of the other laws do not depend on it.
    """
    dice = Stream(derive(b"binds", run.seed, run.decision))
    for seat, decision in run.match.decisions.items():
        run.focus = seat, decision.prompt.key
        codes = random_answer(decision.prompt, run.match.live, seat, decision.arg, dice)
        if dice.number(FORESEEN):
            continue
        found = Foresight(run.match, seat, alone=False).found(codes)
        if found not in {FREE, FINAL}:
            continue
        view = run.match.view(seat)
        copy = run.aside()
        copy.answer(seat, codes)
        free = not copy.over and copy.waiting == [seat] and copy.may_undo(seat)
        if found == FINAL:
            run.expect("binds", not copy.may_undo(seat), "seat {}: {} is said to be final", seat, names_of(run, codes))
            continue
        run.expect("binds", free, "seat {}: {} is said not to bind", seat, names_of(run, codes))
        if free and DONE not in codes:
            _as_told(run, view, seat, codes, copy)


def _as_told(run: Run, view: Any, seat: int, codes: Sequence[int], copy: Match[Any]) -> None:
    """An answer makes of numbers what it was said to make of them, once nothing more is asked about them.

    Things that are shown only for the question, such as what can pay, disappear with it.
    """
    before, asked = run.match.decisions[seat], copy.decisions[seat]
    told = after(lambda picks, one: run.game.changes_behind(view, before.prompt, seat, before.arg, picks, one), codes)
    if not told:
        return
    now, legal = copy.view(seat), copy.legal(seat)
    asks = [one for code in legal for one in run.game.changes(now, asked.prompt, seat, asked.arg, code)]
    if any((one.where, one.fact) in told for one in asks):
        return
    shown = places(draw_scene(run.game, now, seat, legal, asked.prompt, asked.arg))
    there = places(draw_scene(run.game, view, seat, run.match.legal(seat), before.prompt, before.arg))
    for (where, fact), number in told.items():
        is_gone = where in there and where not in shown
        now_is = number_of(shown.get(where), fact)
        right = is_gone or now_is is None or now_is == number
        run.expect("becomes_now", right, "{}: {} {} is {}, {} told", names_of(run, codes), where, fact, now_is, number)


def names_of(run: Run, codes: Sequence[int]) -> list[Any]:
    """Return the first few codes in words."""
    return [run.game.actions.write(code) for code in codes[:4]]


def _refused(run: Run, seat: int) -> None:
    copy = run.match.clone()
    before = copy.ask_hash(), len(copy.log)
    try:
        copy.undo(seat)
    except Refusal as refusal:
        run.said(f"why_not.{refusal.reason.key}", refusal.reason.words)
        run.expect("undo_refused", before == (copy.ask_hash(), len(copy.log)), "a refused undo changed the match")
    else:
        run.expect("undo_refused", False, f"seat {seat}: an undo that is not offered is done")


def _exact(run: Run, seat: int, answered: Answered) -> None:
    copy = run.aside()
    late = {other: d.ordinal for other, d in copy.decisions.items()}
    copy.undo(seat)
    before = answered.before
    if before is not None:
        exact = _as_before(run, copy, before)
        if len(copy.segments) < len(run.match.segments):
            run.expect("undo_over_quiet", exact, f"seat {seat}: an undo over a quiet point is not exact")
    for viewer in run.viewers:
        told, since = copy.event_count(viewer), run.before.told[viewer]
        rose = copy.epochs[viewer] > run.match.epochs[viewer]
        run.expect(
            "undo_epoch",
            rose == (told < since),
            f"viewer {viewer}: {since} events, {told} after the undo, epoch {'up' if rose else 'as before'}",
        )
    for other, ordinal in late.items():
        if other not in copy.decisions or copy.decisions[other].ordinal != ordinal:
            expect_closed(run, copy, other, ordinal)
    run.expect(
        "undo_new_number",
        all(d.ordinal != late.get(other) for other, d in copy.decisions.items() if other == seat),
        f"seat {seat}: the question asked again has an old number",
    )
    _again(run, copy, seat, answered)


def _as_before(run: Run, match: Match[Any], before: Before) -> bool:
    exact = run.expect("undo_exact_asks", match.ask_hash() == before.asked, "another question or state after undo")
    for viewer in run.viewers:
        told = match.event_count(viewer)
        exact &= run.expect(
            "undo_exact_events",
            told == before.told[viewer],
            f"viewer {viewer}: {told} events after the undo, {before.told[viewer]} before the answer",
        )
        frame = bare(match.frame(viewer, before.shown(viewer)))
        exact &= run.expect(
            "undo_exact_frames",
            frame == before.frames[viewer],
            "viewer {}: {}",
            viewer,
            Differing(before.frames[viewer], frame),
        )
    return exact


def _again(run: Run, copy: Match[Any], seat: int, answered: Answered) -> None:
    """The same answer again leads to the same place, if it was the last that was given."""
    if run.trail[-1] is not answered or (run.match.pending is not None and run.match.pending.given):
        return
    for other, codes in answered.answers.items():
        if other in copy.decisions:
            copy.answer(other, codes, answered.by[other])
    run.expect(
        "undo_again",
        copy.live.encoded() == run.match.live.encoded() and copy.ask_hash() == run.match.ask_hash(),
        "seat {}: the same answer leads elsewhere: {}",
        seat,
        Differing(run.match.live, copy.live),
    )


# Open sets


def together(run: Run) -> None:
    """Answers asked at once: any order gives the same, retracting is exact, nobody sees an answer before all are in."""
    match = run.match
    pending = match.pending
    if pending is None or not pending.together or len(match.decisions) < 2:
        return
    answers = {seat: random_answer(d.prompt, match.live, seat, d.arg, run.dice) for seat, d in match.decisions.items()}
    others = {seat: random_answer(d.prompt, match.live, seat, d.arg, run.dice) for seat, d in match.decisions.items()}
    final: Match[Any] | None = None
    orders = _orders(run, list(answers))
    probed = run.dice.number(len(orders))
    for number, order in enumerate(orders):
        copy = run.aside()
        for seat in order[:-1]:
            if number == probed:
                _one_of_many(run, copy, seat, answers[seat], others[seat])
                continue
            if run.some(3):
                copy.answer(seat, others[seat])
                copy.undo(seat)
            copy.answer(seat, answers[seat])
        last = order[-1]
        copy.answer(last, answers[last])
        if final is None:
            final = copy
            continue
        run.expect(
            "together_commute",
            copy.live.encoded() == final.live.encoded() and copy.ask_hash() == final.ask_hash(),
            "order {}: {}",
            list(order),
            Differing(final.live, copy.live),
        )
        for viewer in run.viewers if number in {1, probed} else ():
            after = run.before.shown(viewer)
            one, two = bare(final.frame(viewer, after)), bare(copy.frame(viewer, after))
            run.expect(
                "together_commute",
                one == two,
                "viewer {}: {}",
                viewer,
                Differing(one, two),
            )


def _orders(run: Run, seats: list[int]) -> list[tuple[int, ...]]:
    if len(seats) <= 4:
        return list(permutations(seats))
    orders = []
    for _ in range(MAX_ORDERS):
        row = list(seats)
        run.dice.shuffle(row)
        orders.append(tuple(row))
    return orders


def _one_of_many(run: Run, copy: Match[Any], seat: int, codes: list[int], others: list[int]) -> None:
    """Give one answer of an open set; see that it shows nothing; retract it, give another, retract, give it again."""
    decision = copy.decisions[seat]
    old, state = decision.ordinal, copy.live.encoded()
    before = _frames(run, copy)
    copy.answer(seat, codes)
    first = _frames(run, copy)
    expect_closed(run, copy, seat, old)
    run.expect("together_waits", copy.live.encoded() == state, "rules ran before all answers were in")
    run.expect("retract_allowed", copy.may_undo(seat), f"seat {seat}: the answer cannot be retracted")
    if run.some(3):
        return
    copy.undo(seat)
    now = _frames(run, copy)
    for viewer in run.viewers:
        run.expect(
            "retract_exact",
            now[viewer] == before[viewer],
            "viewer {}: {}",
            viewer,
            Differing(before[viewer], now[viewer]),
        )
    run.expect("retract_number", copy.decisions[seat].ordinal != old, f"seat {seat}: an old decision number again")
    copy.answer(seat, others)
    second = _frames(run, copy)
    for viewer in run.viewers:
        if viewer != seat:
            run.expect(
                "together_secret",
                first[viewer] == second[viewer],
                "viewer {} sees seat {}'s answer: {}",
                viewer,
                seat,
                Differing(first[viewer], second[viewer]),
            )
    copy.undo(seat)
    copy.answer(seat, codes)
    again = _frames(run, copy)
    run.expect(
        "retract_again", encode([f.decode() for f in again]) == encode([f.decode() for f in first]), f"seat {seat}"
    )


def _frames(run: Run, match: Match[Any]) -> list[bytes]:
    return [bare(match.frame(viewer, run.before.shown(viewer))) for viewer in run.viewers]
