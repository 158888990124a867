"""Random matches with everything that people can do: the log alone gives the same match again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from server.conftest import Time, running
from server.people import Data, Person, Place, new_id
from server.test_clock import PACE
from server.test_seats import look, reseat, wait
from shapan.engine.chance import Stream
from shapan.engine.match import Match, Refusal
from shapan.engine.registry import find
from shapan.server.match.attendance import hand, leave, sit_down
from shapan.server.match.lifecycle import MatchClosed, NotYours
from shapan.server.match.rebuild import rebuild
from shapan.server.match.room import Room
from shapan.server.match.timeouts import time_out
from shapan.server.match.visible_state import visible_state
from shapan.server.replay.matchfile import checked
from shapan.server.replay.recording import Reel, run, unpacked
from shapan.server.settings import Settings

MOST = 120
GAMES = [("pig", 3, {"target": 100}), ("leduc", 2, {}), ("planet_masters", 4, {"vote_mode": "simultaneous"})]


class Table:
    """A match at a server that may be started anew, and its people."""

    def __init__(self, settings: Settings, time: Time, seed: str) -> None:
        self.settings = settings
        self.time = time
        self.rng = Stream(seed)
        self.done: list[str] = []
        self.cookies: list[str] = []
        self.match = ""

    def open(self, place: Place, game: str, seats: int, options: Data) -> None:
        people = [place.person() for _ in range(seats)]
        rows = [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)]
        data = {"game": game, "seats": rows, "options": options, "pace": PACE}
        opened = people[0].post("/matches", data).json()
        for person, join in zip(people[1:], opened["joins"], strict=True):
            person.form(join["url"], {})
        self.match = opened["id"]
        for person in people if seats > 1 else []:
            person.ready(self.match)
        self.cookies = [person.cookie for person in people]

    def play(self, place: Place, steps: int) -> bool:
        """Do so many things at random; return whether the match is over."""
        people = [place.person(cookie) for cookie in self.cookies]
        for _ in range(steps):
            room = self._settled(place)
            if room.match.over:
                return True
            self._step(place, people, room)
        return self._settled(place).match.over

    def _settled(self, place: Place) -> Room:
        """Return the room once no bot is asked any more."""
        place.person(self.cookies[0]).frame(self.match)
        room = place.hub.house.rooms[self.match]
        wait(place, lambda: not room.answers.asked_of_bots() and not room._tasks)
        return room

    def _step(self, place: Place, people: list[Person], room: Room) -> None:
        rng = self.rng
        seat = rng.number(len(people))
        person, chance = people[seat], rng.number(100)
        self.time.seconds += rng.number(9)
        if chance < 3:
            self._note("time", None)
            self.time.seconds += PACE
            look(place)
        elif chance < 15:
            self._note("undo", person.act(self.match, "undo", id=new_id()))
        elif chance < 19:
            self._note("hand", reseat(person, self.match, seat, "bot", bot="random"))
        elif chance < 30:
            self._note("take", reseat(person, self.match, seat, "me"))
        elif chance < 31 and len(people) > 2:
            self._note("leave", person.act(self.match, "leave", id=new_id()))
        elif chance < 34:
            person.act(self.match, "chat", id=new_id(), text="hm")
        else:
            self._answer(people, room)

    def _answer(self, people: list[Person], room: Room) -> None:
        asked = [seat for seat in room.match.decisions if room.seats.is_person(seat)]
        if asked:
            seat = asked[self.rng.number(len(asked))]
            match = room.match
            decision = match.decisions[seat]
            picked: list[int] = []
            if decision.prompt.many:
                picked = match.default(seat)
            else:
                legal = list(match.legal(seat))
                picked = [legal[self.rng.number(len(legal))]]
            name = new_id()
            for _ in range(1 + self.rng.number(2)):  # sent once more now and then
                answer = people[seat].answer(self.match, *picked, ordinal=decision.ordinal, name=name, seat=seat)
                self._note("answer", answer)

    def _note(self, what: str, answer: Any) -> None:
        assert answer is None or answer.status_code in (200, 403, 409, 422), answer.text
        if answer is None or answer.status_code == 200:
            self.done.append(what)


def seen(room: Room) -> list[Any]:
    """Return all that anybody may know, and what must be so that the match goes on the same way."""
    match = room.match
    frames = [visible_state(match, viewer) for viewer in range(match.seats + 1)]
    inner = (match.ask_hash(), match.ordinals, match.epochs, sorted(match.left), match.log, room.decisions)
    return [msgspec.json.encode(frames), *inner, room.digest.hexdigest(), room.frozen]


def plain(rows: Any) -> list[Any]:
    return [(position, bytes(raw)) for position, raw in rows]


def recorded_at_once(room: Room) -> list[Any]:
    row = room.row
    begun: Match[Any] = Match(find(row.game), row.seats, row.options, row.key, row.undo)
    _, parts, _ = run(begun, Reel(), room.match.log)
    return [
        plain(unpacked((part.first, part.body) for part in parts if part.viewer == viewer))
        for viewer in range(row.seats + 1)
    ]


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_the_log_alone_gives_the_same_match(
    settings: Settings, time: Time, monkeypatch: pytest.MonkeyPatch, game: str, seats: int, options: Data, seed: int
) -> None:
    monkeypatch.setattr("shapan.server.store.storage.now", lambda: int(time.seconds))
    table = Table(settings, time, f"{game} {seed}")
    over = False
    with running(settings) as place:
        table.open(place, game, seats, options)
    while len(table.done) < MOST and not over:
        with running(settings) as place:
            over = table.play(place, 30)
            room = place.hub.house.rooms[table.match]
            assert not room.frozen
            portal = place.client.blocking_portal
            portal.call(place.hub.reels.record, room)
            stored = portal.call(place.hub.store.stored, table.match)
            rows = [plain(portal.call(place.hub.reels.rows, table.match, viewer)) for viewer in range(seats + 1)]
            assert stored is not None
            short = rebuild(stored, place.hub.store, settings.now)
            stored.snapshot = None
            whole = rebuild(stored, place.hub.store, settings.now)
            assert seen(room) == seen(whole) == seen(short)
            clocks = [{**one.clock.save(), "missed": 0} for one in (room, whole, short)]
            assert clocks[0] == clocks[1] == clocks[2], "who sits down is forgiven what he missed"
            assert rows == recorded_at_once(room), "what was taken back is in no recording"
            if over:
                wait(place, lambda: place.hub.house.rooms[table.match].over)
                file = place.person().get(f"/api/matches/{table.match}/file").json()
                assert checked(file).file.log == room.match.log
    if game == "leduc":
        assert over and set(table.done) >= {"answer"}
    else:
        assert set(table.done) >= {"answer", "hand", "take"}
    if game == "planet_masters":
        assert set(table.done) >= {"undo", "time"}


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3))])
def test_all_at_once_is_as_good_as_one_after_another(settings: Settings, time: Time, seed: int) -> None:
    """Answers, undos, time-outs, seats handed over, taken and left at one moment: each is done whole or refused."""
    table = Table(settings, time, f"at once {seed}")
    rng = table.rng
    with running(settings) as place:
        table.open(place, "planet_masters", 4, {"vote_mode": "simultaneous"})
        hub, match = place.hub, table.match
        sessions = [str(row.session) for row in hub.house.rooms[match].seats]

        def change(seat: int) -> Callable[[Room], Awaitable[None]]:
            room = hub.house.rooms[match]
            kind, name = rng.number(12), f"id-{rng.number(400)}"
            decision = room.match.decisions.get(seat)
            if kind == 0:
                return lambda room: room.undo(seat, name)
            if kind == 1:
                return lambda room: hand(room, sessions[seat], seat, "random", name)
            if kind in (2, 3):
                return lambda room: sit_down(room, sessions[seat], seat, name)
            if kind == 4 and not rng.number(12):
                return lambda room: leave(room, seat, name)
            if kind == 5:
                time.seconds += PACE if not rng.number(4) else 0
                return time_out
            if decision is None:
                return lambda room: room.reread_seats()
            codes = room.match.default(seat)
            if not decision.prompt.many:
                legal = list(room.match.legal(seat))
                codes = [legal[rng.number(len(legal))]]
            return lambda room: room.answer(seat, codes, decision.ordinal, name)

        async def moment() -> None:
            changes = [hub.act(match, change(rng.number(4))) for _ in range(6)]
            for result in await asyncio.gather(*changes, return_exceptions=True):
                assert result is None or isinstance(result, (MatchClosed, Refusal, NotYours)), repr(result)

        for _ in range(60):
            place.client.blocking_portal.call(moment)
        room = table._settled(place)
        assert not room.frozen and len(room.match.log) > 40
        stored = place.client.blocking_portal.call(hub.store.stored, match)
        assert stored is not None and stored.seats == room.seats.rows and stored.changes.keys() == room.changes
        stored.snapshot = None
        assert seen(rebuild(stored, hub.store, settings.now)) == seen(room)
