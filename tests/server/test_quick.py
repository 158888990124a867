"""The cards of the lobby: one click opens what they say, and what was played last is proposed again."""

from __future__ import annotations

import re
from typing import Any

import pytest

from server.people import Person, Place
from server.test_pages import card_fields
from shapan.engine.game import Game
from shapan.engine.registry import find, games
from shapan.server.api.form import read_form
from shapan.server.api.opening import Unfit
from shapan.server.api.quick import BEGINNER, Setup, bot_counts, quick_match, short_match, strengths

SHORT = [game for game in games().values() if short_match(game)]


def opened(place: Place, person: Person, **sent: str) -> tuple[list[str], dict[str, Any]]:
    """Open a match from a card; return the bots at it, and its options."""
    answer = person.form("/tables", sent)
    assert answer.status_code == 303, answer.text
    room = place.hub.house.rooms[answer.headers["location"].removeprefix("/match/")]
    return [row.bot for row in room.seats if row.kind == "bot"], room.row.options


def proposed(person: Person, game: str) -> dict[str, str]:
    fields = card_fields(person.get("/").text, game)
    return {name: fields[name] for name in ("bots", "strength", "short") if name in fields}


def test_a_card_proposes_beginners_first_and_then_what_was_played_last(place: Place) -> None:
    ling = place.person()
    assert proposed(ling, "planet_masters") == {"bots": "2", "strength": BEGINNER}
    bots, _ = opened(place, ling, game="planet_masters", bots="4", strength="cadet")
    assert bots == ["cadet"] * 4
    assert proposed(ling, "planet_masters") == {"bots": "4", "strength": "cadet"}
    assert proposed(ling, "battlestar") == {"bots": "2", "strength": BEGINNER}, "that of another game"
    assert proposed(place.person(), "planet_masters")["bots"] == "2", "that of another person"
    opened(place, ling, game="planet_masters", bots="1", strength=BEGINNER)
    assert proposed(ling, "planet_masters") == {"bots": "1", "strength": BEGINNER}


def test_what_a_card_cannot_say_changes_none(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    opened(place, ling, game="pig", bots="3", strength="greedy")
    ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "bot:cadet", "kind.2": "bot:random"})
    ling.open("pig", "me", "bot:cadet", target=50)
    ling.open("pig", "me", "hot", "bot:cadet")
    join = tomas.open("pig", "me", "open", "bot:cadet")["joins"][0]["url"]
    ling.form(join, {"name": "Ling"})
    ling.form("/tables", {"game": "planet_masters", "guide": "1"})
    assert proposed(ling, "pig") == {"bots": "3", "strength": "greedy"}
    assert proposed(ling, "planet_masters") == {"bots": "2", "strength": BEGINNER}
    ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "bot:cadet"})
    assert proposed(ling, "pig") == {"bots": "1", "strength": "cadet"}, "opened from the form, and as a card would"


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_all_that_a_card_offers_can_be_opened(place: Place, game: Game[Any]) -> None:
    ling = place.person()
    levels = strengths(place.hub.source.names())
    assert levels == [BEGINNER, "recruit", "cadet", "greedy", "general"]
    for number, count in enumerate(bot_counts(game)):
        level = levels[number % 4]  # the fifth thinks for seconds
        bots, options = opened(place, ling, game=game.name, bots=str(count), strength=level)
        assert len(bots) == count and len(set(bots)) == 1 and not options
        assert level in (BEGINNER, bots[0])
        shown = proposed(ling, game.name)
        assert (shown["bots"], shown["strength"]) == (str(count), level)


@pytest.mark.parametrize("game", SHORT, ids=lambda game: game.name)
def test_a_short_match_is_shorter_as_measured_and_opens_with_its_options(place: Place, game: Game[Any]) -> None:
    ling, short = place.person(), short_match(game)
    assert short is not None
    page = ling.get("/").text
    assert f"short ({short.alone} min)" in page and "ui." not in re.sub(r"<[^>]*>", " ", page)
    bots, options = opened(place, ling, game=game.name, bots="1", strength=BEGINNER, short="1")
    assert len(bots) == short.seats - 1 and options == short.options
    assert proposed(ling, game.name)["short"] == "1"
    opened(place, ling, game=game.name, bots="1", strength=BEGINNER, short="")
    assert proposed(ling, game.name)["short"] == ""


def test_three_games_offer_a_short_match() -> None:
    assert {game.name for game in SHORT} == {"malifaux", "battlefield", "starcraft"}


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"strength": "nobody"}, "seats.1.bot"),
        ({"strength": BEGINNER, "bots": "6"}, "bots"),
        ({"strength": BEGINNER, "bots": "two"}, "bots"),
        ({"strength": BEGINNER, "short": "1"}, "short"),
    ],
)
def test_what_no_card_sends_is_refused_with_the_form(standing: Place, sent: dict[str, str], field: str) -> None:
    answer = standing.person().form("/tables", {"game": "planet_masters", **sent})
    assert answer.status_code == 422 and 'id="table-form"' in answer.text
    if field != "seats.1.bot":
        with pytest.raises(Unfit) as error:
            read_form(find("planet_masters"), sent)
        assert error.value.field == field


def test_beginners_play_the_weakest_bots_and_with_measured_odds_where_there_are_sides() -> None:
    assert quick_match(find("battlestar"), Setup(2), None).odds == 65
    for game in ("pig", "planet_masters"):
        assert [seat.bot for seat in quick_match(find(game), Setup(2), None).seats[1:]] == ["novice"] * 2


def test_one_proposal_is_sand_and_it_follows_what_was_learned(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    def sand(page: str) -> list[str]:
        return re.findall(r'class="btn p"[^>]*aria-label="([^"]+)"', page)

    ling = place.person()
    assert sand(ling.get("/").text) == ["Learn: Planet Masters"]
    ling.open("pig", "me", "hot")
    guided = {"planet_masters", "battlestar"}

    async def some(*_: Any) -> set[str]:
        return guided

    monkeypatch.setattr("shapan.server.pages.page.guided_by", some)
    assert sand(ling.get("/").text) == ["Continue: Pig", "Learn: Battlefield: Armament &amp; Conflict"]
    guided.update(games())
    assert sand(ling.get("/").text) == ["Continue: Pig", "Play: Planet Masters"]
