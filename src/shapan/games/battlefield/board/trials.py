"""Answers tried out by the rules that ask for them, and what has changed then, as facts of the table `odds`."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import changes, fact
from shapan.engine.scene import Phrase
from shapan.engine.trial import FIRST, Trial
from shapan.games.battlefield import actions, events, formulas, names
from shapan.games.battlefield.board.telling import land, stands, unit_numbers
from shapan.games.battlefield.records import ABOARD, AT, OPEN, OWNED, STAY, TAG, Deal
from shapan.games.battlefield.rules import (
    attack,
    combat,
    development,
    fight_actions,
    orders,
    special,
    turn,
    units,
)  # fmt: skip
from shapan.games.battlefield.state import Battlefield

Tried = Trial[Battlefield]


def _deal(state: Battlefield, table: Tried, seat: int) -> None:
    """D7: the deal that is offered, once it is accepted."""
    table.ask(orders.ask_trade, seat)
    deal, state.deal = state.deal, None
    assert isinstance(deal, Deal)
    orders.hand_over(state, table, deal)


RULES: Final[dict[str, Callable[[Battlefield, Tried, int], Any]]] = {
    "restore": turn.restore,
    "development": development.develop,
    "fight": fight_actions.act,
    "declare": lambda state, table, seat: turn.declare_step(state, table),
    "deflect": lambda state, table, seat: attack.deflect(state, table, state.active),
    "arius_attack": lambda state, table, seat: attack.nullify(state, table, state.active),
    "evasive_retreat": lambda state, table, seat: attack.evade(state, table, state.active),
    "fourth_card": lambda state, table, seat: combat.lay_rows(state, table),
    "arius_special": lambda state, table, seat: special.nullify(state, table, state.active),
    "put_unit": lambda state, table, seat: units.put_anywhere(state, table, seat, state.putting),
    "trade_offer": _deal,
}
"""By question, the rule that asks it."""
_PICKS: Final = {
    actions.GOING.number: [actions.FULL_RETREAT.code()],
    actions.TRADE.number: [actions.PRICE.code(0)],
}
"""By family, with which picks one is an answer."""
_REPLIES: Final = {"permission": actions.YES, "carry": 0, "lay": FIRST, "replace_modification": FIRST}
"""What is answered on the way: a host lets a unit in, nobody goes along; of the others it does not matter what."""


@lru_cache(maxsize=1)
def tried(view: Battlefield, seat: int, key: str, code: int) -> Tried:
    """Return what comes of an answer to a question. Facts and numbers of an answer are asked for one after another."""
    row = sorted([code, *_PICKS.get(code >> PARAMETER_BITS, ())])  # families are numbered as their picks follow
    return Trial(view, seat, row, _REPLIES).run(RULES[key], seat)


# What has changed


def facts(view: Battlefield, seat: int, trial: Tried) -> list[Phrase]:
    """Return what has changed for a seat: resources, who had to agree, its unit, its ground, what was drawn."""
    new = trial.state
    unit = _unit(view, new, seat)
    return [
        *paid(view, new, seat),
        *answers(trial),
        *_happened(trial),
        *(_unit_facts(view, new, seat, unit) if unit >= 0 else ()),
        *durabilities(view, new),
        *(_reaches(new, seat, unit) if trial.told(events.MOVED, events.RETREATED) else ()),
        *_drawn(trial),
    ]


def paid(view: Battlefield, new: Battlefield, seat: int) -> list[Phrase]:
    """Return how the resource cards of a seat change."""
    was, now = view.resources[seat], new.resources[seat]
    return [changes("resources", was, now)] if now != was else []


def answers(trial: Tried) -> list[Phrase]:
    """Return who has to agree, or may react, and what the seat itself still has to choose."""
    return [fact(_ASKED[key], seat={"seat": seat}) for key, seat in trial.asked if key in _ASKED]


_ASKED: Final = {
    "permission": "must_permit",
    "treaty_offer": "must_agree",
    "deflect": "may_deflect",
    "arius_attack": "may_nullify",
    "arius_special": "may_nullify",
    "replace_modification": "one_goes",
}


def durabilities(view: Battlefield, new: Battlefield) -> list[Phrase]:
    """Return how the durability of territories changes, by territory."""
    rows = enumerate(zip(view.durability, new.durability, strict=True))
    return [stands(view, territory, now) for territory, (was, now) in rows if now != was]


def bare(view: Battlefield, new: Battlefield, *territories: int) -> list[Phrase]:
    """BF-4.7: return which of some territories get a garrison, and which lose theirs."""
    found = []
    for territory in dict.fromkeys(territories):
        was, now = formulas.is_garrisoned(view, territory), formulas.is_garrisoned(new, territory)
        if was != now:
            found.append(fact("guarded" if now else "bare", territory=land(territory)))
    return found


def _unit(view: Battlefield, new: Battlefield, seat: int) -> int:
    """Return the unit of a seat that came, went elsewhere, was turned or boarded; a crew stands for its vehicle."""
    was, now = view.units.marks, new.units.marks
    for place, unit in enumerate(now[TAG]):
        if now[OWNED][place] != seat:
            continue
        before = was[TAG].index(unit) if unit in was[TAG] else -1
        if before < 0 or any(was[mark][before] != now[mark][place] for mark in (AT, OPEN, ABOARD)):
            vehicle = now[ABOARD][place]
            return vehicle if vehicle >= 0 else unit
    return UNKNOWN


def _unit_facts(view: Battlefield, new: Battlefield, seat: int, unit: int) -> list[Phrase]:
    """Return what a unit is where it is now: a guest or an intruder, its numbers; what its ground is then."""
    to, was = new.of(unit, AT), view.of(unit, AT) if view.is_there(unit) else UNKNOWN
    found = []
    if new.of(unit, STAY) != names.HOME and was not in (UNKNOWN, to):
        key = "stands_as_guest" if new.of(unit, STAY) == names.GUEST else "stands_as_intruder"
        found.append(fact(key, seat={"seat": new.holders[to]}))
    if new.of(unit, OPEN):
        found.append(fact("no_crew_yet") if new.is_empty_vehicle(unit) else unit_numbers(new, unit))
    return [*found, *bare(view, new, to, *([was] if was >= 0 else []))]


def _reaches(new: Battlefield, seat: int, unit: int) -> list[Phrase]:
    """BF-7.2: return how many targets a unit has where it stands."""
    if unit not in attack.attackers(new, seat):
        return []
    return [fact("reaches", number=sum(actions.ATTACK.value(code) == unit for code in attack.pairs(new, seat)))]


def _happened(trial: Tried) -> list[Phrase]:
    """Return what is told of the events on the way that no number shows."""
    return [
        *(
            fact("goes", card=names.CARD.phrase(card))
            for _, card, _, _ in trial.told(events.REPLACED)
            if not trial.asked
        ),
        *(fact("all_remember") for _ in trial.told(events.TURNED)),
        *(fact("passes_to", seat={"seat": host}) for host, _, _, _ in trial.told(events.PASSED_ON)),
    ]


def _drawn(trial: Tried) -> list[Phrase]:
    """Return how many cards are drawn."""
    number = len(trial.told(events.DREW))
    return [fact("draws", number=number)] if number else []
