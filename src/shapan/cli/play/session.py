"""The match at the keyboard: bots answer, people are shown the table and asked, every answer is kept."""

from __future__ import annotations

import shlex
import sys
import unicodedata
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from shapan import bots
from shapan.cli import match_files
from shapan.cli.draw import Drawing, in_measures, is_empty, joined, plain_view
from shapan.cli.play.answer import Answer, Option, Wrong
from shapan.cli.play.words import words
from shapan.cli.text_renderer import TextRenderer, near_rules, rule_of
from shapan.engine.match import Match, Refusal
from shapan.engine.scene import Phrase, Piece
from shapan.engine.segment import BOT
from shapan.engine.view import write
from shapan.server.words import bot_name, listed, seat_name

HELP_COLUMN = 46
"""Where the words on what comes of an option begin, at the latest; they wrap below each other."""


class Quit(Exception):
    """A person has had enough for now."""


class TakenBack(Exception):
    """An answer was taken back: ask again."""


@dataclass(slots=True)
class Seating:
    """Who sits where: people at this keyboard, a bot by name at every other seat, and in which language."""

    people: list[int]
    bots: dict[int, str]
    language: str
    told: dict[int, int] = field(default_factory=dict)
    """For each viewer, how many events he has read."""

    def dump(self) -> dict[str, Any]:
        """Return the seating as JSON."""
        return {
            "people": self.people,
            "bots": {str(seat): name for seat, name in self.bots.items()},
            "language": self.language,
            "told": {str(viewer): count for viewer, count in self.told.items()},
        }


