"""What places offer to who moves, flies or acts there, as the table stands (BSG-4, C9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.phrases import fact, say
from shapan.engine.scene import Phrase
from shapan.games.battlestar import names
from shapan.games.battlestar.rules import attacks, locations, vipers
from shapan.games.battlestar.state import Battlestar

Facts = Sequence[Phrase]


def move(view: Battlestar, seat: int, place: int) -> Facts:
    """BSG-4: what the new place offers, and what is left behind."""
    facts = [*offer(view, seat, place)]
    if view.piloting(seat):
        left = view.area_of(seat)
        alone = not view.vipers[left] and len(view.pilots_in(left)) == 1
        if len(view.civilians[left]) and alone and vipers.targets_in(view, left):
            facts.append(fact("unguarded", number=len(view.civilians[left])))
    return facts


def offer(view: Battlestar, seat: int, place: int) -> Facts:
    """Return what is to be done in a place as the table stands: nothing of cards in hand."""
    if place >= names.SPACE:
        return area_facts(view, seat, place - names.SPACE)
    if view.revealed[seat]:
        closed = bool(locations.why_no_cylon_location(view, seat, place))
    else:
        if attacks.is_damaged(view, place):
            return [fact("place_damaged")]
        closed = locations.is_closed(view, seat, place)
    if closed:
        return [fact("place_closed")]
    idle = not view.revealed[seat] and locations.why_no_use(view, place)
    return [fact("place_idle" if idle else "place_open")]


def area_facts(view: Battlestar, seat: int, area: int) -> Facts:
    """Return which Cylon ships there are in an area."""
    ships = (view.raiders[area], view.heavies[area], len(view.basestars_in(area)))
    if not any(ships):
        return [fact("no_cylons")]
    return [fact("cylons_there", raiders=ships[0], heavies=ships[1], basestars=ships[2])]


def location(view: Battlestar, seat: int) -> Facts:
    """C9: what the action of a seat's location does, where numbers do not tell it."""
    place = view.at[seat]
    if place in (names.ADMIRALS_QUARTERS, names.ADMINISTRATION):  # whom it is about is named first
        return [fact("check_follows")]
    if place == names.COMMAND:
        return orders(view, locations.ORDERS)
    return [say("prospect_at", names.LOCATIONS[place])] if place in _TOLD_PLACES else ()


_TOLD_PLACES: Final = (
    *(names.WEAPONS_CONTROL, names.COMMUNICATIONS, names.HANGAR_DECK, names.ARMORY, names.PRESIDENTS_OFFICE),
    *(names.CAPRICA, names.CYLON_FLEET, names.RESURRECTION_SHIP),
)


def orders(view: Battlestar, number: int) -> Facts:
    """BSG-9.13: how many orders, and which vipers there are for them."""
    return [fact("viper_orders", number=number, reserves=view.reserves(), space=sum(view.vipers))]
