"""The guided first match of Malifaux: as advised it tells its story, note by note, and is won."""

from __future__ import annotations

from games.stories import hear
from shapan.games.malifaux.game import MALIFAUX


def test_who_listens_hears_the_whole_story_and_wins() -> None:
    hear(MALIFAUX, most=24)
