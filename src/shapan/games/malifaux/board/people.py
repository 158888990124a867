"""The players: crew, points, soulstones, pass tokens, cards (MFX-2, 7.3, 9, 16.1)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import say
from shapan.engine.scene import Fact, Panel, Piece, Zone
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.board.offers import Asked
from shapan.games.malifaux.board.pieces import emblem, model_name
from shapan.games.malifaux.state import Malifaux


def make_facts(view: Malifaux) -> list[Fact]:
    """Return the numbers of the whole table."""
    return []


def make_panel(view: Malifaux, seat: int, asked: Asked) -> Panel:
    """Return what all know of a player, and of his schemes what the viewer knows."""
    crew = Zone(f"crew{seat}", "crew", say("board", "crew"), owner=seat, pieces=_crew(view, seat, asked))
    schemes = Zone(f"schemes{seat}", "row", say("label", "schemes"), owner=seat, pieces=_schemes(view, seat))
    panel = Panel(
        seat,
        state=["turn"] if view.turn and seat == view.active else [],
        zones=[zone for zone in (crew, schemes) if zone.pieces],
        facts=_facts(view, seat),
        targets=asked.take("panel", seat),
    )
    if view.leader_models[seat] != UNKNOWN:
        panel.title = say("faction", roster.FACTIONS[view.factions[seat]])
    return panel


def _facts(view: Malifaux, seat: int) -> list[Fact]:
    return [
        Fact("points", say("board", "points"), view.points(seat), glyph="m-flag", big=True, rule="MFX-16.1"),
        Fact("stones", say("label", "stones"), view.stones[seat], glyph="x-stone", rule="MFX-9.1"),
        Fact("pass_tokens", say("label", "pass_tokens"), view.pass_tokens[seat], glyph="x-pass", rule="MFX-7.3"),
        Fact("hand", say("label", "hand"), len(view.hands[seat]), glyph="i-hand", rule="MFX-2.1", holds="card"),
        Fact("deck", say("label", "deck"), len(view.decks[seat]), glyph="x-deck", rule="MFX-1.1"),
    ]


def _crew(view: Malifaux, seat: int, asked: Asked) -> list[Piece]:
    """Return the models of a crew that are in play, in the order of its list."""
    rows, made = view.models, []
    for model in view.in_play(seat):
        card = rows.cards[model]
        piece = Piece(f"crew.{model}", "member", emblem(card), model_name(view, model), owner=seat)
        piece.mark = str(rows.health[model])
        piece.flags = _flags(view, model)
        if not view.is_up(model):
            piece.targets = [*asked.take("waiting", model), *asked.take("model", model)]
        made.append(piece)
    return made


def _flags(view: Malifaux, model: int) -> list[str]:
    """Return whether a model acts now, has activated, or may still activate."""
    if view.activation is not None and view.activation.model == model:
        return ["working"]
    return ["idle"] if view.models.activated[model] else []


def _schemes(view: Malifaux, seat: int) -> list[Piece]:
    """MFX-10.8: return the schemes of a seat; face down those that the viewer does not know."""
    made = []
    for place, scheme in enumerate(view.schemes[seat].cards):
        piece = Piece(f"scheme{seat}.{place}", "card", owner=seat)
        if scheme == UNKNOWN:
            piece.flags = ["face_down"]
        else:
            piece.face = "i-eye"
            piece.label, piece.help = say("scheme", names.SCHEMES[scheme]), say("scheme_help", names.SCHEMES[scheme])
        if view.revealed[seat] >> place & 1:
            piece.flags.append("known")
        made.append(piece)
    return made
