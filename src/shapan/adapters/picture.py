"""A table as plain text: what `render_mode="ansi"` returns, made from the scene that a viewer gets.

A scene is what the browser and the terminal draw, so nothing stands here that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from shapan.engine.game import Game
from shapan.engine.scene import Fact, Panel, Phrase, Piece, Zone
from shapan.engine.situation import Situation
from shapan.engine.text import catalogue, say


def picture(match: Situation[Any], viewer: int) -> str:
    """Return the table as one viewer (a seat, or `match.seats` for a spectator) sees it, in English."""
    game, view = match.game, match.view(viewer)
    decision = match.decisions.get(viewer)
    legal = [] if decision is None else match.legal(viewer)
    scene = game.board(view, viewer, legal, None if decision is None else decision.prompt)
    words = _Words(game)
    lines = [f"{game.name}, round {scene.round}" if scene.round else game.name]
    if 0 <= scene.step < len(scene.steps):
        lines[0] += f": {words.phrase(scene.steps[scene.step])}"
    if scene.facts:
        lines.append(", ".join(words.fact(fact) for fact in scene.facts))
    for zone in scene.zones:
        lines += words.zone(zone, "")
    for panel in scene.panels:
        lines += words.panel(panel, panel.seat == scene.active)
    if scene.case is not None:
        case = scene.case
        needed = f": {case.total if case.summed else '?'} of {case.goal}" if case.goal >= 0 else ""
        lines.append(words.phrase(case.title) + needed)
        for zone in case.zones:
            lines += words.zone(zone, "  ")
    if scene.hand:
        lines.append("Hand: " + words.pieces(scene.hand))
    outcome = match.outcome
    if outcome is not None:
        lines.append(words.phrase(game.why_ended(view, outcome)))
    elif decision is not None:
        question = words.phrase(game.question(view, decision.prompt, viewer, decision.arg))
        lines.append(f"{question} " + " / ".join(words.phrase(game.label(view, code)) for code in legal))
    return "\n".join(lines) + "\n"


class _Words:
    """The words of one game, in English."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.texts = catalogue(game, "en")

    def phrase(self, phrase: Phrase | None) -> str:
        return "" if phrase is None else say(self.game, "en", phrase.key, phrase.words)

    def panel(self, panel: Panel, active: bool) -> Iterator[str]:
        seat = self.texts["common.seat"].replace("{number}", str(panel.seat + 1))
        title = f" ({self.phrase(panel.title)})" if panel.title else ""
        facts = ", ".join(self.fact(fact) for fact in panel.facts)
        yield f"{'>' if active else ' '} {seat}{title}" + (f": {facts}" if facts else "")
        for zone in panel.zones:
            yield from self.zone(zone, "    ")

    def fact(self, fact: Fact) -> str:
        most = f"/{fact.most}" if fact.most >= 0 else ""
        return f"{self.phrase(fact.label)} {fact.value}{most}"

    def zone(self, zone: Zone, indent: str) -> Iterator[str]:
        count = f"{zone.count}" if zone.count >= 0 else ""
        shown = self.pieces(zone.pieces) or count or "-"
        yield f"{indent}{self.phrase(zone.label) or zone.id}: {shown}"
        for inner in zone.zones:
            yield from self.zone(inner, indent + "  ")

    def pieces(self, pieces: list[Piece]) -> str:
        return ", ".join(self.piece(piece) for piece in pieces)

    def piece(self, piece: Piece) -> str:
        name = self.name(piece)
        return f"{piece.count} x {name}" if piece.count != 1 else name

    def name(self, piece: Piece) -> str:
        name = self.phrase(piece.label) or ("?" if "face_down" in piece.flags else piece.face or piece.kind)
        if piece.suit is None:
            return name
        return f"{self.phrase(piece.suit.label) or piece.suit.letters} {piece.mark} {name}"
