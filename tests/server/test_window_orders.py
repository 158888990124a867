"""Standing orders for reaction windows: who has given one is asked no more, and nobody sees it."""

from __future__ import annotations

import pytest

from server.conftest import Time
from server.people import Data, Place, new_id
from server.test_seats import reseat
from server.windows import WINDOW, open_moment, order, passes, records, table
from shapan.server.match.order import Orders

pytestmark = pytest.mark.usefixtures("bells")


def test_a_standing_order_answers_at_the_moment_and_is_seen_by_nobody_else(time: Time, place: Place) -> None:
    (ling, tomas, mia), match = table(place)
    stranger = place.person()
    others = [viewer.get(f"/api/matches/{match}/frame").text for viewer in (ling, mia, stranger)]
    assert order(tomas, match).json() == {"ok": True}
    assert [viewer.get(f"/api/matches/{match}/frame").text for viewer in (ling, mia, stranger)] == others
    mine = [{"kind": "", "answer": "pass", "until": "match", "rule": ""}]
    assert tomas.frame(match)["orders"] == mine
    for _ in range(3):
        passes(ling, match), passes(mia, match)
        number = len(records(place, match))
        open_moment(time, place, WINDOW - 0.5)
        assert len(records(place, match)) == number
        open_moment(time, place, 0.5)
        assert len(records(place, match)) == number + 3
    assert {record["by"] for record in records(place, match)} == {"player"}
    assert all("order" not in key for record in records(place, match) for key in record)
    for viewer in (ling, mia):
        assert viewer.frame(match)["orders"] == []
    assert stranger.frame(match)["orders"] is None


def test_an_exception_asks_and_an_order_can_be_taken_back(time: Time, place: Place) -> None:
    (ling, tomas), match = table(place, 2)
    order(tomas, match)
    order(tomas, match, "ask", "ring")
    assert tomas.frame(match)["decision"]["kind"] == "ring"
    order(tomas, match, "none", "ring")
    assert tomas.frame(match)["decision"] is None
    assert [row["kind"] for row in tomas.frame(match)["orders"]] == [""]
    assert ling.act(match, "undo", id=new_id()).status_code == 422
    order(tomas, match, "none")
    assert tomas.frame(match)["orders"] == [] and tomas.frame(match)["decision"] is not None
    order(tomas, match, "pass", "knock")
    for kind in ("ring", "ring", "ring", "knock"):
        asked = tomas.frame(match)["decision"]
        assert (asked["kind"] if asked else "knock") == kind
        passes(ling, match)
        if asked:
            passes(tomas, match)
        open_moment(time, place)
    assert tomas.frame(match)["orders"] == [{"kind": "knock", "answer": "pass", "until": "match", "rule": "TNY-9"}]


def test_an_order_for_this_turn_ends_with_it(time: Time, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    (ling, tomas), match = table(place, 2)
    monkeypatch.setattr(Orders, "turn", lambda orders: str(orders._course.match.live.notes[0] // 2))
    order(tomas, match, until="turn")
    for asked in (False, False, True):
        frame = tomas.frame(match)
        assert (frame["decision"] is not None) is asked and bool(frame["orders"]) is not asked
        passes(ling, match)
        open_moment(time, place)


def test_orders_that_cannot_be(time: Time, place: Place) -> None:
    (ling, _), match = table(place, 2)
    refused = order(ling, match, kind="hop")
    assert (
        refused.status_code == 422 and refused.json()["field"] == "kind" and "ring, knock" in refused.json()["detail"]
    )
    assert order(place.person(), match).status_code == 403
    assert order(ling, match, seat=1).status_code == 403
    assert order(ling, match, "never").status_code == 400
    reseat(ling, match, 0, "bot", "random")
    assert order(ling, match).json() == {"reason": "handed"}
    assert order(ling, "nowhere").status_code == 404


def test_a_repeated_order_changes_nothing(time: Time, place: Place) -> None:
    (ling, _), match = table(place, 2)
    data: Data = {"id": "one", "answer": "pass", "kind": "ring"}
    ling.act(match, "orders", **data)
    order(ling, match, "none", "ring")
    assert ling.act(match, "orders", **data).json() == {"ok": True}
    assert ling.frame(match)["orders"] == []
