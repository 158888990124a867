"""The form that opens a table: seats, options and ways to play, with what was typed and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from shapan.bots import ranks
from shapan.bots.handicap import CHANCES, handicap_of
from shapan.bots.personality import personalities_of
from shapan.engine import text
from shapan.engine.game import Game
from shapan.engine.options import Option
from shapan.engine.words import place_in
from shapan.server.api.form import used_seats
from shapan.server.api.opening import MIXED, Unfit, usual_seats
from shapan.server.match.window import windows_of
from shapan.server.pages.control import MAX_SEGMENTS, Control
from shapan.server.pages.tableways import ways, window
from shapan.server.words import bot_name, listed, say

_MAX_LISTED: Final = 40


@dataclass(slots=True)
class SeatField:
    """One seat in the form: `value` is none, me, open, hot or `bot:<name>`."""

    number: int
    value: str
    name: str
    needed: bool
    error: str = ""


@dataclass(slots=True)
class BotChoice:
    """A bot to choose: its field value, its name in words, how it plays, and whether it is the one to propose."""

    value: str
    label: str
    help: str
    proposed: bool


@dataclass(slots=True)
class Chance:
    """What a person alone wins at a table of so many seats, in words; `value` is the choice that it belongs to."""

    seats: int
    value: str
    words: str


@dataclass(slots=True)
class TableForm:
    """The whole form."""

    seats: list[SeatField]
    bots: list[BotChoice]
    common: list[Control]
    rest: list[Control]
    ways: list[Control]
    """What is not a rule of the game: pace, who may come, chat, taking back."""
    odds: Control | None = None
    """How hard it is for who plays alone, where that was measured."""
    personality: Control | None = None
    """How bots play, in a game that has personalities."""
    chances: list[Chance] = field(default_factory=list)
    error: str = ""
    """What is wrong with the form as a whole, or with a field that it does not show."""
    at: str = ""
    """The field at fault, without one nothing."""

    @property
    def open_rest(self) -> bool:
        """Whether one of the options that are folded was changed or is wrong, so that they must be seen."""
        folded = (*self.common, *self.rest, *self.ways)
        return any(option.value != option.default or option.error for option in folded)


def bot_choices(names: list[str], language: str) -> list[BotChoice]:
    """Return all bots as they stand in the form: from weak to strong with their place among these, then others."""
    ranked = [name for name in ranks() if name in names]
    made: list[BotChoice] = []
    for name in (*ranked, *(name for name in names if name not in ranked)):
        label, told = bot_name(language, name)
        if name in ranked:
            told = say(language, "ui.bot_level", level=ranked.index(name) + 1, most=len(ranked), help=told)
        made.append(BotChoice(f"bot:{name}", label, told, name == names[0]))
    return made


def table_form(
    game: Game[Any],
    language: str,
    bots: list[str],
    name: str = "",
    form: Mapping[str, str] | None = None,
    unfit: Unfit | None = None,
    *,
    people: bool = False,
    member: bool = False,
    rates: bool = False,
    meets: bool = False,
    clubs: Sequence[tuple[str, str]] = (),
) -> TableForm:
    """Return the form of a game: as proposed (for `people` with open seats), or as it was sent with what is wrong.

    A `member` can open the table for friends, where the server `rates` as a rated one, and where it `meets` strangers
    say for whom it is, and when.
    """
    common: list[Control] = []
    rest: list[Control] = []
    for option in game.options:
        control = None if option.refused else _control(game, option, language)
        if control is not None:
            (common if option.common else rest).append(control)
    made = TableForm(
        _seats(game, [] if people else bots, name),
        bot_choices(bots, language),
        common,
        rest,
        [
            *ways(language, member=member, rates=rates, meets=meets, clubs=clubs),
            *(window(language) for _ in windows_of(game)[:1]),
        ],
    )
    made.odds, made.chances = _odds(game, language)
    made.personality = _personality(game, language)
    if form is not None:
        _fill(made, form)
    if unfit is not None:
        _blame(made, game, language, form or {}, unfit)
    return made


def _seats(game: Game[Any], bots: list[str], name: str) -> list[SeatField]:
    usual = usual_seats(game)
    other = f"bot:{bots[0]}" if bots else "open"
    return [
        SeatField(
            seat + 1,
            "none" if seat >= usual else other if seat else "me",
            "" if seat else name,
            seat < game.min_seats,
        )
        for seat in range(game.max_seats)
    ]


def _control(game: Game[Any], option: Option, language: str) -> Control | None:
    """Return the control of an option, None if a form cannot set it (a list), or does so by its seats."""
    if option.seats or isinstance(option.default, list):
        return None
    texts = text.catalogue(game, language)

    def named(value: object) -> tuple[str, str]:
        return str(value), texts.get(f"option_value.{option.name}.{value}", str(value))

    default = "" if option.default is None else str(option.default)
    control = Control(
        f"option.{option.name}",
        texts.get(f"option.{option.name}", option.name),
        texts.get(f"option_help.{option.name}", ""),
        option.rule,
        "number",
        default,
        default,
        least=option.least,
        most=option.most,
    )
    numbers: list[int] = []
    if option.least is not None:
        if option.most is None or option.most - option.least > _MAX_LISTED:
            return control
        numbers = list(range(option.least, option.most + 1))
    by_seats = [] if default else [("", say(language, "ui.by_seats"))]
    control.choices = [*by_seats, *(named(value) for value in (*option.values, *numbers))]
    control.kind = "segments" if len(control.choices) <= MAX_SEGMENTS else "select"
    control.tells = [str(value) for value in option.tells]
    told = [label for value, label in control.choices if value in control.tells]
    control.note = say(language, "ui.option_tells", value=listed(language, told)) if told else ""
    return control


def _odds(game: Game[Any], language: str) -> tuple[Control | None, list[Chance]]:
    """Return the control by which who plays alone chooses his chance, and what each choice means for each table."""
    odds = handicap_of(game)
    if odds is None:
        return None, []
    choices = [(str(one), say(language, "ui.odds_about", chance=one)) for one in CHANCES]
    choices.append(("", say(language, "ui.odds_full")))
    control = Control(
        "odds", say(language, "ui.odds_title"), say(language, "ui.odds_help"), "", "segments", "", "", choices
    )
    texts = text.catalogue(game, language)
    chances = []
    for row in odds.odds:
        shares = listed(
            language,
            [
                say(
                    language,
                    "ui.odds_share_side" if one.side else "ui.odds_share",
                    side=texts.get(f"odds_side.{one.side}", one.side),
                    won=round(one.won),
                )
                for one in row.shares
            ],
        )
        words = say(language, "ui.odds_measured", shares=shares, count=sum(one.matches for one in row.shares))
        chances.append(Chance(row.seats, str(row.chance) if row.chance else "", words))
    return control, chances


def _personality(game: Game[Any], language: str) -> Control | None:
    """Return the control by which the bots of a table get a personality."""
    known = list(personalities_of(game))
    if not known:
        return None
    choices = [("", say(language, "ui.personality_none"))]
    choices += [(one, say(language, f"ui.personality_{one}_choice")) for one in known]
    choices.append((MIXED, say(language, "ui.personality_mixed")))
    title, told = say(language, "ui.personality_title"), say(language, "ui.personality_help")
    return Control("personality", title, told, "", "segments", "", "", choices)


def _fill(made: TableForm, form: Mapping[str, str]) -> None:
    """Put in what was sent."""
    for seat in made.seats:
        seat.value = form.get(f"kind.{seat.number - 1}", "none")
        seat.name = form.get(f"name.{seat.number - 1}", "")
    for control in (*made.common, *made.rest, *made.ways, *filter(None, (made.odds, made.personality))):
        sent = form.get(control.name, "").strip()
        known = not control.choices or any(sent == value for value, _ in control.choices)
        if sent and known:
            control.value = sent


def _blame(made: TableForm, game: Game[Any], language: str, form: Mapping[str, str], unfit: Unfit) -> None:
    """Put what is wrong at its field, in words of the page's language."""
    kind, _, rest = unfit.field.partition(".")
    if kind in ("option", "options"):
        for control in (*made.common, *made.rest):
            if control.name == f"option.{rest}":
                control.error = _wrong_value(control, language)
                made.error, made.at = f"{control.label}: {control.error}", control.name
                return
    if kind in ("kind", "seats") and rest:
        number = rest.partition(".")[0]
        place = place_in(number, -1)
        used = used_seats(game, form)
        seat = place if kind == "kind" else used[place] if 0 <= place < len(used) else -1
        if 0 <= seat < len(made.seats):
            field_ = made.seats[seat]
            of_name = rest.endswith(".name")
            field_.error = say(language, "ui.name_unseen" if of_name else "ui.seat_unknown")
            made.error = f"{say(language, 'ui.seat', number=seat + 1)}: {field_.error}"
            made.at = f"{'name' if of_name else 'kind'}.{seat}"
            return
    if kind == "seats":
        key = "ui.seats_needed" if game.min_seats == game.max_seats else "ui.seats_needed_range"
        made.error = say(language, key, least=game.min_seats, most=game.max_seats)
        made.at = "seats"
        return
    if kind == "fair":
        control = next(way for way in made.ways if way.name == "fair")
        control.error = say(language, "ui.fair_alone")
        made.error, made.at = f"{control.label}: {control.error}", "fair"
        return
    rated = next((way for way in made.ways if way.name == kind == "rated"), None)
    if rated is not None:
        rated.error = say(language, "ui.rated_unfit")
        made.error, made.at = f"{rated.label}{say(language, 'ui.colon')}{rated.error}", "rated"
        return
    if kind == "odds" and made.odds is not None:
        made.odds.error = say(language, "ui.odds_alone")
        made.error, made.at = f"{made.odds.label}: {made.odds.error}", "odds"
        return
    made.error = say(language, "ui.form_wrong")


def _wrong_value(control: Control, language: str) -> str:
    if control.value in control.tells:
        return control.note
    if control.kind == "number" and control.least is not None:
        if control.most is None:
            return say(language, "ui.value_from", least=control.least)
        return say(language, "ui.value_range", least=control.least, most=control.most)
    return say(language, "ui.value_unfit")
