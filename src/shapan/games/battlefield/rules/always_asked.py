"""Questions that the engine never answers by itself."""

from __future__ import annotations

from shapan.engine.prompt import Prompt
from shapan.games.battlefield.state import Battlefield


class AlwaysAsked(Prompt[Battlefield]):
    """A question that is asked even where one answer alone is possible (13.4): its player's word ends a phase."""

    def only_answer(self, state: Battlefield, seat: int, arg: int) -> list[int] | None:
        return None
