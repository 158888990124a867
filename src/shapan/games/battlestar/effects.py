"""Effects of cards: the notation of C0 as data, read once.

A cell such as `morale-1; roll<=4: population-2` becomes a row of effects. A condition (`roll<=4:`, `if food<6:`,
`unless adm pays:`) governs everything that stands behind it in its cell.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from shapan.games.battlestar import names

OPERATIONS: Final = (
    "dial",
    "track",
    "raptors",
    "discard",
    "discard_random",
    "discard_hand",
    "draw",
    "brig",
    "sickbay",
    "brig_all",
    "sickbay_all",
    "pick_brig",
    "may_pick_brig",
    "pick_sickbay",
    "look",
    "president",
    "pick_president",
    "title_or_brig",
    "centurion",
    "damage_galactica",
    "damage_vipers",
    "recall_vipers",
    "civilians_lost",
    "place",
    "activate",
    "activate_new",
    "lose_nuke",
    "keep",
    "kobol",
    "extra_crisis",
    "roll",
    "if_below",
    "unless_paid",
)
NUMBERS: Final = {name: number for number, name in enumerate(OPERATIONS)}

ROLES: Final = ("cur", "adm", "pres", "each", "any", "pres_or_adm")
CUR: Final = 0
ADM: Final = 1
PRES: Final = 2
EACH: Final = 3
ANY: Final = 4
PRES_OR_ADM: Final = 5

COLONIAL_ONE: Final = len(names.LOCATIONS)
"""In `sickbay_all`: every location of Colonial One."""
RESERVES: Final = 0
IN_SPACE: Final = 1

_LETTERS: Final = {"BS": names.BASESTAR, "R": names.RAIDER, "H": names.HEAVY, "V": names.VIPER, "C": names.CIVILIAN}


@dataclass(slots=True, frozen=True)
class Effect:
    """One step of an effect.

    `who` is a role, `number` the amount or threshold, `what` a dial, place, skill type or icon, `ships` what is placed
    (area, unit, number), `then` what a condition governs.
    """

    operation: int
    who: int = -1
    number: int = 0
    what: int = -1
    ships: tuple[tuple[int, int, int], ...] = ()
    then: tuple[Effect, ...] = ()


Effects = tuple[Effect, ...]


def read_effects(text: str) -> Effects:
    """Return the effects of a cell. Raises ValueError for a word that is no effect."""
    text = text.strip()
    if not text:
        return ()
    condition = re.match(r"(roll<=(\d)|if (\w+)<(\d+)|unless (\w+) pays): *(.*)$", text)
    if condition:
        return (_condition(condition),)
    first, rest = _split(text)
    return (_effect(first), *read_effects(rest))


def _split(text: str) -> tuple[str, str]:
    """Return the first effect of a cell and the rest; semicolons in brackets divide areas."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == ";" and not depth:
            return text[:place].strip(), text[place + 1 :]
    return text, ""


def _condition(found: re.Match[str]) -> Effect:
    then = read_effects(found[6])
    if found[2]:
        return Effect(NUMBERS["roll"], number=int(found[2]), then=then)
    if found[3]:
        return Effect(NUMBERS["if_below"], number=int(found[4]), what=names.DIALS.index(found[3]), then=then)
    return Effect(NUMBERS["unless_paid"], who=ROLES.index(found[5]), then=then)


def _effect(text: str) -> Effect:
    change = re.fullmatch(r"(\w+)([+-]\d+)", text)
    if change:
        name, number = change[1], int(change[2])
        if name in names.DIALS:
            return Effect(NUMBERS["dial"], number=number, what=names.DIALS.index(name))
        return Effect(NUMBERS[name], number=number)
    called = re.fullmatch(r"(\w+)(?:\((.*)\))?", text)
    if called is None or called[1] not in NUMBERS:
        raise ValueError(f"{text!r} is no effect")
    name, words = called[1], [word.strip() for word in (called[2] or "").split(",") if word.strip()]
    if name == "place":
        return Effect(NUMBERS[name], ships=read_ships(called[2]))
    who, number, what = -1, 0, -1
    for word in words:
        if word in ROLES:
            what, who = (ROLES.index(word), who) if who >= 0 else (what, ROLES.index(word))
        elif word.isdigit():
            number = int(word)
        else:
            what = _thing(name, word)
    return Effect(NUMBERS[name], who, number, what)


def _thing(name: str, word: str) -> int:
    """Return the number of a place, skill type or icon."""
    if name in ("activate", "activate_new"):
        return "RLHB".index(word)
    if name == "damage_vipers":
        return ("reserves", "space").index(word)
    if word in names.TYPES:
        return names.TYPES.index(word)
    return COLONIAL_ONE if word == "colonial_one" else names.LOCATIONS.index(word)


def read_ships(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return what a picture places, `0: BS 3R; 3: 2C`, as rows of area, unit and number."""
    rows = []
    for part in filter(None, (piece.strip() for piece in text.split(";"))):
        area, _, ships = part.partition(":")
        for word in ships.split():
            found = re.fullmatch(r"(\d*)(BS|[RHVC])", word)
            if found is None:
                raise ValueError(f"{word!r} is no ship")
            rows.append((int(area), _LETTERS[found[2]], int(found[1] or 1)))
    return tuple(rows)
