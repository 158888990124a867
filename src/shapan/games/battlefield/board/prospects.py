"""What comes of placing, opening, crewing, equipping and moving, as the table will be then (BF-1 to 6)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.phrases import changes, fact, tell
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.engine.trial import suppose
from shapan.games.battlefield import actions, formulas, names
from shapan.games.battlefield.board.telling import card_of, priced
from shapan.games.battlefield.board.trials import bare, facts, tried
from shapan.games.battlefield.records import AT
from shapan.games.battlefield.rules import orders, turn, units
from shapan.games.battlefield.state import Battlefield

DIE: Final = 6

# BF-4, BF-5: units and modifications


def placed(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-4.1: the price with its parts, the unit where it is then; of a hidden one what all see."""
    card, _, is_open = actions.PLACE.values(code)
    found = [priced(view, seat, card), *facts(view, seat, tried(view, seat, "development", code))]
    if not is_open:
        found.append(fact("face_down", price=formulas.price(view, seat, card)))
    return tell(found, "BF-4.1")


def equipped(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-5.1: the price with its parts, and the card that has to go where no slot is free."""
    price = priced(view, seat, actions.EQUIP.value(code))
    return tell([price, *facts(view, seat, tried(view, seat, "development", code))], "BF-5.1")


def put(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D18, D24: the numbers of the unit where it is put."""
    if view.putting < 0 or view.card(view.putting) < 0:
        return None
    return tell(facts(view, seat, tried(view, seat, "put_unit", code)), "BF-4.8")


def ejected(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D8: whether the ground is left without a garrison."""
    unit, new = actions.EJECT.value(code), suppose(view)
    units.leave(new, unit, new.discard)
    return tell(bare(view, new, view.of(unit, AT)) or [fact("still_guarded")], "BF-4.8")


# BF-6: orders


def traded(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-6.4, 9.2: what can be asked or paid, who has to agree, and the loyalty check of a character."""
    _, unit, other, _ = actions.TRADE.values(code)
    loyal, chances = loyalty(view, unit)
    price = fact("price_up_to", most=orders.max_paid(view, seat, code))
    return tell([price, *loyal, fact("must_agree", seat={"seat": other})], "BF-6.4", chances)


def loyalty(view: Battlefield, unit: int) -> tuple[list[Phrase], list[Chance]]:
    """BF-9.1: on how many faces of the die a character stays loyal, so that a deal is void."""
    if names.KIND[view.card(unit)] != names.CHARACTER:
        return [], []
    times = formulas.loyalty(view, unit)
    chances = [Chance(fact("goes_over"), DIE - times, DIE, good=True), Chance(fact("stays_loyal"), times, DIE)]
    return [fact("refuses", card=card_of(view, unit), times=times, of=DIE)], chances


def bargained(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D7: what the deal on the table brings the seat that is asked, if a character doesn't refuse."""
    deal = view.deal
    if deal is None or code != actions.YES:
        return None
    loyal, chances = loyalty(view, deal.unit)
    sells, was = deal.seller == seat, view.resources[seat]
    pays = changes("resources", was, was + (deal.price if sells else -deal.price))
    goes = fact("loses_unit" if sells else "gets_unit", card=card_of(view, deal.unit))
    return tell([pays, goes, *loyal], "BF-6.4", chances)


def blockaded(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.7: the next resource draw of the other as it would have been, and the seat's own bond (BF-3.7)."""
    other = actions.BLOCKADE.value(code)
    return tell([fact("no_income", seat={"seat": other}, number=turn.income(view, other)), fact("bound_too")], "BF-6.7")


# BF-1, BF-2, BF-3


def territory(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-1.5: the maximum durability of a territory that is laid, and as the capital."""
    one, new = code & 31, suppose(view)
    new.holders[one] = seat
    plain = formulas.maximum(new, one)
    new.capitals[seat] = one
    capital = formulas.maximum(new, one)
    if actions.CAPITAL.has(code):
        return tell([fact("as_capital", durability=capital)], "BF-1.5")
    terrain = {"term": f"terrain.{names.TERRAINS[names.TERRAIN[one]]}"}
    return tell([fact("laid_out", terrain=terrain, durability=plain, capital=capital)], "BF-1.5")


def expanded(view: Battlefield, seat: int) -> Odds | None:
    """BF-3.8: how many territories may come, and how whole they are."""
    number = view.pile_left + len(view.returned)
    whole = formulas.has_talent(view, seat, names.DRIFT_FLEET)
    return tell([fact("expands_whole" if whole else "expands", number=number)], "BF-3.8")
