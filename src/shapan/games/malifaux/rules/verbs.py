"""MFX-8.27: what a model may do: each verb stands in a file of its own, which says all that is asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.prompt import Reason
from shapan.engine.table import Table
from shapan.games.malifaux import actions, roster
from shapan.games.malifaux.context import AS_ACTION, ActionContext, Actor, Source
from shapan.games.malifaux.rules import card_actions, ops
from shapan.games.malifaux.state import Malifaux


class Verb:
    """What a model may do: a general action, a use of Interact, or an action of its card.

    The first of the picks is its code; those behind it say how it is done.
    """

    def may(self, state: Malifaux, who: Actor, code: int) -> bool:
        """Tell whether a model on the table may do it now, its actions not counted."""
        raise NotImplementedError

    def refused(self, state: Malifaux, who: Actor, code: int) -> Reason | None:
        """Return why it may not; None where nothing but what all actions ask stands against it."""
        return None

    def next(self, state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
        """Return the picks that may follow; of places those that are offered."""
        return []

    def drawn(self, state: Malifaux, who: Actor, picked: Sequence[int], number: int) -> int:
        """Return one of the picks that may follow by a number, `DONE` where the answer stops."""
        codes = self.next(state, who, picked)
        return codes[number % len(codes)] if codes else DONE

    def leads(self, picked: Sequence[int], code: int) -> bool:
        """Tell whether a place may be named next, if it is a legal one."""
        return False

    def meant(self, code: int) -> int:
        """Return a point that was named without a word as what is done takes it: as a place."""
        return actions.SPOT.code(*actions.LEG.values(code))

    def fault(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason | None:
        """Return why a place that may be named is no legal one."""
        return None

    def refused_part(self, state: Malifaux, who: Actor, picked: Sequence[int], code: int) -> Reason | None:
        """Return why a target, card or marker may not follow; None where nothing of the kind does."""
        return None

    def refused_row(self, state: Malifaux, who: Actor, row: Sequence[int], reason: Reason) -> Reason:
        """Return why an answer is refused of which a pick is refused for a reason."""
        return reason

    def do(self, state: Malifaux, table: Table[Malifaux], here: Source, picks: Sequence[int]) -> None:
        """Do it, as it was answered."""
        raise NotImplementedError


VERBS: Final[dict[int, Verb]] = {}
"""By first pick; each file puts its own in."""
_GENERAL: Final[tuple[tuple[str, Sequence[int]], ...]] = (
    ("walk", [actions.WALK]), ("charge", [actions.CHARGE]), ("disengage", [actions.DISENGAGE]),
    ("interact", list(actions.INTERACT.codes)), ("concentrate", [actions.CONCENTRATE]), ("assist", [actions.ASSIST]),
    ("demolish", [actions.DEMOLISH]), ("slam", [actions.SLAM]),
)  # fmt: skip
CODES: Final = [code for _, codes in _GENERAL for code in codes]
"""The first picks of all general actions, in the order in which they are offered."""


def general(state: Malifaux, who: Actor, allowed: Sequence[str] = roster.GENERAL_ACTIONS) -> list[int]:
    """Return the first picks of the general actions that are possible."""
    if state.models.buried[who.model]:
        return []
    return [code for name, codes in _GENERAL if name in allowed for code in codes if may(state, who, code)]


def may(state: Malifaux, who: Actor, code: int) -> bool:
    """Tell whether a model may do something now, its actions not counted."""
    return VERBS[code].may(state, who, code)


def following(state: Malifaux, who: Actor, picked: Sequence[int]) -> Sequence[int]:
    """D11, D12: return the picks that may follow others; of places those that are offered."""
    verb = VERBS.get(picked[0])
    return [] if verb is None else verb.next(state, who, picked)


def do(state: Malifaux, table: Table[Malifaux], who: Actor, picks: Sequence[int]) -> None:
    """Take a general action, from its declaration to what comes after it."""
    model, number = who.model, general_of(picks[0])
    deed = ActionContext(who.seat, model, roster.GENERAL + number)
    here = Source(model, who.seat, deed, AS_ACTION, roster.TAG[roster.GENERAL_ACTIONS[number]])
    ops.at(state, table, "action_declared", model, deed)
    if state.is_up(model):
        VERBS[picks[0]].do(state, table, here, picks)
        card_actions.after(state, table, deed)


def general_of(verb: int) -> int:
    """Return the number of a general action from the first pick of an answer."""
    if actions.INTERACT.has(verb):
        return roster.INTERACT_ACTION
    return roster.GENERAL_ACTIONS.index(actions.ACTIONS.of(verb).name)
