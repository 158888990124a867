"""What the lobby tells a guest of himself and of how long games take: from the store, and of nobody else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from sqlalchemy import select, update
from sqlalchemy.engine import Connection

from server.people import Person, Place, new_id
from shapan.cli.command import run as command
from shapan.engine.length import duration, measured
from shapan.engine.registry import find, games
from shapan.engine.text import LANGUAGES, catalogue, package_of, written
from shapan.server.hub import length
from shapan.server.hub.length import ENOUGH
from shapan.server.match.timeouts import run_out
from shapan.server.store.people import hash_of
from shapan.server.store.result import LONGEST_BREAK, decision_seconds, lengths, results_of
from shapan.server.store.schema import MATCHES, RECORDS


def played_out(place: Place, person: Person) -> str:
    match = str(person.open("leduc", "me", "bot:random")["id"])
    with person.stream(match) as stream:
        while not (frame := stream.receive_json())["outcome"]:
            if frame["decision"]:
                person.answer(match, frame["decision"]["targets"][-1]["code"], ordinal=frame["decision"]["ordinal"])
    place.client.blocking_portal.call(place.hub.house.rooms[match].note_end)
    return match


def test_a_decision_takes_from_what_came_before_it_and_breaks_do_not_count_in_full(place: Place) -> None:
    ling = place.person()
    match = played_out(place, ling)
    session = hash_of(ling.cookie.partition("=")[2])
    portal = place.client.blocking_portal

    def seconds(*own: int) -> int | None:
        """Return the median where each of the person's answers came so many seconds after what was before it."""

        def job(connection: Connection) -> None:
            connection.execute(update(MATCHES).values(made=1000))
            rows = connection.execute(select(RECORDS.c.number, RECORDS.c.decision).order_by(RECORDS.c.number)).all()
            at, waits = 1000, list(own)
            for number, decision in rows:
                at += waits.pop(0) if waits and (decision or "").startswith("0:") else 1
                connection.execute(update(RECORDS).where(RECORDS.c.number == number).values(made=at))

        portal.call(place.hub.store.writer.do, job)
        results = portal.call(results_of, place.hub.store, session)
        assert [result.match for result in results] == [match]
        return portal.call(decision_seconds, place.hub.store, results)

    answers = sum(1 for record in place.hub.house.rooms[match].match.log if record.get("seat") == 0)
    assert answers >= 1
    assert seconds(*[9] * answers) == 9
    assert seconds(*[86_400] * answers) == LONGEST_BREAK
    assert portal.call(decision_seconds, place.hub.store, []) is None


def test_own_matches_are_counted_and_nobody_else_s(place: Place) -> None:
    ling, tomas = place.person(), place.person()
    assert "No finished matches yet" in ling.get("/").text
    matches = [played_out(place, ling) for _ in range(2)]
    tomas.open("leduc", "me", "bot:random")
    page = ling.get("/").text
    counts = [int(number) for number in re.findall(r"<span><b>(\d+)</b>", page)]
    won = sum(0 in place.hub.house.rooms[match].match.outcome.winners for match in matches)  # type: ignore[union-attr]
    assert counts[:2] == [2, won]
    assert f"{won} of 2" in page
    assert re.search(r"<b>\d+ s</b>per decision", page), "how fast he decides"
    ending = "won" if 0 in place.hub.house.rooms[matches[1]].match.outcome.winners else "lost"  # type: ignore[union-attr]
    assert f"Last match: Leduc Poker, {ending}." in page and f'href="/replay/{matches[1]}"' in page
    assert "No finished matches yet" in tomas.get("/").text


