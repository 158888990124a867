"""What a person at the keyboard is shown: the table, news, questions with their options, rules, the log."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from shapan.cli.draw import Drawing, in_measures, is_empty, joined, plain_view
from shapan.cli.play.answer import Answer, Option
from shapan.cli.play.seating import Seating
from shapan.cli.play.words import words
from shapan.cli.text_renderer import TextRenderer, near_rules, rule_of
from shapan.engine.match import Match, Refusal
from shapan.engine.scene import Phrase, Piece
from shapan.server.words import bot_name, listed, seat_name

HELP_COLUMN = 46
"""Where the words on what comes of an option begin, at the latest; they wrap below each other."""


class Screen:
    """What is shown of one match, to whoever sits at the keyboard."""

    def __init__(self, match: Match[Any], seating: Seating, console: Console) -> None:
        self.match = match
        self.seating = seating
        self.console = console
        kinds = ["bot" if seat in seating.bots else "player" for seat in range(match.seats)]
        called = [seat_name(seating.language, seat, kind, "") for seat, kind in enumerate(kinds)]
        self.voice = TextRenderer(match.game, seating.language, match.seats, called)
        self.words = words(seating.language)
        person = self.words["you"] if len(seating.people) == 1 else ""
        names = [seating.bots.get(seat, "") for seat in range(match.seats)]
        self.drawing = Drawing(self.voice, [bot_name(seating.language, name)[0] if name else person for name in names])

    def say(self, key: str, **words: object) -> None:
        """Print a line of the program itself."""
        text = self.words[key]
        for name, value in words.items():
            text = text.replace("{" + name + "}", str(value))
        self.console.print(Text(text, style="yellow"))

    def refused(self, refusal: Refusal) -> None:
        """Print why an answer is refused, with its rule."""
        reason = refusal.reason
        said = self.voice.phrase(Phrase(f"why_not.{reason.key}", reason.words))
        self.console.print(Text.assemble((said, "bold red"), "  ", (reason.rule, "dim")))

    def _call(self, viewer: int) -> None:
        """Call the seats by what they are in the game, as far as a viewer knows it."""
        match = self.match
        self.voice.call(match.game.board(match.view(viewer), viewer, [], None).panels)

    def news(self, viewer: int) -> None:
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

    def table(self, viewer: int) -> None:
        """Print the table as a viewer sees it."""
        match = self.match
        decision = match.decisions.get(viewer)
        legal = [] if decision is None else match.legal(viewer)
        scene = match.game.board(match.view(viewer), viewer, legal, None if decision is None else decision.prompt)
        self.console.print()
        if is_empty(scene):
            self.console.print(plain_view(match.view(viewer)))
        else:
            self.console.print(self.drawing.scene(scene, viewer, self.console.width))

    def question(self, answer: Answer) -> None:
        """Print what is asked, what was chosen so far and what can be chosen."""
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
            self.say("leg", gone=gone, left=left)
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

    def help(self, seat: int) -> None:
        """Print what a question means, the legend, and the keys."""
        prompt = self.match.decisions[seat].prompt
        for text in (self.voice.term(f"prompt_help.{prompt.key}"), self.voice.rule(prompt.rule)):
            if text:
                self.console.print(Text(text.replace("**", "")))
        if (legend := self.drawing.legend()) is not None:
            self.console.print(legend)
        self.console.print(Text(self.words["keys"].replace("{rule}", prompt.rule), style="dim"))

    def rule(self, word: str) -> None:
        """Print a rule, or which ones are near to a wrong number."""
        number = rule_of(self.match.game, word)
        if number is None:
            self.say("no_rule", rule=word)
            self.say("near_rules", rules=listed(self.voice.language, near_rules(self.match.game, word)))
            return
        title, text = self.voice.rule_title(number), self.voice.rule(number)
        if title and title != text:
            self.console.print(Text.assemble((number, "bold"), "  ", (title, "bold")))
        self.console.print(Text(text.replace("**", "")))

    def log(self, seat: int, how_many: str) -> None:
        """Print the last lines of the log: a number of them, `all`, or as many as fit."""
        lines = self.voice.event_lines(self.match, seat)
        most = max(5, self.console.height - 6)
        if how_many == "all":
            most = len(lines)
        elif how_many.isascii() and how_many.isdigit():
            most = int(how_many)
        self._heading("log")
        if len(lines) > most:
            self.say("earlier", n=len(lines) - most)
        for line in lines[len(lines) - min(most, len(lines)) :]:
            self.console.print(line)
