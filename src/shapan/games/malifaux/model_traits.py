"""What a model is by its card, upgrades and tokens (MFX-12.1); what effects change of that is in `static`."""

from __future__ import annotations

from shapan.games.malifaux import names, roster
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.state import Malifaux


def card(state: Malifaux, model: int) -> Model:
    """Return the card of a model."""
    return roster.MODELS[state.models.cards[model]]


def station(state: Malifaux, model: int) -> str:
    """Return the station of a model."""
    return card(state, model).station


def has_keyword(state: Malifaux, model: int, name: str) -> bool:
    """Tell whether a model has a keyword; some count only for a leader (crews 1)."""
    one = card(state, model)
    return name in one.keywords or (name in one.crew_keywords and state.models.leaders[model] > 0)


def has_upgrade(state: Malifaux, model: int, name: str) -> bool:
    """Tell whether a model carries an upgrade of an id or special word."""
    return any(
        one == model and (roster.UPGRADES[upgrade].id == name or name in roster.UPGRADES[upgrade].special)
        for one, upgrade in state.upgrades
    )


def tokens(state: Malifaux, model: int, name: str) -> int:
    """Return how many tokens of a name a model holds."""
    return state.token(model, names.TOKENS.index(name)) if model >= 0 and name in names.TOKENS else 0


def actions(state: Malifaux, model: int) -> tuple[Action, ...]:
    """Return the actions of a model: those of its card, and those of its upgrades."""
    found = card(state, model).actions
    for one, upgrade in state.upgrades:
        if one == model:
            found = (*found, *roster.UPGRADES[upgrade].actions)
    return found


def action(state: Malifaux, model: int, number: int) -> Action | None:
    """Return the action of a model that has a number, None where it has no such action."""
    found = roster.action_of(state.models.cards[model], number)
    if found is not None or not state.upgrades:
        return found
    return next((one for one in actions(state, model) if roster.ACTION.numbers[one.id] == number), None)
