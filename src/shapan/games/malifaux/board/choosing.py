"""What the model that is asked can do, a row for each action; what cannot be done says why (MFX-8.2 to 8.27)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.ground import Base
from shapan.engine.phrases import inner, say
from shapan.engine.scene import Phrase, Piece, Print, Sign, Zone
from shapan.games.malifaux import actions, formulas, model_traits, names, roster
from shapan.games.malifaux.board.action_text import brief, deed
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.pieces import emblem, model_name, model_word
from shapan.games.malifaux.board.profile import profile
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.rules import acting
from shapan.games.malifaux.state import Malifaux

DEEDS: Final = "deeds"
_GENERAL: Final = (
    ("walk", actions.WALK), ("charge", actions.CHARGE), ("disengage", actions.DISENGAGE),
    ("concentrate", actions.CONCENTRATE), ("assist", actions.ASSIST), ("demolish", actions.DEMOLISH),
    ("slam", actions.SLAM),
)  # fmt: skip
_GLYPHS: Final = {"melee": "a-melee", "projectile": "a-projectile", "aura": "a-aura", "pulse": "a-pulse"}


def make_deeds(view: Malifaux, asked: BoardPrompt) -> list[Zone]:
    """Return what the viewer is asked to choose from: the actions of a model, general ones and those of its cards."""
    prompt = asked.prompt
    if not isinstance(prompt, acting.Act):
        return []
    who = prompt.who(view, asked.viewer, 0)
    rows = [_acting(view, who.model), *_general(view, who, asked, prompt), *_own(view, who, asked, prompt)]
    zone = Zone(DEEDS, "deeds", say("board", "deeds", model=model_word(view, who.model)), pieces=rows)
    if who.free is None:
        left, bonus = acting.left(view, who.model), acting.may_bonus(view, who.model)
        zone.help = say("board", "actions_left_bonus" if bonus else "actions_left", number=left)
    return [zone]


def _acting(view: Malifaux, model: int) -> Piece:
    """Return the model that acts, with its stats as they are now, and what it has besides its actions."""
    card = view.models.cards[model]
    printed = profile(card)
    figures = [Sign(say("stat", name), count=formulas.stat(view, model, at)) for at, name in enumerate(names.STATS)]
    figures.append(Sign(say("label", "health"), count=view.models.health[model]))
    piece = Piece("deeds.model", "model", emblem(card), model_name(view, model), owner=view.models.sides[model])
    piece.print = Print(kind=printed.kind, figures=figures, lines=printed.lines)
    piece.base = Base([], roster.RADIUS[card], view.models.health[model], roster.MODELS[card].health)
    return piece


def _own(view: Malifaux, who: Actor, asked: BoardPrompt, prompt: acting.Act) -> list[Piece]:
    """MFX-8.3, 8.4: return the actions of the cards of a model."""
    made = []
    for action in model_traits.actions(view, who.model):
        number = roster.ACTION.numbers[action.id]
        glyph = _GLYPHS.get(action.range_type, "a-tactical" if not action.is_attack else "a-normal")
        piece = Piece(f"deed.{action.id}", "deed", glyph, say("card_action", action.id), deed(action))
        piece.note = brief(action)
        made.append(_told(view, who, asked, prompt, piece, actions.ACT.codes[number], "act", number))
    return made


def _general(view: Malifaux, who: Actor, asked: BoardPrompt, prompt: acting.Act) -> list[Piece]:
    """MFX-8.20 to 8.27: return the general actions."""
    made = []
    for name, code in _GENERAL:
        if name == "slam" and not view.rules.slam:
            continue
        label, text = say("general_action", name), say("general_action_help", name)
        piece = Piece(f"deed.{name}", "common", f"g-{name}", label, text)
        made.append(_told(view, who, asked, prompt, piece, code, name))
    for use, code in enumerate(actions.INTERACT.codes):
        if asked.offers.has("interact", use):
            label = say("board", "interact", use=inner(say("interact", roster.INTERACT.names[use])))
            text = say("interact_help", roster.INTERACT.names[use])
            piece = Piece(f"deed.interact{use}", "common", "g-interact", label, text)
            made.append(_told(view, who, asked, prompt, piece, code, "interact", use))
    return made


def _told(
    view: Malifaux, who: Actor, asked: BoardPrompt, prompt: acting.Act, piece: Piece, code: int, *key: object
) -> Piece:
    """Put on a row its answer, or why it is none now."""
    piece.targets = asked.take(*key)
    if not piece.targets and not asked.behind:
        reason = prompt.refused(view, who, code)
        piece.why_not, piece.rule = Phrase(f"why_not.{reason.key}", reason.words), reason.rule
    return piece
