"""The page that says for whom a table waits: the same for all, by what all can see."""

from __future__ import annotations

import re

import pytest

from engine.tiny import PICK
from server.conftest import Time
from server.people import Person, Place, new_id
from server.test_plans import ahead, intend, plan, settled  # noqa: F401 - a fixture
from server.windows import open_moment, passes, table
from shapan.server.match.queue import queue

pytestmark = pytest.mark.usefixtures("bells", "ahead")
DAY = 86_400


def page(person: Person, match: str) -> str:
    """Return the page's words."""
    answer = person.get(f"/match/{match}/waiting")
    assert answer.status_code == 200
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    main = re.sub(r'<details class="more night".*?</details>', "", main, flags=re.DOTALL)  # the viewer's own
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", main))


async def read_again(place: Place, match: str) -> None:
    place.hub.house.rooms[match].outdate()
    await place.hub.room(match)


def test_it_says_who_is_asked_since_when_and_until_when(time: Time, place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead", pace=DAY)
    ling.frame(match), tomas.frame(match)
    time.seconds += 7200
    first = page(ling, match)
    assert "Player 1" in first and "Player 2" not in first
    assert "waiting for 2 h" in first and "22 h left" in first
    assert page(place.person(), match) == first == page(tomas, match)
    ling.answer(match, PICK.code(1))
    assert "asked just now" in page(ling, match) and "24 h left" in page(ling, match)
    lobby = ling.get("/").text
    assert f"/match/{match}/waiting" in lobby and f"/match/{match}/waiting" not in tomas.get("/").text
    chinese = ling.get(f"/match/{match}/waiting", headers={"accept-language": "zh-CN"}).text
    assert "在等谁" in chinese and "还剩" in chinese
    assert re.findall(r'<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\dZ" data-at>[\d :-]+ UTC</time>', chinese)


def test_in_a_held_window_nothing_of_it_depends_on_the_answers(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place, pace=DAY)
    intend(tomas, match, plan("ring", "decline"), tell=True)
    before = page(mia, match)
    assert "planned" not in before, "who is asked in a window, and says so, would tell of it"
    passes(ling, match)
    settled(place)
    assert page(mia, match) == before == page(ling, match)
    passes(tomas, match), passes(mia, match)
    open_moment(time, place)


def test_who_has_planned_ahead_may_say_so_until_they_answer(time: Time, place: Place) -> None:
    (ling, tomas), match = table(place, 2, game="ahead", pace=DAY)
    room = place.hub.house.rooms[match]

    def says() -> list[bool]:
        return [one.planned for one in queue(room).awaited]

    ling.answer(match, PICK.code(1))
    intend(tomas, match, plan("bid", "decline", otherwise="ask"))
    assert says() == [False] and ling.frame(match)["notes"] == []
    for _ in range(2):
        intend(tomas, match, plan("bid", [PICK.code(1)]), tell=True)
    assert says() == [True] and [note["key"] for note in ling.frame(match)["notes"]] == ["planned"]
    assert "says they have planned ahead" in page(ling, match)
    intend(tomas, match)
    assert says() == [True], "it is their word: what becomes of the plan is nobody's business"
    place.client.blocking_portal.call(read_again, place, match)
    room = place.hub.house.rooms[match]
    assert says() == [True], "also once it is read back"
    time.seconds += 60
    tomas.answer(match, 0)
    place.client.blocking_portal.call(read_again, place, match)
    room = place.hub.house.rooms[match]
    ling.answer(match, PICK.code(1))
    assert says() == [False]


def test_there_is_nobody_to_wait_for_before_and_after(place: Place) -> None:
    ling = place.person()
    waiting = ling.open("ahead", "me", "open")["id"]
    assert "Waiting for players" in page(ling, waiting)
    over = ling.open("pig", "me", "hot", target=10)["id"]
    ling.act(over, "leave", id=new_id())
    assert "Finished" in page(ling, over)
    assert ling.get("/match/nowhere/waiting").status_code == 404
