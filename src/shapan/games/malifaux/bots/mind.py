"""What a seat makes of its view: what models, cards and stones are worth to it, and what it costs to lose them.

The measure is a soulstone, which is about what a point of damage is worth. Nothing but the view is read.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.ratings import Ratings
from shapan.games.malifaux import formulas, melee, names, roster
from shapan.games.malifaux.bots.card_profiles import LORE, Lore
from shapan.games.malifaux.bots.goals import POINT, Goal, assigned, goals_of
from shapan.games.malifaux.bots.kept import kept
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.odds import flips
from shapan.games.malifaux.rules import strategies
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux

if TYPE_CHECKING:
    from shapan.games.malifaux.bots.fighting import Blow

CLOSE: Final = 10
"""So much further than it says, in u, a reach goes: places are rounded."""
HEALTH_SHARE: Final = 0.7
"""What all Health of a model is worth of it; the rest goes with its death."""
TO_LIVE: Final = 0.3
LASTING: Final = 0.7
"""What of the worth of a model lies in the activations that it still has; the rest in being there at the end."""
STONE: Final = 1.2
"""What a soulstone is worth in the hand while much of the match is left: each is spent where it counts most."""
CARD_WORTHS: Final[tuple[float, ...]] = (
    0.0, 0.05, 0.05, 0.08, 0.1, 0.15, 0.3, 0.4, 0.55, 0.75, 1.0, 1.4, 1.7, 2.0, 2.8,
)  # fmt: skip
"""By value, what a card is worth in a hand that has all its turn before it."""
SPARE: Final = 0.25
"""What of that is left when all models have activated: six new cards come, and six may stay."""


class Mind:
    """The judgement of one view for one seat; parts are worked out when they are asked for."""

    def __init__(self, view: Malifaux, seat: int) -> None:
        self.view, self.seat, self.foe = view, seat, 1 - seat
        self.own, self.foes = view.up(seat), view.up(1 - seat)
        self.kept: dict[Any, Any] = {}
        """What other parts have worked out for this view, by a key of theirs."""
        self.blows: dict[tuple[int, int, int], Blow] = {}
        self._losses: dict[tuple[int, float], float] = {}
        self._strides: dict[int, int] = {}

    # What is left of the match

    @cached_property
    def turns_left(self) -> int:
        """The turns that are still to come, this one not among them."""
        return max(0, self.view.rules.turns - max(1, self.view.turn))

    def ready(self, seat: int) -> list[int]:
        """Return the models of a seat that can still be activated in this turn."""
        view = self.view
        now = view.activation.model if view.activation is not None else UNKNOWN
        return [one for one in view.in_play(seat) if not view.models.activated[one] and one != now]

    @cached_property
    def fresh(self) -> float:
        """The share of models that have not activated in this turn: 1 at its beginning, 0 at its end."""
        there = self.view.in_play()
        return (len(self.ready(0)) + len(self.ready(1))) / max(1, len(there))

    @cached_property
    def left(self) -> float:
        """The share of the match that is still to come."""
        return (self.turns_left + self.fresh) / max(1, self.view.rules.turns)

    # Models

    def lore(self, model: int) -> Lore:
        """Return what is known of the card of a model."""
        return LORE[self.view.models.cards[model]]

    def worth(self, model: int) -> float:
        """Return what a model is worth to its crew: by its cost, the less the fewer activations it has left."""
        cost = formulas.cost(self.view, model) + 2.0
        return cost * (1.0 - LASTING + LASTING * self.left)

    def stride(self, model: int) -> int:
        """Return how far a model walks, in u."""
        if model not in self._strides:
            self._strides[model] = formulas.stat(self.view, model, names.MV) * INCH
        return self._strides[model]

    def loss(self, model: int, damage: float) -> float:
        """Return what it is worth to the other side that a model suffers so much damage."""
        key = (model, damage)
        if key not in self._losses:
            self._losses[key] = self._loss(model, damage)
        return self._losses[key]

    def _loss(self, model: int, damage: float) -> float:
        rows, view = self.view.models, self.view
        health, most = rows.health[model], formulas.max_health(view, model)
        if health <= 0 or damage <= 0:
            return 0.0
        if self.lore(model).hard_to_kill and health >= 2:
            damage = min(damage, health - 1)
        whole, lost = self.worth(model), min(damage, float(health))
        found = HEALTH_SHARE * whole * lost / most
        if damage >= health:
            found += TO_LIVE * whole + self.death(model)
        return found + self.halved(model, health, health - lost, most)

    @kept
    def death(self, model: int) -> float:
        """Return what it is worth beside that, in points, that a model is killed."""
        view, found = self.view, 0.0
        side = view.models.sides[model]
        if strategies.is_ignored(view, model):
            return 0.0
        if view.strategy == names.RECKONING:
            found += self._reckoned(model, 1 - side)
        elif view.strategy == names.TURF_WAR and view.marker_list(names.STRATEGY_MARKER, side):
            found += 0.1 * POINT
        elif view.strategy == names.PLANT_EXPLOSIVES:
            found += 0.15 * POINT * view.token(model, names.EXPLOSIVE)
        if side == self.seat:
            return found + self._missed(model)
        return found + sum(self._avenged(model, place) for place in range(len(view.schemes[self.seat].cards)))

    def _reckoned(self, model: int, killer: int) -> float:
        """MFX-14.4: what a kill counts for Reckoning, by how many are still needed in this turn."""
        view = self.view
        if view.strategy_points[killer] >= strategies.MAX_POINTS or (view.turn < 2 and not view.rules.scores_at_once):
            return 0.0
        counts = (
            3
            if view.models.leaders[model]
            else strategies.WORTH.get(roster.MODELS[view.models.cards[model]].station, 1)
        )
        missing = view.strategy_points[killer] + 1 - view.killed_cost[killer]
        if missing <= 0:
            return 0.0
        return POINT * (1.0 if counts >= missing else 0.6 * counts / missing)

    def _missed(self, model: int) -> float:
        """Return what an own model is needed for by an own scheme."""
        row = self.view.schemes[self.seat]
        needed = any(row.marks[OWN_PICK][place] == model for place in range(len(row.cards)))
        return 0.6 * POINT if needed else 0.0

    def _avenged(self, model: int, place: int) -> float:
        """Return what the death of an enemy does for the player's scheme at a place."""
        view, seat, row = self.view, self.seat, self.view.schemes[self.seat]
        scheme, shown = row.cards[place], bool(view.revealed[seat] >> place & 1)
        picked = row.marks[ENEMY_PICK][place] == model
        if scheme == names.ASSASSINATE and view.models.leaders[model]:
            return 0.9 * POINT
        if scheme == names.VENDETTA and picked:
            return (0.9 if shown else 0.4) * POINT
        if scheme in (names.TAKE_PRISONER, names.DELIVER_MESSAGE) and picked:
            return -0.8 * POINT
        if scheme == names.DIG_GRAVES and not shown and view.turn > 1 and self.lies_near(model, names.SCHEME_MARKER, 1):
            return 0.9 * POINT
        return 0.0

    def halved(self, model: int, before: float, after: float, most: int) -> float:
        """Return what it is worth for own schemes that an enemy comes to half its Health (Assassinate, Vendetta)."""
        if not 2 * after <= most < 2 * before or self.view.models.sides[model] == self.seat:
            return 0.0
        view, row, found = self.view, self.view.schemes[self.seat], 0.0
        for place, scheme in enumerate(row.cards):
            if view.revealed[self.seat] >> place & 1:
                continue
            if scheme == names.ASSASSINATE and view.models.leaders[model]:
                found += 0.7 * POINT
            now = view.activation.model if view.activation is not None else UNKNOWN
            if scheme == names.VENDETTA and row.marks[ENEMY_PICK][place] == model and row.marks[OWN_PICK][place] == now:
                found += 0.8 * POINT if view.turn > 1 and after > 0 else 0.0
        return found

    def lies_near(self, model: int, type_: int, inches: int) -> bool:
        """Tell whether an own marker of a type lies within so many inches of a model."""
        view = self.view
        return any(
            formulas.is_near_marker(view, model, marker, inches * INCH) for marker in view.marker_list(type_, self.seat)
        )

    # Cards and stones

    @cached_property
    def decks(self) -> list[flips.Row]:
        """By seat, what it can turn up."""
        return [flips.deck_of(self.view, seat) for seat in (0, 1)]

    def card(self, card: int) -> float:
        """Return what a card is worth in the hand."""
        return CARD_WORTHS[names.VALUE[card]] * (SPARE + (1.0 - SPARE) * self.fresh) * min(1.0, 0.3 + self.left)

    @cached_property
    def stone(self) -> float:
        """What a soulstone is worth that is kept."""
        stones = self.view.stones[self.seat]
        plenty = stones / max(1.0, 2.0 * (self.turns_left + self.fresh))
        return STONE * min(1.0, 3.0 * self.left) / max(1.0, plenty)

    @cached_property
    def cheapest(self) -> float:
        """What the cheapest card of the hand is worth."""
        return min([self.card(card) for card in self.view.hands[self.seat].cards], default=9.0)

    @kept
    def suited(self, seat: int, suit: int) -> float:
        """Return how likely the next card of a seat bears a suit."""
        return flips.holds_suit(self.view, seat, suit)

    # Goals

    @cached_property
    def goals(self) -> list[Goal]:
        """What there is to do for strategy and schemes."""
        return goals_of(self)

    @cached_property
    def tasks(self) -> dict[int, list[Goal]]:
        """By own model, the goals that are its own."""
        return assigned(self)

    def gap(self, one: int, other: int) -> float:
        """Return the distance of two bases, in u."""
        rows = self.view.models
        return self.gap_from(one, rows.xs[one], rows.ys[one], other)

    def gap_from(self, one: int, x: int, y: int, other: int) -> float:
        """Return how far a model would be from another if it stood somewhere, in u."""
        rows = self.view.models
        dx, dy = x - rows.xs[other], y - rows.ys[other]
        return float(max(0.0, (dx * dx + dy * dy) ** 0.5 - rows.radii[one] - rows.radii[other]))

    def is_held(self, model: int, x: int, y: int, enemies: Iterable[int]) -> bool:
        """Tell whether one of some enemies would engage a model that stood somewhere, by distance."""
        for one in enemies:
            reach = self.lore(one).reach
            if reach >= 0 and self.gap_from(model, x, y, one) <= reach + CLOSE:
                return True
        return False

    @cached_property
    def rival(self) -> Mind:
        """What the other seat may make of the same view: its strategy, and of its schemes those that are known."""
        return Mind(self.view, self.foe)

    @cached_property
    def engaged(self) -> set[int]:
        """The models that an enemy engages."""
        return {model for model in self.view.up() if melee.is_engaged(self.view, model)}


RATE: Final[Ratings[Malifaux, Mind]] = Ratings(Mind)
