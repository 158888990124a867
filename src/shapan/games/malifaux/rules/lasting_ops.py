"""Crews 2.4: operations whose effects hold for a while."""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.table import Table
from shapan.games.malifaux import events, names, roster, select, static, value
from shapan.games.malifaux.cards.operations import Changing, Flag, Grant, Modify
from shapan.games.malifaux.context import Source
from shapan.games.malifaux.rules import choices
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux

# What holds for a while


@op(Modify)
def _modify(state: Malifaux, table: Table[Malifaux], here: Source, effect: Modify) -> None:
    """Change a number: of the deed that goes on at once, of models for a while."""
    if effect.when is not None and not value.truth(state, here, effect.when):
        return
    number = read(state, here, effect)
    if effect.scope in FOR_THE_DEED:
        change_deed(state, here, effect, number)
    else:
        last(state, table, here, effect, effect.scope, number)


FOR_THE_DEED: Final = frozenset({"this_action", "this_flip", "this_duel"})
"""Scopes of what changes the deed that goes on, and leaves nothing."""


def read(state: Malifaux, here: Source, effect: Modify) -> int:
    """Crews 2.4: return the value of a change, as it is when it is made."""
    return static.made_value(state, here, effect, UNKNOWN) if effect.subject != "suits" else 0


def change_deed(state: Malifaux, here: Source, effect: Modify, number: int) -> None:
    """Crews 2.4: change a number of the deed that goes on."""
    deed, subject = here.deed, effect.subject
    if subject == "damage":
        deed.more_damage += number
    elif subject == "damage_flip":
        deed.plus_flip += max(0, number)
        deed.minus_flip += max(0, -number)
    elif subject == "blast":
        deed.more_blasts += number
    elif subject == "range":
        for model in select.found(state, here, effect.who):
            deed.wider += ((model, roster.TAG[effect.ability or ""], number),)
    else:
        for model in select.found(state, here, effect.who):
            deed.changes += ((model, effect, number),)


@op(Flag)
def _flag(state: Malifaux, table: Table[Malifaux], here: Source, effect: Flag) -> None:
    if effect.when is not None and not value.truth(state, here, effect.when):
        return
    deed, name, until = here.deed, effect.name, effect.until
    if name == "action_fails":
        deed.fails = True
    elif name == "no_markers":
        deed.leaves_nothing = True
    elif name == "minus_as_plus":
        deed.turned = True
    elif name == "counts_as_activated":
        for model in choices.whom(state, table, here, effect.who):
            state.models.activated[model] = 1
    elif name == "no_summon_token":
        deed.no_token = True
    elif until in FOR_THE_DEED:
        for model in select.found(state, here, effect.who):
            deed.changes += ((model, effect, UNKNOWN),)
    else:
        last(state, table, here, effect, until, UNKNOWN)


@op(Grant)
def _grant(state: Malifaux, table: Table[Malifaux], here: Source, effect: Grant) -> None:
    last(state, table, here, effect, effect.until, UNKNOWN)


def last(
    state: Malifaux, table: Table[Malifaux], here: Source, effect: Changing | Grant, until: str, made: int
) -> None:
    """MFX-7.7, 12.18: an effect lasts: on the models that are meant, or as an area round its source."""
    number, selector = roster.lasting_number(effect), effect.who
    if selector.single():
        holders = select.found(state, here, selector)
    else:
        holders = [here.me]
    for model in holders:
        state.lasting.append((model, number, names.SPANS.get(until, names.UNTIL_END_PHASE), here.me, made, UNKNOWN))
        if here.deed.action != UNKNOWN:
            table.tell(events.LASTS, model, here.deed.action)


def elapse(state: Malifaux, until: int, model: int = -1) -> None:
    """MFX-7.7: what lasts until now ends, of one model or of all."""
    state.lasting[:] = [row for row in state.lasting if row[2] != until or model not in (-1, row[0])]


def end_areas(state: Malifaux, model: int) -> None:
    """MFX-12.18, crews 2.7: what a model was granted, and the areas round it, end with its burial or replacement."""
    state.lasting[:] = [row for row in state.lasting if row[0] != model or not leaves_with(row)]


def leaves_with(row: tuple[int, ...]) -> bool:
    """MFX-12.18: tell whether what lasts is a granted ability or an area round the model that has it."""
    effect = roster.LASTING[row[1]]
    return isinstance(effect, Grant) or (isinstance(effect, Modify | Flag) and not effect.who.single())
