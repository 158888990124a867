"""The match at the keyboard: bots answer, people are shown the table and asked, every answer is kept."""

from __future__ import annotations

import shlex
import sys
import unicodedata
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from shapan import bots
from shapan.cli import match_files
from shapan.cli.play.answer import Answer, Wrong
from shapan.cli.play.screen import Screen
from shapan.cli.play.seating import Seating
from shapan.engine.match import Match, Refusal
from shapan.engine.segment import BOT
from shapan.engine.view import write
from shapan.native.looks import use


class Quit(Exception):
    """A person has had enough for now."""


class TakenBack(Exception):
    """An answer was taken back: ask again."""


class Session:
    """One sitting at the keyboard with one match."""

    def __init__(self, match: Match[Any], seating: Seating, path: Path, console: Console) -> None:
        self.match = match
        self.seating = seating
        self.path = path
        self.console = console
        self.screen = Screen(match, seating, console)
        self.words, self.voice = self.screen.words, self.screen.voice
        self.players = {seat: bots.find(name) for seat, name in seating.bots.items()}
        self.last = -1
        """The person who was asked last."""
        self.last_answer = -1
        """The person who answered last: at one keyboard his answer, too, can be taken back before the next one."""

    def run(self) -> None:
        """Play to the end. Raises Quit."""
        use()
        self._save()
        while not self.match.over:
            waiting = self.match.waiting
            machine = next((seat for seat in waiting if seat in self.players), None)
            if machine is not None:
                codes = bots.answer(self.players[machine], self.match, machine)
                self.match.answer(machine, codes, by=BOT)
                self._save()
                if not self.seating.people:
                    self.screen.news(self.match.seats)
            else:
                self._person(waiting[0])
                self._save()
        self._end()

    def _save(self) -> None:
        table = {**self.seating.dump(), "over": self.match.over}
        match_files.write(self.path, {**self.match.save(), "table": table})

    # One decision of a person

    def _person(self, seat: int) -> None:
        self._hand_over(seat)
        self.screen.news(seat)
        self.screen.table(seat)
        answer = Answer(self.match, seat)
        try:
            while True:
                self.screen.question(answer)
                self._fill(answer)
                try:
                    self.match.answer(seat, answer.picked)
                except Refusal as refusal:
                    self.screen.refused(refusal)
                    answer.again()
                else:
                    self.last_answer = seat
                    return
        except TakenBack:
            return

    def _hand_over(self, seat: int) -> None:
        """Between two people whose views differ the screen is cleared; the next one says when to go on."""
        last, self.last = self.last, seat
        if last in {-1, seat}:
            return
        if write(self.match.view(last)) == write(self.match.view(seat)):
            return
        self._clear()
        self.console.print()
        line = self._read(Text(self.words["pass_to"].replace("{seat}", self.voice.seats[seat]) + " ", style="bold"))
        if line.lower() == "q":
            raise Quit
        self._clear()

    def _clear(self) -> None:
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")  # what has been scrolled away is nobody else's either
        self.console.clear()

    def _fill(self, answer: Answer) -> None:
        """Read lines until the answer is complete."""
        while not answer.complete:
            line = self._read(self._invitation(answer))
            if self._command(answer, line):
                continue
            try:
                answer.read(line)
            except Wrong as wrong:
                self.screen.say(wrong.key, **wrong.words)
            except Refusal as refusal:
                self.screen.refused(refusal)
            else:
                if not answer.complete:
                    self.screen.question(answer)

    def _invitation(self, answer: Answer) -> Text:
        if not answer.many:
            key = "one"
        elif answer.gives_up:
            key = "give_up"
        elif answer.picked:
            key = "next" if answer.may_stop else "some"
        else:
            key = "many" if answer.may_stop else "some"
        words = self.words[key].format(example=answer.example if answer.many else "", count=answer.gives_up)
        if answer.aim is not None:
            kind = self.match.decisions[answer.seat].prompt.key
            words = self.words["point"].format(example=f"{kind} 2.5 3", text=words)
        return Text.assemble(
            self.voice.seat(answer.seat),
            (self.words["aside"].replace("{text}", words) + " ", "dim"),
            "> ",
        )

    def _read(self, invitation: Text) -> str:
        try:
            line = self.console.input(invitation)
        except EOFError:
            self.console.print()
            raise Quit from None
        if not sys.stdin.isatty():  # a terminal shows what is typed; a file or pipe does not
            self.console.print(Text(line))
        return unicodedata.normalize("NFKC", line).strip()

    def _command(self, answer: Answer, line: str) -> bool:
        """Carry out a line that is a command; tell whether it was one."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "q" | "quit":
                raise Quit
            case "u" | "undo":
                self._undo(answer.seat)
            case "t" | "table":
                self.screen.table(answer.seat)
                self.screen.question(answer)
            case "l" | "log":
                self.screen.log(answer.seat, rest.strip())
            case "r" | "rule" | "rules":
                self.screen.rule(rest.strip() or self.match.decisions[answer.seat].prompt.rule)
            case "?" | "h" | "help":
                self.screen.help(answer.seat)
            case _:
                return False
        return True

    def _undo(self, seat: int) -> None:
        mine = self.last_answer if not self.match.may_undo(seat) and self.last_answer in self.seating.people else seat
        try:
            self.match.undo(mine)
        except Refusal as refusal:
            self.screen.refused(refusal)
            return
        for viewer, count in self.seating.told.items():
            self.seating.told[viewer] = min(count, self.match.event_count(viewer))
        self.screen.say("undone")
        raise TakenBack

    def _end(self) -> None:
        match = self.match
        viewer = self._viewer_of_end()
        self.screen.news(viewer)
        self.screen.table(viewer)
        outcome = match.outcome
        self.console.print()
        if outcome is None:
            self.console.print(Text(self.words["over"], style="bold"))
            return
        result = self.voice.term(f"label.{outcome.result}", f"result.{outcome.result}")
        result = result or self.words.get(outcome.result, "")
        said = self.words["over"] + (self.words["colon"] + result if result else "")
        self.console.print(Text(said, style="bold"))
        for seat in sorted(range(match.seats), key=lambda seat: outcome.ranks[seat]):
            line = Text.assemble(f"  {self.words['rank']} {outcome.ranks[seat]}  ", self.voice.seat(seat))
            if outcome.scores:
                line.append(f"  {self.words['score']} {outcome.scores[seat]}")
            self.console.print(line)

    def _viewer_of_end(self) -> int:
        """Return whose view is shown at the end: a spectator's where people here know different things."""
        people, match = self.seating.people, self.match
        if not people:
            return match.seats
        last = self.last if self.last in people else people[0]
        if all(write(match.view(seat)) == write(match.view(last)) for seat in people):
            return last
        unread = match.event_count(last) - self.seating.told.get(last, 0)
        self.seating.told[match.seats] = max(0, match.event_count(match.seats) - unread)
        return match.seats

    def where(self) -> str:
        """Return where the match is kept and how to see it again or go on with it."""
        quoted = shlex.quote(str(self.path))
        if self.match.over:
            key, command = "kept", f"shapan replay {quoted}"
        else:
            key, command = "saved", f"shapan play --resume {quoted}"
        return self.words[key].replace("{path}", str(self.path)).replace("{command}", command)
