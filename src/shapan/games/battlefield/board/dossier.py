"""The dossiers: attacks, treaties kept and broken, units seen and what hidden ones cost, cards shown; what it comes to.

All of it lies open to everybody. There are no sides to suspect: causes are for stopping a seat, or for not trusting it.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from shapan.engine.dossier import AGAINST, FOR, SIGN, Cause, Dossier, Entry, Recorder, logged
from shapan.engine.moment import EventHistory
from shapan.engine.phrases import chain
from shapan.engine.scene import Phrase
from shapan.games.battlefield import events, formulas, names
from shapan.games.battlefield.board.lanes import fought_of
from shapan.games.battlefield.events import EVENTS
from shapan.games.battlefield.records import OPEN, PAID
from shapan.games.battlefield.rules import ending
from shapan.games.battlefield.state import Battlefield

_OFTEN: Final = 3
"""Attacks on one seat that are told as a cause."""
_CALM: Final = 4
"""The round from which it is told that somebody has attacked nobody."""
_STEP: Final = SIGN // 5
"""What a territory captured weighs."""


def victim_of(told: EventHistory) -> int:
    """BF-7.3: return who is attacked, by the first answer or the rows that name him; -1 while nobody is named."""
    if told.now.kind == events.ATTACKED_LAND:
        return told.now.open[3]
    for seen in told.after(*_NEXT):
        if seen.kind == events.ROWS_LAID:
            return seen.open[1]
        if seen.kind in (events.DEFLECTED, events.NULLIFIED, events.EVADED):
            return seen.open[0]
    return -1


_NEXT: Final = (events.ATTACK_CARD, events.ATTACKED_UNIT, events.ATTACKED_LAND, events.BATTLE, events.TURN_BEGUN)
"""What begins something else."""


def attack(told: EventHistory) -> Iterable[Entry]:
    """BF-7.3: an attack, in the dossiers of who attacks and of who is attacked, where that is known."""
    seat, victim = told.now.open[0], victim_of(told)
    for entry in _ATTACKS(told):
        entry.marks = {"attacks": 1}
        if victim >= 0 and victim != seat:
            entry.marks[f"on{victim}"] = 1
            yield Entry(victim, entry.head, entry.text, entry.rule)
        yield entry


def signed(told: EventHistory) -> Iterable[Entry]:
    """BF-12.1: a treaty, counted for both."""
    for entry in _SIGNED(told):
        entry.marks = {"signed": 1}
        yield entry


def rows(told: EventHistory) -> Iterable[Entry]:
    """BF-7.5: the combat cards that both sides have shown in a fight, in their order."""
    one = fought_of(told)
    for side, seat in enumerate(one.seats if one is not None else ()):
        shown = [lane.cards[side] for lane in one.lanes if len(lane.cards) > side] if one is not None else []
        cards = [card for card in shown if card >= 0]
        if seat >= 0 and cards:
            words = {"cards": chain([names.COMBAT.phrase(card) for card in cards])}
            marks = {f"combat{card}": cards.count(card) for card in cards}
            yield Entry(seat, "combat", Phrase("dossier.row", words), "BF-7.5", marks=marks)


_ATTACKS: Final = logged(EVENTS, "attacks")
_SIGNED: Final = logged(EVENTS, "treaties", "seat", "target")
_BOMBS: Final = (events.HYDROGEN, events.NEUTRON, events.DIVINE, events.BIOCHEMICAL, events.ASSASSINATION)

DOSSIERS: Final[dict[int, Recorder]] = {
    **dict.fromkeys((events.ATTACKED_UNIT, events.ATTACKED_LAND), attack),
    events.CAPTURED: logged(EVENTS, "attacks", "seat", "loser", captures=1),
    **dict.fromkeys(_BOMBS, logged(EVENTS, "attacks", specials=1)),
    **dict.fromkeys((events.EMP, events.INTRUSION), logged(EVENTS, "attacks", "seat", "target", specials=1)),
    events.HARMED: logged(EVENTS, "attacks", "seat", "target"),
    events.PROPOSED: logged(EVENTS, "treaties", "seat", "target"),
    events.TREATY_MADE: signed,
    events.TREATY_REFUSED: logged(EVENTS, "treaties", "seat", "target"),
    events.CLAUSE_ENDED: logged(EVENTS, "treaties", "seat", "target"),
    events.GIFT: logged(EVENTS, "treaties", "seat", "target", tone=FOR),
    events.TRIBUTE: logged(EVENTS, "treaties", "seat", "partner"),
    events.HELPED: logged(EVENTS, "treaties", "seat", "owner", tone=FOR, helped=1),
    events.TORN: logged(EVENTS, "treaties", "seat", "target", tone=AGAINST, torn=1),
    **dict.fromkeys((events.PLACED, events.PLACED_HIDDEN, events.OPENED, events.TURNED), logged(EVENTS, "units")),
    **dict.fromkeys((events.DESTROYED, events.DISBANDED, events.SAVED, events.EVADED), logged(EVENTS, "units")),
    events.DEFECTED: logged(EVENTS, "units", "seat", "to"),
    events.TRADED: logged(EVENTS, "units", "seller", "buyer"),
    **dict.fromkeys(
        (events.EQUIPPED, events.REPLACED, events.PLAYED, events.RELOADED, events.DISCARDED), logged(EVENTS, "cards")
    ),
    **dict.fromkeys(
        (events.SAW_HAND, events.STOLEN, events.TRACKED, events.SABOTAGED), logged(EVENTS, "cards", "seat", "target")
    ),
    events.FIGHT_OVER: rows,
    **dict.fromkeys(events.TITLE, logged(EVENTS, "titles")),
}


# What it comes to


def sum_up(view: Battlefield, dossiers: list[Dossier]) -> None:
    """Sum up: attacks and whom they were on, treaties, what lies hidden and was paid for it, combat cards shown."""
    places = {seat: place for place, seat in enumerate(ending.ranking(view), 1)}
    for dossier in dossiers:
        marks = dossier.take_marks()
        seat = dossier.seat
        words = {name: marks.get(name, 0) for name in ("attacks", "captures", "specials", "signed", "torn", "helped")}
        dossier.sums = [Phrase(f"dossier.sum_{name}", words) for name in ("attacks", "treaties")]
        dossier.sums += [*_combat(marks), *_hidden(view, seat)]
        dossier.weight = SIGN * words["torn"] + _STEP * words["captures"]
        if view.is_in(seat):
            leads = places[seat] == 1 and len(places) > 1 and view.round > 1
            dossier.weight += (SIGN // 2) * leads
            dossier.causes = [*_causes(view, seat, marks, words, leads=leads)]


def _combat(marks: dict[str, int]) -> list[Phrase]:
    """Return how often a seat has shown each combat card."""
    found = {name: marks.get(f"combat{card}", 0) for card, name in enumerate(_COMBAT)}
    return [Phrase("dossier.sum_combat", dict(found))] if any(found.values()) else []


_COMBAT: Final = ("attack", "defend", "rest", "self_destruct")


def _hidden(view: Battlefield, seat: int) -> list[Phrase]:
    """Return what was paid for the units of a seat that lie hidden, which all have seen."""
    prices = [view.of(unit, PAID) for unit in view.units_of(seat) if not view.of(unit, OPEN)]
    known = sorted(price for price in prices if price >= 0)
    if not prices:
        return []
    if not known:
        return [Phrase("dossier.sum_hidden", {"number": len(prices)})]
    listed = chain([{"key": "common.value", "words": {"value": price}} for price in known])
    return [Phrase("dossier.sum_hidden_paid", {"number": len(prices), "prices": listed})]


def _causes(
    view: Battlefield, seat: int, marks: dict[str, int], words: dict[str, Any], *, leads: bool
) -> Iterable[Cause]:
    if words["torn"]:
        yield Cause("torn", Phrase("cause.torn", words), Phrase("cause_own.torn"))
    if leads:
        told = {"territories": len(view.domain(seat)), "durability": formulas.total_durability(view, seat)}
        yield Cause("leads", Phrase("cause.leads", told), Phrase("cause_own.leads"))
    on = {int(key.removeprefix("on")): number for key, number in marks.items() if key.startswith("on")}
    whom = max(on, key=lambda other: (on[other], -other), default=-1)
    if whom >= 0 and on[whom] >= _OFTEN:
        yield Cause("attacks", Phrase("cause.attacks", {"other": {"seat": whom}, "times": on[whom]}))
    if view.titles[names.ANTI_PEACE] == seat and words["captures"]:
        yield Cause("anti_peace", Phrase("cause.anti_peace", words))
    if not words["attacks"] and not words["specials"] and view.round >= _CALM:
        yield Cause("calm", Phrase("cause.calm"), Phrase("cause_own.calm"), FOR)
    if words["signed"] and not words["torn"]:
        yield Cause("keeps", Phrase("cause.keeps", words), Phrase("cause_own.keeps"), FOR)
