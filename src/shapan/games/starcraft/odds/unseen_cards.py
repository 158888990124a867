"""SC-9.6: combat cards supposed to lie in a battle, and those that a seat may still hold or draw, by what all know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.engine.zone import Zone
from shapan.games.starcraft import cards, strength
from shapan.games.starcraft.records import LINES, Battle
from shapan.games.starcraft.state import StarCraft


class Cards(NamedTuple):
    """The cards of a line: a standard one and a reinforcement, -1 for none or one that is not known."""

    standard: int
    extra: int = UNKNOWN


def trial(battle: Battle, line: int, standard: int, extra: int = UNKNOWN) -> Battle:
    """Return the units of a battle, as it is seen, with cards in one line alone; nothing of the battle is changed."""
    return Battle(
        area=battle.area,
        attacker=battle.attacker,
        defender=battle.defender,
        special=battle.special,
        number=battle.number,
        fronts=list(battle.fronts),
        supports=list(battle.supports),
        fighting=battle.fighting,
        fortified=list(battle.fortified),
        hardened=list(battle.hardened),
        standard=[Zone([card for card in (standard,) if card >= 0 and at == line]) for at in range(LINES)],
        reinforcement=[Zone([card for card in (extra,) if card >= 0 and at == line]) for at in range(LINES)],
        passed=[int(side == line & 1 and strength.finds_unit(battle, line, extra)) for side in (0, 1)],
    )


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


def unseen(view: StarCraft, seat: int, seen: Sequence[int]) -> list[int]:
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
