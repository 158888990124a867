"""The voice of one game in one language: phrases, events and seats as coloured text for the terminal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rich.text import Text

from shapan.engine.game import Game
from shapan.engine.match import Match
from shapan.engine.scene import Panel, Phrase
from shapan.engine.segment import BOT
from shapan.engine.text import catalogue, rule_numbers, rule_text, say
from shapan.server import words

SEAT_STYLES = ("cyan", "magenta", "yellow", "green", "blue", "red")


class TextRenderer:
    """Says what a game has to say. Each seat has a colour of its own, and a name: "Seat 1", or that of `names`.

    Once it has seen the boards of a table it calls the seats as the browser does: by what they are in the game, with
    their names.
    """

    def __init__(self, game: Game[Any], language: str, seats: int, names: Sequence[str] = ()) -> None:
        self.game = game
        self.language = language
        self.texts = catalogue(game, language)
        numbered = [self.texts["common.seat"].replace("{number}", str(seat + 1)) for seat in range(seats)]
        self.names = list(names) or numbered
        self.seats = self.names[:]
        """What sentences call the seats."""

    def call(self, panels: Sequence[Panel]) -> None:
        """Call the seats by the titles of their boards, where they have one."""
        self.seats = self.names[:]
        titled = [
            (panel.seat, say(self.game, self.language, panel.title.key, panel.title.words, self.names))
            for panel in panels
            if panel.title is not None
        ]
        for seat, title in titled:
            self.seats[seat] = words.say(self.language, "ui.called", title=title, name=self.names[seat])

    def is_titled(self, seat: int) -> bool:
        """Tell whether a seat is called by what it is in the game."""
        return self.seats[seat] != self.names[seat]

    def phrase(self, phrase: Phrase | None) -> str:
        """Return a phrase as a sentence, empty for none."""
        return "" if phrase is None else say(self.game, self.language, phrase.key, phrase.words, self.seats)

    def term(self, *keys: str) -> str:
        """Return the text of the first key that the game has, empty if it has none."""
        return next((self.texts[key] for key in keys if key in self.texts), "")

    def seat(self, seat: int) -> Text:
        """Return a seat's name in its colour."""
        return Text(self.seats[seat], style=f"bold {SEAT_STYLES[seat % len(SEAT_STYLES)]}")

    def coloured(self, sentence: str, style: str = "") -> Text:
        """Return a sentence with the seats named in it in their colours."""
        text = Text(sentence, style=style)
        for seat, name in enumerate(self.seats):
            text.highlight_words([name], style=SEAT_STYLES[seat % len(SEAT_STYLES)])
        return text

    def event(self, event: Mapping[str, Any]) -> str:
        """Return what happened as a sentence."""
        return say(self.game, self.language, f"event.{event['key']}", event["with"], self.seats)

    def event_lines(self, match: Match[Any], viewer: int, after: int = 0, people: Collection[int] = ()) -> list[Text]:
        """Return what a viewer was told as lines of the log, each with its rule number, from event `after` on.

        An answer of the clock is marked, and one of a bot in the seat of one of the `people`.
        """
        return [
            self.event_line(row, event.by if event.by != BOT or event.open[:1] in [(seat,) for seat in people] else "")
            for row, event in zip(match.events_for(viewer, after), match.told(viewer, after), strict=True)
        ]

    def event_line(self, event: Mapping[str, Any], by: str = "") -> Text:
        """Return what happened as a line of the log, with its rule number, and `by` whom it was answered."""
        line = Text.assemble(self.coloured(self.event(event)), "  ", (event["rule"], "dim"))
        return Text.assemble(line, (f"  [{words.say(self.language, f'ui.by_{by}')}]", "dim")) if by else line

    def rule(self, number: str) -> str:
        """Return the paragraph of a rule, or its title where there is no paragraph, empty if it is unknown."""
        return rule_text(self.game, number, self.language) or self.term(f"rule.{number}")

    def rule_title(self, number: str) -> str:
        """Return the title of a rule, empty if it has none."""
        return self.term(f"rule.{number}")


def rules_of(game: Game[Any]) -> list[str]:
    """Return the rule numbers of a game, in the order of its rulebook, then those that only have a title."""
    titled = [key.removeprefix("rule.") for key in catalogue(game, "en") if key.startswith("rule.")]
    return list(dict.fromkeys([*rule_numbers(game), *titled]))


def rule_of(game: Game[Any], word: str) -> str | None:
    """Return the rule number that is meant by `PM-3.4`, `pm3.4` or `3.4`, None if there is none."""
    plain = {_bare(number): number for number in rules_of(game)}
    return plain.get(_bare(word)) or plain.get(_bare(f"{game.prefix}{word}"))


def near_rules(game: Game[Any], word: str, most: int = 6) -> list[str]:
    """Return the rule numbers that look most like a word."""
    bare = _bare(word).removeprefix(_bare(game.prefix))
    known = rules_of(game)

    def common(number: str) -> int:
        other = _bare(number).removeprefix(_bare(game.prefix))
        same = 0
        for one, two in zip(bare, other, strict=False):
            if one != two:
                break
            same += 1
        return same

    best = max(map(common, known), default=0)
    return [number for number in known if common(number) == best][:most] if best else known[:most]


def _bare(word: str) -> str:
    return "".join(letter for letter in word.upper() if letter.isalnum() or letter == ".")
