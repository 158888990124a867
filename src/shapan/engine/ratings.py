"""How options are rated for bots: question by question, from the values that an option is made of.

Functions stand with the bots, beside what they are about:

    RATE: Final[Ratings[Battlestar, Mind]] = Ratings(Mind)   # made of view and seat, once for all options of an answer

    @RATE("launch_area", by=sided)          # sided(mind, code, worth): what a worth is to the seat that is asked
    def need(mind, area): ...               # an option as the parameters of its family
    @RATE("repair", actions.REPAIR_VIPERS)
    def _vipers(mind, number): ...          # options of some families only
    RATE.add("exchange", lambda mind: ...)  # the same in a line
    RATE.always(1.0, "character")           # all options alike
    @RATE.declined("move")
    def _stay(mind): ...                    # to decline or pass; 0 where nothing is said
    @RATE.row("discard")
    def _to_discard(mind, arg): ...         # of several picks the whole row, as values
    @RATE.picks("move")
    def _to_move(mind, arg, picked): ...    # of several picks what may follow those made, by code; -1 where unnamed
    @RATE.picks("trade", actions.PRICE)
    def _to_pay(mind, arg, picked): ...     # the same for options of some families only
    RATE.check(prompts)                     # when all is loaded: no option without a rating
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from shapan.engine.actions import DONE, PARAMETER_BITS, Family
from shapan.engine.prompt import Prompt

F = TypeVar("F", bound=Callable[..., Any])
M = TypeVar("M")
V = TypeVar("V")
By = Callable[[M, int, float], float]
"""by(mind, code, worth): the rating of an option that is worth so much."""


class Ratings(Generic[V, M]):
    """Functions by question. `M` is a mind: what a seat makes of its view, of class `V`."""

    def __init__(self, mind: Callable[[V, int], M]) -> None:
        self.made = mind
        self._last: tuple[V, int, M, dict[tuple[str, int], list[int]]] | None = None
        """View, seat, mind, and the rows that it has worked out, by question and argument: one thing, for bots of
        several matches think in threads."""
        self._followed: tuple[str, int, tuple[int, ...], M, Mapping[int, float]] | None = None
        """Question, argument, picks, mind, and what the next picks are worth: one thing as well."""
        self._functions: dict[tuple[str, Family | None], tuple[Callable[..., float], By[M] | None]] = {}
        """By question and family; those of None rate all other families of the question."""
        self._found: dict[tuple[str, int], tuple[Family, Callable[..., float], By[M] | None]] = {}
        """What has been looked up, by question and number of the family."""
        self._declined: dict[str, Callable[[M], float]] = {}
        self._rows: dict[str, Callable[[M, int], list[int]]] = {}
        self._picks: dict[str, tuple[Callable[[M, int, tuple[int, ...]], Mapping[int, float]], tuple[Family, ...]]] = {}
        """Functions and the families that they are for; all where none is named."""

    def __call__(self, key: str, *families: Family, by: By[M] | None = None) -> Callable[[F], F]:
        """Register the function that rates the options of a question, or only those of some families."""

        def registered(function: F) -> F:
            self.add(key, function, *families, by=by)
            return function

        return registered

    def add(self, key: str, function: Callable[..., float], *families: Family, by: By[M] | None = None) -> None:
        """Register a function that is written in a line, or known by another name."""
        self._functions.update(dict.fromkeys([(key, family) for family in families or (None,)], (function, by)))

    def always(self, rating: float, key: str, *families: Family) -> None:
        """Register a question whose options are all rated alike, or those of some families."""
        self.add(key, lambda mind, *values: rating, *families)

    def always_declined(self, rating: float, key: str) -> None:
        """Register a question that it is always worth the same to decline."""
        self._declined[key] = lambda mind: rating

    def declined(self, key: str) -> Callable[[F], F]:
        """Register what it is worth to decline a question: f(mind)."""

        def registered(function: F) -> F:
            self._declined[key] = function
            return function

        return registered

    def row(self, key: str) -> Callable[[F], F]:
        """Register the row to be picked at a question of several picks, in values of its family: f(mind, arg)."""

        def registered(function: F) -> F:
            self._rows[key] = function
            return function

        return registered

    def picks(self, key: str, *families: Family) -> Callable[[F], F]:
        """Register what next picks are worth, by code, where they hang together: f(mind, arg, picked).

        It rates all options of the question, or only those of some families.
        """

        def registered(function: F) -> F:
            self._picks[key] = function, families
            return function

        return registered

    def check(self, prompts: Iterable[Prompt[Any]]) -> None:
        """Raise ValueError if options of a question have no rating, or a rating no question."""
        asked = {(prompt.key, family) for prompt in prompts for family in prompt.families}
        rated = {*self._functions, *((key, None) for key in self._rows)}
        rated |= {(key, family) for key, (_, families) in self._picks.items() for family in families or (None,)}
        lacking = {f"{key} {family.name}" for key, family in asked if not {(key, family), (key, None)} & rated}
        if odd := lacking | {key for key, _ in rated} - {key for key, _ in asked}:
            raise ValueError(f"no rating, or no question: {', '.join(sorted(odd))}")

    def mind(self, view: V, seat: int) -> M:
        """Return the mind of a view; that of the last one is kept, for an answer rates all its options by one view."""
        return self._thought(view, seat)[2]

    def _thought(self, view: V, seat: int) -> tuple[V, int, M, dict[tuple[str, int], list[int]]]:
        last = self._last
        if last is None or last[0] is not view or last[1] != seat:
            last = self._last = view, seat, self.made(view, seat), {}
        return last

    def rate(self, view: V, prompt: Prompt[Any], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
        """Rate an option of a question for a seat, from its view. Raises KeyError for one that nothing rates."""
        _, _, mind, planned = self._thought(view, seat)
        key = prompt.key
        picks = self._picks.get(key)
        if picks is not None and (not picks[1] or any(family.has(code) for family in picks[1])):
            return self._follows(key, mind, arg, tuple(picked)).get(code, 0.0 if code == DONE else -1.0)
        if code == DONE:
            return self._declined[key](mind) if key in self._declined else 0.0
        if key in self._rows:
            if (key, arg) not in planned:
                codes = prompt.families[0].codes
                planned[key, arg] = [codes[value] for value in self._rows[key](mind, arg)]
            return 1.0 if planned[key, arg].count(code) > picked.count(code) else -1.0
        return self.worth(mind, prompt, code)

    def worth(self, mind: M, prompt: Prompt[Any], code: int) -> float:
        """Return what the function of a family makes of an option, which is neither declining nor one of a row."""
        found = self._found.get((prompt.key, code >> PARAMETER_BITS))
        family, function, by = found or self._find(prompt, code >> PARAMETER_BITS)
        worth = function(mind, family.value(code)) if family.codes else function(mind, *family.values(code))
        return worth if by is None else by(mind, code, worth)

    def _follows(self, key: str, mind: M, arg: int, picked: tuple[int, ...]) -> Mapping[int, float]:
        last = self._followed
        if last is None or last[:3] != (key, arg, picked) or last[3] is not mind:
            last = self._followed = key, arg, picked, mind, self._picks[key][0](mind, arg, picked)
        return last[4]

    def _find(self, prompt: Prompt[Any], number: int) -> tuple[Family, Callable[..., float], By[M] | None]:
        family = next(family for family in prompt.families if family.number == number)
        found = self._found[prompt.key, number] = (family, *self.registered(prompt.key, family))
        return found

    def registered(self, key: str, family: Family) -> tuple[Callable[..., float], By[M] | None]:
        """Return the function that rates options of a family at a question. Raises KeyError where there is none."""
        return self._functions[(key, family) if (key, family) in self._functions else (key, None)]

    def declining(self, key: str) -> Callable[[M], float] | None:
        """Return what rates to decline a question, None where nothing does."""
        return self._declined.get(key)

    def whole_row(self, key: str) -> Callable[[M, int], list[int]] | None:
        """Return what makes the whole row to be picked at a question, None where nothing does."""
        return self._rows.get(key)

    def next_picks(
        self, key: str
    ) -> tuple[Callable[[M, int, tuple[int, ...]], Mapping[int, float]], tuple[Family, ...]] | None:
        """Return what rates the next picks of a question, and for which families (all where none is named)."""
        return self._picks.get(key)
