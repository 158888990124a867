"""Set-up, development phases and small choices: what is placed where, equipped, restored, moved, given up."""

from __future__ import annotations

from typing import Final

from shapan.games.battlefield import actions, formulas, names
from shapan.games.battlefield.bots.mind import MERIT, RATE, Mind, card_worth
from shapan.games.battlefield.bots.worths import CARDS, FACTIONS, SECOND_COPY
from shapan.games.battlefield.records import AT
from shapan.games.battlefield.rules.development import FORBIDDEN
from shapan.games.battlefield.state import POST_BATTLE

NEVER: Final = -9.0

# BF-1: set-up

RATE.add("faction", lambda mind, faction: FACTIONS[faction])
RATE.always(0.0, "layout", actions.LAY_LEFT, actions.LAY_RIGHT)


@RATE("layout", actions.CAPITAL)
def _capital(mind: Mind, territory: int) -> float:
    """Prefer a strong fort that can be restored; mountains help who guards it."""
    terrain = names.TERRAIN[territory]
    return names.FORT[territory] + 0.6 * (terrain == names.MOUNTAIN) - 0.9 * (terrain == names.DESERT)


# BF-4: units


def _cost(mind: Mind, card: int) -> float:
    return mind.spent(formulas.price(mind.view, mind.seat, card))


@RATE("development", actions.PLACE)
def _place(mind: Mind, card: int, territory: int, is_open: int) -> float:
    """Open as a rule: a hidden unit guards nothing; behind the battle weak ones hide where others guard."""
    worth = MERIT[card] - _cost(mind, card)
    if names.KIND[card] == names.VEHICLE:
        return worth - 2.5 + mind.front(territory, names.NUMBERS[card][2]) if _is_waiting(mind) else NEVER
    hides = mind.view.step == POST_BATTLE and names.NUMBERS[card][1] < 2 and bool(mind.garrison(territory))
    if not is_open:
        return worth + mind.front(territory, names.NUMBERS[card][2]) + (0.1 if hides else NEVER)
    return worth + mind.fit(card, territory) - (0.4 if hides else 0.0)


def _is_waiting(mind: Mind) -> bool:
    """Tell whether money would lie idle: then a vehicle may wait for its crew on the ground."""
    return mind.money >= 7 and mind.view.step == POST_BATTLE


def _manned(mind: Mind, vehicle: int, crew: int) -> float:
    """Return what a vehicle card adds to its crew: better numbers, and a crew that survives it."""
    power, guard, reach = names.NUMBERS[vehicle]
    own = names.NUMBERS[mind.view.card(crew)]
    siege = bool(names.PRINTED[vehicle] & names.SIEGE2) - bool(names.PRINTED[mind.view.card(crew)] & names.SIEGE2)
    better = 0.3 * (power - own[0] + guard - own[1]) + 0.5 * max(0, reach - own[2])
    return 0.9 + better + 1.3 * siege + 0.6 * bool(names.PRINTED[mind.view.card(crew)] & names.ACE)


@RATE("development", actions.PLACE_CREWED)
def _place_crewed(mind: Mind, card: int, territory: int, is_open: int, crew: int) -> float:
    return _manned(mind, card, crew) - _cost(mind, card) + mind.front(territory, names.NUMBERS[card][2])


@RATE("development", actions.BOARD)
def _board(mind: Mind, unit: int, vehicle: int) -> float:
    return _manned(mind, mind.view.card(vehicle), unit)


@RATE("development", actions.OPEN)
def _open(mind: Mind, unit: int) -> float:
    """Open before the battle; behind it where nobody guards the ground."""
    if names.KIND[mind.view.card(unit)] == names.VEHICLE:
        return 1.0
    return 1.5 if mind.view.step != POST_BATTLE or not mind.garrison(mind.view.of(unit, AT)) else -1.0


RATE.always(NEVER, "development", actions.HIDE, actions.DISMOUNT, *FORBIDDEN)


@RATE("development", actions.EQUIP)
def _equip(mind: Mind, card: int) -> float:
    mine = mind.view.modifications[mind.seat].cards
    lost = min(CARDS[one] for one in mine) if len(mine) >= formulas.slots(mind.view, mind.seat) else 0.0
    return CARDS[card] - lost - _cost(mind, card) - 0.3


RATE.add("replace_modification", lambda mind, card: -CARDS[card])
RATE.add("take_modification", lambda mind, card: CARDS[card])
RATE.add("put_unit", lambda mind, unit, territory: mind.fit(mind.view.card(mind.view.putting), territory))

# BF-3, BF-6: orders


def _gained(mind: Mind, territory: int) -> float:
    """Return what a point of durability of a territory is worth to its owner."""
    return -mind.hit_worth(territory, -1) * (1.0 if mind.view.holders[territory] == mind.seat else -1.0)


RATE.add("restore", lambda mind, by, territory: _gained(mind, territory))
RATE.add("development", lambda mind, territory: _gained(mind, territory) - 0.35, actions.REFIT)


def _going(mind: Mind, unit: int, to: int) -> float:
    """Return what it is worth that a unit stands elsewhere in the own domain; nobody leaves the capital bare."""
    if mind.view.holders[to] != mind.seat or not mind.is_mine(unit):
        return NEVER
    return mind.fit(mind.view.card(unit), to) - _held(mind, unit)


