"""Effects in words: one template for each operation, holes by the kind of its parameters (crews 2.1)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.cards.kinds import Parameter, parameters
from shapan.games.malifaux.cards.operations import Conditioned, Flag, May, Modify, Push
from shapan.games.malifaux.cards.part import AbilityPart, Release
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.cards.words import VALUED
from shapan.games.malifaux.cards.writer import written
from shapan.games.malifaux.wording.measures import amount, condition, inches, measure, signed
from shapan.games.malifaux.wording.things import Things

_WORDED: Final = {"condition": "mode", "move": "direction", "push": "direction", "modify": "subject", "flag": "name",
                  "sequence": "moment"}  # fmt: skip
"""By operation, the parameter whose word has a template of its own."""
_SHAPED: Final = {"if": ("condition", "selector"), "each": ("who", "times"),
                  "choose": ("who", "suit", "number", "options"), "place": ("contact_with",)}  # fmt: skip
"""By operation, the parameters one of which tells its template."""
_LONG: Final = frozenset({"if", "each", "choose", "may", "sequence", "test", "reveal", "unbury", "bury", "grant"})
"""Operations with effects inside: brackets show where they end."""
_TABLES: Final = {
    "name": ("condition", "token"), "type": ("marker",), "upgrade": ("upgrade",), "arg": ("keyword", "characteristic",
    "model"), "action": ("general_action", "card_action"), "ability": ("ability", "id"),
    "tag": ("ability", "trigger", "id"), "side": ("player",),
    "owner": ("player",), "by": ("player",), "ignore": ("id", "ability"), "until": ("span",), "scope": ("span",),
    "discard": ("reveal",), "rest": ("rest",), "stat": ("stat",), "conditions": ("condition",), "target": ("target",),
    "source": ("source",), "moment": ("moment",), "instead_of": ("characteristic", "keyword"),
}  # fmt: skip
"""By parameter, the tables that name its words."""
_VALUES: Final = {
    "cannot_gain": ("condition", "id"), "ignore": ("id", "trait", "ability", "trigger"), "ignored_for": ("id",),
    "treat_as": ("characteristic", "keyword"), "counts_as_marker": ("marker",), "loses_ability": ("ability", "id"),
    "not_target_of": ("general_action",), "place_instead": ("general_action",), "unlimited": ("general_action",),
    "charge_with": ("range",), "not_with_keyword": ("keyword", "id"),
}  # fmt: skip
"""By flag, the tables that name its value."""
_CHANGED: Final = frozenset({"stone", "pass_token", "token"})
"""Operations whose number is added."""
_ONE: Final = frozenset({"choose", "if", "summon", "replace", "move", "push", "swap"})
"""Operations whose selectors mean any one of what they find."""


class Deeds:
    """Says what effects do, with the things of one phrasebook."""

    def __init__(self, things: Things) -> None:
        self.things = things
        self.book = things.book

    def clause(self, effect: Effect) -> str:
        """Return one effect as a clause; one without a template by its name and parameters."""
        key = self._key(effect)
        if not self.book.has(key):
            row = {name: str(value) for name, value in written(effect).items() if name != "op"}
            return self.book.say(f"op.{effect.op}", **row)
        given = effect.values
        found = {one.name: one for one in parameters(type(effect)) if one.name in given}
        holes = [name for name in found if f"{{{name}}}" in self.book.texts[key]]
        said = self.book.say(key, **{name: self._said(effect, found[name]) for name in holes})
        rest = [one for name, one in found.items() if name not in holes]
        for joint, inside in (("more", False), ("after", True)):
            more = [*self._more(effect, [one for one in rest if (one.kind == "effects") == inside], key)]
            if more:
                said = self.book.say(f"joint.{joint}", clause=said, more=self.book.joined(more, "pause"))
        return said

    def block(self, effects: Sequence[Effect], *, closed: bool = False) -> str:
        """Return effects inside another one; brackets show where several, or those with others in them, end."""
        if len(effects) == 1 and not (closed and effects[0].op in _LONG):
            return self.clause(effects[0])
        return self._bracketed(self._row(effects))

    def _row(self, effects: Sequence[Effect]) -> str:
        last = len(effects) - 1
        clauses = [
            self._bracketed(self.clause(one)) if one.op in _LONG and at < last else self.clause(one)
            for at, one in enumerate(effects)
        ]
        return self.book.joined(clauses, "pause")

    def part(self, part: AbilityPart) -> str:
        """Return a part of an ability: when, whether, what it is paid with, what happens."""
        lead, effects = self.moment(part), self._row(part.effects)
        conditions = []
        if part.when is not None:
            conditions.append(self.book.say("part.when", condition=condition(self.things, part.when)))
        if part.once:
            conditions.append(self.book.name(part.once, "once"))
        if part.costs:
            conditions.append(self.book.say("part.costs", costs=self.things.costs(part.costs)))
        elif part.optional:
            conditions.append(self.book.say("part.optional"))
        leads = self.book.joined((one for one in (lead, *conditions) if one), "comma")
        return self.book.say("part.whole", lead=leads, effects=effects) if leads else effects

    def moment(self, part: AbilityPart) -> str:
        """Return when a part acts, with its subject; nothing of one that always holds for the model itself."""
        if part.hook == "static" and part.scope == "self":
            return ""
        words = {"who": self._subject(part, "thing.marker" if part.hook == "marker_dropped" else "thing.model")}
        if part.hook == "resist_trigger":
            stats = self.book.joined((self.book.name(one, "stat") for one in part.stats), "or")
            words |= {"stats": stats, "timing": self.book.name(part.timing, "timing")}
            suits = self.book.say("part.suits", suits=self.things.suits(part.suits)) if part.suits else ""
            words["suits"] = suits
        return self.book.say(f"hook.{part.hook}", **words)

    def _subject(self, part: AbilityPart, head: str) -> str:
        if part.scope == "self":
            return self.book.name("self", "who")
        reach = part.scope if part.scope in {"aura", "within"} else ""
        far = Expression("number", part.inches) if reach else None
        return self.things.any(Selector(side=part.side, reach=reach, inches=far, other=part.other), head)

    def _key(self, effect: Effect) -> str:
        """Return the key of the template of an effect: that of its word or shape, with `_many` for other than one."""
        given = effect.values
        variant = given.get(_WORDED.get(effect.op, ""), "")
        variant = next((name for name in _SHAPED.get(effect.op, ()) if name in given), variant)
        if given.get("side") == "self" or (isinstance(effect, May) and effect.by == "self"):
            variant = "self"
        if isinstance(effect, Conditioned) and variant == "gain" and effect.name not in VALUED:
            variant = ""
        key = f"op.{effect.op}_{variant}" if self.book.has(f"op.{effect.op}_{variant}") else f"op.{effect.op}"
        counted = given.get("n")
        is_one = isinstance(counted, Expression) and counted.is_fixed() and counted.value == 1
        return f"{key}_many" if not is_one and self.book.has(f"{key}_many") else key

    def _more(self, effect: Effect, rest: Iterable[Parameter], key: str) -> Iterator[str]:
        """Yield what is to be said of the parameters for which the template has no hole."""
        for one in rest:
            is_worded = one.name == _WORDED.get(effect.op) or key == f"op.{effect.op}_{one.name}"
            is_worded |= one.name == "up_to"  # said with the inches
            is_worded |= one.name in {"side", "by"} and key.startswith(f"op.{effect.op}_self")
            if not is_worded and not _is_silent(effect, one):
                own = f"with.{effect.op}_{one.name}"
                yield self.book.say(own if self.book.has(own) else f"with.{one.name}", value=self._said(effect, one))

    def _said(self, effect: Effect, one: Parameter) -> str:
        """Return the value of a parameter, by its kind."""
        name, value = one.name, effect.values[one.name]
        if one.kind in {"word", "id", "rule", "cards", "stat"} and isinstance(value, str):
            return self._named(effect, name, value)
        if one.kind == "value":
            return self._value(effect, value)
        if one.kind == "number" and name in {"inches", "within"}:
            far = inches(self.things, value)
            return self.book.say("thing.at_most", inches=far) if isinstance(effect, Push) and effect.up_to else far
        if name == "n" and effect.op in _CHANGED:
            return signed(self.things, value)
        if isinstance(value, Selector):
            is_one = effect.op in _ONE or name in {"of", "contact_with", "target"}
            return self.things.one(value) if is_one else self.things.every(value)
        if one.kind == "words":
            return self.book.joined((self._named(effect, name, word) for word in value), "and")
        return self._simple[one.kind](self, value)

    def _named(self, effect: Effect, name: str, word: str) -> str:
        if name == "model":
            return self.book.name(word, "model")
        if name == "suits":
            return self.things.suits(word)
        return self.book.name(word, *_TABLES.get(name, (name,)))

    def _value(self, effect: Effect, value: str | Expression) -> str:
        """Return what `modify` adds or `flag` names."""
        if isinstance(effect, Flag):
            if isinstance(value, Expression):
                is_far = effect.name == "projectile_as_melee"
                return inches(self.things, value) if is_far else measure(self.things, value)
            return self.book.name(value, *_VALUES[effect.name])
        if isinstance(value, str):
            return self.book.say("thing.no_suits") if value == "none" else self.things.suits(value)
        if isinstance(effect, Modify) and effect.subject in {"duel", "damage_flip"} and value.is_fixed():
            return ("+" if value.value > 0 else "−") * abs(value.value)
        return signed(self.things, value)

    def _release(self, release: Release) -> str:
        effects = self.block(release.effects)
        if release.test is None:
            return self.book.say(f"release.{release.hook}", effects=effects)
        stat = self.book.name(release.test.stat, "stat")
        tested = self.book.say("release.test", stat=stat, tn=measure(self.things, release.test.tn), effects=effects)
        return self.book.say(f"release.{release.hook}", effects=tested)

    def _bracketed(self, said: str) -> str:
        return self.book.say("joint.brackets", inner=said)

    def _parts(self, parts: Sequence[AbilityPart]) -> str:
        said = [self.part(one) for one in parts]
        if len(said) > 1:
            said = [self._bracketed(one) for one in said]
        return self._bracketed(self.book.joined(said, "pause"))

    _simple: Final[dict[str, Callable[[Deeds, Any], str]]] = {
        "amount": lambda self, value: amount(self.things, value),
        "number": lambda self, value: measure(self.things, value),
        "condition": lambda self, value: condition(self.things, value),
        "blasts": lambda _self, value: "/".join(str(one) for one in value),
        "numbers": lambda _self, value: "–".join(str(one) for one in value),
        "flag": lambda _self, _value: "",
        "mods": lambda self, value: self.things.mods(value),
        "suits": lambda self, value: self.things.suits(value),
        "stat": lambda _self, value: str(value.value),
        "place": lambda self, value: self.things.place(value),
        "filter": lambda self, value: self.things.actions(value),
        "costs": lambda self, value: self.things.costs(value),
        "effects": lambda self, value: self.block(value, closed=True),
        "options": lambda self, value: self.book.joined((self.block(one, closed=True) for one in value), "either"),
        "release": lambda self, value: self.book.joined((self._release(one) for one in value), "pause"),
        "parts": _parts,
    }
    """By kind of parameter, what says it."""


def _is_silent(effect: Effect, one: Parameter) -> bool:
    """Return whether a parameter has the value that it has anyway, or says that something is not so."""
    value = effect.values[one.name]
    return value is False or value in ((), one.default)
