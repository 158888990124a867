"""What was declined is kept by what hung on it, and holds for no more than that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.tiny import PLAYING, Tiny, TinyGame
from shapan.engine.decline_memory import DeclineMemory
from shapan.engine.prompt import Prompt


class Weighed(TinyGame):
    """The view says what hangs on the question, and how much."""

    def decline_key(
        self, view: Any, prompt: Prompt[Tiny], seat: int, arg: int, legal: Sequence[int]
    ) -> tuple[tuple[Any, ...], int] | None:
        return view if isinstance(view, tuple) else None


def test_it_holds_where_the_same_hangs_on_it_and_no_more() -> None:
    declined = DeclineMemory(Weighed())

    def held(view: Any, seat: int = 0) -> bool:
        return declined.holds(view, PLAYING, seat, 0, ())

    assert not held((("shot",), 0))
    for much in (2, 1):
        declined.note((("shot",), much), PLAYING, 0, 0, ())
    assert held((("shot",), 2)) and held((("shot",), -1)) and not held((("shot",), 3))
    assert not held((("vote",), 2)) and not held((("shot",), 2), seat=1)
    declined.note(None, PLAYING, 0, 0, ())
    assert not held(None)
    declined.forget()
    assert not held((("shot",), 2))


def test_it_holds_for_answers_that_were_all_declined() -> None:
    """A card that was played since makes no new question; one that was drawn does."""
    declined = DeclineMemory(Weighed())
    shot = (("shot",), 1)
    declined.note(shot, PLAYING, 0, 0, (0, 7, 8))
    assert declined.holds(shot, PLAYING, 0, 0, (0, 8))
    assert not declined.holds(shot, PLAYING, 0, 0, (0, 8, 9))
    declined.note(shot, PLAYING, 0, 0, (0, 9))
    assert not declined.holds(shot, PLAYING, 0, 0, (0, 8, 9)), "never declined together"
    assert declined.holds(shot, PLAYING, 0, 0, (0, 9)) and not declined.holds((("shot",), 2), PLAYING, 0, 0, (0, 9))
