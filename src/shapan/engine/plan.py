"""Plans: answers that a seat gives in advance to questions of a kind, with what has to be so for them to count.

One language for all games. What can be chosen follows from the families of a prompt and from what the seat's table
offers, what a plan may be limited to from the words of its question, and whether an answer is of use from what the game
says of idle questions (`Game.why_idle`). A game only marks its prompts (`Prompt.plan`) and names them in its texts.
Everything is made from the view of the seat; a plan is an answer like any other and checked as such.
"""

# Stays plain: chooses for people

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import product
from math import prod
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from shapan.engine.actions import DONE, Family
from shapan.engine.game import Game
from shapan.engine.offers import things
from shapan.engine.phrase import Phrase
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Target
from shapan.engine.state import State

MAX_CHOICES: Final = 8
"""Answers that one plan may name, in order of preference."""
MAX_CODES: Final = 512
"""A family of more codes is not listed: what is chosen of it depends on the moment."""
MAX_LISTED: Final = 40
"""More codes of a family that nothing on the table offers are not listed: it holds none of them yet."""
MAX_NUMBER: Final = 10**6

Number = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)]
Word = Annotated[str, Meta(max_length=64)]


class Choice(msgspec.Struct, forbid_unknown_fields=True):
    """An answer: to decline, what the table proposes (as for a payment), or codes."""

    how: Literal["decline", "proposal", "codes"]
    codes: Annotated[list[int], Meta(max_length=64)] = []


class Limit(msgspec.Struct, forbid_unknown_fields=True):
    """What a word of the question has to be: a number from `least` to `most`, or the very same as `same`."""

    word: Word
    least: Number | None = None
    most: Number | None = None
    same: Any = None


