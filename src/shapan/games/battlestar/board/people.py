"""The players' strip: character, place, titles, hand, loyalty, attached cards, and what is spent (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.scene import Fact, Panel, Piece, Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.board.offers import Offers
from shapan.games.battlestar.board.words import name_of, place_of, say, sheet
from shapan.games.battlestar.view import View


def make_panel(view: View, seat: int, viewer: int, offers: Offers) -> Panel:
    """Return what all know of a player; for himself also his secrets, folded away."""
    board = view.seats[seat]
    known = board.character >= 0
    zones = [
        _row(f"open{seat}", "open_loyalty", [_loyalty(f"open{seat}.{n}", card) for n, card in enumerate(board.open)])
    ]
    zones.append(
        _row(
            f"attached{seat}",
            "attached",
            [_quorum(f"attached{seat}.{n}", card) for n, card in enumerate(board.attached)],
        )
    )
    if seat == viewer:
        zones += _secrets(view, seat, offers)
        seen = board.seen.loyalty if board.seen is not None else []
        for other, cards in enumerate(seen):
            pieces = [_loyalty(f"seen{other}.{n}", card) for n, card in enumerate(cards)]
            if pieces:
                zones.append(Zone(f"seen{other}", "secret", say("board", "seen_loyalty"), owner=other, pieces=pieces))
    return Panel(
        seat,
        title=say("character_short", names.CHARACTERS[board.character]) if known else None,
        note=sheet(names.CHARACTERS[board.character], bool(board.used)) if known and not board.revealed else None,
        place=place_of(board.at) if known else None,
        state=_states(view, seat),
        zones=[zone for zone in zones if zone.pieces],
        facts=[
            Fact("hand", say("board", "hand"), board.hand_size, glyph="i-cards", rule="BSG-16.1"),
            Fact("loyalty", say("board", "loyalty"), board.loyalty_size, glyph="i-loyal", rule="BSG-11.1"),
        ],
        targets=offers.take("panel", seat),
    )


def _states(view: View, seat: int) -> list[str]:
    board = view.seats[seat]
    states = [
        ("turn", seat == view.active),
        ("president", seat == view.president),
        ("admiral", seat == view.admiral),
        ("cylon", bool(board.revealed)),
        ("target", view.check is not None and view.check.target == seat),
        ("super_crisis", bool(board.has_super_crisis)),
    ]
    return [name for name, on in states if on]


def _row(name: str, label: str, pieces: list[Piece]) -> Zone:
    return Zone(name, "row", say("board", label), pieces=pieces)


def _loyalty(name: str, card: int) -> Piece:
    return Piece(name, "card", "i-loyal", name_of(names.LOYALTY, card), say("loyalty_help", names.LOYALTIES[card]))


def _quorum(name: str, card: int) -> Piece:
    return Piece(name, "card", "v-vote", name_of(names.QUORUM, card), say("quorum_help", names.QUORUM_CARDS[card]))


def _secrets(view: View, seat: int, offers: Offers) -> list[Zone]:
    """Return the own loyalty, folded away; the President's Quorum cards; a Cylon's Super Crisis."""
    board = view.seats[seat]
    loyalty = [_loyalty(f"loyalty{n}", card) for n, card in enumerate(board.loyalty or [])]
    for piece, card in zip(loyalty, board.loyalty or [], strict=True):
        piece.targets = offers.take("loyalty", card)
    quorum = [_quorum(f"quorum{n}", card) for n, card in enumerate(sorted(view.quorum_hand or []))]
    for piece, kind in zip(quorum, sorted(view.quorum_hand or []), strict=True):
        piece.targets = offers.take("quorum", kind)
    zones = [Zone("loyalty", "secret", say("board", "own_loyalty"), pieces=loyalty)]
    zones.append(Zone("quorum", "hand", say("board", "quorum_hand"), pieces=quorum))
    if board.super_crisis != UNKNOWN:
        held = Piece(
            "super_crisis",
            "card",
            "i-alert",
            name_of(names.SUPER_CRISIS, board.super_crisis),
            say("super_crisis_help", names.SUPER_CRISES[board.super_crisis]),
            targets=offers.take("super"),
        )
        zones.append(Zone("super_crisis", "secret", say("board", "super_crisis"), pieces=[held]))
    return zones
