"""Cards: the own hand by type, decks with their discards, cards drawn to choose from, cards in play (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from shapan.engine.kinds import UNKNOWN, Enum
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.battlestar import actions as a
from shapan.games.battlestar.board.offers import Offers
from shapan.games.battlestar.board.words import mark_of, name_of, say, skill_id, suit_of
from shapan.games.battlestar.names import (
    CRISES,
    CRISIS,
    DAMAGE_TOKEN,
    DESTINATION,
    QUORUM,
    QUORUM_CARDS,
    SUPER_CRISES,
    SUPER_CRISIS,
    TYPES,
)
from shapan.games.battlestar.view import View

_DECKS: Final = ("crisis", "destination", "quorum", "super_crisis")


def skill_card(name: str, card: int) -> Piece:
    """Return a skill card: its number, its type, what it does."""
    text = skill_id(card)
    return Piece(name, "card", "", say("skill", text), say("skill_help", text), mark=mark_of(card), suit=suit_of(card))


def make_hand(view: View, viewer: int, offers: Offers) -> list[Piece]:
    """Return the own skill cards, sorted by type and strength."""
    if viewer >= len(view.seats):
        return []
    pieces, met = [], Counter[int]()
    for card in sorted(view.seats[viewer].hand or [], key=lambda card: (card // 5, -(card % 5))):
        piece = skill_card(f"hand{card}.{met[card]}", card)
        met[card] += 1
        piece.targets = offers.take("hand", card)
        piece.note = say("skill_hint", skill_id(card))
        piece.would = offers.would((a.PLAY, card), (a.CARD, card))
        pieces.append(piece)
    if offers.single and any(piece.targets for piece in pieces):  # else the question is not about cards at all
        for piece in pieces:
            piece.flags = [] if piece.targets else ["idle"]
    return pieces


def make_decks(view: View, offers: Offers) -> list[Zone]:
    """Return the decks: how many cards they hold, how many are discarded, and which one lies on top of those."""
    sizes, discards = view.deck_sizes, view.discards
    zones = []
    for type_, letters in enumerate(TYPES):
        gone = getattr(discards, letters)
        top = say("skill", skill_id(gone[-1])) if gone else None
        zones.append(_deck(f"deck.{letters}", say("skill_type", letters), getattr(sizes, letters), gone, top))
        zones[-1].glyph = f"k-{letters}"
        zones[-1].targets = offers.take("deck", f"skill{type_}")
    zones.append(
        Zone("deck.destiny", "heap", say("board", "destiny"), say("board_help", "destiny"), count=view.destiny_size)
    )
    kinds: dict[str, Enum] = {"crisis": CRISIS, "quorum": QUORUM, "super_crisis": SUPER_CRISIS}
    for name in _DECKS:
        gone = getattr(discards, name, [])
        top = name_of(kinds[name], gone[-1]) if gone else None
        zones.append(_deck(f"deck.{name}", say("board", f"{name}_deck"), getattr(sizes, name), gone, top))
        zones[-1].targets = offers.take("deck", name)
    zones.append(
        Zone(
            "deck.loyalty",
            "heap",
            say("board", "loyalty_deck"),
            say("board_help", "loyalty_deck"),
            count=view.loyalty_deck_size,
        )
    )
    return zones


def _deck(name: str, label: Phrase, count: int, gone: Sequence[int], top: Phrase | None) -> Zone:
    """Return a deck; its tip tells the discards."""
    if top is None:
        text = say("board_help", "no_discards")
    else:
        text = Phrase("board_help.discards", {"count": len(gone), "top": {"term": top.key}})
    return Zone(name, "heap", label, text, count=count)


def make_drawn(view: View, offers: Offers) -> list[Zone]:
    """Return the cards that the viewer chooses from or has looked at, and those that stay in play."""
    rows: tuple[tuple[str, Enum, Sequence[int], str], ...] = (
        ("crisis", CRISIS, view.crisis_drawn, "i-alert"),
        ("destination", DESTINATION, view.destination_drawn, "f-planet"),
        ("quorum", QUORUM, view.quorum_drawn, "v-vote"),
        ("token", DAMAGE_TOKEN, view.damage_drawn, "t-burst"),
    )
    drawn = []
    for name, kind, cards, glyph in rows:
        drawn += [
            _card(f"drawn.{name}{number}", kind, card, glyph) for number, card in enumerate(cards) if card != UNKNOWN
        ]
        for piece, card in zip(drawn[-len(cards) :] if cards else [], cards, strict=False):
            piece.targets = offers.take(name, card)
    tops = (
        ("crisis", CRISIS, view.crisis_top, "i-alert"),
        ("destination", DESTINATION, view.destination_top, "f-planet"),
    )
    tops_known = [_card(f"top.{name}", kind, card, glyph) for name, kind, card, glyph in tops if card != UNKNOWN]
    zones = [
        Zone("drawn", "row", say("board", "drawn"), pieces=drawn),
        Zone("known_top", "row", say("board", "known_top"), pieces=tops_known),
        Zone(
            "in_play",
            "row",
            say("board", "in_play"),
            pieces=[_staying(view, n) for n, row in enumerate(view.in_play) if row.seat < 0],
        ),
    ]
    return [zone for zone in zones if zone.pieces]


def _card(name: str, kind: Enum, card: int, glyph: str) -> Piece:
    return Piece(name, "card", glyph, name_of(kind, card), say(f"{kind.table}_help", kind.names[card]))


def _staying(view: View, number: int) -> Piece:
    """Return a card that stays in play for all."""
    card = view.in_play[number].card
    for kind, names in ((CRISIS, CRISES), (SUPER_CRISIS, SUPER_CRISES)):
        if card < len(names):
            return _card(f"staying{number}", kind, card, "i-alert")
        card -= len(names)
    assert card < len(QUORUM_CARDS)
    return _card(f"staying{number}", QUORUM, card, "v-vote")
