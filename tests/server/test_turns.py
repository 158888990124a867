"""What is stored of turns and messages: each is taken up by one of several processes, on both kinds of database."""

from __future__ import annotations

import pytest

from server import apart
from shapan.server.store.backend import Backend
from shapan.server.store.fault import Conflict
from shapan.server.store.row import MatchRow, SeatRow
from shapan.server.store.storage import Store
from shapan.server.store.turn import HOOK, MAX_HOOKS, TABLE, Asked, Hook

NOW = 2**31 - 1000
MATCH = MatchRow("m", "pig", 1, 2, {}, "friendly", bytes(16), "ling")
SEATS = [SeatRow(0, "player", session="ling"), SeatRow(1, "player", session="tomas")]
ASKED = [Asked(0, "ling", "turn", 3), Asked(TABLE, "", "table", 77)]


def hook(key: str, person: str = "ling", match: str | None = None) -> Hook:
    return Hook(key, person, match, "https://example.org/", "json", "secret", "en", "http://here", NOW)


async def use(store: Store) -> None:
    turns = store.turns
    await store.add_match(MATCH, SEATS)
    assert await turns.behind(9, shared=False) == ["m"]
    await turns.add_hook(hook("mine"))
    assert await turns.follow("m", ASKED, NOW, 60)
    assert await turns.behind(9, shared=False) == []
    assert await turns.due(NOW + 59, None, 9, shared=False) == []
    (turn,) = await turns.due(NOW + 60, None, 9, shared=True)
    assert (turn.seat, turn.person, turn.at, turn.at_once) == (0, "ling", NOW + 60, False)

    # Who is asked the same goes on waiting, also under another id.
    assert await turns.follow("m", [Asked(0, "member", "turn", 3)], NOW + 30, 60)
    assert await turns.follow("m", ASKED, NOW + 40, 60)
    assert await turns.due(NOW + 60, None, 9, shared=False) == [turn]

    # Two processes see the same: one tells it.
    assert await turns.tell(turn, NOW + 60, None) == 1
    assert await turns.tell(turn, NOW + 60, None) == 0
    assert await turns.due(NOW + 999, None, 9, shared=False) == []
    (taken,) = await turns.take(NOW + 60, 9, 60)
    assert (taken.channel, taken.target, taken.tries, taken.kind) == (HOOK, "mine", 1, "turn")
    assert await turns.take(NOW + 60, 9, 60) == []
    (again,) = await turns.take(NOW + 120, 9, 60)
    assert (again.id, again.tries) == (taken.id, 2)
    await turns.settle(again, "sent")
    assert await turns.take(NOW + 999, 9, 60) == []

    # Who wants it is told at once; a table's webhook is told too.
    await turns.set_at_once("tomas", wanted=True)
    await turns.add_hook(hook("table", match="m"))
    assert await turns.follow("m", [Asked(1, "tomas", "turn", 4), ASKED[1]], NOW + 200, 60)
    first, second = await turns.due(NOW + 260, None, 9, shared=False)
    assert (first.seat, first.at, first.at_once, second.seat, second.at) == (1, NOW + 200, True, TABLE, NOW + 260)
    assert await turns.tell(first, NOW + 200, None) == 0, "there is no way to tell tomas"
    assert await turns.tell(second, NOW + 260, None) == 1

    # What is asked no more is not sent.
    assert await turns.follow("m", [], NOW + 300, 60)
    assert await turns.take(NOW + 999, 9, 60) == []
    for number in range(MAX_HOOKS - 2):
        await turns.add_hook(hook(f"more {number}"))
    with pytest.raises(Conflict):
        await turns.add_hook(hook("too many"))
    await store.set_status("m", "over")
    await turns.tidy(NOW + 30 * 24 * 3600)
    assert [one.id for one in await turns.hooks_of("ling")][:1] == ["mine"]
    assert await turns.hook("table") is None
    await store.remove("m")


def test_each_turn_and_each_message_is_taken_up_by_one(backend: Backend) -> None:
    async def go() -> None:
        store = Store(backend)
        await store.start()
        try:
            await use(store)
        finally:
            await store.stop()

    apart.run(go())
