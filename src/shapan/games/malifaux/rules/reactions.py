"""MFX-4.9, 7.8: reactions to being targeted, redirects, chained activations: abilities paid for by choosing a model."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.question import picks, question
from shapan.engine.table import Table
from shapan.games.malifaux import actions, events, select
from shapan.games.malifaux.cards.operations import Activate, Redirect
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.context import ActionContext, Source
from shapan.games.malifaux.records import Choice
from shapan.games.malifaux.rules import choices, fate, ops
from shapan.games.malifaux.rules.ops import op
from shapan.games.malifaux.state import Malifaux

# Being targeted.


def react(state: Malifaux, table: Table[Malifaux], deed: ActionContext) -> None:
    """MFX-4.9: Terrifying, Protected and the like; after a redirect those of the new target follow."""
    asked: list[int] = []
    while deed.target not in asked and not deed.fails and state.is_in_play(deed.model):
        asked.append(deed.target)
        ops.at(state, table, "targeted", deed.target, deed, cause=deed.model)


# Redirects: D31.


@question("redirect", "MFX-4.9", actions.REDIRECT, actions.ACTIONS.of(actions.DECLINE))
def ask_redirect(state: Malifaux, seat: int, arg: int) -> Sequence[int]:
    """D31: the new target and the card that is discarded for it, or none."""
    choice = state.asked()
    cards = state.hands[seat].cards
    return [actions.DECLINE, *(actions.REDIRECT.code(model, card) for model in choice.options for card in cards)]


def redirect(state: Malifaux, table: Table[Malifaux], here: Source, part: AbilityPart) -> bool:
    """MFX-4.9, Protected: let the owner of a target discard a card for another one."""
    if not state.hands[here.seat].cards:
        return False
    found = [model for model in _meant(state, here, part, Redirect) if model != here.deed.target]
    if not found:
        return False
    state.choice = Choice(model=here.me, options=found)
    code = table.ask(ask_redirect, here.seat)
    if code == actions.DECLINE:
        return False
    model, card = actions.REDIRECT.values(code)
    fate.discard(state, table, here.seat, card)
    here.deed.target = model
    table.tell(events.REDIRECTED, here.deed.model, model)
    return True


def _meant(state: Malifaux, here: Source, part: AbilityPart, made: type[Redirect | Activate]) -> list[int]:
    """Return the models one of which the first effect of an ability is for."""
    effect = part.effects[0]
    return select.found(state, here, select.uncounted(effect.who)) if isinstance(effect, made) else []


@op(Redirect)
def _redirect(state: Malifaux, table: Table[Malifaux], here: Source, effect: Redirect) -> None:
    found = choices.whom(state, table, here, effect.who)
    if found:
        here.deed.target = found[0]
        table.tell(events.REDIRECTED, here.deed.model, found[0])


# Chains: MFX-7.8, D28.


@picks(
    "chain", "MFX-7.8",
    *(actions.CHAIN, actions.ACTIONS.of(actions.BY_TOKEN), actions.BY_CARD, actions.ACTIONS.of(actions.DECLINE)),
    rows=actions.CHAIN_ROWS, ordered=True,
)  # fmt: skip
def ask_chain(state: Malifaux, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
    """D28: the ready model that activates next, and what is paid for it, or none."""
    choice = state.asked()
    if not picked:
        can = choice.options if state.pass_tokens[seat] or state.hands[seat].cards else []
        return [actions.DECLINE, *(actions.CHAIN.codes[model] for model in can)]
    if picked[0] == actions.DECLINE or len(picked) > 1:
        return []
    token = [actions.BY_TOKEN] if state.pass_tokens[seat] else []
    return [*token, *(actions.BY_CARD.codes[card] for card in state.hands[seat].cards)]


def chain(state: Malifaux, table: Table[Malifaux], here: Source, part: AbilityPart) -> bool:
    """MFX-7.8, Accomplice, Companion: let the owner pay a card or a pass token for a chained activation."""
    if not (state.pass_tokens[here.seat] or state.hands[here.seat].cards):
        return False
    found = [
        model
        for model in _meant(state, here, part, Activate)
        if not state.models.activated[model] and model not in state.chain
        and not (state.activation is not None and state.activation.model == model)
    ]  # fmt: skip
    if not found:
        return False
    state.choice = Choice(model=here.me, options=found)
    answer = table.ask_many(ask_chain, here.seat)
    if answer[0] == actions.DECLINE:
        return False
    model = actions.CHAIN.value(answer[0])
    if answer[1] == actions.BY_TOKEN:
        state.pass_tokens[here.seat] -= 1
        table.tell(events.TOKENS_LOST, here.seat, 1)
    else:
        fate.discard(state, table, here.seat, actions.BY_CARD.value(answer[1]))
    state.chain.append(model)
    table.tell(events.CHAINED, model, here.me)
    return True


@op(Activate)
def _activate(state: Malifaux, table: Table[Malifaux], here: Source, effect: Activate) -> None:
    """MFX-7.8: a chained activation: the model activates next, before the opponent."""
    for model in choices.whom(state, table, here, effect.who):
        if not state.models.activated[model] and model not in state.chain:
            state.chain.append(model)
            table.tell(events.CHAINED, model, here.me)
