"""Decisions: an open question of one seat, the ways in which an answer is turned down, what a viewer learns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Generic

from shapan.engine.chance import Stream
from shapan.engine.prompt import Prompt, Reason, S

WHOLE: Final = 1 << 24
"""So many numbers a prompt may be handed that draws by itself."""


class Refusal(Exception):
    """An answer that is not possible: `reason` names the rule and a text. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(f"{reason.rule}: {reason.key}")
        self.reason = reason


class Closed(Exception):
    """A reply to a decision that is no longer open: answered, withdrawn by an undo, or the match is over."""


class Frozen(Exception):
    """A stored record does not fit the rules any more: the match must not go on as if it did."""


@dataclass(slots=True)
class Decision(Generic[S]):
    """An open decision of one seat. `ordinal` counts the questions put to the seat and is never used again."""

    seat: int
    ordinal: int
    prompt: Prompt[S]
    arg: int
    hash: str = ""


@dataclass(slots=True)
class Frame:
    """What one viewer may know at a moment: view, events so far, who is asked, the own decision, undo, outcome."""

    view: Any
    events: list[dict[str, Any]]
    waiting: list[int]
    answered: list[int]
    decision: dict[str, Any] | None
    may_undo: bool
    outcome: dict[str, Any] | None
    epoch: int
    may_claim: bool = False
    """Whether the viewer may claim the victory over those who have left."""


def random_answer(prompt: Prompt[S], state: S, seat: int, arg: int, rng: Stream) -> list[int]:
    """Return a legal answer, each option equally likely at each pick; as a prompt draws that does so by itself."""
    if not prompt.many and prompt.draws:
        return [prompt.any(state, seat, arg, rng.number(WHOLE))]
    if not prompt.many:
        options = prompt.candidates(state, seat, arg, 64) if prompt.has_tested() else prompt.legal(state, seat, arg)
        return [rng.choice(options)]
    picked: list[int] = []
    if prompt.draws:
        while (code := prompt.any_next(state, seat, arg, picked, rng.number(WHOLE))) != 0:
            picked.append(code)
        return picked
    while options := prompt.offers(state, seat, arg, picked):
        code = rng.choice(options)
        if code == 0:
            break
        picked.append(code)
    return picked