def test_a_median_of_matches_here_takes_the_place_of_what_was_measured(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(length, "_KEPT", -1.0)
    ling = place.person()
    assert "from 100 bot matches" in ling.get("/").text
    for _ in range(ENOUGH):
        played_out(place, ling)
    found = place.client.blocking_portal.call(lengths, place.hub.store, "leduc")
    assert len(found) == ENOUGH and {one.people for one in found} == {1}
    assert f"median of {ENOUGH} matches played here" in place.person().get("/").text


def test_the_name_is_kept_for_one_click(place: Place) -> None:
    ling = place.person()
    assert ling.form("/name", {"name": " Ling  Wu "}).status_code == 303
    assert 'value="Ling Wu"' in ling.get("/").text
    match = ling.form("/tables", {"game": "pig", "kind.0": "me", "kind.1": "bot"}).headers["location"][7:]
    assert ling.frame(match)["seats"][0]["name"] == "Ling Wu"


@pytest.mark.parametrize("how", ["hand over", "run out of time"])
def test_a_match_in_which_a_bot_played_for_somebody_counts_for_nothing(
    place: Place, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(length, "_KEPT", -1.0)
    ling = place.person()
    match = str(ling.open("leduc", "me", "bot:random")["id"])
    if how == "hand over":
        assert ling.act(match, "seat", id=new_id(), seat=0, to="bot").status_code == 200
    else:
        portal, room = place.client.blocking_portal, place.hub.house.rooms[match]
        with ling.stream(match) as stream:
            while room.seats[0].kind != "bot" and not (frame := stream.receive_json(timeout=30))["outcome"]:
                if frame["decision"]:
                    portal.call(place.hub.act, match, lambda at: run_out(at, [0]))
        assert room.seats[0].kind == "bot" or room.match.over
    with ling.stream(match) as stream:
        while not stream.receive_json(timeout=30).get("outcome"):
            pass
    room = place.hub.house.rooms[match]
    place.client.blocking_portal.call(room.note_end)
    page = ling.get("/").text
    bot = any(record.get("seat") == 0 and record.get("by") == "bot" for record in room.match.log)
    assert bot or how != "hand over"
    assert ("Not counted: 1, because a bot played for you" in page) == bot
    assert ("No finished matches yet" in page) == bot
    assert len(place.client.blocking_portal.call(lengths, place.hub.store, "leduc")) == (not bot)


def test_a_bot_of_another_seat_or_number_stands_in_for_nobody(place: Place) -> None:
    ling = place.person()
    match = played_out(place, ling)
    [result] = place.client.blocking_portal.call(results_of, place.hub.store, hash_of(ling.cookie.partition("=")[2]))
    log = place.hub.house.rooms[match].match.log
    assert any(record.get("by") == "bot" for record in log) and not result.stood_in


@pytest.mark.parametrize("game", ["planet_masters", "battlestar", "pig", "leduc"])
def test_lengths_are_measured(game: str) -> None:
    known = measured(package_of(find(game)))
    assert known is not None and known.matches >= 100 and known.people >= known.alone >= 1


def test_lengths_in_words() -> None:
    texts = catalogue(find("pig"), "en")
    assert [duration(texts, minutes) for minutes in (12, 60, 88, 130)] == ["12 min", "1 h", "1 h 30 min", "2 h 15 min"]


README = Path(__file__).parent.parent.parent / "README.md"


def test_lengths_agree_everywhere(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    """Lobby, form, waiting room, README and `shapan games` say the same of each game, in each language."""
    ling = place.person()
    assert command(["games", "--json", "--language", "en"]) == 0
    told = {row["name"]: row["length"] for row in json.loads(capsys.readouterr().out)}
    for game in games().values():
        known = measured(package_of(game))
        assert known is not None, f"{game.name} has no lengths.toml: bench/lengths.py makes it"
        for language in LANGUAGES:
            texts = catalogue(game, language)
            length_said = texts["game.length"]
            assert duration(texts, known.alone) in length_said and duration(texts, known.people) in length_said
            served = ling.get(f"/api/games/{game.name}/texts/{language}").json()
            assert served["game.length"] == length_said
            lobby = ling.get("/", headers={"accept-language": language}).text
            assert duration(texts, known.alone) in lobby and duration(texts, known.people) in lobby
        assert told[game.name] == catalogue(game, "en")["game.length"]
        for readme, language in ((README, "en"), (README.with_name("README.zh-Hans.md"), "zh-Hans")):
            [row] = [line for line in readme.read_text().splitlines() if line.startswith(f"| `{game.name}` |")]
            assert catalogue(game, language)["game.length"] in row


def test_no_text_of_a_game_with_figures_says_another_length() -> None:
    for game in games().values():
        for language in LANGUAGES:
            assert "game.length" not in written(package_of(game), language)
