"""`rate` of Battlestar: each question goes to the part that knows it. Nothing but the view is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots import acting, checks, choices, cylon, fleet, people, quorum
from shapan.games.battlestar.bots.mind import Mind, mind_of
from shapan.games.battlestar.bots.places import place_worth
from shapan.games.battlestar.view import View

Rating = Callable[[Mind, int, int, Sequence[int]], float]
"""From a mind, the argument of the question, a code and the picks before it."""


def _simple(rating: Callable[[Mind, int], float]) -> Rating:
    return lambda mind, arg, code, picked: rating(mind, code)


def _who(key: str) -> Rating:
    return lambda mind, arg, code, picked: people.rate_who(mind, key, code)


def _alike(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    return 0.0


def _exit(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    """Out of the Brig to where most can be done."""
    return place_worth(mind, mind.seat, actions.GO.value(code))


def _reveal_place(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    return float(actions.GO.value(code) == names.CAPRICA)


def _box(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    return choices.rate_box(mind, arg, code)


def _keep(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    return cylon.rate_keep(mind, actions.KEEP_CRISIS.value(code))


def _yes(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    """The text of the revealed card: always."""
    return float(code != DONE)


def _board(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    """W11: Apollo boards where he is needed; a hidden Cylon does not."""
    if code == DONE:
        return 0.45
    worth = fleet.boards(mind, actions.BOARD.value(code))
    return 0.4 if mind.cylon else worth


def _recon(mind: Mind, arg: int, code: int, picked: Sequence[int]) -> float:
    """W12: a look costs nothing."""
    return float(code != DONE)


_BY_KEY: Final[dict[str, Rating]] = {
    "character": _alike,
    "launch_area": _simple(fleet.rate_area),
    "draw_types": choices.rate_draw,
    "move": _simple(acting.rate_move),
    "action": _simple(acting.rate_action),
    "executive_choice": _simple(acting.rate_order_choice),
    **{key: _who(key) for key in people.KEYS},
    "exit_location": _exit,
    "reveal_location": _reveal_place,
    "attack_target": _simple(fleet.rate_target),
    "nuke_target": _simple(fleet.rate_nuke),
    "centurion_target": _simple(fleet.rate_centurion),
    "viper_order": _simple(fleet.rate_order),
    "recall_viper": _simple(fleet.rate_recall),
    "look_civilians": _simple(fleet.rate_look),
    "shift_civilians": _simple(fleet.rate_shift),
    "scout_deck": _simple(choices.rate_scout),
    "top_or_bottom": _simple(choices.rate_top),
    "repair": _simple(acting.rate_repair),
    "gain": _simple(choices.rate_gain),
    "office": _simple(quorum.rate_office),
    "skilled_politician": _simple(quorum.rate_politician),
    "brutal_force": _simple(fleet.rate_brutal),
    "keep_crisis": _keep,
    "box": _box,
    "title_or_brig": _simple(choices.rate_title_or_brig),
    "contribute": checks.rate_contribution,
    "discard": choices.rate_discard,
    "destination": _simple(choices.rate_destination),
    "risk": _simple(choices.rate_risk),
    "pay_fuel": _simple(choices.rate_pay),
    "restore": _simple(choices.rate_restore),
    "next_area": _simple(fleet.rate_next_area),
    "pick_civilian": _simple(fleet.rate_civilian),
    "pick_vipers": _simple(fleet.rate_viper_lost),
    "shortage": _simple(fleet.rate_shortage),
    "use_reveal": _yes,
    "damage_tokens": _simple(cylon.rate_token),
    "caprica": _simple(cylon.rate_caprica),
    "cylon_fleet": _simple(cylon.rate_fleet),
    "take_card": _simple(choices.rate_take),
    "exchange": _simple(cylon.rate_exchange),
    "W2": _simple(choices.rate_before_roll),
    "W3": _simple(choices.rate_after_roll),
    "W4": _simple(choices.rate_destiny),
    "W5": _simple(choices.rate_compass),
    "W6": _simple(checks.rate_intuition),
    "W7": _simple(checks.rate_before_cards),
    "W8": _simple(checks.rate_devotion),
    "W9": _simple(checks.rate_emergency),
    "W10": _simple(checks.rate_authority),
    "W11": _board,
    "W12": _recon,
}


def rate(view: View, prompt: Prompt[Any], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
    """Rate an option for a seat, from what the seat may know."""
    return _BY_KEY[prompt.key](mind_of(view, seat), arg, code, picked)
