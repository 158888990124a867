"""Why a die on the table cannot be chosen now, for the seat that is asked: rule and sentence, from the view alone."""

from __future__ import annotations

from typing import Any

from shapan.engine.prompt import Prompt, Reason
from shapan.games.planet_masters import names
from shapan.games.planet_masters.view import View


def why_not_die(view: View, viewer: int, prompt: Prompt[Any], owner: int, die: int, fresh: bool) -> Reason:
    """Return why the asked viewer cannot choose a die that no legal action names."""
    own, weapon = owner == viewer, die >= names.FIRST_WEAPON
    match prompt.key:
        case "build":
            if weapon:
                return Reason("PM-3.2", "not_own_weapon")
            return Reason("PM-4.1", "planet_in_build" if own else "not_own_planet")
        case "manage":
            if weapon:
                return Reason("PM-3.2", "weapon_in_manage" if own else "not_own_weapon")
            if not own:
                return Reason("PM-4.1", "not_own_planet")
            return Reason("PM-4.1", "fresh_die" if fresh else "die_twice")
        case "action":
            return Reason("PM-5.1", "oneself") if own else Reason("PM-5.0", "no_die_now")
        case "spoils":
            return Reason("PM-5.4", "not_his_weapon" if weapon else "not_his_colony")
        case "discard_excess":
            return Reason("PM-5.4", "not_own_weapon")
        case "lose_weapon":
            return Reason("PM-5.9", "not_own_weapon")
    return Reason(prompt.rule, "no_die_now")


def why_not_build(view: View, viewer: int) -> Reason | None:
    """Return why the viewer, asked in the Build step, cannot build; None if nothing stands against it."""
    totals = view.seats[viewer].totals
    if not view.weapon_supply:
        return Reason("PM-3.2", "supply_empty")
    if totals.fleet >= totals.fleet_limit:
        return Reason("PM-3.3", "fleet_full", {"limit": totals.fleet_limit})
    return None
