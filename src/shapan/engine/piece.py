"""The pieces of a scene: cards, dice, tokens, models, what is printed on them, and the answers that they offer."""

# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Final

import msgspec

from shapan.engine.ground import Base
from shapan.engine.phrase import Phrase


class Chance(msgspec.Struct, omit_defaults=True):
    """One thing that may fall: what it is, and in how many of how many equal cases."""

    label: Phrase
    times: int
    of: int
    face: str = ""
    """Name of the symbol shown."""
    good: bool = False
    """Whether it is what the chooser hopes for."""
    mark: str = ""
    """The number that it brings, where it is one."""


class Odds(msgspec.Struct, omit_defaults=True):
    """What may come of a choice: one short sentence ("4 of 6 on a win face"), and the chances behind it."""

    summary: Phrase
    chances: list[Chance] = []
    rule: str = ""


class Choice(msgspec.Struct, omit_defaults=True):
    """What an answer says under one heading of a form: whom a clause binds, for how long, what is paid."""

    head: Phrase
    value: Phrase


VERBS: Final = ("move", "place", "attack", "pay", "give", "look")
"""How an answer is drawn: a way, a thing that will be there, a line, a lifted card, one on its way, an open eye."""


TABLE: Final = "table"
"""The place of the numbers of the whole table (`Scene.facts`)."""
LEFT: Final = "left"
"""As a fact: what is left of a piece on a base (`Base.value`)."""


class Become(msgspec.Struct, omit_defaults=True):
    """A number that an answer changes: what is shown now at a place, and what will be.

    Of a board and of the whole table it is that of a `fact`; of a zone its `count`, of a track the number of the space
    that is marked; of a piece the number of its `mark`, else its `count`. Of a piece on a base the fact `LEFT` is what
    its arc shows, and the name of a glyph the number of that mark. A piece that is not there yet was 0, one that will
    be gone comes to 0.
    """

    where: str
    """`zone:<id>`, `piece:<id>`, `panel:<seat>` or `TABLE`."""
    was: int
    now: int
    fact: str = ""


class Target(msgspec.Struct, omit_defaults=True):
    """A legal action offered by a piece, zone or button."""

    code: int
    label: Phrase
    help: Phrase | None = None
    mode: str = ""
    """Targets of one mode are offered together, such as all of `invasion`."""
    odds: Odds | None = None
    """Made from what the viewer may know, and from nothing else."""
    onto: list[str] = []
    """Places (`zone:<id>`, `panel:<seat>`, `piece:<id>`) to which what offers this leads on.

    It may be carried there: laying it down is this answer. Who has chosen what offers several answers chooses one of
    them by its place.
    """
    unmarked: bool = False
    """Never the marked answer, which Enter gives: it may well harm who gives it, or help an opponent only.

    Of several picks, what offers nothing else is dashed: it can be done, and does not call.
    """
    alone: bool = False
    """Of several picks, it is the whole answer by itself: people give it with one press, unless it is `unmarked`."""
    card: Piece | None = None
    """The card that it is about, where none lies on the table: who points at the answer reads it."""
    into: list[str] = []
    """Zones of the table, of which it takes the first that no pick before it has: it is drawn there.

    They are for answers of several picks that lay something out. As with `onto`, what offers it may be carried there.
    """
    sides: str = ""
    """Of a tile that it places: letters of the sides at which others can join it (N, E, S, W). Its ghost shows them."""
    sign: str = ""
    """Glyph that marks what offers it once it is picked, where an answer has several picks."""
    at: list[int] = []
    """The point of a ground that it names, in the units of the game."""
    choices: list[Choice] = []
    """What tells it from others of its kind, heading by heading: many such answers are put as one form.

    What can stand under a heading hangs on what was chosen under those before it.
    """
    binds: str = ""
    """Whether it cannot be undone once given (`may`, `final`), or can; a server finds it out (`foresight.Foresight`).

    Of an answer of several picks it is said of picks that are a whole answer by themselves. `late`: a server that lists
    many answers finds it out of the one that is chosen.
    """
    becomes: list[Become] = []
    """Numbers on the table that it changes for sure; of a pick behind others, behind those."""
    follow: list[int] = []
    """Of several picks: those that best complete an answer behind this one, where there is a best."""
    group: Phrase | None = None
    """The heading under which it stands in a list of more than seven answers; without it, its mode, else its place."""
    verb: str = ""
    """How it is drawn on the table, one of `VERBS`; without it, what leads on is a move, all else a ring."""


