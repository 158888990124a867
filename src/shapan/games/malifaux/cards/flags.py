"""Flags: what the operation `flag` permits, forbids or makes of a model or marker, and the subjects of `modify`.

Crews 2.1 names some and leaves the list open; [ruling] these are all.
"""

from __future__ import annotations

from typing import Final

FLAGS: Final = {
    "cannot_gain": ("condition", "It cannot gain this condition; `all`: none."),
    "cannot_heal": ("", "It cannot heal."),
    "cannot_reduce": ("", "Its player cannot use the soulstone reduction for it (MFX-9.2 d)."),
    "cannot_cheat": ("", "Its player cannot cheat its duel flips."),
    "cannot_interact": ("", "It cannot Interact."),
    "ignore": ("id", "It ignores this: a word of `ignores`, a trait, falling, an ability, or damage with this tag."),
    "ignored_for": ("id", "It is ignored for this: friendly_fire, strategies, schemes."),
    "treat_as": ("id", "It is treated as having a characteristic, instead of another if `instead_of` names one."),
    "counts_as_marker": (
        "id",
        """It may count as a marker of this type, friendly to the side of the flag; a model removed so is killed and
        drops none. A marker that would so count for both sides counts for none.""",
    ),
    "loses_ability": ("id", "It does not have this ability."),
    "may_target_buried": ("", "Its actions may target buried models; range and LoS do not matter then."),
    "not_target_of": ("id", "It cannot be the target of actions that this general action generates."),
    "place_instead": (
        "general",
        "For the movement of this general action it may place itself completely within Mv (MFX-13.24).",
    ),
    "unlimited": ("general", "It may take this general action any number of times in an activation."),
    "charge_with": ("range", "Its Charge may generate an action of this type of range."),
    "projectile_as_melee": ("number", "Its projectile actions may be taken as melee with this range (MFX-E5)."),
    "face_down_cheat": (
        "",
        "Its player may cheat face down; shown before triggers, after the other side has decided.",
    ),
    "minus_as_plus": ("", "Each − of its damage flip counts as a +."),
    "heal_instead": ("number", "Where the action would damage it, it heals so much instead."),
    "no_markers": ("", "It drops no markers when it is killed."),
    "action_fails": ("", "The action that it takes fails and is spent (MFX-4.9)."),
    "counts_as_activated": ("", "It counts as having activated."),
    "no_summon_token": ("", "Summoning it changes no pass tokens (MFX-12.5)."),
    "not_with_keyword": ("id", "It cannot be hired into a crew with another model of this keyword."),
}
"""By flag, what its value is (nothing: it has none) and what it says."""
SUBJECTS: Final = {
    "duel": "+ and − of the duel flip",
    "damage_flip": "+ and − of the damage flip",
    "damage": "the damage of the action",
    "blast": "the blast markers of the band used",
    "total": "the final total of a duel or test",
    "suits": "the final suits: letters that are added, or none",
    "stat": "the stat in the duel",
    "tn": "the target number",
    "action_limit": "how many actions it may take (MFX-8.2)",
    "action_cost": "the cards to discard for the general action that `action` names",
    "cheat_cost": "the cards to discard for cheating",
    "range": "inches: of its actions, or of the ability that `ability` names",
    "draw_limit": "the maximum hand of its player (MFX-2.3)",
    "hire_cost": "[ruling] its cost at hiring (MFX-11)",
}
"""By subject of `modify`, what its value is added to."""
