"""The options of Battlestar Galactica (section 11), as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine.options import Option, OptionError, either, flags, resolve
from shapan.engine.shared_constant import SharedConstant

PROMPTS: Final = ("all_humans", "holders_only", "standing_orders")
ALL_HUMANS, HOLDERS_ONLY, STANDING_ORDERS = range(len(PROMPTS))
"""[ruling] 6.7: who is asked in a reaction window. Everybody who may hold a card by what all know is asked unless the
table wants it otherwise: `holders_only` shows who holds one, for bots among themselves and for play with open hands.
Standing orders are answers that a seat's client gives by itself: the rules ask everybody.
"""

OPTIONS: Final = (
    Option("sympathizer", "on", ("on", "no_sympathizer"), rule="BSG-2.6", common=True),
    Option("two_player", "auto", ("auto", "off", "on"), rule="BSG-2.6", common=True),
    Option("full_cooperative", "off", ("off", "on"), rule="BSG-2.6", common=True),
    Option("basestar_hits_galactica_min", 5, least=4, most=5, rule="BSG-9.7", common=True),
    either("hand_limit_timing", "own_turn", "every_turn", "BSG-16.1", "limit_every_turn"),
    either("initial_president_order", "seed_setup_list", "succession", "BSG-2.5", "president_by_succession"),
    either("brig_exit", "galactica", "any_ship", "BSG-10.3", "brig_exit_anywhere"),
    either("reveal_location", "resurrection_ship", "any_cylon_location", "BSG-12.2", "reveal_anywhere"),
    either("initial_draw", "types_only", "listed_counts", "BSG-2.8", "listed_counts"),
    either("cylon_immunity", "full", "may_ignore", "BSG-12.6", "may_ignore"),
    either("investigative_committee", "destiny_face_up", "destiny_hidden", "BSG-SC2", "destiny_hidden"),
    either("fulfiller_at_caprica", "no_second_crisis", "second_crisis", "BSG-7.8", "second_crisis_at_caprica"),
    either("secret_destiny_for_roslin", "one_card", "two_cards", "BSG-7.2", "two_cards_for_roslin"),
    either("command_authority_on_super_crisis", "no", "yes", "BSG-7.9", "authority_on_super"),
    either("evasive_penalty", "once", "per_card", "BSG-6.3", "evasive_per_card"),
    Option(
        "reaction_prompts",
        "by_people",
        ("by_people", *PROMPTS),
        rule="BSG-6.7",
        common=True,
        tells=("holders_only",),
        among_bots="holders_only",
    ),
    either("reshuffle", "at_once", "when_needed", "BSG-16.2", "reshuffle_when_needed"),
    either("discard_piles_public", "full", "top_card_only", "BSG-16.2", "top_discard_only"),
    either("loyalty_handover", "optional", "forced", "BSG-12.7", "forced_handover"),
)


@dataclass(slots=True, frozen=True)
class Ruleset(SharedConstant):
    """The options as the rules read them."""

    sympathizer: bool
    """Whether the card is in the game: with 4 and 6 players."""
    no_sympathizer: bool
    """The variant of 4 and 6 players without it."""
    two_player: bool
    full_cooperative: bool
    basestar_hits: int
    limit_every_turn: bool
    president_by_succession: bool
    brig_exit_anywhere: bool
    reveal_anywhere: bool
    listed_counts: bool
    may_ignore: bool
    destiny_hidden: bool
    second_crisis_at_caprica: bool
    two_cards_for_roslin: bool
    authority_on_super: bool
    evasive_per_card: bool
    prompts: int
    reshuffle_when_needed: bool
    top_discard_only: bool
    forced_handover: bool


def resolve_options(given: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """Return all options, checked alone and together. Raises OptionError.

    [ruling] `auto`, the default, is the variant for two players wherever two play: there is no other game for two.
    """
    options = resolve(OPTIONS, dict(given))
    if options["two_player"] == "auto":
        options["two_player"] = "on" if seats == 2 else "off"
    two = options["two_player"] == "on"
    if seats == 2 and not two:
        raise OptionError("two_player", "two players need this variant: set it to on")
    if two and seats != 2:
        raise OptionError("two_player", f"the variant is for two players, not for {seats}")
    if two and options["full_cooperative"] == "on":
        raise OptionError("full_cooperative", "does not go with two_player, which has a loyalty deck of its own")
    return options


def prompts_of(value: str) -> int:
    """Return who is asked in reaction windows; `by_people`, where nobody has settled it, is `all_humans` (BSG-6.7)."""
    return PROMPTS.index(value) if value in PROMPTS else ALL_HUMANS


def ruleset(options: Mapping[str, Any], seats: int) -> Ruleset:
    """Return the options of a match as the rules read them."""
    alone = options["full_cooperative"] == "on"
    return Ruleset(
        sympathizer=options["sympathizer"] == "on" and seats in (4, 6) and not alone,
        no_sympathizer=options["sympathizer"] != "on" and seats in (4, 6) and not alone,
        two_player=options["two_player"] == "on",
        full_cooperative=options["full_cooperative"] == "on",
        basestar_hits=options["basestar_hits_galactica_min"],
        prompts=prompts_of(options["reaction_prompts"]),
        **flags(OPTIONS, options),
    )
