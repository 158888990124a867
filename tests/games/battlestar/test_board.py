"""The table of Battlestar Galactica: what is offered where, and that secrets stay with who may know them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from shapan.adapters.picture import picture
from shapan.cli.draw import Drawing
from shapan.cli.text_renderer import TextRenderer
from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.conformance.laws_view import parts
from shapan.engine.event import Event
from shapan.engine.kinds import UNKNOWN
from shapan.engine.match import Match
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Case, Piece, Scene, Target, Zone
from shapan.engine.text import catalogue
from shapan.engine.zone import Zone as Heap
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.board.case import make_case
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.records import Check
from shapan.server.match.visible_state import visible_state

rule = pytest.mark.rule


def scene_of(match: Match[Any], viewer: int) -> Scene:
    decision = match.decisions.get(viewer)
    legal = [] if decision is None else match.legal(viewer)
    return GAME.board(match.view(viewer), viewer, legal, None if decision is None else decision.prompt)


def zones_of(scene: Scene) -> dict[str, Zone]:
    return {part.id: part for part in parts(scene) if isinstance(part, Zone)}


def pieces_of(scene: Scene) -> dict[str, Piece]:
    return {part.id: part for part in parts(scene) if isinstance(part, Piece)}


def standing(seats: list[dict[str, Any]], **position: Any) -> Match[Any]:
    """Return a match at a position, seat 0 being the current player and Admiral."""
    data = {
        "game": "battlestar",
        "seats": len(seats),
        "options": {},
        "position": {"step": "action", "active": 0, "admiral": 0, "president": 1, "seats": seats, **position},
    }
    return Scenario(GAME, data).begin()


def seat(character: str, at: Any, **more: Any) -> dict[str, Any]:
    return {"character": character, "at": at, "loyalty": ["not_a_cylon"], **more}


def test_answers_tell_what_they_bring_about() -> None:
    """In words of their own, or in those of their card; the words are those that a text names."""
    inmate = seat("saul_tigh", "armory", hand=["LE1"])
    match = standing(
        [seat("william_adama", "command", hand=["TA1"]), inmate, seat("laura_roslin", "presidents_office")]
    )
    helps = {part.code: part.help for part in parts(scene_of(match, 0)) if isinstance(part, Target)}
    told = {code: "" if text is None else text.key for code, text in helps.items()}
    assert told[actions.ACT_LOCATION.code()] == "location_help.command"
    assert told[actions.PLAY.code(names.SKILLS.index("TA1"))] == "skill_help.launch_scout"
    for code, text in helps.items():
        family = None if code == DONE else actions.ACTIONS.of(code)
        if (
            family is not None
            and family != actions.ACT_LOCATION
            and f"action_help.{family.name}" in catalogue(GAME, "en")
        ):
            assert text is not None and text.key == f"action_help.{family.name}"


@pytest.mark.parametrize("number", range(4))
def test_every_answer_is_offered_and_nothing_else(number: int) -> None:
    match, dice = Match(GAME, 3 + number % 4, {}, number), Stream(number)
    for _ in range(120):
        if match.over:
            break
        who = next(iter(match.decisions))
        prompt, arg = match.decisions[who].prompt, match.decisions[who].arg
        codes, scene = match.legal(who), scene_of(match, who)
        targets = [part.code for part in parts(scene) if isinstance(part, Target)]
        assert set(targets) == set(codes) - ({DONE} if prompt.many else set()), prompt.key
        for kind in (Piece, Zone):
            ids = [part.id for part in parts(scene) if isinstance(part, kind)]
            assert len(set(ids)) == len(ids)
        row: list[int] = []
        while prompt.many and (options := prompt.offers(match.live, who, arg, row)):
            code = options[dice.number(len(options))]
            if code == DONE:
                break
            row.append(code)
        match.answer(who, row if prompt.many else codes[dice.number(len(codes))])


BATTLE: dict[str, Any] = {
    "space": {
        "0": {"basestars": [["structural_damage"]], "raiders": 3},
        "4": {"vipers": 2, "civilians": ["civ_pop2"]},
        "5": {"raiders": 1, "heavies": 1},
    },
}
CREW = [
    seat("lee_adama", 5, hand=["LE1", "PI2"]),
    seat("laura_roslin", "presidents_office", hand=["PO1", "PO1"]),
    seat("saul_tigh", "weapons_control", hand=["TA1"]),
]


@rule("BSG-9.14")
def test_a_pilot_shoots_at_the_ships_and_flies_to_the_areas_on_the_map() -> None:
    scene = scene_of(standing(CREW, **BATTLE), 0)
    pieces, zones = pieces_of(scene), zones_of(scene)
    assert pieces["raider5"].targets
    assert pieces["heavy5"].targets and not pieces["raider0"].targets
    assert zones["area4"].targets and zones["area0"].targets and not zones["area2"].targets
    assert pieces["person0"].face == "s-viper"
    assert pieces["raider0"].count == 3
    assert pieces["basestar0.0"].hits == 1
    assert not scene_of(standing(CREW, **BATTLE), 1).buttons


@rule("BSG-6.1")
def test_civilians_lie_face_down() -> None:
    ship = pieces_of(scene_of(standing(CREW, **BATTLE), 0))["civilian4.0"]
    assert ship.label is not None and ship.label.key == "unit.civilian"
    assert ship.flags == ["unseen"]


@rule("BSG-6.1")
def test_hand_and_loyalty_are_shown_to_their_owner_alone() -> None:
    match = standing(CREW, **BATTLE)
    for viewer in range(4):
        scene = scene_of(match, viewer)
        zones = zones_of(scene)
        assert [piece.mark for piece in scene.hand] == [["1", "2"], ["1", "1"], ["1"], []][viewer]
        assert ("loyalty" in zones) == (viewer < 3)
        if viewer < 3:
            assert zones["loyalty"].kind == "secret"
    assert [panel.facts[0].value for panel in scene_of(match, 3).panels] == [2, 2, 1]


ACCUSATION = names.CRISES.index("cylon_accusation")


def case_of(
    of: int = step_codes.OF_CRISIS, card: int = ACCUSATION, partial: int = 6, shown: Sequence[str] = (), **changes: int
) -> Case:
    """Return what the table shows of a check of 10 with politics and leadership, and five cards."""
    view = standing(CREW, **BATTLE).view(0)
    pile = [] if shown else [UNKNOWN] * 5
    check = Check(of, card, types=0b11, difficulty=10, partial=partial, put=[1, 0, 2], owners=[-1, -1, 0, 2, 2])
    check.viewer, check.pile = 1, Heap(pile)
    check.shown = Heap([names.SKILLS.index(name) for name in shown])
    for name, value in changes.items():
        setattr(check, name, value)
    view.check = check
    case = make_case(view)
    assert case is not None
    return case


@rule("BSG-8.1")
def test_before_the_reveal_a_check_tells_counts_and_no_card() -> None:
    case = case_of()
    assert [(fact.name, fact.value) for fact in case.counts] == [("from_destiny", 2), ("from0", 1), ("from2", 2)]
    assert [suit.letters for suit in case.suits] == ["PO", "LE"]
    assert (case.goal, case.summed, case.zones) == (10, False, [])
    assert [upshot.least for upshot in case.upshots][1:] == [6, 10]
    assert not any(upshot.stands for upshot in case.upshots)


@rule("BSG-SC6")
def test_after_the_reveal_cards_are_sorted_by_what_they_count() -> None:
    cards = ("EN2", "LE4", "PO3", "EN1", "LE1")
    case = case_of(shown=cards, total=5)
    marks = [[piece.mark for piece in zone.pieces] for zone in case.zones]
    assert marks == [["+4", "+3", "+1"], ["−2", "−1"]]
    assert (case.total, case.summed) == (5, True)
    assert [upshot.stands for upshot in case.upshots] == [True, False, False]
    assert [piece.mark for piece in case_of(shown=cards, total=11, research=1).zones[0].pieces][2] == "+2"


@rule("BSG-15.2")
def test_dials_show_their_red_zones_and_the_tracks_their_places() -> None:
    scene = scene_of(standing(CREW, food=4, jump=3, boarding=[0, 2, 0, 0], **BATTLE), 0)
    assert [(fact.name, fact.value, fact.danger) for fact in scene.facts][1] == ("food", 4, 4)
    zones = zones_of(scene)
    assert [name for name, zone in zones.items() if "here" in zone.flags] == ["jump3"]
    assert zones["boarding1"].pieces[0].count == 2


@rule("BSG-9.4")
def test_a_damaged_location_says_so() -> None:
    zones = zones_of(scene_of(standing(CREW, damaged=["command"], **BATTLE), 0))
    assert [name for name, zone in zones.items() if "damaged" in zone.flags] == ["location.command"]


def test_terminal_and_plain_text_tell_dials_check_and_cards() -> None:
    match = standing(CREW, **BATTLE)
    plain = picture(match, 0)
    assert "Fuel 8/15" in plain
    assert "Leadership 1 Executive Order" in plain
    assert "3 x Raider" in plain


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Leadership 1 Executive Order"), ("zh-Hans", "领导力 1 行政命令")]
)
def test_the_terminal_calls_types_by_their_names(language: str, said: str) -> None:
    match = standing(CREW, **BATTLE)
    console = Console(width=200, file=StringIO(), record=True)
    console.print(Drawing(TextRenderer(GAME, language, match.seats)).scene(scene_of(match, 0), 0, 200))
    drawn = console.export_text()
    assert said in drawn and not re.search(r"\b(PO|LE|TA|PI|EN)\d?\b", drawn)


def test_a_table_close_to_its_end_says_so() -> None:
    people = [seat("karl_agathon", "command"), seat("laura_roslin", "command"), seat("sharon_valerii", "armory")]
    calm = scene_of(standing(people), 0)
    assert calm.alarms == []
    grave = scene_of(standing(people, fuel=1, distance=8), 0)
    assert [(alarm.key, alarm.words.get("count")) for alarm in grave.alarms] == [
        ("alarm.resource", 1),
        ("alarm.kobol", None),
    ]


def test_each_outcome_of_a_check_says_what_it_does() -> None:
    texts = catalogue(GAME, "en")
    checks = [(step_codes.OF_CRISIS, card) for card in range(len(names.CRISES))]
    checks += [(step_codes.OF_SUPER, card) for card in range(len(names.SUPER_CRISES))]
    checks += [(of, UNKNOWN) for of in (step_codes.OF_ADMINISTRATION, step_codes.OF_QUARTERS, step_codes.OF_BRIG)]
    told = 0
    for of, card in checks:
        case = case_of(of, card, 7)
        keys = [upshot.text.key for upshot in case.upshots if upshot.text]
        assert len(keys) == len(case.upshots)
        if keys[0] in texts:
            told += 1
            assert keys[-1] in texts, keys
    assert told == 45 + len(names.LOCATION_CHECKS), "checks of crises, of Super Crises and of locations"


def test_who_may_not_go_somewhere_can_ask_why() -> None:
    people = [
        seat("karl_agathon", "command", hand=["TA1"]),
        seat("laura_roslin", "command"),
        seat("sharon_valerii", "armory"),
    ]
    match = standing(people, step="movement")
    zones = zones_of(scene_of(match, 0))
    decision = match.decisions[0]
    assert decision.prompt.key == "move"
    brig = zones["location.brig"]
    assert not brig.targets and brig.would >= 0
    assert decision.prompt.why_not(match.live, 0, decision.arg, brig.would).key == "hazardous"
    assert all(zone.would < 0 for zone in zones_of(scene_of(match, 1)).values()), "nobody else is asked"


@rule("BSG-W6")
@pytest.mark.parametrize("result", ["pass", "fail"])
def test_a_check_that_was_decided_without_cards_shows_no_sum(result: str) -> None:
    boomer = seat("sharon_valerii", "command")
    match = standing([boomer, seat("saul_tigh", "command"), seat("tom_zarek", "administration")], step="crisis")
    while (case := scene_of(match, match.seats).case) is None or not case.over:
        who, decision = next(iter(match.decisions.items()))
        codes = (
            [actions.INTUITION.code(actions.RESULT.number(result))]
            if decision.prompt.key == "W6"
            else match.default(who)
        )
        match.answer(who, codes)
    assert case.kind is not None and case.kind.key == "board.last_check_chosen"
    assert (case.goal, case.summed, case.total) == (-1, False, 0)
    (upshot,) = case.upshots
    assert upshot.label.key == f"board.{result}" and upshot.least < -99
    for language in ("en", "zh-Hans", "zh-Hant"):
        assert "board.last_check_chosen" in catalogue(GAME, language)
    asked = [scene_of(match, who).case for who in match.decisions]
    assert asked and not any(one and one.over for one in asked), "beside another question the last check is not shown"


def test_a_revealed_cylon_is_asked_for_moves_and_actions_that_are_his() -> None:
    cylon = {"character": "saul_tigh", "at": "caprica", "revealed": True, "loyalty": ["cylon_damage"]}
    others = [seat("lee_adama", "command"), seat("tom_zarek", "administration")]
    for kind, step in (("move", "movement"), ("action", "action")):
        match = standing([cylon, *others], admiral=1, step=step)
        while match.decisions[0].prompt.key != kind:
            match.answer(0, match.default(0))
        decision = visible_state(match, 0).decision
        assert decision is not None and decision.help is not None
        texts = {f"prompt.{kind}_cylon", f"prompt_help.{kind}_cylon"}
        assert {decision.question.key, decision.help.key} == texts
        for language in ("en", "zh-Hans", "zh-Hant"):
            assert texts <= {*catalogue(GAME, language)}


def test_who_puts_no_card_in_is_said_so() -> None:
    told = [events.EVENTS.phrase(Event(events.PUT, (1, number), 1, 0, ()), 0)["key"] for number in (0, 1)]
    assert told == ["cards_put_none", "cards_put"]
    with pytest.raises(ValueError, match="no open parameter"):
        events.EVENTS.count_by(events.PUT, "cards")
