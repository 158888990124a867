"""What the viewer holds: his control hand, and of the fate decks what is gone (MFX-1, MFX-2)."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.phrases import inner, say
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.malifaux import names
from shapan.games.malifaux.board.offers import BoardPrompt
from shapan.games.malifaux.board.pieces import fate_card, hand_id
from shapan.games.malifaux.state import Malifaux


def make_hand(view: Malifaux, viewer: int, asked: BoardPrompt) -> list[Piece]:
    """MFX-2: return the viewer's hand, the best cards first."""
    if viewer >= view.seats:
        return []
    held = sorted(view.hands[viewer].cards, key=lambda card: (-names.VALUE[card], card))
    return [fate_card(hand_id(card), card, asked.take("hand", card)) for card in held]


def make_decks(view: Malifaux, viewer: int) -> list[Zone]:
    """MFX-1.1: return the viewer's fate deck, for who watches both: how many cards are left, in its tip what is gone.

    What is gone of the other player's stands in his dossier.
    """
    seats = range(view.seats) if viewer >= view.seats else (viewer,)
    return [
        Zone(
            f"fate{seat}", "heap", say("duel", "fate_deck"), gone(view, seat), "x-deck", seat,
            count=len(view.decks[seat]) + len(view.tops[seat]), holds="card",
        )
        for seat in seats
        if view.turn
    ]  # fmt: skip


def gone(view: Malifaux, seat: int) -> Phrase:
    """MFX-1.3, 1.9: return what lies on the discard pile of a seat, by band, and whether its jokers are out."""
    cards = view.discards[seat].cards
    bands = [0, 0, 0]
    for card in cards:
        if names.SUIT_OF[card] != names.NOBODY:
            bands[names.BAND[names.VALUE[card]]] += 1
    jokers = {
        name: inner(say("duel", "joker_out" if joker in cards else "joker_in"))
        for name, joker in (("black", names.BLACK_JOKER), ("red", names.RED_JOKER))
    }
    return say("duel", "gone", number=len(cards), weak=bands[0], moderate=bands[1], severe=bands[2], **jokers)
