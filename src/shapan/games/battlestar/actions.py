"""Answers and random streams (sections 13.3 and 13.5 of the spec). `DONE` declines: pass, stop, no, stay."""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.actions import Actions, Family, Form
from shapan.engine.kinds import UNKNOWN, Count, Enum, Flag, Kind
from shapan.games.battlestar import names


class Index(Count):
    """Which of several alike, from 0 in the order listed; shown from 1."""

    def phrase(self, value: Any) -> Any:
        return None if value == UNKNOWN else int(value) + 1


INDEX: Final = Index(15)
SPACE_OF_TRACK: Final = Count(3)
DECK: Final = Enum(("crisis", "destination", "quorum", "super_crisis"), "deck")
CRISIS_DECK: Final = 0
DESTINATION_DECK: Final = 1
BOX: Final = Enum(("A", "B"), "box")
RESULT: Final = Enum(("pass", "fail"), "check_result")
FLEET_ICON: Final = names.Mixed(("icon", ("R", "H", "B")), ("fleet_icon", ("launch",)), ("icon", ("L",)))
"""`L` is an icon too, but no choice of the Cylon Fleet."""
FEW: Final = Count(8)


class Face(Count):
    """The number that the die shows."""

    def number(self, word: object) -> int:
        if word == 0 and not isinstance(word, bool):
            raise ValueError(f"{word!r} is not an integer 1..{self.size - 1}")
        return super().number(word)


class OneMore(Flag):
    """Whether there is one, written as true or false; shown as a number."""

    def phrase(self, value: Any) -> Any:
        return None if value == UNKNOWN else int(value)


class Change(Kind):
    """A change of a difficulty by a fixed amount up or down: 0 is down, 1 is up."""

    size = 2

    def __init__(self, amount: int) -> None:
        super().__init__()
        self.amount = amount

    def word(self, value: int) -> int | None:
        return None if value < 0 else (self.amount if value else -self.amount)

    def phrase(self, value: int) -> str | None:
        return None if value < 0 else f"{'+' if value else '-'}{self.amount}"

    def number(self, word: object) -> int:
        if word not in (self.amount, -self.amount) or isinstance(word, bool):
            raise ValueError(f"{word!r} is not {-self.amount} or {self.amount}")
        return int(word == self.amount)


ACTIONS: Final = Actions()


def _family(number: int, name: str, word: str = "", **parameters: Kind) -> Family:
    return ACTIONS.family(number, name, Form(word), tested=False, **parameters)


