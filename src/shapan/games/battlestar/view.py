"""What a viewer gets to see (section 6), field by field: those of a written position (13.2). `sight.py` fills them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many, Seat
from shapan.engine.view import Record
from shapan.games.battlestar import names, occasions

FEW = Count(16)
DIAL = Count(15)
DECK = Count(105)
MOST_HAND = 105


class Owner(Seat):
    """Who put a card into a check: a seat, or the Destiny deck."""

    def word(self, value: Any) -> Any:
        return "destiny" if value == self.size - 1 else super().word(value)

    def schema(self) -> dict[str, Any]:
        return {"enum": [*range(self.size - 1), "destiny", None]}

    def encode(self, value: Any, seats: int, observer: int) -> list[float]:
        row = super().encode(UNKNOWN if value == self.size - 1 else value, seats, observer)
        if value == self.size - 1:  # the deck does not turn with the seats
            row[-2:] = 1.0, 0.0
        return row

    def columns(self, name: str) -> list[str]:
        columns = super().columns(name)
        columns[-2] = f"{name}=destiny"
        return columns


OWNER = Owner(names.MOST_SEATS + 1)
DESTINY = names.MOST_SEATS
CHECK_RESULT = Enum(("fail", "partial", "pass"), "check_result")
ROLL = Enum(occasions.ROLLS, "roll")
BOX = Enum(("A", "B"), "box")


@dataclass(slots=True)
class Area:
    """An area of space. Civilian ships are null but for who has looked at them."""

    basestars: Annotated[list[list[int]], Many(Many(names.BASESTAR_TOKEN, 4), 2)]
    raiders: Annotated[int, FEW]
    heavies: Annotated[int, FEW]
    vipers: Annotated[int, FEW]
    civilians: Annotated[list[int], Many(names.CIVILIAN_TOKEN, 12)]
    civilian_count: Annotated[int, FEW]


@dataclass(slots=True)
class Staying:
    """A card that stays in play, with the seat it is attached to."""

    card: Annotated[int, names.STAYING]
    seat: Annotated[int, names.SEAT]


@dataclass(slots=True)
class Seen:
    """What a seat has seen of the others' loyalty: cards by seat."""

    loyalty: Annotated[list[list[int]], Many(Cards(names.LOYALTIES, 16, "loyalty"), names.MOST_SEATS, by_seat=True)]


@dataclass(slots=True)
class Player:
    """A seat: what all know, and its secrets for itself."""

    character: Annotated[int, names.CHARACTER]
    at: Annotated[int, names.PLACE]
    revealed: Annotated[int, Flag()]
    used: Annotated[int, Flag()]
    turns: Annotated[int, Count(255)]
    hand_size: Annotated[int, DECK]
    hand: Annotated[list[int] | None, Cards(names.SKILLS, MOST_HAND, "skill_card")]
    loyalty_size: Annotated[int, FEW]
    loyalty: Annotated[list[int] | None, Cards(names.LOYALTIES, 16, "loyalty")]
    open: Annotated[list[int], Cards(names.LOYALTIES, 16, "loyalty")]
    fouls: Annotated[int, names.SIGNED]
    """Tenths of a card that went against checks of crises, beyond what the Destiny deck puts there."""
    has_super_crisis: Annotated[int, Flag()]
    super_crisis: Annotated[int, names.SUPER_CRISIS]
    attached: Annotated[list[int], Cards(names.QUORUM_CARDS, 4, "quorum")]
    seen: Annotated[Seen | None, Record(Seen)]


@dataclass(slots=True)
class Roll:
    """The die under way; `bonus` are the modifiers so far."""

    of: Annotated[int, ROLL]
    seat: Annotated[int, names.SEAT]
    face: Annotated[int, names.FACE]
    bonus: Annotated[int, names.SIGNED]
    planned: Annotated[int, Flag()]
    area: Annotated[int, names.AREA]
    pilot: Annotated[int, names.SEAT]


@dataclass(slots=True)
class CheckCard:
    """A card of a check that lies open; who put it in is known only under Investigative Committee."""

    seat: Annotated[int, OWNER]
    card: Annotated[int, names.SKILL]


@dataclass(slots=True)
class Check:
    """The check under way: what all know, the cards that lie open, and the own ones."""

    of: Annotated[int, names.CHECK_OF]
    target: Annotated[int, names.SEAT]
    types: Annotated[list[int], Many(names.TYPE, len(names.TYPES))]
    difficulty: Annotated[int, names.SIGNED]
    partial: Annotated[int, Count(60)]
    open: Annotated[int, Flag()]
    research: Annotated[int, Flag()]
    ones: Annotated[int, Flag()]
    void: Annotated[int, names.TYPE]
    counts: Annotated[list[int], Many(DECK, names.MOST_SEATS, by_seat=True)]
    size: Annotated[int, DECK]
    """Cards in the check, those of Destiny too."""
    mine: Annotated[list[int] | None, Cards(names.SKILLS, MOST_HAND, "skill_card")]
    cards: Annotated[list[CheckCard] | None, Many(Record(CheckCard), MOST_HAND)]
    total: Annotated[int, names.SIGNED]


