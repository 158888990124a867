"""How models, markers and cards are called and drawn on the table: ids of pieces, emblems, names."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.scene import Phrase, Piece, Suit, Target
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import MatchWords

SUIT_GLYPHS: Final = ("m-ram", "m-tome", "m-mask", "m-crow")
_TONES: Final = (4, 5, 3, 2)
"""By suit, the colour of its cards."""
_JOKER_TONES: Final = (6, 7)
"""MFX-1.2: the colours of the jokers, which have no suit: black and red."""


def model_id(model: int) -> str:
    """Return the id of the piece of a model."""
    return f"model.{model}"


def crew_id(model: int) -> str:
    """Return the id of the row of a model in the list of its crew."""
    return f"crew.{model}"


def condition_glyph(condition: int) -> str:
    """Return the symbol of a condition."""
    return f"c-{names.CONDITIONS[condition]}"


def marker_id(marker: int) -> str:
    """Return the id of the piece of a marker."""
    return f"marker.{marker}"


def hand_id(card: int) -> str:
    """Return the id of the piece of a card that the viewer holds."""
    return f"hand.{names.CARDS[card]}"


def emblem(card: int) -> str:
    """Return the symbol of a model, by its card."""
    return f"e-{roster.MODELS[card].id}"


def station(view: Malifaux, model: int) -> str:
    """Return the station that the base of a model shows: leader or totem before that of its card."""
    card = roster.MODELS[view.models.cards[model]]
    return "leader" if view.models.leaders[model] else "totem" if card.is_totem else card.station


def card_id(card: int) -> str:
    """Return the id of the card of a model, among all cards."""
    return f"all.model.{roster.MODELS[card].id}"


def model_word(view: Malifaux, model: int) -> Any:
    """Return the name of a model as a part of a phrase, with its crew where both have one of the name."""
    return MatchWords(view).model(model)


def model_name(view: Malifaux, model: int) -> Phrase:
    """Return the name of a model where the colour of its seat tells its crew."""
    word = MatchWords(view).in_crew(model)
    return Phrase(word["key"], word["words"]) if "key" in word else Phrase(word["term"])


def inches(distance: int) -> str:
    """Return a distance in inches with one decimal."""
    return f"{distance / INCH:.1f}"


def fate_card(id_: str, card: int, targets: Sequence[Target] = ()) -> Piece:
    """MFX-1.1: return a card of a fate deck; face down where the viewer does not know it."""
    piece = Piece(id_, "card", targets=list(targets))
    if card == UNKNOWN:
        piece.flags = ["face_down"]
        return piece
    suit = names.SUIT_OF[card]
    piece.label = say("fate_card", names.CARDS[card])
    piece.mark = str(names.VALUE[card])
    if suit == UNKNOWN:
        piece.suit = Suit("", _JOKER_TONES[card == names.RED_JOKER], "m-joker", piece.label)
    else:
        piece.suit = Suit("", _TONES[suit], SUIT_GLYPHS[suit], say("suit", names.SUITS[suit]))
    piece.face = piece.suit.glyph
    return piece
