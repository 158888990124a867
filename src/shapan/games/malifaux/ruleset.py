"""The options of Malifaux (section 11), and the numbers that rules read from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final

from shapan.engine.kinds import Count, Enum, Flag, Many
from shapan.engine.options import Option, OptionError, either, flags, resolve
from shapan.engine.shared_constant import SharedConstant
from shapan.games.malifaux import names, roster

SIZES: Final = (25, 35, 50)
LAYOUTS: Final = ("crossroads", "dockside", "open", "generated")
RANDOM: Final = "random"

OPTIONS: Final = (
    Option("card_set", roster.CARD_SET, (roster.CARD_SET,), rule="MFX-12.1"),
    Option("size", 50, SIZES, rule="MFX-10.1", common=True),
    Option("turns", 5, least=3, most=5, rule="MFX-7.1", common=True),
    Option("strategy", RANDOM, (RANDOM, *names.STRATEGIES), rule="MFX-10.2", common=True),
    Option("deployment", RANDOM, (RANDOM, *names.DEPLOYMENTS), rule="MFX-10.2", common=True),
    Option("scheme_pool", RANDOM, (RANDOM,), list_of=names.SCHEMES, length=names.POOL, rule="MFX-10.3"),
    Option("terrain_layout", "crossroads", LAYOUTS, rule="MFX-13.17", common=True),
    Option("hidden_schemes", "on", ("on", "off"), rule="MFX-15", flag="open_schemes", common=True),
    either("draw_rule", "draw_six", "refill", "MFX-2.2", "refill"),
    either("red_joker_forced", "on", "off", "MFX-1.6", "red_joker_free"),
    either("red_joker_locks", "on", "off", "MFX-3.2", "red_joker_lets"),
    Option("modifier_cap", "none", ("none", 2, 3), rule="MFX-1.5"),
    either("assist_amount", "one", "flip", "MFX-8.25", "assist_flip"),
    either("concentrate_limit", "once", "none", "MFX-8.24", "concentrate_often"),
    either("disengage_damage", "none", "full", "MFX-8.22", "disengage_hurts"),
    either("stunned_bonus", "counts", "forbidden", "MFX-12.9", "stunned_forbids"),
    Option("stones_max_pool", 10, least=6, most=10, rule="MFX-11.9"),
    either("initiative_tokens", "plus_one", "off", "MFX-7.2", "no_initiative_tokens"),
    either("slam_action", "off", "on", "MFX-8.26", "slam"),
    either("elevation", "off", "on", "MFX-13.16", "elevation"),
    either("models_block_los", "by_height", "never", "MFX-13.10", "models_let_see"),
    either("scoring_first_turn", "no", "yes", "MFX-7.5", "scores_at_once"),
    Option("bot_move_candidates", 24, least=8, most=64, rule="MFX-13.19"),
)

_FLAG: Final = Flag()


@dataclass(slots=True, eq=False)
class Ruleset(SharedConstant):
    """The options as the rules read them; everybody knows them."""

    open_schemes: Annotated[bool, _FLAG]
    refill: Annotated[bool, _FLAG]
    red_joker_free: Annotated[bool, _FLAG]
    red_joker_lets: Annotated[bool, _FLAG]
    assist_flip: Annotated[bool, _FLAG]
    concentrate_often: Annotated[bool, _FLAG]
    disengage_hurts: Annotated[bool, _FLAG]
    stunned_forbids: Annotated[bool, _FLAG]
    no_initiative_tokens: Annotated[bool, _FLAG]
    slam: Annotated[bool, _FLAG]
    elevation: Annotated[bool, _FLAG]
    models_let_see: Annotated[bool, _FLAG]
    scores_at_once: Annotated[bool, _FLAG]
    size: Annotated[int, Count(50)]
    turns: Annotated[int, names.TURN]
    modifier_cap: Annotated[int, Count(9)]
    """MFX-1.5: the greatest net of a flip either way; 9 where there is none."""
    most_stones: Annotated[int, Count(10)]
    candidates: Annotated[int, Count(64)]
    strategy: Annotated[int, names.STRATEGY]
    """-1 where it is flipped for; so the deployment."""
    deployment: Annotated[int, names.DEPLOYMENT]
    pool: Annotated[list[int], Many(names.SCHEME, names.POOL)]
    layout: Annotated[int, Enum(LAYOUTS)]


NO_CAP: Final = 9


def resolve_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options. Raises OptionError: five different schemes make a pool."""
    options = resolve(OPTIONS, dict(given))
    pool = options["scheme_pool"]
    if pool != RANDOM and len(set(pool)) != names.POOL:
        raise OptionError("scheme_pool", "a pool has five different schemes")
    return options


def ruleset(options: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of checked options."""
    cap, pool = options["modifier_cap"], options["scheme_pool"]
    strategy, deployment = options["strategy"], options["deployment"]
    return Ruleset(
        size=options["size"],
        turns=options["turns"],
        modifier_cap=NO_CAP if cap == "none" else cap,
        most_stones=options["stones_max_pool"],
        candidates=options["bot_move_candidates"],
        strategy=-1 if strategy == RANDOM else names.STRATEGIES.index(strategy),
        deployment=-1 if deployment == RANDOM else names.DEPLOYMENTS.index(deployment),
        pool=[] if pool == RANDOM else [names.SCHEMES.index(name) for name in pool],
        layout=LAYOUTS.index(options["terrain_layout"]),
        **flags(OPTIONS, options),
    )
