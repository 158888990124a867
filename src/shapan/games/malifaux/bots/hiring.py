"""What a crew is worth by whom it consists of, and the crew of all that may be hired that is worth most (MFX-11).

What each thing counts is measured: crews drawn by chance met each other (`bench/malifaux_crews.py`). So it holds for
own models too: nothing is read but their stats and abilities.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from shapan.games.malifaux import names, roster
from shapan.games.malifaux.bots.card_profiles import LORE
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.rules import hire
from shapan.games.malifaux.state import Malifaux

KEPT: Final = 6
"""So many stones a crew keeps at least with 50 to hire for; fewer in small games."""
FEWEST: Final = 7
"""With fewer models, its leader aside, a crew of 50 stones was not measured: it can hardly score and wait."""
WOUNDS: Final = 0.35
"""How much longer a model lasts whose damage flips have a minus."""
ARMOR: Final = 0.25
DODGED: Final = 0.08
"""How much longer it lasts for each Df above 5."""
FEATURES: Final = ("staying", "hard to kill", "flight", "pace", "model", "copy")


def lasts(card: Model) -> float:
    """Return how much a model stands: its Health, the more the worse it is hit and wounded."""
    lore = LORE[card.number]
    found = card.health * (1.0 + WOUNDS * lore.hard_to_wound + ARMOR * lore.armor) * (1.0 + DODGED * (card.df - 5))
    return found + 1.5 * lore.hard_to_kill


def features(strategy: int, crew: Sequence[Model]) -> dict[str, float]:
    """Return what is counted of a crew without its leader."""
    lore = [LORE[card.number] for card in crew]
    return {
        "staying": sum(lasts(card) for card in crew),
        "hard to kill": float(sum(one.hard_to_kill for one in lore)),
        "flight": float(sum(one.flies for one in lore)),
        "pace": float(sum(card.mv - 5 for card in crew) * (strategy != names.RECKONING)),
        "model": float(len(crew)),
        "copy": float(len(crew) - len({card.number for card in crew})),
    }


@cache
def weights() -> Mapping[str, float]:
    """Return what each feature of a crew is worth, in points of the difference that it makes."""
    text = files("shapan.games.malifaux").joinpath("data", "hiring.toml").read_text(encoding="utf-8")
    found: dict[str, float] = tomllib.loads(text)["weights"]
    if set(found) != set(FEATURES):
        raise ValueError(f"hiring.toml: {sorted(set(found) ^ set(FEATURES))}")
    return found


def value(strategy: int, crew: Sequence[Model]) -> float:
    """Return what a crew is worth, in points of the difference that it makes."""
    told = weights()
    return sum(told[name] * count for name, count in features(strategy, crew).items())


def best(view: Malifaux, seat: int) -> list[int]:
    """Return the cards of the crew that is worth most: its totem, and whom the stones can pay that are not kept.

    For each number of models and each sum the best crew is kept; each card, and each copy of it, may join all of them.
    """
    leader, faction = roster.MODELS[view.leader_models[seat]], roster.FACTIONS[view.factions[seat]]
    size, masters = view.rules.size, view.masters[seat]
    budget = size - max(2, KEPT * size // 50)
    totems = [card.number for card in roster.MODELS if card.totem_for == leader.id]
    if hire.fault(leader, faction, masters, totems, budget) is not None:
        totems = []
    found: dict[tuple[int, int], tuple[float, list[int]]] = {(len(totems), 0): (0.0, totems)}
    for card in roster.MODELS:
        price = hire.price(leader, faction, card)
        if card.station == "master" or card.totem_for or price < 0:
            continue
        alone = value(view.strategy, [card])
        again = value(view.strategy, [card, card]) - alone
        for copy in range(card.allowance):
            for (count, spent), (worth, crew) in sorted(found.items(), reverse=True):
                if crew.count(card.number) != copy:
                    continue
                more, at = worth + (again if copy else alone), (count + 1, spent + price)
                if at in found and found[at][0] >= more:
                    continue
                if hire.fault(leader, faction, masters, [*crew, card.number], budget) is None:
                    found[at] = (more, [*crew, card.number])
    fewest = FEWEST * size // 50
    _, _, chosen = max((min(count, fewest), worth, crew) for (count, _), (worth, crew) in found.items())
    return sorted(chosen)
