"""Who sees what (section 6), as an allow-list. The fields are those of a written position (13.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many, Seat
from shapan.engine.view import Record
from shapan.engine.zone import EVERYONE, Zone
from shapan.games.battlestar.names import (
    AREA,
    AREAS,
    BASESTAR_TOKEN,
    CHARACTER,
    CHECK_OF,
    CIVILIAN_TOKEN,
    CIVILIANS,
    CRISES,
    CRISIS,
    DAMAGE,
    DAMAGE_TOKEN,
    DESTINATION,
    DIALS,
    FACE,
    LOYALTIES,
    MOST_SEATS,
    PLACE,
    QUORUM,
    QUORUM_CARDS,
    SEAT,
    SIGNED,
    SKILL,
    SKILLS,
    STAYING,
    SUPER_CRISES,
    SUPER_CRISIS,
    TYPE,
    TYPES,
    ZERO,
)
from shapan.games.battlestar.state import (
    ROLLS,
    STEP_WORDS,
    Battlestar,
    check_of,
)

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


OWNER = Owner(MOST_SEATS + 1)
DESTINY = MOST_SEATS
CHECK_RESULT = Enum(("fail", "partial", "pass"), "check_result")
ROLL = Enum(ROLLS, "roll")
BOX = Enum(("A", "B"), "box")


@dataclass(slots=True)
class Area:
    """An area of space. Civilian ships are null but for who has looked at them."""

    basestars: Annotated[list[list[int]], Many(Many(BASESTAR_TOKEN, 4), 2)]
    raiders: Annotated[int, FEW]
    heavies: Annotated[int, FEW]
    vipers: Annotated[int, FEW]
    civilians: Annotated[list[int], Many(CIVILIAN_TOKEN, 12)]
    civilian_count: Annotated[int, FEW]


@dataclass(slots=True)
class Staying:
    """A card that stays in play, with the seat it is attached to."""

    card: Annotated[int, STAYING]
    seat: Annotated[int, SEAT]


@dataclass(slots=True)
class Seen:
    """What a seat has seen of the others' loyalty: cards by seat."""

    loyalty: Annotated[list[list[int]], Many(Cards(LOYALTIES, 16, "loyalty"), MOST_SEATS, by_seat=True)]


@dataclass(slots=True)
class Player:
    """A seat: what all know, and its secrets for itself."""

    character: Annotated[int, CHARACTER]
    at: Annotated[int, PLACE]
    revealed: Annotated[int, Flag()]
    used: Annotated[int, Flag()]
    turns: Annotated[int, Count(255)]
    hand_size: Annotated[int, DECK]
    hand: Annotated[list[int] | None, Cards(SKILLS, MOST_HAND, "skill_card")]
    loyalty_size: Annotated[int, FEW]
    loyalty: Annotated[list[int] | None, Cards(LOYALTIES, 16, "loyalty")]
    open: Annotated[list[int], Cards(LOYALTIES, 16, "loyalty")]
    fouls: Annotated[int, SIGNED]
    """Tenths of a card that went against checks of crises, beyond what the Destiny deck puts there."""
    has_super_crisis: Annotated[int, Flag()]
    super_crisis: Annotated[int, SUPER_CRISIS]
    attached: Annotated[list[int], Cards(QUORUM_CARDS, 4, "quorum")]
    seen: Annotated[Seen | None, Record(Seen)]


@dataclass(slots=True)
class Roll:
    """The die under way; `bonus` are the modifiers so far."""

    of: Annotated[int, ROLL]
    seat: Annotated[int, SEAT]
    face: Annotated[int, FACE]
    bonus: Annotated[int, SIGNED]
    planned: Annotated[int, Flag()]
    area: Annotated[int, AREA]
    pilot: Annotated[int, SEAT]


@dataclass(slots=True)
class CheckCard:
    """A card of a check that lies open; who put it in is known only under Investigative Committee."""

    seat: Annotated[int, OWNER]
    card: Annotated[int, SKILL]