class Session:
    """One sitting at the keyboard with one match."""

    def __init__(self, match: Match[Any], seating: Seating, path: Path, console: Console) -> None:
        self.match = match
        self.seating = seating
        self.path = path
        self.console = console
        kinds = ["bot" if seat in seating.bots else "player" for seat in range(match.seats)]
        called = [seat_name(seating.language, seat, kind, "") for seat, kind in enumerate(kinds)]
        self.voice = TextRenderer(match.game, seating.language, match.seats, called)
        self.words = words(seating.language)
        person = self.words["you"] if len(seating.people) == 1 else ""
        names = [seating.bots.get(seat, "") for seat in range(match.seats)]
        self.drawing = Drawing(self.voice, [bot_name(seating.language, name)[0] if name else person for name in names])
        self.players = {seat: bots.find(name) for seat, name in seating.bots.items()}
        self.last = -1
        """The person who was asked last."""
        self.last_answer = -1
        """The person who answered last: at one keyboard his answer, too, can be taken back before the next one."""

    def run(self) -> None:
        """Play to the end. Raises Quit."""
        self._save()
        while not self.match.over:
            waiting = self.match.waiting
            machine = next((seat for seat in waiting if seat in self.players), None)
            if machine is not None:
                codes = bots.answer(self.players[machine], self.match, machine)
                self.match.answer(machine, codes, by=BOT)
                self._save()
                if not self.seating.people:
                    self._news(self.match.seats)
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
        self._news(seat)
        self._table(seat)
        answer = Answer(self.match, seat)
        try:
            while True:
                self._question(answer)
                self._fill(answer)
                try:
                    self.match.answer(seat, answer.picked)
                except Refusal as refusal:
                    self._refused(refusal)
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
                self._say(wrong.key, **wrong.words)
            except Refusal as refusal:
                self._refused(refusal)
            else:
                if not answer.complete:
                    self._question(answer)

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
            self.voice.seat(answer.seat), (self.words["aside"].replace("{text}", words) + " ", "dim"), "> "
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
                self._table(answer.seat)
                self._question(answer)
            case "l" | "log":
                self._log(answer.seat, rest.strip())
            case "r" | "rule" | "rules":
                self._rule(rest.strip() or self.match.decisions[answer.seat].prompt.rule)
            case "?" | "h" | "help":
                self._help(answer.seat)
            case _:
                return False
        return True

    def _undo(self, seat: int) -> None:
        mine = self.last_answer if not self.match.may_undo(seat) and self.last_answer in self.seating.people else seat
        try:
            self.match.undo(mine)
        except Refusal as refusal:
            self._refused(refusal)
            return
        for viewer, count in self.seating.told.items():
            self.seating.told[viewer] = min(count, self.match.event_count(viewer))
        self._say("undone")
        raise TakenBack

    # What is shown

    def _say(self, key: str, **words: object) -> None:
        text = self.words[key]
        for name, value in words.items():
            text = text.replace("{" + name + "}", str(value))
        self.console.print(Text(text, style="yellow"))

    def _refused(self, refusal: Refusal) -> None:
        reason = refusal.reason
        said = self.voice.phrase(Phrase(f"why_not.{reason.key}", reason.words))
        self.console.print(Text.assemble((said, "bold red"), "  ", (reason.rule, "dim")))

    def _call(self, viewer: int) -> None:
        """Call the seats by what they are in the game, as far as a viewer knows it."""
        match = self.match
        self.voice.call(match.game.board(match.view(viewer), viewer, [], None).panels)

    def _news(self, viewer: int) -> None:
        """Print what a viewer has been told since the last time."""
        self._call(viewer)
        told = self.seating.told.get(viewer, 0)
        news = self.voice.event_lines(self.match, viewer, told)
        self.seating.told[viewer] = told + len(news)
        if news and self.seating.people:
            self.console.print()
            self._heading("since")
        for line in news:
            self.console.print(line)

    def _heading(self, key: str) -> None:
        self.console.print(Rule(self.words[key], style="dim", align="left"))

    def _table(self, viewer: int) -> None:
        match = self.match
        decision = match.decisions.get(viewer)
        legal = [] if decision is None else match.legal(viewer)
        scene = match.game.board(match.view(viewer), viewer, legal, None if decision is None else decision.prompt)
        self.console.print()
        if is_empty(scene):
            self.console.print(plain_view(match.view(viewer)))
        else:
            self.console.print(self.drawing.scene(scene, viewer, self.console.width))

    def _question(self, answer: Answer) -> None:
        match, seat = self.match, answer.seat
        decision = match.decisions[seat]
        view = match.view(seat)
        question = self.voice.phrase(match.game.question(view, decision.prompt, seat, decision.arg))
        asked = self.voice.coloured(question, "bold")
        self.console.print(Text.assemble(asked, "  ", (decision.prompt.rule, "dim")))
        if answer.picked:
            labels = [self.voice.phrase(match.game.label(view, code)) for code in answer.picked]
            chosen = listed(self.voice.language, labels)
            self.console.print(Text.assemble((self.words["chosen"] + self.words["colon"], "dim"), chosen))
        options = answer.options()
        self._legs(answer)
        if not answer.picked:
            for card in answer.reading:
                self._show(card)
        self._options(options)

    def _legs(self, answer: Answer) -> None:
        """Print how far the way so far goes, and what its end is worth."""
        aim, ground = answer.aim, answer.ground
        if aim is None or ground is None or not aim.legs:
            return
        leg = aim.legs[-1]
        if aim.allowance >= 0:
            gone, left = (in_measures(ground, length) for length in (aim.allowance - leg.left, leg.left))
            self._say("leg", gone=gone, left=left)
        for note in leg.notes:
            self.console.print(Text(self.voice.phrase(note), style="dim"))

    def _show(self, card: Piece) -> None:
        """Print what stands on a card that the question is about."""
        colon, printed = self.words["colon"], card.print
        self.console.print(Text("" if card.label is None else self.voice.phrase(card.label), style="bold"))
        if printed is None:
            return
        if printed.text is not None:
            self.console.print(Text(self.voice.phrase(printed.text)))
        for figure in printed.figures:
            self.console.print(Text.assemble(self.voice.phrase(figure.label), " ", (str(figure.count), "bold")))
        for line in (*printed.lines, *printed.aside):
            what = "" if line.what is None else self.voice.phrase(line.what)
            self.console.print(Text.assemble((self.voice.phrase(line.when), "bold"), colon, what))

    def _options(self, options: list[Option]) -> None:
        """Print the numbered options; where two have the same label, the piece tells them apart."""
        said = [self.voice.phrase(option.label) for option in options]
        rows = []
        for option, label in zip(options, said, strict=True):
            row = Text(label)
            if option.piece is not None and said.count(label) > 1:
                kind = self.drawing.kind(option.piece.kind)
                row.append(f" ({kind} {option.piece.id})" if kind else f" ({option.piece.id})", style="dim")
            rows.append(row)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", no_wrap=True)
        grid.add_column(max_width=HELP_COLUMN)
        grid.add_column(ratio=1)
        for number, (option, row) in enumerate(zip(options, rows, strict=True), 1):
            comes = Text("" if option.odds is None else self.voice.phrase(option.odds.summary), style="cyan")
            does = Text("" if option.help is None else self.voice.phrase(option.help), style="dim")
            grid.add_row(
                Text(f"{number:>3}", style="bold green"), row, joined("  ", [part for part in (comes, does) if part])
            )
        self.console.print(grid)

    def _help(self, seat: int) -> None:
        prompt = self.match.decisions[seat].prompt
        for text in (self.voice.term(f"prompt_help.{prompt.key}"), self.voice.rule(prompt.rule)):
            if text:
                self.console.print(Text(text.replace("**", "")))
        if (legend := self.drawing.legend()) is not None:
            self.console.print(legend)
        self.console.print(Text(self.words["keys"].replace("{rule}", prompt.rule), style="dim"))

    def _rule(self, word: str) -> None:
        number = rule_of(self.match.game, word)
        if number is None:
            self._say("no_rule", rule=word)
            self._say("near_rules", rules=listed(self.voice.language, near_rules(self.match.game, word)))
            return
        title, text = self.voice.rule_title(number), self.voice.rule(number)
        if title and title != text:
            self.console.print(Text.assemble((number, "bold"), "  ", (title, "bold")))
        self.console.print(Text(text.replace("**", "")))

    def _log(self, seat: int, how_many: str) -> None:
        lines = self.voice.event_lines(self.match, seat)
        most = max(5, self.console.height - 6)
        if how_many == "all":
            most = len(lines)
        elif how_many.isascii() and how_many.isdigit():
            most = int(how_many)
        self._heading("log")
        if len(lines) > most:
            self._say("earlier", n=len(lines) - most)
        for line in lines[len(lines) - min(most, len(lines)) :]:
            self.console.print(line)

    def _end(self) -> None:
        match = self.match
        viewer = self._viewer_of_end()
        self._news(viewer)
        self._table(viewer)
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
