"""The dossiers of Planet Masters: who attacked and voted against whom, who is near to winning, and causes from it."""

from __future__ import annotations

from typing import Any

import pytest

from games.staged import played
from shapan.engine.dossier import AGAINST, FOR, SIGN, Dossier
from shapan.engine.match import Match
from shapan.engine.scenario import Scenario
from shapan.engine.text import LANGUAGES, catalogue, say
from shapan.games.planet_masters import GAME, actions, events
from shapan.server.match.remark import DENY, SUSPECT, TRUST, bot_remark, remark

rule = pytest.mark.rule
BY_NAME = actions.ACTIONS.by_name
WAR: list[dict[str, Any]] = [
    {"home": "resource", "colonies": [{"face": "exhausted"}], "fleet": [{"face": "fortress"}, {"face": "fortress"}]},
    {"home": "exhausted"},
    {"home": "resource", "colonies": [{"face": "influence"}, {"face": "influence"}]},
]


def begun(seats: list[dict[str, Any]], number: int = 1, **options: Any) -> Match[Any]:
    position = {"step": "action", "active": 0, "round": number, "seats": seats}
    data = {"game": "planet_masters", "seats": len(seats), "options": {"races": "off", **options}, "position": position}
    return Scenario(GAME, data).begin()


def rounds(match: Match[Any], number: int, first: list[int]) -> list[Dossier]:
    """Play some rounds in which seat 0 does the same and the others do nothing, and return the dossiers."""
    done = 0
    while done < number:
        seat = match.waiting[0]
        legal = match.legal(seat)
        wanted = next((code for code in first if code in legal), None) if seat == 0 else None
        done += wanted is not None
        idle = [BY_NAME[name].code() for name in ("end", "decline", "pass", "no")]
        answer = wanted if wanted is not None else next((code for code in idle if code in legal), None)
        if answer is None:
            match.answer(seat, [])
        else:
            match.answer(seat, answer)
    return match.dossiers()


def causes(dossier: Dossier, tone: str = AGAINST) -> dict[str, dict[str, Any]]:
    return {cause.name: cause.text.words for cause in dossier.causes if cause.tone == tone}


@rule("PM-5.3")
def test_attacks_on_one_seat_are_counted_by_who_made_them() -> None:
    match = begun(WAR)
    assert "attacks" not in causes(rounds(match, 1, [BY_NAME["conquer"].code(1)])[0])
    found = rounds(match, 1, [BY_NAME["conquer"].code(1)])
    assert causes(found[0])["attacks"] == {"other": {"seat": 1}, "times": 2}
    assert "attacks" not in causes(found[1])
    assert [entry.head for entry in found[1].entries].count("attacks") == 2
    assert all(not entry.marks for one in found for entry in one.entries)


@rule("PM-5.8")
def test_votes_against_one_seat_are_counted_and_those_for_oneself_are_not() -> None:
    found = rounds(begun(WAR), 5, [BY_NAME["council"].code(1), BY_NAME["yes"].code()])
    assert causes(found[0])["votes"] == {"other": {"seat": 1}, "times": 2}
    alone = rounds(begun(WAR, council_self="on"), 5, [BY_NAME["council"].code(0), BY_NAME["yes"].code()])
    assert "votes" not in causes(alone[0])


@rule("PM-6.1")
def test_who_is_near_to_winning_weighs_most_and_may_point_at_somebody_as_near() -> None:
    found = begun(WAR).dossiers()
    assert causes(found[2])["near"] | {"attacks": 0, "votes": 0, "won": 0} == causes(found[2])["near"]
    assert (causes(found[2])["near"]["good"], causes(found[2])["near"]["need"]) == (3, 4)
    assert found[2].weight > SIGN > found[0].weight
    assert found[2].causes[0].own is None  # nobody else is as near
    both = begun([WAR[2], WAR[1], WAR[2]], win_check="end_of_own_turn", colony_dice_per_player=2).dossiers()
    assert [one.causes[0].own.words for one in (both[0], both[2]) if one.causes[0].own] == [
        {"other": {"seat": 2}},
        {"other": {"seat": 0}},
    ]


def test_who_has_attacked_nobody_or_is_far_can_be_spoken_for() -> None:
    early, late = begun(WAR).dossiers(), begun(WAR, 4).dossiers()
    assert set(causes(early[1], FOR)) == {"far"}
    assert set(causes(late[1], FOR)) == {"calm", "far"}
    assert set(causes(late[2], FOR)) == {"calm"}


def test_bots_speak_of_the_one_who_is_about_to_win_and_people_have_the_same_phrases() -> None:
    dossiers = begun(WAR).dossiers()
    found = bot_remark(0, dossiers, [])
    assert found is not None
    assert (found[0], found[1]["seat"], found[1]["cause"]["key"]) == (SUSPECT, {"seat": 2}, "cause.near")
    assert remark(SUSPECT, 1, 2, "near", dossiers) == found
    for language in LANGUAGES:
        texts = catalogue(GAME, language)
        assert {
            f"tell.{key.rpartition('.')[2]}{end}" for key in (SUSPECT, TRUST, DENY) for end in ("", "_bare")
        } <= set(texts)
        said = say(GAME, language, "tell.suspect", found[1], ["Ann", "Bob", "Cid"])
        assert "Cid" in said and "3" in said and "4" in said and "{" not in said


@pytest.mark.parametrize("seats", [3, 6])
def test_all_causes_and_sums_of_whole_matches_have_words(seats: int) -> None:
    found = set[str]()
    for key in ("one", "two"):
        match = played(GAME, seats, key, "greedy")
        for dossier in match.dossiers():
            phrases = [*dossier.sums, *(cause.text for cause in dossier.causes)]
            phrases += [cause.own for cause in dossier.causes if cause.own is not None]
            for phrase in phrases:
                for language in LANGUAGES:
                    assert "{" not in say(GAME, language, phrase.key, phrase.words, [f"P{n}" for n in range(seats)])
            found |= {cause.name for cause in dossier.causes}
    assert {"near", "attacks"} <= found


def test_only_what_all_have_seen_is_counted() -> None:
    """Every event that makes an entry was told to everybody, spectators too."""
    match = played(GAME, 4, "one", "greedy")
    everybody = (1 << 5) - 1
    counted = [event for event in [*match.history, *match.events] if event.kind in GAME.dossiers]
    assert counted
    assert all(event.to & everybody == everybody and not event.secret for event in counted)
    assert events.VOTES in {event.kind for event in counted}
