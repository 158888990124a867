"""Cards: the own hand by type, decks with their discards, cards drawn to choose from, cards in play (section 9)."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Offers
from shapan.engine.scene import Phrase, Piece, Zone
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.prints import card, skill_card
from shapan.games.battlestar.board.words import name_of, say, skill_of
from shapan.games.battlestar.state import Battlestar


def make_hand(view: Battlestar, viewer: int, offers: Offers) -> list[Piece]:
    """Return the own skill cards, sorted by type and strength."""
    if viewer >= view.seats:
        return []
    pieces, met = [], Counter[int]()
    for value in sorted(view.hands[viewer].cards, key=lambda card: (names.type_of(card), -names.strength_of(card))):
        piece = skill_card(f"hand{value}.{met[value]}", value)
        met[value] += 1
        piece.targets = offers.take("hand", value)
        piece.would = offers.would((a.PLAY, value), (a.CARD, value))
        pieces.append(piece)
    if offers.single and any(piece.targets for piece in pieces):  # else the question is not about cards at all
        for piece in pieces:
            piece.flags = [] if piece.targets else ["idle"]
    return pieces


def make_decks(view: Battlestar, offers: Offers) -> list[Zone]:
    """Return the decks: how many cards they hold, how many are discarded, and which one lies on top of those."""
    zones = []
    for type_, letters in enumerate(names.TYPES):
        gone = [skill_of(value) for value in view.skill_discards[type_].cards]
        zone = _deck(letters, say("skill_type", letters), len(view.skill_decks[type_]), gone)
        zone.glyph, zone.holds = f"k-{letters}", "skill"
        zone.targets = offers.take("deck", f"skill{type_}")
        zones.append(zone)
    zones.append(_heap("destiny", "destiny", len(view.destiny), "skill"))
    for kind, deck in view.decks():
        gone = [name_of(kind, value) for value in deck.discards.cards]
        zone = _deck(kind.table, say("board", f"{kind.table}_deck"), deck.size(), gone)
        zone.targets = offers.take("deck", kind.table)
        zones.append(zone)
    return [*zones, _heap("loyalty", "loyalty_deck", len(view.loyalty_deck), "loyalty")]


def _deck(name: str, label: Phrase, count: int, gone: Sequence[Phrase]) -> Zone:
    """Return a deck; its tip tells the discards."""
    words = {"count": len(gone), "top": {"term": gone[-1].key}} if gone else {}
    text = Phrase("board_help.discards" if gone else "board_help.no_discards", words)
    return Zone(f"deck.{name}", "heap", label, text, count=count)


def _heap(name: str, word: str, count: int, holds: str) -> Zone:
    """Return a deck without discards."""
    return Zone(f"deck.{name}", "heap", say("board", word), say("board_help", word), count=count, holds=holds)


def make_drawn(view: Battlestar, offers: Offers) -> list[Zone]:
    """Return the cards that the viewer chooses from or has looked at, and those that stay in play."""
    choices = (
        ("crisis", names.CRISIS, view.crisis_drawn),
        ("destination", names.DESTINATION, view.destination_drawn),
        ("quorum", names.QUORUM, view.quorum_drawn),
        ("token", names.DAMAGE_TOKEN, view.damage_drawn),
    )
    drawn = [
        card(f"drawn.{name}{number}", kind, value, offers.take(name, value))
        for name, kind, zone in choices
        for number, value in enumerate(zone.cards)
        if value != UNKNOWN
    ]
    tops = ((names.CRISIS, view.crisis.top.first), (names.DESTINATION, view.destination.top.first))
    known = [card(f"top.{kind.table}", kind, value) for kind, value in tops if value != UNKNOWN]
    staying = [
        card(f"staying{number}", names.STAYING, one.card)
        for number, one in enumerate(view.in_play())
        if one.seat == UNKNOWN
    ]
    rows = (("drawn", drawn), ("known_top", known), ("in_play", staying))
    return [Zone(name, "row", say("board", name), pieces=pieces) for name, pieces in rows if pieces]
