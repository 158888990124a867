"""What is printed on crises and Super Crises: the check or the boxes, the ships that act afterwards, the jump (C3)."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.scene import Line, Phrase, Piece, Print, Sign, Suit
from shapan.games.battlestar import names
from shapan.games.battlestar.board.words import SUITS, help_of, name_of, say
from shapan.games.battlestar.cards import ATTACK, CHECK, CHOICE, CRISIS_CARDS, NONE, SUPER_CARDS, WAY_OUT, Crisis

SHIPS: Final = {
    names.BASESTAR: "s-basestar",
    names.RAIDER: "s-raider",
    names.HEAVY: "s-heavy",
    names.VIPER: "s-viper",
    names.CIVILIAN: "s-civilian",
    names.CENTURION: "s-centurion",
}
ACTING: Final = {
    "R": ["s-raider"],
    "L": ["s-basestar", "s-raider"],
    "H": ["s-heavy", "s-centurion"],
    "B": ["s-basestar"],
}
"""The ships that an icon sets in motion."""
_SLATE: Final = 6
_RED: Final = 7
_WORDS: Final = {CHECK: "check", WAY_OUT: "check", CHOICE: "choice", ATTACK: "attack"}
_CHOOSERS: Final = ("cur", "adm", "pres")
"""As `effects.DECIDER` numbers them."""


def crisis_card(name: str, number: int, *, of_super: bool = False) -> Piece:
    """Return a crisis, or a Super Crisis, that lies face up."""
    card = (SUPER_CARDS if of_super else CRISIS_CARDS)[number]
    kind = names.SUPER_CRISIS if of_super else names.CRISIS
    label = say("print", _WORDS[card.kind])
    mark = str(card.difficulty) if card.types else ""
    suit = Suit("", _RED if of_super else _SLATE, "i-alert", label)
    return Piece(
        name,
        "card",
        "i-alert",
        name_of(kind, number),
        help_of(kind, number),
        mark=mark,
        suit=suit,
        print=Print(
            kind=_kind(card, of_super),
            suits=[suit for type_, suit in enumerate(SUITS) if card.types >> type_ & 1],
            lines=_attack(card) if card.kind == ATTACK else _boxes(card),
            foot=foot_of(card),
        ),
    )


def _kind(card: Crisis, of_super: bool) -> Phrase:
    if of_super:
        return say("print", "super_attack" if card.kind == ATTACK else "super_check")
    if card.kind in (WAY_OUT, CHOICE):
        return say("print", f"chooses_{_CHOOSERS[card.chooser]}")
    return say("print", "crisis_attack" if card.kind == ATTACK else "crisis_check")


def foot_of(card: Crisis) -> list[Sign]:
    """Return which ships act once a card is resolved, and whether the fleet gets ready to jump (3.5, 3.6)."""
    if card.icon == NONE:
        ships = Sign(say("print", "no_ships"), quiet=True)
    else:
        letter = names.ICONS[card.icon]
        ships = Sign(say("acts", letter), ACTING[letter])
    jump = Sign(say("print", "prepares"), ["d-jump"]) if card.jump else Sign(say("print", "no_jump"), quiet=True)
    return [ships, jump]


def _line(when: str, what: Phrase, **words: Any) -> Line:
    return Line(Phrase(f"print.{when}", words), what)


def _boxes(card: Crisis) -> list[Line]:
    """Return what comes of each end of a check, and of each box that may be chosen."""
    lines: list[Line] = []
    boxes = ["b"]
    if card.kind == CHOICE:
        boxes.insert(0, "a")
    else:
        ways = "a_" if card.kind == WAY_OUT else ""
        lines.append(_line(f"{ways}pass", say("outcome", f"{card.id}_pass"), least=card.difficulty))
        if card.partial_from != NONE:
            words = {"least": card.partial_from, "most": card.difficulty - 1}
            lines.append(_line("partial", say("outcome", f"{card.id}_partial"), **words))
        lines.append(_line(f"{ways}fail", say("outcome", f"{card.id}_fail")))
    if card.kind != CHECK:
        lines += [_line(box, say("outcome", f"{card.id}_{box}")) for box in boxes]
    return lines


def _attack(card: Crisis) -> list[Line]:
    """BSG-7.6: who acts first, which ships come where, what holds besides."""
    first = [Sign(say("acts", names.ICONS[icon]), ACTING[names.ICONS[icon]]) for icon in card.activate]
    lines = [Line(say("print", "first"), signs=first)]
    for area in sorted({row[0] for row in card.ships}):
        lines.append(Line(Phrase("print.area", {"number": area}), signs=_ships(card.ships, area)))
    if card.special.effects or card.stays != NONE:
        lines.append(_line("then" if card.stays == NONE else "stays", say("crisis_then", card.id)))
    return lines


def _ships(ships: Sequence[tuple[int, int, int]], area: int) -> list[Sign]:
    return [
        Sign(Phrase("print.ships", {"unit": names.UNIT.phrase(unit), "number": number}), [SHIPS[unit]], number)
        for where, unit, number in ships
        if where == area
    ]
