"""What goes on in the middle: an attack with its two sides and its combat cards, a deal, a treaty, a special attack."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say, seat_of, term
from shapan.engine.scene import Affair, Duel, Phrase, Side
from shapan.games.battlefield import abilities, formulas, names
from shapan.games.battlefield.board.players import attack_seats
from shapan.games.battlefield.board.prints import combat_card
from shapan.games.battlefield.board.words import LAND, card_of, forces, target_of, territory_of, unit_of
from shapan.games.battlefield.records import DURABILITY, OWNED, Attack
from shapan.games.battlefield.rules import combat
from shapan.games.battlefield.state import Battlefield


def make_affair(view: Battlefield) -> Affair | None:
    """Return what is under way: an attack, a special attack, a deal, a treaty; nothing between."""
    if view.special is not None:
        seats = [view.active, *([view.special.target] if view.special.target >= 0 else [])]
        words = {"seat": seat_of(view.active), "card": term("card", names.CARDS[view.special.card])}
        return Affair("fight", Phrase("event.played", words), seats, rule="BF-8.1")
    if view.attack is not None and view.is_there(view.attack.attacker):
        one = view.attack
        if one.target < LAND and not view.is_there(one.target):
            return None
        words = {"attacker": unit_of(view, one.attacker), "target": target_of(view, one.target)}
        return Affair("fight", say("board", "attack", **words), attack_seats(view), rule="BF-7.3")
    if view.deal is not None:
        deal = view.deal
        words = {"seller": seat_of(deal.seller), "buyer": seat_of(deal.buyer), "unit": unit_of(view, deal.unit)}
        return Affair("deal", say("board", "deal", price=deal.price, **words), [deal.seller, deal.buyer], rule="BF-6.4")
    if view.proposal:
        proposer, target = view.proposal[0][:2]
        words = {"seat": seat_of(proposer), "target": seat_of(target)}
        return Affair("deal", say("board", "proposal", **words), [proposer, target], rule="BF-12.1")
    return None


def make_duels(view: Battlefield) -> list[Duel]:
    """BF-7.3 to 7.5: the attack under way: two units with their rows, or a unit and a territory."""
    one = view.attack
    if one is None or not view.is_there(one.attacker):
        return []
    seats = attack_seats(view)
    if one.target >= LAND:
        return [_siege(view, one, seats)]
    if len(seats) < 2:
        return []
    units = (one.attacker, one.target)
    rows = [view.rows[seat].cards for seat in seats]
    lanes = [_lane(view, units, seats, rows, place) for place in range(max(len(row) for row in rows))]
    for place, lane in enumerate(lanes):
        lane.due = place == one.revealed and all(view.of(unit, DURABILITY) for unit in units)
    sides = [_side(view, unit, seat) for unit, seat in zip(units, seats, strict=True)]
    return [Duel(sides, rule="BF-7.5", lanes=lanes)]


def _siege(view: Battlefield, one: Attack, seats: list[int]) -> Duel:
    """BF-7.3.5: what a territory without a garrison loses."""
    ground, loss = one.ground, formulas.blow(view, one.attacker)
    left = max(0, view.durability[ground] - loss)
    sides = [
        Side(card_of(view.card(one.attacker)), loss, seats[0]),
        Side(territory_of(ground), view.durability[ground], seats[1] if len(seats) > 1 else UNKNOWN),
    ]
    verdict = say(
        "board",
        "siege" if left else "siege_captures",
        territory=term("territory", names.TERRITORIES[ground]),
        left=left,
    )
    return Duel(sides, "→", verdict, "BF-7.3")


def _side(view: Battlefield, unit: int, seat: int) -> Side:
    """Return a unit in a fight: its durability, with power and guard as they are."""
    parts = forces(formulas.power(view, unit), formulas.guard(view, unit))
    return Side(card_of(view.card(unit)), view.of(unit, DURABILITY), seat, parts)


def _lane(view: Battlefield, units: tuple[int, int], seats: list[int], rows: list[list[int]], place: int) -> Duel:
    """BF-7.5: one position: both cards, and once they are shown what they take or give back."""
    sides = []
    for side, seat in enumerate(seats):
        card = rows[side][place] if place < len(rows[side]) else names.NOTHING
        laid = [combat_card(f"row{seat}.{place}", card, seat)] if place < len(rows[side]) else []
        sides.append(Side(card_of(view.card(units[side])), None, seat, pieces=laid))
    one = view.attack
    assert one is not None
    duel = Duel(sides, title=say("board", "position", number=place + 1))
    if place < one.revealed:
        shown = [row[place] if place < len(row) else names.NOTHING for row in rows]
        losses, gains = combat.outcome(view, units, (shown[0], shown[1]))
        for side in (0, 1):
            sides[side].value = gains[side] - losses[side]
        if any(losses[side] and _may_save(view, units[side]) for side in (0, 1)):
            duel.verdict = say("board", "before_saves")
    return duel


def _may_save(view: Battlefield, unit: int) -> bool:
    """BF-7.5.3, 7.5.4: whether Plating or Zeus Shield may take something off what a unit loses."""
    shield = view.has_modification(view.of(unit, OWNED), names.ZEUS_SHIELD)
    return shield or bool(abilities.has(view, unit, names.PLATING))
