"""What the viewer holds: his hand by kind, each card with what it costs now; dealt territories; his combat cards."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from shapan.engine.phrases import say
from shapan.engine.scene import Piece, Target, Zone
from shapan.games.battlefield import actions, formulas, names
from shapan.games.battlefield.board.offers import BoardPrompt
from shapan.games.battlefield.board.prints import combat_card, known_card, numbers_of, territory_card
from shapan.games.battlefield.state import Battlefield


def make_hand(view: Battlefield, viewer: int, asked: BoardPrompt) -> list[Piece]:
    """Return the viewer's hand by kind; while domains are laid out the territories that he was dealt."""
    if viewer >= view.seats:
        return []
    dealt = [_dealt(f"dealt.{names.TERRITORIES[one]}", one, asked) for one in view.dealt_land[viewer].cards]
    pieces, met = [], Counter[int]()
    for card in sorted(view.hands[viewer].cards, key=lambda one: (names.KIND[one], one)):
        pieces.append(_card(view, viewer, f"hand.{names.CARDS[card]}.{met[card]}", card, asked))
        met[card] += 1
    if any(piece.targets for piece in pieces):  # else the question is not about cards at all
        for piece in pieces:
            piece.flags = [] if piece.targets else ["idle"]
    return [*dealt, *pieces]


def _dealt(name: str, territory: int, asked: BoardPrompt) -> Piece:
    piece = territory_card(name, territory)
    piece.targets = asked.take("dealt", territory)
    return piece


def _card(view: Battlefield, viewer: int, name: str, card: int, asked: BoardPrompt) -> Piece:
    """Return a card of the own hand with its price now, and why it cannot be used where it cannot."""
    piece = known_card(name, card)
    if names.KIND[card] >= names.MODIFICATION:
        price, held = formulas.price(view, viewer, card), view.resources[viewer]
        piece.mark = str(price)
        piece.note = say("board", "price_now", price=price, held=held)
        if names.KIND[card] >= names.TROOP:
            piece.note = numbers_of(card)
    else:
        piece.note = say("card_note", names.CARDS[card])
    piece.targets = [_of_copy(target, name) for target in asked.take("hand", card)]
    if not piece.targets and asked.prompt is not None:
        piece.would = _would(view, viewer, card, asked)
    return piece


def _of_copy(target: Target, name: str) -> Target:
    """Return an answer of one of several like cards, with an id of its own for the card that it is about."""
    if target.card is None:
        return target
    return replace(target, card=replace(target.card, id=f"{name}.{target.card.id}"))


def _would(view: Battlefield, viewer: int, card: int, asked: BoardPrompt) -> int:
    """Return the answer that a card would be: who tries it is told why it is not possible."""
    land = view.domain(viewer)
    if asked.asks(actions.PLACE) and names.KIND[card] >= names.TROOP and land:
        return actions.PLACE.code(card, land[0], 1)
    if asked.asks(actions.EQUIP) and names.KIND[card] == names.MODIFICATION:
        return actions.EQUIP.codes[card]
    if asked.asks(actions.ATTACK_CARD) and card == names.ATTACK:
        return actions.ATTACK_CARD.codes[0]
    return -1


def make_combat(view: Battlefield, viewer: int, asked: BoardPrompt) -> list[Zone]:
    """BF-7.4: the own combat cards, while a row of them is asked for."""
    if not asked.asks(actions.ROW) or viewer >= view.seats:
        return []
    pieces = []
    for card in range(len(names.COMBAT_CARDS)):
        piece = combat_card(f"combat.{names.COMBAT_CARDS[card]}", card, viewer)
        piece.targets = asked.take("combat", card)
        pieces.append(piece)
    return [Zone("combat", "row", say("label", "combat_cards"), owner=viewer, pieces=pieces)]


def make_piles(view: Battlefield) -> list[Zone]:
    """BF-3.3: the piles with their counts; of the discards the tip tells the top one."""
    gone = view.discard.cards
    text = say("board", "no_discards")
    if gone:
        text = say("board", "discards", count=len(gone), top={"term": f"card.{names.CARDS[gone[-1]]}"})
    held = names.MAX_RESOURCES - sum(view.resources)
    return [
        Zone(
            "basic_pile", "heap", say("label", "basic_pile"), glyph="i-cards", count=len(view.basic_pile), holds="card"
        ),
        Zone("discard", "heap", say("label", "discard"), text, "i-down", count=len(gone), holds="card"),
        Zone(
            "territory_pile", "heap", say("label", "territory_pile"), glyph="t-city",
            count=view.pile_left + len(view.returned),
        ),
        Zone("resource_pile", "heap", say("label", "resource_pile"), glyph="t-coin", count=held),
    ]  # fmt: skip
