"""The scene: a table as data, drawn by the browser, by the SVG printer and by the terminal.

A game's `board` makes it from a view. No drawing and no language in it: words are phrases (a text key with
parameters), pictures are symbol names. Ids of pieces betray nothing that the view hides.
"""

from __future__ import annotations

import msgspec

from shapan.engine.ground import Ground
from shapan.engine.list_builder import Muster
from shapan.engine.phrase import Phrase as Phrase  # noqa: PLC0414 - all have it from here
from shapan.engine.piece import Become as Become  # noqa: PLC0414
from shapan.engine.piece import Chance as Chance  # noqa: PLC0414 - so are all parts of a piece
from shapan.engine.piece import Choice as Choice  # noqa: PLC0414
from shapan.engine.piece import Line as Line  # noqa: PLC0414
from shapan.engine.piece import Mode as Mode  # noqa: PLC0414
from shapan.engine.piece import Odds as Odds  # noqa: PLC0414
from shapan.engine.piece import Piece as Piece  # noqa: PLC0414
from shapan.engine.piece import Print as Print  # noqa: PLC0414
from shapan.engine.piece import Sign as Sign  # noqa: PLC0414
from shapan.engine.piece import Stake as Stake  # noqa: PLC0414
from shapan.engine.piece import Suit as Suit  # noqa: PLC0414
from shapan.engine.piece import Target as Target  # noqa: PLC0414


class Fact(msgspec.Struct, omit_defaults=True):
    """A number that players look for: a glyph, a label, a value, if need be with its most and its arithmetic."""

    name: str
    label: Phrase
    value: int
    most: int = -1
    glyph: str = ""
    big: bool = False
    parts: list[str] = []
    """Ids of the pieces whose sum the value is."""
    rule: str = ""
    """The rule that says how the number comes about."""
    danger: int = -1
    """Up to this value it is in danger: the red zone of a dial."""
    holds: str = ""
    """Of what cards it is the number: what leaves one place and comes to another that holds the same is seen to fly."""
    endless: bool = False
    """It is greater than any number, and drawn as that."""


class Zone(msgspec.Struct, omit_defaults=True):
    """A place where pieces lie: a table, a slot row, a hand, a supply."""

    id: str
    kind: str
    """slots, heap, hand, ring, row ...

    A `map` holds regions at their places, a `track` its spaces in order, a `secret` is opened by who may look into it.
    A `ground` is a table to scale, on which its pieces stand with their bases; a `roll` on the board of a seat has a
    row for each that belongs to it, with what its base tells.
    The `deeds` of a table to scale are what can be done, a row each; what cannot be done says why (`Piece.why_not`). A
    piece of kind `model` is who does it, those of kind `common` what all can do, which is known by its sign.
    A `shelf` holds cards that are read where one of them is chosen, above the question; elsewhere they are not drawn.
    Of the regions of a map that lies on a grid a `tile` is the ground of others, with what lies at its head, a `plot` a
    part of it, a `link` the way between two, a `gate` a named way out, `vacant` a place for one more.
    A `ring` holds a `domain` for each owner in their order round the table, that its columns as the ring goes round,
    and each `column` its places (`land`): who stands in them, and with `count` and `most` what they can still bear.
    """
    label: Phrase | None = None
    help: Phrase | None = None
    glyph: str = ""
    owner: int = -1
    pieces: list[Piece] = []
    count: int = -1
    """Number of pieces where they are not shown one by one."""
    most: int = -1
    """How many pieces there are in all, or there is room for; where they are shown, the free places are too."""
    piece: str = ""
    """Their kind, so that the heap looks like what lies in it."""
    holds: str = ""
    """Of a heap: what cards lie in it, as for a number (`Fact.holds`)."""
    tone: str = ""
    """Their tone, if they are dice."""
    zones: list[Zone] = []
    targets: list[Target] = []
    size: list[int] = []
    """Of a map: its width and height in units of its own."""
    at: list[int] = []
    """Of a region: left, top, width and height in the units of the map around it."""
    shape: str = ""
    """Of a map or region: lines drawn on the ground, an SVG path in the units of the map."""
    flags: list[str] = []
    """Of a region or space: damaged, hazard, closed, here, danger, safe ..."""
    would: int = -1
    """As of a piece."""
    why_not: Phrase | None = None
    """Why it is no answer to the viewer's question now, as of a piece and of a board."""
    print: Print | None = None
    """All that is to be known of the place, as of a card: for who looks at it closely."""
    mark: str = ""
    """What it is called where there is room for two or three letters."""
    pair: str = ""
    """Of a gate: the id of the one at which its way comes out; whoever points at one sees the line between them."""
    ground: Ground | None = None
    """Of a ground: how large it is, and what lies on it besides its pieces."""
    scenery: str = ""
    """The landscape that is drawn under it, one of `pictures.SCENERY`; the id decides the rest of its look."""
    art: str = ""
    """Name of the symbol drawn under a map or a bay: a hull, the outline of a ship."""


