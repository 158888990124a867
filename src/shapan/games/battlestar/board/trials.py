"""Answers tried out by the rules that ask for them, and what has changed then, as facts of the table `odds`."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import changes, fact, say
from shapan.engine.scene import Phrase
from shapan.engine.trial import FIRST, Trial
from shapan.engine.zone import EVERYONE
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS
from shapan.games.battlestar.rules import (
    abilities,
    attacks,
    checks,
    crises,
    cylons,
    dice,
    hands,
    jump,
    locations,
    maintenance,
    modifiers,
    moves,
    people,
    places,
    quorum,
    resources,
    vipers,
)
from shapan.games.battlestar.rules import actions as acting
from shapan.games.battlestar.state import Battlestar

_UNSEEN: Final = frozenset((events.CHECK, events.SLEEPER))
"""Where cards begin to count that nobody has seen."""
_TURNED_UP: Final = {
    events.GALACTICA_HIT: 0,
    events.PILE_CIVILIAN_LOST: 0,
    events.CIVILIAN_LOST: 1,
    events.CRISIS: 1,
}
"""By event, the place of the card in it that takes effect now."""


class Tried(Trial[Battlestar]):
    """A trial that stops at cards too: where they take effect, and the seat does not know them."""

    def __init__(self, view: Battlestar, seat: int, *given: Any) -> None:
        super().__init__(view, seat, *given)
        rows = len(names.TYPES) * (view.seats + 1)
        self.state.sure, self.state.likely = [0] * rows, [0] * rows  # no view holds what all can follow of hands

    def tell(
        self,
        kind: int,
        a: int = -1,
        b: int = -1,
        c: int = -1,
        d: int = -1,
        to: int = EVERYONE,
        priv: int = 0,
        secret: tuple[int, ...] = (),
    ) -> None:
        if kind in _UNSEEN or (kind in _TURNED_UP and (a, b)[_TURNED_UP[kind]] == UNKNOWN):
            self.stop()
        super().tell(kind, a, b, c, d, to, priv, secret)


Rule = Callable[[Battlestar, Tried, int], Any]


def _shoot(state: Battlestar, table: Tried, seat: int) -> None:
    """D-7: the shot whose target is asked for."""
    (acting.maximum_firepower if state.piloting(seat) else locations.weapons_control)(state, table, seat)


def _of_crisis(rule: Callable[..., Any]) -> Rule:
    def carried_out(state: Battlestar, table: Tried, seat: int) -> None:
        kind = state.crisis_now.first
        rule(state, table, CRISIS_CARDS[kind], kind)

    return carried_out


def _of_check(rule: Callable[..., Any]) -> Rule:
    return lambda state, table, seat: rule(state, table, state.running())


def _of_roll(rule: Callable[..., Any]) -> Rule:
    return lambda state, table, seat: rule(state, table, state.roll)


def _of_table(rule: Callable[..., Any]) -> Rule:
    return lambda state, table, seat: rule(state, table)


RULES: Final[dict[str, Rule]] = {
    "move": moves.move,
    "action": acting.take_action,
    "viper_order": lambda state, table, seat: vipers.order_vipers(state, table, seat, 1),
    "attack_target": _shoot,
    "centurion_target": locations.armory,
    "nuke_target": acting.launch_nuke,
    "office": locations.stay_in_office,
    "skilled_politician": abilities.carry_out_fresh,
    "brutal_force": quorum.brutal_force,
    "admiral_target": quorum.mutiny,
    "brig_target": places.pick_for_brig,
    "sickbay_target": places.pick_for_sickbay,
    "president_target": people.pick_president,
    "title_or_brig": _of_table(people.title_or_brig),
    "repair": maintenance.repair,
    "gain": maintenance.gain,
    "pay_fuel": resources.leave_unpaid,
    "discard": lambda state, table, seat: hands.discard(state, table, seat, 1),
    "pick_vipers": lambda state, table, seat: attacks.damage_vipers(state, table, 1, 1),
    "box": _of_table(crises.resolve),
    "contribute": lambda state, table, seat: checks.contribute(state, table, state.running(), seat),
    "destination": _of_table(jump.travel),
    "risk": lambda state, table, seat: jump.take_risk(state, table, seat, DESTINATION_CARDS[state.kobol.cards[-1]]),
    "restore": jump.restore,
    "cylon_fleet": cylons.cylon_fleet,
    "victim": cylons.human_fleet,
    "W2": _of_roll(dice.before_roll),
    "W3": _of_roll(dice.react_to_roll),
    "W5": _of_crisis(crises.carry_out_box),
    "W6": _of_check(checks.intuition),
    "W7": _of_table(modifiers.before_cards),
    "W8": _of_check(checks.before_reveal),
    "W9": _of_check(checks.decide),
    "W10": _of_table(checks.after_check),
}
"""By question, the rule that asks it."""
_REPLIES: Final = {
    "draw_types": FIRST,
    "discard": FIRST,
    "nuke_target": FIRST,
    "use_reveal": DONE,
    "risk": DONE,
    "restore": actions.RESTORE.code(0, 0),
    "W5": DONE,
}
"""What is answered on the way: of cards drawn or thrown away only the number matters; the others do nothing more."""
_SETTLED: Final = frozenset(("risk", "restore", "nuke_target"))


@lru_cache(maxsize=1)
def tried(view: Battlestar, seat: int, key: str, code: int) -> Tried:
    """Return what comes of an answer to a question; nobody else reacts in its window."""
    return Tried(view, seat, [code], {**_REPLIES, key: DONE}, _SETTLED).run(RULES[key], seat)


# What has changed


def numbers(view: Battlestar, seat: int, trial: Tried) -> list[Phrase]:
    """Return what has changed for all and for a seat: how far the fleet is, dials, what is counted, people, places.

    That a card leaves the hand that is played or paid is no news.
    """
    new = trial.state
    return [
        *_fleet(view, trial),
        *(
            changes(what, was, now)
            for what, was, now in _cards(view, new, seat)
            if was != now and (now != was - 1 or trial.told(events.REVEALED))
        ),
        *_people(view, new),
        *(changes(what, was, now) for what, was, now in _counted(view, new) if was != now),
        *(
            fact("works_again", place=names.PLACE.phrase(names.DAMAGED_LOCATIONS[token]))
            for token in view.damage_on.cards
            if token not in new.damage_on.cards
        ),
    ]


def way(view: Battlestar, trial: Tried) -> int:
    """BSG-14.3: return how far the fleet comes, whatever it meets at a destination that has been picked."""
    picked = sum(distance for _, _, distance, _ in trial.told(events.DESTINATION))
    return max(trial.state.distance, view.distance + picked)


def _fleet(view: Battlestar, trial: Tried) -> list[Phrase]:
    """BSG-3.6, 14.3, 15.1: return how far the fleet comes, where dials come to stand, how ready it is to jump."""
    new = trial.state
    found = []
    if (now := way(view, trial)) != view.distance:
        found.append(fact("distance", was=view.distance, now=now))
    for dial, (was, now) in enumerate(zip(view.dials, new.dials, strict=True)):
        if was != now:
            found.append(fact("dial", dial=names.DIAL.phrase(dial), was=was, now=now))
    if trial.told(events.JUMP, events.FINAL_JUMP):
        found.append(say("odds", "fleet_jumps"))
    elif new.track != view.track and not trial.told(events.DESTINATION):
        found.append(fact("jump_track", was=view.track, now=new.track))
    return found


def _cards(view: Battlestar, new: Battlestar, seat: int) -> list[tuple[str, int, int]]:
    """Return how many cards there are in hands that a seat has to do with, before and after."""
    return [
        ("hand", len(view.hands[seat]), len(new.hands[seat])),
        ("quorum", len(view.quorum_hand), len(new.quorum_hand)),
    ]


def _counted(view: Battlestar, new: Battlestar) -> list[tuple[str, int, int]]:
    """Return what is counted on the table, before and after."""
    return [
        ("reserves", view.reserves(), new.reserves()),
        ("raptors", view.raptors, new.raptors),
        ("damaged", view.vipers_damaged, new.vipers_damaged),
        *(
            []
            if view.check is None or new.check is None
            else [("difficulty", view.check.difficulty, new.check.difficulty)]
        ),
    ]


def _people(view: Battlestar, new: Battlestar) -> list[Phrase]:
    """BSG-10, 13: return who goes where, and which titles pass on."""
    found = []
    for who, (was, now) in enumerate(zip(view.at, new.at, strict=True)):
        if was != now and now in (names.BRIG, names.SICKBAY):
            found.append(fact("to_brig" if now == names.BRIG else "to_sickbay", seat={"seat": who}))
    if new.president not in (view.president, UNKNOWN):
        found.append(fact("president", seat={"seat": new.president}, number=len(new.quorum_hand)))
    if view.admiral not in (new.admiral, UNKNOWN):
        found.append(say("prospect_lost", "admiral"))
    return found
