"""`rate` of Battlestar: each question goes to the part that knows it. Nothing but the view is read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE, Family
from shapan.engine.prompt import Prompt
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots import acting, checks, choices, cylon, fleet, people, quorum
from shapan.games.battlestar.bots.mind import Mind, mind_of
from shapan.games.battlestar.bots.places import place_worth
from shapan.games.battlestar.state import Battlestar


def _exit(mind: Mind, code: int) -> float:
    """Out of the Brig to where most can be done."""
    return place_worth(mind, mind.seat, actions.GO.value(code))


def _reveal_place(mind: Mind, code: int) -> float:
    return float(actions.GO.value(code) == names.CAPRICA)


def _gladly(mind: Mind, code: int) -> float:
    """All are alike, and better than to pass: a character, the text of the revealed card, a look (W12)."""
    return 1.0


_RATINGS: Final[dict[str, Callable[[Mind, int], float]]] = {
    "launch_area": fleet.rate_area,
    "move": acting.rate_move,
    "action": acting.rate_action,
    "executive_choice": acting.rate_order_choice,
    "exit_location": _exit,
    "reveal_location": _reveal_place,
    "attack_target": fleet.rate_target,
    "nuke_target": fleet.rate_nuke,
    "centurion_target": fleet.rate_centurion,
    "viper_order": fleet.rate_order,
    "recall_viper": fleet.rate_recall,
    "look_civilians": fleet.rate_look,
    "shift_civilians": fleet.rate_shift,
    "scout_deck": choices.rate_scout,
    "top_or_bottom": choices.rate_top,
    "repair": acting.rate_repair,
    "gain": choices.rate_gain,
    "office": quorum.rate_card,
    "skilled_politician": quorum.rate_card,
    "brutal_force": fleet.rate_brutal,
    "keep_crisis": cylon.rate_keep,
    "box": choices.rate_box,
    "title_or_brig": choices.rate_title_or_brig,
    "destination": choices.rate_destination,
    "risk": choices.rate_risk,
    "pay_fuel": choices.rate_pay,
    "restore": choices.rate_restore,
    "next_area": fleet.rate_next_area,
    "pick_civilian": fleet.rate_civilian,
    "pick_vipers": fleet.rate_viper_lost,
    "shortage": fleet.rate_shortage,
    "damage_tokens": cylon.rate_token,
    "caprica": cylon.rate_caprica,
    "cylon_fleet": cylon.rate_fleet,
    "take_card": choices.rate_take,
    "exchange": cylon.rate_exchange,
    "W2": choices.rate_before_roll,
    "W3": choices.rate_after_roll,
    "W4": choices.rate_destiny,
    "W5": choices.rate_compass,
    "W6": checks.rate_intuition,
    "W7": checks.rate_before_cards,
    "W8": checks.rate_devotion,
    "W9": checks.rate_emergency,
    "W10": checks.rate_authority,
    "W11": fleet.boards,
    **dict.fromkeys(("character", "use_reveal", "W12"), _gladly),
}
"""What rates an option, by question."""
_PASSES: Final[dict[str, Callable[[Mind], float]]] = {
    "move": lambda mind: acting.rate_move(mind, DONE),
    "action": lambda mind: acting.rate_action(mind, DONE),
    "brig_target": people.brig_pass,
    "viper_order": lambda mind: 0.1,
    "W11": lambda mind: 0.45,
}
"""What it is worth to pass where that is not 0."""
_PLANS: Final[dict[str, tuple[Family, Callable[[Mind, int], list[int]]]]] = {
    "contribute": (actions.CARD, checks.plan),
    "discard": (actions.CARD, choices.to_discard),
    "draw_types": (actions.DRAW, choices.to_draw),
}
"""What works an answer of several picks out, from the argument of the question."""


def rate(view: Battlestar, prompt: Prompt[Any], seat: int, arg: int, code: int, picked: Sequence[int]) -> float:
    """Rate an option for a seat, from what the seat may know."""
    key, mind = prompt.key, mind_of(view, seat)
    if code == DONE:
        return _PASSES[key](mind) if key in _PASSES else 0.0
    if key in people.RATINGS:
        return people.RATINGS[key](mind, actions.WHO.value(code))
    if key not in _PLANS:
        return _RATINGS[key](mind, code)
    if (key, arg) not in mind.plans:
        family, plan = _PLANS[key]
        mind.plans[key, arg] = [family.codes[value] for value in plan(mind, arg)]
    return 1.0 if mind.plans[key, arg].count(code) > picked.count(code) else -1.0
