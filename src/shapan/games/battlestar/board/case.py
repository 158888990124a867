"""What the table is about: the crisis that is read out, and the check that settles it (section 9, check panel)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.scene import Case, Fact, Phrase, Upshot, Zone
from shapan.games.battlestar import names
from shapan.games.battlestar.board.prints import card, skill_card
from shapan.games.battlestar.board.words import SUITS, help_of, name_of, say, term_of
from shapan.games.battlestar.records import DESTINY, Check, LastCheck
from shapan.games.battlestar.rules.checks import PARTIAL, PASS, result_at
from shapan.games.battlestar.rules.record import worth
from shapan.games.battlestar.state import Battlestar

_MOODS: Final[tuple[tuple[str, str], ...]] = (("fail", "bad"), ("partial", "fair"), ("pass", "good"))
"""How a check may end, by number."""


def make_case(view: Battlestar, *, is_asked: bool = False) -> Case | None:
    """Return the check under way, else the card that is carried out, else how the last check ended.

    Who is asked about something else does not see the last check beside it.
    """
    if view.check is not None:
        about = _check(view.check)
        if term_of(names.CHECK_OF, view.check.what())[0] != "location":
            about.card = card("case.check", names.CHECK_OF, view.check.what())
        return about
    for kind, zone, word, rule in (
        (names.SUPER_CRISIS, view.super_now, "super_crisis", "BSG-7.1"),
        (names.CRISIS, view.crisis_now, "crisis", "BSG-7.1"),
        (names.QUORUM, view.quorum_now, "quorum_card", "BSG-13.1"),
    ):
        if len(zone):
            about = Case(name_of(kind, zone.first), say("board", word), help_of(kind, zone.first), rule)
            about.card = card(f"case.{kind.table}", kind, zone.first)
            return about
    return None if view.last_check is None or is_asked else _last(view.last_check)


def _upshot(of: int, number: int, least: int, stands: bool) -> Upshot:
    """Return one of the ends of a check with what it does and needs."""
    name, mood = _MOODS[number]
    return Upshot(say("board", name), say("outcome", f"{term_of(names.CHECK_OF, of)[1]}_{name}"), least, mood, stands)


def _check(check: Check) -> Case:
    """BSG-8: the check with what all know of it; after the reveal the cards by what they count, and the sum."""
    of, difficulty, partial, known = check.what(), check.difficulty, check.partial, len(check.shown) > 0
    total, result = check.total if known else 0, -1
    if known:
        result = result_at(check, total)
    types = check.types | check.research << names.EN
    destiny = check.size() - sum(check.put)
    counts = [Fact("from_destiny", say("board", "destiny"), destiny)] if destiny > 0 else []
    for seat, count in check.counts().items():
        counts.append(Fact(f"from{seat}", Phrase("board.from_seat", {"seat": {"seat": seat}}), count))
    leasts = (-names.ZERO, partial, difficulty)
    return Case(
        name_of(names.CHECK_OF, of),
        say("board", "check"),
        help_of(names.CHECK_OF, of),
        "BSG-SC0",
        goal=difficulty,
        suits=[suit for type_, suit in enumerate(SUITS) if types >> type_ & 1],
        counts=counts,
        holds="skill",
        zones=_cards(check),
        total=total,
        summed=known,
        upshots=[
            _upshot(of, number, least, number == result)
            for number, least in enumerate(leasts)
            if number != PARTIAL or partial >= 0
        ],
    )


def _cards(check: Check) -> list[Zone]:
    """Return the open cards, those that help first, then those that hinder; before the reveal the own ones."""
    rows = check.cards()
    if rows is None:
        mine = [skill_card(f"mine{number}", card) for number, card in enumerate(sorted(check.mine() or []))]
        return [Zone("check.mine", "row", say("board", "check_mine"), pieces=mine)] if mine else []
    worths = [worth(check, row.card) for row in rows]
    zones = []
    for name, sign, helps in (("for", "+", True), ("against", "−", False)):
        places = sorted(
            (place for place, value in enumerate(worths) if (value > 0) is helps),
            key=lambda place: -abs(worths[place]),
        )
        pieces = []
        for place in places:
            piece = skill_card(f"check{place}", rows[place].card)
            piece.mark = f"{sign}{abs(worths[place])}" if worths[place] else "0"
            piece.owner = -1 if rows[place].seat == DESTINY else rows[place].seat
            piece.flags = [] if helps else [name]
            pieces.append(piece)
        if pieces:
            label = Phrase(f"board.check_{name}", {"total": sum(abs(worths[place]) for place in places)})
            zones.append(Zone(f"check.{name}", "row", label, pieces=pieces))
    return zones


def _last(last: LastCheck) -> Case:
    """Return how the last check ended: by its sum, or chosen without cards."""
    chosen = last.total == UNKNOWN
    difficulty = last.difficulty - names.ZERO
    least = difficulty if last.result == PASS and not chosen else -names.ZERO
    return Case(
        name_of(names.CHECK_OF, last.of),
        say("board", "last_check_chosen" if chosen else "last_check"),
        help_of(names.CHECK_OF, last.of),
        "BSG-W6" if chosen else "BSG-SC8",
        goal=-1 if chosen else difficulty,
        total=0 if chosen else last.total - names.ZERO,
        summed=not chosen,
        upshots=[_upshot(last.of, last.result, least, True)],
        over=True,
    )
