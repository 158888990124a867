"""Models, markers, places, actions and costs in words (crews 2.2)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.action_filter import ActionFilter
from shapan.games.malifaux.cards.cost import Cost
from shapan.games.malifaux.cards.place import Place
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.wording.measures import compared, condition, digits, inches, measure
from shapan.games.malifaux.wording.phrasebook import Phrasebook

_ANSWERS: Final = ("engaged", "activated", "leader", "damaged")
_LISTS: Final = (("characteristics", "characteristic"), ("stations", "station"))


class Things:
    """Names what effects are about, with the words of one phrasebook."""

    def __init__(self, book: Phrasebook) -> None:
        self.book = book

    def every(self, selector: Selector) -> str:
        """Return all that a selector finds, or so many of it as it says."""
        return self._counted(selector, "every")

    def one(self, selector: Selector) -> str:
        """Return any one thing that a selector finds."""
        return self._counted(selector, "one")

    def several(self, selector: Selector) -> str:
        """Return what a selector finds, to be counted."""
        return self._noun(selector, many=True)

    def any(self, selector: Selector, head: str) -> str:
        """Return whatever a selector finds, as the subject of a moment: a model or a marker."""
        return self.book.say("thing.any", thing=self._noun(selector, many=False, head=self.book.say(head)))

    def _counted(self, selector: Selector, quantity: str) -> str:
        single = selector.single()
        if single:
            clauses = [*self._clauses(selector)]
            name = self.book.name(single, "who")
            return self.book.say("thing.only", thing=name, clauses=self._and(clauses)) if clauses else name
        if selector.count is None:
            return self.book.say(f"thing.{quantity}", thing=self._noun(selector, many=False))
        many = not (selector.count.is_fixed() and selector.count.value == 1)
        key = "thing.up_to" if selector.up_to else "thing.count"
        return self.book.say(key, number=measure(self, selector.count), thing=self._noun(selector, many=many))

    def _noun(self, selector: Selector, *, many: bool, head: str = "") -> str:
        adjectives = "".join(self.book.say("thing.adjective", word=word) for word in self._adjectives(selector))
        clauses = [*self._clauses(selector)]
        key = "thing.clauses_many" if len(clauses) > 1 else "thing.clauses"
        after = self.book.say(key, clauses=self._and(clauses)) if clauses else ""
        head = head or self._head(selector, many)
        return self.book.say("thing.noun", adjectives=adjectives, head=head, clauses=after)

    def _head(self, selector: Selector, many: bool) -> str:
        if selector.markers:
            return self._or(selector.markers, "marker")
        if selector.any_of:
            return self.book.joined((self._noun(one, many=many) for one in selector.any_of), "or")
        if selector.name and selector.name != "self":
            return self.book.name(selector.name, "model")
        kind = "terrain" if selector.terrain else "model"
        return self.book.say(f"thing.{kind}s" if many else f"thing.{kind}")

    def _adjectives(self, selector: Selector) -> Iterator[str]:
        if selector.side in {"friendly", "enemy"}:
            yield self.book.name(selector.side, "side_word")
        if selector.buried:
            yield self.book.say("thing.buried")
        if selector.keyword:
            yield self.book.name(selector.keyword, "keyword")
        for field, table in _LISTS:
            if getattr(selector, field):
                yield self._or(getattr(selector, field), table)
        if selector.terrain:
            yield self._or(selector.terrain, "trait")

    def _clauses(self, selector: Selector) -> Iterator[str]:
        """Yield what has to hold of a thing besides, each as a phrase behind (in Chinese before) its name."""
        say, name = self.book.say, self.book.name
        of = self.one(selector.of) if selector.of else name("self", "who")
        if selector.inches is not None:
            yield say(f"where.{selector.reach}", inches=inches(self, selector.inches), of=of)
        if selector.los:
            yield say("where.los", of=of)
        if selector.other:
            yield say("clause.other")
        if selector.excluded:
            yield say("clause.except", words=self._or(selector.excluded, "who"))
        for field, table in (("not_characteristics", "characteristic"), ("not_stations", "station")):
            if getattr(selector, field):
                yield say("clause.not", words=self._or(getattr(selector, field), table))
        if selector.name == "self":
            yield say("clause.same_name")
        for field, comparison in (("cost", selector.cost), ("sz", selector.sz)):
            if comparison is not None:
                yield say(f"clause.{field}", comparison=compared(self, comparison))
        for field in ("engaged_by", "engaging"):
            if getattr(selector, field):
                yield say(f"clause.{field}", who=name(getattr(selector, field), "who"))
        for field in _ANSWERS:
            held = getattr(selector, field)
            if held is not None:
                yield say(f"clause.{field}" if held else f"clause.not_{field}")
        yield from self._marks(selector)

    def _marks(self, selector: Selector) -> Iterator[str]:
        say, name = self.book.say, self.book.name
        for field in ("condition", "ability", "upgrade"):
            if getattr(selector, field):
                yield say("clause.has", word=name(getattr(selector, field), field, "id"))
        if selector.faction:
            is_own = selector.faction == "self"
            yield say("clause.own_faction") if is_own else say("clause.faction", word=name(selector.faction, "faction"))
        if selector.half:
            yield say(f"where.half_{selector.half}")
        if selector.chosen_by:
            yield say(f"clause.chosen_by_{selector.chosen_by}")
        if selector.optional:
            yield say("clause.optional")
        if selector.when is not None:
            yield say("clause.when", condition=condition(self, selector.when))

    def place(self, place: Place) -> str:
        """Return a place."""
        say, parts = self.book.say, []
        of = self.one(place.of) if place.of else self.book.name("self", "who")
        if place.contact is not None:
            parts.append(say("where.contact", of=self.one(place.contact)))
        if place.within is not None:
            key = "completely" if place.completely else "within"
            parts.append(say(f"where.{key}", inches=inches(self, place.within), of=of))
        if place.los:
            parts.append(say("where.los", of=of))
        for area, kind in ((place.zone, "zone"), (place.half, "half")):
            if area:
                parts.append(say(f"where.{kind}_{area}"))
        return self._and(parts) if parts else say("where.anywhere")

    def actions(self, found: ActionFilter) -> str:
        """Return which actions a filter lets through."""
        name = self.book.name
        kinds = [
            *(self.book.say("filter.range", word=name(one, "range")) for one in found.ranges),
            *(name(one, "general_action") for one in found.general),
            *(name(one, "card_action") for one in found.actions),
        ]
        key = f"filter.{found.kind}" if found.kind else "filter.any"
        head = self.book.joined(kinds, "or") if kinds and not found.kind else self.book.say(key)
        parts = [self.book.joined(kinds, "or")] if kinds and found.kind else []
        if found.bonus:
            parts.append(self.book.say("filter.bonus"))
        for field in ("names_model", "attaches_upgrade"):
            if not getattr(found, field):
                parts.append(self.book.say(f"filter.{field}"))
        return self.book.say("thing.only", thing=head, clauses=self._and(parts)) if parts else head

    def costs(self, costs: Sequence[Cost]) -> str:
        """Return all costs of a list."""
        return self.book.joined((self._cost(cost) for cost in costs), "and")

    def _cost(self, cost: Cost) -> str:
        if cost.any_of:
            said = self.book.joined((self._cost(one) for one in cost.any_of), "or")
        else:
            words = {}
            number = cost.discard or cost.stone or cost.pass_token or cost.damage or 1
            if cost.token is not None:
                words["token"], number = self.book.name(cost.token.name, "token"), cost.token.n
            if cost.remove_marker is not None:
                words["marker"] = self.one(cost.remove_marker)
            key = f"cost.{cost.kind}" if number == 1 else f"cost.{cost.kind}_many"
            said = self.book.say(key, number=digits(number), **words)
        return self.book.say("cost.by_target", cost=said) if cost.by == "target" else said

    def suits(self, letters: str) -> str:
        """Return suits by their letters."""
        return self.book.joined((self.book.name(one, "suit") for one in letters), "and")

    def mods(self, mods: Iterable[str]) -> str:
        """Return modifiers of a flip."""
        return "".join("−" if one == words.MODS[1] else one for one in mods)

    def _or(self, found: Sequence[str], table: str) -> str:
        return self.book.joined((self.book.name(one, table) for one in found), "or")

    def _and(self, parts: Sequence[str]) -> str:
        return self.book.joined(parts, "comma")
