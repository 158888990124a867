"""What comes of an answer by what its giver sees: what is sure in numbers, else how likely it is (`Game.preview`).

Answers are tried by the rule that asks for them (`trials`). What others may still do to it is not promised: a number is
that of the table right after the answer.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.phrases import fact, tell
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Odds, Phrase
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names, step_codes
from shapan.games.battlestar.board.idle_questions import ENDS
from shapan.games.battlestar.board.prospects import declined, prospects
from shapan.games.battlestar.board.rolls import odds_of, results_of, roll_ahead
from shapan.games.battlestar.board.trials import RULES, Tried, numbers, tried
from shapan.games.battlestar.cards import CRISIS_CARDS
from shapan.games.battlestar.odds.rolls import result_of
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules import jump, space
from shapan.games.battlestar.rules.record import worth
from shapan.games.battlestar.state import Battlestar

_MOST: Final = 3
"""Facts that are told of an answer."""


def preview(view: Battlestar, prompt: Prompt[Any], seat: int, code: int) -> Odds | None:
    """Return what comes of an answer; None where nothing of it is known."""
    make = _BY_QUESTION.get(prompt.key)
    if make is not None:
        return make(view, seat, code)
    if code == DONE and prompt.key != "W5":
        return tell(declined(view, seat, prompt), prompt.rule)
    said = prospects(view, seat, prompt, code)
    if prompt.key not in RULES:
        return tell(said, prompt.rule, most=_MOST)
    trial = tried(view, seat, prompt.key, code)
    counted = numbers(view, seat, trial)
    facts = [*said, *counted] if prompt.key == "move" else [*counted, *(one for one in said if one not in counted)]
    return _check(view, seat, trial) or _roll(view, seat, trial) or tell(facts, prompt.rule, most=_MOST)


def _check(view: Battlestar, seat: int, trial: Tried) -> Odds | None:
    """Return that an answer leads to a check."""
    check = trial.state.check
    if view.check is not None or check is None:
        return None
    if check.of in (step_codes.OF_CRISIS, step_codes.OF_SUPER):
        return Odds(fact("box_check", difficulty=check.difficulty), rule="BSG-SC0")
    return Odds(fact("check_follows"), rule="BSG-SC0")


def _roll(view: Battlestar, seat: int, trial: Tried) -> Odds | None:
    """Return the odds of the roll that an answer leads to."""
    asked = {key for key, _ in trial.asked}
    if "nuke_target" in asked:
        return Odds(fact("roll_follows"), rule="BSG-9.18")
    if asked & {"victim", "take_card"}:
        return _human_fleet(view, seat, DONE)
    roll = roll_ahead(trial.state, seat)
    return None if roll is None else odds_of(trial.state, roll)


def _human_fleet(view: Battlestar, seat: int, code: int) -> Odds | None:
    return odds_of(view, Roll(step_codes.HUMAN_FLEET_ROLL, seat))


# Questions in the middle of something


def _before_roll(view: Battlestar, seat: int, code: int) -> Odds | None:
    """W2: what the roll that follows brings, with two points more or as it is."""
    new = tried(view, seat, "W2", code).state
    return None if new.roll is None else results_of(new, new.roll)


def _after_roll(view: Battlestar, seat: int, code: int) -> Odds | None:
    """W3: the result that lies there, or what another roll brings."""
    new = tried(view, seat, "W3", code).state
    if new.roll is None:
        return None
    if code == DONE:
        return Odds(fact("roll_stands", result=result_of(new.roll, new.roll.face)), rule="BSG-6.1")
    return results_of(new, new.roll)


def _emergency(view: Battlestar, seat: int, code: int) -> Odds | None:
    """W9: what the total comes to with two points off the difficulty, and without."""
    new = tried(view, seat, "W9", code).state
    if new.last_check is None:
        return None
    ends = ENDS[new.last_check.result]
    if code == DONE:
        return Odds(fact(f"stands_{ends}"), rule="BSG-SC8")
    was, now = view.running().difficulty, new.running().difficulty
    return Odds(fact(f"lower_{ends}", was=was, now=now), rule="BSG-SC8")


def _card(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-SC6: what a card counts for the check by its type, before any is made void."""
    check = view.check
    if check is None or not a.CARD.has(code):
        return None
    counts = worth(check, a.CARD.value(code))
    key = "counts_for" if counts > 0 else "counts_against" if counts else "counts_nothing"
    return Odds(fact(key, number=abs(counts), goal=check.difficulty), rule="BSG-SC6")


def _fleet(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-12.9: how many act."""
    return tell([_acting(view, _FLEET[a.FLEET.value(code)])], "BSG-12.9")


_FLEET: Final = (space.ICON_R, space.ICON_H, space.ICON_B, space.ICON_L)
"""What the Cylon Fleet may do, in the order of its answers."""


def _acting(view: Battlestar, icon: int) -> Phrase:
    """BSG-9.1 to 9.4: what an icon sets to work, as many as there are now."""
    raiders, heavies, centurions = sum(view.raiders), sum(view.heavies), sum(view.boarding)
    if icon == space.ICON_R and raiders:
        return fact("raiders_act", number=raiders)
    if icon == space.ICON_H and (heavies or centurions):
        return fact("heavies_act", number=heavies, centurions=centurions)
    if icon == space.ICON_B:
        return fact("basestars_act", number=len(space.able(view, names.DISABLED_WEAPONS)))
    return fact("basestars_launch", number=len(space.able(view, names.DISABLED_HANGAR)))


def _crisis(view: Battlestar, seat: int, code: int) -> Odds | None:
    """BSG-7.1: what comes after the crisis by its icons; nothing does on Caprica (7.10)."""
    if view.revealed[seat]:
        return Odds(fact("nothing_acts"), rule="BSG-7.10")
    card = CRISIS_CARDS[a.KEEP_CRISIS.value(code)]
    parts = [_acting(view, card.icon)] if card.icon >= 0 else []
    if card.jump:
        parts += numbers(view, seat, Tried(view, seat, ()).run(jump.move_track, 1))
    return tell(parts, "BSG-3.5", most=_MOST) or Odds(fact("nothing_acts"), rule="BSG-3.5")


_BY_QUESTION: Final[dict[str, Callable[[Battlestar, int, int], Odds | None]]] = {
    "W2": _before_roll,
    "W3": _after_roll,
    "W9": _emergency,
    "contribute": _card,
    "cylon_fleet": _fleet,
    "keep_crisis": _crisis,
    "take_card": _human_fleet,
}
