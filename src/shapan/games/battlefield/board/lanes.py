"""The fight as a moment (BF-7.4, 7.5): both rows as they were turned, lane by lane, with the reason in numbers."""
# Stays plain: draws for people

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from shapan.engine.dossier import phrase_of
from shapan.engine.kinds import UNKNOWN
from shapan.engine.moment import Beat, EventHistory, Moment, VisibleEvent
from shapan.engine.phrases import chain, listed, say
from shapan.engine.scene import Duel, Fact, Phrase, Side
from shapan.games.battlefield import events, fight_stats, names
from shapan.games.battlefield.board.cases import cases, left_of
from shapan.games.battlefield.board.offers import land_id
from shapan.games.battlefield.board.prints import combat_card
from shapan.games.battlefield.board.telling import force
from shapan.games.battlefield.board.words import forces, joined
from shapan.games.battlefield.events import EVENTS

_SHOWN: Final = (events.REVEALED, events.UNMET)
_AFTER: Final = (events.ATTACK_CARD, events.SPECIAL, events.ATTACKED_UNIT, events.ATTACKED_LAND, events.TURN_BEGUN)
_MAX_SAID: Final = 3
"""Of more lines about what came of it the last are told."""
_FATES: Final = (events.HELPED, events.SAVED, events.DESTROYED, events.CREW_SURVIVES, events.EXPENDED, events.CAPTURED)


@dataclass(slots=True)
class Lane:
    """One position: what each side showed, -1 for nothing, and how both units changed; attacker first."""

    cards: list[int] = field(default_factory=list)
    changes: list[int] = field(default_factory=list)
    beside: list[VisibleEvent] = field(default_factory=list)
    """Plating and Zeus Shield that took part."""


@dataclass(slots=True)
class Fought:
    """A fight as it was told; attacker first."""

    seats: list[int]
    cards: list[int]
    """The cards of the two units."""
    territory: int
    lanes: list[Lane]
    laid: tuple[int, int]
    forces: tuple[int, ...]
    left: tuple[int, int]
    turned: VisibleEvent | None = None
    """How the attack was turned on the unit that fought."""
    fourth: VisibleEvent | None = None
    """Who paid for a fourth card."""
    met: tuple[int, ...] = ()
    """From where the attacker's unit came, how far, and what both brought to the fight (`standing`)."""

    def shown(self, side: int, place: int) -> list[int]:
        """Return what a side had shown before a position."""
        return [lane.cards[side] for lane in self.lanes[:place] if lane.cards[side] != names.NOTHING]

    def durability(self, place: int) -> list[int]:
        """Return the durability of both units before a position."""
        found = [self.met[2] & fight_stats.DURABILITY_MASK, self.met[3] & fight_stats.DURABILITY_MASK]
        for lane in self.lanes[:place]:
            found = [
                max(0, min(names.UNIT_DURABILITY, was + change))
                for was, change in zip(found, lane.changes, strict=True)
            ]
        return found

    def has_used(self, kind: int, side: int, place: int) -> bool:
        """Whether Plating or Zeus Shield of a side has come in before a position."""
        return any(
            seen.kind == kind and seen.open[0] == self.seats[side]
            for lane in self.lanes[:place]
            for seen in lane.beside
        )


