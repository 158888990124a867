"""A match answered action number by action number: what all adapters drive.

An answer of several picks is given pick by pick, seats that are asked at once one after another; nobody learns of a
pick before the rules say so. The engine does everything else: its `Stepper` for environments, its `Match` where
events are remembered and worlds sampled.
"""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from shapan.adapters.action_index import Mask
from shapan.adapters.encoder import Row
from shapan.adapters.setting import Setting
from shapan.engine.actions import DONE
from shapan.engine.match import Match, Refusal
from shapan.engine.prompt import Reason
from shapan.engine.segment import PLAYER
from shapan.engine.situation import Situation
from shapan.engine.stepper import Stepper
from shapan.engine.text import say


class IllegalAction(ValueError):
    """An action that the seat may not take now; the message names it, the rule and the reason."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


class AnyPlay:
    """One match of a setting, with the picks that are not a whole answer yet."""

    match: Situation[Any]

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.picked: dict[int, list[int]] = {}
        """Picks of answers that are not complete, by seat."""
        self.steps = 0
        """Actions taken by all seats."""
        self._offered: dict[int, tuple[dict[int, int], Mask]] = {}

    @property
    def over(self) -> bool:
        """Whether nothing more is to be decided."""
        return self.match.over

    @property
    def waiting(self) -> list[int]:
        """The seats that are asked now, lowest first; `CHANCE` (-1) at an open draw."""
        return self.match.waiting

    def offered(self, seat: int) -> dict[int, int]:
        """Return the codes a seat may choose now by action number, empty if it is not asked; not to be changed."""
        return self._looked_up(seat)[0]

    def mask(self, seat: int) -> Mask:
        """Return which actions a seat may take now; all 0 if it is not asked."""
        return self._looked_up(seat)[1].copy()

    def _looked_up(self, seat: int) -> tuple[dict[int, int], Mask]:
        found = self._offered.get(seat)
        if found is None:
            legal = self.match.legal(seat, self.picked.get(seat, ())) if seat in self.match.decisions else ()
            found = self._offered[seat] = self.setting.index.looked_up(legal)
        return found

    def observe(self, seat: int) -> Row:
        """Return what a seat sees as a row of numbers."""
        match = self.match
        decision = match.decisions.get(seat)
        if decision is None:
            return self.setting.observation.row(match.view(seat), seat, match.waiting)
        return self.setting.observation.row(
            match.view(seat), seat, match.waiting, decision, self.offered(seat), self.picked.get(seat, ())
        )

    def entries(self, seat: int) -> dict[int, float]:
        """Return the numbers of `observe` that are not 0, by column."""
        match = self.match
        decision = match.decisions.get(seat)
        layout = self.setting.observation
        if decision is None:
            return layout.entries(match.view(seat), seat, match.waiting)
        offered, picked = self.offered(seat), self.picked.get(seat, ())
        return layout.entries(match.view(seat), seat, match.waiting, decision, offered, picked)

    def forced(self, seat: int) -> bool:
        """Take the action of a seat that has only one; return whether it has. It is no step."""
        offered = self.offered(seat)
        if len(offered) != 1:
            return False
        steps = self.steps
        self.act(seat, next(iter(offered)))
        self.steps = steps
        return True

    def skip_forced(self) -> None:
        """Take all actions that are the only ones, for whoever is asked first, until somebody has a choice."""
        while not self.over and self.forced(self.waiting[0]):
            pass

    def act(self, seat: int, action: int) -> None:
        """Take an action for a seat. Raises IllegalAction, and nothing has changed."""
        code = self.offered(seat).get(action)
        if code is None:
            raise self.refused(seat, action)
        match = self.match
        decision = match.decisions[seat]
        self.steps += 1
        codes = [code]
        if decision.prompt.many:
            codes = self.picked.setdefault(seat, [])
            if code != DONE:
                codes.append(code)
                more = match.legal(seat, codes)
                if more and more != [DONE]:
                    self._offered.pop(seat, None)
                    return
            del self.picked[seat]
        self.answer(seat, codes)

    def answer(self, seat: int, codes: list[int], by: str = PLAYER) -> None:
        """Give a whole answer that is known to be legal: a bot's, or one made of actions offered."""
        raise NotImplementedError

    def refused(self, seat: int, action: Any) -> IllegalAction:
        """Return why a seat may not take an action now."""
        reason, index, game = self._reason(seat, action), self.setting.index, self.setting.game
        known = isinstance(action, int | np.integer) and 0 <= action < len(index)
        name = f"{int(action)} ({index.names[action]})" if known else f"{action!r}, which is not 0..{len(index) - 1},"
        said = say(game, "en", f"why_not.{reason.key}", reason.words)
        return IllegalAction(f"seat {seat} may not take action {name} now: {said} [{reason.rule}]", reason.rule)

    def _reason(self, seat: int, action: Any) -> Reason:
        match, index = self.match, self.setting.index
        decision = match.decisions.get(seat)
        if decision is None or match.forfeited is not None:
            return Reason(self.setting.game.refusal_rule(match.live), "not_asked")
        known = isinstance(action, int | np.integer) and 0 <= action < len(index)
        code = index.codes[action] if known else -1
        if code < 0 or (code == DONE and decision.prompt.many):
            return Reason(decision.prompt.rule, "not_possible")
        if decision.prompt.many:
            picks = [*self.picked.get(seat, ()), code]
            return decision.prompt.why_not_many(match.live, seat, decision.arg, picks)
        try:
            match.checked(seat, [code])
        except Refusal as refusal:
            return refusal.reason
        return Reason(decision.prompt.rule, "not_possible")

    def rewards(self) -> list[float]:
        """Return a reward a seat once the match is over, else zeros."""
        outcome = self.match.outcome
        return [0.0] * self.setting.seats if outcome is None else self.setting.rewards(outcome)

    # Copies

    def clone(self) -> Self:
        """Return an independent copy in the same situation."""
        raise NotImplementedError

    def _around(self, match: Any) -> Self:
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.match = match
        new.picked = {seat: picks[:] for seat, picks in self.picked.items()}
        new._offered = {}
        return new

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_offered": {}}


