"""The loyalty of a position: cards face down and face up, the deck that waits, looks (13.2)."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.zone import Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.cards import LOYALTY_COPIES
from shapan.games.battlestar.position.fields import Fields
from shapan.games.battlestar.rules.setup import LOYALTY_COUNTS


def read_loyalty(given: Fields) -> None:
    """Loyalty cards of the seats, face down and face up, and the deck that waits."""
    state, data = given.state, given.data
    left = list(LOYALTY_COPIES)
    hands: list[list[int]] = []
    opened: list[list[int]] = []
    for seat, row in enumerate(data["seats"]):
        default = (
            [] if state.revealed[seat] else [names.NOT_A_CYLON] * (2 if state.characters[seat] == names.BALTAR else 1)
        )
        if given.rules.full_cooperative or (given.rules.two_player and not state.sleeper_done):
            default = []
        hands.append(given.cards(row, "loyalty", names.LOYALTY, f"seats.{seat}.") if "loyalty" in row else default)
        opened.append(given.cards(row, "open", names.LOYALTY, f"seats.{seat}."))
        for card in (*hands[-1], *opened[-1]):
            left[card] -= 1
            if left[card] < 0:
                raise given.fail(f"seats.{seat}.loyalty", "more loyalty cards than there are", "count")
        if len(state.super_hands[seat]) and opened[-1] == [names.SYMPATHIZER]:
            raise given.fail(f"seats.{seat}.super_crisis", "a Sympathizer never gets one", "sympathizer")
    deck = given.cards(data, "loyalty_deck", names.LOYALTY) if "loyalty_deck" in data else waiting_cards(given, left)
    for place, card in enumerate(deck):
        left[card] -= 1
        if left[card] < 0:
            raise given.fail(f"loyalty_deck.{place}", "more loyalty cards than there are", "count")
    everything = sorted([*deck, *(card for hand in hands for card in hand)])
    pool = state.deck(everything)
    for seat in range(given.seats):
        for card in hands[seat]:
            state.move(pool, pool.cards.index(card), state.loyalty[seat])
        state.loyalty_open[seat] = Zone(opened[seat])
    state.loyalty_deck = pool
    state.shuffle(pool)
    state.loyalty_box = state.deck([kind for kind, number in enumerate(left) for _ in range(number)])


def waiting_cards(given: Fields, left: Sequence[int]) -> list[int]:
    """Return the cards that wait for the Sleeper Agent phase: what 2.6 leaves after those of the seats."""
    state = given.state
    if state.sleeper_done or given.rules.full_cooperative or given.rules.two_player:
        return []
    loyal, cylons = LOYALTY_COUNTS[given.seats]
    loyal += (names.BALTAR in state.characters) + (names.BOOMER in state.characters) + int(given.rules.no_sympathizer)
    used = [copies - number for copies, number in zip(LOYALTY_COPIES, left, strict=True)]
    deck = [names.NOT_A_CYLON] * max(0, min(loyal - used[names.NOT_A_CYLON], left[names.NOT_A_CYLON]))
    free = [card for card in names.CYLON_CARDS if left[card]]
    deck += free[: max(0, cylons - sum(used[names.CYLON_BRIG : names.CYLON_DAMAGE + 1]))]
    return deck + [names.SYMPATHIZER] * int(given.rules.sympathizer and not used[names.SYMPATHIZER])


def read_looks(given: Fields) -> None:
    """What seats know by looks."""
    state = given.state
    for seat, row in enumerate(given.data["seats"]):
        seen = row.get("seen", {})
        path = f"seats.{seat}.seen"
        given.known(seen, ("loyalty", "civilians"), path)
        for other, cards in (seen.get("loyalty") or {}).items():
            if not other.isdigit() or int(other) >= given.seats:
                raise given.fail(f"{path}.loyalty.{other}", "is no seat", "unknown_id")
            zone = state.loyalty[int(other)]
            for card in given.cards({other: cards}, other, names.LOYALTY, f"{path}.loyalty."):
                places = [p for p, kind in enumerate(zone.cards) if kind == card and not zone.masks[p] >> seat & 1]
                if not places:
                    raise given.fail(f"{path}.loyalty.{other}", "this card is not there", "count")
                state.look(zone, places[0], seat)
        for place, pair in enumerate(seen.get("civilians") or []):
            if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(n, int) for n in pair):
                raise given.fail(f"{path}.civilians.{place}", "needs an area and which ship of it")
            area, number = pair
            if not 0 <= area < names.AREAS or not 0 <= number < len(state.civilians[area]):
                raise given.fail(f"{path}.civilians.{place}", "there is no such ship", "count")
            state.look(state.civilians[area], number, seat)
