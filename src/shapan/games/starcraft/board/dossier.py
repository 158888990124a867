"""The dossiers: orders shown, battles, technologies, combat cards and events of each seat; how near it is to winning.

All of it lies open to everybody. There are no sides to suspect: causes are for stopping a seat, or for sparing it.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from shapan.engine.dossier import FOR, SIGN, Cause, Dossier, Entry, Recorder, logged
from shapan.engine.moment import EventHistory
from shapan.engine.scene import Phrase
from shapan.games.starcraft import events, formulas, names
from shapan.games.starcraft.events import EVENTS
from shapan.games.starcraft.rules import ending
from shapan.games.starcraft.rules.execution import BUILDS, MOBILIZES
from shapan.games.starcraft.rules.planning import FIRST_SPECIAL
from shapan.games.starcraft.state import StarCraft

_OFTEN: Final = 3
"""Attacks on one seat that are told as a cause."""
_CALM: Final = 4
"""The round from which it is told that somebody has attacked nobody."""
_KINDS: Final = ("build", "mobilize", "research", "special")


def order(told: EventHistory) -> Iterable[Entry]:
    """SC-3.1: an order that was shown, counted by its kind."""
    shown = told.now.open[1]
    kind = "build" if shown in BUILDS else "mobilize" if shown in MOBILIZES else "research"
    for entry in _ORDERS(told):
        entry.marks = {kind: 1, "special": int(shown >= FIRST_SPECIAL)}
        yield entry


def attack(told: EventHistory) -> Iterable[Entry]:
    """SC-9.1: an attack, in the dossiers of both sides."""
    for entry in _ATTACKS(told):
        if entry.seat == told.now.open[0]:
            entry.marks = {"attacks": 1, f"on{told.now.open[1]}": 1}
        yield entry


def held(told: EventHistory) -> Iterable[Entry]:
    """SC-9.11: who holds the area after a battle."""
    attacked = told.last(events.ATTACKED)
    if told.now.open[1] >= 0 and attacked is not None:
        line = logged(EVENTS, "battles", "holder")
        for entry in line(told):
            entry.marks = {"held": 1}
            yield entry


_ORDERS: Final = logged(EVENTS, "orders")
_ATTACKS: Final = logged(EVENTS, "battles", "seat", "defender")
_DEATHS: Final = (events.KILLED, events.LOST_TO_CARD, events.SPLASHED, events.LOST_AT_START, events.LOST_IN_RETREAT)

DOSSIERS: Final[dict[int, Recorder]] = {
    events.REVEALED: order,
    **dict.fromkeys((events.EVENT_INSTEAD, events.EVENT_OBSTRUCTED), logged(EVENTS, "orders", drawn=1)),
    events.ATTACKED: attack,
    events.HELD: held,
    **dict.fromkeys(_DEATHS, logged(EVENTS, "battles", lost=1)),
    **dict.fromkeys((events.SHOWN, events.REPLACED), logged(EVENTS, "combat", shown=1)),
    events.ABILITY_USED: logged(EVENTS, "combat"),
    **dict.fromkeys((events.TECHNOLOGY_BOUGHT, events.BUILDING_BUILT, events.MODULE_BUILT), logged(EVENTS, "growth")),
    **dict.fromkeys((events.BASE_BUILT, events.BASE_LANDED, events.BASE_LOST), logged(EVENTS, "growth")),
    **dict.fromkeys((events.FORCED, events.DEPLETED), logged(EVENTS, "growth")),
    events.SCORED: logged(EVENTS, "points"),
    events.GAINED_POINTS: logged(EVENTS, "points"),
    events.EVENT_PLAYED: logged(EVENTS, "events"),
    events.SABOTAGED: logged(EVENTS, "events", "seat", "target"),
}


# What it comes to


def sum_up(view: StarCraft, dossiers: list[Dossier]) -> None:
    """Sum up: orders by kind, battles, how near the seat is to points and to its special victory."""
    for dossier in dossiers:
        marks = dossier.take_marks()
        seat = dossier.seat
        orders = {name: marks.get(name, 0) for name in _KINDS}
        battles = {name: marks.get(name, 0) for name in ("attacks", "held", "lost")}
        dossier.sums = [Phrase("dossier.sum_orders", orders), Phrase("dossier.sum_battles", battles)]
        if view.factions[seat] < 0 or not view.is_in(seat):
            continue
        have, need = ending.progress(view, seat)
        if need and not view.rules.no_specials and not view.rules.galactic_conquest:
            stage = formulas.stage(view)
            words = {
                "special": {"term": f"special.{names.SPECIALS[view.factions[seat]]}"},
                "have": have,
                "need": need,
                "stage": {"term": f"stage.{names.STAGES[stage]}"},
            }
            when = "" if stage == names.STAGE_III else "_early" if have >= need else "_later"
            dossier.sums.append(Phrase(f"dossier.sum_special{when}", words))
        target = formulas.target(view, seat)
        dossier.weight = SIGN * 3 * view.points[seat] // max(1, target) + SIGN * (bool(need) and have >= need)
        dossier.causes = [*_causes(view, seat, marks, battles["attacks"])]


def _causes(view: StarCraft, seat: int, marks: dict[str, int], attacks: int) -> Iterable[Cause]:
    have, need = ending.progress(view, seat)
    special = need and not view.rules.no_specials and not view.rules.galactic_conquest
    if special and have >= need and view.round > 1:
        counts = formulas.stage(view) == names.STAGE_III
        key = "cause.special" if counts else "cause.special_early"
        yield Cause("special", Phrase(key), None if counts else Phrase("cause_own.special"))
    most = max(view.points[other] for other in view.living())
    if view.points[seat] == most > 0:
        words = {"points": view.points[seat], "target": formulas.target(view, seat)}
        yield Cause("leads", Phrase("cause.leads", words), Phrase("cause_own.leads"))
    on = {int(key.removeprefix("on")): number for key, number in marks.items() if key.startswith("on")}
    whom = max(on, key=lambda other: (on[other], -other), default=-1)
    if whom >= 0 and on[whom] >= _OFTEN:
        yield Cause("attacks", Phrase("cause.attacks", {"other": {"seat": whom}, "times": on[whom]}))
    if not attacks and view.round >= _CALM:
        yield Cause("calm", Phrase("cause.calm"), Phrase("cause_own.calm"), FOR)
