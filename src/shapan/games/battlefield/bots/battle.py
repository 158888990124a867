"""The battle phase: Attack cards, who attacks what, special attacks, and the windows of those who are attacked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.valuation import kept
from shapan.games.battlefield import actions, formulas, names, pacts
from shapan.games.battlefield.bots.acting import NEVER
from shapan.games.battlefield.bots.mind import RATE, Mind, card_worth
from shapan.games.battlefield.bots.worths import ATTACK_CARD, CARDS, EXPANSION, LAST_CAPITAL, LOST_LAND
from shapan.games.battlefield.odds.exchange import ROWS_OF
from shapan.games.battlefield.records import AT, OPEN, OWNED
from shapan.games.battlefield.rules import attack, danger, fight_actions, special, special_effects
from shapan.games.battlefield.rules.strategy import STRATEGY

# BF-3.6, 7.1: what is done in the battle


@RATE("battle", actions.ACTIONS.by_name["fight"])
def _fight(mind: Mind) -> float:
    """As good as the best of the Attack cards and special attacks that can be played."""
    view, seat = mind.view, mind.seat
    codes = special.codes(view, seat)
    best = max((RATE.worth(mind, fight_actions.ASK_FIGHT, code) for code in codes), default=0.0)
    has_card = names.ATTACK in mind.hand or (mind.onslaught > 3 and view.factions[seat] == names.CRIMSON_LEGION)
    return max(best, mind.onslaught - ATTACK_CARD if has_card else 0.0)


RATE.add("battle", lambda mind: EXPANSION, actions.ACTIONS.by_name["expand"])
RATE.add("fight", lambda mind, by: mind.onslaught - ATTACK_CARD, actions.ATTACK_CARD)
RATE.add("fight", lambda mind: mind.onslaught - ATTACK_CARD - 1.2, actions.FERVOR)
RATE.always(NEVER, "fight", *STRATEGY, actions.CLAUSE)
RATE.add("declare", lambda mind, unit, target: mind.attack_worth(unit, target))

# BF-8: special attacks


def _paid(mind: Mind, card: int) -> float:
    return mind.spent(formulas.price(mind.view, mind.seat, card)) + 0.5


def _struck(mind: Mind, territory: int, *, hidden: bool) -> float:
    """Return what it is worth that the units in a territory are about to be destroyed."""
    view = mind.view
    units = [one for one in view.standing_at(territory) if hidden or view.of(one, OPEN)]
    return sum(0.8 * mind.worth(one) * (-1.0 if view.of(one, OWNED) == mind.seat else 1.0) for one in units)


def _hydrogen(mind: Mind, territory: int) -> float:
    own = -1.5 if mind.view.holders[territory] == mind.seat else 1.0
    left = sum(card_worth(card) for card in mind.hand) - CARDS[names.HYDROGEN_URANIUM_BOMB]
    land = 0.6 * mind.land_worth(territory) * own + _doom(mind)
    return land + _struck(mind, territory, hidden=True) - left - _paid(mind, names.HYDROGEN_URANIUM_BOMB)


def _doom(mind: Mind) -> float:
    """BF-11.3: return what one more removed territory is worth: it may end the match for the Source of Disaster."""
    view = mind.view
    if not view.rules.titles:
        return 0.0
    holder = view.titles[names.SOURCE_OF_DISASTER]
    sign = 1.0 if holder in (mind.seat, UNKNOWN) else -1.0
    missing = len(view.land) - 1 - (sum(len(zone) for zone in view.trophies) + 1)
    return sign * (LAST_CAPITAL if missing <= 0 else 3.0 if missing <= 2 else 0.0)


def _neutron(mind: Mind, territory: int) -> float:
    """More where an Attack card can follow through the gap."""
    gap = mind.opened(mind.seat, territory, -1) if names.ATTACK in mind.hand else 0.0
    if mind.view.holders[territory] == mind.seat or not mind.garrison(territory):
        gap = 0.0
    return _struck(mind, territory, hidden=False) + 0.7 * gap - _paid(mind, names.NEUTRON_BOMB)


@kept
def _split(mind: Mind) -> dict[int, int]:
    """BF-8.4: return how four points are split where they bring most, best land first."""
    view, left, split = mind.view, special_effects.POINTS, dict[int, int]()
    land = [one for one in special_effects.punished_land(view, mind.seat) if view.holders[one] != mind.seat]
    while left and land:
        shares = {one: min(left, view.durability[one]) for one in land}
        best = max(land, key=lambda one: mind.hit_worth(one, shares[one]) / shares[one])
        left, split[best] = left - shares[best], shares[best]
        land.remove(best)
    return split


def _divine(mind: Mind) -> float:
    total = 0.0
    for territory, number in _split(mind).items():
        total += mind.hit_worth(territory, number)
    return total - _paid(mind, names.DIVINE_PUNISHMENT)


def _biochemical(mind: Mind) -> float:
    """Rate what takes a point of your own capital, too."""
    capitals = mind.view.capitals
    if mind.capital >= 0 and mind.view.durability[mind.capital] < 2:
        return NEVER
    won = sum(mind.hit_worth(capitals[foe], 1) for foe in mind.foes if capitals[foe] >= 0)
    lost = mind.hit_worth(mind.capital, 1) if mind.capital >= 0 else 0.0
    return won - lost - _paid(mind, names.BIOCHEMICAL_DIFFUSION)


def _emp(mind: Mind, seat: int) -> float:
    view = mind.view
    mods = sum(CARDS[card] for card in view.modifications[seat].cards)
    vehicles = sum(view.is_crewed(unit) for unit in view.units_of(seat))
    follows = names.ATTACK in mind.hand and view.harmed_by[seat][names.PULSED] < 0
    return (0.4 * mods + 0.7 * vehicles if follows else 0.0) - _paid(mind, names.EMP)


def _assassination(mind: Mind, unit: int, to: int, target: int) -> float:
    sharp = names.PRINTED[mind.view.card(unit)] & names.ASSASSIN
    alone = 1.5 if mind.view.of(unit, AT) == mind.capital and len(mind.garrison(mind.capital)) < 2 else 0.3
    return (0.75 if sharp else 0.5) * mind.worth(target) - alone - _paid(mind, names.ASSASSINATION)


def _intrusion(mind: Mind, seat: int) -> float:
    return 0.1 * len(mind.view.hands[seat]) - _paid(mind, names.NETWORK_INTRUSION)


RATE.add("fight", _hydrogen, actions.HYDROGEN)
RATE.add("fight", _neutron, actions.NEUTRON)
RATE.add("fight", _divine, actions.DIVINE)
RATE.add("fight", _emp, actions.EMP)
RATE.add("fight", _biochemical, actions.BIOCHEMICAL)
RATE.add("fight", _intrusion, actions.INTRUSION)
RATE.add("fight", _assassination, actions.ASSASSINATION)
RATE.add("fight", lambda mind, territory, number: float(_split(mind).get(territory, 0) == number), actions.POINTS)
RATE.add("capture_order", lambda mind, territory: -mind.land_worth(territory))

# BF-7.3 to 7.6: windows


def _at_stake(mind: Mind) -> float:
    """Return what the attack under way may cost its victim."""
    one = mind.view.attack
    return 0.0 if one is None else max(0.0, mind.attack_worth(one.attacker, one.target))


@RATE("deflect")
def _deflect(mind: Mind, card: int, unit: int) -> float:
    one = mind.view.attack
    assert one is not None
    own = mind.view.of(unit, OWNED) == mind.seat
    return _at_stake(mind) - max(0.0, mind.fight_worth(one.attacker, unit)) * own - card_worth(card)


RATE.add("arius_attack", lambda mind: _at_stake(mind) - mind.spent(1))


@RATE("arius_special")
def _arius_special(mind: Mind) -> float:
    """Return the harm, by what the card is for the one who plays it; a hand that goes with it costs the more."""
    played = mind.view.special
    assert played is not None
    harm = 1.0
    if played.ground >= 0:
        harm = -_struck(mind, played.ground, hidden=True) + (LOST_LAND if mind.view.holders[played.ground] >= 0 else 0)
    elif played.points:
        mine = [one for one in played.points if mind.view.holders[one] == mind.seat]
        harm = sum(mind.hit_worth(one, mine.count(one)) / mine.count(one) for one in mine)
    elif played.card == names.BIOCHEMICAL_DIFFUSION and mind.capital >= 0:
        harm = mind.hit_worth(mind.capital, 1)
    hand = sum(card_worth(card) for card in mind.hand) if played.card == names.HYDROGEN_URANIUM_BOMB else 0.0
    return harm - mind.spent(played.price) - hand


@RATE("evasive_retreat")
def _evade(mind: Mind, to: int) -> float:
    """Evade only without money for an emergency retreat, which comes later and needs no luck."""
    one = mind.view.attack
    assert one is not None
    if mind.money and len(mind.hand) > 0:
        return -0.5
    kill, _, _ = mind.stakes(one.attacker, one.target)
    return mind.solved(one.attacker, one.target).kills * kill - CARDS[names.RETREAT] - 0.5


RATE.add("fourth_card", lambda mind: 0.3 if mind.money > 2 else -0.3)


@RATE("emergency_retreat")
def _emergency(mind: Mind, card: int, resource: int) -> float:
    """All that is missing, or nothing: who would help gives the rest no sooner."""
    one = mind.view.danger
    assert one is not None
    lacks_money = danger.needs_resource(mind.view) and not resource
    if not card or lacks_money:
        return -0.1
    return mind.worth(one.unit) - CARDS[names.RETREAT] - mind.spent(resource) + 0.3


@RATE("assist_retreat")
def _assist(mind: Mind, card: int, resource: int) -> float:
    """For partners of a treaty, of what is left over."""
    one = mind.view.danger
    assert one is not None
    spare = mind.hand.count(names.RETREAT) > 1 or (not card and mind.money > 2)
    return 0.5 if spare and pacts.are_partners(mind.view, mind.seat, mind.view.of(one.unit, OWNED)) else -0.5


# BF-7.4: rows


@RATE("combat_row")
def _row(mind: Mind, card: int) -> float:
    """Where the mixture says nothing (an odd beginning of a row), any card rather than none."""
    return 0.1


def mixture(mind: Mind, picked: Sequence[int]) -> Mapping[int, float]:
    """BF-7.4: how often each card comes next in the row of the fight under way, behind those that are laid."""
    one = mind.view.attack
    if one is None or one.target >= attack.LAND:
        return {}
    is_long = bool(one.fourth)
    solved = mind.solved(one.attacker, one.target, fourth=is_long)
    if mind.view.of(one.attacker, OWNED) == mind.seat:
        return _next_cards(solved.attacker, picked, is_long=is_long)
    return _next_cards(solved.defender, picked, is_long=False)


def _next_cards(weights: Sequence[float], picked: Sequence[int], *, is_long: bool) -> dict[int, float]:
    """Return how often each card comes next, by how often each row is laid."""
    laid, found = [actions.ROW.value(code) for code in picked], dict[int, float]()
    for place, weight in enumerate(weights):
        row = ROWS_OF[is_long][place]
        if weight and list(row[: len(laid)]) == laid:
            code = actions.ROW.codes[row[len(laid)]] if len(row) > len(laid) else DONE
            found[code] = found.get(code, 0.0) + weight
    return found