@dataclass(slots=True)
class LastCheck:
    """The figures of the last check."""

    of: Annotated[int, names.CHECK_OF]
    difficulty: Annotated[int, names.SIGNED]
    total: Annotated[int, names.SIGNED]
    result: Annotated[int, CHECK_RESULT]


@dataclass(slots=True)
class Discards:
    """The discard piles, or their uppermost cards."""

    PO: Annotated[list[int], Cards(names.SKILLS, 21, "skill_card")]
    LE: Annotated[list[int], Cards(names.SKILLS, 21, "skill_card")]
    TA: Annotated[list[int], Cards(names.SKILLS, 21, "skill_card")]
    PI: Annotated[list[int], Cards(names.SKILLS, 21, "skill_card")]
    EN: Annotated[list[int], Cards(names.SKILLS, 21, "skill_card")]
    quorum: Annotated[list[int], Cards(names.QUORUM_CARDS, 17, "quorum")]
    crisis: Annotated[list[int], Cards(names.CRISES, 70, "crisis")]
    super_crisis: Annotated[list[int], Cards(names.SUPER_CRISES, 5, "super_crisis")]


@dataclass(slots=True)
class Decks:
    """How many cards the decks hold."""

    PO: Annotated[int, DECK]
    LE: Annotated[int, DECK]
    TA: Annotated[int, DECK]
    PI: Annotated[int, DECK]
    EN: Annotated[int, DECK]
    crisis: Annotated[int, DECK]
    destination: Annotated[int, DECK]
    quorum: Annotated[int, DECK]
    super_crisis: Annotated[int, DECK]


@dataclass(slots=True)
class View:
    """The table as one viewer sees it."""

    step: Annotated[int, Enum(occasions.STEP_WORDS, "step")]
    turn: Annotated[int, Count(9_999)]
    active: Annotated[int, names.SEAT]
    acting: Annotated[int, names.SEAT]
    first: Annotated[int, names.SEAT]
    actions: Annotated[int, Count(3)]
    fuel: Annotated[int, DIAL]
    food: Annotated[int, DIAL]
    morale: Annotated[int, DIAL]
    population: Annotated[int, DIAL]
    jump: Annotated[int, Count(5)]
    distance: Annotated[int, Count(40)]
    sleeper_done: Annotated[int, Flag()]
    nukes: Annotated[int, Count(2)]
    president: Annotated[int, names.SEAT]
    admiral: Annotated[int, names.SEAT]
    destinations: Annotated[list[int], Many(names.DESTINATION, 22)]
    quorum_size: Annotated[int, FEW]
    quorum_hand: Annotated[list[int] | None, Cards(names.QUORUM_CARDS, 17, "quorum")]
    quorum_now: Annotated[int, names.QUORUM]
    in_play: Annotated[list[Staying], Many(Record(Staying), 12)]
    space: Annotated[list[Area], Many(Record(Area), names.AREAS)]
    boarding: Annotated[list[int], Many(Count(4), 4)]
    damaged: Annotated[list[int], Many(names.DAMAGE_TOKEN, len(names.DAMAGE))]
    damage_removed: Annotated[list[int], Many(names.DAMAGE_TOKEN, len(names.DAMAGE))]
    vipers_reserves: Annotated[int, FEW]
    vipers_damaged: Annotated[int, FEW]
    vipers_destroyed: Annotated[int, FEW]
    raptors: Annotated[int, FEW]
    civilian_pile: Annotated[int, FEW]
    civilians_destroyed: Annotated[list[int], Cards(names.CIVILIANS, 12, "civilian")]
    destiny_size: Annotated[int, FEW]
    deck_sizes: Annotated[Decks, Record(Decks)]
    discards: Annotated[Discards, Record(Discards)]
    crisis_now: Annotated[int, names.CRISIS]
    crisis_top: Annotated[int, names.CRISIS]
    """The uppermost crisis, if the viewer knows it."""
    crisis_drawn: Annotated[list[int], Many(names.CRISIS, 2)]
    super_now: Annotated[int, names.SUPER_CRISIS]
    quorum_drawn: Annotated[list[int], Many(names.QUORUM, 4)]
    removed: Annotated[list[int], Cards(names.QUORUM_CARDS, 17, "quorum")]
    destination_top: Annotated[int, names.DESTINATION]
    destination_drawn: Annotated[list[int], Many(names.DESTINATION, 3)]
    damage_drawn: Annotated[list[int], Many(names.DAMAGE_TOKEN, 5)]
    loyalty_deck_size: Annotated[int, FEW]
    box: Annotated[int, BOX]
    to_act: Annotated[list[int], Many(FEW, names.AREAS)]
    wanted: Annotated[list[int], Many(FEW, names.AREAS)]
    roll: Annotated[Roll | None, Record(Roll)]
    check: Annotated[Check | None, Record(Check)]
    last_check: Annotated[LastCheck | None, Record(LastCheck)]
    seats: Annotated[list[Player], Many(Record(Player), names.MOST_SEATS, by_seat=True)]