def fought_of(told: EventHistory) -> Fought | None:
    """Return the fight that is over at an event, from what was told of it; None where its beginning is not told."""
    seen = [*told.before(events.ATTACK_CARD)][::-1]
    start = max((place for place, one in enumerate(seen) if one.kind == events.ATTACKED_UNIT), default=-1)
    rows = [place for place, one in enumerate(seen) if one.kind == events.ROWS_LAID]
    land = max((place for place, one in enumerate(seen) if one.kind == events.ATTACKED_LAND), default=-1)
    if not rows or max(start, land) < 0:
        return None
    _, card, *rest = seen[max(start, land)].open
    target, territory = (rest[0], rest[1]) if start > land else (-1, rest[0])
    turned = next((one for one in seen[max(start, land) : rows[-1]] if one.kind == events.DEFLECTED), None)
    if turned is not None:
        target, territory = turned.open[2], turned.open[3]
    if target < 0:
        return None
    lanes = list[Lane]()
    attacker, defender, *laid = seen[rows[-1]].open
    for one in seen[rows[-1] :]:
        if one.kind in _SHOWN:
            if not lanes or len(lanes[-1].cards) == 2:
                lanes.append(Lane())
            lane = lanes[-1]
            loss, gain = one.open[-2:]
            lane.cards.append(one.open[1] if one.kind == events.REVEALED else names.NOTHING)
            lane.changes.append(gain - loss)
        elif one.kind in (events.PLATED, events.SHIELD_TOSSED) and lanes:
            lanes[-1].beside.append(one)
    fourth = next((one for one in seen[max(start, land) : rows[-1]] if one.kind == events.FOURTH), None)
    forces = next((one.open for one in seen[rows[-1] :] if one.kind == events.FORCES), ())
    met = next((one.open for one in seen[rows[-1] :] if one.kind == events.MET), ())
    left = told.now.open
    return Fought(
        [attacker, defender],
        [card, target],
        territory,
        lanes,
        (laid[0], laid[1]),
        forces,
        (left[0], left[1]),
        turned,
        fourth,
        met,
    )


def fight(told: EventHistory) -> Moment | None:
    """BF-7.5: who fought whom, what was turned, who is left; it stays to be looked at as evidence.

    Said beside it: that the attack was turned on this unit, that a fourth card was paid, who helped to save whom.
    """
    one = fought_of(told)
    if one is None:
        return None
    words = _words(one)
    follows = [phrase_of(EVENTS, seen) for seen in told.after(*_AFTER) if seen.kind in _FATES]
    rows = Phrase("moment.rows", {"attacker": one.laid[0], "defender": one.laid[1]})
    turned, fourth = [phrase_of(EVENTS, seen) if seen else None for seen in (one.turned, one.fourth)]
    said = [*([turned] if turned else []), *follows]
    verdict = Beat(Phrase(f"moment.fight_{_key(one)}", words), Phrase("moment.fight_left", words), _tone(told, one))
    return Moment(
        "fight",
        [
            Beat(Phrase("moment.fight", words), turned or Phrase("moment.fight_forces", words)),
            Beat(rows, fourth),
            verdict,
        ],
        600 + 400 * max(2, len(one.lanes)),
        "BF-7.5",
        one.seats,
        joined(said[-_MAX_SAID:]) if said else None,
        duel=_duel(one, told.viewer),
        compares=True,
    )


def _duel(one: Fought, viewer: int) -> Duel:
    """Return both units with what they had and have left, and every position: lanes that were not turned stay backs."""
    sides = [
        Side(Phrase(f"card.{names.CARDS[card]}"), one.left[side], one.seats[side], _numbers(one, side))
        for side, card in enumerate(one.cards)
    ]
    for side in (0, 1):
        sides[side].won = one.left[side] > 0 == one.left[1 - side]
        if one.met:
            sides[side].was, sides[side].most = one.durability(0)[side], names.UNIT_DURABILITY
            said = fight_stats.traits(one.met[2 + side])
            sides[side].note = Phrase("moment.counts", {"traits": chain(said)}) if said else None
    lanes = [_lane(place, one) for place in range(max(len(one.lanes), *one.laid))]
    for place in range(len(one.lanes) if one.met else 0):
        lanes[place].cases = _cases(one, place, viewer)
    path = [land_id(one.met[0]), land_id(one.territory)] if one.met else []
    return Duel(sides, rule="BF-7.5", lanes=lanes, path=path)


