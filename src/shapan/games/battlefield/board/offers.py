"""Which thing of the table offers an answer, where it may be carried, and which answers are buttons (13.4).

What is played from the hand lies on its card, what a unit does lies on the unit, and leads on to its goal: a territory,
another unit, a player. What is done by a unit and a card can be begun at either.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Final

from shapan.engine import viewer_prompt as engine
from shapan.engine.actions import DONE, PARAMETER_BITS, Family
from shapan.engine.kinds import UNKNOWN
from shapan.engine.offers import Key, Offers, Places, placed
from shapan.engine.phrases import say
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Target
from shapan.games.battlefield import actions as a
from shapan.games.battlefield import names
from shapan.games.battlefield.board.prints import faction_card, known_card
from shapan.games.battlefield.board.words import LAND
from shapan.games.battlefield.state import Battlefield


def unit_id(unit: int) -> str:
    """Return the id of a unit on the table."""
    return f"unit{unit}"


def land_id(territory: int) -> str:
    """Return the id of a territory on the map."""
    return f"land{territory}"


def place_id(place: tuple[int, int, int]) -> str:
    """Return the id of an empty place of the viewer's domain: its layer, side and slot."""
    layer, side, slot = place
    return f"free.{names.SIDES[side]}{layer}.{slot}"


def _held(card: int) -> Callable[..., Key]:
    return lambda *values: ("hand", card)


_OF_WAY: Final = (names.MOVE, names.MOVE, UNKNOWN, UNKNOWN)
"""By the way of a Move, the card that it is played by; none by Mobile and Shuttle."""


def _move(unit: int, to: int, by: int) -> Key:
    card = _OF_WAY[by]
    return ("hand", card) if card >= 0 else ("unit", unit)


_PLACES: Final[Places] = {
    **placed("hand", a.DISCARD, a.EQUIP, a.EXCHANGE),
    **placed("unit", a.EJECT, a.OPEN, a.HIDE, a.CARRY, a.LOOK_UNIT, a.ENDANGERED),
    **placed("land", a.EVADE, a.CAPTURED),
    **placed("panel", a.BRIBE, a.LOOK_HAND, a.NAME),
    **placed("slot", a.LAY),
    **placed("combat", a.ROW),
    **placed("equipped", a.REPLACE),
    **placed("dealt", a.LAY_LEFT, a.LAY_RIGHT, a.CAPITAL),
    a.RESTORE: lambda by, territory: ("land", territory),
    a.PUT: lambda unit, territory: ("land", territory),
    a.PLACE: lambda card, territory, is_open: ("hand", card),
    a.PLACE_CREWED: lambda card, territory, is_open, crew: ("hand", card),
    a.BOARD: lambda unit, vehicle: ("unit", unit),
    a.DISMOUNT: lambda vehicle: ("unit", vehicle),
    a.ATTACK: lambda unit, target: ("unit", unit),
    a.DEFLECT: lambda card, to: ("hand", card),
    a.MOVE: _move,
    a.REFIT: _held(names.REFIT),
    a.RETREAT: _held(names.RETREAT),
    a.FULL_RETREAT: _held(names.FULL_RETREAT),
    a.TACTICAL_EVASION: _held(names.TACTICAL_EVASION),
    a.STRATEGIC_TREATY: lambda target, by: ("panel", target) if by else ("hand", names.STRATEGIC_TREATY),
    a.TEAR_UP_TREATY: _held(names.TEAR_UP_TREATY),
    a.SPY_HAND: _held(names.ESPIONAGE),
    a.SPY_UNIT: _held(names.ESPIONAGE),
    a.BLOCKADE: _held(names.ECONOMIC_BLOCKADE),
    a.SABOTAGE: _held(names.SABOTAGE),
    a.RELOAD: _held(names.TACTICAL_RELOAD),
    a.SUPPORT: _held(names.SUPPORT_POLICY),
    a.AIRDROP: _held(names.AIRDROP),
    a.ATTACK_CARD: lambda by: ("hand", names.MOVE if by else names.ATTACK),
    a.TRADE: lambda deal, unit, target, by: ("unit", unit) if by else ("hand", names.TRADE),
    a.HYDROGEN: _held(names.HYDROGEN_URANIUM_BOMB),
    a.NEUTRON: _held(names.NEUTRON_BOMB),
    a.DIVINE: _held(names.DIVINE_PUNISHMENT),
    a.EMP: _held(names.EMP),
    a.BIOCHEMICAL: _held(names.BIOCHEMICAL_DIFFUSION),
    a.INTRUSION: _held(names.NETWORK_INTRUSION),
    a.ASSASSINATION: _held(names.ASSASSINATION),
}
"""Where an answer is offered; the others are buttons."""

