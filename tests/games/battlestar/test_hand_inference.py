"""Who can have given the cards against a check: constructed positions, and the truth of matches that were played."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import product
from random import Random

import pytest

from shapan import bots
from shapan.bots.registry import find
from shapan.engine.dossier import Entry, public
from shapan.engine.event import Event
from shapan.engine.match import Match
from shapan.engine.moment import EventHistory
from shapan.games.battlestar import actions, events, names
from shapan.games.battlestar.board.dossier import check
from shapan.games.battlestar.board.hand_inference import Giver, max_given
from shapan.games.battlestar.board.staging import worths_of
from shapan.games.battlestar.cards import CRISIS_CARDS
from shapan.games.battlestar.game import GAME

rule = pytest.mark.rule
ALL = 0b11111
PASS = events.RESULT.number("pass")
OF = next(number for number, card in enumerate(CRISIS_CARDS) if card.types == 1 << names.PO | 1 << names.LE)
TYPES = range(len(names.TYPES))
CLOSING = ("contribute", "W8", "W9")
"""Questions behind which a check may end."""


def entries(put: dict[int, int], shown: list[int], before: list[tuple[int, tuple[int, ...]]]) -> dict[int, Entry]:
    """Return by seat what the check of a crisis for Politics and Leadership leaves in the dossiers."""
    strengths = [names.strength_of(card) * (1 if names.type_of(card) in (names.PO, names.LE) else -1) for card in shown]
    rows = [(events.SET_UP, ()), *before, (events.CHECK, (OF, names.ZERO + 9)), (events.DESTINY, (2,))]
    rows += [(events.PUT, pair) for pair in put.items()]
    rows += [(events.SHOWN, (card,)) for card in shown]
    rows.append((events.TOTAL, (names.ZERO + sum(strengths), names.ZERO + 9, PASS)))
    told = [Event(kind, open_, ALL, 0, ()) for kind, open_ in rows]
    return {entry.seat: entry for entry in check(EventHistory(4, told, len(told) - 1))}


def drew(seat: int, *types: int) -> list[tuple[int, tuple[int, ...]]]:
    return [(events.DREW, (seat, type_)) for type_ in types]


PO, LE, TA, PI, EN = (names.first_of(type_) for type_ in TYPES)


def named(entry: Entry) -> list[int]:
    """Return who is named as having given cards against the check."""
    found, words = [], entry.text.words.get("names")
    while words is not None:
        one = words["words"]["first"] if "words" in words else words
        found.append(one["seat"])
        words = words["words"]["rest"] if "words" in words else None
    return found


@rule("BSG-SC5")
def test_who_drew_no_card_of_the_types_against_is_not_named() -> None:
    hands = [*drew(0, *[names.PO] * 4), *drew(1, *[names.PI] * 4), *drew(2, names.EN, names.PO, names.LE)]
    found = entries({0: 2, 1: 2, 2: 1}, [PO, PO, PO, PI, PI, PI, EN], hands)
    assert found[0].text.key == "dossier.check_clear" and "strays" not in found[0].marks
    assert named(found[1]) == named(found[2]) == [1, 2]
    assert found[1].marks["own"] == 2 and "own" not in found[2].marks  # who drew piloting alone has given nothing else


@rule("BSG-SC5")
def test_destiny_holds_two_of_each_type() -> None:
    hands = [*drew(0, names.PI, names.PI, names.LE, names.LE), *drew(1, names.PI, names.PI, names.LE)]
    for seat, entry in entries({0: 2, 1: 1}, [LE, LE, PI, PI, PI], hands).items():
        assert named(entry) == [0, 1] and "own" not in entry.marks, seat
    found = entries({0: 1, 1: 1}, [LE, LE, PI, PI], hands)
    assert all("strays" not in entry.marks for entry in found.values())


@rule("BSG-SC5")
def test_what_is_drawn_openly_later_counts_and_what_left_the_hand_does_not() -> None:
    hands = [*drew(0, names.LE, names.LE, names.PI), *drew(1, names.LE, names.PI)]
    assert named(entries({0: 2, 1: 1}, [LE, LE, PI, TA, EN], hands)[0]) == [0, 1]
    gone = [*hands, (events.DISCARDED, (1, PI))]
    assert named(entries({0: 2, 1: 1}, [LE, LE, PI, TA, EN], gone)[0]) == [0]
    stolen = [*gone, (events.CARD_TAKEN, (1, 0))]  # it may have been the Piloting card
    assert named(entries({0: 2, 1: 1}, [LE, LE, PI, TA, EN], stolen)[0]) == [0, 1]
    adama = [(events.SHOWN, (PI,)), (events.AUTHORITY, (1, 1))]
    assert named(entries({0: 2, 1: 1}, [LE, LE, PI, TA, EN], [*gone, (events.CHECK, (OF, 0)), *adama])[0]) == [0, 1]


def test_without_the_set_up_everybody_can_have_held_anything() -> None:
    rows = [(events.CHECK, (OF, names.ZERO + 9)), (events.DESTINY, (2,)), (events.PUT, (0, 2)), (events.PUT, (1, 1))]
    rows += [*((events.SHOWN, (card,)) for card in (LE, LE, PI, TA, EN)), (events.TOTAL, (names.ZERO - 1, 109, PASS))]
    told = [Event(kind, open_, ALL, 0, ()) for kind, open_ in rows]
    assert [named(entry) for entry in check(EventHistory(4, told, len(told) - 1))] == [[0, 1], [0, 1]]


def test_the_most_that_givers_can_have_given_is_that_of_all_ways_to_give() -> None:
    """Compared with every way in which some cards can be shared out."""
    chance = Random(4)
    for _ in range(150):
        cards = [names.first_of(chance.choice(TYPES)) for _ in range(chance.randint(0, 5))]
        givers = [Giver(chance.randint(0, 3), [chance.randint(0, 2) for _ in TYPES]) for _ in range(2)]
        best = 0
        for owners in product((-1, 0, 1), repeat=len(cards)):
            used = Counter(owners)
            by_type = Counter((owner, names.type_of(card)) for owner, card in zip(owners, cards, strict=True))
            fits = all(
                used[place] <= one.number and all(by_type[place, type_] <= one.most[type_] for type_ in TYPES)
                for place, one in enumerate(givers)
            )
            best = max(best, len(cards) - used[-1]) if fits else best
        assert max_given(cards, givers) == best


@rule("BSG-SC3")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_who_gave_a_card_against_a_check_is_always_among_the_named(bot: str) -> None:
    """What is said in matches that are played holds of what was truly put in, and says something of somebody."""
    seen = Counter[str]()
    for number in range(5):
        match = Match(GAME, 5, {}, seed=f"holdings {bot} {number}", hashes=False)
        gave = defaultdict[int, list[int]](list)
        while not match.over:
            seat = match.waiting[0]
            key, codes = match.decisions[seat].prompt.key, bots.answer(find(bot), match, seat)
            at = len(public(match.told(match.seats), match.seats)) if key in CLOSING else 0
            match.answer(seat, codes, by="bot")
            if key == "contribute":
                gave[seat] += [actions.CARD.value(code) for code in codes if code]
            told = public(match.told(match.seats), match.seats) if key in CLOSING else []
            for place in range(at, len(told)):
                if told[place].kind == events.TOTAL:
                    one = EventHistory(5, told, place)
                    judge({entry.seat: entry for entry in check(one)}, gave, one, seen)
                    gave.clear()
    assert seen["strays"] and seen["clear"]


def judge(found: dict[int, Entry], gave: dict[int, list[int]], told: EventHistory, seen: Counter[str]) -> None:
    """Hold the entries of one check against who truly gave which card."""
    hostile = hostile_cards(told)
    if hostile is None:
        return
    true = {seat: sum(card in hostile for card in cards) for seat, cards in gave.items()}
    for seat, entry in found.items():
        key = entry.text.key.removeprefix("dossier.check_")
        if key == "clear":
            seen["clear"] += 1
            assert not true.get(seat, 0)
        if "strays" in entry.marks and key != "open":
            seen["strays"] += 1
            hidden = {other for other in found if true.get(other, 0)}
            assert hidden <= set(named(entry))
            assert sum(true.get(other, 0) for other in found) >= entry.text.words["strays"]
            assert true.get(seat, 0) >= entry.marks.get("own", 0)
            seen["own"] += "own" in entry.marks


def hostile_cards(told: EventHistory) -> set[int] | None:
    """Return the kinds of cards that counted against a check; None where it is no crisis or nothing is told of it."""
    begun = told.last(events.CHECK)
    assert begun is not None
    since_check = [*told.before(events.CHECK)][::-1]
    shown = [one.open[0] for one in since_check if one.kind == events.SHOWN]
    worths = worths_of(begun.open[0], shown, since_check, told.now.open[0] - names.ZERO)
    return None if worths is None else {card for card, worth in zip(shown, worths, strict=True) if worth < 0}
