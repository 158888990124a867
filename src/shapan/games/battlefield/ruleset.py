"""The options of Battlefield (section 11), and the numbers that rules read from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from shapan.engine.kinds import Count, Enum, Flag
from shapan.engine.options import Option, OptionError, either, flags, resolve
from shapan.engine.shared_constant import SharedConstant
from shapan.games.battlefield import names

ALL: Final = "all"
PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "seed": {},
    "balanced": {"seat_balance": "round1_draw", "outer_rule": "per_side", "antipeace_repeat": "once_per_card"},
}
"""What each preset sets; single options may still be changed."""

ON_ELIMINATION: Final = ("remove", "pile", "conqueror")
REMOVE, PILE, CONQUEROR = range(len(ON_ELIMINATION))
NEUTRON_TARGETS: Final = ("city_or_capital", "city", "any")
CITY_OR_CAPITAL, CITY_ONLY, ANY_TERRITORY = range(len(NEUTRON_TARGETS))
DIVINE_LIMITS: Final = ("at_most_4", "exactly_3_or_4", "none")
AT_MOST_4, EXACTLY_3_OR_4, NO_LIMIT = range(len(DIVINE_LIMITS))

OPTIONS: Final = (
    Option("preset", "seed", tuple(PRESETS), rule="BF-1.7", common=True),
    Option("max_rounds", None, least=10, most=99, rule="BF-11.4", common=True),
    Option("territories_per_player", 5, (ALL,), least=4, most=7, rule="BF-1.3"),
    Option("factions_dealt", None, least=1, most=3, rule="BF-1.2"),
    either("seat_balance", "none", "round1_draw", "BF-1.7", "round1_draw"),
    Option("capital_bonus", 2, least=0, most=5, rule="BF-1.5"),
    either("outer_rule", "whole_layer", "per_side", "BF-2.4", "outer_per_side"),
    Option("elimination_territories", "remove", ON_ELIMINATION, rule="BF-8.9"),
    either("elimination", "capital", "all_territories", "BF-8.9", "last_territory"),
    either("attack_defend_low", "power_vs_guard", "power_vs_power", "BF-7.5", "power_vs_power"),
    either("selfdestruct_limit", "less", "less_or_equal", "BF-7.5", "less_or_equal"),
    either("reload_scope", "basic_orders", "any_basic_pile_card", "BF-6.7", "reload_any"),
    Option("neutron_target", "city_or_capital", NEUTRON_TARGETS, rule="BF-8.3"),
    Option("divine_capital_limit", "at_most_4", DIVINE_LIMITS, rule="BF-8.4"),
    either("antipeace_repeat", "every_capture", "once_per_card", "BF-10.1", "once_per_card"),
    either("last_two_treaties", "keep", "void", "BF-12.5", "void_at_two"),
    either("peace_envoy", "when_last_unattacked", "on_first_attack", "BF-10.2", "envoy_on_attack"),
    either("resources_in_hand", "off", "on", "BF-3.4", "resources_count"),
    either("titles", "auto", "off", "BF-10.1", "no_titles"),
    either("secret_treaties", "off", "on", "BF-12.6", "secret_treaties"),
    Option(
        "ask_empty_windows", "by_people", ("by_people", "on", "off"), rule="BF-7.3", tells=("off",), among_bots="off"
    ),
    either("city_counts_twice", "on", "off", "BF-3.2", "plain_cities"),
)

_FLAG: Final = Flag()


@dataclass(slots=True, eq=False)
class Ruleset(SharedConstant):
    """The options as the rules read them; everybody knows them."""

    max_rounds: Annotated[int, Count(99)]
    territories: Annotated[int, Count(len(names.TERRITORIES))]
    """BF-1.3: how many territory cards are in the game."""
    factions_dealt: Annotated[int, Count(3)]
    round1_draw: Annotated[bool, _FLAG]
    capital_bonus: Annotated[int, Count(5)]
    outer_per_side: Annotated[bool, _FLAG]
    on_elimination: Annotated[int, Enum(ON_ELIMINATION)]
    last_territory: Annotated[bool, _FLAG]
    power_vs_power: Annotated[bool, _FLAG]
    less_or_equal: Annotated[bool, _FLAG]
    reload_any: Annotated[bool, _FLAG]
    neutron_target: Annotated[int, Enum(NEUTRON_TARGETS)]
    divine_limit: Annotated[int, Enum(DIVINE_LIMITS)]
    once_per_card: Annotated[bool, _FLAG]
    void_at_two: Annotated[bool, _FLAG]
    envoy_on_attack: Annotated[bool, _FLAG]
    resources_count: Annotated[bool, _FLAG]
    titles: Annotated[bool, _FLAG]
    """Whether titles and goals are played: three seats or more at the beginning (BF-10)."""
    secret_treaties: Annotated[bool, _FLAG]
    empty_windows: Annotated[bool, _FLAG]
    """Whether a window is put to those, too, who can only pass."""
    plain_cities: Annotated[bool, _FLAG]


def resolve_options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return all options, those of the preset and of the number of seats where they are not given.

    Raises OptionError: more factions than there are.
    """
    options = resolve(OPTIONS, dict(given))
    for name, value in PRESETS[options["preset"]].items():
        if name not in given:
            options[name] = value
    if options["max_rounds"] is None:
        options["max_rounds"] = 40 if seats >= 5 else 30
    most = len(names.FACTIONS) // seats
    if options["factions_dealt"] is None:
        options["factions_dealt"] = min(3, most)
    if options["factions_dealt"] > most:
        raise OptionError("factions_dealt", f"{options['factions_dealt']} for each of {seats} are more than there are")
    return options


def ruleset(options: Mapping[str, Any], seats: int) -> Ruleset:
    """Return the ruleset of checked options."""
    each, set_ = options["territories_per_player"], flags(OPTIONS, options)
    del set_["no_titles"]
    return Ruleset(
        max_rounds=options["max_rounds"],
        territories=len(names.TERRITORIES) if each == ALL else min(len(names.TERRITORIES), each * seats),
        factions_dealt=options["factions_dealt"],
        capital_bonus=options["capital_bonus"],
        on_elimination=ON_ELIMINATION.index(options["elimination_territories"]),
        neutron_target=NEUTRON_TARGETS.index(options["neutron_target"]),
        divine_limit=DIVINE_LIMITS.index(options["divine_capital_limit"]),
        titles=options["titles"] == "auto" and seats > 2,
        empty_windows=options["ask_empty_windows"] != "off",
        **set_,
    )
