"""Whom to name: Brig, Sickbay, titles, looks, cards (D-16, D-22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar.bots.acting import rate_order_target
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.bots.places import STRONG_DOUBT
from shapan.games.battlestar.rules.actions import own_cylon_cards

SELF: Final = 3.0


def use(mind: Mind, seat: int) -> float:
    """Return how much the humans lose if a seat is out of the way."""
    view = mind.view
    return 0.1 * len(view.hands[seat]) + 0.8 * (seat == view.admiral) + 0.6 * (seat == view.president)


def _away(mind: Mind, seat: int) -> float:
    """To the Brig or Sickbay: a human sends whom he doubts most, a Cylon whom the humans need most."""
    if seat == mind.seat:
        return -SELF
    if mind.cylon:
        return use(mind, seat) - 1.5 * mind.doubts[seat]
    return 4.0 * mind.doubts[seat] - 0.2 * use(mind, seat)


def _title(mind: Mind, seat: int) -> float:
    """A title: to oneself, then to whom one trusts; a hidden Cylon wants it too."""
    if seat == mind.seat:
        return 1.0
    return -mind.trust(seat) if mind.cylon else mind.trust(seat) + 0.01 * len(mind.view.hands[seat])


def _favour(mind: Mind, seat: int) -> float:
    """Something good."""
    return _title(mind, seat) - 0.1 * mind.view.in_brig(seat)


def _look(mind: Mind, seat: int) -> float:
    """A look: at whom one knows least about; a hidden Cylon wastes it."""
    doubt, fresh = mind.doubts[seat], mind.view.loyalty[seat].cards.count(UNKNOWN)
    return mind.side * (doubt * (1.0 - doubt) + 0.05 * fresh + 0.3 * doubt)


def _victim(mind: Mind, seat: int) -> float:
    """Whose hand is seen: a large one, of a title holder."""
    return -1.0 if mind.view.revealed[seat] else 0.1 * len(mind.view.hands[seat]) + 0.2 * use(mind, seat)


def _handover(mind: Mind, seat: int) -> float:
    """Who receives loyalty cards of a Cylon: a trusted human, for he becomes a Cylon."""
    if mind.view.revealed[seat]:
        return -1.0
    if not own_cylon_cards(mind.view, mind.seat):
        return -0.5
    return 1.0 - mind.doubts[seat] + use(mind, seat)


def _sympathizer(mind: Mind, seat: int) -> float:
    """Who receives the Sympathizer: the human who is needed most."""
    return -1.0 if mind.view.revealed[seat] else 0.5 + use(mind, seat)


def _shot_at(mind: Mind, seat: int) -> float:
    """Whose viper is attacked."""
    return mind.side * _away(mind, seat)


def brig_pass(mind: Mind) -> float:
    """Rate to send nobody to the Brig: as much as a doubt that is not strong enough."""
    return 0.0 if mind.cylon else 4.0 * STRONG_DOUBT


RATINGS: Final[dict[str, Callable[[Mind, int], float]]] = {
    "brig_target": _away,
    "sickbay_target": _away,
    "president_target": _title,
    "admiral_target": _title,
    "order_target": rate_order_target,
    "look_target": _look,
    "screen_target": _look,
    "attach_target": _favour,
    "pardon_target": _favour,
    "victim": _victim,
    "handover_target": _handover,
    "sympathizer_target": _sympathizer,
    "viper_target": _shot_at,
}
"""What rates a seat, by the question for a player."""
