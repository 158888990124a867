"""How a position of a fight could still go before it was turned (BF-7.5): cards that are left, and what they come to.

What was shown before is ruled out, for each set has one card of a kind. Besides that a viewer knows his own row and how
many cards both have laid, and nothing else enters here.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.scene import Duel, Phrase, Side
from shapan.games.battlefield import fight_stats, names
from shapan.games.battlefield.board.prints import combat_card
from shapan.games.battlefield.odds.exchange import Fighter, positions, shown

MOST: Final = 6
"""Of more cases none is told: they could not be read while a card turns."""


def fighter_of(brought: int) -> Fighter:
    """Return one side of an exchange by what was told of it when the fight began."""
    return Fighter(
        (brought // fight_stats.CASE & fight_stats.CASE_MASK) - 1,
        bool(brought & fight_stats.BURSTS),
        brought & fight_stats.DURABILITY_MASK,
        bool(brought & fight_stats.MARKSMAN),
        bool(brought & fight_stats.DEMOLITION) + bool(brought & fight_stats.MARTYR),
        bool(brought & fight_stats.SURGEON),
        bool(brought & fight_stats.PLATING),
    )


def left_of(shown: Sequence[int], laid: int) -> list[int]:
    """Return what can lie in the next position of a row: none of what it has shown, nothing behind its end."""
    if len(shown) >= laid:
        return [names.NOTHING]
    return [card for card in range(len(names.COMBAT_CARDS)) if card not in shown]


def cases(
    brought: tuple[int, int],
    was: Sequence[int],
    options: tuple[Sequence[int], Sequence[int]],
    units: Sequence[int],
    seats: Sequence[int],
    spent: tuple[bool, bool],
    coin: tuple[bool, bool],
) -> list[Duel]:
    """Return each pair of cards that can meet, with the durability that both units would have then.

    `was` is their durability, `spent` whether Plating has saved, `coin` whether Zeus Shield may still be tossed for.
    """
    if len(options[0]) * len(options[1]) > MOST:
        return []
    table = positions(fighter_of(brought[0]), fighter_of(brought[1]))
    found = []
    for one in options[0]:
        for other in options[1]:
            lost, gained, taken, won = table[shown(one, other)]
            losses, gains, after = [lost, taken], (gained, won), [0, 0]
            for side in (0, 1):
                losses[side] -= bool(losses[side] and brought[side] & fight_stats.PLATING and not spent[side])
                after[side] = max(0, min(names.UNIT_DURABILITY, was[side] - losses[side] + gains[side]))
            sides = [
                Side(
                    Phrase(f"card.{names.CARDS[units[side]]}"),
                    after[side],
                    seats[side],
                    pieces=[combat_card(f"case{one}.{other}.{side}", card, seats[side])] if card >= 0 else [],
                    was=was[side],
                )
                for side, card in enumerate((one, other))
            ]
            tossed = any(coin[side] and losses[side] for side in (0, 1))
            found.append(Duel(sides, verdict=_verdict(after, units, tossed=tossed)))
    return found


def _verdict(after: Sequence[int], units: Sequence[int], *, tossed: bool) -> Phrase | None:
    """Return who falls then; where a coin decides about a point, that."""
    if tossed:
        return Phrase("moment.case_coin")
    if not any(after):
        return Phrase("moment.case_both")
    down = next((side for side in (0, 1) if not after[side]), None)
    return None if down is None else Phrase("moment.case_falls", {"card": {"term": f"card.{names.CARDS[units[down]]}"}})
