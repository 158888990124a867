"""The guided first match of StarCraft: as advised it tells its story, note by note, and is won."""

from __future__ import annotations

from games.stories import hear
from shapan.games.starcraft.game import GAME


def test_who_listens_hears_the_whole_story_and_wins() -> None:
    hear(GAME, most=24)
