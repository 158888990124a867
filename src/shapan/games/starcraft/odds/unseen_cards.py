"""SC-9.6: combat cards supposed to lie in a battle, and those that a seat may still hold or draw, by what all know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.engine.zone import Zone
from shapan.games.starcraft import cards, strength
from shapan.games.starcraft.records import Battle
from shapan.games.starcraft.state import StarCraft


class Cards(NamedTuple):
    """The cards of a line: a standard one and a reinforcement, -1 for none or one that is not known."""

    standard: int
    extra: int = UNKNOWN


def trial(battle: Battle) -> Battle:
    """Return a battle, as it is seen, in which cards can be laid: nothing of the other one is changed."""
    new = Battle(area=battle.area, attacker=battle.attacker, defender=battle.defender)
    for one in fields(battle):
        value = getattr(battle, one.name)
        setattr(new, one.name, list(value) if isinstance(value, list) else value)
    return new


def lay(battle: Battle, line: int, standard: int, extra: int = UNKNOWN) -> None:
    """Put cards into a line, -1 for none; the reinforcement is in force where it passes its test (SC-9.7.4)."""
    battle.standard[line] = Zone([standard] if standard >= 0 else [])
    battle.reinforcement[line] = Zone([extra] if extra >= 0 else [])
    battle.passed[line & 1] = int(strength.passes(battle, line))


@contextmanager
def lying(battle: Battle, line: int, laid: Cards) -> Iterator[None]:
    """Suppose that some cards lie in a line."""
    side = line & 1
    before = battle.standard[line], battle.reinforcement[line], battle.passed[side]
    lay(battle, line, *laid)
    try:
        yield
    finally:
        battle.standard[line], battle.reinforcement[line], battle.passed[side] = before


def unseen(view: StarCraft, seat: int, seen: Iterable[int]) -> list[int]:
    """Return the combat cards of a seat and of technologies that it has bought, less some that are seen elsewhere."""
    race = view.race(seat)
    found = list(cards.DECKS[race])
    for tech in cards.TECHS_OF[race]:
        if view.technologies[seat][tech]:
            found += cards.CARDS_OF_TECH[tech]
    for card in seen:
        if card in found:
            found.remove(card)
    return found
