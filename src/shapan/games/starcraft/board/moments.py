"""Moments: battles skirmish by skirmish, bases that fall, players that are out, events that are played."""
# Stays plain: draws for people

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from shapan.engine.dossier import phrase_of
from shapan.engine.kinds import UNKNOWN
from shapan.engine.moment import Beat, EventHistory, Maker, Moment, Note, VisibleEvent
from shapan.engine.phrases import inner, say
from shapan.engine.scene import Comparison, Duel, Fact, Phrase, Piece, Side, Stand
from shapan.games.starcraft import cards, events, names
from shapan.games.starcraft.board.pieces import BASE_GLYPH
from shapan.games.starcraft.board.prints import combat_card, event_card
from shapan.games.starcraft.board.words import unit_of
from shapan.games.starcraft.events import EVENTS

_DEATHS: Final = (events.KILLED, events.LOST_TO_CARD)
_LOSSES: Final = (*_DEATHS, events.LOST_AT_START, events.SPLASHED, events.LOST_IN_RETREAT)


def words_of(seen: VisibleEvent) -> dict[str, Any]:
    """Return the words of an event by the names of its parameters."""
    return phrase_of(EVENTS, seen).words


# SC-9: battles


@dataclass(slots=True)
class Fought:
    """A skirmish as it was told; attacker first."""

    units: list[int]
    laid: list[list[int]] = field(default_factory=lambda: [[], []])
    values: list[tuple[int, int]] = field(default_factory=lambda: [(UNKNOWN, UNKNOWN)] * 2)
    """Final attack and health, -1 where nobody was opposed."""
    fell: list[bool] = field(default_factory=lambda: [False, False])


def fought_in(seen: list[VisibleEvent], seats: list[int]) -> list[Fought]:
    """Return the skirmishes of a battle from what was told of it, in the order in which they were numbered."""
    found: dict[int, Fought] = {}
    now = UNKNOWN
    for one in seen:
        if one.kind == events.PAIRED:
            found[one.open[0]] = Fought([one.open[1], one.open[2]])
        elif one.kind in (events.SHOWN, events.REPLACED) and one.open[1] in found:
            now, side = one.open[1], seats.index(one.open[0])
            if one.kind == events.REPLACED:
                found[now].laid[side].clear()
            found[now].laid[side].append(one.open[2])
        elif one.kind == events.COMPARED and now in found:
            found[now].values[seats.index(one.open[0])] = (one.open[2], one.open[3])
        elif one.kind in _DEATHS and now in found:
            side = seats.index(one.open[0])
            found[now].fell[side] = found[now].fell[side] or one.open[1] == found[now].units[side]
    return [found[number] for number in sorted(found)]


def battle(told: EventHistory) -> Moment | None:
    """SC-9.11: who fought whom where, each skirmish with its cards, who holds the area; it stays as evidence.

    The sides say nothing of losses: they are read while the cards still lie face down.
    """
    attack = told.last(events.ATTACKED)
    if attack is None:
        return None
    seats = [attack.open[0], attack.open[1]]
    holder = told.now.open[1]
    seen = [*told.before(events.ATTACKED)][::-1]
    rows = fought_in(seen, seats)
    lost = [sum(one.kind in _LOSSES and one.open[0] == seat for one in seen) for seat in seats]
    words = {
        **words_of(attack), "holder": {"seat": holder}, "lost": lost[0], "their_lost": lost[1], "number": len(rows),
    }  # fmt: skip
    verdict = Beat(
        Phrase("moment.battle_held" if holder >= 0 else "moment.battle_nobody", words),
        Phrase("moment.battle_losses", words),
        _tone(told, seats, holder),
    )
    sides = [
        Side(say("side", name), None, seat, won=holder == seat)
        for name, seat in zip(("attacker", "defender"), seats, strict=True)
    ]
    return Moment(
        "fight",
        [
            Beat(Phrase("moment.battle", words)),
            Beat(Phrase("moment.battle_cards", words)),
            verdict,
        ],
        min(1_800, 600 + 400 * max(2, len(rows))),
        "SC-9.11",
        seats,
        duel=Duel(sides, rule="SC-9.7", lanes=[_lane(one, place, seats) for place, one in enumerate(rows)]),
        compares=bool(rows),
        notes=[Note(Phrase("moment.then"), phrase_of(EVENTS, one)) for one in seen if one.kind == events.SPLASHED][:4],
    )


