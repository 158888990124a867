"""Questions written as functions: key, rule, families, options and refusal stand together.

    @question("scout_deck", "BSG-5.10", SCOUT, open=True)
    def ask_scout(state, seat, arg):
        return scoutable(state)                  # values of SCOUT's one parameter; -1 declines

    deck = table.pick(ask_scout, seat)           # a value again

A question of one family with one parameter is asked and answered in values of that parameter, with -1 for `DONE`; any
other returns codes and is asked with `table.ask`. Of an answer of several picks the function is told those so far:

    @picks("repairs", "BSG-5.11", REPAIR, number=(0, 2), open=True)
    def ask_repairs(state, seat, arg, picked):
        return [code for code in repairable(state) if code not in picked]    # codes that may follow, but for DONE
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Generic

from mypy_extensions import mypyc_attr

from shapan.engine.actions import DONE, Codes, Family
from shapan.engine.prompt import Prompt, Reason, S
from shapan.engine.row import Row, listed

Options = Callable[[S, int, int], Sequence[int]]
"""options(state, seat, arg): the values or codes that are legal, unique, in an order that tells nothing hidden."""
Following = Callable[[S, int, int, Sequence[int]], Sequence[int]]
"""following(state, seat, arg, picked): the codes that may be picked next."""
Number = Callable[[Any, int, int], int]
"""number(state, seat, arg): how many picks an answer has."""
Known = Callable[[Any, int, int], bool]
"""forced(state, seat, arg): whether everybody knows, if only one answer is possible, that it is so."""


class Lister(Generic[S]):
    """The function of a question as an object of its own: what is compiled calls it without a call of Python between.

    The build (`scripts/compile.py`) writes one for every function of `question` and `picks`, and hands it over with
    `listed_by`. Plain Python calls the function itself.
    """

    def of(self, state: S, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        """Return what the function does; `picked` is for those of `picks`."""
        raise NotImplementedError


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
        self.why_rule = rule
        self.of_values = len(families) == 1 and len(families[0].codes) > 0
        self.codes: Codes = (*families[0].codes, DONE) if self.of_values else ()
        """Codes by value; that of -1 is `DONE`."""
        self._refusal: Callable[[S, int, int, int], Reason] | None = None
        self._default: Callable[[S, int, int], int] | None = None
        self._forced: Known | None = None
        self._lister: Lister[S] | None = None
        own: dict[str, Any] | None = getattr(self, "__dict__", None)
        if own is not None:  # where it runs as Python: asked at every step, with as few calls between as can be
            own["legal"] = _coded(options, self.codes) if self.of_values else options

    def listed_by(self, lister: Lister[S]) -> None:
        """Take the function as an object."""
        self._lister = lister

    def legal(self, state: S, seat: int, arg: int) -> Sequence[int]:
        lister = self._lister
        values = self.options(state, seat, arg) if lister is None else lister.of(state, seat, arg, ())
        if not self.of_values:
            return values
        codes = self.codes
        return [codes[value] for value in values]

    def why_not(self, state: S, seat: int, arg: int, code: int) -> Reason:
        if self._refusal is None:
            return Reason(self.why_rule, self.why)
        return self._refusal(state, seat, arg, self._value(code))

    def default(self, state: S, seat: int, arg: int) -> int:
        if self._default is None:
            return super().default(state, seat, arg)
        answer = self._default(state, seat, arg)
        return self.codes[answer] if self.of_values else answer

    def automatic(self, state: S, seat: int, arg: int) -> bool:
        return self.open if self._forced is None else self._forced(state, seat, arg)

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


def _coded(options: Options[S], codes: Codes) -> Options[S]:
    return lambda state, seat, arg: [codes[value] for value in options(state, seat, arg)]


def question(
    key: str,
    rule: str,
    *families: Family,
    open: bool = False,  # noqa: A002 - what it is called everywhere
    forced: Known | None = None,
    secret: bool = False,
    reaction: bool = False,
    plan: bool = False,
    decline: str = "done",
    why: str = "not_possible",
    why_rule: str = "",
) -> Callable[[Options[S]], Question[S]]:
    """Make a question of a function that returns its options; see the module.

    `open`, `secret`, `reaction`, `plan` and `decline` as in `Prompt`; `forced` stands for `open` where it depends on
    the state whether all know that one answer is the only one; `why` and `why_rule` (by default that of the question)
    are text and rule of the refusal where no function says more.
    """

    def made(options: Options[S]) -> Question[S]:
        asked: Question[S] = Question(key, rule, families, options)
        asked.open, asked.secret, asked.decline, asked.reaction = open, secret, decline, reaction
        asked.plan = plan
        asked._forced = forced
        asked.why, asked.why_rule = why, why_rule or rule
        return asked

    return made


@mypyc_attr(allow_interpreted_subclasses=True)
class Picks(Prompt[S]):
    """A question answered by several picks, of which a function says what may follow; made by `picks`."""

    def __init__(self, key: str, rule: str, families: tuple[Family, ...], following: Following[S]) -> None:
        super().__init__()
        self.key = key
        self.rule = rule
        self.families = families
        self.following = following
        self.many = True
        self.closes = False
        self.bits = self.least = self.most = 0
        self.why = "not_possible"
        self.count_rule = ""
        self.tallied = False
        self._number: Number | None = None
        self._forced: Known | None = None
        self._keeps: Number | None = None
        self._lister: Lister[S] | None = None

    def listed_by(self, lister: Lister[S]) -> None:
        """Take the function as an object."""
        self._lister = lister

    def lengths(self, state: S, seat: int, arg: int) -> tuple[int, int]:
        if self._number is None and not self.bits:
            return self.least, self.most
        exact = arg & self.bits if self._number is None else self._number(state, seat, arg)
        return exact, exact

    def keeps(self, state: S, seat: int, arg: int) -> int:
        return 0 if self._keeps is None else self._keeps(state, seat, arg)

    def next(self, state: S, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if self.bits and len(picked) >= arg & self.bits:
            return ()
        least, most = self.lengths(state, seat, arg) if self.closes and not self.bits else (-1, -1)
        if 0 <= most <= len(picked):
            return ()
        lister = self._lister
        codes = self.following(state, seat, arg, picked) if lister is None else lister.of(state, seat, arg, picked)
        return [DONE, *codes] if codes and 0 <= least <= len(picked) else codes

    def why_not(self, state: S, seat: int, arg: int, code: int) -> Reason:
        return Reason(self.rule, self.why)

    def why_not_many(self, state: S, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        least, most = self.lengths(state, seat, arg)
        if self.count_rule and not least <= len(codes) <= most:
            return Reason(self.count_rule, self.why)
        return super().why_not_many(state, seat, arg, codes)

    def shadow(self, codes: Sequence[int]) -> int:
        return len(codes) if self.tallied else 0

    def automatic(self, state: S, seat: int, arg: int) -> bool:
        return self.open if self._forced is None else self._forced(state, seat, arg)


def picks(
    key: str,
    rule: str,
    *families: Family,
    number: tuple[int, int] | int | Number | None = None,
    number_bits: int = 0,
    rows: tuple[Row, ...] | str = (),
    ordered: bool = False,
    open: bool = False,  # noqa: A002 - what it is called everywhere
    forced: Known | None = None,
    keeps: Number | None = None,
    secret: bool = False,
    tallied: bool = False,
    plan: bool = False,
    why: str = "not_possible",
    count_rule: str = "",
) -> Callable[[Following[S]], Picks[S]]:
    """Make a question of several picks of a function that returns the codes that may follow; see the module.

    `number` is the least and the greatest number of picks, or exactly so many, or a function (state, seat, arg) that
    says how many exactly; with `number_bits` these bits of `arg`, the lowest, say so. The answer then closes, and
    offers `DONE`, by itself; without a number the function returns `DONE` where the answer may stop, and nothing where
    it must. `rows` may be the name of a plain list. Of a `secret` answer that is `tallied` all know the number of
    picks. `forced` stands for `open` where it depends on the state whether all know that one answer is the only one;
    `keeps` is the function of `Prompt.keeps`. `count_rule` refuses a wrong number, where that is another rule. The rest
    is as in `question`.
    """

    def made(following: Following[S]) -> Picks[S]:
        asked: Picks[S] = Picks(key, rule, families, following)
        if number is not None and number_bits:
            raise ValueError(f"{key}: number and number_bits both say how many picks there are")
        asked.closes = number is not None or number_bits > 0
        asked.bits = number_bits
        if isinstance(number, int):
            asked.least = asked.most = number
        elif isinstance(number, tuple):
            asked.least, asked.most = number
        else:
            asked._number = number
        asked.rows = listed(rows, *families) if isinstance(rows, str) else rows
        asked.ordered, asked.open, asked.secret, asked.plan = ordered, open, secret, plan
        asked._keeps = keeps
        asked._forced, asked.tallied, asked.why, asked.count_rule = forced, tallied, why, count_rule
        own: dict[str, Any] | None = getattr(asked, "__dict__", None)
        if own is not None and not asked.closes:
            own["next"] = following  # as with `legal` of a question
        return asked

    return made


def rising(heap: Sequence[int], picked: Sequence[int], number: int) -> list[int]:
    """Return the codes of a heap that may be the next of `number` picks, each once.

    In `heap` alike codes stand as often as they lie there. Where order means nothing picks rise, so a code is left out
    that has too few from it on to make up the number. Raises ValueError for a pick that is not of the heap.
    """
    left = sorted(heap)
    for code in picked:
        left.remove(code)
    last = len(left) - (number - len(picked))
    return [code for place, code in enumerate(left) if place <= last and (place == 0 or left[place - 1] != code)]


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
