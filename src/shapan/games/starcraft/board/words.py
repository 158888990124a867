"""Words of the table: names of things as phrases, and what answers and questions are called."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import DONE, Family
from shapan.engine.phrases import Word, inner, listed, say, seat_of, term
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase
from shapan.games.starcraft import actions, formulas, names, space
from shapan.games.starcraft.records import Battle
from shapan.games.starcraft.rules import destroying, payment
from shapan.games.starcraft.rules.build import limit_of
from shapan.games.starcraft.state import StarCraft


def joined(parts: Sequence[Phrase]) -> Phrase:
    """Return several phrases as one, side by side. There is at least one."""
    return listed(parts, "board.joined")


def sentences(parts: Sequence[Phrase]) -> Phrase:
    """Return several sentences as one text. There is at least one."""
    return listed(parts, "board.sentences")


def unit_of(unit: int) -> Phrase:
    """Return what a unit is called."""
    return say("unit", names.UNITS[unit])


def planet_of(planet: int) -> Phrase:
    """Return what a planet is called."""
    return say("planet", names.PLANETS[planet])


def area_of(area: int) -> Phrase:
    """Return what an area is called, with its planet."""
    return say("area", names.AREAS[area])


def cost_of(cost: tuple[int, int]) -> Phrase:
    """Return a price in words: minerals, gas, both, or nothing."""
    minerals, gas = cost
    if minerals and gas:
        return say("board", "cost_both", minerals=minerals, gas=gas)
    if minerals or gas:
        return say("board", "cost_minerals" if minerals else "cost_gas", number=minerals or gas)
    return say("board", "cost_free")


# What answers are called


def _placing(view: StarCraft, values: Sequence[int]) -> Phrase:
    """SC-1.7.3: return where a planet would lie, by what it would be joined to."""
    planet, x, y, turn = values
    lies = {"planet": inner(planet_of(planet)), "turn": inner(say("turned", str(turn)))}
    if near := space.joined(view, planet, x, y, turn):
        others = listed([_facing(side, other) for side, other in near])
        return say("action", "place_planet_joined", **lies, others=inner(others))
    return say("action", "place_planet_alone", **lies)


def _facing(side: int, other: int) -> Phrase:
    """Return a planet with the side of it that faces whoever lies at a side."""
    opposite = names.SIDES[(side + len(names.SIDES) // 2) % len(names.SIDES)]
    return say("board", "side_of", planet=inner(planet_of(other)), side=term("compass", opposite))


def label(view: StarCraft, code: int) -> Phrase:
    """Return the button text of an answer."""
    if code == DONE:
        return Phrase("action.done")
    family: Family = actions.ACTIONS.of(code)
    values = family.values(code)
    if family is actions.PLACE_PLANET:
        return _placing(view, values)
    said = {name: kind.phrase(value) for (name, kind), value in zip(family.parameters, values, strict=True)}
    key = family.name
    if family is actions.PAY and values[0] < len(names.AREAS) and not payment.has_worker_room(view, values[0]):
        key = "pay_forced" if view.depletion[values[0]] == names.NORMAL else "pay_last"
    elif family is actions.REVEAL and space.top_order(view, values[0]) >= 0:
        key = "reveal_known"
        said["order"] = term("order", names.ORDERS[space.top_order(view, values[0])])
    elif family in (actions.DESTROY_UNIT, actions.DESTROY_BASE) and destroying.is_last_piece(view, code):
        key += "_last"
    return Phrase(f"action.{key}", said)


# Questions

_MAX_NAMED: Final = 1
"""More skirmishes than these are counted."""


def skirmish_of(battle: Battle, number: int) -> Phrase:
    """Return the number of a skirmish with its front-line units."""
    one, other = battle.fronts[2 * number], battle.fronts[2 * number + 1]
    if one < 0 or other < 0:
        return say("board", "skirmish", number=number + 1)
    return say("board", "skirmish_of", number=number + 1, one=inner(unit_of(one)), other=inner(unit_of(other)))


def _fights(battle: Battle) -> Phrase:
    """Return which skirmishes a battle has."""
    if battle.number > _MAX_NAMED:
        return say("board", "skirmishes", number=battle.number)
    return skirmish_of(battle, 0)


def question(view: StarCraft, prompt: Prompt[Any], seat: int, arg: int) -> Phrase:
    """Return the question of a prompt: who and what it is about."""
    said: Word = {"seat": seat_of(seat)}
    key = prompt.key
    if key == "pay":
        cost = (arg & (1 << payment.GAS_BITS) - 1, arg >> payment.GAS_BITS)
        said["cost"] = inner(cost_of(cost))
    elif key == "place_planet":
        key += "" if space.placed(view) else "_first"
    elif key == "place_base":
        said["planet"] = inner(planet_of(arg))
        key += "" if view.placing_round == 1 else "_now"
    elif key == "build" and view.order is not None:
        said["planet"] = inner(planet_of(view.order.planet))
        said["built"], said["most"] = view.order.built, limit_of(view, view.order)
    elif key in ("move", "execute_or_event") and view.order is not None:
        said["planet"] = inner(planet_of(view.order.planet))
        said["order"] = term("order", names.ORDERS[view.order.order])
    elif key == "excess" and view.battle is not None:
        said["number"] = view.battle.needed
    elif key == "discard" and view.hands[seat].cards:
        said["number"] = max(0, len(view.hands[seat]) - formulas.hand_limit(view, seat))
    elif key == "cards" and view.battle is not None:
        said["what"] = inner(_fights(view.battle))
    elif key == "withdraw_area" and view.battle is not None:
        said["area"] = inner(area_of(view.battle.area))
    return Phrase(f"prompt.{key}", said)