def _cases(one: Fought, place: int, viewer: int) -> list[Duel]:
    """BF-7.5: how a position could still go for a viewer just before it was turned; his own card he knows."""
    options = [
        [one.lanes[place].cards[side]] if one.seats[side] == viewer else left_of(one.shown(side, place), one.laid[side])
        for side in (0, 1)
    ]
    used = [[one.has_used(kind, side, place) for side in (0, 1)] for kind in (events.PLATED, events.SHIELD_TOSSED)]
    coins = [bool(one.met[2 + side] & fight_stats.SHIELDED) and not used[1][side] for side in (0, 1)]
    return cases(
        (one.met[2], one.met[3]),
        one.durability(place),
        (options[0], options[1]),
        one.cards,
        one.seats,
        (used[0][0], used[0][1]),
        (coins[0], coins[1]),
    )


def _numbers(one: Fought, side: int) -> list[Fact]:
    """Return power and guard of a unit, as they were told."""
    return forces(*one.forces[2 * side : 2 * side + 2]) if one.forces else []


def _lane(place: int, one: Fought) -> Duel:
    """Return a position: what met, by which numbers it was decided, how both units changed."""
    lane = one.lanes[place] if place < len(one.lanes) else None
    sides = []
    for side, seat in enumerate(one.seats):
        card = names.NOTHING
        if place < one.laid[side]:
            card = lane.cards[side] if lane is not None and side < len(lane.cards) else UNKNOWN
        pieces = [combat_card(f"moment{side}.{place}", card, seat)] if place < one.laid[side] else []
        change = lane.changes[side] if lane is not None and side < len(lane.changes) else None
        sides.append(Side(Phrase(f"card.{names.CARDS[one.cards[side]]}"), change, seat, pieces=pieces))
    return Duel(sides, verdict=_reason(lane, one) if lane else None, title=say("board", "position", number=place + 1))


def _words(one: Fought) -> dict[str, Any]:
    power, guard, their_power, their_guard = one.forces or (0, 0, 0, 0)
    return {
        "seat": {"seat": one.seats[0]},
        "owner": {"seat": one.seats[1]},
        "card": names.CARD.phrase(one.cards[0]),
        "target": names.CARD.phrase(one.cards[1]),
        "territory": names.TERRITORY.phrase(one.territory),
        "power": force(power),
        "guard": force(guard),
        "their_power": force(their_power),
        "their_guard": force(their_guard),
        "left": one.left[0],
        "their_left": one.left[1],
    }


def _key(one: Fought) -> str:
    mine, theirs = one.left
    if not mine and not theirs:
        return "both"
    return "held" if not mine else "won" if not theirs else "even"


def _tone(told: EventHistory, one: Fought) -> str:
    mine, theirs = one.left
    if bool(mine) == bool(theirs) or told.viewer not in one.seats:
        return ""
    return "good" if (told.viewer == one.seats[0]) == bool(mine) else "bad"


def _reason(lane: Lane, one: Fought) -> Phrase | None:
    """BF-7.5.1, 7.5.3, 7.5.4: what took part beside the cards, else the two numbers that table 4.1 compares."""
    if lane.beside:
        return listed([phrase_of(EVENTS, seen) for seen in lane.beside])
    if len(lane.cards) < 2 or not one.forces or names.DEFEND_C not in lane.cards:
        return None
    for side in (0, 1):
        card = lane.cards[side]
        if lane.cards[1 - side] == names.DEFEND_C and card in (names.ATTACK_C, names.SELF_DESTRUCT_C):
            power, guard = one.forces[2 * side], one.forces[3 - 2 * side]
            if card == names.SELF_DESTRUCT_C:
                power = min(2 * power, events.UNLIMITED)
            sign = "=" if power == guard else ">" if power > guard else "<"
            reason = "twice" if card == names.SELF_DESTRUCT_C else "attack"
            return Phrase(f"moment.reason_{reason}", {"power": force(power), "sign": sign, "guard": force(guard)})
    return None
