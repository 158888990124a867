"""Plants in what is hidden: resampling, things kept across an ask, consequences of what nobody has shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from conformance.plants.base import LEDUC, ORDERS, PLANETS, SKILL, Door, grown, plant, through, variant
from engine.toys.order_stacks import events as order_events
from engine.toys.skill_check import events as skill_events
from engine.toys.skill_check import names as skill_names
from engine.toys.skill_check import questions as skill_questions
from engine.toys.skill_check import state as skill_state
from shapan.games.leduc import game as leduc

MEMORY = "resample_memoryless hidden_varies history_states history_future history_future_frames start_states"
KING = 2


@plant(12, LEDUC, SKILL, ORDERS, finds=MEMORY, says="cards")
def resample_does_nothing(game: Any) -> Any:
    def resample(self: Any, state: Any, seat: int, rng: Any) -> None:
        pass

    return variant(game, resample=resample)


@plant(12, SKILL, finds=MEMORY, says="loyalty")
def resample_keeps_the_traitor(game: Any) -> Any:
    def resample(self: Any, state: Any, seat: int, rng: Any) -> None:
        true = [list(zone.cards) for zone in state.loyalty]
        game.resample(state, seat, rng)
        for zone, cards in zip(state.loyalty, true, strict=True):
            zone.cards[:] = cards

    return variant(game, resample=resample)


@plant(12, LEDUC, SKILL, finds=MEMORY, says="cards")
def resample_has_memory(game: Any) -> Any:
    """Hidden cards are not dealt anew but turned by one, so the result depends on where they lay."""

    def resample(self: Any, state: Any, seat: int, rng: Any) -> None:
        turn = 1 + rng.number(2)
        rows: dict[int, list[tuple[Any, int]]] = {}
        for _, zone in state.zones():
            for place, mask in enumerate(zone.masks):
                if not mask >> seat & 1:
                    rows.setdefault(zone.groups[place], []).append((zone, place))
        for places in rows.values():
            cards = [zone.cards[place] for zone, place in places]
            shift = turn % len(cards)
            for (zone, place), card in zip(places, cards[shift:] + cards[:shift], strict=True):
                zone.cards[place] = card
        for _, zone in state.zones():
            zone.tidy()

    return variant(game, resample=resample)


@plant(12, LEDUC, SKILL, finds="resample_reaches", says="hands|loyalty", size=(120, 720))
def past_choice_judged_by_the_present(game: Any) -> Any:
    """What was dealt long ago is thought to fit what lies open now: no king without a raise, no traitor for a chief."""

    def resample(self: Any, state: Any, seat: int, rng: Any) -> None:
        for _ in range(100):
            game.resample(state, seat, rng)
            if game is LEDUC and state.raises:
                return
            zones = state.hands if game is LEDUC else [state.loyalty[state.chief]]
            card = KING if game is LEDUC else skill_names.TRAITOR
            if all(zone.cards[:1] != [card] for zone in zones if zone.masks and not zone.masks[0] >> seat & 1):
                return

    return variant(game, resample=resample)


def with_trap(game: Any, when: int, end: int) -> Any:
    """Draw a hidden number at one event and let it count at another; resample does not know of it."""

    class Trapping(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == when:
                self.state.trap = self.inner.roll(skill_state.DIE if game is SKILL else 0, 2)
            if kind == end:
                self.state.disclose()
                self.state.trap = 0

    return through(grown(game, trap=0), Trapping)


@plant(12, LEDUC, ORDERS, finds=MEMORY, says="trap")
def hidden_number_beside_zones(game: Any) -> Any:
    if game is LEDUC:
        return with_trap(game, leduc.TURNED, leduc.GAINED)
    return with_trap(game, order_events.PUT, order_events.SCORED)


@plant(12, LEDUC, SKILL, finds=MEMORY, says="trap")
def hidden_number_from_the_start(game: Any) -> Any:
    """The same, drawn before anybody has decided anything."""
    if game is LEDUC:
        return with_trap(game, leduc.DEALT, leduc.SHOWN)
    return with_trap(game, skill_events.DEALT, skill_events.TEAM)


class Keeper(Door):
    """Keeps a hidden card from the first question of a step on, as a local variable would."""

    card = -1

    def look(self, state: Any) -> None:
        zone = state.hands[1] if hasattr(state, "public") else state.pile
        if self.card < 0 and zone.cards:
            self.card = zone.cards[0]

    def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
        if hasattr(self.state, "public"):
            self.look(self.state)
        return super().ask(prompt, seat, arg)

    def ask_many(self, prompt: Any, seat: int, arg: int = 0) -> list[int]:
        self.look(self.state)
        return super().ask_many(prompt, seat, arg)


@plant(13, LEDUC, SKILL, finds="sample_error history_error", says="ValueError")
def kept_card_is_missed(game: Any) -> Any:
    class Loud(Keeper):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == leduc.SHOWN and game is LEDUC:
                self.state.hands[1].cards.remove(self.card)
                self.state.hands[1].cards.append(self.card)
            if kind == skill_events.SHOWN and game is SKILL and self.card >= 0:
                self.state.shown.cards.index(self.card)

    return through(game, Loud)


@plant(14, LEDUC, SKILL, finds="history_future history_future_frames history_states", says="ranks|scans")
def kept_card_counts(game: Any) -> Any:
    class Silent(Keeper):
        def told(self, kind: int, a: int, b: int) -> None:
            if kind == skill_events.SHOWN and game is SKILL and self.card >= 0:
                self.state.scans = min(9, self.state.scans + (self.card % 4 == 0))
                self.card = -1

        def finish(self, result: int, ranks: list[int], scores: list[int] | None = None) -> NoReturn:
            if game is LEDUC and result == leduc.SHOWDOWN and self.card == KING:
                super().finish(leduc.SPLIT, [1, 1], [0, 0])
            super().finish(result, ranks, scores)

    return through(game, Silent)


@plant(
    16,
    SKILL,
    finds="history_future history_future_frames history_frames",
    says="waiting|SCOUT|decision|answered",
)
def able_are_kept(game: Any) -> Any:
    """Who holds a scout is listed before cards are put in, and only those are asked after it."""

    class Listing(Door):
        able: tuple[int, ...] | None = None

        def ask_many(self, prompt: Any, seat: int, arg: int = 0) -> list[int]:
            if self.able is None:
                self.able = tuple(n for n, hand in enumerate(self.state.hands) if skill_names.SCOUT in hand.cards)
            return super().ask_many(prompt, seat, arg)

        def ask_all(self, prompt: Any, seats: Sequence[int], arg: int = 0) -> list[int]:
            if prompt is not skill_questions.SCOUTING or self.able is None:
                return super().ask_all(prompt, seats, arg)
            return self.ask_able(prompt, seats, arg, self.able)

    return through(game, Listing)


@plant(16, LEDUC, finds="history_future history_future_frames", says="ranks")
def able_are_kept_for_a_round(game: Any) -> Any:
    """Who holds a king is noted when the round begins and pays nothing for raises in it."""

    class Listing(Door):
        able: list[int] | None = None

        def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
            if self.able is None:
                self.able = [seat for seat in (0, 1) if self.state.hands[seat].cards[0] == KING]
            return super().ask(prompt, seat, arg)

        def finish(self, result: int, ranks: list[int], scores: list[int] | None = None) -> NoReturn:
            if result == leduc.SHOWDOWN and self.able:
                super().finish(leduc.SPLIT, [1, 1], [0, 0])
            super().finish(result, ranks, scores)

    return through(game, Listing)


@plant(17, LEDUC, ORDERS, finds="history_frames", says="paid|points")
def consequence_without_reveal(game: Any) -> Any:
    """A king makes a bet against it dearer; who holds the lowest card gets a point for each token."""

    class Telling(Door):
        def told(self, kind: int, a: int, b: int) -> None:
            state = self.state
            if game is LEDUC and kind == leduc.DID and b and state.hands[1 - a].cards[0] == KING:
                state.paid[a] += 1
            if game is ORDERS and kind == order_events.PUT and 0 in state.hands[a].cards:
                state.points[a] += 1

    return through(game, Telling)


@plant(26, LEDUC, SKILL, finds="resample_in_place", says="hands.1")
def resample_replaces_a_zone(game: Any) -> Any:
    def resample(self: Any, state: Any, seat: int, rng: Any) -> None:
        game.resample(state, seat, rng)
        state.hands[1] = state.hands[1].copy()

    return variant(game, resample=resample)


@plant(26, LEDUC, PLANETS, ORDERS, finds="resample_in_place", says="bets|galaxy|units")
def resample_replaces_a_list(game: Any) -> Any:
    def resample(self: Any, state: Any, seat: int, rng: Any) -> None:
        game.resample(state, seat, rng)
        for name in ("bets", "galaxy", "units"):
            if hasattr(state, name):
                setattr(state, name, list(getattr(state, name)))

    return variant(game, resample=resample)
