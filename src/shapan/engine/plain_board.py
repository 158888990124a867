"""The board that a game has without writing one: a scene derived from the kinds of its view.

What each seat has becomes the facts of its panel, what all have become heaps in the middle, a die a die, cards a row of
cards, each legal action a button. Texts: `label.<field>`. Enough to play a small game; a big one draws its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from shapan.engine.kinds import UNKNOWN, Cards, Count, Die, Enum, Many, Seat
from shapan.engine.scene import Fact, Panel, Phrase, Piece, Scene, Target, Zone
from shapan.engine.view import kinds_of


def plain_scene(view: Any, legal: Sequence[int], label: Callable[[Any, int], Phrase]) -> Scene:
    """Return the scene of a view. A seat field named `turn` or `active` says whose turn it is."""
    scene = Scene()
    panels: dict[int, Panel] = {}
    for name, kind in kinds_of(type(view)) if view is not None else ():
        value = getattr(view, name)
        text = Phrase(f"label.{name}")
        if isinstance(kind, Many) and kind.by_seat:
            for seat, own in enumerate(value):
                panel = panels.setdefault(seat, Panel(seat))
                if isinstance(kind.kind, Count) and own != UNKNOWN:
                    panel.facts.append(Fact(name, text, own, big=True))
                elif isinstance(kind.kind, Cards):
                    panel.zones.append(_cards(f"{name}{seat}", text, kind.kind.card, own))
        elif isinstance(kind, Die):
            face = "" if value < 1 else str(value)
            scene.zones.append(Zone(name, "heap", text, pieces=[Piece(name, "plain_die", face, text)]))
        elif isinstance(kind, Cards):
            scene.zones.append(_cards(name, text, kind.card, value))
        elif isinstance(kind, Count):
            scene.zones.append(Zone(name, "heap", text, count=value))
        elif isinstance(kind, Seat) and name in {"turn", "active"}:
            scene.active = value
    scene.panels = [panels[seat] for seat in sorted(panels)]
    for panel in scene.panels:
        panel.state = ["turn"] if panel.seat == scene.active else []
    scene.buttons = [Target(code, label(view, code), mode="") for code in legal]
    return scene


def _cards(name: str, text: Phrase, card: Enum, cards: Sequence[int] | None) -> Zone:
    """Return a row of cards; a card that is not known lies face down."""
    pieces = []
    for place, value in enumerate(cards or ()):
        known = value != UNKNOWN
        words = Phrase(f"{card.table}.{card.names[value]}") if known else None
        pieces.append(
            Piece(
                f"{name}.{place}",
                "card",
                label=words,
                flags=[] if known else ["face_down"],
                face=f"{card.table}-{card.names[value]}" if known else "",
            )
        )
    return Zone(name, "hand", text, pieces=pieces)
