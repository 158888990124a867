"""D5: the schemes that can be chosen (MFX-10.8, 15.3): cards, each with whom it may be about."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Key
from shapan.engine.phrases import say
from shapan.engine.scene import Choice, Phrase, Target, Zone
from shapan.games.malifaux import actions, names
from shapan.games.malifaux.board.cards import scheme_card
from shapan.games.malifaux.board.pieces import model_id, model_name
from shapan.games.malifaux.state import Malifaux

POOL: Final = "pool"


def make_pool(view: Malifaux, key: str, take: Callable[..., list[Target]]) -> list[Zone]:
    """MFX-10.8: return the schemes to choose from, while the viewer is asked for two of them."""
    if key != "schemes":
        return []
    cards = [scheme_card(f"pool.{names.SCHEMES[scheme]}", scheme) for scheme in view.pool]
    for card, scheme in zip(cards, view.pool, strict=True):
        card.targets = take("scheme", scheme)
    return [Zone(POOL, "shelf", say("label", "schemes"), pieces=cards)]


def scheme_place(scheme: int, packed: int) -> Key:
    """Return what offers a scheme: its card, whomever it picks."""
    return "scheme", scheme


def led_to(code: int) -> list[str]:
    """MFX-15.3: return where the card of a scheme leads to: whom an answer picks, on the table and in the crew."""
    picks = [model for model in names.picks_in(actions.SCHEME.values(code)[1]) if model != UNKNOWN]
    return [f"piece:{piece}" for model in picks for piece in (model_id(model), f"crew.{model}")]


def scheme_choices(view: Malifaux, code: int) -> list[Choice]:
    """MFX-15.3: return what an answer says: the scheme, and whom of either crew it picks."""
    scheme, packed = actions.SCHEME.values(code)
    made = [Choice(say("label", "scheme"), say("scheme", names.SCHEMES[scheme]))]
    for model in names.picks_in(packed):
        if model != UNKNOWN:
            own = view.models.sides[model] == view.viewer
            made.append(Choice(say("label", "own" if own else "enemy"), model_name(view, model)))
    return made if len(made) > 1 else [*made, Choice(say("label", "pick"), say("board", "no_pick"))]


def scheme_text(code: int) -> Phrase:
    """Return what the scheme of an answer is about."""
    return say("scheme_help", names.SCHEMES[actions.SCHEME.values(code)[0]])