def _tone(told: EventHistory, seats: list[int], holder: int) -> str:
    if told.viewer not in seats or holder < 0:
        return ""
    return "good" if told.viewer == holder else "bad"


def _lane(one: Fought, number: int, seats: list[int]) -> Duel:
    """Return a skirmish: front-line units with their cards, attack against health, who fell."""
    sides = []
    for side, seat in enumerate(seats):
        attack, health = one.values[side]
        parts = [Fact("health", say("label", "health"), health, glyph="b-defend")] if health >= 0 else []
        pieces = [combat_card(f"moment{number}.{side}.{at}", card, seat) for at, card in enumerate(one.laid[side])]
        value = attack if attack >= 0 else None
        sides.append(Side(unit_of(one.units[side]), value, seat, parts, one.fell[1 - side], pieces))
    key = ("both_live", "defender_falls", "attacker_falls", "both_fall")[2 * one.fell[0] + one.fell[1]]
    first, second = (inner(unit_of(unit)) for unit in one.units)
    return Duel(
        sides,
        weighs=[_weighed(one, side) for side in (0, 1)] if min(min(pair) for pair in one.values) >= 0 else [],
        verdict=say("board", key, one=first, other=second),
        rule="SC-9.7.6",
        title=say("board", "skirmish", number=number + 1),
    )


def _weighed(one: Fought, side: int) -> Comparison:
    """SC-9.7.5: return the attack of a side against the health of the other."""
    mine, foe = (inner(unit_of(one.units[place])) for place in (side, 1 - side))
    falls, lives = (say("board", key, foe=foe) for key in ("foe_falls", "foe_lives"))
    return Comparison(
        say("board", "attack_of", unit=mine), say("board", "health_of", unit=foe), falls, lives,
        [Stand(one.values[side][0])], met=Stand(one.values[1 - side][1]), equal=True,
        verdict=falls if one.fell[1 - side] else lives,
    )  # fmt: skip


# SC-11.1, SC-12.5: what falls


def base_lost(told: EventHistory) -> Moment:
    """SC-11.1: a base falls to the units in its area."""
    seat, area = told.now.open
    words = words_of(told.now)
    falls = Beat(phrase_of(EVENTS, told.now), Phrase("moment.base_text", words), "bad" if told.viewer == seat else "")
    piece = Piece("moment.base", "plate", BASE_GLYPH, Phrase(f"area.{names.AREAS[area]}"), owner=seat)
    return Moment("loss", [Beat(Phrase("moment.base", words)), falls, falls], 1_400, "SC-11.1", [seat], pieces=[piece])


def eliminated(told: EventHistory) -> Moment:
    """SC-12.5: a player has neither bases nor units left; it waits for him."""
    seat = told.now.open[0]
    words = words_of(told.now)
    out = Beat(phrase_of(EVENTS, told.now), Phrase("moment.out_text", words), "bad" if told.viewer == seat else "")
    return Moment(
        "loss", [Beat(Phrase("moment.out", words)), out, out], 1_800, "SC-12.5", [seat], waits=told.viewer == seat
    )


# SC-11.8: events


def event(told: EventHistory) -> Moment:
    """SC-11.8: an event card is played, and what comes of it."""
    seat, card = told.now.open
    words = words_of(told.now)
    word = cards.EVENTS[card]
    text = Phrase(f"event_text.{word}")
    following = next(told.after(), None)
    follows = phrase_of(EVENTS, following) if following is not None and following.kind in _EFFECTS else None
    last = Beat(phrase_of(EVENTS, told.now), follows or text)
    return Moment(
        "reveal",
        [Beat(Phrase("moment.event", words)), Beat(phrase_of(EVENTS, told.now), text), last],
        1_400,
        "SC-11.8",
        [seat],
        pieces=[event_card("moment.card", card)],
    )


_EFFECTS: Final = (
    events.GAINED_POINTS, events.GAINED_WORKERS, events.UNIT_LANDED, events.TRANSPORT_LANDED, events.BASE_LANDED,
    events.RESTORED, events.SHIFTED, events.SABOTAGED, events.TECHNOLOGY_BOUGHT,
)  # fmt: skip
MOMENTS: Final[dict[int, Maker]] = {
    events.HELD: battle,
    events.BASE_LOST: base_lost,
    events.ELIMINATED: eliminated,
    events.EVENT_PLAYED: event,
}
LANDMARKS: Final = (
    "won_by_points", "won_specially", "end_reached", "last_left", "capped", "eliminated", "base_lost", "attacked",
    "technology_bought", "event_played", "base_built",
)  # fmt: skip
