"""What may come of an answer that leads to a roll of the die or to a check, from what its giver sees (BSG-6, C12)."""
# Stays plain: draws for people

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from shapan.engine.prompt import Prompt
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.prints import ROLLS
from shapan.games.battlestar.board.words import say
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, WAY_OUT
from shapan.games.battlestar.events import BOX_EFFECT, box_effect
from shapan.games.battlestar.odds.rolls import faces, nuke, shot
from shapan.games.battlestar.rules.jump import BLUE
from shapan.games.battlestar.state import Battlestar

_CHECKED: Final = (names.ADMIRALS_QUARTERS, names.ADMINISTRATION, names.BRIG)
_ROLL: Final = re.compile(r"roll<=(\d)")
_GOOD: Final = frozenset(("food_rationing", "inspirational_speech", "encourage_mutiny"))
"""Quorum cards whose roll brings something; that of the others costs something."""


def odds_of(view: Battlestar, seat: int, prompt: Prompt[Any], code: int) -> Odds | None:
    """Return what may come of an answer; None where no die is rolled and no check is made because of it."""
    family = a.ACTIONS.of(code)
    if prompt.key in _BY_QUESTION:
        return _BY_QUESTION[prompt.key](view, seat, *family.values(code))
    make = _BY_ANSWER.get(family)
    return None if make is None else make(view, seat, *family.values(code))


def _rolled(word: str, times: int, *, rule: str, good: bool = True, **words: Any) -> Odds:
    """Return the odds of what a roll does on some faces of the die; `good` if it is hoped for."""
    told = Phrase(f"odds.{word}", {"times": times, "of": names.DIE, **words})
    chances = [Chance(say("odds", "on"), times, names.DIE, good=good)]
    chances.append(Chance(say("odds", "else"), names.DIE - times, names.DIE, good=not good))
    return Odds(told, chances, rule)


def _shot(view: Battlestar, area: int, unit: int, number: int, *, viper: bool, manned: bool = True) -> Odds:
    """C12: an attack on a Cylon ship by a viper or by Galactica."""
    times = shot(view, area, unit, number, galactica=not viper, manned=manned)
    return _rolled("damages" if unit == names.BASESTAR else "destroys", times, rule="BSG-9.7")


def _target(view: Battlestar, seat: int, area: int, unit: int, number: int) -> Odds:
    return _shot(view, area, unit, number, viper=view.piloting(seat))


def _location(view: Battlestar, seat: int) -> Odds | None:
    at = view.at[seat]
    if at == names.FTL_CONTROL and view.track in BLUE:
        return _rolled("loses_population", 6, rule="BSG-14.5", good=False, number=BLUE[view.track])
    if at == names.HUMAN_FLEET:
        return _human_fleet(view, seat)
    return _check(view, seat) if at in _CHECKED else None


def _human_fleet(view: Battlestar, seat: int, *_: int) -> Odds:
    return _rolled("damages_galactica", faces(5), rule="BSG-12.8")


def _check(view: Battlestar, seat: int, *_: int) -> Odds:
    return Odds(say("odds", "check_follows"), rule="BSG-SC0")


def _cards(view: Battlestar, seat: int, *_: int) -> Odds:
    return Odds(say("odds", "cards_decide"), rule="BSG-SC5")


def _play(view: Battlestar, seat: int, card: int) -> Odds | None:
    if names.SKILL_IDS[names.type_of(card)][names.is_rare(card)] != "launch_scout":
        return None
    return _rolled("scouts", faces(3), rule="BSG-5.10")


def _quorum(view: Battlestar, seat: int, card: int) -> Odds | None:
    name = names.QUORUM_CARDS[card]
    if name not in ROLLS:
        return None
    least, most = ROLLS[name]
    effect = {"term": f"quorum_hit.{name}"}
    if name in _GOOD:
        return _rolled("effect", faces(least), rule="BSG-6.1", effect=effect)
    return _rolled("effect", most, rule="BSG-6.1", good=False, effect=effect)


def box_odds(view: Battlestar, seat: int, box: int) -> Odds | None:
    """Return what a box risks; None where no die is rolled and no check is made because of it."""
    card = CRISIS_CARDS[view.crisis_now.first]
    effect = BOX_EFFECT.phrase(box_effect(view.crisis_now.first, box))
    if not box and card.kind == WAY_OUT:
        return Odds(Phrase("odds.box_check", {"difficulty": card.difficulty}), rule="BSG-SC0")
    found = _ROLL.search((card.box_b if box else card.box_a).text)
    return None if found is None else _rolled("box_roll", int(found[1]), rule="BSG-6.1", good=False, effect=effect)


def _risk(view: Battlestar, seat: int, *_: int) -> Odds:
    card = DESTINATION_CARDS[view.kobol.cards[-1]]
    gain = {"term": f"destination_win.{card.id}"}
    return _rolled("effect", faces(card.reach), rule="BSG-14.4", effect=gain)


def _mutiny(view: Battlestar, seat: int, *_: int) -> Odds:
    return _quorum(view, seat, names.QUORUM_CARDS.index("encourage_mutiny")) or _cards(view, seat)


def _nuke(view: Battlestar, seat: int, area: int, unit: int, number: int) -> Odds:
    """C12: on a low roll it only damages the basestar, though twice."""
    return _rolled("destroys", nuke(view, area, number), rule="BSG-9.18")


def _force(view: Battlestar, seat: int, *_: int) -> Odds:
    return _rolled("loses_population", 2, rule="BSG-6.1", good=False, number=1)


_BY_QUESTION: Final[dict[str, Callable[..., Odds | None]]] = {
    "risk": _risk,
    "nuke_target": _nuke,
    "brutal_force": _force,
    "admiral_target": _mutiny,
    "victim": _human_fleet,
    "take_card": _human_fleet,
}
_BY_ANSWER: Final[dict[Any, Callable[..., Odds | None]]] = {
    a.ATTACK: lambda view, seat, unit, number: _shot(view, view.area_of(seat), unit, number, viper=True),
    a.TARGET: _target,
    a.ATTACK_UNMANNED: lambda view, seat, area, unit, number: _shot(view, area, unit, number, viper=True, manned=False),
    a.SHOOT_CENTURION: lambda view, seat, space: _rolled("destroys", faces(7), rule="BSG-9.7"),
    a.NUKE: lambda view, seat: Odds(say("odds", "roll_follows"), rule="BSG-9.18"),
    a.ACT_LOCATION: _location,
    a.PLAY: _play,
    a.PLAY_QUORUM: _quorum,
}