@dataclass(slots=True)
class Check:
    """The check under way: what all know, the cards that lie open, and the own ones."""

    of: Annotated[int, CHECK_OF]
    target: Annotated[int, SEAT]
    types: Annotated[list[int], Many(TYPE, len(TYPES))]
    difficulty: Annotated[int, SIGNED]
    partial: Annotated[int, Count(60)]
    open: Annotated[int, Flag()]
    research: Annotated[int, Flag()]
    ones: Annotated[int, Flag()]
    void: Annotated[int, TYPE]
    counts: Annotated[list[int], Many(DECK, MOST_SEATS, by_seat=True)]
    size: Annotated[int, DECK]
    """Cards in the check, those of Destiny too."""
    mine: Annotated[list[int] | None, Cards(SKILLS, MOST_HAND, "skill_card")]
    cards: Annotated[list[CheckCard] | None, Many(Record(CheckCard), MOST_HAND)]
    total: Annotated[int, SIGNED]


@dataclass(slots=True)
class LastCheck:
    """The figures of the last check."""

    of: Annotated[int, CHECK_OF]
    difficulty: Annotated[int, SIGNED]
    total: Annotated[int, SIGNED]
    result: Annotated[int, CHECK_RESULT]


@dataclass(slots=True)
class Discards:
    """The discard piles, or their uppermost cards."""

    PO: Annotated[list[int], Cards(SKILLS, 21, "skill_card")]
    LE: Annotated[list[int], Cards(SKILLS, 21, "skill_card")]
    TA: Annotated[list[int], Cards(SKILLS, 21, "skill_card")]
    PI: Annotated[list[int], Cards(SKILLS, 21, "skill_card")]
    EN: Annotated[list[int], Cards(SKILLS, 21, "skill_card")]
    quorum: Annotated[list[int], Cards(QUORUM_CARDS, 17, "quorum")]
    crisis: Annotated[list[int], Cards(CRISES, 70, "crisis")]
    super_crisis: Annotated[list[int], Cards(SUPER_CRISES, 5, "super_crisis")]


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

    step: Annotated[int, Enum(STEP_WORDS, "step")]
    turn: Annotated[int, Count(9_999)]
    active: Annotated[int, SEAT]
    acting: Annotated[int, SEAT]
    first: Annotated[int, SEAT]
    actions: Annotated[int, Count(3)]
    fuel: Annotated[int, DIAL]
    food: Annotated[int, DIAL]
    morale: Annotated[int, DIAL]
    population: Annotated[int, DIAL]
    jump: Annotated[int, Count(5)]
    distance: Annotated[int, Count(40)]
    sleeper_done: Annotated[int, Flag()]
    nukes: Annotated[int, Count(2)]
    president: Annotated[int, SEAT]
    admiral: Annotated[int, SEAT]
    destinations: Annotated[list[int], Many(DESTINATION, 22)]
    quorum_size: Annotated[int, FEW]
    quorum_hand: Annotated[list[int] | None, Cards(QUORUM_CARDS, 17, "quorum")]
    quorum_now: Annotated[int, QUORUM]
    in_play: Annotated[list[Staying], Many(Record(Staying), 12)]
    space: Annotated[list[Area], Many(Record(Area), AREAS)]
    boarding: Annotated[list[int], Many(Count(4), 4)]
    damaged: Annotated[list[int], Many(DAMAGE_TOKEN, len(DAMAGE))]
    damage_removed: Annotated[list[int], Many(DAMAGE_TOKEN, len(DAMAGE))]
    vipers_reserves: Annotated[int, FEW]
    vipers_damaged: Annotated[int, FEW]
    vipers_destroyed: Annotated[int, FEW]
    raptors: Annotated[int, FEW]
    civilian_pile: Annotated[int, FEW]
    civilians_destroyed: Annotated[list[int], Cards(CIVILIANS, 12, "civilian")]
    destiny_size: Annotated[int, FEW]
    deck_sizes: Annotated[Decks, Record(Decks)]
    discards: Annotated[Discards, Record(Discards)]
    crisis_now: Annotated[int, CRISIS]
    crisis_top: Annotated[int, CRISIS]
    """The uppermost crisis, if the viewer knows it."""
    crisis_drawn: Annotated[list[int], Many(CRISIS, 2)]
    super_now: Annotated[int, SUPER_CRISIS]
    quorum_drawn: Annotated[list[int], Many(QUORUM, 4)]
    removed: Annotated[list[int], Cards(QUORUM_CARDS, 17, "quorum")]
    destination_top: Annotated[int, DESTINATION]
    destination_drawn: Annotated[list[int], Many(DESTINATION, 3)]
    damage_drawn: Annotated[list[int], Many(DAMAGE_TOKEN, 5)]
    loyalty_deck_size: Annotated[int, FEW]
    box: Annotated[int, BOX]
    to_act: Annotated[list[int], Many(FEW, AREAS)]
    wanted: Annotated[list[int], Many(FEW, AREAS)]
    roll: Annotated[Roll | None, Record(Roll)]
    check: Annotated[Check | None, Record(Check)]
    last_check: Annotated[LastCheck | None, Record(LastCheck)]
    seats: Annotated[list[Player], Many(Record(Player), MOST_SEATS, by_seat=True)]


