"""Action families and random streams of Planet Masters (sections 5 and 13.3 of the spec)."""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.actions import Actions
from shapan.engine.kinds import Count
from shapan.games.planet_masters import names

ACTIONS: Final = Actions(done=False)
CHOOSE_RACE: Final = ACTIONS.family(1, "choose_race", race=names.RACE_ID)
BUILD: Final = ACTIONS.family(2, "build")
REROLL: Final = ACTIONS.family(3, "reroll", die=names.DIE)
END: Final = ACTIONS.family(4, "end")
MANAGE: Final = ACTIONS.family(5, "manage", die=names.DIE)
CONQUER: Final = ACTIONS.family(6, "conquer", defender=names.SEAT)
COUNCIL: Final = ACTIONS.family(7, "council", candidate=names.SEAT)
PASS: Final = ACTIONS.family(8, "pass")
CANCEL: Final = ACTIONS.family(9, "cancel")
ALLOW: Final = ACTIONS.family(10, "allow")
INVASION: Final = ACTIONS.family(11, "invasion", die=names.DIE)
DESTRUCTION: Final = ACTIONS.family(12, "destruction", die=names.DIE)
PRESSURE: Final = ACTIONS.family(13, "pressure")
DECLINE: Final = ACTIONS.family(14, "decline")
DISCARD: Final = ACTIONS.family(15, "discard", die=names.DIE)
YES: Final = ACTIONS.family(16, "yes")
NO: Final = ACTIONS.family(17, "no")
LOSE: Final = ACTIONS.family(18, "lose", die=names.DIE)

DO_BUILD: Final = BUILD.code()
DO_END: Final = END.code()
DO_PASS: Final = PASS.code()
DO_CANCEL: Final = CANCEL.code()
DO_ALLOW: Final = ALLOW.code()
DO_PRESSURE: Final = PRESSURE.code()
DO_DECLINE: Final = DECLINE.code()
DO_YES: Final = YES.code()
DO_NO: Final = NO.code()

# The random streams of 13.3


class Pips(Count):
    """The number that a die shows, 1..6.

    [ruling] Another number is an error at its place, `rolls.die.0`, also when it is never drawn (13.3).
    """

    def __init__(self) -> None:
        super().__init__(6)

    def number(self, word: Any) -> int:
        if word == 0 and not isinstance(word, bool):
            raise ValueError(f"{word!r} is not an integer 1..6")
        return super().number(word)


STREAM_FIRST: Final = 0
STREAM_RACE: Final = 1
STREAM_DIE: Final = 2
STREAMS: Final = {"first_player": names.SEAT, "race": names.RACE_ID, "die": Pips()}
