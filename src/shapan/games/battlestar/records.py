"""Records of what is under way, and kinds of what lies on the table: the die, the check, cards as they are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final

from shapan.engine.deck import hidden_row
from shapan.engine.fact import OPENLY, Figure, fact
from shapan.engine.kinds import UNKNOWN, BySeat, Cards, Count, Enum, Flag, Kind, Many, SeatOr
from shapan.engine.part import ALL, Part
from shapan.engine.view import Record
from shapan.engine.zone import Zone
from shapan.games.battlestar import names, step_codes

FEW: Final = Count(16)
DECK: Final = Count(105)
SKILLS: Final = Cards(names.SKILLS, 105, "skill_card")
PILE: Final = Cards(names.SKILLS, 21, "skill_card")
QUORUM: Final = Cards(names.QUORUM_CARDS, 17, "quorum")
LOYALTIES: Final = Cards(names.LOYALTIES, 16, "loyalty")
CRISES: Final = Cards(names.CRISES, 70, "crisis")
SUPERS: Final = Cards(names.SUPER_CRISES, 5, "super_crisis")
DESTINATIONS: Final = Cards(names.DESTINATIONS, 22, "destination")
DAMAGE: Final = Many(names.DAMAGE_TOKEN, len(names.DAMAGE))


class Looks(Many):
    """By seat what somebody has seen of it, written as an object of the seats of which he has seen something."""

    def word(self, value: Any) -> Any:
        return {str(seat): self.kind.word(cards) for seat, cards in enumerate(value) if cards}

    def schema(self) -> dict[str, Any]:
        return BySeat(self.kind, self.most).schema()


class Written(Kind):
    """What stands only in positions, as the words by name that it is."""

    def word(self, value: Any) -> Any:
        return value

    def schema(self) -> dict[str, Any]:
        return {"type": ["object", "null"], "additionalProperties": {"type": "string"}}


DESTINY: Final = names.MAX_SEATS


@dataclass(slots=True)
class Staying:
    """A card that stays in play, with the seat it is attached to."""

    card: Annotated[int, names.STAYING]
    seat: Annotated[int, names.SEAT]


@dataclass(slots=True)
class Seen:
    """What a seat knows by looks: loyalty cards of others by seat, civilian ships by area and place."""

    loyalty: Annotated[list[list[int]], Looks(LOYALTIES, names.MAX_SEATS, by_seat=True)]
    civilians: Annotated[list[list[int]], Many(Many(FEW, 2), 12)]


@dataclass(slots=True)
class CheckCard:
    """A card of a check; who put it in is known only under Investigative Committee."""

    seat: Annotated[int, SeatOr(names.MAX_SEATS, "destiny")]
    card: Annotated[int, names.SKILL]


@dataclass(slots=True, eq=False)
class Roll(Part):
    """The die under way."""

    of: int = fact(Enum(step_codes.ROLLS, "roll"), start=step_codes.NO_ROLL)
    seat: int = fact(names.SEAT)
    face: int = fact(names.FACE, start=0)
    """The number on the die before modifiers; 0 before the roll."""
    bonus: int = fact(start=0)
    """Modifiers of the roll that were fixed before it."""
    planned: int = fact(start=0)
    """What a Strategic Planning adds that was played on it."""
    evaded: int = fact(start=0)
    """How much Evasive Maneuvers takes off it."""
    area: int = fact(names.AREA)
    pilot: int = fact(names.SEAT)
    """The pilot who is shot at, -1 for an unmanned viper."""
    unit: int = fact(start=-1)
    """Which Cylon ship humans shoot at, -1 for other rolls."""

    FIGURES: ClassVar = (
        Figure("bonus", names.SIGNED, "changed()"),
        Figure("planned", Flag(), "is_planned()"),
    )

    def changed(self) -> int:
        """Return all modifiers so far, as a value of `names.SIGNED`."""
        return names.ZERO + self.bonus + self.planned - self.evaded

    def is_planned(self) -> int:
        """Tell whether a Strategic Planning was played on it."""
        return int(self.planned > 0)


@dataclass(slots=True, eq=False)
class Check(Part):
    """The check under way: what all know, the cards, who put how many in."""

    of: int = fact(start=step_codes.NO_CHECK)
    card: int = fact()
    target: int = fact(names.SEAT, sees=OPENLY)
    """Who is aimed at by the check of a location."""
    types: int = fact(start=0)
    """The mask of the types that count."""
    difficulty: int = fact(start=0)
    partial: int = fact(Count(60))
    open: int = fact(Flag(), start=0)
    """Investigative Committee was played."""
    research: int = fact(Flag(), start=0, sees=OPENLY)
    """Scientific Research was played."""
    ones: int = fact(Flag(), start=0, sees=OPENLY)
    """Inspirational Leader: cards of strength 1 match."""
    void: int = fact(names.TYPE, sees=OPENLY)
    """The type that Blind Devotion named."""
    modifiers: int = fact(start=0)
    """Mask of the modifiers of a location's check that are used up: Tigh 1, Zarek 2."""
    put: list[int] = fact(start=())
    """By seat, how many cards it has put into the check."""
    pile: Zone = fact(start=hidden_row)
    """The cards face down, in the order in which they went in; Destiny cards first."""
    pile_types: list[int] = field(default_factory=list)
    """By place in the pile, the mask of types that the card can be of by what all know."""
    owners: list[int] = fact(start=())
    """By place in the pile, the seat that put the card in, -1 for Destiny."""
    shown: Zone = fact(start=Zone)
    """The cards face up."""
    total: int = fact(start=names.NO_SUM)

    FIGURES: ClassVar = (
        Figure("of", names.CHECK_OF, "what()"),
        Figure("types", Many(names.TYPE, len(names.TYPES)), "type_list()"),
        Figure("difficulty", names.SIGNED, "level()"),
        Figure("counts", BySeat(DECK, names.MAX_SEATS)),
        Figure("size", DECK, sees=OPENLY),
        Figure("mine", SKILLS, sees=OPENLY),
        Figure("cards", Many(Record(CheckCard), 105)),
        Figure("total", names.SIGNED, "sum()", sees=OPENLY),
    )

    def what(self) -> int:
        """Return what it is a check of, as a value of `names.CHECK_OF`."""
        return step_codes.check_of(self.of, self.card)

    def type_list(self) -> list[int]:
        """Return the types that count."""
        return [type_ for type_ in range(len(names.TYPES)) if self.types >> type_ & 1]

    def level(self) -> int:
        """Return the difficulty as a value of `names.SIGNED`."""
        return names.ZERO + self.difficulty

    def counts(self) -> dict[int, int]:
        """Return how many cards were put in, by seat."""
        return {seat: number for seat, number in enumerate(self.put) if number}

    def size(self) -> int:
        """Return how many cards are in it, those of Destiny too."""
        return len(self.pile) + len(self.shown)

    def mine(self) -> list[int] | None:
        """Return the cards that the viewer has put in, None if he has none in it face down."""
        rows = zip(self.pile.cards, self.owners, strict=False)
        return [card for card, owner in rows if owner == self.viewer] or None

    def cards(self) -> list[CheckCard] | None:
        """Return the cards that lie open: all after the reveal, before it those of an open check; of a position all."""
        if len(self.shown):
            return [CheckCard(UNKNOWN, card) for card in self.shown.cards]
        if not self.open and self.viewer != ALL:
            return None
        rows = zip(self.owners, self.pile.cards, strict=True)
        return [CheckCard(DESTINY if owner < 0 else owner, card) for owner, card in rows if card != UNKNOWN]

    def sum(self) -> int:
        """Return the total once the cards lie open, as a value of `names.SIGNED`."""
        return names.ZERO + self.total if len(self.shown) else UNKNOWN


@dataclass(slots=True, eq=False)
class LastCheck(Part):
    """The figures of the last check, or of the one under way that has its result."""

    of: int = fact(names.CHECK_OF)
    difficulty: int = fact(names.SIGNED)
    total: int = fact(names.SIGNED)
    """`UNKNOWN` if it was decided without cards."""
    result: int = fact(Enum(("fail", "partial", "pass"), "check_result"))
