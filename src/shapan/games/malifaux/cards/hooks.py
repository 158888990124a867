"""Hooks (crews 2.4): the moments at which abilities act. Each has a subject, to which their scope is measured.

`it` is the subject; the other words that mean something at a hook stand with it.
"""

from __future__ import annotations

from typing import Final

HOOKS: Final = {
    "hire": "The crew is hired (MFX-11). Subject: the hired model.",
    "after_deploy": "After deployment, the Attacker first (MFX-10.9). Subject: each model.",
    "start_phase": "MFX-7.2 D. Subject: each model.",
    "initiative": "The initiative cards are final (MFX-7.2 C). Subject: each model.",
    "activation_start": "MFX-8.1 (1). Subject: the model that activates.",
    "activation_end": "MFX-8.1 (3). Subject: the model whose activation ends.",
    "action_declared": "An action is declared and paid for (MFX-8.6). Subject: the acting model.",
    "targeted": "MFX-4.9. Subject: the target; `attacker` acts.",
    "duel_modify": "MFX-4.5 A. Subject: each model of the duel.",
    "duel_flip": "MFX-4.5 B. Subject: each model of the duel.",
    "duel_cheat": "MFX-4.5 C, before the decision. Subject: the model whose player decides.",
    "after_cheat": "A flip was cheated. Subject: the model whose flip it was.",
    "duel_total": "The final total is read. Subject: each model of the duel.",
    "action_success": "An action has succeeded. Subject: the acting model.",
    "action_fail": "An action has failed. Subject: the acting model.",
    "duel_failed": "[ruling] A duel or test was lost. Subject: the model that lost; `source` asked for it.",
    "after_own_action": "An action is over with its triggers; for a Charge with its attack. Subject: the acting model.",
    "after_action": "[ruling] The same moment. Subject: each model of the duel, which acted or resisted.",
    "damage_reduce": "Reductions (MFX-6.6). Subject: the damaged model; `source` damages.",
    "damage_cap": "Health is lowered (MFX-6.6). Subject: the damaged model.",
    "damage_ignored": "[ruling] Damage is not suffered because of a flag `ignore`. Subject: the spared model.",
    "after_damage": "Damage of 1 or more was suffered (MFX-6.8). Subject: the damaged model; `source` did it.",
    "after_heal": "Health has risen. Subject: the healed model; the number is `healed`.",
    "friendly_killed": "Instead of being killed (MFX-12.3 a). Subject: the model; `replace` takes the place of that.",
    "on_kill": "A model is killed, before its markers drop (MFX-12.3). Subject: the killer; `killed` is the other.",
    "killed": "Demise (MFX-12.3 b). Subject: the killed model; `killer` is the other.",
    "after_kill": "MFX-12.3 e. Subject: the killer; `killed` is the other.",
    "any_killed": "MFX-12.3 e. Subject: the killed model, where it stood; `killer` is the other.",
    "summoned": "A model was summoned (MFX-12.5). Subject: that model.",
    "enemy_summoned": "An enemy was summoned. Subject: that model.",
    "move_ended": "A move, push or place that changed the position is over (MFX-12.21). Subject: the moved model.",
    "marker_dropped": "A marker was dropped. Subject: the marker; its side is that of its owner.",
    "marker_removed": "A marker was removed. Subject: the model that did it; `marker` is the marker.",
    "buried": "A model was buried. Subject: that model.",
    "unburied": "A model was unburied. Subject: that model.",
    "end_phase": "MFX-7.5 A. Subject: each model.",
    "scoring": "MFX-7.5 B. Subject: each model.",
    "static": "No moment: holds as long as the ability is there. Subject: each model in scope.",
    "resist_trigger": "[ruling] Step D of a duel (crews 7.16): may be declared as its trigger by a model that resists.",
}
"""By hook, its moment and its subject. The number of a hook is its place here."""
RELEASE_HOOKS: Final = {
    "activation_start": "The buried model activates.",
    "source_killed_or_buried": "The model that buried it is killed or buried itself.",
}
"""At what a buried model may come back (`release` of op bury)."""
SCOPES: Final = {
    "self": "The subject is the model that has the ability.",
    "aura": "It is within so many inches and LoS; the model itself belongs to it unless `other`.",
    "within": "[ruling] It is within so many inches; LoS does not matter.",
    "table": "[ruling] Wherever it is.",
}
"""Where the subject of an ability's hook has to be, seen from the model that has the ability."""
SPANS: Final = {
    "this_flip": "the flip that goes on",
    "this_duel": "[ruling] the duel that goes on",
    "this_action": "the action that goes on, its flips and triggers",
    "against_self": "of a static ability: actions that target self, and their flips",
    "activation": "the activation that goes on",
    "end_phase": "until the end of End Phase step A (MFX-7.7)",
    "turn": "until the end of the turn (MFX-7.7)",
    "start_phase": "until the next Start Phase (MFX-7.7)",
    "while": "of a static ability: as long as it is there",
}
"""How long a `modify`, `flag` or `grant` holds: the scopes of crews 2.1."""
