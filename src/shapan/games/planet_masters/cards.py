"""The race cards: what a race can do, when it works, and an example (4.4, 8)."""

from __future__ import annotations

from typing import Final

from shapan.engine.scene import Line, Phrase, Piece, Print, Sign, Suit
from shapan.games.planet_masters import names
from shapan.games.planet_masters.face import RACE_GLYPHS
from shapan.games.planet_masters.ruleset import ABILITIES

_TONES: Final = (9, 10, 12, 11, 8, 7)
"""By race; a race is told by its picture."""
_ROLLED: Final = "roachkin"
"""The race whose ability works at the moment of a roll, not as long as the face lies there."""
SIDES: Final = 6


def race_card(name: str, race: int, times: int, *, working: bool | None = None) -> Piece:
    """Return the card of a race whose face is on so many sides of the home die; `working` if it lies there."""
    word = names.RACES[race]
    when = "print.when_rolled" if word == _ROLLED else "print.while_shown"
    state = [] if working is None else [Sign(Phrase("print.working" if working else "print.asleep"), quiet=not working)]
    return Piece(
        name,
        "card",
        RACE_GLYPHS[race],
        Phrase(f"race.{word}"),
        Phrase(f"ability_help.{word}"),
        flags=[] if working is None else ["working" if working else "idle"],
        suit=Suit("", _TONES[race], RACE_GLYPHS[race], Phrase("label.race")),
        note=Phrase(f"odds.race_{word}"),
        print=Print(
            kind=Phrase(f"ability.{ABILITIES[race]}"),
            picture=RACE_GLYPHS[race],
            lines=[
                Line(Phrase(when), Phrase(f"card_effect.{word}")),
                Line(Phrase("print.example"), Phrase(f"card_example.{word}")),
            ],
            foot=[Sign(Phrase("print.sides", {"times": times, "of": SIDES})), *state],
        ),
    )


def all_cards() -> list[Piece]:
    """Return the cards of all races."""
    return [race_card(f"race.{name}", race, 1) for race, name in enumerate(names.RACES)]
