"""How a table is played besides the rules: pace, who may come, chat, undo."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from shapan.server.match.waiting_room import BANKS
from shapan.server.pages.control import MAX_SEGMENTS, Control
from shapan.server.pages.timewords import DAY, clock_words, pace_words
from shapan.server.store.row import USUAL_WINDOW
from shapan.server.store.storage import FRIENDS
from shapan.server.words import NAMES, say

LENGTHS: Final = (2, 4, 8)
"""Seconds a reaction window that the form offers."""
PACES: Final = (30, 120, DAY, 0)
"""Seconds a decision that the form offers; 0 is no clock."""


def window(language: str) -> Control:
    """Return the field for the length of reaction windows."""
    return Control(
        "window",
        say(language, "ui.window_length"),
        say(language, "ui.window_length_help"),
        "",
        "segments",
        str(USUAL_WINDOW // 1000),
        str(USUAL_WINDOW // 1000),
        [(str(seconds), say(language, "ui.pace_seconds", count=seconds)) for seconds in LENGTHS],
    )


class _Way(NamedTuple):
    """A setting of tables with fixed choices; texts are keys."""

    name: str
    label: str
    help: str
    choices: tuple[tuple[str, str], ...]
    """Values with what they are called."""
    usual: str = ""

    def control(self, language: str, choices: list[tuple[str, str]] | None = None) -> Control:
        """Return the field, with other `choices` where they depend on the table."""
        made = [(value, say(language, key)) for value, key in self.choices] if choices is None else choices
        helped = say(language, self.help) if self.help else ""
        kind = "segments" if len(made) <= MAX_SEGMENTS else "select"
        return Control(self.name, say(language, self.label), helped, "", kind, self.usual, self.usual, made)


_PACE = _Way("pace", "ui.pace", "ui.pace_help", (), "0")
_LATE = _Way("late", "ui.late", "ui.late_help", (("bot", "ui.late_bot"), ("default", "ui.late_default")), "bot")
_RESERVES = _Way(
    "reserves",
    "ui.reserves",
    "ui.reserves_help",
    (("", "ui.reserves_days"), ("on", "ui.reserves_on"), ("off", "ui.reserves_off")),
)
_LISTED = _Way("listed", "ui.listed", "ui.listed_help", ())
_RATED = _Way("rated", "ui.rated", "ui.rated_help", (("", "ui.rated_off"), ("on", "ui.rated_on")))
_LANGUAGE = _Way("language", "ui.table_language", "", ())
_EXPERIENCE = _Way(
    "experience",
    "ui.experience",
    "ui.experience_help",
    (("", "ui.any"), ("new", "ui.experience_new"), ("old", "ui.experience_old")),
)
_OTHERS = (
    _Way(
        "fair",
        "ui.fair",
        "ui.fair_help",
        (("", "ui.fair_off"), ("seeds", "ui.fair_seeds"), ("reveal", "ui.fair_reveal")),
    ),
    _Way(
        "chat",
        "ui.chat_mode",
        "",
        (("free", "ui.chat_mode_free"), ("phrases", "ui.chat_mode_phrases"), ("off", "ui.chat_mode_off")),
        "free",
    ),
    _Way(
        "hints",
        "ui.hints",
        "ui.hints_help",
        (("", "ui.hints_alone"), ("on", "ui.hints_on"), ("off", "ui.hints_off")),
    ),
    _Way("talk", "ui.talk", "ui.talk_help", (("on", "ui.talk_on"), ("off", "ui.talk_off")), "on"),
    _Way(
        "undo",
        "ui.undo_mode",
        "ui.undo_help",
        (("friendly", "ui.undo_friendly"), ("strict", "ui.undo_strict")),
        "friendly",
    ),
)


def ways(language: str, *, member: bool, rates: bool, meets: bool, clubs: Sequence[tuple[str, str]]) -> list[Control]:
    """Return how a table is played, as fields: those about people only where there are accounts."""
    friends = [(FRIENDS, say(language, "ui.listed_friends"))] if member else []
    listing = [("", say(language, "ui.listed_off")), *friends, *clubs, ("on", say(language, "ui.listed_on"))]
    paces = [(str(seconds), pace_words(seconds, language)) for seconds in PACES]
    paces[2:2] = [(f"{bank}+{added}", clock_words(0, bank, added, language)) for bank, added in BANKS]
    return [
        _PACE.control(language, paces),
        _LATE.control(language),
        _RESERVES.control(language),
        _LISTED.control(language, listing),
        *([_RATED.control(language)] if member and rates else []),
        *(_meeting(language) if meets else []),
        *(way.control(language) for way in _OTHERS),
    ]


def _meeting(language: str) -> list[Control]:
    """Return what people are told who look for a table."""
    date, helped = say(language, "ui.date"), say(language, "ui.date_help")
    return [
        _LANGUAGE.control(language, [("", say(language, "ui.any")), *NAMES.items()]),
        _EXPERIENCE.control(language),
        Control("date", date, helped, "", "datetime-local", "", "", here=say(language, "ui.date_here")),
    ]
