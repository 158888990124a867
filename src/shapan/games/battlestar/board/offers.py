"""The legal answers of the viewer, sorted to the things and places that offer them; what is left are buttons."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from shapan.engine.actions import DONE, Family
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Phrase, Target
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.words import label, sheet, skill_id
from shapan.games.battlestar.view import View

Key = tuple[Any, ...]
"""Names a thing or place: ("hand", card), ("panel", seat), ("location", place), ("area", area), ("raider", area) ..."""

_UNITS: Final = {
    names.RAIDER: "raider",
    names.HEAVY: "heavy",
    names.BASESTAR: "basestar",
    names.VIPER: "viper",
    names.CIVILIAN: "civilian",
}
_DECKS: Final = ("crisis", "destination", "quorum", "super_crisis")


def _ship(unit: int, area: int, number: int) -> Key:
    name = _UNITS.get(unit, "other")
    return (name, area, number) if unit in (names.BASESTAR, names.CIVILIAN) else (name, area)


def _place(place: int) -> Key:
    return ("location", place) if place < names.SPACE else ("area", place - names.SPACE)


_PLACES: Final[dict[Family, Callable[..., Key]]] = {
    a.LAUNCH_AREA: lambda area: ("area", area),
    a.DRAW: lambda type_: ("deck", f"skill{type_}"),
    a.MOVE: _place,
    a.MOVE_PAYING: lambda place, card: _place(place),
    a.PLAY: lambda card: ("hand", card),
    a.FLY: lambda area: ("area", area),
    a.DRAW_QUORUM: lambda: ("deck", "quorum"),
    a.PLAY_QUORUM: lambda card: ("quorum", card),
    a.NUKE: lambda: ("nukes",),
    a.REVEAL: lambda card: ("loyalty", card),
    a.WHO: lambda seat: ("panel", seat),
    a.GO: lambda place: ("location", place),
    a.TARGET: lambda area, unit, number: _ship(unit, area, number),
    a.SHOOT_CENTURION: lambda space: ("centurion", space),
    a.LAUNCH: lambda area: ("area", area),
    a.FLY_UNMANNED: lambda start, to: ("viper", start),
    a.ATTACK_UNMANNED: lambda area, unit, number: _ship(unit, area, number),
    a.LOOK_CIVILIAN: lambda area, number: ("civilian", area, number),
    a.SCOUT: lambda deck: ("deck", _DECKS[deck]),
    a.PUT_BOTTOM: lambda card: ("quorum", card),
    a.DESTROY_RAIDER: lambda area: ("raider", area),
    a.DESTROY_HEAVY: lambda area: ("heavy", area),
    a.DESTROY_CENTURION: lambda space: ("centurion", space),
    a.KEEP_CRISIS: lambda card: ("crisis", card),
    a.CARD: lambda card: ("hand", card),
    a.PICK_DESTINATION: lambda card: ("destination", card),
    a.PUT_UNDER: lambda card: ("destination", card),
    a.PICK_CIVILIAN: lambda area, number: ("civilian", area, number),
    a.VIPER_IN: lambda area: ("viper", area),
    a.VIPER_OF: lambda seat: ("pilot", seat),
    a.SHORT_AREA: lambda unit, area: ("area", area),
    a.TOKEN: lambda token: ("token", token),
    a.PLAY_SUPER: lambda: ("super",),
    a.BOARD: lambda area: ("area", area),
}
"""Where an answer is offered; the others are buttons."""

_BUTTONS_TOO: Final = (a.DRAW, a.DRAW_QUORUM, a.NUKE, a.REVEAL, a.SCOUT, a.SHORT_AREA, a.PLAY_SUPER, a.LAUNCH)
"""Offered by a place and by a button: the place may be small, folded away, or named several times."""

_HELPS: Final[dict[Family, Callable[..., str]]] = {
    a.PLAY: lambda card: f"skill_help.{skill_id(card)}",
    a.CARD: lambda card: f"skill_help.{skill_id(card)}",
    a.TAKE: lambda card: f"skill_help.{skill_id(card)}",
    a.PLAY_QUORUM: lambda card: f"quorum_help.{names.QUORUM_CARDS[card]}",
    a.PUT_BOTTOM: lambda card: f"quorum_help.{names.QUORUM_CARDS[card]}",
    a.REVEAL: lambda card: f"loyalty_help.{names.LOYALTIES[card]}",
    a.KEEP_CRISIS: lambda card: f"crisis_help.{names.CRISES[card]}",
    a.PICK_DESTINATION: lambda card: f"destination_help.{names.DESTINATIONS[card]}",
    a.PUT_UNDER: lambda card: f"destination_help.{names.DESTINATIONS[card]}",
    a.GO: lambda place: f"location_help.{names.LOCATIONS[place]}",
}


_DECLINES: Final = {"action": "nothing", "handover_target": "keep", "sympathizer_target": "keep", "exchange": "keep"}
"""What it is called to decline, by question, where the word of the notation says too little."""


class Offers:
    """Sorts codes to keys. Who draws a thing takes its targets; `buttons` are those that nobody has taken."""

    def __init__(self, view: View, viewer: int, legal: Sequence[int], prompt: Prompt[Any] | None) -> None:
        self.view = view
        self.viewer = viewer
        self.single = prompt is not None and not prompt.many
        """Whether one thing is to be chosen: then what is not offered cannot be used now."""
        self.decline = "done"
        if prompt is not None and not prompt.many:
            self.decline = _DECLINES.get(prompt.key, prompt.decline)
        self._families = prompt.families if prompt is not None else ()
        self._by_key: dict[Key, list[Target]] = {}
        self._taken: set[int] = set()
        self._buttons: list[Target] = []
        self._many = prompt is not None and prompt.many
        for code in legal:
            self._sort(code)

    def _sort(self, code: int) -> None:
        if code == DONE:
            if not self._many:
                self._buttons.append(Target(code, label(code, self.decline)))
            return
        family = a.ACTIONS.of(code)
        values = family.values(code)
        help_of = _HELPS.get(family)
        target = Target(code, label(code), None if help_of is None else Phrase(help_of(*values)))
        if family is a.PICK_CHARACTER:
            target.help = sheet(names.CHARACTERS[values[0]])
        if family is a.CHOOSE_BOX and self.view.crisis_now != UNKNOWN:
            target.help = Phrase(f"outcome.{names.CRISES[self.view.crisis_now]}_{'ab'[values[0]]}")
        if family is a.FLY_UNMANNED:
            target.onto = [f"zone:area{values[1]}"]
        key = self._key(family, values)
        if key is None or family in _BUTTONS_TOO:
            self._buttons.append(target)
        if key is not None:
            self._by_key.setdefault(key, []).append(target)

    def _key(self, family: Family, values: Sequence[int]) -> Key | None:
        if family is a.ACT_LOCATION:
            return _place(self.view.seats[self.viewer].at)
        if family is a.ATTACK:
            return _ship(values[0], self.view.seats[self.viewer].at - names.SPACE, values[1])
        place = _PLACES.get(family)
        return None if place is None else place(*values)

    def would(self, *wishes: tuple[Family, int]) -> int:
        """Return the code of the first of some wishes, a family with its value, that this question is about, or -1."""
        return next((family.code(value) for family, value in wishes if family in self._families), -1)

    def take(self, *key: Any) -> list[Target]:
        """Return the targets of a thing or place that is drawn."""
        targets = self._by_key.get(key, [])
        self._taken.update(target.code for target in targets)
        return targets

    def buttons(self) -> list[Target]:
        """Return the answers that no place has offered, and the location's action, which deserves a button."""
        done = {target.code for target in self._buttons}
        rows = [target for row in self._by_key.values() for target in row]
        rest = [
            target
            for target in rows
            if target.code not in done and (target.code not in self._taken or a.ACT_LOCATION.has(target.code))
        ]
        declines = [target for target in self._buttons if target.code == DONE]
        return [*rest, *(target for target in self._buttons if target.code != DONE), *declines]
