"""A battle as it lies, with cards tried in it: what each side can be expected to lay, and what comes of a skirmish."""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from shapan.games.starcraft import cards, names, strength
from shapan.games.starcraft.bots.mind import POWER, Mind
from shapan.games.starcraft.bots.worths import BLIND, HOLDING, SHOWN, SPLASH, VEILED
from shapan.games.starcraft.odds.unseen_cards import lay, trial, unseen
from shapan.games.starcraft.records import UNIT_KINDS


class Card(NamedTuple):
    """What a side comes to with some cards: attack, health, how likely they are laid."""

    attack: int
    health: int
    weight: float


class Field:
    """The battle of a view, on which the own cards are tried out; nothing of the view itself is changed."""

    def __init__(self, mind: Mind) -> None:
        view = mind.view
        self.mind, self.view, self.battle = mind, view, trial(mind.battle)
        self.side = int(mind.seat == self.battle.defender)
        self.foe = strength.seat_of(self.battle, 1 - self.side)
        self._likely: dict[int, list[Card]] = {}
        self._scores: dict[tuple[int, int, int], float] = {}

    @cached_property
    def pool(self) -> list[int]:
        """The cards that the other side may hold or draw: its deck, technologies bought, less what lies open."""
        return self._unseen(self.foe, [])

    @cached_property
    def deck(self) -> list[int]:
        """The cards that the own deck may hold."""
        return self._unseen(self.mind.seat, self.view.hands[self.mind.seat].cards)

    def _unseen(self, seat: int, held: list[int]) -> list[int]:
        return unseen(self.view, seat, [*held, *self.view.discards[seat].cards])

    def likely(self, line: int) -> list[Card]:
        """Return what the other side may come to in a line, by the cards that are open there or may be laid."""
        if line not in self._likely:
            own = line ^ 1
            lay(self.battle, own, -1)
            lies = self.mind.battle
            open_card, extra = lies.standard[line].first, lies.reinforcement[line].first
            pool = [open_card] if open_card >= 0 else [card for card in self.pool if cards.STANDARD[card]]
            found: dict[tuple[int, int], float] = {}
            for card in pool:
                lay(self.battle, line, card, extra)
                value = strength.attack(self.view, self.battle, line), strength.health(self.battle, line)
                weight = SHOWN if strength.matches(self.battle, line) else 1.0
                found[value] = found.get(value, 0.0) + weight
            lay(self.battle, line, -1)
            whole = sum(found.values())
            self._likely[line] = [Card(*value, weight / whole) for value, weight in found.items()]
            if not found:
                self._likely[line] = [Card(strength.attack(self.view, self.battle, line), 4, 1.0)]
        return self._likely[line]

    def score(self, number: int, card: int, extra: int = -1) -> float:
        """Return what a skirmish is worth with some own cards: what is destroyed less what is lost."""
        key = (number, card, extra)
        if key not in self._scores:
            self._scores[key] = self._scored(number, card, extra)
        return self._scores[key]

    def _scored(self, number: int, card: int, extra: int) -> float:
        line = 2 * number + self.side
        likely = self.likely(line ^ 1)
        view, battle = self.view, self.battle
        mine, other = battle.fronts[line], battle.fronts[line ^ 1]
        if mine < 0 or other < 0:
            return 0.0
        lay(self.battle, line, card, extra)
        attack, health = strength.attack(view, battle, line), strength.health(battle, line)
        health += strength.boost(view, battle, line)
        shift = self._weakened(line ^ 1)
        kills = sum([one.weight for one in likely if attack >= one.health], 0.0)
        dies = sum([one.weight for one in likely if one.attack + shift >= health], 0.0)
        within = BLIND * 2 * bool(strength.in_reach(battle, line))
        reach = 1.0 if strength.can_target(battle, line, mine, other) else within
        hurt = 1.0 if strength.can_target(battle, line ^ 1, other, mine) else BLIND * 2
        if strength.has_effect(battle, line, cards.LOSE_GROUND) and not names.FLYING[other]:
            kills = max(kills, 0.95)
        if strength.has_effect(battle, line, cards.SCOURGE_DIVE) and names.FLYING[other]:
            kills, reach, dies = max(kills, 1.0 - dies * hurt), 1.0, 1.0
        if strength.has_effect(battle, line, cards.DETONATE):
            kills, reach = max(kills, 2.2 * (1.0 - dies * hurt)), 1.0
        veiled = strength.is_cloaked(view, battle, line, mine, True)
        splash = sum(self._splashed(one.number, one.case) for one in strength.splashes(view, battle, line))
        lay(self.battle, line, -1)
        gained = kills * reach * (POWER[other] + HOLDING + splash)
        return gained - dies * hurt * (POWER[mine] * (VEILED if veiled else 1.0) + HOLDING)

    def _weakened(self, line: int) -> int:
        """Return by how much the attack of the other side changes by the cards tried against it."""
        battle = self.battle
        if battle.passed[(line ^ 1) & 1] and battle.reinforcement[line ^ 1].cards:
            for one in cards.ABILITIES[battle.reinforcement[line ^ 1].first]:
                if one.effect == cards.ATTACK_ZERO:
                    vehicle = names.VEHICLE[battle.fronts[line]]
                    return -99 if one.case == cards.ANY_CASE or vehicle else 0
                if one.effect == cards.SUPPORT_ZERO:
                    return -sum(
                        battle.supports[line * UNIT_KINDS + unit] * names.SUPPORT[unit] for unit in range(UNIT_KINDS)
                    )
                if one.effect == cards.CANCEL_STANDARD:
                    return -1
        return 0

    def _splashed(self, splash: int, case: int) -> float:
        there = self.mind.units(self.foe, self.battle.area)
        hit = [POWER[unit] for unit in there if strength.is_victim(splash, case, unit)]
        return SPLASH * min(hit) if len(hit) > 1 else 0.0

    def blind(self, number: int) -> float:
        """Return what the top of the own deck can be expected to be worth in a skirmish."""
        pool = [card for card in self.deck if cards.STANDARD[card]]
        kinds = dict.fromkeys(pool)
        if not kinds:
            return self.score(number, -1)
        return sum(self.score(number, card) * pool.count(card) for card in kinds) / len(pool)