class LeanPlay(AnyPlay):
    """A match without records: the environments' own. `before` is the one that was played last."""

    match: Stepper[Any]

    def __init__(self, setting: Setting, seed: int | str | bytes = 1, before: LeanPlay | None = None) -> None:
        super().__init__(setting)
        if before is None:
            self.match = Stepper(setting.game, setting.seats, setting.options, seed)
        else:
            self.match = before.match.again(seed)

    def answer(self, seat: int, codes: list[int], by: str = PLAYER) -> None:
        """Give a whole answer that is known to be legal; by whom is not kept."""
        self._offered = {}
        self.match.give(seat, codes)

    def clone(self) -> Self:
        """Return an independent copy in the same situation."""
        return self._around(self.match.clone())


class Play(AnyPlay):
    """A match with its records and events: what can be remembered and sampled."""

    match: Match[Any]

    def __init__(
        self, setting: Setting, seed: int | str | bytes = 1, open_chance: bool = False, match: Match[Any] | None = None
    ) -> None:
        super().__init__(setting)
        self.match = match or Match(
            setting.game, setting.seats, setting.options, seed, open_chance=open_chance, hashes=False
        )
        self.answers: list[list[tuple[int, int]]] = [[] for _ in range(setting.seats)]
        """For each seat its actions so far: (how many events it had been told before, action number)."""
        self.remembers = open_chance
        """Whether `answers` are kept; environments for networks do without."""

    def act(self, seat: int, action: int) -> None:
        """Take an action for a seat. Raises IllegalAction, and nothing has changed."""
        if self.remembers and action in self.offered(seat):
            self.answers[seat].append((self.match.event_count(seat), action))
        super().act(seat, action)

    def answer(self, seat: int, codes: list[int], by: str = PLAYER) -> None:
        """Give a whole answer that is known to be legal: a bot's, or one made of actions offered."""
        self._offered = {}
        ordinal = self.match.decisions[seat].ordinal
        self.match.apply({"answer": codes, "seat": seat, "ordinal": ordinal, "by": by, "hash": ""})

    def fall(self, value: int) -> None:
        """Say what falls at an open draw."""
        self._offered = {}
        self.match.fall(value)

    def clone(self) -> Self:
        """Return an independent copy in the same situation."""
        return self._around(self.match.clone())

    def sample(self, seat: int, seed: int | str | bytes) -> Self:
        """Return a world that a seat holds for possible: everything it cannot know is dealt again.

        The picks of other seats to answers that are not complete are forgotten.
        """
        new = self._around(self.match.sample(seat, seed))
        new.picked = {other: picks for other, picks in new.picked.items() if other == seat}
        return new

    def _around(self, match: Match[Any]) -> Self:
        new = super()._around(match)
        new.answers = [row[:] for row in self.answers]
        return new

    def __getstate__(self) -> dict[str, Any]:
        if self.match.is_world:
            raise TypeError("a sampled world cannot be stored: before its mark it holds the truth")
        return {**super().__getstate__(), "match": self.match.save()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self.match = Match.load(self.setting.game, kept["match"])
