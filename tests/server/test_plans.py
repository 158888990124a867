"""Plans: what a person answers in advance is given for them, told to them alone, and dropped where it does not fit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import msgspec
import pytest

from engine.driving import listed
from engine.tiny import PICK, PLAY, Number, Play, Tiny, TinyGame, choose, deal
from server.bells import BELLS_GAME
from server.conftest import Time, running
from server.people import Data, Person, Place, new_id
from server.test_seats import look, reseat
from server.virtual import NoStore, Watcher, keeper, room_of, run
from server.windows import WINDOW, open_moment, passes, records, table
from shapan.engine.actions import DONE
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.plan import Choice, Plan
from shapan.engine.segment import PLAYER
from shapan.engine.table import Table
from shapan.server.hub.planner import Planner
from shapan.server.hub.schedule import WINDOW_SHARE, Schedule
from shapan.server.match.frame import compose
from shapan.server.match.plan import SeatPlan
from shapan.server.match.room import Room
from shapan.server.settings import Settings
from shapan.server.store.row import Sealed, SeatRow

pytestmark = pytest.mark.usefixtures("bells", "ahead")


class Card(Play):
    """A card of the hand, or none; it may be answered in advance."""

    key, plan = "card", True


class Bid(Number):
    """One of three numbers, which may be answered in advance."""

    key, plan = "bid", True


CARD, BID = Card(), Bid()


def lay(state: Tiny, table: Table[Tiny]) -> None:
    """Ask the second seat for a card."""
    code = table.ask(CARD, 1)
    if code != DONE:
        hand = state.hands[1]
        state.move(hand, hand.cards.index(PLAY.value(code)), state.table)


class AheadGame(TinyGame):
    name = "ahead"
    prompts = (*TinyGame.prompts, CARD, BID)

    def __init__(self) -> None:
        super().__init__(deal(3), *[choose(0), lay] * 4, choose(1, prompt=BID))


AHEAD: Final = AheadGame()


@pytest.fixture
def ahead() -> Iterator[None]:
    """List the game in which the second seat is asked for a card after each answer of the first."""
    with listed(AHEAD):
        yield


def plan(kind: str, *choices: Any, key: str = "", unless: bool = False, **rest: Any) -> Data:
    """Return a plan as a client sends it; a choice is a word, or a row of codes."""
    made = [{"how": one} if isinstance(one, str) else {"how": "codes", "codes": list(one)} for one in choices]
    return {"key": key or new_id(), "plan": {"kind": kind, "choices": made, **rest}, "unless": unless}


def intend(person: Person, match: str, *plans: Data, **rest: Any) -> Any:
    return person.act(match, "plans", id=new_id(), plans=list(plans), **rest)


def told(person: Person, match: str) -> list[tuple[str, str, str]]:
    return [(one["kind"], one.get("state", "open"), one.get("why", "")) for one in person.frame(match)["plans"]]


def hand_of(place: Place, match: str, seat: int = 1) -> list[int]:
    return list(place.hub.house.rooms[match].match.live.hands[seat].cards)


def until(place: Place, true: Callable[[], bool]) -> None:
    """Wait until something can be seen that the server does by itself."""
    for _ in range(200):
        if true():
            return
        settled(place)
    raise AssertionError("it never happened")


def settled(place: Place) -> None:
    """Let the server do what it would do by itself."""

    async def rest() -> None:
        for _ in range(10):
            await asyncio.sleep(0.002)
            await place.hub.house.settle()

    place.client.blocking_portal.call(rest)


def test_a_plan_answers_when_its_seat_is_asked_and_nobody_else_sees_it(place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    stranger = place.person()
    card = PLAY.code(hand_of(place, match)[1])
    others = [viewer.get(f"/api/matches/{match}/frame").text for viewer in (ling, stranger)]
    assert intend(tomas, match, plan("card", [card])).json() == {"ok": True}
    assert [viewer.get(f"/api/matches/{match}/frame").text for viewer in (ling, stranger)] == others
    assert told(tomas, match) == [("card", "open", "")]
    ling.answer(match, PICK.code(1))
    until(place, lambda: len(records(place, match)) == 2)
    record = records(place, match)[1]
    assert (record["seat"], record["answer"], record["by"]) == (1, [card], "player")
    assert told(tomas, match) == [("card", "given", "")]
    assert ling.frame(match)["plans"] == [] and stranger.frame(match)["plans"] is None
    ling.answer(match, PICK.code(1))
    settled(place)
    assert tomas.frame(match)["decision"] is not None, "a plan answers one question"


def test_what_does_not_fit_is_dropped_and_only_its_owner_told(place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    alien = next(card for card in range(9) if card not in hand_of(place, match))
    intend(tomas, match, plan("card", [PLAY.code(alien)]))
    ling.answer(match, PICK.code(1))
    until(place, lambda: told(tomas, match) == [("card", "dropped", "unfit")])
    assert len(records(place, match)) == 1 and tomas.frame(match)["decision"]["kind"] == "card"
    assert ling.frame(match)["plans"] == [] and "plan" not in msgspec.json.encode(records(place, match)).decode()
    intend(tomas, match, forget=True)
    assert told(tomas, match) == []


def test_the_first_choice_that_is_possible_is_given_and_else_it_declines(place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    alien = PLAY.code(next(card for card in range(9) if card not in hand_of(place, match)))
    own = PLAY.code(hand_of(place, match)[2])
    intend(tomas, match, plan("card", [alien], [own]), plan("card", [alien], otherwise="decline"))
    for answer in ([own], [DONE]):
        ling.answer(match, PICK.code(1))
        until(place, lambda: len(records(place, match)) % 2 == 0)
        assert records(place, match)[-1]["answer"] == answer
    assert told(tomas, match) == [("card", "given", "")] * 2


def test_a_plan_that_holds_only_for_this_table_goes_when_it_has_changed(place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    first, second = (PLAY.code(card) for card in hand_of(place, match)[:2])
    intend(tomas, match, plan("card", [first]), plan("card", [second], unless=True))
    for _ in range(2):
        ling.answer(match, PICK.code(1))
        settled(place)
    assert told(tomas, match) == [("card", "dropped", "changed"), ("card", "given", "")]


def test_a_plan_is_for_a_turn_or_for_words_of_the_question(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    usual = type(AHEAD).question
    asked = {"number": 3, "of": {"term": "check.one"}}

    def question(game: Any, view: Any, prompt: Any, seat: int, arg: int) -> Any:
        return msgspec.structs.replace(usual(game, view, prompt, seat, arg), words=asked)

    monkeypatch.setattr(type(AHEAD), "question", question)
    never = [
        plan("card", "decline", turn=0),
        plan("card", "decline", limits=[{"word": "number", "least": 4}]),
        plan("card", "decline", limits=[{"word": "number", "most": 2}]),
        plan("card", "decline", limits=[{"word": "of", "same": {"term": "check.two"}}]),
    ]
    intend(tomas, match, *never)
    ling.answer(match, PICK.code(1))
    settled(place)
    assert told(tomas, match) == [("card", "open", "")] * 4
    tomas.answer(match, DONE)
    intend(tomas, match, *never, plan("card", "decline", limits=[{"word": "of", "same": asked["of"]}]))
    ling.answer(match, PICK.code(1))
    until(place, lambda: told(tomas, match)[-1] == ("card", "given", ""))


def test_no_plan_answers_what_was_asked_when_it_was_made(place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    ling.answer(match, PICK.code(1))
    intend(tomas, match, plan("card", "decline"))
    settled(place)
    assert tomas.frame(match)["decision"] is not None and told(tomas, match) == [("card", "open", "")]
    tomas.answer(match, DONE), ling.answer(match, PICK.code(1))
    until(place, lambda: told(tomas, match) == [("card", "given", "")])
    tomas.act(match, "undo", id=new_id())
    settled(place)
    assert tomas.frame(match)["decision"]["kind"] == "card", "who takes it back is asked"


def test_an_undo_takes_plans_along_that_rested_on_it(place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    ling.answer(match, PICK.code(1)), tomas.answer(match, DONE)
    intend(tomas, match, plan("bid", [PICK.code(2)], key="old"))
    ling.answer(match, PICK.code(1))
    intend(tomas, match, plan("bid", [PICK.code(2)], key="old"), plan("card", "decline", key="new"))
    assert ling.act(match, "undo", id=new_id()).status_code == 200
    assert told(tomas, match) == [("bid", "open", ""), ("card", "dropped", "undone")]


def test_plans_are_edited_as_one_list_and_keep_their_age(time: Time, place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead")
    one, two = plan("card", "decline", key="a", unless=True), plan("bid", [PICK.code(1)], key="b")
    intend(tomas, match, one, two)
    (first, _), room = place.hub.house.rooms[match].plans.of(1), place.hub.house.rooms[match]
    intend(tomas, match, two, one)
    assert room.plans.of(1)[1] is first
    intend(tomas, match, two)
    assert [row["key"] for row in tomas.frame(match)["plans"]] == ["b"]
    assert intend(tomas, match, one, one).json()["field"] == "plans"
    assert intend(tomas, match, *(plan("card", "decline") for _ in range(6))).status_code == 400
    for wrong, field in (
        (plan("hop", "decline"), "kind"),
        (plan("number", "decline"), "kind"),
        (plan("card", "decline", turn=2), "turn"),
        (plan("card", [PICK.code(1)]), "choices"),
        (plan("card", [PLAY.code(1), PLAY.code(2)]), "choices"),
        (plan("card", []), "choices"),
    ):
        refused = intend(tomas, match, wrong)
        assert (refused.status_code, refused.json()["field"]) == (422, f"plans.0.plan.{field}")
    assert intend(place.person(), match).status_code == 403 and intend(ling, match, seat=1).status_code == 403
    reseat(tomas, match, 1, "bot", "random")
    assert intend(tomas, match).json() == {"reason": "handed"} and tomas.frame(match)["plans"] is None


def test_the_form_says_what_a_seat_holds(place: Place) -> None:
    (_, tomas), match = table(place, 2, game="ahead")
    kinds = tomas.act(match, "plan-form").json()
    assert [one["kind"] for one in kinds["kinds"]] == ["card", "bid"] and kinds["options"] == []
    assert kinds["kinds"][0]["name"] == {"key": "planned.card"}
    found = tomas.act(match, "plan-form", kind="card").json()
    assert len(found["options"]) == 10 and not found["proposal"]  # the plain board offers every card
    assert tomas.act(match, "plan-form", kind="hop").json()["field"] == "kind"
    assert place.person().act(match, "plan-form").status_code == 403


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_plans_survive_a_restart(settings: Settings) -> None:
    with running(settings) as place:
        (ling, tomas), match = table(place, 2, game="ahead")
        card = PLAY.code(hand_of(place, match)[0])
        intend(tomas, match, plan("card", [card]), plan("card", "decline"))
        cookies = ling.cookie, tomas.cookie
    with running(settings) as place:
        ling, tomas = (place.person(cookie) for cookie in cookies)
        assert told(tomas, match) == [("card", "open", "")] * 2
        ling.answer(match, PICK.code(1))
        until(place, lambda: len(records(place, match)) == 2)
    with running(settings) as place:
        tomas = place.person(cookies[1])
        assert told(tomas, match) == [("card", "open", ""), ("card", "given", "")]
        assert records(place, match)[1]["answer"] == [card]
        tomas.act(match, "leave", id=new_id())
        assert place.hub.house.rooms[match].plans.of(1) == []
    with running(settings) as place:
        place.person(cookies[0]).frame(match)
        assert place.hub.house.rooms[match].plans.of(1) == []


def test_in_a_window_a_plan_is_sealed_like_an_answer(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    for person in (ling, tomas, mia):
        passes(person, match)
    intend(tomas, match, plan("ring", "decline"))
    open_moment(time, place)
    until(place, lambda: tomas.frame(match)["window"]["own"] == "answered")
    stranger = place.person()
    assert stranger.frame(match)["waiting"] == [0, 1, 2] and ling.frame(match)["waiting"] == [0, 1, 2]
    passes(ling, match), passes(mia, match)
    open_moment(time, place, WINDOW)
    look(place)
    assert [record["by"] for record in records(place, match)] == ["player"] * 6
    refused = intend(tomas, match, plan("ring", [PLAY.code(1)], useful=True))
    assert refused.json()["field"] == "plans.0.plan.otherwise", "by when it passes others could tell what it holds"


# Worlds that differ only by a plan


class Kept(NoStore):
    """Takes plans too."""

    def __init__(self) -> None:
        super().__init__()
        self.plans = SimpleNamespace(keep=self.append, append=self.append, seal=self._seal)

    async def _seal(self, match: str, kept: Sealed, name: str, plans: Any) -> list[Sealed]:
        return await self.seal(match, kept.seat, kept, name)


def seen(room: Room, *viewers: int) -> list[bytes]:
    """Return the frames of the first seat and of a spectator."""
    return [msgspec.json.encode(compose(room, viewer, f"s{viewer}")) for viewer in viewers or (0, room.row.seats)]


def others_see(match: Match[Any], seat: int, codes: list[int], *, planned: bool) -> tuple[Any, ...]:
    """Return what others are sent, when, and the log, where a seat has planned an answer or gives it at that moment."""

    async def play() -> tuple[Any, ...]:
        room = room_of(match, [SeatRow(at, "player", f"P{at}", session=f"s{at}") for at in range(match.seats)])
        room._store = Kept()  # type: ignore[assignment]
        schedule = Schedule(0.15, 2.0, asyncio.get_running_loop().time)
        planner, windows = Planner(SimpleNamespace(closing=True), schedule), keeper()  # type: ignore[arg-type]
        lines = [Watcher(room, session) for session in (f"s{1 - seat}", None)]
        kind, reaction = match.decisions[seat].prompt.key, match.decisions[seat].prompt.reaction
        if planned:
            room.plans.put(seat, [SeatPlan("a", Plan(kind, [Choice("codes", codes)]))])
        planner.look_after(room)
        windows.look_after(room)
        await asyncio.sleep(0.15 * (WINDOW_SHARE if reaction else 1.0))
        if not planned:
            await room.answer(seat, codes, room.match.decisions[seat].ordinal, "own", PLAYER)
        if reaction:
            await asyncio.sleep(0.5)
            other = 1 - seat
            await room.answer(other, [DONE], room.match.decisions[other].ordinal, "own", PLAYER)
        await asyncio.sleep(6)
        await planner.close()
        await windows.close()
        return [line.times for line in lines], seen(room), room.match.log

    return run(play())


@pytest.mark.parametrize("game", [BELLS_GAME, AHEAD], ids=lambda game: game.name)
def test_others_cannot_tell_a_plan_from_an_answer_at_that_moment(game: TinyGame) -> None:
    for number in range(20):
        match: Match[Any] = Match(game, 2, {}, f"twin {number}", FRIENDLY)
        if game is AHEAD:
            match.answer(0, [PICK.code(1)])
        codes = [match.legal(1)[-1]]
        found = [others_see(match.clone(), 1, codes, planned=planned) for planned in (True, False)]
        assert found[0] == found[1] and found[0][2] and found[0][0][0], "and something was sent"


def test_a_plan_that_does_not_fit_sends_others_nothing(tmp_path: Path) -> None:
    match: Match[Any] = Match(BELLS_GAME, 2, {}, "twin", FRIENDLY)
    alien = next(PLAY.code(card) for card in range(9) if PLAY.code(card) not in match.legal(1))

    async def play(*plans: SeatPlan) -> tuple[Any, ...]:
        room = room_of(match.clone(), [SeatRow(at, "player", f"P{at}", session=f"s{at}") for at in range(2)])
        room._store = Kept()  # type: ignore[assignment]
        room.plans.put(1, list(plans))
        planner = Planner(SimpleNamespace(closing=True), Schedule(0.15, 2.0, asyncio.get_running_loop().time))  # type: ignore[arg-type]
        lines = [Watcher(room, session) for session in ("s0", None)]
        planner.look_after(room)
        await asyncio.sleep(6)
        await planner.close()
        return [line.times for line in lines], seen(room), room.plans.of(1)

    dropped, none = run(play(SeatPlan("a", Plan("ring", [Choice("codes", [alien])])))), run(play())
    assert dropped[:2] == none[:2] and dropped[2][0].why == "unfit"
