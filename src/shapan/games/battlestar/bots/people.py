"""Whom to name, and what Quorum cards are worth to the humans (D-16, D-22, C6)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.bots.cylon import looks
from shapan.games.battlestar.bots.fleet import brutal_worth
from shapan.games.battlestar.bots.mind import RATE, Mind, sided
from shapan.games.battlestar.bots.places import STRONG_DOUBT
from shapan.games.battlestar.rules.actions import own_cylon_cards

SELF: Final = 3.0


def use(mind: Mind, seat: int) -> float:
    """Return how much the humans lose if a seat is out of the way."""
    view = mind.view
    return 0.1 * len(view.hands[seat]) + 0.8 * (seat == view.admiral) + 0.6 * (seat == view.president)


@RATE("brig_target")
@RATE("sickbay_target")
def _away(mind: Mind, seat: int) -> float:
    """Send whom a human doubts most, or a Cylon thinks the humans need most."""
    if seat == mind.seat:
        return -SELF
    if mind.cylon:
        return use(mind, seat) - 1.5 * mind.doubts[seat]
    return 4.0 * mind.doubts[seat] - 0.2 * use(mind, seat)


@RATE("president_target")
@RATE("admiral_target")
def _title(mind: Mind, seat: int) -> float:
    """Give a title to oneself, then to whom one trusts; a hidden Cylon wants it too."""
    if seat == mind.seat:
        return 1.0
    return -mind.trust(seat) if mind.cylon else mind.trust(seat) + 0.01 * len(mind.view.hands[seat])


@RATE("attach_target")
@RATE("pardon_target")
def _favour(mind: Mind, seat: int) -> float:
    """Something good."""
    return _title(mind, seat) - 0.1 * mind.view.in_brig(seat)


@RATE("look_target", by=sided)
@RATE("screen_target", by=sided)
def _look(mind: Mind, seat: int) -> float:
    """At whom one knows least about; a hidden Cylon wastes it."""
    doubt, fresh = mind.doubts[seat], mind.view.loyalty[seat].cards.count(UNKNOWN)
    return doubt * (1.0 - doubt) + 0.05 * fresh + 0.3 * doubt


@RATE("victim")
def _victim(mind: Mind, seat: int) -> float:
    """Whose hand is seen: a large one, of a title holder."""
    return -1.0 if mind.view.revealed[seat] else 0.1 * len(mind.view.hands[seat]) + 0.2 * use(mind, seat)


@RATE("handover_target")
def _handover(mind: Mind, seat: int) -> float:
    """Who receives loyalty cards of a Cylon: a trusted human, for he becomes a Cylon."""
    if mind.view.revealed[seat]:
        return -1.0
    if not own_cylon_cards(mind.view, mind.seat):
        return -0.5
    return 1.0 - mind.doubts[seat] + use(mind, seat)


@RATE("sympathizer_target")
def _sympathizer(mind: Mind, seat: int) -> float:
    """Who receives the Sympathizer: the human who is needed most."""
    return -1.0 if mind.view.revealed[seat] else 0.5 + use(mind, seat)


@RATE.declined("brig_target")
def _nobody(mind: Mind) -> float:
    """As much as a doubt that is not strong enough."""
    return 0.0 if mind.cylon else 4.0 * STRONG_DOUBT


RATE.add("viper_target", _away, by=sided)
for key in ("character", "use_reveal", "W12"):
    RATE.always(1.0, key)  # better than to pass, and all alike: a character, the text of the revealed card, a look
RATE.always(-1.0, "allow_look")  # revealed, with nothing to gain by it


# The Quorum


def draw_worth(mind: Mind) -> float:
    """Return what it is worth to draw a Quorum card."""
    return 0.55 - 0.05 * len(mind.view.quorum_hand)


def _arrested(mind: Mind) -> float:
    free = [seat for seat in mind.others() if not mind.view.in_brig(seat)]
    return 4.0 * (max((mind.doubts[seat] for seat in free), default=0.0) - STRONG_DOUBT)


def _pardoned(mind: Mind) -> float:
    return max((1.6 * mind.trust(seat) for seat in mind.others() if mind.view.in_brig(seat)), default=-1.0)


def _mutiny(mind: Mind) -> float:
    admiral = mind.view.admiral
    return -1.0 if admiral in (mind.seat, -1) else 2.5 * (mind.doubts[admiral] - STRONG_DOUBT)


_QUORUM: Final[dict[str, Callable[[Mind], float]]] = {
    "inspirational_speech": lambda mind: 0.375 * mind.gain(names.MORALE, 1) + 0.15,
    "food_rationing": lambda mind: 0.375 * mind.gain(names.FOOD, 1) + 0.15,
    "authorization_of_brutal_force": brutal_worth,
    "arrest_order": _arrested,
    "presidential_pardon": _pardoned,
    "release_cylon_mugshots": lambda mind: 0.9 - 0.375 * mind.loss(names.MORALE, 1) if mind.others() else -1.0,
    "encourage_mutiny": _mutiny,
    "accept_prophecy": lambda mind: mind.card_worth(mind.seat) + 0.05,
}
"""What playing a Quorum card is worth, but for those that give somebody something for good."""


def quorum_worth(mind: Mind, card: int) -> float:
    """Return what it is worth to play a Quorum card."""
    name = names.QUORUM_CARDS[card]
    return _QUORUM[name](mind) if name in _QUORUM else 2.0 * mind.card_worth(mind.seat) + 0.1


RATE.add("action", draw_worth, actions.DRAW_QUORUM, by=looks)
RATE.add("action", quorum_worth, actions.PLAY_QUORUM, by=looks)
for key in ("office", "skilled_politician"):
    RATE.add(key, quorum_worth, actions.PLAY_QUORUM, by=sided)
RATE.add("office", draw_worth, actions.DRAW_QUORUM)
RATE.always(0.0, "skilled_politician", actions.PUT_BOTTOM)  # in which order they go under the deck is no matter
