"""MFX-11: hiring: who may be in a crew, for how much, how many of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason
from shapan.engine.question import question
from shapan.games.malifaux import actions, roster
from shapan.games.malifaux.cards import crew as crews
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.operations import Flag
from shapan.games.malifaux.state import Malifaux

# Leaders: MFX-11.1, 10.6.


def leaders(faction: str) -> list[Model]:
    """MFX-11.1: return the models that can lead a crew of a faction: its Masters and Henchmen."""
    return [card for card in roster.MODELS if card.station in {"master", "henchman"} and faction in card.factions]


@question("leader", "MFX-10.6", actions.LEADER, actions.LIST_)
def ask_leader(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D2: faction and leader, or a ready list of the size that is played."""
    codes = [
        actions.LEADER.code(place, card.number)
        for place, faction in enumerate(roster.FACTIONS)
        for card in leaders(faction)
    ]
    return [*codes, *(actions.LIST_.codes[crew.number] for crew in roster.CREWS if crew.size == state.rules.size)]


# Crews (MFX-11.2 to 11.9)

price: Final = crews.price


def prices(leader: Model, faction: str, numbers: Iterable[int]) -> dict[int, int]:
    """MFX-11.2 to 11.8: return what some cards cost in a crew, by their numbers; -1 for those that may not be in it."""
    return {number: price(leader, faction, roster.MODELS[number]) for number in numbers}


def fault(leader: Model, faction: str, masters: Sequence[int], hired: Sequence[int], size: int) -> Reason | None:
    """MFX-11: return what is wrong with a crew: faction, copies, totem, keywords that shut each other out, cost."""
    numbers = [*masters, *hired]
    return priced_fault(prices(leader, faction, {*numbers}), leader, numbers, size)


def priced_fault(costs: Mapping[int, int], leader: Model, numbers: Sequence[int], size: int) -> Reason | None:
    """MFX-11: return what is wrong with a crew whose prices are known."""
    crew = [roster.MODELS[number] for number in numbers]
    there = {leader.id, *(card.id for card in crew)}
    total = 0
    for card in crew:
        cost = costs[card.number]
        if cost < 0:
            return Reason("MFX-11.5" if card.number != leader.number else "MFX-11.7", "not_in_crew")
        total += cost
        if numbers.count(card.number) > card.allowance:
            return Reason("MFX-11.7", "too_many")
        if card.totem_for and card.totem_for not in there:
            return Reason("MFX-11.2", "no_master")
        if shut_out(card, [leader, *crew]):
            return Reason("MFX-11.5", "shut_out")
    return Reason("MFX-11.9", "too_dear", {"cost": total, "size": size}) if total > size else None


def shut_out(card: Model, crew: Sequence[Model]) -> bool:
    """MFX-11.5, Before and After: tell whether a model may not be with another of a keyword."""
    words = NOT_WITH[card.number]
    return bool(words) and any(word in other.keywords for word in words for other in crew if other is not card)


def _not_with(card: Model) -> tuple[str, ...]:
    """MFX-11.5: return the keywords of models with which a model may not be."""
    return tuple(
        roster.word_of(effect)
        for ability in card.abilities
        for part in ability.parts
        if part.hook == "hire"
        for effect in part.effects
        if isinstance(effect, Flag) and effect.name == "not_with_keyword"
    )


NOT_WITH: Final[tuple[tuple[str, ...], ...]] = tuple(_not_with(card) for card in roster.MODELS)
"""Those by number of the card; a crew is looked at anew for every card that it might hire."""


def pool(leader: Model, faction: str, hired: Sequence[int], size: int, most: int = crews.MAX_POOL) -> int:
    """MFX-11.9: return the soulstones that are left, so many at the most."""
    return min(most, size - sum(price(leader, faction, roster.MODELS[number]) for number in hired))


# Questions: D3.


class Hire(Prompt[Malifaux]):
    """D3: the crew without its leader, in rising order of the cards; `arg` 1: the extra masters first."""

    key = "hire"
    rule = "MFX-11.9"
    many = True
    ordered = False
    secret = True
    families = (actions.HIRED,)
    rows = actions.HIRE_ROWS

    def able(self, state: Malifaux, seat: int, card: Model) -> bool:
        """Tell whether this question is about a card."""
        return card.station != "master"

    def next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        codes = self.families[0].codes
        leader, faction = roster.MODELS[state.leader_models[seat]], roster.FACTIONS[state.factions[seat]]
        costs, size = prices(leader, faction, range(len(roster.MODELS))), state.rules.size
        hired = [*state.masters[seat], *self.chosen(picked)]
        able = [card.number for card in roster.MODELS if costs[card.number] >= 0 and self.able(state, seat, card)]
        return [DONE, *[codes[one] for one in able if priced_fault(costs, leader, [*hired, one], size) is None]]

    def can_hold(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> bool:
        """Whoever may be hired with some may be so in any order: no model makes another one possible or cheaper."""
        return self._fault(state, seat, picked) is None

    def all_picks(self, state: Malifaux, seat: int, arg: int) -> Sequence[int]:
        return self.next(state, seat, arg, ())

    def why_not_next(self, state: Malifaux, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        return self.why_not_many(state, seat, arg, [*picked, code])

    def why_not_many(self, state: Malifaux, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        return self._fault(state, seat, codes) or Reason(self.rule, "not_possible")

    def _fault(self, state: Malifaux, seat: int, picked: Sequence[int]) -> Reason | None:
        """MFX-11: return what is wrong with some picks."""
        leader, faction = roster.MODELS[state.leader_models[seat]], roster.FACTIONS[state.factions[seat]]
        return fault(leader, faction, state.masters[seat], self.chosen(picked), state.rules.size)

    def chosen(self, picked: Sequence[int]) -> list[int]:
        """Return the cards of some picks."""
        return [self.families[0].value(code) for code in picked if self.families[0].has(code)]


class Masters(Hire):
    """D3: extra masters, which are chosen and shown first (MFX-10.6 G)."""

    key = "masters"
    rule = "MFX-11.6"
    families = (actions.MASTER,)
    rows = actions.MASTERS_ROWS

    def able(self, state: Malifaux, seat: int, card: Model) -> bool:
        return card.station == "master"


ask_hire: Final = Hire()
ask_masters: Final = Masters()
