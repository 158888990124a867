"""Laws of a match at a decision: legal actions, copies, saving, late replies, numbers of events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.compare import Differing, encode
from shapan.engine.conformance.play import TAIL, Run
from shapan.engine.decision import WHOLE
from shapan.engine.expectation import is_row, rows_of
from shapan.engine.game import Game
from shapan.engine.match import Closed, Decision, Match, Refusal, random_answer
from shapan.engine.view import write

MAX_SEEN = 400
MAX_CANDIDATES = 64
DRAWN = 3
"""Answers drawn of a question that draws by itself."""


def legal(run: Run) -> None:
    """Every open decision has legal actions: some, unique, with codes that survive being written and read."""
    for seat, decision in run.match.decisions.items():
        run.focus = seat, decision.prompt.key
        codes = run.match.legal(seat)
        run.expect("legal_some", bool(codes), "no legal action")
        run.expect(
            "legal_unique",
            len(set(codes)) == len(codes),
            "twice in {}",
            codes,
        )
        for code in codes:
            if code not in run.codes_seen:
                if len(run.codes_seen) < MAX_SEEN:
                    run.codes_seen[code] = None
                if code != DONE or run.game.actions.done:  # else it only ends a row of picks
                    _stable(run, code)
        allowed = (
            not codes
            or decision.prompt.many
            or all(decision.prompt.allows(run.match.live, seat, decision.arg, [code]) for code in codes)
        )
        run.expect(
            "legal_accepted",
            allowed,
            "a listed action is not accepted: {}",
            codes,
        )
        if decision.prompt.has_tested():
            _candidates(run, decision)
        if not decision.prompt.many:
            foreign = [c for c in codes if c != DONE and not any(f.has(c) for f in decision.prompt.families)]
            run.expect(
                "legal_families",
                not foreign,
                "of no family of the prompt: {}",
                foreign,
            )


def _stable(run: Run, code: int) -> None:
    actions, words = run.game.actions, run.game.words(run.match.live)
    written = msgspec.json.decode(encode(actions.write(code, words)))
    run.expect(
        "legal_codes",
        0 <= code < 2**53 and actions.read(written, words) == code,
        "{} is written {} and read {}",
        code,
        written,
        actions.read(written, words),
    )


def _candidates(run: Run, decision: Decision[Any]) -> None:
    prompt, live, seat, arg = (
        decision.prompt,
        run.match.live,
        decision.seat,
        decision.arg,
    )
    if prompt.draws:
        _drawn(run, decision)
    if prompt.many:
        return
    for most in (1, 2, MAX_CANDIDATES):
        codes = prompt.candidates(live, seat, arg, most)
        good = 0 < len(codes) <= most and all(prompt.test(live, seat, arg, code) for code in codes)
        run.expect("candidates", good, "of at most {}: {}", most, list(codes)[:8])


def _drawn(run: Run, decision: Decision[Any]) -> None:
    """What a prompt draws by itself is legal, and the same number draws the same again."""
    prompt, live, seat, arg = decision.prompt, run.match.live, decision.seat, decision.arg
    for _ in range(DRAWN):
        number = run.dice.number(WHOLE)
        if prompt.many:
            answer: list[int] = []
            while (code := prompt.any_next(live, seat, arg, answer, number)) != DONE and len(answer) < MAX_CANDIDATES:
                again = prompt.any_next(live, seat, arg, answer, number)
                run.expect("drawn", again == code, "{} after {}, then {}", code, answer, again)
                answer.append(code)
                number = run.dice.number(WHOLE)
        else:
            answer = [prompt.any(live, seat, arg, number)]
            run.expect("drawn", answer == [prompt.any(live, seat, arg, number)], "{}, then another", answer)
        run.expect("drawn", prompt.allows(live, seat, arg, answer), "{} is not legal", answer)


def _all_next(run: Run, decision: Decision[Any], picked: Sequence[int]) -> None:
    """People are offered every candidate and more, each once; some of it is tested, all of it would take long."""
    prompt, live, seat, arg = decision.prompt, run.match.live, decision.seat, decision.arg
    codes = list(prompt.all_next(live, seat, arg, picked))
    good = len(set(codes)) == len(codes) and set(codes) >= set(prompt.next(live, seat, arg, picked))
    tried = [run.dice.choice(codes) for _ in range(4 if codes else 0)]
    good &= all(code == DONE or prompt.test_next(live, seat, arg, picked, code) for code in tried)
    run.expect("candidates", good, "for people, after {}: {}", list(picked), codes[:8])


def picks_lead(run: Run) -> None:
    """Of an answer of several picks every pick that is offered leads to an answer: there is something behind it."""
    for seat, decision in run.match.decisions.items():
        prompt = decision.prompt
        if prompt.many and not prompt.has_tested():
            run.focus = seat, prompt.key
            for pick in (
                lambda codes: codes[-1],
                run.dice.choice,
            ):  # where picks rise, the last one leads nowhere first
                picked, answers = _led(run, decision, pick)
                words = [run.game.actions.write(code) for code in picked]
                run.expect("picks_lead", answers, "{} is offered, nothing may follow, and it is no answer", words)


def _led(run: Run, decision: Decision[Any], pick: Callable[[list[int]], int]) -> tuple[list[int], bool]:
    """Return picks made one after the other until they may stop, and whether they are an answer then."""
    prompt, live, seat, arg = decision.prompt, run.match.live, decision.seat, decision.arg
    picked: list[int] = []
    while codes := [code for code in prompt.offers(live, seat, arg, picked) if code != DONE]:
        picked.append(pick(codes))
        if len(picked) > MAX_CANDIDATES or DONE in prompt.offers(live, seat, arg, picked):
            return picked, True
    return picked, not picked or prompt.allows(live, seat, arg, picked)


def answers_written(run: Run) -> None:
    """A whole answer survives being written as JSON and read."""
    for seat, decision in run.match.decisions.items():
        run.focus = seat, decision.prompt.key
        codes = random_answer(decision.prompt, run.match.live, seat, decision.arg, run.dice)
        least, most = decision.prompt.lengths(run.match.live, seat, decision.arg)
        run.expect(
            "picks_counted",
            not most or least <= len(codes) <= most,
            "{} picks where {} to {} are asked for",
            len(codes),
            least,
            most,
        )
        kept = decision.prompt.keeps(run.match.live, seat, decision.arg)
        run.expect("picks_counted", not kept or kept < least, "{} are to be kept, fewer go: {}", kept, least)
        if decision.prompt.many and not decision.prompt.ordered:
            picks = {DONE, *decision.prompt.all_picks(run.match.live, seat, decision.arg)}
            run.expect("picks_offered", picks >= {*codes}, "{} is an answer, offered are {}", codes, sorted(picks))
        proposal = decision.prompt.proposal(run.match.live, seat, decision.arg)
        proper = not proposal or decision.prompt.allows(run.match.live, seat, decision.arg, proposal)
        run.expect("proposal", proper, "{} is laid out, and no answer", proposal)
        if decision.prompt.many and decision.prompt.has_tested():
            _all_next(run, decision, codes[: run.dice.number(len(codes) + 1)])
        words = run.game.words(run.match.live)
        written = msgspec.json.decode(encode(decision.prompt.write(run.game.actions, codes, words)))
        read = decision.prompt.read(run.game.actions, written, words)
        if decision.prompt.secret:
            turned = codes if decision.prompt.ordered else codes[::-1]
            shadows = {decision.prompt.shadow(row) for row in (codes, list(codes), turned)}
            run.expect("shadow", len(shadows) == 1, "{} has the shadows {}", codes, sorted(shadows))
        run.expect(
            "answer_written",
            read == codes and decision.prompt.takes(written),
            "{} is written {} and read {}",
            codes,
            written,
            read,
        )
        rows = rows_of(run.game)
        for name, value in written.items():
            if isinstance(value, list) and not is_row(name, rows, written["do"]):
                turned = decision.prompt.read(run.game.actions, {**written, name: value[::-1]}, words)
                run.expect("answer_heaps", turned == codes, "{}: {} has no order, yet {}", written, name, turned)


def positions(run: Run) -> None:
    """A position that is written and read is the same and asks the same, in games that say what comes next in one."""
    game, match = run.game, run.match
    reads = type(match.live) is game.view_class and type(game).resume is not Game.resume
    if not reads or not run.some(4):  # asked in this order: other games draw no chance for it
        return
    if match.pending is None or match.pending.given:
        return
    data = msgspec.json.decode(encode(game.write_position(match.live, {})))
    state = game.read_position(data, game.resolve(run.options, run.seats), run.seats)
    state.chance, state.learned = match.live.chance.copy(), [0] * (run.seats + 1)
    again = Match(game, run.seats, run.options, run.seed, state=state, hashes=False)
    run.expect(
        "position_written", data == game.write_position(again.live, {}), "{}", Differing(data, write(again.live))
    )
    asked, then = (
        [(seat, one.prompt.key, one.arg, stands.legal(seat)) for seat, one in sorted(stands.decisions.items())]
        for stands in (match, again)
    )
    run.expect("position_asks", asked == then, "{}", Differing(asked, then))


def default(run: Run) -> None:
    """The answer that the clock gives is legal."""
    match = run.match
    for seat, decision in match.decisions.items():
        run.focus = seat, decision.prompt.key
        codes = match.default(seat)
        fits = decision.prompt.allows(match.live, seat, decision.arg, codes)
        run.expect("default_legal", fits, "default {} is not legal", codes)


# Copies


def clone(run: Run) -> None:
    """Running the segment again gives the same: state, what is asked, the frame of every viewer."""
    copy = run.match.clone()
    same_match(run, "clone", run.match, copy)


def same_match(run: Run, name: str, one: Match[Any], other: Match[Any]) -> bool:
    """Compare two matches completely: state bytes, hash of the question, frames with their numbers."""
    good = run.expect(
        f"{name}_state",
        one.live.encoded() == other.live.encoded(),
        "{}",
        Differing(one.live, other.live),
    )
    good &= run.expect(
        f"{name}_asks",
        one.ask_hash() == other.ask_hash(),
        "{} / {}",
        _asked(one),
        _asked(other),
    )
    for viewer in run.viewers:
        after = max(0, run.before.told[viewer] - TAIL)
        first, second = one.frame(viewer, after), other.frame(viewer, after)
        good &= run.expect(
            f"{name}_frames",
            encode(first) == encode(second),
            "viewer {}: {}",
            viewer,
            Differing(first, second),
        )
    return good


def _asked(match: Match[Any]) -> str:
    rows = [f"{d.prompt.key}({seat}, {d.arg})" for seat, d in sorted(match.decisions.items())]
    return ", ".join(rows) or "nothing"


def saved(run: Run) -> None:
    """A match saved as JSON and loaded is the same, is saved the same again, and goes on the same."""
    match = run.match
    data = msgspec.json.decode(encode(match.save()))
    loaded = Match.load(run.game, data)
    same_match(run, "load", match, loaded)
    again = msgspec.json.decode(encode(loaded.save()))
    run.expect("load_saved_again", again == data, "{}", Differing(data, again))
    copy = run.aside()
    loaded.hashes = False
    for _ in range(4):
        if copy.over:
            break
        seat = run.dice.choice(copy.waiting)
        decision = copy.decisions[seat]
        codes = random_answer(decision.prompt, copy.live, seat, decision.arg, run.dice)
        copy.answer(seat, codes)
        loaded.answer(seat, codes)
        run.expect(
            "load_goes_on",
            copy.live.encoded() == loaded.live.encoded() and copy.ask_hash() == loaded.ask_hash(),
            "{}",
            Differing(copy.live, loaded.live),
        )


# Numbers


def affairs(run: Run) -> None:
    """The affair of an event is the same whenever it is asked for, and never changes by what comes after it."""
    viewer = Stream(derive(b"affairs", run.seed, run.decision)).number(run.seats + 1)
    told = run.match.told(viewer)
    if not told:
        return
    every = run.match.affairs_for(viewer)
    place = Stream(derive(b"place", run.seed, run.decision)).number(len(told))
    run.expect("affair_stable", run.match.affairs_for(viewer, place) == every[place:], "viewer {} at {}", viewer, place)
    before = run.game.affairs.of(told[:place])
    run.expect("affair_stable", before == every[:place], "viewer {} up to {}", viewer, place)


def closed(run: Run) -> None:
    """A reply to a decision that was open before and is not now is refused as closed."""
    for seat, ordinal in run.earlier.ordinals.items():
        now = run.match.decisions.get(seat)
        if now is None or now.ordinal != ordinal:
            expect_closed(run, run.match, seat, ordinal)


def expect_closed(run: Run, match: Match[Any], seat: int, ordinal: int) -> None:
    """Check that a reply to an old decision number is refused as closed, whatever it says."""
    decision = match.decisions.get(seat)
    codes = match.legal(seat)[:1] if decision is not None else [DONE]
    try:
        match.check(seat, codes, ordinal)
    except Closed:
        run.expect("late_reply", True, "")
    except Refusal as refusal:
        run.expect(
            "late_reply",
            False,
            f"seat {seat}, decision {ordinal}: {refusal} instead of closed",
        )
    else:
        run.expect(
            "late_reply",
            False,
            f"seat {seat}: decision {ordinal} is over, yet a reply is taken",
        )


def events(run: Run) -> None:
    """Within an epoch events are only appended for a viewer; `after` cuts exactly there."""
    match, before = run.match, run.earlier
    for viewer in run.viewers:
        told = run.before.told[viewer]
        if match.epochs[viewer] == before.epochs[viewer]:
            start = max(0, before.told[viewer] - TAIL)
            old = run.earlier_events[viewer]
            new = match.events_for(viewer, start)[: before.told[viewer] - start]
            run.expect(
                "events_appended",
                told >= before.told[viewer] and old == new,
                "viewer {}: {}",
                viewer,
                Differing(old, new),
            )
        else:
            run.expect(
                "events_epoch",
                match.epochs[viewer] > before.epochs[viewer],
                f"viewer {viewer}: the epoch fell",
            )


def events_numbered(run: Run) -> None:
    """A viewer's events are numbered without gaps: a frame after number k holds what comes from k on."""
    viewer = run.dice.number(run.seats + 1)
    whole = run.match.events_for(viewer)
    count = run.match.event_count(viewer)
    run.expect("events_counted", len(whole) == count, f"viewer {viewer}: {len(whole)} events, counted {count}")
    after = run.dice.number(count + 1)
    tail = run.match.frame(viewer, after).events
    run.expect("events_after", tail == whole[after:], f"viewer {viewer}: events after {after} differ")
