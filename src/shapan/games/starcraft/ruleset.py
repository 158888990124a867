"""The options of StarCraft (section 11), and the numbers that rules read from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from shapan.engine.kinds import Count, Flag
from shapan.engine.options import Option, OptionError, either, flags, resolve
from shapan.engine.shared_constant import SharedConstant

TARGET_POINTS: Final = 15
ALDARIS_POINTS: Final = 20
"""SC-12.2: what wins, and what wins where Aldaris is in."""
CONQUEST_ROUNDS: Final = 40
"""[ruling] A galactic conquest without a round limit of its own ends after so many rounds: bots need not end it."""

OPTIONS: Final = (
    either("faction_choice", "pick", "random", "SC-1.4", "random_factions"),
    either("start_resource_cards", "base_area", "planet", "SC-1.9", "whole_planet_cards"),
    either("race_abilities", "ruled", "printed_only", "SC-1.5", "printed_only"),
    either("aldaris_rule", "seed", "official", "SC-12.2", "official_aldaris"),
    either("end_cards", "at_once", "end_of_step", "SC-11.8", "end_after_events"),
    either("obstructed_draw", "must", "may", "SC-3.3", "may_draw"),
    either("transport_loss", "own_base", "enemy_base", "SC-11.1", "enemy_base_sinks"),
    either("enemy_base_card", "lose", "keep", "SC-11.2", "keep_card"),
    either("special_orders", "per_module", "any", "SC-2.5", "any_specials"),
    Option("round_cap", "none", ("none",), least=1, most=99, rule="SC-12.8", common=True),
    either("show_own_orders", "on", "off", "SC-2.4", "hide_own_orders"),
    either("galactic_conquest", "off", "on", "SC-13", "galactic_conquest"),
    Option("teams", "none", ("none", "two"), rule="SC-13", common=True, flag="teams"),
    either("special_victories", "on", "off", "SC-12.3", "no_specials"),
)

_FLAG: Final = Flag()


@dataclass(slots=True, eq=False)
class Ruleset(SharedConstant):
    """The options as the rules read them; everybody knows them."""

    random_factions: Annotated[bool, _FLAG]
    whole_planet_cards: Annotated[bool, _FLAG]
    printed_only: Annotated[bool, _FLAG]
    official_aldaris: Annotated[bool, _FLAG]
    end_after_events: Annotated[bool, _FLAG]
    may_draw: Annotated[bool, _FLAG]
    enemy_base_sinks: Annotated[bool, _FLAG]
    keep_card: Annotated[bool, _FLAG]
    any_specials: Annotated[bool, _FLAG]
    hide_own_orders: Annotated[bool, _FLAG]
    galactic_conquest: Annotated[bool, _FLAG]
    teams: Annotated[bool, _FLAG]
    no_specials: Annotated[bool, _FLAG]
    round_cap: Annotated[int, Count(99)]
    """After which round the match ends, 0 for none."""


def resolve_options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return all options. Raises OptionError: teams of two need four or six seats."""
    options = resolve(OPTIONS, dict(given))
    if options["teams"] == "two" and seats not in (4, 6):
        raise OptionError("teams", "teams of two need four or six seats")
    return options


def ruleset(options: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of checked options."""
    cap = options["round_cap"]
    if cap == "none":
        cap = CONQUEST_ROUNDS if options["galactic_conquest"] == "on" else 0
    return Ruleset(round_cap=cap, **flags(OPTIONS, options))
