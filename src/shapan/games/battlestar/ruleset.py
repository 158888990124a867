"""The options of Battlestar Galactica (section 11), as the rules read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from shapan.engine.fixed import Fixed
from shapan.engine.options import Option, OptionError, resolve

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
    Option("hand_limit_timing", "own_turn", ("own_turn", "every_turn"), rule="BSG-16.1"),
    Option("initial_president_order", "seed_setup_list", ("seed_setup_list", "succession"), rule="BSG-2.5"),
    Option("brig_exit", "galactica", ("galactica", "any_ship"), rule="BSG-10.3"),
    Option("reveal_location", "resurrection_ship", ("resurrection_ship", "any_cylon_location"), rule="BSG-12.2"),
    Option("initial_draw", "types_only", ("types_only", "listed_counts"), rule="BSG-2.8"),
    Option("cylon_immunity", "full", ("full", "may_ignore"), rule="BSG-12.6"),
    Option("investigative_committee", "destiny_face_up", ("destiny_face_up", "destiny_hidden"), rule="BSG-SC2"),
    Option("fulfiller_at_caprica", "no_second_crisis", ("no_second_crisis", "second_crisis"), rule="BSG-7.8"),
    Option("secret_destiny_for_roslin", "one_card", ("one_card", "two_cards"), rule="BSG-7.2"),
    Option("command_authority_on_super_crisis", "no", ("no", "yes"), rule="BSG-7.9"),
    Option("evasive_penalty", "once", ("once", "per_card"), rule="BSG-6.3"),
    Option(
        "reaction_prompts",
        "by_people",
        ("by_people", *PROMPTS),
        rule="BSG-6.7",
        common=True,
        tells=("holders_only",),
        among_bots="holders_only",
    ),
    Option("discard_piles_public", "full", ("full", "top_card_only"), rule="BSG-16.2"),
    Option("loyalty_handover", "optional", ("optional", "forced"), rule="BSG-12.7"),
)


@dataclass(slots=True, frozen=True)
class Ruleset(Fixed):
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
        limit_every_turn=options["hand_limit_timing"] == "every_turn",
        president_by_succession=options["initial_president_order"] == "succession",
        brig_exit_anywhere=options["brig_exit"] == "any_ship",
        reveal_anywhere=options["reveal_location"] == "any_cylon_location",
        listed_counts=options["initial_draw"] == "listed_counts",
        may_ignore=options["cylon_immunity"] == "may_ignore",
        destiny_hidden=options["investigative_committee"] == "destiny_hidden",
        second_crisis_at_caprica=options["fulfiller_at_caprica"] == "second_crisis",
        two_cards_for_roslin=options["secret_destiny_for_roslin"] == "two_cards",  # noqa: S105 - no password
        authority_on_super=options["command_authority_on_super_crisis"] == "yes",
        evasive_per_card=options["evasive_penalty"] == "per_card",
        prompts=prompts_of(options["reaction_prompts"]),
        top_discard_only=options["discard_piles_public"] == "top_card_only",
        forced_handover=options["loyalty_handover"] == "forced",
    )