class Mode(msgspec.Struct, omit_defaults=True):
    """A kind of answer that is chosen before its target: what is offered in another mode stays to be seen, dashed.

    A game names its modes in the order in which they are shown. Those without a target just now are left out.
    """

    name: str
    """As the targets call it."""
    label: Phrase
    hint: Phrase | None = None
    """What it is done to, in two or three words."""


class Suit(msgspec.Struct, omit_defaults=True):
    """What kind a card is of, beside what it says: a letter or two, a colour and a sign, always together."""

    letters: str
    """A game's text `suit.<letters>` has the sign of another script for them."""
    tone: int = 0
    """Number of its colour; 0 has none.

    1 to 5 are light and far apart, for kinds that are told from each other; 6 to 12 are dark: slate, red, blue, green,
    brass, violet, olive.
    """
    glyph: str = ""
    label: Phrase | None = None
    count: int = 0
    """How many of it, where a card lists kinds with numbers."""


class Sign(msgspec.Struct, omit_defaults=True):
    """A few drawn symbols with a word or two, as at the foot of a card; `count` of them, where it is more than one."""

    label: Phrase
    glyphs: list[str] = []
    count: int = 1
    quiet: bool = False
    """It says that there is nothing of the kind."""
    worn: bool = False
    """Of a figure of a card: what is left of it now is what the arc round the base of its piece shows."""


class Line(msgspec.Struct, omit_defaults=True):
    """A line of a card: when, and what then: in words, or in signs where it is a picture."""

    when: Phrase
    what: Phrase | None = None
    signs: list[Sign] = []
    spent: bool = False
    """It has been used, and does not come again."""


class Stake(msgspec.Struct, omit_defaults=True):
    """What a card lets somebody risk: who and what, what follows, and how likely it is."""

    title: Phrase
    lines: list[Line] = []
    note: Phrase | None = None


class Print(msgspec.Struct, omit_defaults=True):
    """What is printed on a card below its band and its name; a card that is face down has none.

    The band is the number (`Piece.mark`) and the kind (`Piece.suit`) of the card, the name its label. `Piece.note` is
    what a small card has room for of it.
    """

    kind: Phrase | None = None
    """Of what kind it is, when it is played or who may."""
    suits: list[Suit] = []
    figures: list[Sign] = []
    """Numbers that count for it, each with what it is of."""
    text: Phrase | None = None
    lines: list[Line] = []
    aside: list[Line] = []
    """More lines than a column has room for: with them a card has two columns, where it is wide enough."""
    stake: Stake | None = None
    picture: str = ""
    """Name of a symbol drawn large."""
    foot: list[Sign] = []
    """What holds besides: what happens afterwards, what it is worth, where somebody begins."""


class Piece(msgspec.Struct, omit_defaults=True):
    """A thing on the table: die, card, token, ship, person."""

    id: str
    kind: str
    """How it is drawn: a word that ends in `die`, else card, token, ship, flagship, person ...

    Ships are drawn without a ground, flagships larger; a person is the mark of its seat; a unit is a plate with its
    owner, its sign and name, its numbers (`mark`) and its hits. Counters have a rim and a mark of their owner and their
    number, a plate is a smaller one that stands alone; an order is a hexagon, face down with the mark of its owner.
    `label.<kind>` is its name.
    """
    face: str = ""
    """Name of the symbol shown, empty when face down."""
    label: Phrase | None = None
    help: Phrase | None = None
    owner: int = -1
    count: int = 1
    flags: list[str] = []
    """fresh, locked, damaged, face_down, known, against ..."""
    mark: str = ""
    """The number in the corner of a card."""
    suit: Suit | None = None
    hits: int = 0
    """How often it has been hit."""
    tone: str = ""
    """Of a die: dark or red; light without one."""
    note: Phrase | None = None
    """What a card does, in a few words that stand on its face."""
    print: Print | None = None
    """All that a card says, for who looks at it closely."""
    card: str = ""
    """Id of the card of the game (`Game.cards`) that says it, where it never changes: a table fetches those once."""
    base: Base | None = None
    """How it stands on a ground to scale."""
    station: str = ""
    """Of a model: its rank, one of `pictures.STATIONS`, drawn as the ornament of its base."""
    outline: str = ""
    """The shape of a counter, or of the sign of a unit: one of `pictures.OUTLINES`; the flag `flying` adds wings."""
    targets: list[Target] = []
    would: int = -1
    """The action it would be to choose it: who chooses it while it is not offered is told why it is not possible."""
    why_not: Phrase | None = None
    rule: str = ""
