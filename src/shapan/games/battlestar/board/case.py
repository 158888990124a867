"""What the table is about: the crisis that is read out, and the check that settles it (section 9, check panel)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.scene import Case, Fact, Phrase, Upshot, Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.board.cards import skill_card
from shapan.games.battlestar.board.words import SUITS, name_of, say
from shapan.games.battlestar.view import DESTINY, Check, LastCheck, View

_LAST: Final = ("fail", "partial", "pass")


def make_case(view: View) -> Case | None:
    """Return the check under way, else the card that is carried out, else how the last check ended."""
    if view.check is not None:
        return _check(view.check)
    if view.super_now != UNKNOWN:
        title, text = (
            name_of(names.SUPER_CRISIS, view.super_now),
            say("super_crisis_help", names.SUPER_CRISES[view.super_now]),
        )
        return Case(title, say("board", "super_crisis"), text, "BSG-7.1")
    if view.crisis_now != UNKNOWN:
        title, text = name_of(names.CRISIS, view.crisis_now), say("crisis_help", names.CRISES[view.crisis_now])
        return Case(title, say("board", "crisis"), text, "BSG-7.1")
    if view.quorum_now != UNKNOWN:
        title, text = name_of(names.QUORUM, view.quorum_now), say("quorum_help", names.QUORUM_CARDS[view.quorum_now])
        return Case(title, say("board", "quorum_card"), text, "BSG-13.1")
    return None if view.last_check is None else _last(view.last_check)


def _named(of: int) -> tuple[Phrase, Phrase, str]:
    """Return title, text and identifier of what a check is of: a crisis, a Super Crisis, a location."""
    if of < len(names.CRISES):
        return name_of(names.CRISIS, of), say("crisis_help", names.CRISES[of]), names.CRISES[of]
    of -= len(names.CRISES)
    if of < len(names.SUPER_CRISES):
        return name_of(names.SUPER_CRISIS, of), say("super_crisis_help", names.SUPER_CRISES[of]), names.SUPER_CRISES[of]
    name = names.LOCATION_CHECKS[of - len(names.SUPER_CRISES)]
    return name_of(names.LOCATION, names.LOCATIONS.index(name)), say("location_help", name), name


def _upshots(of: str, difficulty: int, partial: int, result: int) -> list[Upshot]:
    """Return fail, partial and pass with what they do and need; `result` is the one that stands, or -1."""
    rows = [("fail", -names.ZERO, "bad"), ("partial", partial, "fair"), ("pass", difficulty, "good")]
    return [
        Upshot(say("board", name), say("outcome", f"{of}_{name}"), least, mood, stands=number == result)
        for number, (name, least, mood) in enumerate(rows)
        if name != "partial" or partial >= 0
    ]


def _check(check: Check) -> Case:
    """BSG-8: the check with what all know of it; after the reveal the cards by what they count, and the sum."""
    title, text, of = _named(check.of)
    difficulty, partial = check.difficulty - names.ZERO, check.partial
    known = check.total != UNKNOWN
    total = check.total - names.ZERO if known else 0
    result = -1
    if known:
        result = 2 if total >= difficulty else 1 if 0 <= partial <= total else 0
    types = [*check.types, *([names.EN] if check.research and names.EN not in check.types else [])]
    counts = [
        Fact(f"from{seat}", Phrase("board.from_seat", {"seat": {"seat": seat}}), count)
        for seat, count in enumerate(check.counts)
        if count
    ]
    destiny = check.size - sum(check.counts)
    if destiny > 0:
        counts.insert(0, Fact("from_destiny", say("board", "destiny"), destiny))
    return Case(
        title,
        say("board", "check"),
        text,
        "BSG-SC0",
        goal=difficulty,
        suits=[SUITS[type_] for type_ in sorted(types)],
        counts=counts,
        zones=_cards(check),
        total=total,
        summed=known,
        upshots=_upshots(of, difficulty, partial, result),
    )


def worth(check: Check, card: int) -> int:
    """BSG-SC6: what a card counts in a check."""
    type_, strength = names.type_of(card), names.strength_of(card)
    if type_ == check.void:
        return 0
    helps = type_ in check.types or (check.research and type_ == names.EN) or (check.ones and strength == 1)
    return strength if helps else -strength


def _cards(check: Check) -> list[Zone]:
    """Return the open cards, those that help first, then those that hinder; before the reveal the own ones."""
    rows = check.cards
    if rows is None:
        mine = [skill_card(f"mine{number}", card) for number, card in enumerate(sorted(check.mine or []))]
        return [Zone("check.mine", "row", say("board", "check_mine"), pieces=mine)] if mine else []
    piles: dict[str, list[tuple[int, int, int]]] = {"for": [], "against": []}
    for number, row in enumerate(rows):
        value = worth(check, row.card)
        owner = row.seat if row.seat not in (UNKNOWN, DESTINY) else -1
        piles["for" if value > 0 else "against"].append((-abs(value), number, owner))
    zones = []
    for name, pile in piles.items():
        pieces = []
        for value, number, owner in sorted(pile):
            piece = skill_card(f"check{number}", rows[number].card)
            sign = "+" if name == "for" else "−"
            piece.mark = f"{sign}{-value}" if value else "0"
            piece.owner = owner
            piece.flags = [name] if name == "against" else []
            pieces.append(piece)
        if pieces:
            total = sum(-value for value, _, _ in pile)
            key = "check_for" if name == "for" else "check_against"
            zones.append(Zone(f"check.{name}", "row", Phrase(f"board.{key}", {"total": total}), pieces=pieces))
    return zones


def _last(last: LastCheck) -> Case:
    title, text, of = _named(last.of)
    difficulty, total = last.difficulty - names.ZERO, last.total - names.ZERO
    chosen = total == names.NO_SUM
    upshots = [
        Upshot(
            say("board", name),
            say("outcome", f"{of}_{name}"),
            difficulty if name == "pass" and not chosen else -names.ZERO,
            mood,
            stands=True,
        )
        for number, (name, mood) in enumerate(zip(_LAST, ("bad", "fair", "good"), strict=True))
        if number == last.result
    ]
    return Case(
        title,
        say("board", "last_check_chosen" if chosen else "last_check"),
        text,
        "BSG-W6" if chosen else "BSG-SC8",
        goal=-1 if chosen else difficulty,
        total=0 if chosen else total,
        summed=not chosen,
        upshots=upshots,
        over=True,
    )
