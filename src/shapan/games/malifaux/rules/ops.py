"""Crews 2.1, 2.4: what every chapter calls: operations of the effect language by name, and abilities at a moment.

Rules recur: damage lets abilities act, and these cost damage. Chapters import only those before them; what they call of
later ones goes through here, where each chapter registers what it carries out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import static
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.context import AS_ABILITY, AS_ACTION, ActionContext, Source
from shapan.games.malifaux.records import ACTING
from shapan.games.malifaux.state import Malifaux

E = TypeVar("E", bound=Effect)
OPS: Final[dict[str, Callable[..., None]]] = {}


def op(*made: type[E]) -> Callable[[Callable[[Malifaux, Table[Malifaux], Source, E], None]], Callable[..., None]]:
    """Crews 2.1: register the function that carries operations out."""

    def registered(function: Callable[[Malifaux, Table[Malifaux], Source, E], None]) -> Callable[..., None]:
        OPS.update({one.op: function for one in made})
        return function

    return registered


class Later:
    """What is called of chapters that come later; they set it when they are read."""

    abilities: Callable[..., Source | None]
    """Of `hooks`: let abilities act at a moment."""
    test: Callable[..., bool]
    """Of `duel`: a test."""


LATER: Final = Later()


def effects(state: Malifaux, table: Table[Malifaux], here: Source, row: Sequence[Effect]) -> None:
    """MFX-6.18: carry out effects in their order; what hangs on a Black Joker does not happen (MFX-6.4)."""
    for effect in row:
        if here.deed.void and here.kind == AS_ACTION:
            return
        OPS[effect.op](state, table, here, effect)


def put_off(state: Malifaux, table: Table[Malifaux], deed: ActionContext) -> None:
    """Crews 2.7, `moment`: carry out the effects that were put off until a deed was over."""
    later, deed.later = deed.later, ()
    for effect, place in later:
        effects(state, table, place, [effect])


def at(
    state: Malifaux, table: Table[Malifaux], hook: str, about: int | Sequence[int],
    deed: ActionContext | None = None, *, event: int = AS_ACTION, tag: int = UNKNOWN, cause: int = UNKNOWN,
    killed: int = UNKNOWN, killer: int = UNKNOWN, amount: int = 0, marker: int = UNKNOWN, side: int = ACTING,
) -> Source | None:  # fmt: skip
    """Crews 2.4: let all abilities act that are about a subject at a moment, or one of several; return the last one's.

    The active player's models come first, each player's in the order that he chooses.
    """
    hooked = state.roll().hooks.get(hook)
    if (hooked is None or (isinstance(about, int) and not hooked.acts_at(about))) and not (
        state.lasting and hook in state.lasts().hooks
    ):
        return None
    moment = Source(
        UNKNOWN, UNKNOWN, static.IDLE[0] if deed is None else deed, AS_ABILITY, cause=cause, killed=killed,
        killer=killer, amount=amount, marker=marker, side=side, event=event, event_tag=tag,
    )  # fmt: skip
    return LATER.abilities(state, table, hook, [about] if isinstance(about, int) else about, deed, moment)
