"""The players: crew, points, soulstones, pass tokens, cards (MFX-2, 7.3, 9, 16.1)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.ground import Base
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.scene import Fact, Panel, Piece, Suit, Zone
from shapan.games.malifaux import roster
from shapan.games.malifaux.board.cards import scheme_card
from shapan.games.malifaux.board.ground import marks
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.pieces import card_id, crew_id, emblem, model_name, station
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, Malifaux


def make_panel(view: Malifaux, seat: int, asked: BoardPrompt) -> Panel:
    """Return what all know of a player, and of his schemes what the viewer knows."""
    crew = Zone(f"crew{seat}", "roll", say("board", "crew"), owner=seat, pieces=_crew(view, seat, asked))
    schemes = Zone(f"schemes{seat}", "row", say("label", "schemes"), owner=seat, pieces=_schemes(view, seat))
    panel = Panel(
        seat,
        state=["turn"] if view.turn and seat == view.active else [],
        zones=[zone for zone in (crew, schemes) if zone.pieces],
        facts=_facts(view, seat),
        targets=asked.take("panel", seat),
    )
    if view.leader_models[seat] != UNKNOWN:
        faction = roster.FACTIONS[view.factions[seat]]
        panel.place, panel.glyph = say("faction", faction), f"f-{faction}"
    return panel


def _facts(view: Malifaux, seat: int) -> list[Fact]:
    return [
        Fact("points", say("board", "points"), view.points(seat), glyph="m-flag", rule="MFX-16.1"),
        Fact("stones", say("label", "stones"), view.stones[seat], glyph="x-stone", rule="MFX-9.1"),
        Fact("pass_tokens", say("label", "pass_tokens"), view.pass_tokens[seat], glyph="x-pass", rule="MFX-7.3"),
        Fact("hand", say("label", "hand"), len(view.hands[seat]), glyph="i-hand", rule="MFX-2.1", holds="card"),
        Fact("deck", say("label", "deck"), len(view.decks[seat]), glyph="x-deck", rule="MFX-1.1"),
    ]


def _crew(view: Malifaux, seat: int, asked: BoardPrompt) -> list[Piece]:
    """Return the models of a crew that are in play, in the order of its list."""
    rows, made = view.models, []
    for model in view.in_play(seat):
        card = roster.MODELS[rows.cards[model]]
        piece = Piece(crew_id(model), "model", emblem(card.number), model_name(view, model), owner=seat)
        at = [rows.xs[model], rows.ys[model]] if view.is_up(model) else []
        piece.base = Base(at, roster.RADIUS[card.number], rows.health[model], card.health, marks(view, model))
        piece.base.spent = bool(rows.activated[model])
        piece.card = card_id(card.number)
        piece.flags, piece.station = [_state(view, model)], station(view, model)
        piece.suit = Suit("", 0, "st-totem" if card.is_totem else f"st-{card.station}", say("station", card.station))
        piece.targets = [*asked.take("waiting", model), *asked.take("model", model)]
        made.append(piece)
    return made


def _state(view: Malifaux, model: int) -> str:
    """Return whether a model acts now, is buried, is not on the table yet, has activated, or may still activate."""
    if view.activation is not None and view.activation.model == model:
        return "acts"
    if view.models.buried[model]:
        return "buried"
    if not view.is_up(model):
        return "waits"
    return "activated" if view.models.activated[model] else "ready"


def _schemes(view: Malifaux, seat: int) -> list[Piece]:
    """MFX-10.8: return the schemes of a seat; face down those that the viewer does not know."""
    made = []
    for place, scheme in enumerate(view.schemes[seat].cards):
        if scheme == UNKNOWN:
            made.append(Piece(f"scheme{seat}.{place}", "card", owner=seat, flags=["face_down"]))
            continue
        picks = [view.schemes[seat].marks[which][place] for which in (OWN_PICK, ENEMY_PICK)]
        known = [model_name(view, pick) for pick in picks if pick >= 0]
        shown = bool(view.revealed[seat] >> place & 1)
        piece = scheme_card(f"scheme{seat}.{place}", scheme, known, seat, ["revealed" if shown else "private"])
        piece.flags = ["known"] if shown else []
        made.append(piece)
    return made
