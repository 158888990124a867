"""What comes of placing, opening, crewing, equipping and moving, as the table will stand then (BF-4, 5, 6)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.games.battlefield import actions, formulas, names, pacts
from shapan.games.battlefield.abilities import EFFECTS, REFIT
from shapan.games.battlefield.board.supposing import suppose
from shapan.games.battlefield.board.telling import (
    at,
    card_of,
    changes,
    fact,
    garrisons,
    left_bare,
    paid,
    priced,
    stands,
    tell,
    unit_numbers,
)
from shapan.games.battlefield.records import ABOARD, OPEN
from shapan.games.battlefield.rules import attack, orders, turn, units
from shapan.games.battlefield.state import Battlefield

DIE: Final = 6


# BF-4: units


def placed(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-4.1: the price with its parts, the numbers that the unit has there, what is drawn for it."""
    crewed = actions.PLACE_CREWED.has(code)
    card, territory, is_open, *crew = (actions.PLACE_CREWED if crewed else actions.PLACE).values(code)
    facts = [priced(view, seat, card), *paid(view, seat, formulas.price(view, seat, card))]
    if is_open:
        new = suppose(view)
        unit = units.enter(new, new.hands[seat], card, seat, territory)
        units.show(new, unit)
        if crew:
            new.put(crew[0], ABOARD, unit)
        if crew or names.KIND[card] != names.VEHICLE:
            facts += [unit_numbers(new, unit), *garrisons(view, new, territory)]
        else:
            facts.append(fact("no_crew_yet"))
    else:
        facts.append(fact("face_down", price=formulas.price(view, seat, card)))
    return tell([*facts, *_drawn(view, seat, card)], "BF-4.1")


def _drawn(view: Battlefield, seat: int, card: int) -> list[Phrase]:
    """4.4: how many cards Launch Field and Charisma draw for a card."""
    happens = formulas.fired(card, formulas.due(view, seat))
    number = bool(happens & formulas.LAUNCH_FIELD) + bool(happens & formulas.CHARISMA)
    return [fact("draws", number=number)] if number else []


