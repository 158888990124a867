"""A match of Battlestar by days: nobody is ever there together, and all are called; to its end in the long tier.

Each is told by mail that it is their turn, comes, answers what is asked, and goes. One plans ahead, one goes on with
another device, one is late twice and comes back; in the middle the server is stopped and started again; and one hands
the seat over to a reserve, who is called by mail as well, and plays on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import pytest

from server.conftest import Time, running
from server.notices import Notices
from server.people import Person, Place, new_id
from server.postman import Postman, taking
from server.test_accounts import log_in, sign_up
from server.test_mail import confirm
from server.test_seats import look
from shapan import bots
from shapan.engine.match import Match
from shapan.server.settings import Settings

DAY: Final = 86_400
STEP: Final = 2 * 3600
"""Seconds after which people look into their mail."""
MOST: Final = 3_000
SEATS: Final = ("Ling", "Tomas", "Vera")
ASKED: Final = re.compile(r"http://testserver\.local(/tables/[^\s/]+/reserve)")
LINK: Final = re.compile(r"http://testserver\.local/match/([^\s?]+)\?story")


@pytest.fixture(scope="module")
def server() -> Iterator[Postman]:
    with taking() as postman:
        yield postman


@pytest.fixture
def settings(settings: Settings, server: Postman) -> Settings:
    settings.accounts = "on"
    settings.password_memory = 8
    settings.limits = None
    settings.mail_host, settings.mail_port, settings.mail_tls = "127.0.0.1", server.port, "off"
    settings.mail_from = "shapan@play.example"
    return settings


class Days:
    """A table whose people come one at a time."""

    def __init__(self, place: Place, time: Time, postman: Postman) -> None:
        self.time, self.postman = time, postman
        self.people: dict[str, Person] = {}
        self.came: Counter[str] = Counter()
        self.seats = list(SEATS)
        """Who sits where."""
        self.match = ""
        self.at = 0
        """The time of the notices, which goes on where a server stops."""
        self.mind = bots.find("greedy")
        self.enter(place)

    def enter(self, place: Place) -> None:
        """Go on at a server: the first, or the one that came after it."""
        self.place, self.notices = place, Notices(place)
        self.notices.at = self.at = max(self.at, self.notices.at)
        for person in self.people.values():
            person.place = place

    def join(self, name: str) -> Person:
        """Return a new member who gets mail."""
        self.people[name] = person = self.place.person()
        sign_up(person, name)
        confirm(person, self.postman, f"{name}@example.org")
        return person

    @property
    def played(self) -> Match[Any]:
        room = self.place.hub.house.rooms[self.match]
        assert not room.watchers, "somebody is there"
        return room.match

    def pass_time(self, seconds: int) -> None:
        """Let time pass, in which the server does what is due and sends mail."""
        self.time.seconds += seconds
        look(self.place)
        self.place.client.blocking_portal.call(self.place.hub.house.settle)
        self.notices.wait(seconds)
        self.at = self.notices.at

    def called(self) -> list[str]:
        """Return who has got mail about this match since the last look."""
        found = []
        for letter in self.postman.take():
            assert LINK.findall(letter.get_content()) == [self.match]
            assert not ASKED.findall(letter.get_content())
            found.append(str(letter["To"]).partition("@")[0])
        return sorted(set(found))

    def visit(self, name: str) -> None:
        """Come, answer all that is asked, and go."""
        person = self.people[name]
        self.came[name] += 1
        while decision := person.frame(self.match)["decision"]:
            seat, room = self.seats.index(name), self.place.hub.house.rooms[self.match]
            if not room.window.is_asked(seat):
                return  # the answer is sealed
            codes = bots.answer(self.mind, room.match, seat)
            answer = person.answer(self.match, *codes, ordinal=decision["ordinal"])
            assert answer.status_code == 200, answer.text

    def go_on(self, answers: int, *, but: str = "") -> None:
        """Play so many answers on; one of the people does not come though called."""
        until = len(self.played.log) + answers
        for _ in range(MOST):
            if self.played.over or len(self.played.log) >= until:
                return
            self.pass_time(STEP)
            for name in self.called():
                if name != but:
                    self.visit(name)
        raise AssertionError("the match does not go on")


def begun(place: Place, time: Time, postman: Postman) -> Days:
    days = Days(place, time, postman)
    ling, tomas, vera = (days.join(name) for name in SEATS)
    days.join("Mia")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    opened = ling.post("/matches", {"game": "battlestar", "seats": seats, "pace": DAY, "window": 4}).json()
    days.match = opened["id"]
    for person, join in zip((tomas, vera), opened["joins"], strict=True):
        assert person.form(join["url"], {}).status_code == 303
    for person in (ling, tomas, vera):
        person.ready(days.match)
    return days


def play(settings: Settings, time: Time, postman: Postman, *, to_the_end: bool) -> None:
    """Play a match by days."""
    with running(settings) as place:
        days = begun(place, time, postman)
        vera, match = days.people["Vera"], days.match
        plan = {"kind": "contribute", "choices": [{"how": "decline"}], "otherwise": "decline"}
        planned = {"key": "p", "plan": plan, "unless": False}
        assert vera.act(match, "plans", id=new_id(), plans=[planned]).status_code == 200
        days.go_on(90)
        assert set(days.came) == set(SEATS)
        assert [one.get("state", "open") for one in vera.frame(match)["plans"]] == ["given"]
        assert all(days.people[name].frame(match)["plans"] == [] for name in ("Ling", "Tomas"))
        log = list(days.played.log)
        assert all(record["by"] == "player" for record in log if "answer" in record)
    with running(settings) as place:  # a deploy
        days.enter(place)
        days.people["Ling"].frame(match)
        assert list(days.played.log) == log
        days.people["Tomas"] = place.person()
        assert log_in(days.people["Tomas"], "Tomas").status_code == 303
        stay_away(days, "Vera")
        assert days.came["Tomas"] > 1
        returns(days, "Vera")
        hands_over(days, "Tomas", "Mia")
        if to_the_end:
            days.go_on(MOST)
            assert days.played.over
            told = [person.frame(match)["outcome"] for person in days.people.values()]
            assert told[0] and told == [told[0]] * 4
            late = sum(record.get("by") == "clock" for record in days.played.log)
            assert late == 2, "all came when they were called"


def stay_away(days: Days, name: str) -> None:
    """Let somebody not come until a bot plays for them; they are answered for twice before, and nobody else is."""
    seat = SEATS.index(name)
    for _ in range(MOST):
        if days.people["Ling"].frame(days.match)["seats"][seat]["kind"] == "bot":
            break
        days.go_on(1, but=name)
    late = [record["seat"] for record in days.played.log if record.get("by") == "clock"]
    assert late == [seat, seat]


def returns(days: Days, name: str) -> None:
    """Let somebody come back: they see what has happened since their last move, and play on."""
    person, seat = days.people[name], SEATS.index(name)
    frame = person.frame(days.match)
    assert 0 < frame["since"] < frame["log_length"]
    assert person.act(days.match, "seat", id=new_id(), seat=seat, to="me").status_code == 200
    assert person.frame(days.match)["seats"][seat]["kind"] == "you"
    came = days.came[name]
    days.visit(name)
    days.go_on(20)
    assert days.came[name] > came


def hands_over(days: Days, name: str, reserve: str) -> None:
    """Let somebody hand the seat over to a reserve, who reads the mail, accepts, sees what happened, and plays on."""
    match, person, mia = days.match, days.people[name], days.people[reserve]
    seat = days.seats.index(name)
    link = days.people["Ling"].frame(match)["reserves"]["link"]
    page, _, token = link.partition("?link=")
    assert mia.get(page).status_code == 404, "it is a private table"
    assert mia.form(page, {"step": "join", "link": token}).status_code == 303
    assert person.form(page, {"step": "offer", "seat": str(seat)}).status_code == 303
    days.pass_time(600)
    letters = [letter for letter in days.postman.letters if str(letter["To"]) == f"{reserve}@example.org"]
    days.postman.letters = [letter for letter in days.postman.letters if letter not in letters]
    assert [ASKED.findall(letter.get_content()) for letter in letters] == [[page]]
    assert 'value="accept"' in mia.get(page).text
    before = person.frame(match)
    assert mia.form(page, {"step": "accept"}).headers["location"] == f"/match/{match}?story"
    frame = mia.frame(match)
    assert frame["seats"][seat]["kind"] == "you" and frame["seats"][seat]["name"] == reserve
    assert (frame["scene"], frame["log_length"]) == (before["scene"], before["log_length"])
    assert 0 < frame["since"] <= frame["log_length"] and person.frame(match)["spectator"]
    days.seats[seat] = reserve
    days.visit(reserve)
    days.go_on(20)
    assert days.came[reserve] > 1, "the mail calls who has the seat now"


def test_a_match_is_played_by_people_who_never_meet(settings: Settings, time: Time, server: Postman) -> None:
    play(settings, time, server, to_the_end=False)


@pytest.mark.long
def test_it_is_played_to_its_end(settings: Settings, time: Time, server: Postman) -> None:
    play(settings, time, server, to_the_end=True)
