"""What lies on the table of Battlestar Galactica. Cards are kinds of `names`; places are numbers of `names.PLACE`.

Who sees what (section 6) and the words of positions (13.2) stand with each fact: a view is the state as it is seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, Self, TypeAlias

from shapan.engine import table
from shapan.engine.deck import Deck, hidden, hidden_row, open_row, own
from shapan.engine.fact import NOBODY, OPENLY, OWNER, by_seat, fact, part, row
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many
from shapan.engine.part import ALL
from shapan.engine.state import State
from shapan.engine.view import Record
from shapan.engine.zone import Zone
from shapan.games.battlestar import actions, derived_fields, names, records, step_codes
from shapan.games.battlestar.cards import GALACTICA
from shapan.games.battlestar.records import Check, LastCheck, Roll, Staying
from shapan.games.battlestar.ruleset import Ruleset

MAX_FOULS: Final = 99
SKILL_GROUP: Final = 1
"""All skill cards share one back, so that hands and checks mix them: in the dark they are one group (see `Zone`)."""
FREE: Final = 15
"""A bound that binds nothing."""


@dataclass(slots=True, eq=False)
class Battlestar(State):
    """One match. Lists with one value a seat are by seat."""

    MAX_SEATS: ClassVar[int] = names.MAX_SEATS

    rules: Ruleset = fact(start=None)

    # The turn
    step: int = fact(Enum(step_codes.STEP_WORDS, "step"), start=step_codes.SETUP)
    turn: int = fact(Count(9_999), start=0, sees=OPENLY)
    """Turns begun in the match."""
    first: int = fact(names.SEAT)
    active: int = fact(names.SEAT)
    """The current player (1.2)."""
    acting: int = fact(names.SEAT, sees=OPENLY)
    """Who carries out an action (1.2), or is asked in the course of one; -1 outside of actions."""
    actions: int = fact(Count(3), start=0)
    """Actions left in the Action step."""
    began_piloting: int = fact(Flag(), start=0, sees=NOBODY)
    turn_over: int = 0
    """Whether a turn has just ended and the next has not begun."""
    cut: int = 0
    """Whether the turn goes straight to its end (3.8, 3.9)."""
    order_used: int = 0
    """Whether an Executive Order was played in this turn (5.5)."""
    eco_used: int = 0
    engineer_used: int = 0
    crisis_done: int = fact(names.CRISIS, at="crisis", sees=NOBODY)
    """The crisis just resolved whose icons are still to be carried out (3.5, 3.6)."""
    extra_crisis: int = 0
    """Whether one more crisis follows the Activate step (7.8)."""

    # The people
    characters: list[int] = by_seat(names.CHARACTER, at="character")
    """-1 until picked."""
    at: list[int] = by_seat(names.PLACE, start=names.OFF)
    revealed: list[int] = by_seat(Flag(), start=0)
    """Whether a seat is a revealed Cylon."""
    used: list[int] = by_seat(Flag(), start=0)
    """Whether the ability that works once a game is spent."""
    turns: list[int] = by_seat(Count(255), start=0)
    """Turns begun by a seat, counted up to 255."""
    president: int = fact(names.SEAT)
    admiral: int = fact(names.SEAT)
    fouls: list[int] = by_seat(start=0)
    """An open record by seat, in tenths of a card: what was put against crises, beyond what chance puts there."""

    # Dials and tracks
    dials: list[int] = row(Count(15), start=(8, 8, 10, 12), at=tuple(names.DIALS))
    track: int = fact(Count(5), start=0, at="jump")
    distance: int = fact(Count(40), start=0)
    sleeper_done: int = fact(Flag(), start=0)
    nukes: int = fact(Count(names.NUKES), start=names.NUKES)
    boarding: list[int] = row(Count(4), 4)

    # Space
    raiders: list[int] = row(records.FEW, names.AREAS, at="space.*.raiders")
    heavies: list[int] = row(records.FEW, names.AREAS, at="space.*.heavies")
    vipers: list[int] = row(records.FEW, names.AREAS, at="space.*.vipers")
    """Unmanned vipers by area."""
    basestars: list[list[int]] = fact(start=())
    """Of each basestar in space: its area, then its damage tokens."""
    basestar_pool: list[int] = fact(
        Many(names.BASESTAR_TOKEN, len(names.BASESTAR_DAMAGE)), start=range(len(names.BASESTAR_DAMAGE)), sees=NOBODY
    )
    damage_on: Zone = fact(records.DAMAGE, start=Zone, at="damaged")
    """Damage tokens that lie on Galactica's locations."""
    damage_gone: Zone = fact(records.DAMAGE, start=Zone, at="damage_removed")
    """Damage tokens out of the game."""
    vipers_damaged: int = fact(Count(names.VIPERS), start=0)
    vipers_destroyed: int = fact(Count(names.VIPERS), start=0)
    raptors: int = fact(Count(names.RAPTORS), start=names.RAPTORS)
    """Raptors in Reserves; the others are destroyed."""
    civilian_pile: Zone = fact(start=Zone, size="civilian_pile")
    civilians: list[Zone] = row(
        Cards(names.CIVILIANS, 12, "civilian"), names.AREAS, start=lambda area: hidden_row(),
        at="space.*.civilians", size="space.*.civilian_count",
    )  # fmt: skip
    """Civilian ships by area, in the order in which they came."""
    civilians_lost: Zone = fact(Cards(names.CIVILIANS, 12, "civilian"), start=Zone, at="civilians_destroyed")
    damage_pool: Zone = fact(records.DAMAGE, start=Zone, sees=NOBODY)
    damage_drawn: Zone = fact(Many(names.DAMAGE_TOKEN, 5), start=hidden, sees=OPENLY)

    # Skill cards
    skill_decks: list[Zone] = fact(start=list)
    skill_discards: list[Zone] = row(
        records.PILE, start=lambda type_: open_row(), at=tuple(f"discards.{name}" for name in names.TYPES)
    )
    hands: list[Zone] = by_seat(records.SKILLS, start=own, at="hand", size="hand_size", sees=OWNER)
    destiny: Zone = fact(records.SKILLS, start=hidden, sees=NOBODY)
    sure: list[int] = field(default_factory=list)
    """By seat and type, how many cards of the type a hand holds at least: what all can follow from open draws."""
    likely: list[int] = field(default_factory=list)
    """By seat and type, how many it holds at most; the last row is that of the Destiny deck."""

    # Crises
    crisis: Deck = fact(start=lambda: Deck(actions.STREAM_CRISIS))
    crisis_drawn: Zone = fact(Many(names.CRISIS, 2), start=hidden, sees=OPENLY)
    """Cards that somebody chooses from (Roslin, Caprica, a look)."""
    crisis_now: Zone = fact(start=Zone)
    crises_in_play: Zone = fact(start=Zone)
    supers: Deck = fact(start=lambda: Deck(actions.STREAM_SUPER))
    super_hands: list[Zone] = by_seat(start=own)
    super_now: Zone = fact(start=Zone)
    supers_in_play: Zone = fact(start=Zone)

    # Quorum, destinations, loyalty
    quorum: Deck = fact(start=lambda: Deck(actions.STREAM_QUORUM))
    quorum_hand: Zone = fact(start=hidden)
    quorum_drawn: Zone = fact(Many(names.QUORUM, 4), start=hidden, sees=OPENLY)
    quorum_now: Zone = fact(start=Zone)
    """The Quorum card that is being carried out."""
    quorum_attached: Zone = fact(start=Zone)
    quorum_gone: Zone = fact(records.QUORUM, start=Zone, at="removed")
    holders: list[int] = fact(start=[-1] * len(names.QUORUM_CARDS))
    """By Quorum card: the seat it is attached to, or -1."""
    destination: Deck = fact(start=lambda: Deck(actions.STREAM_DESTINATION))
    destination_drawn: Zone = fact(Many(names.DESTINATION, 3), start=hidden, sees=OPENLY)
    kobol: Zone = fact(Many(names.DESTINATION, 22), start=open_row, at="destinations")
    """Destinations beside Kobol, in order."""
    loyalty_deck: Zone = fact(records.LOYALTIES, start=hidden, sees=NOBODY)
    loyalty_box: Zone = field(default_factory=Zone)
    """Loyalty cards that are not in the game; nobody has seen which."""
    loyalty: list[Zone] = by_seat(start=lambda seat: Zone(sees=1 << seat, ordered=True), size="loyalty_size")
    """Loyalty cards that lie face down, in places: all see which of them somebody looks at, or is turned up."""
    loyalty_open: list[Zone] = by_seat(records.LOYALTIES, start=lambda seat: Zone(), at="open")

    # Under way
    max_types: list[int] = field(default_factory=lambda: [FREE] * len(names.TYPES))
    """How many cards of each type may be named in the draw under way."""
    roll: Roll | None = part(Record(Roll), sees=OPENLY)
    check: Check | None = part(Record(Check))
    last_check: LastCheck | None = part(Record(LastCheck))
    box: int = fact(Enum(("A", "B"), "box"), sees=OPENLY)
    """The box of a choice that was picked: 0 A, 1 B."""
    chooser: int = -1
    at_caprica: int = 0
    """Whether the crisis is resolved inside a Cylon's action."""
    to_act: list[int] = row(records.FEW, names.AREAS, sees=OPENLY)
    """Raiders that have still to act, by area."""
    wanted: list[int] = row(records.FEW, names.AREAS, sees=OPENLY)
    """Units of one kind that a shortage leaves to be chosen among, by area."""
    fresh_raiders: int = 0
    """Raiders that the attack card under way has placed in area 5 (Besieged)."""
    placed_vipers: list[int] = field(default_factory=lambda: [0] * names.AREAS)
    """Vipers that came from Reserves just now, by area: Apollo may board one (5.8)."""
    scouted: int = -1
    """The deck that is looked at: 0 crisis, 1 destination."""
    reason: int = -1
    """How the match ended: index into `ending.REASONS`."""

    FIGURES: ClassVar = derived_fields.FIGURES

    def seen(self, viewer: int) -> Self:
        """Return what a viewer may know; by an option (6.8) only the uppermost card of each discard pile."""
        new = State.seen(self, viewer)
        if self.rules.top_discard_only:
            decks = (new.crisis, new.supers, new.quorum)
            for pile in (*new.skill_discards, *(deck.discards for deck in decks)):
                pile.cards = pile.cards[-1:]
        return new

    # What is written otherwise than it is kept

    def basestar_tokens(self, area: int) -> list[list[int]]:
        """Return the damage tokens of each basestar in an area."""
        return [list(one[1:]) for one in self.basestars if one[0] == area]

    def in_play(self) -> list[Staying]:
        """Return the cards that stay in play."""
        rows = [Staying(card, UNKNOWN) for card in self.crises_in_play.cards]
        rows += [Staying(len(names.CRISES) + card, UNKNOWN) for card in self.supers_in_play.cards]
        first = len(names.CRISES) + len(names.SUPER_CRISES)
        return rows + [Staying(first + card, self.holders[card]) for card in self.quorum_attached.cards]

    def own_quorum(self) -> list[int] | None:
        """Return the Quorum cards in hand, which the President sees."""
        return self.quorum_hand.cards if self.viewer in (ALL, self.president) else None

    def own_loyalty(self, seat: int) -> list[int] | None:
        """Return a seat's loyalty cards that lie face down, for itself."""
        return sorted(self.loyalty[seat].cards) if self.viewer in (ALL, seat) else None

    def has_super(self, seat: int) -> int:
        """Tell whether a seat holds a Super Crisis."""
        return int(len(self.super_hands[seat]) > 0)

    def attached(self, seat: int) -> list[int]:
        """Return the Quorum cards attached to a seat."""
        return [card for card, holder in enumerate(self.holders) if holder == seat]

    # What follows from it

    def running(self) -> Check:
        """Return the check under way."""
        assert self.check is not None
        return self.check

    def decks(self) -> list[tuple[Enum, Deck]]:
        """Return the decks but those of skill cards, with the kinds of their cards, which name them."""
        return [
            (names.CRISIS, self.crisis),
            (names.DESTINATION, self.destination),
            (names.QUORUM, self.quorum),
            (names.SUPER_CRISIS, self.supers),
        ]

    def humans(self) -> list[int]:
        """1.1: the players who are no revealed Cylons, hidden ones included."""
        return [seat for seat in range(self.seats) if not self.revealed[seat]]

    def seat_of(self, character: int) -> int:
        """Return the seat of a character whose sheet works, or -1: not in play, or a revealed Cylon."""
        if character not in self.characters:
            return -1
        seat = self.characters.index(character)
        return -1 if self.revealed[seat] else seat

    def is_character(self, seat: int, character: int) -> bool:
        """Tell whether a seat plays a character whose sheet works."""
        return self.characters[seat] == character and not self.revealed[seat]

    def mix(self, zone: Zone) -> None:
        """Forget who knows which skill card of a zone: all skill cards in the dark stay one group."""
        size = len(zone.cards)
        zone.masks = [zone.sees] * size
        zone.groups = [SKILL_GROUP] * size
        if zone.ordered:
            zone.cards.sort()

    def clockwise(self, first: int) -> list[int]:
        """Return all seats from one on."""
        return [(first + turn) % self.seats for turn in range(self.seats)]

    def piloting(self, seat: int) -> bool:
        """Tell whether a seat is in a viper."""
        return names.SPACE <= self.at[seat] < names.OFF

    def area_of(self, seat: int) -> int:
        """Return the area of a pilot's viper."""
        return self.at[seat] - names.SPACE

    def pilots_in(self, area: int) -> list[int]:
        """Return the seats whose vipers are in an area."""
        viper = names.SPACE + area
        return [seat for seat, at in enumerate(self.at) if at == viper]

    def land(self) -> int:
        """9.15, 14.3: all pilots go to the Hangar Deck, their vipers to Reserves by themselves; return how many."""
        pilots = [seat for seat in range(self.seats) if self.piloting(seat)]
        for seat in pilots:
            self.at[seat] = names.HANGAR_DECK
        return len(pilots)

    def on_galactica(self, seat: int) -> bool:
        """10.6: in a location of Galactica, not in space."""
        return self.at[seat] in GALACTICA

    def in_brig(self, seat: int) -> bool:
        """Tell whether a seat is in the Brig."""
        return self.at[seat] == names.BRIG

    def reserves(self) -> int:
        """Return the undamaged vipers in Reserves."""
        away = sum(self.vipers) + sum([names.SPACE <= at < names.OFF for at in self.at])
        return names.VIPERS - self.vipers_damaged - self.vipers_destroyed - away

    def units(self, unit: int) -> list[int]:
        """Return how many raiders, heavy raiders or unmanned vipers each area holds, or centurions each space."""
        if unit == names.RAIDER:
            return self.raiders
        if unit == names.HEAVY:
            return self.heavies
        return self.vipers if unit == names.VIPER else self.boarding

    def supply(self, unit: int) -> int:
        """16.6: how many units of a kind can be placed; vipers come from Reserves, civilian ships from their pile."""
        if unit == names.VIPER:
            return self.reserves()
        if unit == names.CIVILIAN:
            return len(self.civilian_pile)
        return names.SUPPLY[unit] - (len(self.basestars) if unit == names.BASESTAR else sum(self.units(unit)))

    def basestars_in(self, area: int) -> list[int]:
        """Return the places in `basestars` of those in an area."""
        return [place for place, row in enumerate(self.basestars) if row[0] == area]


Table: TypeAlias = table.Table[Battlestar]
"""The table at which this game is played, as its rules see it."""