class Plan(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat answers to a question of a kind that it will be asked."""

    kind: Word
    choices: Annotated[list[Choice], Meta(min_length=1, max_length=MAX_CHOICES)]
    """The first that is possible then is given."""
    turn: Annotated[int, Meta(ge=-1, le=63)] = -1
    """Only in this seat's turn; -1: in any."""
    limits: Annotated[list[Limit], Meta(max_length=MAX_CHOICES)] = []
    useful: bool = False
    """A choice counts only where it brings the seat something, as far as the game can tell."""
    otherwise: Literal["ask", "decline"] = "ask"
    """What happens where no choice counts."""


class PlanError(ValueError):
    """A plan that cannot be made: the field at fault, and what is wrong."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}")
        self.field, self.message = field, message


def planned(game: Game[Any]) -> dict[str, Prompt[Any]]:
    """Return the prompts of a game that may be answered in advance, by key."""
    found: dict[str, Prompt[Any]] = {}
    for prompt in game.prompts:
        if prompt.plan:
            found.setdefault(prompt.key, prompt)
    return found


def title(prompt: Prompt[Any]) -> Phrase:
    """Return how a kind of question is called."""
    return Phrase(f"{'window' if prompt.reaction else 'planned'}.{prompt.key}")


# Making one


def candidates(game: Game[Any], view: Any, seat: int, prompt: Prompt[Any]) -> list[Target]:
    """Return what an answer of the seat may hold: of families that things on its table offer, what they offer now."""
    found = prompt.ahead(view, seat)
    if found is None:
        by_family = [_codes(game, view, family) for family in prompt.families]
        scene = game.board(view, seat, [code for codes in by_family for code in codes], prompt)
        offered = {target.code for _, thing in things(scene) for target in thing.targets}
        found = [code for codes in by_family for code in _held(codes, offered)]
    return [game.target(view, code) for code in found]


def _held(codes: Sequence[int], offered: Set[int]) -> Sequence[int]:
    """Return those codes of a family that things offer; of one that none offers, all if they are few."""
    held = [code for code in codes if code in offered]
    return held or (codes if len(codes) <= MAX_LISTED else [])


def _codes(game: Game[Any], view: Any, family: Family) -> list[int]:
    kinds = [kind for _, kind in family.parameters]
    if family.tested or prod(kind.size for kind in kinds) > MAX_CODES:
        return []
    values = [[value for value in range(kind.size) if game.exists(view, kind, value)] for kind in kinds]
    return [family.code(*row) for row in product(*values)]


def check(game: Game[Any], seats: int, plan: Plan) -> None:
    """Raise PlanError for a plan that can never be an answer of its kind."""
    prompt = planned(game).get(plan.kind)
    if prompt is None:
        raise PlanError("kind", f"there is no question {plan.kind!r} that may be answered in advance")
    if plan.turn >= seats:
        raise PlanError("turn", f"this match has the seats 0 to {seats - 1}")
    for choice in plan.choices:
        if (choice.how == "codes") != bool(choice.codes):
            raise PlanError("choices", "a choice of codes names them, any other names none")
        if len(choice.codes) > 1 and not prompt.many:
            raise PlanError("choices", "this question is answered by one code")
        for code in choice.codes:
            if code != DONE and not any(family.has(code) and family.fits(code) for family in prompt.families):
                raise PlanError("choices", f"{code} is no answer to {plan.kind}")
    if prompt.reaction and plan.useful and plan.otherwise == "ask":
        # A window that closes at once where the hand can do something, and waits where it cannot, would tell so.
        raise PlanError("otherwise", "in a reaction window a plan that depends on your hand passes where it is no use")


# Carrying one out


def is_about(game: Game[Any], view: Any, prompt: Prompt[Any], seat: int, arg: int, active: int, plan: Plan) -> bool:
    """Tell whether a plan is for a question that its seat is asked, in the turn of `active`."""
    if plan.kind != prompt.key or plan.turn not in (-1, active):
        return False
    words = game.question(view, prompt, seat, arg).words
    return all(_holds(limit, words.get(limit.word)) for limit in plan.limits)


def _holds(limit: Limit, word: Any) -> bool:
    if limit.same is not None:
        return bool(msgspec.to_builtins(word) == limit.same)
    if isinstance(word, bool) or not isinstance(word, int):
        return False
    return (limit.least is None or word >= limit.least) and (limit.most is None or word <= limit.most)


def answer(
    game: Game[Any], state: State, view: Any, prompt: Prompt[Any], seat: int, arg: int, plan: Plan
) -> list[int] | None:
    """Return what a plan answers to a question that it is for; None where it leaves it to its person.

    The state is asked as for any answer: whether it is legal. What is of use is found in the view.
    """
    declined = decline(game, state, view, prompt, seat, arg)
    for choice in plan.choices:
        codes = declined if choice.how == "decline" else choice.codes
        if choice.how == "proposal":
            codes = prompt.proposal(state, seat, arg) if prompt.many else []
            codes = codes or None
        if codes is None or not prompt.allows(state, seat, arg, codes):
            continue
        if not plan.useful or choice.how == "decline" or _is_useful(game, view, prompt, seat, arg, declined, codes):
            return prompt.arranged(codes) if prompt.many else codes
    return declined if plan.otherwise == "decline" else None


def decline(game: Game[Any], state: State, view: Any, prompt: Prompt[Any], seat: int, arg: int) -> list[int] | None:
    """Return the answer that declines a question; None where it has none."""
    done: list[int] = [] if prompt.many else [DONE]
    if prompt.allows(state, seat, arg, done):
        return done
    legal = prompt.offers(state, seat, arg, ()) if prompt.many else prompt.legal(state, seat, arg)
    return game.idle_answer(view, prompt, seat, arg, legal)


def _is_useful(
    game: Game[Any], view: Any, prompt: Prompt[Any], seat: int, arg: int, declined: Sequence[int] | None,
    codes: Sequence[int],
) -> bool:  # fmt: skip
    """Tell whether an answer may bring its seat more than to decline, as if these two were all."""
    options = [*(declined or [DONE]), codes[0]]
    return game.why_idle(view, prompt, seat, arg, options) is None