def opened(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-4.2: the numbers of the unit once it lies open; an empty vehicle has none."""
    unit, new = actions.OPEN.value(code), suppose(view)
    units.show(new, unit)
    if new.is_empty_vehicle(unit):
        return tell([fact("no_crew_yet")], "BF-4.2")
    return tell([unit_numbers(new, unit), *garrisons(view, new, at(view, unit))], "BF-4.2")


def hidden(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.5, Stealth: what all remember, and whether the ground is left open."""
    unit, new = actions.HIDE.value(code), suppose(view)
    new.put(unit, OPEN, 0)
    return tell([fact("all_remember"), *left_bare(view, new, at(view, unit))], "BF-4.2")


def boarded(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-4.4: the numbers of vehicle and crew as one unit."""
    crew, vehicle = actions.BOARD.values(code)
    new = suppose(view)
    new.put(crew, ABOARD, vehicle)
    return tell([unit_numbers(new, vehicle)], "BF-4.4")


def dismounted(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-4.4, 4.5: the numbers of the crew on foot; a vehicle in a foreign domain passes to the host."""
    vehicle = actions.DISMOUNT.value(code)
    crew, new = view.crew_of(vehicle), suppose(view)
    new.put(crew, ABOARD, UNKNOWN)
    host = view.holders[at(view, vehicle)]
    passes = [fact("passes_to", seat={"seat": host})] if host != seat else []
    return tell([unit_numbers(new, crew), *passes], "BF-4.4")


def equipped(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-5.1: the price with its parts, and the card that has to go where there is but one slot."""
    card, mine = actions.EQUIP.value(code), view.modifications[seat].cards
    facts = [priced(view, seat, card), *paid(view, seat, formulas.price(view, seat, card))]
    if len(mine) >= formulas.slots(view, seat):
        facts.append(fact("goes", card=names.CARD.phrase(mine[0])) if len(mine) == 1 else fact("one_goes"))
    if formulas.has_capital_effect(view, seat, names.MACHINE_SYNOD):
        facts.append(fact("draws", number=1))
    return tell(facts, "BF-5.1")


def put(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D18, D24: the numbers of the unit where it is put."""
    unit, to = view.putting, actions.PUT.value(code, 1)
    if unit < 0 or view.card(unit) < 0:
        return None
    new = suppose(view)
    units.stand(new, unit, to)
    if not new.of(unit, OPEN) or new.is_empty_vehicle(unit):
        return None
    return tell([unit_numbers(new, unit), *garrisons(view, new, to)], "BF-4.8")


def ejected(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D8: whether the ground is left without a garrison."""
    unit, new = actions.EJECT.value(code), suppose(view)
    units.leave(new, unit, new.discard)
    bare = left_bare(view, new, at(view, unit))
    return tell(bare or [fact("still_guarded")], "BF-4.8")


# BF-6: orders


def gone(view: Battlefield, seat: int, unit: int, to: int, rule: str, *, stay: int | None = None) -> Odds | None:
    """Return what it brings that a unit goes somewhere: its numbers there, what it leaves open, what it reaches."""
    new = suppose(view)
    host = view.holders[to]
    facts = []
    if host != seat:
        stay = stay if stay is not None else names.GUEST
        key = "stands_as_guest" if stay == names.GUEST else "stands_as_intruder"
        facts.append(fact(key, seat={"seat": host}))
    units.stand(new, unit, to, names.HOME if host == seat else stay or names.HOME)
    facts += [unit_numbers(new, unit), *garrisons(view, new, to), *left_bare(view, new, at(view, unit))]
    return tell([*facts, *_reaches(new, seat, unit)], rule)


def _reaches(view: Battlefield, seat: int, unit: int) -> list[Phrase]:
    """BF-7.2: how many targets a unit has where it stands."""
    if unit not in attack.attackers(view, seat):
        return []
    return [fact("reaches", number=sum(actions.ATTACK.value(code) == unit for code in attack.pairs(view, seat)))]


def moved(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-6.1: a Move; who has to let it in is named."""
    unit, to, way = actions.MOVE.values(code)
    host = view.holders[to]
    if host == seat or way == actions.BY_SHUTTLE:
        return gone(view, seat, unit, to, "BF-6.1")
    if pacts.may_station(view, seat, host):
        return gone(view, seat, unit, to, "BF-6.1", stay=names.GUEST)
    if way == actions.BY_DROP:
        return gone(view, seat, unit, to, "BF-6.1", stay=names.INTRUDER)
    new = suppose(view)
    units.stand(new, unit, to, names.GUEST)
    return tell([fact("must_permit", seat={"seat": host}), unit_numbers(new, unit)], "BF-6.1")


def airdropped(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.7, Airdrop: no permission is asked."""
    unit, to = actions.AIRDROP.values(code)
    guest = pacts.may_station(view, seat, view.holders[to])
    return gone(view, seat, unit, to, "BF-6.7", stay=names.GUEST if guest else names.INTRUDER)


def refitted(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-6.2: durability before and after."""
    territory, new = actions.REFIT.value(code), suppose(view)
    orders.restore(new, territory, 1 + EFFECTS.amount(view, REFIT, seat))
    return tell([stands(view, territory, new.durability[territory])], "BF-6.2")


def restored(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-3.1: durability before and after."""
    territory, new = actions.RESTORE.value(code, 1), suppose(view)
    orders.restore(new, territory, 1)
    return tell([stands(view, territory, new.durability[territory])], "BF-3.1")


def traded(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-6.4, 9.2: what can be asked or paid, who has to agree, and the loyalty check of a character."""
    _, unit, other, _ = actions.TRADE.values(code)
    loyal, chances = loyalty(view, unit)
    return tell(
        [
            fact("price_up_to", most=orders.max_paid(view, seat, code)),
            *loyal,
            fact("must_agree", seat={"seat": other}),
        ],
        "BF-6.4",
        chances,
    )


def loyalty(view: Battlefield, unit: int) -> tuple[list[Phrase], list[Chance]]:
    """BF-9.1: on how many faces of the die a character stays loyal, so that a deal is void."""
    if names.KIND[view.card(unit)] != names.CHARACTER:
        return [], []
    times = formulas.loyalty(view, unit)
    chances = [Chance(fact("goes_over"), DIE - times, DIE, good=True), Chance(fact("stays_loyal"), times, DIE)]
    return [fact("refuses", card=card_of(view, unit), times=times, of=DIE)], chances


def bargained(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D7: what the deal on the table brings who is asked."""
    deal = view.deal
    if deal is None or code != actions.YES:
        return None
    gain = deal.price if deal.seller == seat else -deal.price
    loyal, chances = loyalty(view, deal.unit)
    facts = [changes("resources", view.resources[seat], view.resources[seat] + gain)]
    facts.append(
        fact("loses_unit" if gain >= 0 and deal.seller == seat else "gets_unit", card=card_of(view, deal.unit))
    )
    return tell([*facts, *loyal], "BF-6.4", chances)


def permitted(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D6: a guest counts as a garrison of its host."""
    return tell([fact("guards_as_guest")], "BF-4.8") if code == actions.YES else None


# BF-1, BF-2, BF-3


def territory(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-1.5: the maximum durability of a territory that is laid, and as the capital."""
    one = code & 31
    plain, capital = _maxima(view, seat, one)
    terrain = {"term": f"terrain.{names.TERRAINS[names.TERRAIN[one]]}"}
    if actions.CAPITAL.has(code):
        return tell([fact("as_capital", durability=capital)], "BF-1.5")
    return tell([fact("laid_out", terrain=terrain, durability=plain, capital=capital)], "BF-1.5")


def _maxima(view: Battlefield, seat: int, one: int) -> tuple[int, int]:
    new = suppose(view)
    new.holders[one] = seat
    plain = formulas.maximum(new, one)
    new.capitals[seat] = one
    return plain, formulas.maximum(new, one)


def expanded(view: Battlefield, seat: int) -> Odds | None:
    """BF-3.8: how many territories may come, and how whole they are."""
    number = view.pile_left + len(view.returned)
    whole = formulas.has_talent(view, seat, names.DRIFT_FLEET)
    return tell([fact("expands_whole" if whole else "expands", number=number)], "BF-3.8")


def blockaded(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.7: what the next resource draw of the other would have been, as things are; and the own bond (BF-3.7)."""
    other = actions.BLOCKADE.value(code)
    return tell([fact("no_income", seat={"seat": other}, number=turn.income(view, other)), fact("bound_too")], "BF-6.7")
