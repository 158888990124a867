"""What abilities, actions and triggers without `text` do, in words made of their effects."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.expression_tree import number
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.cards.trigger import Trigger
from shapan.games.malifaux.wording.deeds import Deeds
from shapan.games.malifaux.wording.measures import condition
from shapan.games.malifaux.wording.phrasebook import Phrasebook
from shapan.games.malifaux.wording.things import Things

_ANYTHING: Final = (Selector(), Selector(count=number(1)))
"""Targets that need not be said."""
_LIMITS: Final = (
    "once_per_activation", "once_per_turn", "same_target_once", "not_engaged", "while_buried", "leader_only",
)  # fmt: skip


class Cards:
    """Says what cards do, in one language."""

    def __init__(self, language: str, own_names: Mapping[str, str]) -> None:
        self.book = Phrasebook(language, own_names)
        self.things = Things(self.book)
        self.deeds = Deeds(self.things)

    def ability(self, ability: Ability) -> str:
        """Return what an ability does, with the parameters of the model that has it."""
        return self.book.sentences(self.deeds.part(part) for part in ability.parts)

    def trigger(self, trigger: Trigger) -> str:
        """Return when a trigger happens, what it needs and costs, what it does."""
        say, needs = self.book.say, [self.book.name(trigger.timing, "timing")]
        if trigger.when is not None:
            needs.append(say("part.when", condition=condition(self.things, trigger.when)))
        if trigger.once:
            needs.append(self.book.name(trigger.once, "once"))
        if trigger.forced:
            needs.append(say("card.forced"))
        if trigger.numbers:
            needs.append(say("card.numbers", numbers="–".join(str(one) for one in trigger.numbers)))
        if trigger.costs:
            needs.append(say("part.costs", costs=self.things.costs(trigger.costs)))
        effects = [self.deeds.clause(one) for one in trigger.effects]
        effects[0] = say("part.whole", lead=self.book.joined(needs, "comma"), effects=effects[0])
        return self.book.sentences(effects)

    def action(self, action: Action) -> str:
        """Return what an action needs, costs and may be aimed at, what it does."""
        effects = [self.deeds.clause(one) for one in action.effects] or [self.book.say("card.nothing")]
        return self.book.sentences([*self._terms(action), *effects])

    def _terms(self, action: Action) -> Iterator[str]:
        say, limits = self.book.say, action.limits
        if action.costs:
            yield say("card.costs", costs=self.things.costs(action.costs))
        for limit in _LIMITS:
            if getattr(limits, limit):
                yield say(f"card.{limit}")
        if limits.condition is not None:
            yield say("card.condition", condition=condition(self.things, limits.condition))
        if action.target is not None and action.target not in _ANYTHING:
            yield say("card.target", target=self.things.one(action.target))
        if action.marker is not None:
            yield say("card.marker", marker=self.things.one(action.marker))
        if action.numbers:
            yield say("card.numbers", numbers="–".join(str(one) for one in action.numbers))
        if action.ignores:
            names = [self.book.name(one, "id", "ability") for one in action.ignores]
            yield say("card.ignores", words=self.book.joined(names, "and"))
        for one in action.duel_mods:
            yield say("card.duel_mod", mod="+" if one.mod > 0 else "−", condition=condition(self.things, one.when))
