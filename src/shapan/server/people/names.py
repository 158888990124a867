"""Names of members: what they may be, and what two of them must not share."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from typing import Final

from shapan.engine.text import LANGUAGES
from shapan.server.name import LONGEST, hidden, same, tidy, unfit
from shapan.server.store.account import AccountStore
from shapan.server.words import say, words

_REFUSED: Final = (
    *("server", "moderator", "mod", "admin", "administrator", "operator", "system", "shapan", "support", "staff"),
    *("bot", "robot", "computer", "host", "guest", "player", "nobody", "everyone", "anonymous"),
    *(
        "服务器",
        "伺服器",
        "管理员",
        "管理員",
        "版主",
        "主持人",
        "系统",
        "系統",
        "官方",
        "客服",
        "电脑",
        "電腦",
        "机器人",
        "機器人",
    ),
    *("房主", "玩家", "游客", "訪客", "沙盘", "沙盤"),
)
"""Words that a name may not be, nor have beside numbers and signs."""
_NEVER: Final = frozenset(
    {"server", "moderator", "administrator", "服务器", "伺服器", "管理员", "管理員", "版主", "官方"}
)
"""Those of them that no name may hold at all as a word of its own."""
_GONE: Final = "gone"


def folded(name: str) -> str:
    """Return what a name shares with all that look like it; members' names differ in it."""
    return same(name)[:160]


async def free_name(accounts: AccountStore, name: str, own: str | None = None, others: Collection[str] = ()) -> str:
    """Return a name for a seat or a guest that no member has but `own`: with a number where one does.

    One that gets a number gets none of `others`.
    """
    free, number, known = name, 1, set(map(folded, others))
    while (name and await _is_taken(accounts, free, own)) or (number > 1 and folded(free) in known):
        number += 1
        free = f"{name[: LONGEST - 4].rstrip()} {number}"
    return free


async def _is_taken(accounts: AccountStore, name: str, own: str | None) -> bool:
    other = await accounts.account_called(folded(name))
    return other is not None and other.id != own


def wrong_name(name: str) -> str:
    """Return what is wrong with a name, as the end of a key of words; empty if nothing is."""
    if len(name) > LONGEST:
        return "long"
    plain = normal(name)
    if len(plain) > LONGEST:  # one sign may stand for many
        return "long"
    if not plain or not tidy(plain):
        return "unseen"
    if any(not letter.isspace() and (unfit(letter) or hidden(letter)) for letter in name) or tidy(plain) != plain:
        return "signs"
    return "reserved" if is_reserved(plain) else ""


def normal(name: str) -> str:
    """Return a name as it is kept: in one form of each sign, with single blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).split())


def is_reserved(name: str) -> bool:
    """Return whether a name could be taken for a bot's, the server's or a moderator's."""
    parts = [part for part in re.split(r"[\W_]+", same(name)) if part]
    bare = re.sub(r"[\W_]+", "", same(name))
    without = bare.strip(same("0123456789"))
    return bare in _reserved() or without in _reserved() or bool(_never() & set(parts)) or parts[:1] == [same(_GONE)]


@cache
def _reserved() -> frozenset[str]:
    """Return the names of bots in all languages and the words that are refused, as they are compared."""
    called = [text for language in LANGUAGES for key, text in words(language).items() if _names_a_bot(key)]
    usual = [say(language, key, number="") for language in LANGUAGES for key in ("ui.bot_number", "ui.player_number")]
    return frozenset(re.sub(r"[\W_]+", "", same(word)) for word in (*_REFUSED, *called, *usual))


@cache
def _never() -> frozenset[str]:
    return frozenset(map(same, _NEVER))


def _names_a_bot(key: str) -> bool:
    return f"{key}_help" in words("en") and key.startswith("ui.bot_")
