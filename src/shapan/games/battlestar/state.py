"""What lies on the table of Battlestar Galactica. Cards are kinds of `names`; places are numbers of `names.PLACE`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from shapan.engine.state import State
from shapan.engine.zone import Zone
from shapan.games.battlestar import names, occasions
from shapan.games.battlestar.cards import (
    GALACTICA,
)
from shapan.games.battlestar.ruleset import Ruleset

MOST_FOULS: Final = 99
SKILL_GROUP: Final = 1
"""All skill cards share one back, so that hands and checks mix them: in the dark they are one group (see `Zone`)."""

FREE: Final = 15
"""A bound that binds nothing."""


@dataclass(slots=True, eq=False)
class Battlestar(State):
    """One match. Lists with one value a seat are by seat."""

    rules: Ruleset = field(kw_only=True)

    # The turn
    step: int = occasions.SETUP
    turn: int = 0
    """Turns begun in the match."""
    first: int = -1
    active: int = -1
    """The current player (1.2)."""
    acting: int = -1
    """Who carries out an action (1.2), or is asked in the course of one; -1 outside of actions."""
    actions: int = 0
    """Actions left in the Action step."""
    began_piloting: int = 0
    turn_over: int = 0
    """Whether a turn has just ended and the next has not begun."""
    cut: int = 0
    """Whether the turn goes straight to its end (3.8, 3.9)."""
    order_used: int = 0
    """Whether an Executive Order was played in this turn (5.5)."""
    eco_used: int = 0
    engineer_used: int = 0
    crisis_done: int = -1
    """The crisis just resolved whose icons are still to be carried out (3.5, 3.6)."""
    extra_crisis: int = 0
    """Whether one more crisis follows the Activate step (7.8)."""

    # The people
    characters: list[int] = field(default_factory=list)
    """-1 until picked."""
    at: list[int] = field(default_factory=list)
    revealed: list[int] = field(default_factory=list)
    """Whether a seat is a revealed Cylon."""
    used: list[int] = field(default_factory=list)
    """Whether the ability that works once a game is spent."""
    turns: list[int] = field(default_factory=list)
    """Turns begun by a seat."""
    president: int = -1
    admiral: int = -1
    fouls: list[int] = field(default_factory=list)
    """An open record by seat, in tenths of a card: what was put against crises, beyond what chance puts there."""

    # Dials and tracks
    dials: list[int] = field(default_factory=lambda: [8, 8, 10, 12])
    track: int = 0
    distance: int = 0
    sleeper_done: int = 0
    nukes: int = 2
    boarding: list[int] = field(default_factory=lambda: [0] * 4)

    # Space
    raiders: list[int] = field(default_factory=lambda: [0] * names.AREAS)
    heavies: list[int] = field(default_factory=lambda: [0] * names.AREAS)
    vipers: list[int] = field(default_factory=lambda: [0] * names.AREAS)
    """Unmanned vipers by area."""
    basestars: list[list[int]] = field(default_factory=list)
    """Of each basestar in space: its area, then its damage tokens."""
    basestar_pool: list[int] = field(default_factory=lambda: list(range(len(names.BASESTAR_DAMAGE))))
    damage_on: Zone = field(default_factory=Zone)
    """Damage tokens that lie on Galactica's locations."""
    damage_gone: Zone = field(default_factory=Zone)
    """Damage tokens out of the game."""
    vipers_damaged: int = 0
    vipers_destroyed: int = 0
    raptors: int = names.RAPTORS
    """Raptors in Reserves; the others are destroyed."""
    civilian_pile: Zone = field(default_factory=Zone)
    civilians: list[Zone] = field(default_factory=list)
    """Civilian ships by area, in the order in which they came."""
    civilians_lost: Zone = field(default_factory=Zone)
    damage_pool: Zone = field(default_factory=Zone)
    damage_drawn: Zone = field(default_factory=Zone)

    # Skill cards
    skill_decks: list[Zone] = field(default_factory=list)
    skill_discards: list[Zone] = field(default_factory=list)
    hands: list[Zone] = field(default_factory=list)
    destiny: Zone = field(default_factory=Zone)
    pile: Zone = field(default_factory=Zone)
    """The check face down, in the order in which cards went in; Destiny cards first."""
    shown: Zone = field(default_factory=Zone)
    """The check face up."""
    sure: list[int] = field(default_factory=list)
    """By seat and type, how many cards of the type a hand holds at least: what all can follow from open draws."""
    likely: list[int] = field(default_factory=list)
    """By seat and type, how many it holds at most; the last row is that of the Destiny deck."""
    pile_types: list[int] = field(default_factory=list)
    """By place in the pile, the mask of types that the card can be of by what all know."""

    # Crises
    crisis_top: Zone = field(default_factory=Zone)
    """Cards of the crisis deck whose place above the others is fixed, uppermost first."""
    crisis_deck: Zone = field(default_factory=Zone)
    crisis_bottom: Zone = field(default_factory=Zone)
    """Cards put under the deck, uppermost first."""
    crisis_drawn: Zone = field(default_factory=Zone)
    """Cards that somebody chooses from (Roslin, Caprica, a look)."""
    crisis_now: Zone = field(default_factory=Zone)
    crises_in_play: Zone = field(default_factory=Zone)
    crisis_discards: Zone = field(default_factory=Zone)
    super_deck: Zone = field(default_factory=Zone)
    super_top: Zone = field(default_factory=Zone)
    super_bottom: Zone = field(default_factory=Zone)
    super_hands: list[Zone] = field(default_factory=list)
    super_now: Zone = field(default_factory=Zone)
    supers_in_play: Zone = field(default_factory=Zone)
    super_discards: Zone = field(default_factory=Zone)

    # Quorum, destinations, loyalty
    quorum_deck: Zone = field(default_factory=Zone)
    quorum_top: Zone = field(default_factory=Zone)
    quorum_bottom: Zone = field(default_factory=Zone)
    quorum_hand: Zone = field(default_factory=Zone)
    quorum_drawn: Zone = field(default_factory=Zone)
    quorum_now: Zone = field(default_factory=Zone)
    """The Quorum card that is being carried out."""
    quorum_attached: Zone = field(default_factory=Zone)
    quorum_discards: Zone = field(default_factory=Zone)
    quorum_gone: Zone = field(default_factory=Zone)
    holders: list[int] = field(default_factory=lambda: [-1] * len(names.QUORUM_CARDS))
    """By Quorum card: the seat it is attached to, or -1."""
    destination_top: Zone = field(default_factory=Zone)
    destination_deck: Zone = field(default_factory=Zone)
    destination_bottom: Zone = field(default_factory=Zone)
    destination_drawn: Zone = field(default_factory=Zone)
    kobol: Zone = field(default_factory=Zone)
    """Destinations beside Kobol, in order."""
    loyalty_deck: Zone = field(default_factory=Zone)
    loyalty_box: Zone = field(default_factory=Zone)
    """Loyalty cards that are not in the game; nobody has seen which."""
    loyalty: list[Zone] = field(default_factory=list)
    """Loyalty cards that lie face down, in places: all see which of them somebody looks at, or is turned up."""
    loyalty_open: list[Zone] = field(default_factory=list)

    # Under way
    most_types: list[int] = field(default_factory=lambda: [FREE] * len(names.TYPES))
    """How many cards of each type may be named in the draw under way."""
    roll_of: int = occasions.NO_ROLL
    roller: int = -1
    face: int = 0
    """The number on the die before modifiers; 0 before the roll."""
    bonus: int = 0
    """Modifiers of the roll that were fixed before it."""
    planned: int = 0
    """Whether a Strategic Planning was played on it."""
    evaded: int = 0
    """How much Evasive Maneuvers takes off it."""
    roll_area: int = -1
    roll_seat: int = -1
    """The pilot who is shot at, -1 for an unmanned viper."""
    check_of: int = occasions.NO_CHECK
    check_card: int = -1
    check_seat: int = -1
    """Who is aimed at by the check of a location."""
    check_types: int = 0
    difficulty: int = 0
    partial_from: int = -1
    check_open: int = 0
    """Investigative Committee was played."""
    research: int = 0
    """Scientific Research was played."""
    ones: int = 0
    """Inspirational Leader: cards of strength 1 match."""
    void: int = -1
    """The type that Blind Devotion named."""
    forced: int = -1
    """The result that Mysterious Intuition gave: 1 pass, 0 fail."""
    emergency: int = 0
    """Declare Emergency was played."""
    modifiers: int = 0
    """Mask of the modifiers of a location's check that are used up: Tigh 1, Zarek 2."""
    put: list[int] = field(default_factory=list)
    """By seat, how many cards it has put into the check."""
    owners: list[int] = field(default_factory=list)
    """Under Investigative Committee: by place in the pile, the seat that put the card in, -1 for Destiny."""
    total: int = 0
    check_result: int = -1
    """Of the running or last check: 0 fail, 1 partial, 2 pass; -1 before."""
    last_of: int = occasions.NO_CHECK
    last_card: int = -1
    box: int = -1
    """The box of a choice that was picked: 0 A, 1 B."""
    chooser: int = -1
    at_caprica: int = 0
    """Whether the crisis is resolved inside a Cylon's action."""
    to_act: list[int] = field(default_factory=lambda: [0] * names.AREAS)
    """Raiders that have still to act, by area."""
    wanted: list[int] = field(default_factory=lambda: [0] * names.AREAS)
    """Units of one kind that a shortage leaves to be chosen among, by area."""
    fresh_raiders: int = 0
    """Raiders that the attack card under way has placed in area 5 (Besieged)."""
    placed_vipers: list[int] = field(default_factory=lambda: [0] * names.AREAS)
    """Vipers that came from Reserves just now, by area: Apollo may board one (5.8)."""
    scouted: int = -1
    """The deck that is looked at: 0 crisis, 1 destination."""
    reason: int = -1
    """How the match ended: index into `ending.REASONS`."""

    # What follows from it

    def humans(self) -> list[int]:
        """1.1: the players who are no revealed Cylons, hidden ones included."""
        return [seat for seat in range(self.seats) if not self.revealed[seat]]

    def seat_of(self, character: int) -> int:
        """Return the seat of a character whose sheet works, or -1: not in play, or a revealed Cylon."""
        for seat, other in enumerate(self.characters):
            if other == character:
                return -1 if self.revealed[seat] else seat
        return -1

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

    def kinds_in_hand(self, seat: int) -> list[int]:
        """Return the kinds of skill cards in a hand, each once; equal cards of a hand lie together."""
        kinds: list[int] = []
        last = -1
        for card in self.hands[seat].cards:
            if card != last:
                kinds.append(card)
                last = card
        return kinds

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
        return [seat for seat in range(self.seats) if self.at[seat] == names.SPACE + area]

    def on_galactica(self, seat: int) -> bool:
        """10.6: in a location of Galactica, not in space."""
        return self.at[seat] in GALACTICA

    def in_brig(self, seat: int) -> bool:
        """Tell whether a seat is in the Brig."""
        return self.at[seat] == names.BRIG

    def reserves(self) -> int:
        """Return the undamaged vipers in Reserves."""
        away = sum(self.vipers) + sum(1 for seat in range(self.seats) if self.piloting(seat))
        return names.VIPERS - self.vipers_damaged - self.vipers_destroyed - away

    def supply_of_raiders(self) -> int:
        """Return the raiders that are not in space."""
        return names.RAIDERS - sum(self.raiders)

    def supply_of_heavies(self) -> int:
        """Return the heavy raiders that are not in space."""
        return names.HEAVIES - sum(self.heavies)

    def supply_of_basestars(self) -> int:
        """Return the basestars that are not in space."""
        return names.BASESTARS - len(self.basestars)

    def supply_of_centurions(self) -> int:
        """Return the centurion tokens that are not on the track."""
        return names.CENTURIONS - sum(self.boarding)

    def basestars_in(self, area: int) -> list[int]:
        """Return the places in `basestars` of those in an area."""
        return [place for place, row in enumerate(self.basestars) if row[0] == area]
