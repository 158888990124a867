"""Words of what comes of an answer: facts of the table `odds`, joined into one sentence; numbers as they are said."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any, Final

from shapan.engine.effects import EffectSource
from shapan.engine.phrases import chain, fact
from shapan.engine.scene import Phrase
from shapan.games.battlefield import abilities, formulas, names
from shapan.games.battlefield.abilities import ABILITIES, EFFECTS
from shapan.games.battlefield.events import FORCE
from shapan.games.battlefield.records import AT
from shapan.games.battlefield.state import Battlefield


def signed(number: int) -> str:
    """Return a number with its sign, as it stands in tables."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number else "0"


def force(number: int) -> Any:
    """Return power, guard or range as a word."""
    return FORCE.phrase(number)


def land(territory: int) -> Any:
    """Return a territory as a word."""
    return names.TERRITORY.phrase(territory)


def card_of(view: Battlefield, unit: int) -> Any:
    """Return what a unit is called: its card, or that it is hidden."""
    card = view.card(unit)
    return names.CARD.phrase(card) if card >= 0 else {"term": "unit.hidden"}


def unit_numbers(view: Battlefield, unit: int) -> Phrase:
    """Return power, guard and range of a unit as they are on a table."""
    return Phrase(
        "unit.numbers",
        {
            "power": force(formulas.power(view, unit)),
            "guard": force(formulas.guard(view, unit)),
            "range": force(formulas.reach(view, unit)),
        },
    )


def stands(view: Battlefield, territory: int, durability: int) -> Phrase:
    """Return how durability changes: before and after."""
    return fact("durability", territory=land(territory), was=view.durability[territory], now=durability)


def priced(view: Battlefield, seat: int, card: int) -> Phrase:
    """BF-4.1: return what a card costs after its reductions, with each of them and where it comes from."""
    about = seat * abilities.CARD_SPAN + card
    parts = [
        {"key": "odds.part", "words": {"ability": ability_of(name), "number": signed(number)}}
        for name, number in shares(view, abilities.PRICE, about)
    ]
    words = {"price": formulas.price(view, seat, card), "cost": names.COST[card]}
    return fact("costs_less", parts=chain(parts), **words) if parts else fact("costs", price=words["price"])


def shares(view: Battlefield, quantity: int, about: int) -> list[tuple[str, int]]:
    """Return what changes a quantity of somebody, and by how much each: the parts of `EFFECTS.amount`."""
    found, changed = [], EFFECTS.amounts.get(quantity, {})
    for source in abilities.near(view, quantity, about):
        for ability in abilities.held(view, source):
            whom = changed.get(ability)
            if whom is not None and about in whom[0].of(view, whom[1], EffectSource(source, about)):
                found.append((_NAMES[ability], whom[2]))
    return found


_NAMES: Final = {ability: name for name, ability in ABILITIES.items()}


def ability_of(name: str) -> dict[str, str]:
    """Return what an ability, terrain, modification or title is called."""
    for table, known in (("title", names.TITLES), ("terrain", names.TERRAINS), ("card", names.CARDS)):
        if name in known:
            return {"term": f"{table}.{name}"}
    return {"term": f"ability.{name}"}


def at(view: Battlefield, unit: int) -> int:
    """Return where a unit stands."""
    return view.of(unit, AT)
