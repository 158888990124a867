"""What follows from the cards and places of models, kept until one of them changes.

Rules ask the same again and again between two changes of the table. What was asked is compared each time, so nobody has
to say that something has changed, and copies of a state may share what is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from shapan.games.malifaux import roster
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.cards.operations import Changing, Flag, Modify
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.geometry.disc import Bases
from shapan.games.malifaux.geometry.engagement import engaging
from shapan.games.malifaux.geometry.leg import Near
from shapan.games.malifaux.geometry.sight import Field, sees
from shapan.games.malifaux.geometry.terrain import Ground
from shapan.games.malifaux.geometry.unit import INCH


@final
class StaticEffect:
    """A static effect of a card, with what is said of it again and again: the ability, its part."""

    __slots__ = (
        "ability", "effect", "is_against", "is_losable", "is_own", "is_plain", "number", "part", "tag", "word",
    )  # fmt: skip

    def __init__(self, ability: str, part: AbilityPart, effect: Changing) -> None:
        self.ability, self.part, self.effect = ability, part, effect
        self.tag = roster.TAG[ability]
        given = effect.value
        self.word = roster.word_of(effect)
        self.number = given.value if isinstance(given, Expression) and given.is_fixed() else -1
        """Its value where that is a number that is known already, else -1."""
        self.is_losable = ability in roster.LOSABLE
        """Weeping Widow: some card takes the ability away."""
        self.is_against = isinstance(effect, Flag) and effect.until == "against_self"
        self.is_own = part.scope == "self" and not self.is_against
        """It is about its own model alone."""
        self.is_plain = (
            self.is_own
            and part.when is None
            and part.side == "any"
            and not part.other
            and effect.when is None
            and not (isinstance(effect, Modify) and effect.scope == "against_self")
            and effect.who == OWN
        )
        """So, and it holds as long as the model is in play and has the ability."""


OWN: Final = Selector("self")
SAID: Final[list[list[tuple[str, StaticEffect]]]] = [
    [(key, StaticEffect(ability, part, effect)) for key, ability, part, effect in rows] for rows in roster.CHANGES
]
"""By card its static effects, with what each changes."""


@final
class HeldEffect:
    """A static effect of a card, and whose it is."""

    __slots__ = (
        "ability", "effect", "is_against", "is_losable", "is_own", "is_plain", "model", "number", "part", "tag", "word",
    )  # fmt: skip

    def __init__(self, model: int, said: StaticEffect) -> None:
        self.model, self.ability, self.part, self.effect = model, said.ability, said.part, said.effect
        self.tag, self.word, self.number, self.is_losable = said.tag, said.word, said.number, said.is_losable
        self.is_against, self.is_own, self.is_plain = said.is_against, said.is_own, said.is_plain


NOBODY: Final[list[HeldEffect]] = []


@final
class Change:
    """Who can change one thing: effects that are about their own models, and those that reach others."""

    __slots__ = ("_both", "others", "own", "words")

    def __init__(self) -> None:
        self.own: dict[int, list[HeldEffect]] = {}
        self.others: list[HeldEffect] = []
        self.words: set[str] = set()
        """What the flags that are changed so can say."""
        self._both: dict[int, list[HeldEffect]] = {}

    def about(self, model: int) -> list[HeldEffect]:
        """Return the effects that may be about a model, in the order of those that have them; nobody changes this."""
        own = self.own.get(model, NOBODY)
        if not self.others or not own:
            return own or self.others
        both = self._both.get(model)
        if both is None:
            both = self._both[model] = sorted([*own, *self.others], key=lambda held: held.model)
        return both


Kept = tuple[tuple[int, ...], AbilityPart | None, Changing]
"""A row of what lasts, the part of an ability that it grants if it does, the effect."""
NO_ROWS: Final[list[Kept]] = []
Parts = list[tuple[str, AbilityPart]]
"""Abilities with those of their parts that act at one hook."""
NO_PARTS: Final[Parts] = []


@final
class Hooked:
    """Who has abilities that act at one hook: by model all of them, and which models have some about others."""

    __slots__ = ("others", "parts")

    def __init__(self) -> None:
        self.parts: dict[int, Parts] = {}
        self.others: list[int] = []

    def acts_at(self, subject: int) -> bool:
        """Tell whether anybody may have something to do where it is about one model."""
        return bool(self.others) or subject in self.parts

    def about(self, subjects: Sequence[int]) -> list[int]:
        """Return the models that have something to do where it is about some subjects, in their order."""
        if not self.others and len(subjects) == 1:
            return [subjects[0]] if subjects[0] in self.parts else []
        return [model for model in self.parts if model in subjects or model in self.others]


@final
class Roll:
    """The cards of all models: which of them can change what (crews 2.4), and how far each engages (MFX-13.13)."""

    __slots__ = ("cards", "changes", "flags", "hooks", "is_reach_fixed", "numbers", "reaches")

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards[:]
        self.changes: dict[str, Change] = {}
        """By what can be changed, the static effects that do."""
        self.hooks: dict[str, Hooked] = {}
        for model, card in enumerate(cards):
            for key, said in SAID[card]:
                change, held = self.changes.setdefault(key, Change()), HeldEffect(model, said)
                change.words.add(said.word)
                if held.is_own:
                    change.own.setdefault(model, []).append(held)
                else:
                    change.others.append(held)
            for hook, parts in roster.HOOKED[card].items():
                hooked = self.hooks.setdefault(hook, Hooked())
                hooked.parts[model] = parts
                if any(part.scope != "self" for _, part in parts):
                    hooked.others.append(model)
        self.flags = {key.removeprefix("flag "): one for key, one in self.changes.items() if key.startswith("flag ")}
        """The flags among these, by their names; so the numbers that `modify` changes."""
        self.numbers = {key.removeprefix("modify "): one for key, one in self.changes.items() if key[:7] == "modify "}
        inches = [roster.reach_of(card) for card in cards]
        longer = self.flags.get("projectile_as_melee", Change())
        rows = [one for held in longer.own.values() for one in held]
        for one in rows:
            inches[one.model] = max(inches[one.model], one.number)
        self.reaches = [one * INCH if one >= 0 else one for one in inches]
        """The reach of each model in u by its card, with E5; -1 without a melee action; nobody changes this list."""
        self.is_reach_fixed = not longer.others and all(
            one.is_plain and one.number >= 0 and not one.is_losable for one in rows
        )
        """No card makes a reach depend on anything but that its model is there."""


@final
class Lasting:
    """What lasts on models, by what it changes; what is granted is found as what its parts change."""

    __slots__ = ("_kept", "hooks", "rows")

    def __init__(self, rows: list[tuple[int, ...]]) -> None:
        self.rows = rows[:]
        self._kept: dict[str, list[Kept]] = {}
        self.hooks: set[str] = set()
        """The hooks of the parts of abilities that are granted."""
        for row in rows:
            for key, part, effect in roster.lasting_changes(row[1]):
                self._kept.setdefault(key, []).append((row, part, effect))
            self.hooks.update(part.hook for part in roster.granted(row[1]))

    def of(self, key: str) -> list[Kept]:
        """Return what lasts and changes something, in the order of the rows."""
        return self._kept.get(key, NO_ROWS)


@final
class Standing:
    """Where the models stand, and who sees and engages whom there; each worked out when it is first asked."""

    __slots__ = ("_engagers", "_near", "_reaches", "_sees", "field", "sides")

    def __init__(self, field: Field, sides: list[int]) -> None:
        self.field = field
        self.sides = sides
        self._sees: dict[int, bool] = {}
        self._engagers: dict[int, list[int]] = {}
        self._near: dict[int, Near] = {}
        self._reaches: list[int] = []

    def sees(self, one: int, other: int) -> bool:
        """MFX-13.11: tell whether there is a line of sight between two models; the same both ways."""
        key = one << 16 | other if one < other else other << 16 | one
        known = self._sees.get(key)
        if known is None:
            known = self._sees[key] = sees(self.field, one, other)
        return known

    def near(self, model: int, distance: int, unimpeded: bool, through: bool) -> Near:
        """MFX-13.6: return what can matter to a model that goes at most a distance from where it stands."""
        key = ((distance << 16) + model) << 2 | unimpeded << 1 | through
        known = self._near.get(key)
        if known is None:
            b = self.field.bases
            known = Near(self.field, model, b.x[model], b.y[model], b.r[model], distance, unimpeded, through)
            self._near[key] = known
        return known

    def engagers(self, model: int, reaches: list[int]) -> list[int]:
        """MFX-13.13: return the enemies that engage a model on the table; nobody changes this list."""
        if reaches is not self._reaches:
            if reaches != self._reaches:
                self._engagers.clear()
            self._reaches = reaches
        known = self._engagers.get(model)
        if known is None:
            side = self.sides[model]
            foes = [one for one, r in enumerate(self.field.bases.r) if r > 0 and self.sides[one] != side]
            known = self._engagers[model] = engaging(self.field, model, foes, reaches)
        return known


@final
class Memo:
    """What a match keeps of such things: the last of each. Who asks compares it with the state (`state.Malifaux`)."""

    __slots__ = ("lasting", "roll", "standing")

    def __init__(self) -> None:
        self.lasting = Lasting([])
        self.roll = Roll([])
        self.standing = Standing(Field(Ground([]), Bases([], [], [], [], [])), [])