def make_view(state: Battlestar, viewer: int) -> View:
    """Return what a viewer may know; `state.seats` is a spectator."""
    dials = dict(zip(DIALS, state.dials, strict=True))
    return View(
        step=state.step,
        turn=state.turn,
        active=state.active,
        acting=state.acting,
        first=state.first,
        actions=state.actions,
        **dials,
        jump=state.track,
        distance=state.distance,
        sleeper_done=state.sleeper_done,
        nukes=state.nukes,
        president=state.president,
        admiral=state.admiral,
        destinations=list(state.kobol.cards),
        quorum_size=len(state.quorum_hand),
        quorum_hand=state.quorum_hand.known(viewer) if viewer == state.president else None,
        quorum_now=_only(state.quorum_now),
        in_play=make_staying(state),
        space=[make_area(state, area, viewer) for area in range(AREAS)],
        boarding=list(state.boarding),
        damaged=list(state.damage_on.cards),
        damage_removed=list(state.damage_gone.cards),
        vipers_reserves=state.reserves(),
        vipers_damaged=state.vipers_damaged,
        vipers_destroyed=state.vipers_destroyed,
        raptors=state.raptors,
        civilian_pile=len(state.civilian_pile),
        civilians_destroyed=list(state.civilians_lost.cards),
        destiny_size=len(state.destiny),
        deck_sizes=make_decks(state),
        discards=make_discards(state),
        crisis_now=_only(state.crisis_now),
        crisis_top=_top(state.crisis_top, viewer),
        crisis_drawn=state.crisis_drawn.known(viewer),
        super_now=_only(state.super_now),
        quorum_drawn=state.quorum_drawn.known(viewer),
        removed=list(state.quorum_gone.cards),
        destination_top=_top(state.destination_top, viewer),
        destination_drawn=state.destination_drawn.known(viewer),
        damage_drawn=state.damage_drawn.known(viewer),
        loyalty_deck_size=len(state.loyalty_deck),
        box=state.box,
        to_act=list(state.to_act),
        wanted=list(state.wanted),
        roll=make_roll(state),
        check=make_check(state, viewer),
        last_check=make_last(state),
        seats=[make_player(state, seat, viewer) for seat in range(state.seats)],
    )


def _only(zone: Zone) -> int:
    """Return the one card of an open place, or none."""
    return zone.cards[0] if len(zone) else UNKNOWN


def _top(zone: Zone, viewer: int) -> int:
    """Return the uppermost card of a deck if the viewer knows it."""
    return zone.known(viewer)[0] if len(zone) else UNKNOWN


def make_staying(state: Battlestar) -> list[Staying]:
    """Return the cards that stay in play."""
    rows = [Staying(card, UNKNOWN) for card in state.crises_in_play.cards]
    rows += [Staying(len(CRISES) + card, UNKNOWN) for card in state.supers_in_play.cards]
    first = len(CRISES) + len(SUPER_CRISES)
    return rows + [Staying(first + card, state.holders[card]) for card in state.quorum_attached.cards]


def make_decks(state: Battlestar) -> Decks:
    """Return the sizes of the decks."""
    politics, leadership, tactics, piloting, engineering = map(len, state.skill_decks)
    return Decks(
        politics,
        leadership,
        tactics,
        piloting,
        engineering,
        len(state.crisis_top) + len(state.crisis_deck) + len(state.crisis_bottom),
        len(state.destination_top) + len(state.destination_deck) + len(state.destination_bottom),
        len(state.quorum_top) + len(state.quorum_deck) + len(state.quorum_bottom),
        len(state.super_top) + len(state.super_deck) + len(state.super_bottom),
    )


