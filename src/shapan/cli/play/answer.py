"""An answer at the keyboard: options with numbers, and rows of picks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shapan.cli.play.points import read_points
from shapan.engine import previews
from shapan.engine.actions import DONE
from shapan.engine.ground import Aim, Ground
from shapan.engine.match import Match, Refusal
from shapan.engine.point_answers import code_at, takes_points
from shapan.engine.scene import Odds, Phrase, Piece


class Wrong(Exception):
    """A line that names no answer; `key` is a word of the screen, with its parameters."""

    def __init__(self, key: str, **words: object) -> None:
        super().__init__(key)
        self.key = key
        self.words = words


@dataclass(slots=True)
class Option:
    """One numbered option: the code, its label, a word on what it does, the piece that offers it, what comes of it."""

    code: int
    label: Phrase
    help: Phrase | None = None
    piece: Piece | None = None
    odds: Odds | None = None


class Answer:
    """The answer of one seat to its open decision, as it grows."""

    def __init__(self, match: Match[Any], seat: int) -> None:
        self.match = match
        self.seat = seat
        self.many = match.decisions[seat].prompt.many
        self.ordered = match.decisions[seat].prompt.ordered
        self.picked: list[int] = []
        decision = match.decisions[seat]
        keeps = decision.prompt.keeps(match.live, seat, decision.arg)
        self.gives_up = decision.prompt.lengths(match.live, seat, decision.arg)[0] if keeps else 0
        """How many things go, where the question says how many are kept."""
        self.complete = False
        self.shown: list[Option] = []
        self.reading: list[Piece] = []
        """The cards that the question is about."""
        self.ground: Ground | None = None
        """The table to scale, where the question takes points of it."""

    def options(self) -> list[Option]:
        """Return the options that are open now, to be shown with the numbers 1, 2 and so on."""
        match = self.match
        view = match.view(self.seat)
        offers = [code for code in match.legal(self.seat, self.picked, people=True) if code != DONE or not self.many]
        prompt, arg = match.decisions[self.seat].prompt, match.decisions[self.seat].arg
        scene = match.game.board(view, self.seat, offers, prompt)
        self.reading = scene.reading
        self.ground = previews.ground_of(scene) if takes_points(prompt) else None
        self.shown = [
            Option(target.code, target.label, target.help, piece, target.odds)
            for target, piece in previews.list_offers(
                match.game, view, self.seat, offers, prompt, scene, arg, self.picked
            )
        ]
        return self.shown

    @property
    def aim(self) -> Aim | None:
        """What the next pick moves on the table to scale, with the legs so far."""
        decision = self.match.decisions[self.seat]
        if self.ground is None:
            return None
        view = self.match.view(self.seat)
        return self.match.game.aim(view, decision.prompt, self.seat, decision.arg, self.picked)

    @property
    def may_stop(self) -> bool:
        """Whether an empty line completes the answer."""
        return self.many and DONE in self.match.legal(self.seat, self.picked, people=True)

    @property
    def example(self) -> str:
        """Numbers of a row of picks that can be typed as they stand: as many as are needed, or two."""
        shown = [option.code for option in self.shown]
        picked = list(self.picked)
        numbers: list[int] = []
        while further := self.match.legal(self.seat, picked, people=True):
            code = next((code for code in further if code in shown), None)
            if code is None or (DONE in further and len(numbers) > 1):
                break
            picked.append(code)
            numbers.append(shown.index(code) + 1)
        return " ".join(map(str, numbers))

    def read(self, line: str) -> None:
        """Take a line of numbers, or of points. Raises Wrong, or Refusal of a point, changing nothing."""
        points = None
        if self.ground is not None:
            points = read_points(line, self.match.decisions[self.seat].prompt, self.ground)
        if points is not None:
            self._go(points)
            return
        numbers = self._numbers(line)
        if not self.many:
            if len(numbers) != 1:
                raise Wrong("no_number", n=len(self.shown))
            self.picked, self.complete = [numbers[0]], True
            return
        if not numbers:
            if not self.may_stop:
                raise Wrong("too_few")
            self.complete = True
            return
        picked = list(self.picked)
        for code in numbers:
            if self.ordered and code not in self.match.legal(self.seat, picked, people=True):
                raise Wrong("not_now", n=[option.code for option in self.shown].index(code) + 1)
            picked.append(code)
        self.picked = picked if self.ordered else sorted(picked)
        further = set(self.match.legal(self.seat, self.picked, people=True))
        known = {option.code for option in self.shown} | {DONE}
        # A row goes on only where it must, or where it may with something that was not on the list before.
        # What is chosen without order stands on one list: a wrong number of picks is for the rules to refuse.
        goes_on = bool(further - known) or (self.ordered and DONE not in further)
        self.complete = not further or not goes_on

    def _go(self, points: list[list[int]]) -> None:
        """Take points, one after another."""
        decision, live, seat = self.match.decisions[self.seat], self.match.live, self.seat
        prompt, arg = decision.prompt, decision.arg
        if not self.many and len(points) != 1:
            raise Wrong("one_point")
        picked = list(self.picked)
        for at in points:
            code = code_at(prompt, live, seat, arg, picked, at)
            if code is None:
                raise Wrong("no_point")
            if self.many and not prompt.test_next(live, seat, arg, picked, code):
                reason = prompt.why_not_next(live, seat, arg, picked, code)
                raise Refusal(prompt.at_pick(reason, [*picked, code], len(picked)))
            picked.append(code)
        self.picked = picked
        further = self.match.legal(seat, picked, people=True) if self.many else ()
        self.complete = not further or (
            DONE in further and all(code == DONE or self._is_point(code) for code in further)
        )

    def _is_point(self, code: int) -> bool:
        return bool(self.match.game.target(self.match.view(self.seat), code).at)

    def again(self) -> None:
        """Begin the answer anew, after the rules have refused it."""
        self.picked, self.complete = [], False

    def _numbers(self, line: str) -> list[int]:
        codes = []
        for word in line.replace(",", " ").replace("、", " ").split():
            if not (word.isascii() and word.isdigit() and 1 <= int(word) <= len(self.shown)):
                raise Wrong("no_number", n=len(self.shown))
            codes.append(self.shown[int(word) - 1].code)
        return codes
