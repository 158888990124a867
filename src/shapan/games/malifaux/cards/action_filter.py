"""Which actions a model may be made to take: the filter of the operations take_action and control_action."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.row import Row

FILTER_FIELDS: Final = {
    "kind": "attack or tactical",
    "bonus": "bonus actions too; without it they are left out (MFX-8.4)",
    "range": "actions of these types of range",
    "general": "these general actions",
    "actions": "actions of these ids",
    "names_model": "false: not those that name a model",
    "attaches_upgrade": "false: not those that attach an upgrade",
}
"""The fields of a filter; `range`, `general`, `actions` are alternatives. Without those all fit, general ones too."""


@dataclass(frozen=True, slots=True)
class ActionFilter:
    """Which actions; see `FILTER_FIELDS`."""

    kind: str = ""
    bonus: bool = False
    ranges: tuple[str, ...] = ()
    general: tuple[str, ...] = ()
    actions: tuple[str, ...] = ()
    names_model: bool = True
    attaches_upgrade: bool = True

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
