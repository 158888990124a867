"""What spectators see is found once for all of them: it is what each would be shown alone, at every moment."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from server.test_recording import play_out
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.registry import find, games
from shapan.server.match.visible_state import PublicState, VisibleState, visible_state


def written(seen: VisibleState) -> bytes:
    return msgspec.json.encode(seen)


@pytest.mark.parametrize("name", sorted(games()))
def test_it_is_what_one_spectator_sees(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = find(name)
    match: Match[Any] = Match(game, game.min_seats, {}, f"public {name}", FRIENDLY)
    viewer, shared, undone = match.seats, PublicState(), 0
    for step in range(40):
        before = match.event_count(viewer)
        length = len(match.log)
        play_out(match, f"{name} {step}", undos=True, most=1)
        undone += len(match.log) > length and "answer" not in match.log[-1]
        for after in (min(before, match.event_count(viewer)), 0):
            alone = visible_state(match, viewer, after)
            assert [written(shared.find(match, after, frozen=False)) for _ in range(2)] == [written(alone)] * 2
    assert undone or name == "leduc", "nothing was taken back"  # there a card is turned behind each answer
    assert written(shared.find(match, 0, frozen=True)) == written(visible_state(match, viewer, frozen=True))
    other: Match[Any] = Match(game, game.min_seats, {}, "another", FRIENDLY)
    assert written(shared.find(other, 0, frozen=False)) == written(visible_state(other, viewer))

    def never(*_: Any, **__: Any) -> VisibleState:
        raise AssertionError("it was found already")

    monkeypatch.setattr("shapan.server.match.visible_state.visible_state", never)
    assert shared.find(other, 0, frozen=False).scene is shared.find(other, 0, frozen=False).scene
