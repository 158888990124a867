"""A match of Battlestar by days: nobody is ever there together, and all are called; to its end in the long tier.

Each is called when it is their turn, two by mail and one by the service of their browser, comes, answers what is asked,
and goes. One plans ahead, one logs in on another device, one takes the seat along to another device by its link, one is
late twice and reads on coming back what happened meanwhile; in the middle the server is stopped and started again (in
the long tier both processes of it); and one hands the seat over to a reserve, who is called by mail and plays on.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from server.conftest import Time, running
from server.notices import Notices, told
from server.people import Person, Place, new_id
from server.postman import Postman, taking
from server.processes import also, home, process, sent_on
from server.receiver import Receiver
from server.test_accounts import log_in, sign_up
from server.test_mail import confirm
from server.test_push import Browser
from server.test_seat_link import link_of
from server.test_seats import look
from shapan import bots
from shapan.engine import text
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


WITH_MAIL: Final[dict[str, Any]] = {
    "accounts": "on",
    "password_memory": 8,
    "mail_host": "127.0.0.1",
    "mail_tls": "off",
    "mail_from": "shapan@play.example",
}
Serve = Callable[[], AbstractContextManager[Place]]
"""Starts the server, and stops it again; what is stored stays."""


@pytest.fixture
def settings(settings: Settings, server: Postman) -> Settings:
    for name, value in {**WITH_MAIL, "mail_port": server.port}.items():
        setattr(settings, name, value)
    return settings


class Days:
    """A table whose people come one at a time."""

    def __init__(self, place: Place, time: Time, postman: Postman, receiver: Receiver) -> None:
        self.time, self.postman, self.receiver = time, postman, receiver
        self.people: dict[str, Person] = {}
        self.browsers: dict[str, Browser] = {}
        """By the path of its service a browser that is called while it is closed."""
        self.came: Counter[str] = Counter()
        self.seats = list(SEATS)
        self.had_seats = self.seats
        """Who had them before a seat was handed over: what was sent then may be read now."""
        """Who sits where."""
        self.match = ""
        self.at = 0
        """The time of the notices, which goes on where a server stops."""
        self.rung = ""
        """Who is called by the browser."""
        self.mind = bots.find("greedy")
        self.enter(place)

    def enter(self, place: Place) -> None:
        """Go on at a server: the first, or the one that came after it."""
        self.place, self.notices = place, Notices(place, self.receiver)
        self.notices.at = self.at = max(self.at, self.notices.at)
        for person in self.people.values():
            person.place = place

    def join(self, name: str, *, mail: bool = True) -> Person:
        """Return a new member, who gets mail."""
        self.people[name] = person = self.place.person()
        sign_up(person, name)
        if mail:
            confirm(person, self.postman, f"{name}@example.org")
        return person

    def subscribe(self, name: str, path: str) -> None:
        """Let the device that somebody uses now be called by its maker's service, and no other one."""
        self.browsers = {path: Browser(self.receiver, path)}
        assert self.browsers[path].subscribe(self.people[name]) == 200
        self.rung = name

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
        """Return who was called to this match since the last look, by mail or by the browser."""
        found = [self.rung for message in told(self.receiver) if self.read(message.path, message.body)]
        for letter in self.postman.take():
            assert LINK.findall(letter.get_content()) == [self.match]
            assert not ASKED.findall(letter.get_content())
            found.append(str(letter["To"]).partition("@")[0])
        return sorted(set(found))

    def read(self, path: str, body: bytes) -> bool:
        """Read what a browser was sent: game, table, whose turn, and a link; nothing of what happened."""
        assert b"Battlestar" not in body and self.match.encode() not in body, "it is encrypted"
        said = json.loads(self.browsers[path].read(body))
        bodies = ["with " + ", ".join(one for one in row if one != self.rung) for row in (self.seats, self.had_seats)]
        game, _, turn = said.pop("title").partition(": ")
        assert game == "Battlestar Galactica" and turn in ("your turn", "your turn; a quarter of your time is left")
        assert said.pop("body") in bodies
        assert said == {"url": f"/match/{self.match}?story", "tag": self.match}
        return True

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


def begun(place: Place, time: Time, postman: Postman, receiver: Receiver) -> Days:
    days = Days(place, time, postman, receiver)
    ling, tomas, vera = (days.join(name, mail=name != "Ling") for name in SEATS)
    days.join("Mia")
    days.subscribe("Ling", "/push/laptop")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    opened = ling.post("/matches", {"game": "battlestar", "seats": seats, "pace": DAY, "window": 4}).json()
    days.match = opened["id"]
    for person, join in zip((tomas, vera), opened["joins"], strict=True):
        assert person.form(join["url"], {}).status_code == 303
    for person in (ling, tomas, vera):
        person.ready(days.match)
    return days


