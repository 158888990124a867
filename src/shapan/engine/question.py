"""Questions written as functions: key, rule, families, options and refusal stand together.

    @question("scout_deck", "BSG-5.10", SCOUT, open=True)
    def ask_scout(state, seat, arg):
        return scoutable(state)                  # values of SCOUT's one parameter; -1 declines

    deck = table.pick(ask_scout, seat)           # a value again

A question of one family with one parameter is asked and answered in values of that parameter, with -1 for `DONE`; any
other returns codes and is asked with `table.ask`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from mypy_extensions import mypyc_attr

from shapan.engine.actions import DONE, Family
from shapan.engine.prompt import Prompt, Reason, S

Options = Callable[[S, int, int], Sequence[int]]
"""options(state, seat, arg): the values or codes that are legal, unique, in an order that tells nothing hidden."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Question(Prompt[S]):
    """A question whose options a function returns; made by `question`."""

    def __init__(self, key: str, rule: str, families: tuple[Family, ...], options: Options[S]) -> None:
        super().__init__()
        self.key = key
        self.rule = rule
        self.families = families
        self.options = options
        self.why = "not_possible"
        self.of_values = len(families) == 1 and len(families[0].codes) > 0
        self.codes: tuple[int, ...] = (*families[0].codes, DONE) if self.of_values else ()
        """Codes by value; that of -1 is `DONE`."""
        self._refusal: Callable[[S, int, int, int], Reason] | None = None
        self._default: Callable[[S, int, int], int] | None = None
        own: dict[str, Any] | None = getattr(self, "__dict__", None)
        if own is not None and not self.of_values:
            own["legal"] = options  # where it runs as Python: asked at every step, without a call between

    def legal(self, state: S, seat: int, arg: int) -> Sequence[int]:
        if not self.of_values:
            return self.options(state, seat, arg)
        codes = self.codes
        return [codes[value] for value in self.options(state, seat, arg)]

    def why_not(self, state: S, seat: int, arg: int, code: int) -> Reason:
        if self._refusal is None:
            return Reason(self.rule, self.why)
        return self._refusal(state, seat, arg, self._value(code))

    def default(self, state: S, seat: int, arg: int) -> int:
        if self._default is None:
            return super().default(state, seat, arg)
        answer = self._default(state, seat, arg)
        return self.codes[answer] if self.of_values else answer

    def _value(self, code: int) -> int:
        if not self.of_values:
            return code
        return -1 if code == DONE else self.families[0].value(code)

    def refusal(self, function: Callable[[S, int, int, int], Reason]) -> Callable[[S, int, int, int], Reason]:
        """Take a function (state, seat, arg, value or code) that says why an answer is not legal now."""
        self._refusal = function
        return function

    def by_default(self, function: Callable[[S, int, int], int]) -> Callable[[S, int, int], int]:
        """Take a function (state, seat, arg) that returns the answer when time is up, as a value or code."""
        self._default = function
        return function


def question(
    key: str,
    rule: str,
    *families: Family,
    open: bool = False,  # noqa: A002 - what it is called everywhere
    secret: bool = False,
    decline: str = "done",
    why: str = "not_possible",
) -> Callable[[Options[S]], Question[S]]:
    """Make a question of a function that returns its options; see the module.

    `open`, `secret` and `decline` as in `Prompt`; `why` is the text of the refusal where no function says more.
    """

    def made(options: Options[S]) -> Question[S]:
        asked: Question[S] = Question(key, rule, families, options)
        asked.open, asked.secret, asked.decline, asked.why = open, secret, decline, why
        return asked

    return made


def prompts_of(*chapters: ModuleType) -> tuple[Prompt[Any], ...]:
    """Return the prompts that the modules of a game's chapters declare, in that order, each once.

    Raises ValueError for two that share a key, and so their words and ratings, but not the families of their answers.
    """
    found: dict[int, Prompt[Any]] = {}
    families: dict[str, tuple[Family, ...]] = {}
    for chapter in chapters:
        for value in vars(chapter).values():
            if isinstance(value, Prompt):
                found.setdefault(id(value), value)
                if families.setdefault(value.key, value.families) != value.families:
                    raise ValueError(f"{chapter.__name__}: {value.key} is the key of two questions with other answers")
    return tuple(found.values())
