"""Which actions a model may be made to take: the filter of the operations take_action and control_action."""

from __future__ import annotations

from dataclasses import dataclass

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.row import Row


@dataclass(frozen=True, slots=True)
class ActionFilter:
    """Which actions: `range`, `general` and `actions` are alternatives; without them all fit, general ones too."""

    kind: str = ""
    """Attack or tactical."""
    bonus: bool = False
    """Bonus actions too; without it they are left out (MFX-8.4)."""
    ranges: tuple[str, ...] = ()
    """Actions of these types of range."""
    general: tuple[str, ...] = ()
    """These general actions."""
    actions: tuple[str, ...] = ()
    """Actions of these ids."""
    names_model: bool = True
    """False: not those that name a model."""
    attaches_upgrade: bool = True
    """False: not those that attach an upgrade."""

    @property
    def is_melee(self) -> bool:
        """Whether it lets only melee actions be taken."""
        return self.ranges == ("melee",) and not self.general and not self.actions

    @property
    def is_open(self) -> bool:
        """Whether it names no alternatives."""
        return not (self.ranges or self.general or self.actions)


def read_filter(row: Row, key: str) -> ActionFilter:
    """Read a field that holds a filter."""
    inner = row.row(key)
    found = ActionFilter(
        kind=inner.word("kind", words.KINDS, ""),
        bonus=inner.flag("bonus"),
        ranges=inner.words("range", words.RANGES),
        general=inner.words("general", words.GENERAL_ACTIONS),
        actions=inner.identifiers("actions"),
        names_model=inner.flag("names_model", default=True),
        attaches_upgrade=inner.flag("attaches_upgrade", default=True),
    )
    inner.close()
    return found
