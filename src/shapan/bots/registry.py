"""The bots by name: our own of every strength, and those that packages bring along."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final

from shapan.bots.bot import Bot, CarelessBot, GreedyBot, RandomBot
from shapan.bots.handicap import ODDS, HandicapBot
from shapan.bots.personality import NAMES, personalities_of
from shapan.bots.search import Style
from shapan.bots.search_bot import SearchBot
from shapan.bots.thinking import Budget
from shapan.engine.game import Game
from shapan.engine.trouble import folder_of, trouble_of

PASSES: Final = "search:"
"""Before a number of passes: a search of any strength, for studies; not listed."""
CARELESS: Final = "careless:"
"""Before a number of percent: greedy, but so many of its answers are left to chance; not listed either."""
STYLED: Final = "/"
"""Behind a name: a personality, such as `greedy/bold`, and for studies how a search differs in style, such as
`general/rounds=1,likely=1.5`."""


_AT_LEAST_ONE: Final = ("wide", "batch", "few")
"""Numbers of a style without which nothing can be compared."""


class UnknownBot(LookupError):
    """No bot of that name; the message names those that there are."""


GENERAL: Final = SearchBot("general", Budget(4_000, seconds=3.8))
"""Somewhat less than the four seconds that it may take: the last pass ends when it ends."""

PROPOSED: Final = GreedyBot()
"""Whom a newcomer can lose to and learn from; it answers at once."""
_RANKS: Final[tuple[Bot, ...]] = (
    RandomBot(),
    CarelessBot("novice", 9, 10),
    CarelessBot("recruit", 3),
    CarelessBot("cadet", 2),
    PROPOSED,
    GENERAL,
)
"""Our own from weak to strong, so far apart as the dice of our games allow (docs/reference/bots.md)."""

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (PROPOSED, *(bot for bot in reversed(_RANKS) if bot is not PROPOSED))}


_BROKEN: dict[str, str] = {}


def register(bot: Bot) -> None:
    """Add a bot by hand, for tests and notebooks. Packages name theirs in the entry points `shapan.bots`."""
    _BOTS[bot.name] = bot


@cache
def _scan() -> None:
    for entry in entry_points(group="shapan.bots"):
        try:
            bot = entry.load()()
        except (Exception, SystemExit) as error:  # noqa: BLE001 - somebody else's code may fail in any way
            _BROKEN[entry.name] = trouble_of(error, folder_of(entry.value.partition(":")[0].partition(".")[0]))
            continue
        if not isinstance(bot, Bot):
            _BROKEN[entry.name] = f"{entry.value}: {type(bot).__name__} is no Bot"
        elif bot.name in _BOTS:
            _BROKEN[entry.name] = f"{entry.value}: there is a bot {bot.name!r} already"
        else:
            register(bot)


def broken() -> dict[str, str]:
    """Return what is wrong with the bots of packages that are set aside, by the name of their entry point."""
    _scan()
    return dict(sorted(_BROKEN.items()))


def names() -> list[str]:
    """Return the names of all bots: the one to propose first, then our own from strong to weak, then others."""
    _scan()
    return list(_BOTS)


def ranks() -> list[str]:
    """Return the names of our own bots from weak to strong: those whose strength is measured."""
    return [bot.name for bot in _RANKS]


def find(name: str) -> Bot:
    """Return a bot by its name: one of the list, or a `search:N`, `careless:N` or `odds:N`. Raises UnknownBot.

    Behind a `/` stands a personality, of a search also changes of its style.
    """
    _scan()
    bot = _BOTS.get(name)
    if bot is not None:
        return bot
    if passes := _number(name, PASSES, 10_000_000):
        return SearchBot(name, Budget(passes))
    if percent := _number(name, CARELESS, 100):
        return CarelessBot(name, percent, 100)
    if chance := _number(name, ODDS, 100):
        return HandicapBot(name, chance)
    base, styled, changes = name.partition(STYLED)
    if styled:
        return _styled(name, find(base), changes)
    if name in _BROKEN:
        raise UnknownBot(f"the bot {name!r} cannot be loaded: {_BROKEN[name]}")
    raise UnknownBot(
        f"there is no bot {name!r}; known: {', '.join(_BOTS)}, {PASSES}N with a number of passes, "
        f"{CARELESS}N or {ODDS}N with a number of percent"
    )


def of_personality(name: str, personality: str) -> str:
    """Return the name of a bot with a personality, which may be none."""
    return f"{name}{STYLED}{personality}" if personality else name


def parted(name: str) -> tuple[str, str]:
    """Return the name of a bot without what differs from it, and its personality; without one nothing."""
    base, _, changes = name.partition(STYLED)
    return base, next((word for word in changes.split(",") if word in NAMES), "")


def has_personality(game: Game[Any], name: str) -> bool:
    """Tell whether a bot that is in the list can have the personality of a name in a game, or the name says none."""
    base, personality = parted(name)
    if name != of_personality(base, personality):
        return False
    bot = _BOTS.get(base)
    return not personality or (isinstance(bot, GreedyBot | SearchBot) and personality in personalities_of(game))


def _styled(name: str, bot: Bot, changes: str) -> Bot:
    """Return a bot that differs from another as the words behind its name say. Raises UnknownBot."""
    if isinstance(bot, SearchBot):
        return SearchBot(name, bot.budget, bot.style, _changes(name, changes))
    if type(bot) not in (GreedyBot, CarelessBot) or not isinstance(bot, GreedyBot):
        raise UnknownBot(f"the bot {name!r}: {bot.name} has no personalities")
    if changes not in NAMES:
        raise UnknownBot(f"the bot {name!r}: {changes!r} is no personality; known: {', '.join(NAMES)}")
    return bot.as_a(name, changes)


def _changes(name: str, words: str) -> dict[str, Any]:
    """Return the changes of a style written as `rounds=1,likely=1.5`. Raises UnknownBot."""
    kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(Style)}
    found = {}
    for word in words.split(","):
        key, _, value = f"personality={word}".partition("=") if word in NAMES else word.partition("=")
        try:
            kind = kinds[key]
            found[key] = bool(int(value)) if kind is bool else kind(value)
        except (KeyError, ValueError):
            known = ", ".join(f"{one} ({kind.__name__})" for one, kind in kinds.items())
            raise UnknownBot(f"the bot {name!r}: {word!r} is no change of a style; known: {known}") from None
    if found.get("personality", NAMES[0]) not in NAMES:
        raise UnknownBot(f"the bot {name!r}: {found['personality']!r} is no personality; known: {', '.join(NAMES)}")
    for key in _AT_LEAST_ONE:
        if found.get(key, 1) < 1:
            raise UnknownBot(f"the bot {name!r}: {key} is at least 1")
    return found


def _number(name: str, before: str, most: int) -> int:
    """Return the number 1..most that follows some word in a name, 0 if there is none."""
    digits = name.removeprefix(before)
    whole = digits.isascii() and digits.isdigit() and len(digits) <= len(str(most))
    fits = name.startswith(before) and whole and int(digits) <= most
    return int(digits) if fits else 0
