"""Prompts: the questions that rules ask, declared once a game.

A prompt is a set of pure functions of (state, seat, arg). The table calls them when it needs them, on the state as it
then is (after a resample again), and never while replaying.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from shapan.engine.actions import DONE, Actions, Family
from shapan.engine.form import OWN, read_one, takes_one, write_one
from shapan.engine.kinds import said_by
from shapan.engine.row import Row, heaps_of, path_of, picks_at, read_row, takes_row, write_row
from shapan.engine.shape import ONE, Part
from shapan.engine.state import State
from shapan.engine.words import PLAIN, Words

S = TypeVar("S", bound=State)

MAX_CANDIDATES: Final = 64
"""How many codes of tested families are offered where a list is wanted."""


@dataclass(slots=True)
class Reason:
    """Why something is not possible: the rule, and a text key (`why_not.<key>`) with its parameters.

    `path` is the field of the written answer that is to blame, where the answer has several.
    """

    rule: str
    key: str
    words: dict[str, Any] = field(default_factory=dict)
    path: str = ""


@mypyc_attr(allow_interpreted_subclasses=True)
class Prompt(Generic[S]):
    """A question. Subclasses set the fields and write `legal` (or `next` for an answer of several picks).

    A question that is one list and no more is shorter as a function: `shapan.engine.question`.
    """

    key: str = ""
    """Text key: `prompt.<key>`."""
    rule: str = ""
    """The rule that asks, and that refuses an answer for which `why_not` names no other."""
    open: bool = False
    """The list of legal actions is known to all, so the engine may answer a question with one option."""
    secret: bool = False
    """Others learn of the answer only its shadow; without it, they learn the answer."""
    reaction: bool = False
    """A reaction window: to pass is `DONE`, and scenarios pass it unless the next answer reacts."""
    many: bool = False
    """One answer made of several picks (`ask_many`)."""
    ordered: bool = True
    """The order of the picks matters; otherwise they are offered in rising order only."""
    plan: bool = False
    """It may be answered in advance: what it offers and asks can be told before it is asked (`shapan.engine.plan`)."""
    at_once: bool = False
    """With `many`: the first pick is the whole answer, and people need not confirm it, unless it may harm them."""
    families: tuple[Family, ...] = ()
    """The families an answer may be of; anything else belongs to another decision."""
    decline: str = "done"
    """The word for `DONE`: pass, stop, no, stay."""
    rows: tuple[Row, ...] = ()
    """For `many`: how the picks are written; by default as a list of actions, `{"do": key, "picks": [...]}`."""
    limited: bool = True
    """Whether `limits` has something to say; a prompt that does not begin with `__init__` is always asked."""
    draws: bool = False
    """Whether random play asks `any` or `any_next` and makes no list: the prompt writes one of them."""
    _tested: tuple[Family, ...] | None = None
    """What `tested` has found."""

    def __init__(self) -> None:
        """Take what a class of plain Python says of itself: compiled code reads a prompt's own attributes alone."""
        said: Any = type(self)
        self.key = said_by(said.key, self.key)
        self.rule = said_by(said.rule, self.rule)
        self.open = said_by(said.open, self.open)
        self.secret = said_by(said.secret, self.secret)
        self.reaction = said_by(said.reaction, self.reaction)
        self.plan = said_by(said.plan, self.plan)
        self.many = said_by(said.many, self.many)
        self.ordered = said_by(said.ordered, self.ordered)
        self.families = said_by(said.families, self.families)
        self.decline = said_by(said.decline, self.decline)
        self.rows = said_by(said.rows, self.rows)
        self.limited = said.limits is not Prompt.limits
        self.draws = said.any is not Prompt.any or said.any_next is not Prompt.any_next

    def legal(self, state: S, seat: int, arg: int) -> Sequence[int]:
        """Return the legal codes: unique, never none, in an order that tells nothing hidden (tested: candidates)."""
        if self.has_tested():
            return self.candidates(state, seat, arg, MAX_CANDIDATES)
        raise NotImplementedError(f"prompt {self.key} has no list of actions")

    def next(self, state: S, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        """Return the legal next picks; `DONE` among them when the answer may stop, empty when it must."""
        raise NotImplementedError(f"prompt {self.key} has no picks")

    def all_next(self, state: S, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        """Return all legal next picks, for people: `next`, with those of tested families that are no candidates.

        It holds whatever `next` does, and is overridden where people can count out what bots need not look at.
        """
        return self.next(state, seat, arg, picked)

    def can_hold(self, state: S, seat: int, arg: int, picked: Sequence[int]) -> bool | None:
        """Tell whether some answer holds all these picks, where their order means nothing; None: look it up in `next`.

        People pick in any order, so this is asked of every pick that might follow. Of many, looking takes seconds.
        """
        return None

    def all_picks(self, state: S, seat: int, arg: int) -> Sequence[int]:
        """Return every code that some answer holds, where order means nothing.

        `DONE` is among them where nothing at all may be picked. By default those that the row of the least picks meets:
        right where what may follow a pick might also have come before it. Where picks exclude each other otherwise, as
        by a sum, a prompt counts them out (the conformance kit looks for answers with others).
        """
        row = list[int]()
        options = found = list(self.offers(state, seat, arg, row, True))
        while rest := [code for code in options if code != DONE]:
            row.append(rest[0])
            options = list(self.offers(state, seat, arg, row, True))
            found = [*found, *(code for code in options if code != DONE and code not in found)]
        return found

    def any(self, state: S, seat: int, arg: int, number: int) -> int:
        """Return one legal code, drawn by a number from 0 to 2**32 - 1; by default one of the list.

        Where a list is dear, as that of candidates in a space, a prompt tries its slots from `number` on and makes no
        list. The same number draws the same code, from what the seat may see; every slot must be able to come up, equal
        chances are not asked for.
        """
        legal = self.legal(state, seat, arg)
        return legal[number % len(legal)]

    def any_next(self, state: S, seat: int, arg: int, picked: Sequence[int], number: int) -> int:
        """Return one legal next pick, drawn by a number as in `any`; `DONE` where the answer stops.

        By default one of those that `offers` lists. Where order means nothing, none before the last pick.
        """
        options = self.offers(state, seat, arg, picked)
        return options[number % len(options)] if options else DONE

    def lengths(self, state: S, seat: int, arg: int) -> tuple[int, int]:
        """Return the least and the greatest number of picks of an answer, for people to be told; (0, 0): not said."""
        return 0, 0

    def keeps(self, state: S, seat: int, arg: int) -> int:
        """Return how many things stay of those that picks give up, where people choose these instead; 0: they do not.

        So it is where few of many stay. Then `question` says so, every thing that is there is offered once for each
        that is alike, and the answer is all that was not chosen.
        """
        return 0

    def default(self, state: S, seat: int, arg: int) -> int:
        """Return the answer given when time is up; from what the seat may see."""
        legal = self.legal(state, seat, arg)
        return DONE if DONE in legal else legal[0]

    def default_many(self, state: S, seat: int, arg: int) -> list[int]:
        """Return the picks given when time is up: as few as possible, the first offered."""
        picked: list[int] = []
        while (options := self.offers(state, seat, arg, picked)) and DONE not in options:
            picked.append(options[0])
        return picked

    def proposal(self, state: S, seat: int, arg: int) -> list[int]:
        """Return the picks that a person finds laid out when he is asked, to take or to change; none by default.

        For answers that are mostly clear, such as what to pay with. From what the seat may see; they are an answer.
        """
        return []

    def ahead(self, state: S, seat: int) -> Sequence[int] | None:
        """Return the codes that a seat, by its view, holds for an answer in advance; None: those its table offers."""
        return None

    def why_not(self, state: S, seat: int, arg: int, code: int) -> Reason:
        """Return why a code of this prompt's families is not legal now."""
        return Reason(self.rule, "not_possible")

    def why_not_many(self, state: S, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        """Return why a row of picks is not legal now: the first that may not follow, else what all together break."""
        row = self.arranged(codes)
        for place, code in enumerate(row):
            if code == DONE:
                break
            if not self.test_next(state, seat, arg, row[:place], code):
                return self.at_pick(self.why_not_next(state, seat, arg, row[:place], code), row, place)
        broken = None if DONE in row else self.limits(state, seat, arg, row)
        return broken or Reason(self.rule, "not_possible")

    def why_not_next(self, state: S, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        """Return why a code is not a legal next pick."""
        return self.reason(state, seat, arg, code)

    def limits(self, state: S, seat: int, arg: int, picked: Sequence[int]) -> Reason | None:
        """Return what picks that may follow each other break as a whole, with its field; None if they are an answer.

        So a sum, a goal that a path must reach. `DONE` is not offered as long as it is broken; `next` offers only what
        can still become an answer.
        """
        return None

    def test(self, state: S, seat: int, arg: int, code: int) -> bool:
        """Tell whether a code is legal; prompts with tested families override it."""
        return code in self.legal(state, seat, arg)

    def test_next(self, state: S, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        """Tell whether a code is a legal next pick; rows of tested families override it, `next` lists candidates."""
        return code in self.next(state, seat, arg, picked)

    def candidates(self, state: S, seat: int, arg: int, most: int) -> Sequence[int]:
        """Return at most `most` legal codes worth trying, not empty; prompts with tested families override it."""
        return self.legal(state, seat, arg)

    def shadow(self, codes: Sequence[int]) -> int:
        """Return what all may know of a secret answer while it is secret: nothing, a count, a type."""
        return 0

    def automatic(self, state: S, seat: int, arg: int) -> bool:
        """Tell whether the engine answers by itself if only one answer is possible: everybody knows that it is so."""
        return self.open

    # What the engine makes of these

    def reason(self, state: S, seat: int, arg: int, code: int) -> Reason:
        """Return why any code at all is not legal now: `why_not` is asked for codes of the prompt's families only."""
        if code == DONE or any(family.has(code) and family.fits(code) for family in self.families):
            return self.why_not(state, seat, arg, code)
        return Reason(self.rule, "not_possible")

    def at_pick(self, reason: Reason, codes: Sequence[int], place: int) -> Reason:
        """Return a reason against one of some picks with its field, where it names none."""
        return reason if reason.path else replace(reason, path=path_of(self.rows, codes, place))

    def picks_at(self, codes: Sequence[int], path: str) -> list[int] | None:
        """Return those codes of an answer that lie at a path of its written form; None where that has no such field."""
        row = self.arranged(codes)
        rows = self.rows if self.many else (Row(self.key, (Part("", self.families, ONE),)),)
        places = picks_at(rows, row, path)
        return None if places is None else [row[place] for place in places]

    def offers(self, state: S, seat: int, arg: int, picked: Sequence[int], people: bool = False) -> Sequence[int]:
        """Return the next picks; where order does not matter only those not smaller than the last one.

        Those for `people` are all of them. Raises ValueError where nothing may follow picks that are no answer.
        """
        options = self.all_next(state, seat, arg, picked) if people else self.next(state, seat, arg, picked)
        if not self.limited and not (picked and options):
            return options
        if picked and not self.ordered:
            last = picked[-1]
            options = [code for code in options if code == DONE or code >= last]
        elif picked and self.rows:
            for heap in heaps_of(self.rows):
                if any(family.has(picked[-1]) for family in heap):
                    options = [c for c in options if c >= picked[-1] or not any(family.has(c) for family in heap)]
        if self.limited and (not options or DONE in options) and self.limits(state, seat, arg, picked) is not None:
            options = [code for code in options if code != DONE]
            if not options:
                raise ValueError(f"{self.key}: nothing may follow {list(picked)}, which is no answer")
        return options

    def arranged(self, codes: Sequence[int]) -> list[int]:
        """Return picks as they are kept: in rising order where order means nothing."""
        if not self.ordered:
            return sorted(codes)
        row = list(codes)
        for heap in heaps_of(self.rows) if self.rows else ():
            places = [place for place, code in enumerate(row) if any(family.has(code) for family in heap)]
            for place, code in zip(places, sorted([row[place] for place in places]), strict=True):
                row[place] = code
        return row

    def allows(self, state: S, seat: int, arg: int, codes: Sequence[Any]) -> bool:
        """Tell whether an answer (one code, or the picks without a closing `DONE`) is legal."""
        if not self.are_codes(codes):
            return False
        if not self.many:
            return len(codes) == 1 and self.test(state, seat, arg, codes[0])
        row = self.arranged(codes)
        for place, code in enumerate(row):
            if code == DONE or not self.test_next(state, seat, arg, row[:place], code):
                return False
        options = self.next(state, seat, arg, row)
        return (not options or DONE in options) and self.limits(state, seat, arg, row) is None

    def are_codes(self, codes: Sequence[Any]) -> bool:
        """Tell whether these are codes at all: integers, those of tested families with nothing beside parameters."""
        for code in codes:
            if code.__class__ is not int:
                return False
        for family in self.tested():
            for code in codes:
                if family.has(code) and not family.fits(code):
                    return False
        return True

    def only_answer(self, state: S, seat: int, arg: int) -> list[int] | None:
        """Return the answer if there is exactly one, else None."""
        if not self.many:
            if self.has_tested():  # a list of candidates does not say that there are no others
                return None
            legal = self.legal(state, seat, arg)
            return [legal[0]] if len(legal) == 1 else None
        picked: list[int] = []
        while options := self.offers(state, seat, arg, picked):
            if len(options) > 1:
                return None
            if options[0] == DONE:
                break
            picked.append(options[0])
        return picked

    def forced_answer(self, state: S, seat: int, arg: int) -> list[int] | None:
        """Return the answer that the engine gives by itself, if there is one: the only one, where all know that."""
        return self.only_answer(state, seat, arg) if self.automatic(state, seat, arg) else None

    def has_tested(self) -> bool:
        """Tell whether an answer may be a code that no list holds."""
        return bool(self.tested())

    def tested(self) -> tuple[Family, ...]:
        """Return those of its families that a test decides; asked at every answer, found once."""
        found = self._tested
        if found is None:
            found = self._tested = tuple(family for family in self.families if family.tested)
        return found

    def write(self, actions: Actions, codes: Sequence[int], words: Words = PLAIN) -> dict[str, Any]:
        """Return an answer as JSON, without its seat."""
        if not self.many:
            return {"do": self.decline} if codes[0] == DONE else write_one(actions.of(codes[0]), codes[0], words)
        if self.rows:
            return write_row(self.rows, codes, words)
        return {"do": self.key, "picks": [actions.write(code, words) for code in codes]}

    def read(self, actions: Actions, entry: Mapping[str, Any], words: Words = PLAIN) -> list[int]:
        """Return the answer of a JSON entry. Raises ValueError(field, reason) for a word that does not exist."""
        if self.rows:
            return read_row(self.rows, entry, ordered=self.ordered, words=words)
        if not self.many:
            return [DONE] if self._declines(actions, entry) else [read_one(self.families, entry, words)]
        rows = entry.get("picks")
        if not isinstance(rows, list):
            raise ValueError("picks", f"{self.key} needs the list 'picks'")
        for name in entry:
            if name not in OWN and name != "picks":
                raise ValueError(name, f"{self.key} has no field {name!r}")
        return self.arranged([actions.read(row, words) for row in rows])

    def _declines(self, actions: Actions, entry: Mapping[str, Any]) -> bool:
        word = entry.get("do")
        if not actions.done or (word != self.decline and not (self.reaction and word == "pass")):
            return False
        for name in entry:
            if name not in OWN:
                raise ValueError(name, f"{word} has no field {name!r}")
        return True

    def takes(self, entry: Mapping[str, Any]) -> bool:
        """Tell whether a JSON entry is an answer to this kind of decision."""
        name = entry.get("do")
        if self.many:
            return takes_row(self.rows, entry) if self.rows else name == self.key
        if name == self.decline or (self.reaction and name == "pass"):
            return True
        return takes_one(self.families, entry)