class Panel(msgspec.Struct, omit_defaults=True):
    """A seat's board: name plate, facts and zones."""

    seat: int
    title: Phrase | None = None
    """What the player is in the game, in a word or two; sentences call him so, with his name."""
    glyph: str = ""
    note: Phrase | None = None
    place: Phrase | None = None
    """Where on the map the player is."""
    state: list[str] = []
    """turn, decides, defender, affected, waiting, away, winner ..."""
    zones: list[Zone] = []
    facts: list[Fact] = []
    progress: list[int] = []
    """Victory pips: 1 reached, 0 not yet, 2 there but blocked."""
    goal: Phrase | None = None
    """What the pips count, in words and numbers."""
    card: Piece | None = None
    """The card that says who or what the player is."""
    scenery: str = ""
    """The world that the seat stands on where the table shows one, one of `pictures.SCENERY`."""
    targets: list[Target] = []
    why_not: Phrase | None = None
    """Of a question that names players: why this one is no answer."""


class Column(msgspec.Struct, omit_defaults=True):
    """A column of the rows in which the boards of others stand below each other: its head, and what each shows in it.

    That is a number or the pieces of a zone; with neither it is the dots of the panel.
    """

    label: Phrase
    fact: str = ""
    """Name of the fact of each panel."""
    zone: int = -1
    """Number of the zone of each panel."""


class Course(msgspec.Struct, omit_defaults=True):
    """How far each seat has come to what ends the match: an orbit for each step, the last in the middle."""

    label: Phrase
    """What brings a seat a step nearer."""
    most: int
    """Steps to the middle."""
    reached: list[int]
    """By seat."""
    rule: str = ""


class Affair(msgspec.Struct, omit_defaults=True):
    """What goes on in the middle of the table for a short while: a fight, a vote, an arrival."""

    kind: str
    """fight, vote, arrival, begin, deal: of a fight the second seat is attacked by the first."""
    title: Phrase
    seats: list[int] = []
    """Who does it, then to whom it is done."""
    pieces: list[Piece] = []
    """What it brings; of a vote a card for each seat, face down once it is given, `missing` before."""
    rule: str = ""


class Side(msgspec.Struct, omit_defaults=True):
    """One side of a comparison: whose, its number, what makes it, the cards laid for it."""

    label: Phrase
    value: int | None = None
    """None while nobody knows it."""
    seat: int = -1
    parts: list[Fact] = []
    won: bool = False
    """It is decided, for this side."""
    pieces: list[Piece] = []
    """Cards laid for it, face down until they are shown."""
    was: int | None = None
    """Of a number that changes: what it was before."""
    most: int = -1
    """The most that such a number can be."""
    note: Phrase | None = None
    """What else counts for it, besides numbers."""
    signs: list[Sign] = []
    """What changes its chances, each with its reason."""


class Stand(msgspec.Struct, omit_defaults=True):
    """What a number comes to: as things lie, or with some picks."""

    value: int
    parts: list[int] = []
    """What it is the sum of, in the order of `Comparison.parts`; none where it is no sum."""
    codes: list[int] = []
    """The picks with which it stands so; none where it does already."""
    spread: list[int] | None = None
    """What it is weighed against, where these picks change that too."""


class Comparison(msgspec.Struct, omit_defaults=True):
    """A number weighed against one of the other side that not everybody knows: against each value that it may have.

    Who chooses sees where his number stands among these values, and where it would stand with another choice. Made from
    what the viewer may know, and from nothing else.
    """

    label: Phrase
    """Whose number it is: "your attack"."""
    against: Phrase
    """What it is weighed against: "their health"."""
    good: Phrase
    """What follows where it is enough, in two or three words; `bad` where it is not."""
    bad: Phrase
    stands: list[Stand] = []
    """What the number is, as it lies and with each choice; empty while nobody knows it."""
    parts: list[Phrase] = []
    """Names of the summands."""
    spread: list[int] = []
    """A value for each thing that the other side may still lay there: they are counted, and are no odds."""
    met: Stand | None = None
    """The number of the other side, once it is known; its summands are called as those of the own number."""
    equal: bool = False
    """Equal is enough."""
    verdict: Phrase | None = None
    """What follows whatever the numbers are, or what followed in the end."""
    mood: str = ""
    """Of such a verdict: good or bad for whose number it is."""


class Prospect(msgspec.Struct, omit_defaults=True):
    """What an answer would make of a comparison, or how it stands as it lies; and what would come next.

    Made from what the viewer may know, and from nothing else.
    """

    label: Phrase
    code: int = -1
    """The answer; -1: as it lies."""
    piece: Piece | None = None
    """The card that would be laid."""
    value: int | None = None
    """The viewer's number then."""
    verdict: Phrase | None = None
    mood: str = ""
    """good or bad for the viewer, as far as it is sure."""
    lines: list[Phrase] = []
    """What else it brings, and what the other side could do then."""
    beside: list[Phrase] = []
    """What is to be known besides, for who looks at it closely."""
    head: Phrase | None = None
    """What comes next, of which the chances are."""
    signs: list[Sign] = []
    """What changes that, each with its reason."""
    chances: list[Chance] = []