PICK_CHARACTER: Final = _family(1, "character", id=names.CHARACTER)
LAUNCH_AREA: Final = _family(2, "area", area=names.AREA)
DRAW: Final = _family(3, "draw", type=names.TYPE)
MOVE: Final = _family(4, "move", to=names.PLACE)
MOVE_PAYING: Final = _family(5, "move_paying", "move", to=names.PLACE, pay=names.SKILL)
ACT_LOCATION: Final = _family(6, "location")
PLAY: Final = _family(7, "play", card=names.PLAYED)
ABILITY: Final = _family(8, "ability")
FLY: Final = _family(9, "fly", to=names.AREA)
ATTACK: Final = ACTIONS.family(10, "attack", Form(defaults={"n": 0}), unit=names.UNIT, n=INDEX)
DRAW_QUORUM: Final = _family(11, "draw_quorum")
PLAY_QUORUM: Final = _family(12, "quorum", card=names.QUORUM)
NUKE: Final = _family(13, "nuke")
REVEAL: Final = _family(14, "reveal", card=names.LOYALTY)
MOVE_AND_ACT: Final = _family(15, "move_and_act")
TWO_ACTIONS: Final = _family(16, "two_actions")
WHO: Final = _family(17, "who", who=names.SEAT)
GO: Final = _family(18, "to", to=names.LOCATION)
TARGET: Final = ACTIONS.family(19, "target", Form(defaults={"n": 0}), area=names.AREA, unit=names.UNIT, n=INDEX)
SHOOT_CENTURION: Final = ACTIONS.family(
    20, "centurion", Form("target", fixed={"unit": "centurion"}), space=SPACE_OF_TRACK
)
LAUNCH: Final = _family(21, "launch", area=names.AREA)
FLY_UNMANNED: Final = _family(22, "fly_unmanned", "fly", **{"from": names.AREA, "to": names.AREA})
_FROM: Final[dict[str, Kind]] = {"from": names.AREA, "unit": names.UNIT, "n": INDEX}
ATTACK_UNMANNED: Final = ACTIONS.family(23, "attack_unmanned", Form("attack", defaults={"n": 0}), tested=False, **_FROM)
LOOK_CIVILIAN: Final = _family(24, "civilians", area=names.AREA, n=INDEX)
SHIFT_CIVILIAN: Final = ACTIONS.family(25, "shift", Form(defaults={"n": 0}), area=names.AREA, n=INDEX, to=names.AREA)
SCOUT: Final = _family(26, "deck", deck=DECK)
TOP: Final = _family(27, "top")
BOTTOM: Final = _family(28, "bottom")
REPAIR_LOCATION: Final = ACTIONS.family(29, "repair_location", Form("repair", fixed={"what": "location"}))
REPAIR_VIPERS: Final = ACTIONS.family(30, "repair_vipers", Form("repair", fixed={"what": "vipers"}), n=FEW)
GAIN: Final = _family(31, "gain", what=names.DIAL)
PUT_BOTTOM: Final = _family(32, "put_bottom", card=names.QUORUM)
DESTROY_RAIDER: Final = ACTIONS.family(33, "destroy_raider", Form("destroy", fixed={"unit": "raider"}), area=names.AREA)
DESTROY_HEAVY: Final = ACTIONS.family(34, "destroy_heavy", Form("destroy", fixed={"unit": "heavy"}), area=names.AREA)
DESTROY_CENTURION: Final = ACTIONS.family(
    35, "destroy_centurion", Form("destroy", fixed={"unit": "centurion"}), space=SPACE_OF_TRACK
)
KEEP_CRISIS: Final = _family(36, "crisis", card=names.CRISIS)
CHOOSE_BOX: Final = _family(37, "box", box=BOX)
GIVE_TITLE: Final = _family(38, "give_title")
GO_TO_BRIG: Final = _family(39, "go_to_brig")
CARD: Final = _family(40, "cards", card=names.SKILL)
PICK_DESTINATION: Final = _family(41, "destination", card=names.DESTINATION)
PUT_UNDER: Final = _family(42, "put_under", card=names.DESTINATION)
YES: Final = _family(43, "yes")
RESTORE: Final = ACTIONS.family(44, "restore", vipers=Count(3), raptor=OneMore())
PICK_CIVILIAN: Final = ACTIONS.family(45, "civilian", Form(defaults={"n": 0}), area=names.AREA, n=INDEX)
VIPER_IN: Final = _family(46, "viper_in", "vipers", area=names.AREA)
VIPER_OF: Final = _family(47, "viper_of", "vipers", who=names.SEAT)
SHORT_AREA: Final = _family(48, "areas", unit=names.UNIT, area=names.AREA)
TOKEN: Final = _family(49, "tokens", token=names.DAMAGE_TOKEN)
PLAY_SUPER: Final = _family(50, "super_crisis")
TWO_CRISES: Final = _family(51, "two_crises")
FLEET: Final = _family(52, "icon", icon=FLEET_ICON)
TAKE: Final = _family(53, "card", card=names.SKILL)
ECO_OFFICER: Final = _family(54, "eco_officer")
SECRET_DESTINY: Final = _family(55, "secret_destiny")
MORAL_COMPASS: Final = _family(56, "moral_compass")
INTUITION: Final = _family(57, "intuition", result=RESULT)
FRIENDS: Final = _family(58, "friends", change=Change(2))
HATRED: Final = _family(59, "hatred")
ARBITRATOR: Final = _family(60, "arbitrator", change=Change(3))
BLIND_DEVOTION: Final = _family(61, "blind_devotion", type=names.TYPE)
COMMAND_AUTHORITY: Final = _family(62, "command_authority")
BOARD: Final = _family(63, "board", area=names.AREA)
RECON: Final = _family(64, "recon")

ONE_ACTION: Final = (ACT_LOCATION, PLAY, ABILITY, FLY, ATTACK, DRAW_QUORUM, PLAY_QUORUM, NUKE, REVEAL)
"""What an action can be (5.1)."""

# The random streams (13.3)

STREAMS: Final = {
    "die": Face(names.DIE),
    **{f"skill_{word}": names.SKILL for word in names.TYPES},
    "destiny": names.SKILL,
    "quorum": names.QUORUM,
    "crisis": names.CRISIS,
    "super_crisis": names.SUPER_CRISIS,
    "destination": names.DESTINATION,
    "loyalty_cylon": names.LOYALTY,
    "loyalty": names.LOYALTY,
    "civilian": names.CIVILIAN_TOKEN,
    "damage": names.DAMAGE_TOKEN,
    "basestar_damage": names.BASESTAR_TOKEN,
    "discard": names.SKILL,
    "look": names.LOYALTY,
    "first": names.SEAT,
    "look_place": Count(15),
}
"""By name, in the order of their numbers; `look_place` says which loyalty card is looked at.

A script of `look` says of what kind it is."""
(
    STREAM_DIE, STREAM_SKILL, _, _, _, _, STREAM_DESTINY, STREAM_QUORUM, STREAM_CRISIS, STREAM_SUPER,
    STREAM_DESTINATION, STREAM_LOYALTY_CYLON, STREAM_LOYALTY, STREAM_CIVILIAN, STREAM_DAMAGE, STREAM_BASESTAR,
    STREAM_DISCARD, STREAM_LOOK, STREAM_FIRST, STREAM_LOOK_PLACE,
) = range(len(STREAMS))  # fmt: skip
"""`STREAM_SKILL` is that of the first skill deck; deck n has `STREAM_SKILL + n`."""
