"""What a seat may know, and the table drawn from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Many, Seat
from shapan.engine.scene import Fact, Odds, Panel, Phrase, Piece, Scene, Target, Zone

RANKS: Final = ("jack", "queen", "king")
BETS: Final = ("fold", "call", "raise")
SEAT, CHIPS, RANK, BET = Seat(2), Count(13), Enum(RANKS, "card"), Enum(BETS, "bet")


@dataclass(slots=True)
class View:
    """The open table, with the hands as far as they are known."""

    turn: Annotated[int, SEAT]
    round: Annotated[int, Count(1)]
    raises: Annotated[int, Count(2)]
    paid: Annotated[list[int], Many(CHIPS, 2, by_seat=True)]
    bets: Annotated[list[int], Many(BET, 8)]
    hands: Annotated[list[list[int]], Many(Cards(RANKS, 1), 2, by_seat=True)]
    public: Annotated[list[int], Cards(RANKS, 1)]


def make_scene(view: View, buttons: list[Target]) -> Scene:
    """Return the public card in the middle, and a panel a seat with its card and chips."""
    panels = [
        Panel(
            seat,
            state=["turn"] if seat == view.turn else [],
            zones=[
                Zone(f"hand.{seat}", "row", Phrase("label.hand"), owner=seat, pieces=_pieces(f"card.{seat}", cards))
            ],
            facts=[Fact("paid", Phrase("label.paid"), view.paid[seat], glyph="t-chips", big=True)],
        )
        for seat, cards in enumerate(view.hands)
    ]
    return Scene(
        steps=[Phrase("step.first"), Phrase("step.second")],
        step=view.round,
        active=view.turn,
        zones=[Zone("public", "row", Phrase("label.public"), pieces=_pieces("card.public", view.public))],
        panels=panels,
        buttons=buttons,
    )


def _pieces(name: str, cards: Sequence[int]) -> list[Piece]:
    if cards and cards[0] != UNKNOWN:
        rank = RANKS[cards[0]]
        return [Piece(name, "card", f"card-{rank}", Phrase(f"card.{rank}"))]
    return [Piece(name, "card", flags=["face_down"]) for _ in cards]


def bet_odds(view: View, seat: int, bet: int, size: int) -> Odds:
    """Return what a bet costs and what lies in the pot: open numbers only, nothing of any card."""
    cost = view.paid[1 - seat] - view.paid[seat] + (size if BETS[bet] == "raise" else 0)
    key = "call_free" if BETS[bet] == "call" and not cost else BETS[bet]
    words = {"paid": view.paid[seat], "cost": cost, "pot": sum(view.paid)}
    return Odds(Phrase(f"odds.{key}", words), rule=f"LED-3.{bet + 1}")


def make_ending(view: View, seat: int, result: str) -> Phrase:
    """Return how the match has ended for a winning seat; cards only if they were shown."""
    words: dict[str, Any] = {"seat": {"seat": seat}, "other": {"seat": 1 - seat}, "chips": view.paid[1 - seat]}
    if result == "fold":
        return Phrase("ending.fold", words)
    mine, theirs = view.hands[seat][0], view.hands[1 - seat][0]
    words |= {"card": RANK.phrase(mine), "theirs": RANK.phrase(theirs)}
    if result == "split":
        return Phrase("ending.split", words)
    return Phrase("ending.pair" if mine == view.public[0] else "ending.higher", words)