class Duel(msgspec.Struct, omit_defaults=True):
    """A comparison in the middle of the table: attack and defence, yes and no."""

    sides: list[Side]
    sign: str = ""
    verdict: Phrase | None = None
    rule: str = ""
    title: Phrase | None = None
    """Which of several it is."""
    due: bool = False
    """Of several: the one that is settled next."""
    lanes: list[Duel] = []
    """What is compared one by one within it: columns of laid cards, attack against health."""
    weighs: list[Comparison] = []
    """The numbers of both sides, each against what it may still meet; they are shown in place of the sides' values."""
    cases: list[Duel] = []
    """Of a lane: how it could still go before it was shown, by all that the viewer knew then.

    Each is a pair of cards, and what both numbers would be then (`was` is what they are). Where there are too many,
    none is told.
    """
    path: list[str] = []
    """Regions of the map: from where it goes, to where."""
    note: Phrase | None = None
    """What was settled before it."""
    steps: list[Phrase] = []
    """Its course, for one that has several parts."""
    step: int = -1
    """Index of the part in which it is now."""
    own: int = -1
    """Index of the side whose number the prospects are about."""
    prospects: list[Prospect] = []
    """How it stands as it lies, first, and what each answer of the viewer would make of it."""


class Upshot(msgspec.Struct, omit_defaults=True):
    """One of the things that may come of a case."""

    label: Phrase
    text: Phrase | None = None
    least: int = 0
    """The least sum that brings it about, where a sum decides."""
    mood: str = ""
    """good, fair or bad for most."""
    stands: bool = False
    """It is what the case would come to now, or has come to."""


class TallyRow(msgspec.Struct, omit_defaults=True):
    """What a seat has gained, under each heading and in all."""

    seat: int
    values: list[int]
    total: int


class Tally(msgspec.Struct, omit_defaults=True):
    """What each seat has gained so far, by rounds: a small table."""

    heads: list[Phrase]
    rows: list[TallyRow]


class Case(msgspec.Struct, omit_defaults=True):
    """What the table is about just now: a card that is read out, and the sum of cards that settles it."""

    title: Phrase
    kind: Phrase | None = None
    help: Phrase | None = None
    rule: str = ""
    goal: int = -1
    """The sum that is needed; -1 where no sum decides."""
    suits: list[Suit] = []
    """What counts for it; all else counts against it."""
    counts: list[Fact] = []
    """How many cards came from where."""
    holds: str = ""
    """What cards are put into it, as for a number (`Fact.holds`)."""
    zones: list[Zone] = []
    """The cards that lie open: for and against."""
    total: int = 0
    summed: bool = False
    """Whether `total` is known."""
    upshots: list[Upshot] = []
    """From the worst to the best."""
    over: bool = False
    """It is settled, and shown to be remembered."""
    lasts: bool = False
    """It goes on for the whole match, such as what brings points: no question is about it."""
    tally: Tally | None = None
    card: Piece | None = None
    """The card itself, to be read in full where no sum settles it; else what stands at its foot is shown."""


class Scene(msgspec.Struct, omit_defaults=True):
    """A whole table for one viewer."""

    title: Phrase | None = None
    round: int = 0
    """Called as the game's texts `game.round` and `game.round_of` say, where it has them."""
    steps: list[Phrase] = []
    step: int = -1
    """Index of the present step of the turn."""
    active: int = -1
    turns: list[int] = []
    """Seats in the order in which their turns come, first the one whose turn it is; empty where nobody can know it."""
    facts: list[Fact] = []
    """Numbers of the whole table, in order of weight."""
    zones: list[Zone] = []
    panels: list[Panel] = []
    columns: list[Column] = []
    """What the boards of several others show as rows; a board to choose from, or that of a single other, stays whole.

    Without columns they stand beside each other, each as a whole.
    """
    course: Course | None = None
    affair: Affair | None = None
    case: Case | None = None
    reading: list[Piece] = []
    """The cards that the viewer's question is about, to be read beside it; they lie on the table elsewhere or not."""
    duels: list[Duel] = []
    """What is compared now: mostly one thing, else side by side."""
    counts: str = ""
    """Name of the fact that says what each seat's answer weighs, while several answer at the same time."""
    modes: list[Mode] = []
    buttons: list[Target] = []
    hand: list[Piece] = []
    muster: Muster | None = None
    """What the open question puts together from a list; it has the middle of the table."""
    about: list[str] = []
    """Places (`zone:<id>`, `piece:<id>`, `panel:<seat>`) that the question is about besides what offers its answers.

    Who acts, who answers, where it is settled: what has to be in sight. Without a question, where something goes on.
    """
    follows: list[Line] = []
    """What an answer of several picks brings about with those made so far: what starts, limits, what stays behind."""
    alarms: list[Phrase] = []
    """What may end the match soon, or is otherwise not to be overlooked; none on a calm table."""
