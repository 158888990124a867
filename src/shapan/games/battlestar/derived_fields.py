"""What is written of a state otherwise than it is kept (6, 13.2): who sees it, and where it stands.

Figures that rules, tables and bots ask for as well are methods of the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shapan.engine.fact import EVERYBODY, NOBODY, OPENLY, Figure
from shapan.engine.kinds import UNKNOWN, Cards, Enum, Flag, Kind, Many
from shapan.engine.part import ALL
from shapan.engine.view import Record
from shapan.games.battlestar import names, records
from shapan.games.battlestar.cards import CRISIS_CARDS, LEGENDARY_DISCOVERY, QUORUM_COPIES, SUPER_CARDS
from shapan.games.battlestar.records import Seen, Staying, Written

if TYPE_CHECKING:
    from shapan.engine.deck import Deck
    from shapan.engine.zone import Zone
    from shapan.games.battlestar.state import Battlestar  # which has these figures

TURN_FLAGS: Final = {
    "executive_order": "order_used",
    "eco_officer": "eco_used",
    "maintenance_engineer": "engineer_used",
}
DECKS: Final = (
    ("crisis", "crisis", names.CRISIS, records.CRISES, EVERYBODY),
    ("destination", "destination", names.DESTINATION, records.DESTINATIONS, NOBODY),
    ("quorum", "quorum", names.QUORUM, records.QUORUM, EVERYBODY),
    ("super_crisis", "supers", names.SUPER_CRISIS, records.SUPERS, EVERYBODY),
)
"""Decks but for those of skill cards: word, field, card, cards, and who sees its discards."""


def picked(state: Battlestar) -> list[int]:
    """Return the characters in pick order."""
    order = state.clockwise(max(0, state.first))
    return [state.characters[seat] for seat in order if state.characters[seat] >= 0]


def turn_used(state: Battlestar) -> list[int]:
    """Return what can be used once a turn and was, as numbers of `TURN_FLAGS`."""
    flags = (state.order_used, state.eco_used, state.engineer_used)
    return [place for place, flag in enumerate(flags) if flag]


def signed_fouls(state: Battlestar, seat: int) -> int:
    """Return a seat's record as a value of `names.SIGNED`."""
    return names.ZERO + state.fouls[seat]


def seen_of(state: Battlestar, seat: int, zone: Zone) -> list[tuple[int, int]]:
    """Return place and card of what a seat knows of a zone; of a view only its viewer's are known."""
    places = range(len(zone))
    if state.viewer == ALL:
        return [(place, zone.cards[place]) for place in places if zone.masks[place] >> seat & 1]
    return [(place, zone.cards[place]) for place in places if zone.cards[place] != UNKNOWN]


def seen_by(state: Battlestar, seat: int) -> Seen | None:
    """Return what a seat knows by looks, for itself."""
    if state.viewer not in (ALL, seat):
        return None
    cards = [
        [] if other == seat else sorted([card for _, card in seen_of(state, seat, state.loyalty[other])])
        for other in range(state.seats)
    ]
    ships = [[area, place] for area in range(names.AREAS) for place, _ in seen_of(state, seat, state.civilians[area])]
    return Seen(cards, ships)


def where(state: Battlestar) -> dict[str, str]:
    """Return the place of each card that exists once."""
    found: dict[str, str] = {}
    hands = {f"seat:{seat}": hand for seat, hand in enumerate(state.super_hands)}
    crises = [one.copies for one in CRISIS_CARDS]
    places: tuple[tuple[str, Deck, Kind, list[int], dict[str, Zone]], ...] = (
        ("crisis", state.crisis, names.CRISIS, crises, {"in_play": state.crises_in_play}),
        ("super_crisis", state.supers, names.SUPER_CRISIS, [one.copies for one in SUPER_CARDS], {
            "in_play": state.supers_in_play, **hands,
        }),
        ("quorum", state.quorum, names.QUORUM, list(QUORUM_COPIES), {
            "quorum_hand": state.quorum_hand, "removed": state.quorum_gone, "in_play": state.quorum_attached,
        }),
    )  # fmt: skip
    for name, deck, kind, copies, others in places:
        zones = [(f"{name}_deck", zone) for zone in (deck.top, deck.heap, deck.bottom)]
        for place, zone in (*zones, (f"{name}_discards", deck.discards), *others.items()):
            found |= {kind.word(card): place for card in zone.cards if copies[card] == 1}
    for card, holder in enumerate(state.holders):
        if holder >= 0:
            found[names.QUORUM.word(card)] = f"seat:{holder}"
    if LEGENDARY_DISCOVERY in state.crises_in_play.cards:
        found[names.CRISIS.word(LEGENDARY_DISCOVERY)] = "kobol"
    return found


FIGURES: Final[tuple[Figure, ...]] = (
    Figure("picked", Many(names.CHARACTER, names.MAX_SEATS), picked, NOBODY),
    Figure("turn_used", Many(Enum(TURN_FLAGS), len(TURN_FLAGS)), turn_used, NOBODY),
    Figure("space.*.basestars", Many(Many(names.BASESTAR_TOKEN, 4), 2), "basestar_tokens({i})", rows=names.AREAS),
    Figure("vipers_reserves", records.FEW, "reserves()"),
    Figure("in_play", Many(Record(Staying), 12)),
    Figure("quorum_hand", records.QUORUM, "own_quorum()"),
    Figure("quorum_size", records.FEW, "quorum_hand.size()"),
    Figure("quorum_now", names.QUORUM, "quorum_now.first", OPENLY),
    Figure("crisis_now", names.CRISIS, "crisis_now.first", OPENLY),
    Figure("super_now", names.SUPER_CRISIS, "super_now.first", OPENLY),
    Figure("crisis_top", names.CRISIS, "crisis.top.first", OPENLY),
    Figure("destination_top", names.DESTINATION, "destination.top.first", OPENLY),
    *(
        Figure(f"deck_sizes.{name}", records.DECK, f"skill_decks[{type_}].size()")
        for type_, name in enumerate(names.TYPES)
    ),
    *(
        figure
        for word, name, kind, cards, sees in DECKS
        for figure in (
            Figure(f"deck_sizes.{word}", records.DECK, f"{name}.size()"),
            Figure(f"discards.{word}", cards, f"{name}.discards.cards", sees),
            Figure(f"decks.{word}.top", Many(kind, 70), f"{name}.top.cards", NOBODY),
            Figure(f"decks.{word}.bottom", Many(kind, 70), f"{name}.bottom.cards", NOBODY),
        )
    ),
    Figure("destiny_size", records.FEW, "destiny.size()"),
    Figure("loyalty_deck_size", records.FEW, "loyalty_deck.size()"),
    Figure("where", Written(), where, NOBODY),
    Figure("seats.*.loyalty", records.LOYALTIES, "own_loyalty({i})"),
    Figure("seats.*.fouls", names.SIGNED, signed_fouls),
    Figure("seats.*.has_super_crisis", Flag(), "has_super({i})"),
    Figure("seats.*.super_crisis", names.SUPER_CRISIS, "super_hands[{i}].first"),
    Figure("seats.*.attached", Cards(names.QUORUM_CARDS, 4, "quorum"), sees=OPENLY),
    Figure("seats.*.seen", Record(Seen), seen_by),
)
