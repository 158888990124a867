"""What comes of an answer by what its giver sees: what is sure in numbers, else how likely it is (`Game.preview`).

What others may still do to it is not promised: a number is that of the table as it stands, once the answer counts.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.board.changes import turned_by, turns_of
from shapan.games.battlestar.board.idle_questions import end_of, evasion_of, result_of, rungs_of
from shapan.games.battlestar.board.odds import box_odds, odds_of
from shapan.games.battlestar.board.prospects import prospects
from shapan.games.battlestar.board.words import say
from shapan.games.battlestar.cards import CRISIS_CARDS, DESTINATION_CARDS, WAY_OUT
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules import space
from shapan.games.battlestar.rules.checks import EMERGENCY
from shapan.games.battlestar.rules.dice import PLANNING
from shapan.games.battlestar.rules.jump import AUTO_JUMP
from shapan.games.battlestar.rules.record import worth
from shapan.games.battlestar.state import Battlestar


def preview(view: Battlestar, prompt: Prompt[Any], seat: int, code: int) -> Odds | None:
    """Return what comes of an answer; None where nothing of it is known."""
    make = _BY_QUESTION.get(prompt.key)
    if make is not None:
        return make(view, seat, code)
    told = None if code == DONE else odds_of(view, seat, prompt, code)
    return told or _told(prospects(view, seat, prompt, code), prompt.rule)


# The die


def _before_roll(view: Battlestar, seat: int, code: int) -> Odds | None:
    """W2: what the roll that follows brings, with two points more or as it is."""
    roll = view.roll
    return None if roll is None else _rolled(view, roll, 0 if code == DONE else PLANNING)


def _after_roll(view: Battlestar, seat: int, code: int) -> Odds | None:
    """W3: the result that lies there, or what another roll brings."""
    roll = view.roll
    if roll is None:
        return None
    if code == DONE:
        return Odds(Phrase("odds.roll_stands", {"result": result_of(roll, roll.face)}), rule="BSG-6.1")
    return _rolled(view, roll, -evasion_of(view, roll, code))


def _rolled(view: Battlestar, roll: Roll, more: int) -> Odds:
    """Return what a roll may come to with something added: each threshold that something hangs on."""
    results = [result_of(roll, face, more) for face in range(1, names.DIE + 1)]
    chances = [
        Chance(Phrase("odds.at_least", {"least": least}), sum(result >= least for result in results), names.DIE)
        for least in rungs_of(view, roll)
    ]
    words = {"least": rungs_of(view, roll)[0], "times": chances[0].times, "of": names.DIE}
    key = {-1: "roll_least", names.BASESTAR: "damages"}.get(roll.unit, "destroys")
    if len(chances) > 1 or roll.of == step_codes.NUKE_ATTACK:
        key = "roll_least"
    return Odds(Phrase(f"odds.{key}", words), chances if len(chances) > 1 else [], "BSG-6.1")


# Checks


def _emergency(view: Battlestar, seat: int, code: int) -> Odds:
    """W9: what the total comes to with two points off the difficulty, and as it stands."""
    check = view.running()
    less = 0 if code == DONE else EMERGENCY
    ends = end_of(check, check.total, less)
    if code == DONE:
        return Odds(Phrase(f"odds.stands_{ends}"), rule="BSG-SC8")
    return Odds(Phrase(f"odds.lower_{ends}", {"was": check.difficulty, "now": check.difficulty - less}), rule="BSG-SC8")


def _card(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-SC6: what a card counts for the check by its type, before any is made void."""
    check = view.check
    if check is None or not a.CARD.has(code):
        return None
    counts = worth(check, a.CARD.value(code))
    key = "counts_for" if counts > 0 else "counts_against" if counts else "counts_nothing"
    return Odds(Phrase(f"odds.{key}", {"number": abs(counts), "goal": check.difficulty}), rule="BSG-SC6")


# Resources


def _dials(view: Battlestar, key: str, code: int) -> list[Phrase]:
    """Return where dials come to stand when an answer turns them one after another (BSG-15.1)."""
    return [
        Phrase("odds.dial", {"dial": names.DIAL.phrase(dial), "was": view.dials[dial], "now": value})
        for dial, value in turned_by(view, turns_of(view, key, code)).items()
    ]


