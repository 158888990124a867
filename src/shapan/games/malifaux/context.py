"""What goes on: who does it to whom, and what has come of it so far; integers that everybody knows."""

from __future__ import annotations

from dataclasses import dataclass, field

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.operations import Changing
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.records import ACTING, Choice

AS_ACTION, AS_TRIGGER, AS_ABILITY, AS_CONDITION, AS_TERRAIN = range(5)
"""What an effect is part of, numbered as `words.SOURCES`."""


@dataclass(slots=True, eq=False)
class ActionContext:
    """An action while it is taken, from its declaration to what comes after it (MFX-8.6); or a test.

    It lives on the stack of a rule, so it holds nothing that is hidden from anybody. Most deeds come to little: what
    only few of them note is a row that is replaced, for a list of each would cost more than all the rest.
    """

    seat: int
    """Who controls it (E32)."""
    model: int = UNKNOWN
    action: int = UNKNOWN
    """A number of `roster.ACTIONS`, or of a general action from `roster.GENERAL` on."""
    card: Action | None = None
    """The action as the card of its model has it; None for general ones and tests."""
    target: int = UNKNOWN
    marker: int = UNKNOWN
    is_below: bool = False
    """Beyond Time: it targets a buried model."""
    as_melee: bool = False
    """E5: a projectile action that is taken as a melee action."""
    by_charge: bool = False
    number: int = 0
    """The number that was named with it."""
    plus: int = 0
    """What the effect that generates it changes its duel by."""
    free: bool = False
    """Crews 7.12: it ignores the special limits of its card."""
    no_triggers: bool = False
    """MFX-8.22: a strike at who disengages."""

    # The duel (MFX-4)
    opposed: bool = False
    relented: bool = False
    success: bool = False
    totals: list[int] = field(default_factory=lambda: [0, 0])
    suits: list[int] = field(default_factory=lambda: [0, 0])
    """By side, packed."""
    cheaters: tuple[int, ...] = ()
    """MFX-3.1: the models for which a flip was cheated in it."""
    stats: list[int] = field(default_factory=lambda: [UNKNOWN, UNKNOWN])
    """By side the stat that it uses, UNKNOWN for that of an action."""

    # What it comes to (MFX-6)
    focused: int = 0
    """MFX-12.9: which sides have spent Focused, as a mask: their damage flips get +."""
    more_damage: int = 0
    plus_flip: int = 0
    minus_flip: int = 0
    turned: bool = False
    """Every minus of the damage flip counts as a plus."""
    more_blasts: int = 0
    saved: int = 0
    """By how much a trigger reduces the damage of its target."""
    void: bool = False
    """MFX-6.4: a Black Joker in its damage flip: what hangs on it does not happen."""
    suffered: dict[int, int] = field(default_factory=dict)
    """By model, damage suffered by it."""
    damaged: tuple[int, ...] = ()
    killed: tuple[int, ...] = ()
    removed: int = 0
    shown: tuple[int, ...] = ()
    """Cards that it has revealed and that still lie there."""
    over: bool = False
    """MFX-8.31: nothing more comes of it."""
    fails: bool = False
    """MFX-4.9: it was made to fail before its duel."""
    changes: tuple[tuple[int, Changing, int], ...] = ()
    """Modifiers and flags for this deed alone: whose, which, and the value that was read."""
    wider: tuple[tuple[int, int, int], ...] = ()
    """Abilities that reach farther in it: model, ability as a tag, inches."""
    ignores: tuple[str, ...] = ()
    drawers: tuple[int, ...] = ()
    """MFX-2.1: seats that have drawn cards by it."""
    no_token: bool = False
    kill_triggers: tuple[tuple[Source, tuple[Effect, ...]], ...] = ()
    """MFX-5.3: declared triggers that wait for the killing of the target."""
    resolving: tuple[tuple[Source, tuple[Effect, ...]], ...] = ()
    after: tuple[tuple[str, Source, tuple[Effect, ...], AbilityPart | None], ...] = ()
    """Declared triggers that come after the action, with their timing; of who resists also the part of the ability."""
    chosen_marker: int = UNKNOWN
    """The marker that was named with the action."""
    stand_in: int = UNKNOWN
    """Walking Dead: the model that was named with it as a marker."""
    caused_by: int = UNKNOWN
    """The model whose effect asks for a test."""
    hazards: dict[int, int] = field(default_factory=dict)
    """MFX-13.5: by model, the Hazardous pieces that it has passed, as a mask."""
    left: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """By model, where its base was before it was killed, with its radius."""
    later: tuple[tuple[Effect, Source], ...] = ()
    """What is carried out when it is over."""
    saved_minimum: int = 1
    instead: int = UNKNOWN
    """A model that was replaced instead of being killed."""
    leaves_nothing: bool = False
    """Zombify: the killed model drops no markers."""
    credited: int = UNKNOWN
    """Who counts as the killer (op credit)."""


@dataclass(slots=True, eq=False)
class Source:
    """Where an effect stands: whose it is, whom its hook is about, and the deed that it belongs to."""

    me: int
    """`self`: the model that has the action, trigger or ability."""
    seat: int
    """Who chooses and flips for it."""
    deed: ActionContext
    kind: int = AS_ABILITY
    tag: int = UNKNOWN
    """The action, trigger or ability, as a number of its word."""
    it: int = UNKNOWN
    """The subject of a hook, or the model out of several that an effect has come to."""
    cause: int = UNKNOWN
    """`source`: the model that caused the event, or gave the effect."""
    killed: int = UNKNOWN
    killer: int = UNKNOWN
    chosen: int = UNKNOWN
    new: int = UNKNOWN
    marker: int = UNKNOWN
    number: int = 0
    amount: int = 0
    """Damage suffered or health healed, where the hook is about that."""
    side: int = ACTING
    """On which side of the duel `self` is."""
    event: int = AS_ACTION
    """What the event of a hook comes of."""
    event_tag: int = UNKNOWN
    is_chosen_marker: bool = False
    before_damage: bool = False
    """A trigger is declared before it is known what it comes to."""


# Who acts

BY_CHARGE, UNBOUND, GENERATED, ONLY_MELEE = 1, 2, 4, 8
"""How an action is generated: by Charge, without the limits of its card, by anything; as a melee action."""


@dataclass(slots=True)
class Actor:
    """Who acts, for whom, and how he comes to it: in his activation, or by an effect."""

    model: int
    seat: int
    free: Choice | None = None
    """What an effect allows: `options` the first picks, `holders` the targets, `rules` how it is generated."""

    def has(self, rule: int) -> bool:
        """Tell whether it is generated in some way."""
        return self.free is not None and self.free.rules & rule > 0

    def lets(self, model: int) -> bool:
        """Tell whether what generates its action lets it target a model."""
        free = self.free
        if free is None:
            return True
        return model in free.holders if free.holders else free.about < 0 or model != free.about
