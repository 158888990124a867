"""What places offer to who moves, flies or acts there, as the table stands; and the words of facts (BSG-4, C9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.scene import Phrase
from shapan.games.battlestar import names
from shapan.games.battlestar.board.words import say
from shapan.games.battlestar.rules import attacks, locations, vipers
from shapan.games.battlestar.state import Battlestar

Facts = Sequence[Phrase]


def fact(key: str, **words: Any) -> Phrase:
    """Return a fact of the table `odds`."""
    return Phrase(f"odds.{key}", words)


def changes(what: str, was: int, now: int) -> Facts:
    """Return a number that changes: what it is of (`prospect.<what>`), before and after."""
    return [fact("changes", what={"term": f"prospect.{what}"}, was=was, now=now)]


def move(view: Battlestar, seat: int, place: int) -> Facts:
    """BSG-4: what the new place offers, and what is left behind."""
    facts = [*offer(view, seat, place)]
    if view.piloting(seat):
        left = view.area_of(seat)
        alone = not view.vipers[left] and len(view.pilots_in(left)) == 1
        if len(view.civilians[left]) and alone and vipers.targets_in(view, left):
            facts.append(fact("unguarded", number=len(view.civilians[left])))
    return facts


def offer(view: Battlestar, seat: int, place: int) -> list[Phrase]:
    """Return what is to be done in a place as the table stands: nothing of cards in hand."""
    if place >= names.SPACE:
        return [*area_facts(view, seat, place - names.SPACE)]
    if view.revealed[seat]:
        closed = bool(locations.why_no_cylon_location(view, seat, place))
    else:
        if attacks.is_damaged(view, place):
            return [say("odds", "place_damaged")]
        closed = locations.is_closed(view, seat, place)
    if closed:
        return [say("odds", "place_closed")]
    idle = not view.revealed[seat] and locations.why_no_use(view, place)
    return [say("odds", "place_idle" if idle else "place_open")]


def stay(view: Battlestar, seat: int) -> Facts:
    """Return what is to be done where a seat is."""
    return offer(view, seat, view.at[seat])


def area_facts(view: Battlestar, seat: int, area: int) -> Facts:
    """Return which Cylon ships there are in an area."""
    ships = (view.raiders[area], view.heavies[area], len(view.basestars_in(area)))
    if not any(ships):
        return [say("odds", "no_cylons")]
    return [fact("cylons_there", raiders=ships[0], heavies=ships[1], basestars=ships[2])]


def launch(view: Battlestar, seat: int, area: int) -> Facts:
    """BSG-9.13: one viper less in Reserves, and what it meets."""
    return [*changes("reserves", view.reserves(), view.reserves() - 1), *area_facts(view, seat, area)]


def fly_unmanned(view: Battlestar, seat: int, start: int, to: int) -> Facts:
    """BSG-9.13: what an unmanned viper meets."""
    return area_facts(view, seat, to)


def location(view: Battlestar, seat: int) -> Facts:
    """C9: the action of the own place, where no roll and no check is made at once."""
    place = view.at[seat]
    if place in (names.RESEARCH_LAB, names.PRESS_ROOM):
        return hand(view, seat, 1 if place == names.RESEARCH_LAB else 2)
    if place == names.COMMAND:
        return orders(view, 2)
    return [say("prospect_at", names.LOCATIONS[place])] if place in _TOLD_PLACES else ()


_TOLD_PLACES: Final = (
    *(names.WEAPONS_CONTROL, names.COMMUNICATIONS, names.HANGAR_DECK, names.ARMORY, names.PRESIDENTS_OFFICE),
    *(names.CAPRICA, names.CYLON_FLEET, names.RESURRECTION_SHIP),
)


def orders(view: Battlestar, number: int) -> Facts:
    """BSG-9.13: how many orders, and which vipers there are for them."""
    return [fact("viper_orders", number=number, reserves=view.reserves(), space=sum(view.vipers))]


def hand(view: Battlestar, seat: int, drawn: int, given: int = 0) -> Facts:
    """Return how the hand grows, where no skill deck can run out."""
    least = min(len(deck) + len(pile) for deck, pile in zip(view.skill_decks, view.skill_discards, strict=True))
    if least < drawn:
        return ()
    size = len(view.hands[seat])
    return changes("hand", size, size + drawn - given)
