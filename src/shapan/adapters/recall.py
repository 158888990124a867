"""What a seat remembers of a match: every event it was told and every action it took, in their order.

That is perfect recall as game theory means it: two situations look the same to a seat only if it was told the same
and did the same on the way there. `information_state` is a string, `RecallTensor` the same as numbers for games
short enough.
"""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np

from shapan.adapters.encoder import Row
from shapan.adapters.play import Play
from shapan.adapters.setting import Setting
from shapan.engine.event import Event
from shapan.engine.view import write

MAX_SLOTS: Final = 64
"""Recall as numbers is offered for games of at most so many decisions."""


def observation_text(play: Play, seat: int) -> str:
    """Return what a seat sees now, as a line of JSON."""
    return json.dumps(_now(play, seat), separators=(",", ":"))


def information_state(play: Play, seat: int) -> str:
    """Return what a seat has been told, has done and sees now, as lines of text that begin with its number."""
    lines = [f"seat {seat}"]
    names, answers, done, known = play.setting.index.names, play.answers[seat], 0, play.setting.event_lines
    for number, event in enumerate(told(play, seat)):
        while done < len(answers) and answers[done][0] <= number:
            lines.append("> " + names[answers[done][1]])
            done += 1
        key = (event.kind, event.open, event.secret if event.knows_secret(seat) else None)
        if key not in known:
            phrase = play.setting.game.events.phrase(event, seat)
            known[key] = f"{phrase['key']} {json.dumps(phrase['with'], separators=(',', ':'))}"
        lines.append(known[key])
    lines += ["> " + names[action] for _, action in answers[done:]]
    return "\n".join([*lines, observation_text(play, seat)])


def told(play: Play, seat: int) -> list[Event]:
    """Return the events that a seat has been told, in their order."""
    match = play.match
    return [*match.history.told(seat), *(event for event in match.events if event.seen_by(seat))]


def _now(play: Play, seat: int) -> dict[str, Any]:
    match = play.match
    decision = match.decisions.get(seat)
    asked = None
    if decision is not None:
        names = play.setting.index.names
        picked = [play.setting.game.actions.write(code) for code in play.picked.get(seat, ())]
        asked = {
            "prompt": decision.prompt.key,
            "argument": decision.arg,
            "picked": picked,
            "offered": [names[action] for action in play.offered(seat)],
        }
    return {"waiting": match.waiting, "asked": asked, "view": write(match.view(seat))}


class RecallTensor:
    """Recall as a row of numbers: a slot for each event and own action, in their order, then what is seen now."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.kinds = setting.game.events.types
        self._open = [sum(kind.width() for _, kind in event.parameters) for event in self.kinds]
        self._secret = [sum(kind.width() for _, kind in event.secret) for event in self.kinds]
        self._starts = list(np.cumsum([0, *(a + b + 2 for a, b in zip(self._open, self._secret, strict=True))]))
        self.slot = int(self._starts[-1]) + len(setting.index)
        self.slots = 6 * setting.game.max_decisions + 6 * setting.seats
        """Room for what is told of each decision and at the beginning and the end."""
        self.width = self.slots * self.slot + setting.observation.width

    def row(self, play: Play, seat: int) -> Row:
        """Return the recall of a seat. Raises OverflowError rather than forget something."""
        row: Row = np.zeros(self.width, np.float32)
        events = told(play, seat)
        answers, done, at = play.answers[seat], 0, 0
        if len(events) + len(answers) > self.slots:
            raise OverflowError(f"{self.setting.game.name}: more than {self.slots} events and actions to remember")
        for number in range(len(events) + 1):
            while done < len(answers) and (answers[done][0] <= number or number == len(events)):
                row[at + int(self._starts[-1]) + answers[done][1]] = 1.0
                done, at = done + 1, at + self.slot
            if number < len(events):
                self._event(row[at : at + self.slot], events[number], seat)
                at += self.slot
        row[self.slots * self.slot :] = play.observe(seat)
        return row

    def _event(self, slot: Row, event: Event, seat: int) -> None:
        kind, at = self.kinds[event.kind], int(self._starts[event.kind])
        slot[at] = 1.0
        at += 1
        parts = [list(zip(kind.parameters, event.open, strict=False))]
        if event.knows_secret(seat):
            parts.append(list(zip(kind.secret, event.secret, strict=False)))
            slot[at + self._open[event.kind]] = 1.0
        for part, start in zip(parts, (at, at + self._open[event.kind] + 1), strict=False):
            place = start
            for (_, parameter), value in part:
                numbers = parameter.encode(value, self.setting.seats, seat)
                slot[place : place + len(numbers)] = numbers
                place += len(numbers)
