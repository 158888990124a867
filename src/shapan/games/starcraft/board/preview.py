"""What comes of an answer by what its giver sees: what is sure, in the numbers that players count (`Game.preview`).

The formulas of the rules are asked, on a table where the answer is supposed to be given. Of several picks each is told
by itself; nothing is told of what somebody else still decides.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.phrases import inner, listed, say, seat_of, term
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Odds, Phrase
from shapan.games.starcraft import actions, cards, formulas, names, strength
from shapan.games.starcraft.board.pieces import unlocks
from shapan.games.starcraft.board.prints import technology_kind
from shapan.games.starcraft.board.weighing import tell, weigh
from shapan.games.starcraft.board.words import area_of, sentences, unit_of
from shapan.games.starcraft.board.words import cost_of as price_of
from shapan.games.starcraft.odds.unseen_cards import Cards, lying
from shapan.games.starcraft.records import ATTACKER, DEFENDER, Battle, Order
from shapan.games.starcraft.rules import build, execution, mobilize, research
from shapan.games.starcraft.rules.build import cost_of
from shapan.games.starcraft.state import StarCraft

Maker = Callable[[StarCraft, int, int], "Odds | None"]
_DRAWN: Final = 3
"""SC-7.2: combat cards of a Research order."""


def preview(view: StarCraft, prompt: Prompt[Any], seat: int, code: int) -> Odds | None:
    """Return what comes of an answer; None where nothing of it is known."""
    if code == DONE:
        return None
    make = _MAKERS.get(actions.ACTIONS.of(code).number)
    return None if make is None else make(view, seat, code)


def _odds(key: str, rule: str, **words: Any) -> Odds:
    return Odds(say("odds", key, **words), rule=rule)


# Orders, SC-3


def _ordered(view: StarCraft, seat: int, code: int) -> Odds | None:
    """SC-2.2: return what an order could do now where it would be placed."""
    order, planet = actions.PLACE_ORDER.values(code)
    was, view.order = view.order, Order(seat=seat, order=order, planet=planet)
    try:
        return _executed(view, seat, code)
    finally:
        view.order = was


def _executed(view: StarCraft, seat: int, code: int) -> Odds | None:
    """SC-3.1, SC-3.7: return what a revealed order could do now, or why it has no effect."""
    order = view.order
    if order is None:
        return None
    hindrance = execution.hindrance(view, order)
    if hindrance is not None:
        return Odds(say("why_not", hindrance.key), rule=hindrance.rule)
    if order.order in execution.BUILDS:
        return _would_build(view, seat)
    return _would_move(view, seat, order) if order.order in execution.MOBILIZES else _would_research(view, seat)


def _would_build(view: StarCraft, seat: int) -> Odds:
    """SC-5.1: return the kinds of things that can be bought and paid."""
    found = [actions.ACTIONS.of(one) for one in build.ask_build.options(view, seat, 0) if one != DONE]
    kinds = [say("label", word) for family, word in _SHOP if family in found]
    return _odds("build", "SC-5.1", what=inner(listed(kinds))) if kinds else _odds("nothing", "SC-3.7")


def _would_move(view: StarCraft, seat: int, order: Order) -> Odds:
    """SC-6.2, SC-6.3: return how many units can move, and how many areas they can attack."""
    moves = mobilize.moves_of(view, seat, ())
    found = {source: moves.codes(view, source) for source in mobilize.starts(view, seat, order.planet)}
    codes = [code for there in found.values() for code in there]
    if not codes:
        asked = (mobilize.ask_lift_off, mobilize.ask_recall)
        other = any(len(prompt.legal(view, seat, 0)) > 1 for prompt in asked)
        return _odds("mobilize_other", "SC-6.8") if other else _odds("nothing", "SC-3.7")
    units = {(actions.MOVE.value(code), source) for source, there in found.items() for code in there}
    number = sum(view.number(seat, source, unit) for unit, source in sorted(units))
    areas = {actions.MOVE.value(code, 1) for code in codes} & set(moves.enemy)
    if areas:
        return _odds("mobilize_attack", "SC-6.3", number=number, areas=len(areas))
    return _odds("mobilize", "SC-6.2", number=number)


def _would_research(view: StarCraft, seat: int) -> Odds:
    """SC-7.1, SC-7.2: return what Research gives, with how many technologies can be paid."""
    payable = sum(one != actions.PASS for one in research.ask_technology.legal(view, seat, 0))
    return _odds("research", "SC-7.2", number=payable)


def _event_drawn(view: StarCraft, seat: int, code: int) -> Odds:
    """SC-3.2, SC-3.5: return the stage of the event card, and how many this seat has drawn in the round."""
    if not any(view.events_left) and not view.rules.galactic_conquest:
        return _odds("no_event_left", "SC-3.5")
    stage = term("stage", names.STAGES[formulas.stage(view)])
    return _odds("take_event", "SC-3.2", stage=stage, number=len(view.drawn[seat]))


# Buying, SC-4 and SC-5


def _left(view: StarCraft, seat: int, cost: tuple[int, int], *text: Phrase) -> Odds:
    """SC-4.5: return what something is for, its cost, and what can still be paid, force mining included."""
    minerals, gas = (number - price for number, price in zip(formulas.available(view, seat), cost, strict=True))
    workers = view.pool[seat] - sum(cost)
    left = say("odds", "left", cost=inner(price_of(cost)), minerals=minerals, gas=gas, workers=workers)
    return Odds(sentences([*text, left]), rule="SC-4.5")


def _bought(view: StarCraft, seat: int, code: int) -> Odds:
    text = []
    if actions.BUILD_MODULE.has(code):
        text = [say("module_text", names.MODULES[actions.BUILD_MODULE.value(code)])]
    elif actions.BUILD_BUILDING.has(code):
        building, level = actions.BUILD_BUILDING.values(code)
        text = [unlocks(building, level, level)]
    return _left(view, seat, cost_of(code), *text)


def _learned(view: StarCraft, seat: int, code: int) -> Odds:
    """SC-7.3: return what a technology does, and for which units."""
    tech = actions.BUY_TECHNOLOGY.value(code)
    text = say("technology_text", cards.TECHNOLOGIES[tech])
    return _left(
        view, seat, cards.TECH_COST[tech], say("odds", "learned", kind=inner(technology_kind(tech)), text=inner(text))
    )


def _settled(view: StarCraft, seat: int, code: int) -> Odds:
    """SC-1.9, SC-11.3: return the resource card that a base brings with its area."""
    area = actions.PLACE_BASE.value(code)
    if names.KIND[area] == names.CONQUEST:
        return _odds("no_card", "SC-1.9")
    return _odds("card", "SC-1.9", area=inner(area_of(area)))


# Moving, SC-6


def _moved(view: StarCraft, seat: int, code: int) -> Odds | None:
    """SC-6.5, SC-6.6: return whether a move leads to a battle."""
    to = actions.MOVE.value(code, 1)
    foe = formulas.enemy_units(view, seat, to)
    if foe >= 0:
        return _odds("battle", "SC-6.5", seat=seat_of(foe), number=view.strength(foe, to))
    base = view.bases[to]
    return _odds("base", "SC-6.6", seat=seat_of(base)) if base >= 0 and base != seat else None


# Battle, SC-9


def _sides(view: StarCraft, seat: int) -> tuple[Battle, int] | None:
    """Return the battle and the side of a seat in it."""
    battle = view.battle
    if battle is None or seat not in (battle.attacker, battle.defender):
        return None
    return battle, ATTACKER if seat == battle.attacker else DEFENDER


def _paired(view: StarCraft, seat: int, code: int) -> Odds:
    """SC-9.4: return who of a pair can hit the other."""
    one, other = actions.PAIR.values(code)
    keys = ("none_hits", "defender_hits", "attacker_hits", "both_hit")
    key = keys[2 * strength.hits(one, other) + strength.hits(other, one)]
    return _odds(key, "SC-9.7.5", one=inner(unit_of(one)), other=inner(unit_of(other)))


def _supported(view: StarCraft, seat: int, code: int) -> Odds | None:
    """SC-9.9: return what a supporting unit adds in a skirmish."""
    there = _sides(view, seat)
    if there is None:
        return None
    battle, side = there
    skirmish, unit = actions.SUPPORT.values(code)
    foe = battle.fronts[(2 * skirmish + side) ^ 1]
    if foe < 0:
        return None
    if not names.SUPPORT[unit] or not strength.hits(unit, foe):
        return _odds("no_support", "SC-9.9", unit=inner(unit_of(foe)))
    return _odds("support", "SC-9.5", number=names.SUPPORT[unit], foe=inner(unit_of(foe)))


def _fought(view: StarCraft, seat: int, code: int) -> Odds | None:
    """SC-9.7: return who fights in a skirmish."""
    battle, number = view.battle, actions.RESOLVE.value(code)
    if battle is None:
        return None
    one, other = battle.fronts[2 * number : 2 * number + 2]
    if min(one, other) < 0:
        return None
    return _odds("fought", "SC-9.7", one=inner(unit_of(one)), other=inner(unit_of(other)))


def _laid(view: StarCraft, seat: int, code: int) -> Odds | None:
    """SC-9.7.5: return attack and health with a standard card, before reinforcements, and how often that is enough."""
    there = _sides(view, seat)
    if there is None:
        return None
    battle, side = there
    skirmish, card = actions.PLACE.values(code)
    line = 2 * skirmish + side
    if battle.fronts[line] < 0 or battle.standard[line].cards:
        return None
    with lying(battle, line, Cards(card)):
        fits = strength.matches(battle, line)
        attack, health = strength.attack(view, battle, line), strength.health(battle, line)
    values = say("odds", "fits" if fits else "fits_not", attack=attack, health=health)
    counts = {
        word: tell(one, [code])
        for word, one in zip(("kills", "lives"), weigh(view, battle, skirmish, seat, [card]), strict=False)
        if one.verdict is None and one.met is None
    }
    known = {word: count for word, count in counts.items() if count is not None}
    if not known:
        return Odds(values, rule="SC-9.7.5")
    words: dict[str, Any] = {word: good for word, (good, _) in known.items()}
    all_ = max(number for _, number in known.values())
    return _odds(
        "counted" if len(known) > 1 else next(iter(known)), "SC-9.7.5", values=inner(values), all=all_, **words
    )


def _fled(view: StarCraft, seat: int, code: int) -> Odds | None:
    """SC-9.12: return how many units find room in an area, and how many are lost."""
    there = _sides(view, seat)
    if there is None:
        return None
    battle, side = there
    area = actions.RETREAT.value(code)
    number = sum(one == side for one, _ in battle.leaving)
    lost = max(0, number - formulas.room(view, seat, area))
    after = view.strength(seat, area) + number - lost
    return _odds("retreat_lost" if lost else "room", "SC-9.12", number=after, limit=names.UNIT_LIMIT[area], lost=lost)


def _withdrawn(view: StarCraft, seat: int, code: int) -> Odds:
    area = actions.WITHDRAW.value(code)
    return _odds("room", "SC-10.1", number=view.strength(seat, area) + 1, limit=names.UNIT_LIMIT[area], lost=0)


# Cards and points


def _drawn(view: StarCraft, seat: int, code: int) -> Odds:
    return _odds("hand", "SC-7.2", now=len(view.hands[seat]), then=len(view.hands[seat]) + _DRAWN)


def _taken(view: StarCraft, seat: int, code: int) -> Odds:
    """SC-11.8: return what the benefit of an end card comes to."""
    if actions.BENEFIT.value(code) == 0:
        return _odds("points", "SC-12.4", now=view.points[seat], then=view.points[seat] + 1)
    return _odds("hand", "SC-12.4", now=len(view.hands[seat]), then=len(view.hands[seat]) + _DRAWN)


_SHOP: Final = (
    (actions.BUILD_WORKER, "worker"), (actions.BUILD_TRANSPORT, "transport"), (actions.BUILD_UNIT, "counter"),
    (actions.BUILD_BUILDING, "buildings"), (actions.BUILD_MODULE, "modules"), (actions.BUILD_BASE, "base"),
)  # fmt: skip
"""By family, what a Build order sells is called."""

_MAKERS: Final[dict[int, Maker]] = {
    actions.PLACE_ORDER.number: _ordered,
    actions.ACTIONS.of(actions.EXECUTE).number: _executed,
    **{actions.ACTIONS.of(one).number: _event_drawn for one in (actions.TAKE_EVENT, actions.DRAW_EVENT)},
    **{family.number: _bought for family in actions.PURCHASES},
    actions.BUY_TECHNOLOGY.number: _learned,
    actions.PLACE_BASE.number: _settled,
    actions.MOVE.number: _moved,
    actions.PAIR.number: _paired,
    actions.SUPPORT.number: _supported,
    actions.PLACE.number: _laid,
    actions.RESOLVE.number: _fought,
    actions.RETREAT.number: _fled,
    actions.WITHDRAW.number: _withdrawn,
    actions.ACTIONS.of(actions.DRAW).number: _drawn,
    actions.BENEFIT.number: _taken,
}