def play(serve: Serve, time: Time, postman: Postman, receiver: Receiver, *, to_the_end: bool) -> None:
    """Play a match by days."""
    with serve() as place:
        days = begun(place, time, postman, receiver)
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
    with serve() as place:  # a deploy
        days.enter(place)
        days.people["Ling"].frame(match)
        assert list(days.played.log) == log
        takes_along(days, "Ling")
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


def takes_along(days: Days, name: str) -> None:
    """Let somebody take the seat along to another device by its link, without logging in; that one is called now."""
    laptop, phone, seat = days.people[name], days.place.person(), SEATS.index(name)
    before = laptop.frame(days.match)
    assert phone.form(link_of(laptop, days.match), {}).status_code == 303
    after = phone.frame(days.match)
    assert after["seats"][seat]["kind"] == "you" and after["seats"][seat]["name"] == name
    assert [after[part] for part in ("scene", "since", "decision")] == [
        before[part] for part in ("scene", "since", "decision")
    ]
    assert laptop.frame(days.match)["spectator"]
    days.people[name] = phone
    days.subscribe(name, "/push/phone")


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
    assert_told(days, name)
    assert person.act(days.match, "seat", id=new_id(), seat=seat, to="me").status_code == 200
    assert person.frame(days.match)["seats"][seat]["kind"] == "you"
    came = days.came[name]
    days.visit(name)
    days.go_on(20)
    assert days.came[name] > came


def assert_told(days: Days, name: str) -> None:
    """Hold the story that somebody reads on coming back against what has happened since their own last move."""
    frame, match, seat = days.people[name].frame(days.match), days.played, days.seats.index(name)
    since, events = frame["since"], frame["events"]
    assert 0 < since < frame["log_length"] and events["from"] <= since
    story = events["list"][since - events["from"] :]
    own = max(place for place, one in enumerate(match.log) if one.get("seat") == seat and one.get("by") == "player")
    others = {one["seat"] for one in match.log[own + 1 :] if one.get("by") == "player"}
    said = [text.say(match.game, "en", f"event.{one['key']}", one["with"], days.seats) for one in story]
    assert not [line for line in said if line.startswith("event.") or "{" in line]
    assert others and all(any(days.seats[other] in line for line in said) for other in others), said
    assert any(one.get("by") == "bot" and {"seat": seat} in one["with"].values() for one in story), "who stood in"
    late = [one for one in frame["notes"] if one["key"] == "late" and one["after"] >= since]
    assert [one["seat"] for one in late] == [seat], "why"
    names = text.catalogue(match.game, "en")
    crises = [names[one["with"]["card"]["term"]] for one in story if one["key"] == "crisis_revealed"]
    assert crises and all(any(crisis in line for line in said) for crisis in crises), "what came"


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
    days.pass_time(STEP)
    letters = [letter for letter in days.postman.letters if str(letter["To"]) == f"{name}@example.org"]
    days.postman.letters = [letter for letter in days.postman.letters if letter not in letters]
    assert sum(f"{reserve} has taken over your seat" in letter.get_content() for letter in letters) == 1
    days.had_seats = list(days.seats)
    days.seats[seat] = reserve
    days.visit(reserve)
    days.go_on(20)
    assert days.came[reserve] > 1, "the mail calls who has the seat now"


def test_a_match_is_played_by_people_who_never_meet(
    settings: Settings, time: Time, server: Postman, receiver: Receiver
) -> None:
    play(lambda: running(settings), time, server, receiver, to_the_end=False)


@pytest.mark.long
def test_it_is_played_to_its_end(address: str, tmp_path: Path, server: Postman, receiver: Receiver) -> None:
    """On two processes with one database, both of which end in the middle; the other one plays on."""
    time, names = Time(), ["p1", "p2"]

    @contextmanager
    def serve() -> Iterator[Place]:
        with ExitStack() as stack:
            rest = {**WITH_MAIL, "mail_port": server.port, "now": time}
            places = {name: stack.enter_context(process(address, tmp_path, name, **rest)) for name in names}
            first, other = names
            yield places[first]
            (match,) = places[first].hub.house.rooms
            assert home(address, match) == first
            answer = also(Person(places[other]), places[other]).get(f"/api/matches/{match}/frame")
            assert sent_on(answer, first)
            names.reverse()

    play(serve, time, server, receiver, to_the_end=True)