def make_discards(state: Battlestar) -> Discards:
    """Return the discard piles; by an option only the uppermost card of each."""
    piles = [*state.skill_discards, state.quorum_discards, state.crisis_discards, state.super_discards]
    return Discards(*(list(pile.cards[-1:] if state.rules.top_discard_only else pile.cards) for pile in piles))


def make_area(state: Battlestar, area: int, viewer: int) -> Area:
    """Return an area of space."""
    ships = state.civilians[area]
    return Area(
        basestars=[list(row[1:]) for row in state.basestars if row[0] == area],
        raiders=state.raiders[area],
        heavies=state.heavies[area],
        vipers=state.vipers[area],
        civilians=ships.known(viewer),
        civilian_count=len(ships),
    )


def make_player(state: Battlestar, seat: int, viewer: int) -> Player:
    """Return a seat: its own secrets for itself, of others what all know."""
    hand, loyalty, supers, own = state.hands[seat], state.loyalty[seat], state.super_hands[seat], seat == viewer
    return Player(
        character=state.characters[seat],
        at=state.at[seat],
        revealed=state.revealed[seat],
        used=state.used[seat],
        turns=min(255, state.turns[seat]),
        hand_size=len(hand),
        hand=hand.known(viewer) if own else None,
        loyalty_size=len(loyalty),
        loyalty=sorted(loyalty.cards) if own else None,
        open=list(state.loyalty_open[seat].cards),
        fouls=ZERO + state.fouls[seat],
        has_super_crisis=int(len(supers) > 0),
        super_crisis=supers.cards[0] if len(supers) and own else UNKNOWN,
        attached=[card for card, holder in enumerate(state.holders) if holder == seat],
        seen=Seen([_seen(state, other, viewer) for other in range(state.seats)]) if own else None,
    )


def _seen(state: Battlestar, other: int, viewer: int) -> list[int]:
    """Return what a viewer has seen of another's loyalty cards."""
    if other == viewer:
        return []
    return sorted(card for card in state.loyalty[other].known(viewer) if card != UNKNOWN)


def make_roll(state: Battlestar) -> Roll | None:
    """Return the die under way."""
    if not state.roll_of:
        return None
    return Roll(
        state.roll_of,
        state.roller,
        state.face,
        ZERO + state.bonus + state.planned - state.evaded,
        int(state.planned > 0),
        state.roll_area,
        state.roll_seat,
    )


def make_check(state: Battlestar, viewer: int) -> Check | None:
    """Return the check under way."""
    if not state.check_of:
        return None
    owners = state.owners
    mine = [card for card, owner in zip(state.pile.cards, owners, strict=False) if owner == viewer]
    return Check(
        of=check_of(state.check_of, state.check_card),
        target=state.check_seat,
        types=[type_ for type_ in range(len(TYPES)) if state.check_types >> type_ & 1],
        difficulty=ZERO + state.difficulty,
        partial=state.partial_from,
        open=state.check_open,
        research=state.research,
        ones=state.ones,
        void=state.void,
        counts=list(state.put),
        size=len(state.pile) + len(state.shown),
        mine=mine if viewer in owners and len(state.pile) else None,
        cards=open_cards(state),
        total=ZERO + state.total if len(state.shown) else UNKNOWN,
    )


def open_cards(state: Battlestar) -> list[CheckCard] | None:
    """Return the cards of a check that lie open: all after the reveal, before it those of an open check."""
    if len(state.shown):
        return [CheckCard(UNKNOWN, card) for card in state.shown.cards]
    if not state.check_open:
        return None
    rows = zip(state.owners, state.pile.cards, state.pile.masks, strict=True)
    return [CheckCard(DESTINY if owner < 0 else owner, card) for owner, card, mask in rows if mask == EVERYONE]


def make_last(state: Battlestar) -> LastCheck | None:
    """Return the figures of the check that ended last, or has its result."""
    of, card = (state.check_of, state.check_card) if state.check_of else (state.last_of, state.last_card)
    if not of or state.check_result < 0:
        return None
    return LastCheck(check_of(of, card), ZERO + state.difficulty, ZERO + state.total, state.check_result)
