"""The hand at the table: copies of a card keep answers of their own."""

from __future__ import annotations

from collections import Counter

from shapan.engine.previews import draw_scene
from shapan.engine.scenario import Scenario
from shapan.games.battlefield.game import GAME


def test_cards_that_two_copies_can_fetch_have_ids_of_their_own() -> None:
    """BF-6.5: each Tactical Reload in hand offers the same discarded cards."""
    lands = [
        {"neon_city": {"side": "left", "capital": True}, "ironport": {"side": "right"}},
        {"salt_flats": {"side": "left"}, "dome_city": {"side": "right", "capital": True}},
    ]
    seats = [
        {"faction": "verdant_pact", "territories": lands[0], "hand": ["tactical_reload", "tactical_reload"]},
        {"faction": "free_cities", "territories": lands[1]},
    ]
    position = {"step": "development", "round": 2, "active": 0, "discard": ["attack", "retreat"], "seats": seats}
    match = Scenario(GAME, {"game": "battlefield", "seats": 2, "position": position}).begin()
    decision = match.decisions[0]
    scene = draw_scene(GAME, match.view(0), 0, match.legal(0), decision.prompt, decision.arg)
    offered = [target.card for piece in scene.hand for target in piece.targets if target.card is not None]
    assert len(offered) == 4, "two cards for each copy"
    assert max(Counter(card.id for card in offered).values()) == 1
