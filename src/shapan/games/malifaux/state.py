"""What lies on the table of Malifaux, and who sees it (section 6). How it is written (13) stands in `written.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from shapan.engine.deck import hidden, open_row, own
from shapan.engine.fact import NOBODY, OPENLY, by_seat, fact, part
from shapan.engine.kinds import UNKNOWN, Enum
from shapan.engine.marked_zone import KNOWERS, MarkedZone, Marker
from shapan.engine.state import State
from shapan.engine.view import Record
from shapan.engine.zone import Zone
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.geometry.disc import Bases
from shapan.games.malifaux.geometry.sight import Field
from shapan.games.malifaux.geometry.terrain import Ground
from shapan.games.malifaux.ground import Map
from shapan.games.malifaux.records import (
    CONDITION_COUNT,
    TOKEN_COUNT,
    Activation,
    Blow,
    Choice,
    Duel,
    Flip,
    Markers,
    Rows,
)
from shapan.games.malifaux.ruleset import Ruleset
from shapan.games.malifaux.static_cache import Lasting, Roll, Standing

STEPS: Final = (
    "scenario", "zone", "leader", "hire", "deploy", "schemes", "explosives", "discard", "draw", "stone_draw",
    "initiative", "start_effects", "pass_tokens", "activation", "action", "effect", "end", "score", "final",
)  # fmt: skip
(
    SCENARIO, ZONE, LEADER, HIRE, DEPLOY, SCHEMES, EXPLOSIVES, DISCARD, DRAW, STONE_DRAW, INITIATIVE, START_EFFECTS,
    PASS_TOKENS, ACTIVATION, ACTION, EFFECT, END, SCORE, FINAL,
) = range(len(STEPS))  # fmt: skip

PICK: Final = names.MODEL
SCHEME_ROW: Final = (Marker("own", PICK, UNKNOWN, KNOWERS), Marker("enemy", PICK, UNKNOWN, KNOWERS))
"""MFX-15: beside a scheme lie its secret picks: a model of one's own, one of the enemy's."""
OWN_PICK, ENEMY_PICK = range(len(SCHEME_ROW))


def scheme_row(seat: int) -> MarkedZone:
    """Return the place of a seat's schemes, which it alone sees."""
    return MarkedZone(SCHEME_ROW, 1 << seat)


