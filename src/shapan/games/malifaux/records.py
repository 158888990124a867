"""What is under way on the table: an activation, a duel, a flip, and the choice that a seat is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.engine.fact import fact
from shapan.engine.kinds import UNKNOWN, Enum, Flag
from shapan.engine.part import Part
from shapan.games.malifaux import names

ACTING, RESISTING = 0, 1
"""The two sides of a duel."""
NO_PICK, ANY_CARD = -1, -2
"""MFX-15.5, in `Rows.first_cards`: it came later or is ignored (MFX-15.4); it may have been any, in a position."""
NO_CARD: Final = "none"
"""13.3: how `NO_PICK` is written."""


@dataclass(slots=True, eq=False)
class Activation(Part):
    """MFX-8.1: the activation of a model, from its beginning to its end."""

    model: int = fact(names.MODEL)
    actions: int = fact(names.NUMBER, start=0)
    """MFX-8.2: actions taken that count against the limit."""
    bonus: int = fact(names.NUMBER, start=0)
    charged: int = fact(Flag(), start=0)
    disengaged: int = fact(Flag(), start=0)
    ended: int = fact(Flag(), start=0)
    """MFX-8.1: it ends after the action that is under way."""
    engaged: int = fact(Flag(), start=0)
    """Whether the model was engaged when it was activated."""
    used: list[tuple[int, ...]] = fact(start=())
    """MFX-12.17: what has been used in this activation: model, kind of use, number, target."""
    damaged: list[int] = fact(start=())
    """Models that the active one has damaged."""
    killed: list[int] = fact(start=())


@dataclass(slots=True, eq=False)
class Duel(Part):
    """MFX-4: the duel that runs, or the last one; simple duels have one side."""

    model: int = fact(names.MODEL)
    action: int = fact(start=UNKNOWN)
    """The number of the action, -1 for a test."""
    target: int = fact(names.MODEL)
    nets: list[int] = fact(start=())
    cards: list[int] = fact(start=())
    totals: list[int] = fact(start=())
    suits: list[int] = fact(start=())
    """By side the suits of the total, packed."""
    success: int = fact(Flag())
    seats: list[int] = fact(start=())
    """By side who flips for it."""
    stats: list[int] = fact(start=())
    """MFX-4.1: by side the stat after changes."""
    given: list[int] = fact(start=())
    """By side the suits that it has without a card, packed."""
    tn: int = fact(start=UNKNOWN)
    """MFX-4.2: the target number; -1 where there is none."""
    tn_suits: int = fact(start=0)
    tested: int = fact(start=UNKNOWN)
    """Of a test, by which stat; of an opposed duel, by which the target resists."""
    mods: list[tuple[int, ...]] = fact(start=())
    """MFX-1.5: every + and -: side, change, reason (`roster.REASON`)."""
    waiting: list[int] = fact(start=())
    """MFX-3.5: the sides that have still to decide on cheating, the next one first."""
    caused_by: int = fact(names.MODEL)
    """MFX-4.7: the model whose effect asks for a test."""
    passed: list[int] = fact(start=())
    """MFX-4.9: the test that came before it and was passed: stat, target number, card, total."""
    over: int = fact(Flag(), start=0)
    """Nothing more comes of it."""
    as_melee: int = fact(Flag(), start=0)
    relented: int = fact(Flag(), start=0)
    focused: int = fact(Flag(), start=0)
    """MFX-12.9: the acting side has used Focused, so that its damage flips have a + too."""


@dataclass(slots=True, eq=False)
class Blow(Part):
    """MFX-6: the damage that is dealt to a model now, or that was dealt last."""

    seat: int = fact(names.SEAT)
    """Who flips for it."""
    model: int = fact(names.MODEL)
    bands: list[int] = fact(start=())
    """MFX-6.1: what weak, moderate and severe come to before reductions; one number where nothing is flipped."""
    mods: list[tuple[int, ...]] = fact(start=())
    """MFX-6.2, 6.3: every + and - of the flip: change, reason (`roster.REASON`)."""
    number: int = fact(start=UNKNOWN)
    """What is left of it after all reductions but soulstones; -1 while nobody knows it."""
    card: int = fact(names.CARD)
    """The card by which it came out so."""


FLIPS: Final = ("duel", "initiative", "damage", "heal", "reduce", "disengage", "assist")
DUEL, INITIATIVE, DAMAGE, HEAL, REDUCE, DISENGAGE, ASSIST = range(len(FLIPS))


@dataclass(slots=True, eq=False)
class Flip(Part):
    """MFX-1.4: the single flip that runs, or the last one."""

    seat: int = fact(names.SEAT)
    kind: int = fact(Enum(FLIPS), start=DUEL)
    net: int = fact(start=0)
    cards: list[int] = fact(start=())
    result: int = fact(names.CARD)
    flipped: int = fact(names.CARD)
    """MFX-3.2: the result before anybody cheated."""
    bands: list[int] = fact(start=())
    """MFX-6.1: of a flip for an amount, what weak, moderate and severe come to."""


OF_CARDS, OF_COSTS, OF_ENDS = 1, 2, 4
"""In `Choice.rules` of an option (D22): what the options are: cards of models, costs, ends of the centreline."""


@dataclass(slots=True, eq=False)
class Choice(Part):
    """What may be chosen by who is asked now; all of it lies open."""

    model: int = fact(names.MODEL)
    """The model that does it, or that is moved or placed."""
    options: list[int] = fact(start=())
    """Models, markers, pieces, actions, numbers: what the question is about."""
    x: int = fact(start=UNKNOWN)
    y: int = fact(start=UNKNOWN)
    r: int = fact(start=0)
    """Of a spot: the disc from which its distance is measured; of a push: its way."""
    radius: int = fact(start=0)
    """Of a spot: the radius of what is placed there."""
    size: int = fact(start=0)
    least: int = fact(start=0)
    most: int = fact(start=0)
    """Distances in u, numbers, inches."""
    rules: int = fact(start=0)
    """What else a spot must obey, as bits (`rules.spots`)."""
    about: int = fact(start=UNKNOWN)
    """A second thing that the question is about, such as the marker or model that must be touched."""
    marks: list[int] = fact(start=())
    """Beside the options: abilities, kinds."""
    holders: list[int] = fact(start=())
    traits: int = fact(start=0)
    """Of a spot: traits of terrain that must be near, as a mask."""
    near_terrain: int = fact(start=0)


@dataclass(slots=True, eq=False)
class Rows(Part):
    """The models of a table in rows, by index; dead ones keep theirs."""

    ids: list[str] = fact(start=())
    """13: what each is called."""
    cards: list[int] = fact(start=())
    """Which model of the card files each is."""
    sides: list[int] = fact(start=())
    xs: list[int] = fact(start=())
    ys: list[int] = fact(start=())
    radii: list[int] = fact(start=())
    """The radius of the base; 0 while a model is not on the table."""
    sizes: list[int] = fact(start=())
    lifts: list[int] = fact(start=())
    health: list[int] = fact(start=())
    """0 is killed."""
    leaders: list[int] = fact(start=())
    activated: list[int] = fact(start=())
    summoned: list[int] = fact(start=())
    buried: list[int] = fact(start=())
    buried_by: list[int] = fact(start=())
    buried_action: list[int] = fact(start=())
    conditions: list[int] = fact(start=())
    """By model * number of conditions and condition."""
    tokens: list[int] = fact(start=())
    """By model * number of tokens and token."""
    killed_turn: list[int] = fact(start=())
    killed_by: list[int] = fact(start=())
    """MFX-12.4: the model that is credited, -1 for none."""
    replaced_by: list[int] = fact(start=())
    """MFX-12.6: the model that came in its place, -1 for none."""
    first_cards: list[int] = fact(start=())
    """MFX-15.5: its card when schemes were chosen, by which picks are judged; `NO_PICK`, `ANY_CARD`."""
    unburied: list[int] = fact(start=())
    """Whether it came back to the table in this turn."""


@dataclass(slots=True, eq=False)
class Markers(Part):
    """The markers on the table in rows, by index; those that are gone keep theirs."""

    ids: list[str] = fact(start=())
    """13: what each is called."""
    types: list[int] = fact(start=())
    """UNKNOWN: it is gone."""
    xs: list[int] = fact(start=())
    ys: list[int] = fact(start=())
    owners: list[int] = fact(start=())
    """-1 is neutral."""


CONDITION_COUNT: Final = len(names.CONDITIONS)
TOKEN_COUNT: Final = len(names.TOKENS)
