"""The dossiers: strays that are nobody's alone, what comes from whom, and the open record that bots suspect by."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from games.staged import played, unsaid
from shapan import bots
from shapan.engine.dossier import Entry
from shapan.engine.event import Event
from shapan.engine.match import Match
from shapan.engine.moment import EventHistory
from shapan.engine.segment import BOT, CLOCK, PLAYER
from shapan.games.battlestar import events, names
from shapan.games.battlestar.board.dossier import check
from shapan.games.battlestar.cards import CRISIS_CARDS
from shapan.games.battlestar.game import GAME

KEYS = ("one", "two", "three")
ALL = 0b11111
PASS = events.RESULT.number("pass")
OF = next(number for number, card in enumerate(CRISIS_CARDS) if card.types == 1 << names.PO | 1 << names.LE)
FOES = [card for card in range(len(names.SKILLS)) if names.type_of(card) not in (names.PO, names.LE)]


@cache
def match_of(key: str, bot: str = "random") -> Match[Any]:
    return played(GAME, 4, key, bot)


def entries(against: int, *put: int, before: tuple[tuple[int, tuple[int, ...]], ...] = ()) -> list[Entry]:
    """Return what a check leaves in the dossiers in which so many cards ran against it and seats gave so many."""
    total = names.ZERO - sum(names.strength_of(card) for card in FOES[:against])
    rows = [*before, (events.CHECK, (OF, names.ZERO + 9)), (events.DESTINY, (2,))]
    rows += [(events.PUT, (seat, number)) for seat, number in enumerate(put)]
    rows += [(events.SHOWN, (card,)) for card in FOES[:against]]
    rows.append((events.TOTAL, (total, names.ZERO + 9, PASS)))
    told = [Event(kind, open_, ALL, 0, ()) for kind, open_ in rows]
    return list(check(EventHistory(4, told, len(told) - 1)))


@pytest.mark.rule("BSG-SC5")
def test_what_destiny_can_have_given_is_nobodys() -> None:
    for entry in entries(2, 1, 3, 0, 1):
        assert entry.tone == ""
        assert "strays" not in entry.marks


@pytest.mark.rule("BSG-SC5")
def test_strays_are_of_all_who_put_cards_in() -> None:
    found = entries(4, 2, 3, 0, 2)
    assert [entry.marks.get("strays", 0) for entry in found] == [1, 1, 0, 1]
    assert all("own" not in entry.marks for entry in found)
    words = found[0].text.words
    assert (words["strays"], words["most"], words["against"]) == (2, 2, 4)
    named = words["names"]["words"]
    assert named["first"] == {"seat": 0}
    assert named["rest"]["words"] == {"first": {"seat": 1}, "rest": {"seat": 3}}


@pytest.mark.rule("BSG-SC5")
def test_one_is_named_alone_only_for_what_the_others_together_cannot_have_given() -> None:
    found = entries(5, 4, 1, 0, 0)
    assert [entry.marks.get("own", 0) for entry in found] == [2, 0, 0, 0]
    assert entries(3, 1, 0, 0, 0)[0].marks["own"] == 1


@pytest.mark.rule("BSG-12.2")
def test_a_cylon_who_has_revealed_explains_what_he_gave() -> None:
    open_cylon = ((events.REVEALED, (3, names.CYLON_CARDS[0])),)
    found = entries(4, 2, 3, 0, 1, before=open_cylon)
    assert [entry.seat for entry in found] == [0, 1, 2]
    assert [entry.text.words.get("strays") for entry in found] == [1, 1, None]
    assert all(entry.text.key != "dossier.check_strays" for entry in found)


@pytest.mark.parametrize("bot", ["random", "greedy"])
@pytest.mark.parametrize("key", KEYS)
def test_everything_in_a_dossier_is_said(key: str, bot: str) -> None:
    match = match_of(key, bot)
    dossiers = match.dossiers()
    assert unsaid(GAME, dossiers) == []
    assert all(dossier.entries for dossier in dossiers)
    assert all(not entry.marks for dossier in dossiers for entry in dossier.entries)
    view = match.view(match.seats)
    for dossier in dossiers:
        assert dossier.open == bool(view.revealed[dossier.seat])
        assert dossier.weight == (0 if dossier.open else view.fouls[dossier.seat])  # what bots suspect by
    assert any(cause.name == "strays" for other in KEYS for one in match_of(other).dossiers() for cause in one.causes)


def asked_of(key: str, seed: str) -> Match[Any]:
    """Return a match in which a question is asked."""
    match: Match[Any] = Match(GAME, 4, {}, seed)
    bot = bots.find("random")
    for _ in range(2000):
        decision = next((one for one in match.decisions.values() if one.prompt.key == key), None)
        if decision is not None:
            return match
        seat = min(match.decisions)
        match.answer(seat, bots.answer(bot, match, seat), BOT)
    raise AssertionError(f"nobody is asked {key}")


@pytest.mark.rule("BSG-7.3")
@pytest.mark.parametrize(("key", "kind", "tone"), [("box", events.BOX, ""), ("action", events.PASSED, "bad")])
def test_what_the_clock_chose_is_no_evidence(key: str, kind: int, tone: str) -> None:
    judged = 0
    for seed in "hi":  # of most cards both boxes cost the same, and say nothing
        found, asked = {}, asked_of(key, seed)
        for given_by in (PLAYER, CLOCK):
            match = asked.clone()
            seat = next(seat for seat, one in match.decisions.items() if one.prompt.key == key)
            before = match.live.fouls[seat]
            match.answer(seat, match.default(seat), given_by)
            told = next(event for event in reversed(match.told(4)) if event.kind == kind)
            entry = next(one for one in reversed(match.dossiers()[seat].entries) if one.text.words)
            found[given_by] = (match.live.fouls[seat] != before, told.by, entry.by, entry.tone)
        assert found[CLOCK] == (False, CLOCK, CLOCK, "")
        assert found[PLAYER][1:] == ("", "", tone)
        judged += found[PLAYER][0]
    assert judged


@pytest.mark.rule("BSG-SC3")
def test_who_gave_nothing_since_his_time_ran_out_is_not_called_silent() -> None:
    rows = [(events.CHECK, (OF, names.ZERO + 9), ""), (events.DESTINY, (2,), "")]
    rows += [(events.PUT, (0, 1), ""), (events.PUT, (1, 0), ""), (events.PUT, (2, 0), CLOCK)]
    rows.append((events.TOTAL, (names.ZERO, names.ZERO + 9, PASS), ""))
    told = [Event(kind, open_, ALL, 0, (), given_by) for kind, open_, given_by in rows]
    found = {entry.seat: entry for entry in check(EventHistory(4, told, len(told) - 1))}
    assert (found[1].by, found[1].marks["checks"]) == ("", 1)
    assert (found[2].by, found[2].marks) == (CLOCK, {})
