"""Whom to name: Brig, Sickbay, titles, looks, cards (D-16, D-22)."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.acting import rate_order_target
from shapan.games.battlestar.bots.mind import Mind
from shapan.games.battlestar.bots.places import STRONG_DOUBT

SELF: Final = 3.0


def use(mind: Mind, seat: int) -> float:
    """Return how much the humans lose if a seat is out of the way."""
    view = mind.view
    return 0.1 * view.seats[seat].hand_size + 0.8 * (seat == view.admiral) + 0.6 * (seat == view.president)


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
    return -mind.trust(seat) if mind.cylon else mind.trust(seat) + 0.01 * mind.view.seats[seat].hand_size


def _favour(mind: Mind, seat: int) -> float:
    """Something good."""
    return _title(mind, seat) - 0.1 * mind.in_brig(seat)


def _look(mind: Mind, seat: int) -> float:
    """A look: at whom one knows least about; a hidden Cylon wastes it."""
    doubt = mind.doubts[seat]
    seen = mind.me.seen.loyalty[seat] if mind.me.seen is not None else []
    fresh = mind.view.seats[seat].loyalty_size - len(seen)
    worth = doubt * (1.0 - doubt) + 0.05 * fresh + 0.3 * doubt
    return -worth if mind.cylon else worth


def _victim(mind: Mind, seat: int) -> float:
    """Whose hand is seen: a large one, of a title holder."""
    player = mind.view.seats[seat]
    return -1.0 if player.revealed else 0.1 * player.hand_size + 0.2 * use(mind, seat)


def _handover(mind: Mind, seat: int) -> float:
    """Who receives loyalty cards of a Cylon: a trusted human, for he becomes a Cylon."""
    if mind.view.seats[seat].revealed:
        return -1.0
    if not any(names.CYLON_BRIG <= card <= names.CYLON_DAMAGE for card in mind.me.loyalty or ()):
        return -0.5
    return 1.0 - mind.doubts[seat] + use(mind, seat)


def _sympathizer(mind: Mind, seat: int) -> float:
    """Who receives the Sympathizer: the human who is needed most."""
    return -1.0 if mind.view.seats[seat].revealed else 0.5 + use(mind, seat)


def _shot_at(mind: Mind, seat: int) -> float:
    """Whose viper is attacked."""
    return -_away(mind, seat) if mind.cylon else _away(mind, seat)


_BY_KEY: Final = {
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


def rate_who(mind: Mind, key: str, code: int) -> float:
    """Rate a player for a question; nobody is worth as much as a doubt that is not strong enough."""
    if code == DONE:
        return 4.0 * STRONG_DOUBT if key == "brig_target" and not mind.cylon else 0.0
    return _BY_KEY[key](mind, actions.WHO.value(code))


KEYS: Final[tuple[str, ...]] = tuple(_BY_KEY)
"""The questions for a player."""