def _told(parts: Sequence[Phrase], rule: str) -> Odds | None:
    """Return facts as one line; more than three are not told."""
    if not parts or len(parts) > len(_PLACES):
        return None
    words = {name: {"key": part.key, "words": part.words} for name, part in zip(_PLACES, parts, strict=False)}
    return Odds(Phrase(f"odds.facts_{len(words)}", words), rule=rule)


_PLACES: Final = ("one", "two", "three")


def _box(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-7.3: a box, as long as nobody switches it."""
    card = CRISIS_CARDS[view.crisis_now.first]
    box = a.CHOOSE_BOX.value(code)
    told = box_odds(view, seat, box)
    if told is not None or (not box and card.kind == WAY_OUT):
        return told
    return _told(_dials(view, "box", code), "BSG-7.3")


def _compass(view: Battlestar, seat: int, code: int) -> Odds | None:
    """W5: the box that is carried out then."""
    if not view.crisis_now.cards:
        return None
    card, box = CRISIS_CARDS[view.crisis_now.first], view.box if code == DONE else 1 - view.box
    if not box and card.kind == WAY_OUT:
        return Odds(Phrase("odds.box_check", {"difficulty": card.difficulty}), rule="BSG-SC0")
    return _told(_dials(view, "W5", code), "BSG-W5")


def _gain(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-C1: what is gained for the population that was lost."""
    return _told(_dials(view, "gain", code), "BSG-5.13")


def _pay(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-R11: the fuel that is paid."""
    return _told(_dials(view, "pay_fuel", code), "BSG-R11")


# The jump, and what acts


def _destination(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-14.3: how far the fleet comes, and what it costs at once."""
    if not a.PICK_DESTINATION.has(code):
        return None
    card = DESTINATION_CARDS[a.PICK_DESTINATION.value(code)]
    way = Phrase("odds.distance", {"was": view.distance, "now": view.distance + card.distance})
    return _told([way, *_dials(view, "destination", code)], "BSG-14.3")


def _fleet(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-12.9: how many act."""
    return _told([_acting(view, _FLEET[a.FLEET.value(code)])], "BSG-12.9")


_FLEET: Final = (space.ICON_R, space.ICON_H, space.ICON_B, space.ICON_L)
"""What the Cylon Fleet may do, in the order of its answers."""


def _acting(view: Battlestar, icon: int) -> Phrase:
    """BSG-9.1 to 9.4: what an icon sets to work, as many as there are now."""
    raiders, heavies, bases = sum(view.raiders), sum(view.heavies), view.basestars
    if icon == space.ICON_R and raiders:
        return Phrase("odds.raiders_act", {"number": raiders})
    if icon == space.ICON_H and (heavies or any(view.boarding)):
        return Phrase("odds.heavies_act", {"number": heavies, "centurions": sum(view.boarding)})
    if icon == space.ICON_B:
        able = sum(names.DISABLED_WEAPONS not in base[1:] for base in bases)
        return Phrase("odds.basestars_act", {"number": able})
    able = sum(names.DISABLED_HANGAR not in base[1:] for base in bases)
    return Phrase("odds.basestars_launch", {"number": able})


def _crisis(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-7.1: what comes after the crisis by its icons; nothing does on Caprica (7.10)."""
    if view.revealed[seat]:
        return Odds(say("odds", "nothing_acts"), rule="BSG-7.10")
    card = CRISIS_CARDS[a.KEEP_CRISIS.value(code)]
    parts = [_acting(view, card.icon)] if card.icon >= 0 else []
    if card.jump:
        parts.append(_ready(view))
    return _told(parts, "BSG-3.5") or Odds(say("odds", "nothing_acts"), rule="BSG-3.5")


def _ready(view: Battlestar) -> Phrase:
    """BSG-3.6: the fleet gets ready to jump, or jumps."""
    if view.track + 1 >= AUTO_JUMP:
        return say("odds", "fleet_jumps")
    return Phrase("odds.jump_track", {"was": view.track, "now": view.track + 1})


_BY_QUESTION: Final[dict[str, Callable[[Battlestar, int, int], Odds | None]]] = {
    "W2": _before_roll,
    "W3": _after_roll,
    "W5": _compass,
    "W9": _emergency,
    "contribute": _card,
    "box": _box,
    "gain": _gain,
    "pay_fuel": _pay,
    "destination": _destination,
    "cylon_fleet": _fleet,
    "keep_crisis": _crisis,
}
