"""Laws of refusals: what is not legal changes nothing and is told by its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from shapan.engine.actions import DONE, Family
from shapan.engine.conformance.play import Run
from shapan.engine.match import Closed, Decision, Refusal, random_answer
from shapan.engine.prompt import Prompt, Reason


def probes(run: Run, decision: Decision[Any]) -> list[list[int]]:
    """Return answers that may well be wrong: codes of other moments, other families, odd values, odd lengths."""
    dice = run.dice
    families = list(run.game.actions.by_number.values())
    codes = [_any_code(run, family) for family in families if dice.number(3) == 0]
    codes += [_any_code(run, family) for family in decision.prompt.families for _ in range(2)]
    seen = list(run.codes_seen)
    codes += [dice.choice(seen) for _ in range(4) if seen]
    rows = [[code] for code in dict.fromkeys([*codes, DONE])]
    picked = random_answer(decision.prompt, run.match.live, decision.seat, decision.arg, dice)
    rows += [[], picked + picked, picked[:-1], [*picked, *(codes[:1] or [DONE])]]
    return [row for row in rows if not decision.prompt.allows(run.match.live, decision.seat, decision.arg, row)]


def _any_code(run: Run, family: Family) -> int:
    values = [run.dice.number(min(kind.size, 2**20)) if kind.size > 1 else 0 for _, kind in family.parameters]
    return family.code(*values)


ODD_CODES = (-1, 1, 2**53, 2**40 - 1, 8191 * 2**40 + 12345)


def refused(run: Run) -> None:
    """A refused action changes nothing and names a rule and a text that exist."""
    match = run.match
    before = match.live.encoded(), len(match.log), match.ask_hash()
    for seat in range(run.seats):
        decision = match.decisions.get(seat)
        run.focus = seat, decision.prompt.key if decision else ""
        if decision is None:
            code = run.dice.choice(list(run.codes_seen)) if run.codes_seen else DONE
            _refusal(run, seat, None, [code])
            continue
        for row in probes(run, decision):
            _refusal(run, seat, decision.prompt, row)
        odd = run.dice.choice(ODD_CODES)
        if not decision.prompt.has_tested():
            _refusal(run, seat, decision.prompt, [odd])
    after = match.live.encoded(), len(match.log), match.ask_hash()
    run.expect(
        "refused_no_change",
        before == after,
        "a refused action changed the state or the log",
    )


def _refusal(run: Run, seat: int, prompt: Prompt[Any] | None, row: Sequence[int]) -> None:
    try:
        run.match.check(seat, row)
    except Refusal as refusal:
        run.expect("refused", True, "")
        _reason(run, refusal.reason, prompt, row)
    except Closed:
        run.expect(
            "refused",
            seat in run.match.left,
            "a decision that is open is said to be closed",
        )
    except Exception as error:  # noqa: BLE001 - whatever a game raises is a finding
        run.expect("refused", False, f"{list(row)} raises {error!r}")
    else:
        run.expect("refused", False, f"{list(row)} is not legal, yet accepted")


def _reason(run: Run, reason: Reason, prompt: Prompt[Any] | None, row: Sequence[int]) -> None:
    run.expect(
        "refused_rule",
        run.texts.knows(reason.rule),
        "{}: no rule {!r}",
        list(row),
        reason.rule,
    )
    if reason.path:
        its = prompt is not None and prompt.picks_at(row, reason.path) is not None
        run.expect("refused_path", its, "{}: {!r} is no field of this answer", list(row), reason.path)
    run.said(f"why_not.{reason.key}", reason.words)