_DOERS: Final[Places] = {
    a.MOVE: lambda unit, to, by: ("unit", unit) if _OF_WAY[by] >= 0 else ("none",),
    a.RETREAT: lambda unit, to: ("unit", unit),
    a.AIRDROP: lambda unit, to: ("unit", unit),
    a.ASSASSINATION: lambda unit, to, target: ("unit", unit),
    a.TRADE: lambda deal, unit, target, by: ("none",) if by else ("unit", unit),
}
"""What is played by a card and done by a unit is offered there, too."""

_SEATS: Final = (
    a.STRATEGIC_TREATY, a.TEAR_UP_TREATY, a.SPY_HAND, a.BLOCKADE, a.SABOTAGE, a.EMP, a.INTRUSION
)  # fmt: skip
_GROUNDS: Final = {a.PLACE: 1, a.PLACE_CREWED: 1, a.MOVE: 1, a.REFIT: 0, a.RETREAT: 1, a.AIRDROP: 1, a.HYDROGEN: 0,
                   a.NEUTRON: 0, a.ASSASSINATION: 1}  # fmt: skip
"""By family, which of its parameters is the territory to which it leads."""
_UNITS: Final = {a.PLACE_CREWED: 3, a.BOARD: 1, a.DEFLECT: 1, a.TACTICAL_EVASION: 0, a.SPY_UNIT: 0, a.ASSASSINATION: 2}
"""By family, which of its parameters is the unit to which it leads."""


def onto(view: Battlefield, family: Family, values: Sequence[int]) -> list[str]:
    """Return the places to which an answer leads from where it is offered."""
    if family in _SEATS:
        return [f"panel:{values[0]}"]
    if family is a.SUPPORT:
        return [f"panel:{values[1]}"]
    if family is a.TRADE:
        return [f"panel:{values[2]}"]
    if family is a.ATTACK:
        target = values[1]
        return [f"zone:{land_id(target - LAND)}" if target >= LAND else f"piece:{unit_id(target)}"]
    places = []
    if family in _GROUNDS:
        places.append(f"zone:{land_id(values[_GROUNDS[family]])}")
    if family in _UNITS and view.is_there(values[_UNITS[family]]):
        places.append(f"piece:{unit_id(values[_UNITS[family]])}")
    return places


class BoardPrompt(engine.ViewerPrompt[Battlefield]):
    """The viewer and his answers, sorted to what offers them. Who draws a thing takes its targets."""

    places = _PLACES

    def __init__(
        self,
        view: Battlefield,
        viewer: int,
        legal: Sequence[int],
        prompt: Prompt[Any] | None,
        target: Callable[[Any, int], Target],
    ) -> None:
        super().__init__(view, viewer, legal, prompt, target)
        doers = {family.number for family in _DOERS}
        self.doers = Offers([code for code in legal if code >> PARAMETER_BITS in doers], prompt, self.told, _DOERS)

    def take(self, *key: Any) -> list[Target]:
        return [*super().take(*key), *self.doers.take(*key)]

    @cached_property
    def attacks(self) -> list[Target]:
        """BF-7.1: the attacks that can be declared."""
        return [self.told(code) for code in self.legal if a.ATTACK.has(code)]

    def is_aim(self, place: str) -> bool:
        """Tell whether something can be attacked."""
        return any(place in target.onto for target in self.attacks)

    def told(self, code: int) -> Target:
        """Return an answer with where it may be carried, and the card that it is about."""
        made = super().told(code)
        if code == DONE:
            if self.prompt is not None:
                made.label = say("action", self.prompt.decline)
            return made
        family = a.ACTIONS.of(code)
        values = family.values(code)
        made.onto = onto(self.view, family, values)
        if family in (a.LAY_LEFT, a.LAY_RIGHT):
            side = names.LEFT if family is a.LAY_LEFT else names.RIGHT
            made.into = [f"zone:{place_id((1, side, slot))}" for slot in range(1, names.SLOTS + 1)]
        elif family is a.CAPITAL:
            made.sign = "t-star"
        if family is a.CHOOSE_FACTION:
            made.card = faction_card(f"choice.{names.FACTIONS[values[0]]}", values[0])
        elif family in (a.TAKE, a.RELOAD, a.SABOTAGE_MODIFICATION):
            made.card = known_card(f"choice.{names.CARDS[values[0]]}", values[0])
        return made
