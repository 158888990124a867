"""Actions in words: range, stat, what resists, triggers, what they do (crews 1)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any

from shapan.engine.phrases import Word, chain, inner, say, term
from shapan.engine.scene import Phrase
from shapan.games.malifaux.board.profile import stat_of, suited
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.operations import Damage


def deed(action: Action) -> Phrase:
    """Return an action in full: range, stat against what, triggers, what it does."""
    parts = _parts(action)
    if action.triggers:
        named: list[Word] = [{"term": f"trigger.{one.trigger.id}"} for one in action.triggers]
        parts.append(inner(say("board", "triggers", triggers=chain(named))))
    return say("board", "deed", what=chain(parts), text=term("card_action_help", action.id))


def brief(action: Action) -> Phrase:
    """Return an action in a few words: range, stat against what, damage."""
    parts = _parts(action)
    for effect in action.effects:
        if isinstance(effect, Damage) and effect.amount.track():
            track = "/".join(str(one) for one in effect.amount.track())
            parts.append(inner(say("board", "damage", track=track)))
    return Phrase("common.list", {"first": parts[0], "rest": chain(parts[1:])}) if len(parts) > 1 else _range(action)


def _parts(action: Action) -> list[Word]:
    parts: list[Word] = [inner(_range(action))]
    if action.stat is not None:
        key = "against" if action.resist else "stat"
        words: dict[str, Any] = {"number": inner(stat_of(action.stat))}
        if action.resist:
            words["resist"] = term("stat", action.resist)
        parts.append(inner(say("board", key, **words)))
    if action.tn is not None:
        parts.append(inner(say("board", "needs", number=inner(suited(str(action.tn.value), action.tn.suits)))))
    return parts


def _range(action: Action) -> Phrase:
    if action.range_type == "self":
        return say("board", "bonus" if action.bonus else "unranged")
    key = "ranged_bonus" if action.bonus else "ranged"
    return say("board", key, range=term("range", action.range_type), number=action.inches)
