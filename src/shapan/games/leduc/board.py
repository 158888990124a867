"""The table of Leduc poker as one viewer sees it, what a bet costs, and how the match has ended."""

from __future__ import annotations

from typing import Any

from shapan.engine import zone
from shapan.engine.kinds import UNKNOWN
from shapan.engine.scene import Fact, Odds, Panel, Phrase, Piece, Scene, Target, Zone
from shapan.games.leduc.state import BETS, RANK, RANKS, Leduc


def make_scene(view: Leduc, buttons: list[Target]) -> Scene:
    """Return the public card in the middle, and a panel a seat with its card and chips."""
    panels = [
        Panel(
            seat,
            state=["turn"] if seat == view.turn else [],
            zones=[Zone(f"hand.{seat}", "row", Phrase("label.hand"), owner=seat, pieces=_pieces(f"card.{seat}", hand))],
            facts=[Fact("paid", Phrase("label.paid"), view.paid[seat], glyph="t-chips", big=True)],
        )
        for seat, hand in enumerate(view.hands)
    ]
    return Scene(
        steps=[Phrase("step.first"), Phrase("step.second")],
        step=view.round,
        active=view.turn,
        zones=[Zone("public", "row", Phrase("label.public"), pieces=_pieces("card.public", view.public))],
        panels=panels,
        buttons=buttons,
    )


def _pieces(name: str, seen: zone.Zone) -> list[Piece]:
    if seen.first != UNKNOWN:
        rank = RANKS[seen.first]
        return [Piece(name, "card", f"card-{rank}", Phrase(f"card.{rank}"))]
    return [Piece(name, "card", flags=["face_down"]) for _ in seen.cards]


def bet_odds(view: Leduc, seat: int, bet: int, size: int) -> Odds:
    """Return what a bet costs and what lies in the pot: open numbers only, nothing of any card."""
    cost = view.paid[1 - seat] - view.paid[seat] + (size if BETS[bet] == "raise" else 0)
    key = "call_free" if BETS[bet] == "call" and not cost else BETS[bet]
    words = {"paid": view.paid[seat], "cost": cost, "pot": sum(view.paid)}
    return Odds(Phrase(f"odds.{key}", words), rule=f"LED-3.{bet + 1}")


def make_ending(view: Leduc, seat: int, result: str) -> Phrase:
    """Return how the match has ended for a winning seat; cards only if they were shown."""
    words: dict[str, Any] = {"seat": {"seat": seat}, "other": {"seat": 1 - seat}, "chips": view.paid[1 - seat]}
    if result == "fold":
        return Phrase("ending.fold", words)
    mine, theirs = view.hands[seat].first, view.hands[1 - seat].first
    words |= {"card": RANK.phrase(mine), "theirs": RANK.phrase(theirs)}
    if result == "split":
        return Phrase("ending.split", words)
    return Phrase("ending.pair" if mine == view.public.first else "ending.higher", words)
