"""What a question is about besides what can be chosen: who acts, who answers, where it is settled (`Scene.about`)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.games.malifaux import melee, names
from shapan.games.malifaux.board.pieces import hand_id, marker_id, model_id
from shapan.games.malifaux.state import Malifaux


def about(view: Malifaux, key: str, seat: int) -> list[str]:
    """MFX-4, MFX-6, MFX-8.1: return the two of a duel, who is hurt or moved, else who acts and who engages it.

    MFX-9.2 a: whether two more cards are worth a stone is seen from those that the seat holds.
    """
    if key == "stone_draw":
        return [f"piece:{hand_id(card)}" for card in view.hands[seat].cards]
    duel, now, choice = view.duel, view.activation, view.choice
    models = [] if now is None else [now.model]
    if duel is not None and not duel.over:
        models += [duel.model, duel.target]
    elif now is not None and view.is_up(now.model):
        models += melee.engagers(view, now.model)
    places = []
    if choice is not None:
        models.append(choice.model)
        if choice.about >= names.MAX_MODELS:
            places.append(f"piece:{marker_id(choice.about - names.MAX_MODELS)}")
        elif choice.radius:
            models.append(choice.about)
    return [*(f"piece:{model_id(model)}" for model in models if model >= 0), *places]