def _held(mind: Mind, unit: int) -> float:
    """Return what it is worth that an own unit stands where it does."""
    view, at = mind.view, mind.view.of(unit, AT)
    if view.holders[at] != mind.seat:
        return 0.0
    guards, card = mind.garrison(at), view.card(unit)
    held = mind.need(at) * (1 + len(guards)) ** 1.2 / max(1, len(guards)) ** 1.2 if unit in guards else 0.0
    return held * (0.6 + names.NUMBERS[card][1] / 8) + mind.front(at, names.NUMBERS[card][2])


@RATE("development", actions.AIRDROP)
def _airdrop(mind: Mind, unit: int, to: int) -> float:
    """On foreign ground a unit guards nothing, but reaches what lies there."""
    if not mind.is_mine(unit):
        return NEVER
    if mind.view.holders[to] == mind.seat:
        return _going(mind, unit, to) - 0.4
    return mind.front(to, names.NUMBERS[mind.view.card(unit)][2]) - _held(mind, unit) - 0.8


@RATE("development", actions.MOVE)
def _move(mind: Mind, unit: int, to: int, by: int) -> float:
    return _going(mind, unit, to) - (0.6 if by in (actions.BY_CARD, actions.BY_DROP) else 0.3)


@RATE("development", actions.RETREAT)
def _retreat(mind: Mind, unit: int, to: int) -> float:
    """One of several cards is spared more easily than the only one."""
    return _going(mind, unit, to) - (2.2 if mind.hand.count(names.RETREAT) < 2 else 1.0)


RATE.add("fight", lambda mind, unit, to: NEVER, actions.RETREAT)
RATE.add("development", lambda mind: 0.5 if _bare(mind) else NEVER, actions.FULL_RETREAT)
RATE.add("development", lambda mind, unit, to: _going(mind, unit, to) - 0.5, actions.GOING)
RATE.always(NEVER, "fight", actions.GOING)
RATE.add("carry", lambda mind, unit: -0.5)
RATE.always(-0.5, "eject_guests")


def _bare(mind: Mind) -> bool:
    """Tell whether nobody guards the own capital although others reach it."""
    return mind.capital >= 0 and not mind.garrison(mind.capital) and mind.threat(mind.capital) > 1


# 4.7: strategy cards


@RATE("development", actions.TACTICAL_EVASION)
def _evasion(mind: Mind, unit: int) -> float:
    """Where a unit that evades stands on guard nobody can aim at the ground for a round."""
    if not mind.is_mine(unit) or mind.view.of(unit, AT) != mind.capital:
        return NEVER
    return 0.6 * mind.threat(mind.capital) - 1.0


@RATE("development", actions.BLOCKADE)
def _blockade(mind: Mind, seat: int) -> float:
    """Rate a clause that binds your own army too: for those without an Attack card."""
    return NEVER if names.ATTACK in mind.hand else 0.3 * len(mind.view.domain(seat)) - 1.2


RATE.add("development", lambda mind, card: card_worth(card) - 1.3, actions.RELOAD)
RATE.always(NEVER, "development", actions.SUPPORT)
RATE.add("development", lambda mind, seat: 0.1 + 0.01 * len(mind.view.hands[seat]), actions.SPY_HAND)
RATE.add("development", lambda mind, unit: 0.15, actions.SPY_UNIT)
RATE.add("development", lambda mind, seat: 0.3 + 0.4 * mind.strength(seat), actions.SABOTAGE)
RATE.add("development", lambda mind, seat: 0.3 + 0.1 * mind.strength(seat), actions.BRIBE)
RATE.add("development", lambda mind, card: 0.75 - card_worth(card), actions.EXCHANGE)
RATE.add("sabotage", lambda mind: 1.3, actions.ACTIONS.by_name["hand"])
RATE.add("sabotage", lambda mind, card: CARDS[card], actions.SABOTAGE_MODIFICATION)
RATE.add("look", lambda mind, unit: 0.3, actions.LOOK_UNIT)
RATE.add("look", lambda mind, seat: 0.2 + 0.01 * len(mind.view.hands[seat]), actions.LOOK_HAND)

# Cards that go

RATE.add("open_council", lambda mind, card: 1.1 - card_worth(card))


@RATE.row("discard_down")
def _discards(mind: Mind, arg: int) -> list[int]:
    over = max(0, formulas.counted_hand(mind.view, mind.seat) - names.HAND_LIMIT)
    worths = [card_worth(card) * SECOND_COPY ** mind.hand[:place].count(card) for place, card in enumerate(mind.hand)]
    order = sorted(range(len(mind.hand)), key=lambda place: worths[place])
    return sorted([mind.hand[place] for place in order[:over]])


@RATE("name_heir")
def _heir(mind: Mind, seat: int) -> float:
    """BF-10.3: who has fallen leaves his cards to whom they help most against his conqueror."""
    return -1.0 if seat == mind.view.active else 0.1 * mind.strength(seat)


RATE.add("fight", lambda mind, card: -card_worth(card), actions.GIVEN_UP)
RATE.add("endangered_order", lambda mind, unit: mind.worth(unit))


@RATE("lay")
def _lay(mind: Mind, layer: int, side: int, slot: int) -> float:
    """On the side of the capital, so that it lies behind; low slots first, where nothing hangs on it."""
    return float(mind.capital >= 0 and mind.view.sides[mind.capital] == side) - 0.01 * slot
