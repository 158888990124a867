"""Moments, dossiers and the end of StarCraft: from what everybody was told, in words of every language."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from games.staged import played, staged, unsaid
from shapan import bots
from shapan.engine.dossier import Dossier, dossiers_of
from shapan.engine.event import Event
from shapan.engine.match import FRIENDLY, Match
from shapan.engine.moment import EventHistory, Moment
from shapan.engine.text import LANGUAGES, catalogue, say
from shapan.games.starcraft import cards, events, names
from shapan.games.starcraft.board.decks import make_alarms
from shapan.games.starcraft.board.dossier import DOSSIERS, sum_up
from shapan.games.starcraft.board.moments import LANDMARKS, MOMENTS
from shapan.games.starcraft.events import EVENTS
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.records import RETREAT
from shapan.games.starcraft.rules import ending
from shapan.games.starcraft.state import StarCraft

rule = pytest.mark.rule
ALL = 0b1111
AREA = names.AREAS.index("abaddon_1")
T1, P1, P2 = (cards.CARDS.index(card) for card in ("T1", "P1", "P2"))

X13 = (
    (events.ATTACKED, (0, 1, AREA)),
    (events.PAIRED, (0, names.MARINE, names.ZEALOT)),
    (events.PAIRED, (1, names.MARINE, names.ZEALOT)),
    (events.SHOWN, (0, 0, T1)),
    (events.SHOWN, (1, 0, P1)),
    (events.COMPARED, (0, names.MARINE, 5, 4)),
    (events.COMPARED, (1, names.ZEALOT, 7, 5)),
    (events.KILLED, (1, names.ZEALOT, AREA)),
    (events.KILLED, (0, names.MARINE, AREA)),
    (events.SHOWN, (0, 1, T1)),
    (events.SHOWN, (1, 1, P1)),
    (events.REPLACED, (1, 1, P2)),
    (events.COMPARED, (0, names.MARINE, 4, 5)),
    (events.COMPARED, (1, names.ZEALOT, 5, 6)),
    (events.KILLED, (0, names.MARINE, AREA)),
    (events.HELD, (AREA, 1)),
)
"""The worked example X13, and a second skirmish in which a card was replaced."""


@cache
def match_of(key: str) -> Match[Any]:
    return played(GAME, 3, key, "greedy")


def events_of(*rows: tuple[int, tuple[int, ...]]) -> list[Event]:
    return [Event(kind, open_, ALL, 0, ()) for kind, open_ in rows]


def moment_of(viewer: int, *rows: tuple[int, tuple[int, ...]]) -> Moment:
    told = events_of(*rows)
    moment = MOMENTS[rows[-1][0]](EventHistory(viewer, told, len(told) - 1))
    assert moment is not None
    return moment


@rule("SC-9.11")
def test_a_battle_is_told_skirmish_by_skirmish() -> None:
    moment = moment_of(1, *X13)
    assert moment.duel is not None and moment.compares
    lanes = moment.duel.lanes
    assert [[side.value for side in lane.sides] for lane in lanes] == [[5, 7], [4, 5]]
    assert [[side.parts[0].value for side in lane.sides] for lane in lanes] == [[4, 5], [5, 6]]
    assert [[side.won for side in lane.sides] for lane in lanes] == [[True, True], [False, True]]
    assert [lane.verdict.key for lane in lanes if lane.verdict] == ["board.both_fall", "board.attacker_falls"]
    assert [(side.seat, side.won) for side in moment.duel.sides] == [(0, False), (1, True)]
    assert [beat.title.key for beat in moment.beats][2] == "moment.battle_held"
    assert [moment.beats[2].text.words[name] for name in ("lost", "their_lost") if moment.beats[2].text] == [2, 1]
    assert unsaid(GAME, moment) == []


@rule("SC-9.11")
def test_what_is_read_while_the_cards_lie_face_down_says_nothing_of_the_losses() -> None:
    """Who is where and against whom is known; sides and the first two beats are the same however it ends."""
    spared = [row for row in X13[:-1] if row[0] != events.KILLED]
    moments = [moment_of(1, *X13), moment_of(1, *spared, (events.HELD, (AREA, 0)))]
    for moment in moments:
        assert moment.duel is not None
        assert all(not side.parts and side.value is None and side.note is None for side in moment.duel.sides)
    for language in LANGUAGES:
        said = [
            [
                say(GAME, language, text.key, text.words)
                for beat in moment.beats[:2]
                for text in (beat.title, beat.text)
                if text
            ]
            for moment in moments
        ]
        assert said[0] == said[1]


@rule("SC-9.11", "SC-9.12")
def test_nobody_is_asked_where_to_retreat_before_the_battle_was_shown() -> None:
    looked = 0
    for key in ("retreats", "once more"):
        match: Match[StarCraft] = Match(GAME, 2, {}, key, FRIENDLY)
        mind = bots.find("greedy")
        while not match.over and looked < 4:
            seat = min(match.decisions)
            battle, kind = match.live.battle, match.decisions[seat].prompt.key
            if kind in ("retreat_area", "excess") and battle is not None and battle.at == RETREAT:
                kinds = [event.kind for event in match.told(seat)]
                told = [kind for kind in kinds if kind in (events.ATTACKED, events.HELD)]
                assert told[-1] == events.HELD
                looked += 1
            match.answer(seat, bots.answer(mind, match, seat))
    assert looked


@rule("SC-9.7.2")
def test_a_card_that_was_replaced_is_not_shown_any_more() -> None:
    duel = moment_of(0, *X13).duel
    assert duel is not None
    assert [len(side.pieces) for side in duel.lanes[1].sides] == [1, 1]
    assert duel.lanes[1].sides[1].pieces[0].mark == "5/6"


@rule("SC-9.11")
@pytest.mark.parametrize(("viewer", "tone"), [(0, "bad"), (1, "good"), (2, ""), (3, "")])
def test_how_a_battle_is_for_a_viewer(viewer: int, tone: str) -> None:
    assert moment_of(viewer, *X13).beats[2].tone == tone


@rule("SC-9.2")
def test_a_battle_without_a_skirmish_is_told_without_lanes() -> None:
    moment = moment_of(0, X13[0], (events.HELD, (AREA, -1)))
    assert moment.duel is not None and not moment.duel.lanes and not moment.compares
    assert moment.beats[2].title.key == "moment.battle_nobody"
    assert unsaid(GAME, moment) == []


@rule("SC-12.5")
def test_a_fall_waits_for_who_is_out_alone() -> None:
    moments = [moment_of(viewer, (events.ELIMINATED, (1,))) for viewer in range(4)]
    assert [moment.waits for moment in moments] == [False, True, False, False]
    assert [moment.beats[1].tone for moment in moments] == ["", "bad", "", ""]


@rule("SC-11.8")
def test_an_event_is_shown_with_what_comes_of_it() -> None:
    card = cards.EVENTS.index("triumph")
    told = events_of((events.EVENT_PLAYED, (0, card)), (events.GAINED_POINTS, (0, 2, 7)))
    moment = MOMENTS[events.EVENT_PLAYED](EventHistory(2, told, 0))
    assert moment is not None and moment.beats[2].text is not None
    assert "2" in say(GAME, "en", moment.beats[2].text.key, moment.beats[2].text.words)
    assert unsaid(GAME, moment) == []


def test_everything_staged_is_said_and_the_same_for_all() -> None:
    match = match_of("one")
    shown = [staged(match, viewer) for viewer in range(4)]
    assert [line for _, moment in shown[0] for line in unsaid(GAME, moment)] == []
    assert all(len(moment.beats) == 3 and 1_000 <= moment.length <= 1_800 for _, moment in shown[0])
    assert all([name for name, _ in row] == [name for name, _ in shown[3]] for row in shown)
    assert {"fight", "reveal"} <= set(Counter(moment.staging for _, moment in shown[0]))


def test_landmarks_are_events() -> None:
    assert set(LANDMARKS) <= {kind.key for kind in EVENTS.types}


def test_the_end_and_the_dossiers_are_told() -> None:
    match = match_of("one")
    assert match.outcome is not None
    view = match.view(3)
    closing = GAME.closing(view, match.outcome, match.told(3))
    assert closing is not None and unsaid(GAME, closing) == []
    assert [match.outcome.ranks[one.seat] for one in closing.standings] == sorted(match.outcome.ranks)
    assert [one.values[0] for one in closing.standings] == [view.points[one.seat] for one in closing.standings]
    held = sum(event.kind == events.HELD and event.open[1] >= 0 for event in match.told(3))
    assert sum(one.values[4] for one in closing.standings) == held
    assert unsaid(GAME, GAME.ending(view, match.outcome)) == []
    dossiers = match.dossiers()
    assert unsaid(GAME, dossiers) == []
    assert all(not entry.marks for dossier in dossiers for entry in dossier.entries)


@rule("SC-13")
def test_the_end_of_teams_speaks_of_both_and_adds_their_points() -> None:
    match = played(GAME, 4, "teams", "greedy", teams="two", round_cap=2)
    assert match.outcome is not None and len(match.outcome.winners) == 2
    view = match.view(0)
    why, closing = GAME.ending(view, match.outcome), GAME.closing(view, match.outcome, match.told(0))
    assert why.key.endswith("_team") and unsaid(GAME, why) == []
    assert {why.words[name]["seat"] for name in ("seat", "mate")} == set(match.outcome.winners)
    assert closing is not None and unsaid(GAME, closing) == []
    order = [one.seat for one in closing.standings]
    assert all(view.are_mates(*order[at : at + 2]) for at in (0, 2))
    points = [(one.values[0], one.values[1]) for one in closing.standings]
    assert all(one[1] == other[1] == one[0] + other[0] for one, other in (points[:2], points[2:]))
    assert all(line.key.endswith("_team") for line in closing.margin)


@rule("SC-12.3")
def test_a_dossier_says_how_near_a_special_victory_is() -> None:
    match = match_of("one")
    view = match.view(3)
    for dossier in match.dossiers():
        have, need = ending.progress(view, dossier.seat)
        told = [phrase for phrase in dossier.sums if phrase.key.startswith("dossier.sum_special")]
        assert [(one.words["have"], one.words["need"]) for one in told] == ([(have, need)] if need else [])
        assert [one for phrase in told for one in unsaid(GAME, phrase)] == []


def overmind_with_three_bases(stage: str) -> StarCraft:
    """Return a table on which the Overmind has bases on three planets, with a stage on top of the event deck."""
    match: Match[StarCraft] = Match(GAME, 2, {}, "early", FRIENDLY)
    mind = bots.find("greedy")
    while match.live.round < 2:
        seat = min(match.decisions)
        match.answer(seat, bots.answer(mind, match, seat))
    state: StarCraft = match.view(0)
    state.factions[0] = names.OVERMIND
    placed = [area for area in range(len(names.AREAS)) if state.cell_x[names.PLANET_OF[area]] >= 0]
    for planet in sorted({names.PLANET_OF[area] for area in placed})[:3]:
        state.bases[names.AREAS_OF[planet][0]] = 0
    left = names.STAGES.index(stage)
    state.events_left[:] = [0 if number < left else max(1, count) for number, count in enumerate(state.events_left)]
    return state


@rule("SC-12.3")
@pytest.mark.parametrize(("stage", "key"), [("I", "special_early"), ("II", "special_early"), ("III", "special_now")])
def test_a_special_victory_that_comes_too_early_says_when_it_counts(stage: str, key: str) -> None:
    """What counts only from stage III on says so on the card, in the alarm, in the dossier and as a cause."""
    view = overmind_with_three_bases(stage)
    alarms = [one for one in make_alarms(view) if one.key.startswith("alarm.special")]
    assert [one.key for one in alarms if one.words["seat"] == {"seat": 0}] == [f"alarm.{key}"]
    dossier = Dossier(0)
    sum_up(view, [dossier])
    said = [one for one in dossier.sums if one.key.startswith("dossier.sum_special")]
    assert [one.key for one in said] == ["dossier.sum_special" + ("" if stage == "III" else "_early")]
    causes = [cause for cause in dossier.causes if cause.name == "special"]
    assert [cause.own is None for cause in causes] == [stage == "III"]
    words = [*alarms, *said, *(cause.text for cause in causes)]
    assert [one for phrase in words for one in unsaid(GAME, phrase)] == []
    for language in LANGUAGES:
        texts = catalogue(GAME, language)
        late = [word for word in names.SPECIALS if word != "sv_aldaris"]
        assert all("III" in texts[f"special_text.{word}"] for word in late), language


@rule("SC-9.1")
def test_an_attack_stands_in_the_dossiers_of_both() -> None:
    found = dossiers_of(EVENTS, DOSSIERS, 3, events_of(*X13))
    heads = [[(entry.head, entry.marks) for entry in dossier.entries if entry.head == "battles"] for dossier in found]
    assert heads[0] == [("battles", {"attacks": 1, "on1": 1}), ("battles", {"lost": 1}), ("battles", {"lost": 1})]
    assert heads[1] == [("battles", {}), ("battles", {"lost": 1}), ("battles", {"held": 1})]
    assert heads[2] == []
