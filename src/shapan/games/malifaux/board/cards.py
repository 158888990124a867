"""Cards to be read: schemes with their picks, strategies, conditions, general actions, terrain, markers, fate cards."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shapan.engine.phrases import say
from shapan.engine.scene import Line, Phrase, Piece, Print, Sign, Suit
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.board.pieces import card_id, fate_card
from shapan.games.malifaux.board.profile import model_card
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.geometry.layout import LAYOUTS, layout
from shapan.games.malifaux.geometry.terrain import TRAITS
from shapan.games.malifaux.rules import schemes

_SLATE, _RED, _BLUE, _GREEN, _BRASS, _VIOLET, _OLIVE = range(6, 13)
_STATION_TONES: Final = {"master": _BRASS, "henchman": _VIOLET, "enforcer": _BLUE, "minion": _SLATE}


def suit(kind: str, tone: int, glyph: str) -> Suit:
    """Return the band of a card: what kind it is of."""
    return Suit("", tone, glyph, say("label", kind))


def scheme_card(
    id_: str, scheme: int, picks: Sequence[Phrase] = (), owner: int = -1, places: Sequence[str] = ()
) -> Piece:
    """MFX-15: return a scheme with what brings its two points; its picks and how it stands, where they are known."""
    word = names.SCHEMES[scheme]
    glyph = f"h-{word}"
    printed = Print()
    picked = [*picks] or ([say("scheme_pick", word)] if scheme in schemes.PICKED else [])
    printed.lines = [
        *(Line(say("label", "pick"), pick) for pick in picked),
        Line(say("printed", "to_reveal"), say("scheme_reveal", word)),
        Line(say("printed", "at_the_end"), say("scheme_end", word)),
    ]
    printed.foot = [Sign(say("printed", place)) for place in places]
    return Piece(
        id_, "card", glyph, say("scheme", word), say("scheme_help", word), owner,
        suit=suit("scheme", _VIOLET, glyph), print=printed,
    )  # fmt: skip


def strategy_card(id_: str, strategy: int) -> Piece:
    """MFX-14: return a strategy with what it scores for."""
    word = names.STRATEGIES[strategy]
    text = say("strategy_help", word)
    printed = Print(kind=say("label", "strategy"), text=text, picture=f"h-{word}")
    return Piece(
        id_, "card", f"h-{word}", say("strategy", word), text, suit=suit("strategy", _BRASS, "m-flag"), print=printed
    )


def condition_card(id_: str, condition: int) -> Piece:
    """MFX-12.9: return a condition with what it does."""
    word = names.CONDITIONS[condition]
    return _named(id_, "condition", word, say("label", "condition"), f"c-{word}", _GREEN)


def action_card(id_: str, number: int) -> Piece:
    """MFX-8.20: return a general action with what it does."""
    word = roster.GENERAL_ACTIONS[number]
    return _named(id_, "general_action", word, say("label", "action"), f"g-{word}", _BLUE)


def _named(id_: str, table: str, word: str, kind: Phrase, glyph: str, tone: int) -> Piece:
    text = say(f"{table}_help", word)
    return Piece(
        id_, "card", glyph, say(table, word), text, suit=Suit("", tone, glyph, kind),
        print=Print(kind=kind, picture=glyph, text=text),
    )  # fmt: skip


def terrain_card(id_: str, name: str, height: int, traits: int) -> Piece:
    """MFX-13.4: return a piece of terrain with its height and its traits."""
    kind = say("printed", "height", number=height)
    return Piece(
        id_, "card", "t-blocking", say("terrain", name), suit=suit("terrain", _OLIVE, "t-blocking"),
        print=Print(kind=kind, lines=[_trait(word) for bit, word in enumerate(TRAITS) if traits >> bit & 1]),
    )  # fmt: skip


def _trait(word: str) -> Line:
    """MFX-13.5: return what a trait does."""
    return Line(say("trait", word), say("trait_help", word))


def marker_card(id_: str, type_: int) -> Piece:
    """MFX-13.15: return a type of marker with its size, its traits and whose it is."""
    marker = roster.MARKER_TYPES[type_]
    lines = [_trait(word) for word in marker.traits]
    foot = [Sign(say("printed", "owned" if marker.is_owned else "neutral"))]
    return Piece(
        id_, "card", "m-flag", say("marker", marker.id), suit=suit("markers", _SLATE, "m-flag"),
        print=Print(kind=say("profile", "base", value=marker.base), lines=lines, foot=foot),
    )  # fmt: skip


def read_model(id_: str, model: Model, owner: int = -1) -> Piece:
    """Crews 1: return a model with the band of its station and its cost."""
    piece = model_card(model.number, id_, owner)
    glyph = "st-totem" if model.is_totem else f"st-{model.station}"
    piece.mark = str(model.cost)
    piece.suit = Suit("", _STATION_TONES[model.station], glyph, say("station", model.station))
    return piece


def all_cards() -> list[Piece]:
    """Return a card of each kind that there is."""
    pieces = {piece.name: piece for name in LAYOUTS for piece in layout(name)}
    return [
        *(fate_card(f"all.{word}", card) for card, word in enumerate(names.CARDS)),
        *(read_model(card_id(model.number), model) for model in roster.MODELS),
        *(scheme_card(f"all.{word}", scheme) for scheme, word in enumerate(names.SCHEMES)),
        *(strategy_card(f"all.{word}", strategy) for strategy, word in enumerate(names.STRATEGIES)),
        *(condition_card(f"all.c.{word}", condition) for condition, word in enumerate(names.CONDITIONS)),
        *(action_card(f"all.g.{word}", number) for number, word in enumerate(roster.GENERAL_ACTIONS)),
        *(terrain_card(f"all.t.{kind}", kind, one.height, one.traits) for kind, one in sorted(pieces.items())),
        *(marker_card(f"all.m.{marker.id}", type_) for type_, marker in enumerate(roster.MARKER_TYPES)),
    ]