@dataclass(slots=True, eq=False)
class Malifaux(State):
    """One match."""

    MAX_SEATS: ClassVar[int] = names.SEATS

    rules: Ruleset = fact(Record(Ruleset), start=None, sees=OPENLY)
    step: int = fact(Enum(STEPS, "step"), start=SCENARIO)
    turn: int = fact(names.TURN, start=0)
    active: int = fact(names.SEAT, start=0)
    attacker: int = fact(names.SEAT, start=0)
    initiative: int = fact(names.SEAT, start=0)
    lower: int = fact(names.SEAT, start=0)
    """MFX-10.10: the seat with the lower zone."""
    deployment: int = fact(names.DEPLOYMENT, start=0)
    strategy: int = fact(names.STRATEGY, start=names.RECKONING)
    pool: list[int] = fact(start=())

    # The table

    map: Map = fact(start=Map)
    gone: int = fact(start=0)
    """MFX-8.26: the pieces that were removed, as a mask."""
    models: Rows = fact(start=Rows)
    markers: Markers = fact(start=Markers)
    adversaries: list[tuple[int, ...]] = fact(start=())
    """MFX-12.9: model and word (`roster.WORDS`) of the condition Adversary."""
    lasting: list[tuple[int, ...]] = fact(start=())
    """Model, effect, when it ends, whose effect it is: what an action or trigger has left on a model."""
    used: list[tuple[int, ...]] = fact(start=())
    """MFX-12.16: what has been used in this turn: model, kind of use, number."""
    used_in_match: list[tuple[int, ...]] = fact(start=())
    upgrades: list[tuple[int, ...]] = fact(start=())
    """Crews 1: model and upgrade."""

    # Seats

    factions: list[int] = by_seat(roster.FACTION)
    leader_models: list[int] = by_seat(roster.MODEL)
    lists: list[int] = by_seat(roster.CREW_LIST)
    """Crews 3: the ready list that a seat has named, -1 for none."""
    masters: list[list[int]] = by_seat(start=lambda seat: [])
    """MFX-11.6: extra masters, as cards."""
    scheme_cards: list[Zone] = by_seat(sees=NOBODY, start=own)
    """The schemes that a seat has not chosen."""
    decks: list[Zone] = by_seat(sees=NOBODY, start=lambda seat: hidden())
    hands: list[Zone] = by_seat(start=own)
    discards: list[Zone] = by_seat(start=lambda seat: open_row())
    flipped: list[Zone] = by_seat(start=lambda seat: open_row())
    """Cards of flips that are not over."""
    tops: list[Zone] = by_seat(start=lambda seat: open_row())
    """Cards on top of the deck whose order all know, uppermost first (Rake the Eyes)."""
    down: list[Zone] = by_seat(start=own)
    """A card that somebody cheats with face down (Aura of Deception)."""
    stones: list[int] = by_seat(names.STONES, start=0)
    pass_tokens: list[int] = by_seat(names.NUMBER, start=0)
    strategy_points: list[int] = by_seat(names.POINTS, start=0)
    scheme_points: list[int] = by_seat(names.POINTS, start=0)
    schemes: list[MarkedZone] = by_seat(start=scheme_row)
    revealed: list[int] = by_seat(start=0)
    """MFX-15: of the chosen schemes, which were revealed, as a mask of their places."""
    killed_cost: list[int] = by_seat(start=0)
    """MFX-14.4: what the enemy models killed in this turn count for a seat."""
    token_bids: list[int] = by_seat(start=0)
    """MFX-7.2: pass tokens discarded for this initiative."""

    # What is under way

    activation: Activation | None = part()
    duel: Duel | None = part()
    flip: Flip | None = part()
    blow: Blow | None = part()
    choice: Choice | None = part()
    effects: list[int] = fact(start=())
    """13.1: effects that a position brings, as numbers of `roster.LASTING`."""
    chain: list[int] = fact(start=())
    """MFX-7.8: models that activate next, before the other player."""
    queue: list[int] = fact(start=())
    """Models or effects that are still to be dealt with, in order (MFX-6.17)."""

    messaged: int = fact(names.MODEL)
    """Deliver a Message: whom an Interact has just targeted."""
    graves: list[int] = fact(start=())
    """Dig Graves: the friendly scheme markers near which an enemy has just been killed."""
    avenged: list[int] = fact(start=())
    """Vendetta: the model whose activation ends, and the enemies that it has brought to half their Health."""

    scored: list[tuple[int, ...]] = fact(start=())
    """MFX-14, MFX-15: the points in their order: turn, seat, scheme (-1 for the strategy)."""

    def asked(self) -> Choice:
        """Return what the seat that is asked now may choose from."""
        assert self.choice is not None
        return self.choice

    # Where things are

    def is_up(self, model: int) -> bool:
        """Tell whether a model is on the table."""
        return self.models.radii[model] > 0

    def is_in_play(self, model: int) -> bool:
        """MFX-7.4: tell whether a model is in play: on the table, or buried."""
        return self.models.health[model] > 0

    def in_play(self, seat: int = UNKNOWN) -> list[int]:
        """Return the models in play, of one seat or of both."""
        rows = self.models
        if seat == UNKNOWN:
            return [model for model, health in enumerate(rows.health) if health > 0]
        sides = rows.sides
        return [model for model, health in enumerate(rows.health) if health > 0 and sides[model] == seat]

    def up(self, seat: int = UNKNOWN) -> list[int]:
        """Return the models on the table, of one seat or of both."""
        rows = self.models
        if seat == UNKNOWN:
            return [model for model, r in enumerate(rows.radii) if r > 0]
        sides = rows.sides
        return [model for model, r in enumerate(rows.radii) if r > 0 and sides[model] == seat]

    def are_friends(self, one: int, other: int) -> bool:
        """MFX-12.2: tell whether two models are of the same crew."""
        return self.models.sides[one] == self.models.sides[other]

    def condition(self, model: int, condition: int) -> int:
        """Return the value of a condition of a model, 1 for one without a value, 0 where it has it not."""
        return self.models.conditions[model * CONDITION_COUNT + condition]

    def token(self, model: int, token: int) -> int:
        """Return how many of a token a model holds."""
        return self.models.tokens[model * TOKEN_COUNT + token]

    def standing(self) -> Standing:
        """Return how the models stand, with what follows from that (MFX-13)."""
        rows, memo = self.models, self.map.memo
        known = memo.standing
        field, sides = known.field, known.sides
        bases, ground = field.bases, self.ground()
        if (
            bases.x == rows.xs
            and bases.y == rows.ys
            and bases.r == rows.radii
            and bases.lift == rows.lifts
            and bases.size == rows.sizes
            and sides == rows.sides
            and field.ground is ground
            and field.models_block != self.rules.models_let_see
        ):
            return known
        bases = Bases(rows.xs[:], rows.ys[:], rows.radii[:], rows.sizes[:], rows.lifts[:])
        known = memo.standing = Standing(Field(ground, bases, not self.rules.models_let_see), rows.sides[:])
        return known

    def ground(self) -> Ground:
        """Return the terrain and the markers with traits as they lie now (MFX-13.4)."""
        return self.map.now(self.gone, self.strategy, self.markers)

    def field(self) -> Field:
        """Return the table as the geometry takes it (MFX-13), as it is now: who moves something asks again."""
        return self.standing().field

    def lasts(self) -> Lasting:
        """Return what lasts, by what it changes."""
        known = self.map.memo.lasting
        if known.rows != self.lasting:
            known = self.map.memo.lasting = Lasting(self.lasting)
        return known

    def roll(self) -> Roll:
        """Return what follows from the cards of the models."""
        known, cards = self.map.memo.roll, self.models.cards
        if known.cards != cards:
            known = self.map.memo.roll = Roll(cards)
        return known

    def marker_list(self, type_: int, owner: int | None = None) -> list[int]:
        """Return the markers of a type on the table, of an owner if one is named (-1: neutral ones)."""
        rows = self.markers
        return [
            marker
            for marker, one in enumerate(rows.types)
            if one == type_ and (owner is None or rows.owners[marker] == owner)
        ]

    def unseen(self, seat: int) -> list[int]:
        """MFX-1.1: return the cards of a seat that who has this view sees nowhere: in its deck, or in a hidden hand."""
        zones = (self.hands, self.discards, self.flipped, self.tops, self.down)
        known = {card for zone in zones for card in zone[seat].cards}
        return [card for card in range(len(names.CARDS)) if card not in known]

    def points(self, seat: int) -> int:
        """MFX-16.1: return the victory points of a seat."""
        return self.strategy_points[seat] + self.scheme_points[seat]
