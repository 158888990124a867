"""Which actions a model may be made to take: the filter of the operations take_action and control_action."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated

from msgspec import field

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.kinds import CardStruct, Kind
from shapan.games.malifaux.cards.selector import Ids, Switch


class ActionFilter(CardStruct, frozen=True):
    """Which actions: `range`, `general` and `actions` are alternatives; without them all fit, general ones too."""

    kind: Annotated[str, Kind("word", words.KINDS)] = ""
    """Attack or tactical."""
    bonus: Switch = False
    """Bonus actions too; without it they are left out (MFX-8.4)."""
    ranges: Annotated[tuple[str, ...], Kind("words", words.RANGES)] = field(name="range", default=())
    """Actions of these types of range."""
    general: Annotated[tuple[str, ...], Kind("words", words.GENERAL_ACTIONS)] = ()
    """These general actions."""
    actions: Ids = ()
    """Actions of these ids."""
    names_model: Switch = True
    """False: not those that name a model."""
    attaches_upgrade: Switch = True
    """False: not those that attach an upgrade."""

    written = ("bonus", "names_model", "attaches_upgrade")

    @property
    def is_melee(self) -> bool:
        """Whether it lets only melee actions be taken."""
        return self.ranges == ("melee",) and not self.general and not self.actions

    @property
    def is_open(self) -> bool:
        """Whether it names no alternatives."""
        return not (self.ranges or self.general or self.actions)
