"""Moments, dossiers and the end of Battlefield: from what everybody was told, in words of every language."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from games.staged import played, staged, unsaid
from shapan.engine.dossier import dossiers_of
from shapan.engine.event import Event
from shapan.engine.match import Match
from shapan.engine.moment import EventHistory, Moment
from shapan.engine.scene import Duel
from shapan.engine.text import say
from shapan.games.battlefield import events, names
from shapan.games.battlefield.board.dossier import DOSSIERS
from shapan.games.battlefield.board.lanes import fight
from shapan.games.battlefield.board.moments import LANDMARKS, MOMENTS
from shapan.games.battlefield.events import EVENTS
from shapan.games.battlefield.game import GAME

rule = pytest.mark.rule
ALL = 0b11111
A, D, R, S = names.ATTACK_C, names.DEFEND_C, names.REST_C, names.SELF_DESTRUCT_C
TANK, MILITIA = names.CARDS.index("main_battle_tank"), names.CARDS.index("militia")
LAND = names.TERRITORIES.index("salt_flats")


@cache
def match_of(key: str) -> Match[Any]:
    return played(GAME, 3, key)


def events_of(*rows: tuple[int, tuple[int, ...]]) -> list[Event]:
    return [Event(kind, open_, ALL, 0, ()) for kind, open_ in rows]


def at(viewer: int, *rows: tuple[int, tuple[int, ...]], place: int = -1) -> EventHistory:
    """Return what a viewer was told, at its last event or at another."""
    told = events_of(*rows)
    return EventHistory(viewer, told, place % len(told))


X7 = (
    (events.ATTACK_CARD, (0,)),
    (events.ATTACKED_UNIT, (0, TANK, MILITIA, LAND)),
    (events.ROWS_LAID, (0, 1, 3, 3)),
    (events.FORCES, (4, 2, 2, 3)),
    (events.REVEALED, (0, A, 0, 0)),
    (events.REVEALED, (1, D, 1, 0)),
    (events.REVEALED, (0, S, 1, 0)),
    (events.REVEALED, (1, R, 2, 0)),
    (events.FIGHT_OVER, (2, 0)),
    (events.ENDANGERED, (1, MILITIA, LAND)),
    (events.DESTROYED, (1, MILITIA, LAND)),
)
"""BF-X7: power 4 and guard 2 against power 2 and guard 3; the third position is not revealed."""


def staged_fight(viewer: int, *rows: tuple[int, tuple[int, ...]]) -> Moment:
    place = next(number for number, (kind, _) in enumerate(rows) if kind == events.FIGHT_OVER)
    moment = fight(at(viewer, *rows, place=place))
    assert moment is not None
    return moment


def lanes_of(moment: Moment) -> list[Duel]:
    assert moment.duel is not None
    return moment.duel.lanes


def cards_of(lane: Duel) -> list[str | None]:
    """Return what lies in a lane by its name, attacker first; None for a back."""
    return [piece.label.key if piece.label else None for side in lane.sides for piece in side.pieces]


def why(lane: Duel) -> str:
    return say(GAME, "en", lane.verdict.key, lane.verdict.words) if lane.verdict else ""


@rule("BF-7.5")
def test_a_fight_is_told_lane_by_lane_with_its_reason() -> None:
    moment = staged_fight(1, *X7)
    assert [cards_of(lane) for lane in lanes_of(moment)] == [
        ["combat.attack_c", "combat.defend_c"],
        ["combat.self_destruct_c", "combat.rest_c"],
        [None, None],
    ]
    assert [[side.value for side in lane.sides] for lane in lanes_of(moment)] == [[0, -1], [-1, -2], [None, None]]
    assert [why(lane) for lane in lanes_of(moment)] == ["power 4 > guard 3", "", ""]
    assert moment.duel is not None
    sides = moment.duel.sides
    assert [(side.seat, side.value, side.won) for side in sides] == [(0, 2, True), (1, 0, False)]
    assert [[part.value for part in side.parts] for side in sides] == [[4, 2], [2, 3]]
    assert moment.beats[2].title.key == "moment.fight_won"
    assert moment.beats[2].text is not None
    assert [moment.beats[2].text.words[name] for name in ("left", "their_left")] == [2, 0]
    assert moment.beats[2].tone == "bad"
    assert staged_fight(0, *X7).beats[2].tone == "good"
    assert staged_fight(3, *X7).beats[2].tone == ""
    assert moment.compares
    assert moment.foot is not None and moment.foot.key == "event.destroyed"
    assert unsaid(GAME, moment) == []


@rule("BF-7.5")
def test_what_stood_beside_the_cards_is_told_in_its_lane() -> None:
    rows = list(X7)
    rows.insert(6, (events.SHIELD_TOSSED, (1, 0)))
    rows.insert(6, (events.PLATED, (1, MILITIA)))
    moment = staged_fight(0, *rows)
    first, second, _ = (why(lane) for lane in lanes_of(moment))
    assert "plating" in first and "Zeus Shield" in first and not second


@rule("BF-7.5")
def test_a_self_destruct_is_compared_by_twice_the_power() -> None:
    rows = [*X7[:4], (events.REVEALED, (0, S, 1, 0)), (events.REVEALED, (1, D, 1, 0)), (events.FIGHT_OVER, (2, 2))]
    assert why(lanes_of(staged_fight(0, *rows))[0]) == "twice the power 8 > guard 3"


@rule("BF-7.4")
def test_a_fight_without_a_card_is_told_too() -> None:
    rows = [*X7[:2], (events.ROWS_LAID, (0, 1, 0, 0)), X7[3], (events.FIGHT_OVER, (3, 3))]
    moment = staged_fight(1, *rows)
    assert (moment.seats, lanes_of(moment), moment.beats[2].tone) == ([0, 1], [], "")
    assert unsaid(GAME, moment) == []


@rule("BF-7.3")
def test_a_deflected_attack_names_the_unit_that_fights() -> None:
    rows = list(X7)
    rows.insert(2, (events.DEFLECTED, (1, names.ATTACK, TANK, LAND)))
    assert staged_fight(0, *rows).beats[0].title.words["target"] == {"term": "card.main_battle_tank"}


@rule("BF-8.9")
def test_a_fall_waits_for_who_has_fallen_alone() -> None:
    rows = (*((events.FACTION_CHOSEN, (seat, seat)) for seat in range(3)), (events.ELIMINATED, (1, 2)))
    moments = [MOMENTS[events.ELIMINATED](at(viewer, *rows)) for viewer in range(4)]
    assert [moment.waits for moment in moments if moment] == [False, True, False, False]
    assert [moment.beats[1].tone for moment in moments if moment] == ["", "bad", "good", ""]
    assert moments[0] is not None and moments[0].foot is not None
    assert moments[0].foot.words == {"number": 2}


@rule("BF-9.1")
def test_the_die_of_a_loyalty_check() -> None:
    moment = MOMENTS[events.DISLOYAL](at(0, (events.DISLOYAL, (0, names.CARDS.index("jin_wanliang"), 3, 2))))
    assert moment is not None
    assert [face.mark for face in moment.faces if face.good] == ["1", "2"]
    assert [face.mark for face in moment.faces if face.fell] == ["3"]
    assert moment.beats[2].tone == "bad"


@pytest.mark.parametrize("key", ["one", "two"])
def test_everything_staged_is_said_and_the_same_for_all(key: str) -> None:
    match = match_of(key)
    shown = [staged(match, viewer) for viewer in range(4)]
    assert [line for _, moment in shown[0] for line in unsaid(GAME, moment)] == []
    assert all(len(moment.beats) == 3 and 1_000 <= moment.length <= 2_200 for _, moment in shown[0])  # of four lanes
    for_all = [[name for name, moment in row if not moment.private] for row in shown]
    assert all(row == for_all[3] for row in for_all)
    found = Counter(moment.staging for _, moment in shown[0])
    assert {"roll", "fight", "title"} <= set(found)


def test_landmarks_are_events() -> None:
    assert set(LANDMARKS) <= {kind.key for kind in EVENTS.types}


@pytest.mark.parametrize("key", ["one", "two"])
def test_the_end_and_the_dossiers_are_told(key: str) -> None:
    match = match_of(key)
    assert match.outcome is not None
    view = match.view(3)
    closing = GAME.closing(view, match.outcome, match.told(3))
    assert closing is not None and unsaid(GAME, closing) == []
    assert [match.outcome.ranks[one.seat] for one in closing.standings] == sorted(match.outcome.ranks)
    captures = sum(event.kind == events.CAPTURED for event in match.told(3))
    assert sum(standing.values[3] for standing in closing.standings) == captures
    assert [standing.values[0] for standing in closing.standings] == [
        len(view.domain(standing.seat)) for standing in closing.standings
    ]
    assert unsaid(GAME, GAME.ending(view, match.outcome)) == []
    dossiers = match.dossiers()
    assert unsaid(GAME, dossiers) == []
    assert all(not entry.marks for dossier in dossiers for entry in dossier.entries)
    torn = [event.open[0] for event in match.told(3) if event.kind == events.TORN]
    for dossier in dossiers:
        assert dossier.sums[1].words["torn"] == torn.count(dossier.seat)


@rule("BF-7.3")
def test_an_attack_stands_in_the_dossiers_of_both() -> None:
    rows = (
        (events.ATTACK_CARD, (0,)),
        (events.ATTACKED_UNIT, (0, TANK, MILITIA, LAND)),
        (events.EVADED, (1, MILITIA, LAND, 0)),
        (events.ATTACKED_UNIT, (0, TANK, MILITIA, LAND)),
        (events.ATTACKED_LAND, (2, TANK, LAND, 1)),
    )
    found = dossiers_of(EVENTS, DOSSIERS, 3, events_of(*rows))
    heads = [[(entry.head, entry.marks) for entry in dossier.entries if entry.head == "attacks"] for dossier in found]
    assert heads[0] == [("attacks", {"attacks": 1, "on1": 1}), ("attacks", {"attacks": 1})]
    assert heads[1] == [("attacks", {}), ("attacks", {})]
    assert heads[2] == [("attacks", {"attacks": 1, "on1": 1})]


@rule("BF-7.5")
def test_rows_that_were_shown_are_remembered() -> None:
    found = dossiers_of(EVENTS, DOSSIERS, 2, events_of(*X7))
    rows = [say(GAME, "en", one.text.key, one.text.words) for one in found[0].entries if one.head == "combat"]
    assert rows == ["shows Attack, Self-destruct"]
    (entry,) = [one for one in found[1].entries if one.head == "combat"]
    assert entry.marks == {f"combat{D}": 1, f"combat{R}": 1}


@rule("BF-7.5")
def test_a_guard_above_any_number_is_told_so() -> None:
    rows = [(kind, (4, 2, 2, 99) if kind == events.FORCES else open_) for kind, open_ in X7]
    duel = staged_fight(0, *rows).duel
    assert duel is not None
    assert [[part.endless for part in side.parts] for side in duel.sides] == [[False, False], [False, True]]


@rule("BF-7.3")
def test_the_stage_tells_that_it_was_turned_here_and_that_a_fourth_card_was_paid() -> None:
    given = names.CARDS.index("refit")
    begun = (*X7[:2], (events.DEFLECTED, (1, given, MILITIA, LAND)), (events.FOURTH, (0,)), *X7[2:])
    moment = staged_fight(0, *begun)
    assert [beat.text and beat.text.key for beat in moment.beats[:2]] == ["event.deflected", "event.fourth_card"]
    assert moment.foot is not None and moment.foot.words["first"]["key"] == "event.deflected"
    plain = staged_fight(0, *X7)
    assert [beat.text and beat.text.key for beat in plain.beats[:2]] == ["moment.fight_forces", None]


@rule("BF-7.6")
def test_the_stage_names_who_helped_to_save_a_unit() -> None:
    saved = ((events.HELPED, (2, 1, 1, 1)), (events.SAVED, (1, MILITIA, LAND, LAND)))
    foot = staged_fight(0, *X7[:-1], *saved).foot
    assert foot is not None
    assert [foot.words[part]["key"] for part in ("first", "rest")] == ["event.helped", "event.saved"]


@rule("BF-9.1")
def test_the_die_tells_to_whom_a_character_goes_over() -> None:
    card = names.CARDS.index("ye_dao")
    fell = (events.DISLOYAL, (1, card, 4, 3))
    moment = MOMENTS[events.DISLOYAL](at(0, fell, (events.DEFECTED, (1, card, 0, LAND)), place=0))
    assert moment is not None and moment.foot is not None and moment.foot.key == "event.defected"
    alone = MOMENTS[events.DISLOYAL](at(0, fell))
    assert alone is not None and alone.foot is None


def looks(viewer: int, *rows: tuple[int, tuple[int, ...], tuple[int, ...], int]) -> list[Moment | None]:
    """Return the moments of some events with secrets: kind, what is open, what is secret, who knows that."""
    told = [Event(kind, open_, ALL, knows, secret) for kind, open_, secret, knows in rows]
    return [MOMENTS[event.kind](EventHistory(viewer, told, place)) for place, event in enumerate(told)]


HAND = [(events.SAW_HAND, (0, 2), (card,), 0b101) for card in (TANK, MILITIA)]


@rule("BF-6.7")
def test_the_cards_of_a_hand_are_shown_together_to_who_looks_at_them() -> None:
    first, last = looks(0, *HAND)
    assert first is None and last is not None
    assert [piece.label.key for piece in last.pieces if piece.label] == ["card.main_battle_tank", "card.militia"]
    assert {piece.owner for piece in last.pieces} == {2}
    assert last.private and last.waits and last.staging == "reveal"
    assert last.beats[1].title.words["number"] == 2
    assert unsaid(GAME, last) == []


@rule("BF-6.7")
@pytest.mark.parametrize("viewer", [1, 2, 3])
def test_nobody_else_is_shown_a_look_at_a_hand(viewer: int) -> None:
    """Not even whose hand it is: he knows his cards, and is told in the log that they were seen."""
    assert looks(viewer, *HAND) == [None, None]


@rule("BF-6.7")
def test_a_hidden_unit_is_shown_to_who_looks_at_it_alone() -> None:
    row = (events.SAW_UNIT, (0, LAND), (TANK,), 0b001)
    (seen,) = looks(0, row)
    assert seen is not None and seen.private and [piece.owner for piece in seen.pieces] == [-1]
    assert unsaid(GAME, seen) == []
    assert [looks(viewer, row) for viewer in (1, 2, 3)] == [[None]] * 3
