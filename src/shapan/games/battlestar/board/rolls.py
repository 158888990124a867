"""What a roll may come to, as answers that lead to it say it (BSG-6.1, C12)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any, Final

from shapan.engine.phrases import fact, term
from shapan.engine.scene import Chance, Odds
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.cards import DESTINATION_CARDS
from shapan.games.battlestar.events import BOX_EFFECT, box_effect
from shapan.games.battlestar.odds.rolls import reaching, rungs_of
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules.jump import BLUE
from shapan.games.battlestar.rules.quorum import ROLLS
from shapan.games.battlestar.state import Battlestar

_SAID: Final = {
    **dict.fromkeys(
        (step_codes.VIPER_ATTACK, step_codes.GALACTICA_ATTACK, step_codes.CENTURION_ATTACK), ("destroys", "BSG-9.7")
    ),
    step_codes.NUKE_ATTACK: ("destroys", "BSG-9.18"),
    step_codes.FTL_ROLL: ("loses_population", "BSG-14.5"),
    step_codes.SCOUT_ROLL: ("scouts", "BSG-5.10"),
    step_codes.CARD_ROLL: ("box_roll", "BSG-6.1"),
    step_codes.DESTINATION_ROLL: ("effect", "BSG-14.4"),
    **dict.fromkeys((step_codes.QUORUM_ROLL, step_codes.MUTINY_ROLL), ("effect", "BSG-6.1")),
    step_codes.HUMAN_FLEET_ROLL: ("damages_galactica", "BSG-12.8"),
}
"""By what is rolled for, what is said to come of it, and its rule."""


def roll_ahead(state: Battlestar, seat: int) -> Roll | None:
    """Return the roll that the rules have come to, or that a Quorum card will ask for."""
    if state.roll is None and len(state.quorum_now) and names.QUORUM_CARDS[state.quorum_now.first] in ROLLS:
        return Roll(step_codes.QUORUM_ROLL, seat)
    return state.roll


def odds_of(state: Battlestar, roll: Roll) -> Odds | None:
    """Return on how many faces a roll does what it is made for, or what it risks; None for rolls of Cylon ships."""
    if roll.of not in _SAID:
        return None
    key, rule = _SAID[roll.of]
    if roll.unit == names.BASESTAR and roll.of != step_codes.NUKE_ATTACK:
        key = "damages"
    high = reaching(roll, rungs_of(state, roll)[0])
    good = not _is_low(state, roll)
    times = high if good else names.DIE - high
    chances = [Chance(fact("on"), times, names.DIE, good=good)]
    chances.append(Chance(fact("else"), names.DIE - times, names.DIE, good=not good))
    return Odds(fact(key, times=times, of=names.DIE, **_words(state, roll)), chances, rule)


def _is_low(state: Battlestar, roll: Roll) -> bool:
    """Tell whether low results do what is said, which nobody hopes for who makes the roll."""
    if roll.of == step_codes.QUORUM_ROLL:
        return ROLLS[names.QUORUM_CARDS[state.quorum_now.first]][1] < names.DIE
    return roll.of in (step_codes.FTL_ROLL, step_codes.CARD_ROLL)


def _words(state: Battlestar, roll: Roll) -> dict[str, Any]:
    if roll.of == step_codes.FTL_ROLL:
        return {"number": BLUE[state.track]}
    if roll.of in (step_codes.QUORUM_ROLL, step_codes.MUTINY_ROLL):
        return {"effect": term("quorum_hit", names.QUORUM_CARDS[state.quorum_now.first])}
    if roll.of == step_codes.DESTINATION_ROLL:
        return {"effect": term("destination_win", DESTINATION_CARDS[state.kobol.cards[-1]].id)}
    if roll.of == step_codes.CARD_ROLL:
        return {"effect": BOX_EFFECT.phrase(box_effect(state.crisis_now.first, state.box))}
    return {}


def results_of(state: Battlestar, roll: Roll) -> Odds:
    """Return on how many faces a roll comes to each result from which on something else happens."""
    rungs = rungs_of(state, roll)
    times = [reaching(roll, least) for least in rungs]
    key = {-1: "roll_least", names.BASESTAR: "damages"}.get(roll.unit, "destroys")
    if len(rungs) > 1 or roll.of == step_codes.NUKE_ATTACK:
        key = "roll_least"
    chances = [
        Chance(fact("at_least", least=least), number, names.DIE) for least, number in zip(rungs, times, strict=True)
    ]
    told = fact(key, least=rungs[0], times=times[0], of=names.DIE)
    return Odds(told, chances if len(chances) > 1 else [], "BSG-6.1")
