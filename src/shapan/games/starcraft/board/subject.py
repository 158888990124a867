"""What a question is about besides what can be chosen: who acts, who answers, where it is settled (`Scene.about`)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.games.starcraft import names
from shapan.games.starcraft.board.pieces import area_id, tile_id
from shapan.games.starcraft.state import StarCraft


def about(view: StarCraft) -> list[str]:
    """SC-3.1, SC-9: return the planet of a revealed order; the area of a battle and who fights there."""
    battle, order = view.battle, view.order
    if battle is not None:
        seats = [f"panel:{seat}" for seat in (battle.attacker, battle.defender)]
        return [f"zone:{area_id(battle.area)}", f"zone:{tile_id(names.PLANET_OF[battle.area])}", *seats]
    return [] if order is None else [f"zone:{tile_id(order.planet)}"]
