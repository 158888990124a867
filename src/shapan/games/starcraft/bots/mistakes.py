"""What a beginner may do by mistake: he has a plan, and errs in single choices.

A careless answer is drawn from these options alone. Nobody lays all his orders on a planet where he has nothing to do,
or destroys his own pieces unasked.
"""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.prompt import Prompt
from shapan.games.starcraft import actions, formulas
from shapan.games.starcraft.bots.mind import RATE
from shapan.games.starcraft.bots.planning import KINDS, placed, wishes
from shapan.games.starcraft.state import StarCraft


def mistakes(view: StarCraft, prompt: Prompt[StarCraft], seat: int, options: Sequence[int]) -> Sequence[int]:
    """Return the options that may be taken by mistake, all of them where nothing better is left."""
    kept = [code for code in options if not actions.destroys(code)]
    if prompt.key == "place_order":
        kept = useful_orders(view, seat, kept)
    return kept or options


def useful_orders(view: StarCraft, seat: int, options: Sequence[int]) -> list[int]:
    """SC-2.1: return the orders that gain something where they are placed: new ones, then again, then at home."""
    mind, there = RATE.mind(view, seat), placed(RATE.mind(view, seat))
    # A base that was planned where nobody is yet needs units, which come first: their order is placed on top.
    empty = [planet for kind, planet in there if kind == 0 and not formulas.is_on(view, seat, planet)]
    owed = {(1, planet) for planet in empty} - set(there)
    wanted = {(wish.kind, wish.planet) for wish in wishes(mind) if wish.worth > 0.0}
    home = {(kind, planet) for kind in range(KINDS) for planet in mind.homes}
    for fits in (owed, wanted - set(there), wanted, home):
        if found := [code for code in options if _order(code) in fits]:
            return found
    return []


def _order(code: int) -> tuple[int, int]:
    order, planet = actions.PLACE_ORDER.values(code)
    return order % KINDS, planet
