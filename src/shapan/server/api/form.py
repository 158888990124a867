"""The lobby's forms: what the form of a table and the cards of the games send."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from hashlib import blake2b
from typing import Any, get_args

from shapan.engine.game import Game
from shapan.engine.options import OptionError
from shapan.server.api.opening import (
    MAX_BANK,
    MAX_DATE,
    MAX_PACE,
    MAX_WINDOW,
    ChatMode,
    Experience,
    FairMode,
    HintMode,
    LateMode,
    NewMatch,
    NewSeat,
    Personality,
    ReserveMode,
    SeatKind,
    TalkLanguage,
    TalkMode,
    UndoMode,
    Unfit,
)
from shapan.server.api.quick import Setup, quick_match
from shapan.server.name import LONGEST
from shapan.server.store.clubs import PREFIX
from shapan.server.store.row import CIRCLE, USUAL_WINDOW
from shapan.server.store.storage import FRIENDS


def used_seats(game: Game[Any], form: Mapping[str, str]) -> list[int]:
    """Return the places in the form whose seats are used, in the order of the match's seats."""
    return [seat for seat in range(game.max_seats) if form.get(f"kind.{seat}", "none") != "none"]


def read_form(game: Game[Any], form: Mapping[str, str]) -> NewMatch:
    """Return the match that the lobby's form asks for. Raises Unfit.

    Fields: for each seat `kind.N` (none, me, open, hot, or `bot:<name>`) and `name.N`; `option.<name>`; `undo`;
    `pace` (seconds a decision, or a bank and its increment as `600+10`), `listed` (on, friends, club-ID),
    `chat`, `hints` (on, off), `window` (seconds),
    `fair` (seeds, reveal), `odds` (percent), `personality`, `rated` (on), `language`, `experience`, `date`; or `guide`,
    for the guided first match, or `strength` with `bots` and `short`, for a match from a card. And `id`, made with the
    page: the same form sent twice is one table.
    """
    name = blake2b(repr(sorted(form.items())).encode(), digest_size=16).hexdigest() if form.get("id") else None
    if form.get("guide"):
        return NewMatch(game.name, id=name, guide=True)
    if form.get("strength"):
        setup = Setup(
            _number("bots", form.get("bots", ""), game.max_seats - 1), form["strength"], bool(form.get("short"))
        )
        return quick_match(game, setup, name)
    seats = []
    for seat in used_seats(game, form):
        kind, _, bot = form[f"kind.{seat}"].partition(":")
        seats.append(NewSeat(_one_of(f"kind.{seat}", kind, SeatKind), form.get(f"name.{seat}", "")[:LONGEST], bot))
    options = {}
    for option in game.options:
        text = form.get(f"option.{option.name}", "").strip()
        if text:
            try:
                value = option.read(text)
            except OptionError as error:
                raise Unfit(f"option.{option.name}", error.message) from None
            if value != option.default:
                options[option.name] = value
    pace, bank, increment = _clock(form.get("pace", ""))
    return NewMatch(
        game.name,
        seats,
        options,
        _one_of("undo", form.get("undo", "friendly"), UndoMode),
        pace,
        bank,
        increment,
        form.get("listed", "") in ("on", "1", "true"),
        _one_of("chat", form.get("chat", "free"), ChatMode),
        _one_of("hints", form.get("hints", ""), HintMode),
        _window(form.get("window", "")),
        name,
        _one_of("talk", form.get("talk", "on"), TalkMode),
        fair=_one_of("fair", form.get("fair", ""), FairMode),
        odds=_odds(form.get("odds", "")),
        rated=form.get("rated", "") == "on",
        language=_one_of("language", form.get("language", ""), TalkLanguage),
        experience=_one_of("experience", form.get("experience", ""), Experience),
        date=_date(form.get("date", ""), form.get("date.ahead", "")),
        reserves=_one_of("reserves", form.get("reserves", ""), ReserveMode),
        late=_one_of("late", form.get("late", "bot"), LateMode),
        circle=_circle(form.get("listed", "")),
        personality=_one_of("personality", form.get("personality", ""), Personality),
    )


def _one_of(field: str, value: str, known: Any) -> Any:
    """Return a value of a Literal type. Raises Unfit for any other."""
    if value not in get_args(known):
        raise Unfit(field, f"{value[:20]!r} is not one of {', '.join(get_args(known))}")
    return value


def _circle(text: str) -> str:
    """Return who finds the table besides strangers. Raises Unfit."""
    if text != FRIENDS and not text.startswith(PREFIX):
        return ""
    if not re.match(CIRCLE, text):
        raise Unfit("circle", "no such club")
    return text


def _date(text: str, ahead: str) -> int | None:
    """Return a date as a browser writes it, by a clock so many minutes ahead of that of Greenwich. Raises Unfit."""
    if not text.strip():
        return None
    try:
        zone = timezone(timedelta(minutes=int(ahead or 0)))
        seconds = round(datetime.fromisoformat(text.strip()).replace(tzinfo=zone).timestamp())
    except (ValueError, OverflowError):
        raise Unfit("date", "not a date") from None
    if not 0 < seconds <= MAX_DATE:
        raise Unfit("date", "too far away")
    return seconds


def _window(text: str) -> int:
    text = text.strip() or str(USUAL_WINDOW // 1000)
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:3]) <= MAX_WINDOW:
        raise Unfit("window", f"{text[:20]!r} is not a number of seconds from 1 to {MAX_WINDOW}")
    return int(text[:3])


def _odds(text: str) -> int:
    return _number("odds", text, 100)


def _clock(text: str) -> tuple[int, int, int]:
    """Return pace, bank and increment of a form, in which a bank is written as `600+10`. Raises Unfit."""
    bank, plus, increment = text.partition("+")
    if not plus:
        return _number("pace", text, MAX_PACE), 0, 0
    return 0, _number("pace", bank, MAX_BANK), _number("pace", increment, MAX_BANK)


def _number(field: str, text: str, most: int) -> int:
    """Return a number of a form, 0 where nothing was sent. Raises Unfit."""
    text = text.strip() or "0"
    if not text.isascii() or not text.isdigit() or len(text) > len(str(most)) or int(text) > most:
        raise Unfit(field, f"{text[:20]!r} is not a number from 0 to {most}")
    return int(text)
