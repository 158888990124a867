"""Guides: how they are read, when a note holds, what falls first, and what the kit finds in a bad one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from shapan.engine.chance import Chance, Stream
from shapan.engine.coach import Coach, scripted
from shapan.engine.conformance.laws_guide import check_guide
from shapan.engine.conformance.laws_text import Texts
from shapan.engine.conformance.report import Report
from shapan.engine.guide import (
    EventCondition,
    Guide,
    GuideError,
    Moment,
    Note,
    Scripted,
    When,
    compare,
    guide_of,
    read_guide,
)
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.engine.table import RandomTable

PIG = find("pig")
ROLL, HOLD = {"do": "roll"}, {"do": "hold"}

BASE = """
names = ["you", "other"]
options = { target = 10 }
rolls = { die = [6, 5] }

[[moments]]
when = { kind = "roll_or_hold", view = ["rolled < 10"] }
advise = { do = "roll" }

[[moments.notes]]
text = "roll"
points = ["button:roll"]
words = { points = "rolled", foe = "seat:1" }
"""


def guide(**changes: Any) -> Guide:
    return msgspec.structs.replace(read_guide(BASE), **changes)


def begun(data: Guide) -> Match[Any]:
    return data.begin(PIG, 3)


def held(match: Match[Any], **when: Any) -> bool:
    return Coach(guide(), match, 0).holds(When(**when))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("names = 3", r"\$\.names"),
        (BASE.replace("advise", "advice"), "advice"),
        (BASE.replace("rolled < 10", "rolled is ten"), r"moments\.0: 'rolled is ten' is no comparison"),
        (BASE.replace("button:roll", "knob:roll"), r"moments\.0\.roll: 'knob:roll' is no place"),
        (BASE.replace("button:roll", "button"), "'button' is no place"),
        (BASE.replace("button:roll", "duel:1"), "'duel:1' is no place"),
        ("seat = 2\n" + BASE, r"seat 2 is not 0\.\.1"),
        (BASE + "\n[[", "guide.toml"),
    ],
)
def test_a_fault_is_named_with_its_place(text: str, says: str) -> None:
    with pytest.raises(GuideError, match=says):
        read_guide(text)


def test_a_game_without_a_guide_has_none() -> None:
    assert guide_of(PIG) is None


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        (("a.b", "=", "3"), True),
        (("a.b", "!=", "3"), False),
        (("a.b", ">", "2"), True),
        (("a.b", ">=", "list.0.n"), True),
        (("list.w1.n", "<", "a.b"), True),
        (("list.w1.word", "=", "race"), True),
        (("list.w1.word", "<", "9"), False),
        (("list.w1.flag", "=", "true"), True),
        (("list.w9.n", "<", "9"), False),
        (("list.7.n", "!=", "9"), False),
        (("nothing", "=", "null"), True),
        (("a.b.c", "=", "3"), False),
    ],
)
def test_comparisons_of_a_view(line: tuple[str, str, str], holds: bool) -> None:
    view = {"a": {"b": 3}, "list": [{"id": "w1", "n": 1, "word": "race", "flag": True}], "nothing": None}
    assert compare(view, *line) == holds


def test_what_falls_first_falls_and_then_chance_goes_on() -> None:
    match = begun(guide())
    first = Coach(guide(), match, 0).advice()
    assert first is not None and [note.number for note in first.notes] == [1]
    note = first.notes[0]
    assert note.points == [f"code:{PIG.actions.read(ROLL)}"]
    assert note.text.words == {"points": 0, "foe": {"seat": 1}}
    match.answer(0, first.advised or [])
    assert match.view(0).rolled == 6
    match.answer(0, PIG.actions.read(ROLL))
    assert Coach(guide(), match, 0).advice() is None
    for _ in range(30):
        if not match.over:
            match.answer(min(match.decisions), PIG.actions.read(ROLL))
    rolled = [event["with"]["number"] for event in match.events_for(0) if event["key"] == "rolled"]
    assert rolled[:2] == [6, 5] and len(rolled) > 2


def test_a_value_that_cannot_fall_is_passed_over() -> None:
    state = PIG.start({}, 2, 1)
    state.chance.scripts, state.chance.leads = [[9]], True
    assert 1 <= RandomTable(state, Stream(1)).roll(0) <= 6
    assert state.chance.scripted(0) == [9]


def test_leading_scripts_are_kept_and_copied() -> None:
    chance = Chance(b"key", 1)
    plain = chance.dump()
    chance.scripts, chance.leads = [[4]], True
    assert len(plain) == 3, "other states keep their form, and with it the hashes of their logs"
    for other in (Chance.load(chance.dump()), chance.copy()):
        assert other.leads and other.scripted(0) == [4]
    chance.rekey(b"other")
    assert not chance.leads and chance.scripted(0) is None


def test_a_match_with_a_guide_is_saved_and_played_again() -> None:
    match = begun(guide())
    match.answer(0, PIG.actions.read(ROLL))
    for replay in (False, True):
        other = Match.load(PIG, match.save(), replay=replay)
        assert other.ask_hash() == match.ask_hash()
        other.answer(0, PIG.actions.read(ROLL))
        assert other.view(0).rolled == 11


def test_moments_by_question_events_and_end() -> None:
    match = begun(guide())
    assert held(match, kind="roll_or_hold") and not held(match, kind="other") and not held(match, waiting=True)
    match.answer(0, PIG.actions.read(ROLL))
    assert held(match, told=[EventCondition("rolled", {"seat": 0, "number": 6})])
    assert not held(match, told=[EventCondition("rolled", {"seat": 1})])
    assert not held(match, told=[EventCondition("rolled", times=2)])
    assert not held(match, told=[EventCondition("rolled", times=0, most=0)])
    match.answer(0, PIG.actions.read(ROLL))
    assert not held(match, over=True) and not held(match, won=False)
    match.answer(0, PIG.actions.read(HOLD))
    assert match.over and held(match, over=True, won=True) and not held(match, won=False)


def test_waiting_is_said_while_others_are_asked() -> None:
    match = begun(guide(options={"target": 50}))
    match.answer(0, PIG.actions.read(ROLL))
    match.answer(0, PIG.actions.read(HOLD))
    assert held(match, waiting=True)


def test_others_answer_as_written_where_that_is_legal() -> None:
    rows = [
        Scripted(1, When(kind="other"), ROLL),
        Scripted(1, When(view=["rolled > 3"]), HOLD),
        Scripted(1, When(), ROLL),
    ]
    data = guide(answers=rows, options={"target": 50}, rolls={"die": [6, 5]})
    match = begun(data)
    match.answer(0, PIG.actions.read(ROLL))
    match.answer(0, PIG.actions.read(HOLD))
    assert scripted(data, match, 1) == [PIG.actions.read(ROLL)]
    match.answer(1, scripted(data, match, 1) or [])
    assert scripted(data, match, 1) == [PIG.actions.read(HOLD)]
    assert scripted(guide(), match, 1) is None


def checked(data: Guide) -> list[str]:
    report = Report("pig")
    check_guide(PIG, data, Texts(PIG, False), report)
    return report.failed()


def moment(when: When, *notes: Note, **more: Any) -> Moment:
    return Moment(when, list(notes), **more)


def story(*first: Moment) -> Guide:
    asked = When(kind="roll_or_hold", view=["rolled < 10"])
    full = When(kind="roll_or_hold", view=["rolled >= 10"])
    others = [Scripted(1, When(), ROLL)]
    rows = [
        *first,
        moment(asked, Note("roll"), advise=ROLL, aside=True),
        moment(full, Note("hold"), advise=HOLD),
        moment(When(over=True), Note("end")),
    ]
    return guide(moments=rows, answers=others)


def test_a_sound_guide_passes() -> None:
    assert checked(story()) == ["guide_shown"], "a note beside the story is no step of it"
    one = moment(When(kind="roll_or_hold", view=["rolled = 0"]), Note("first"), advise=ROLL)
    two = moment(When(kind="roll_or_hold", view=["rolled = 6"]), Note("second"), advise=ROLL)
    sound = story(one, two)
    assert checked(msgspec.structs.replace(sound, moments=[*sound.moments[:2], *sound.moments[3:]])) == []


@pytest.mark.parametrize(
    ("bad", "finds"),
    [
        (moment(When(kind="roll_or_hold"), Note("x", ["piece:x"]), advise=ROLL), "guide_places"),
        (moment(When(kind="roll_or_hold"), Note("x", words={"n": "no.such"}), advise=ROLL), "guide_facts"),
        (moment(When(kind="roll_or_hold"), Note("x", ["button:roll"]), advise=ROLL), "guide_buttons"),
        (moment(When(kind="roll_or_hold"), Note("x")), "guide_advises"),
        (moment(When(kind="roll_or_hold"), Note("x"), advise=ROLL), "guide_ends"),
        (moment(When(kind="no_such"), Note("x")), "guide_names"),
        (moment(When(told=[EventCondition("no_such")]), Note("x")), "guide_names"),
        (moment(When(told=[EventCondition("rolled", {"colour": 1})]), Note("x")), "guide_names"),
        (moment(When(kind="roll_or_hold", view=["rolled > 99"]), Note("x")), "guide_shown"),
    ],
)
def test_the_kit_finds_what_does_not_fit(bad: Moment, finds: str) -> None:
    assert finds in checked(story(bad))


def test_a_note_says_what_stands_on_the_button() -> None:
    said = guide(moments=[moment(When(), Note("x", ["button:roll"], {"button": "button:roll", "none": "button:no"}))])
    advice = Coach(said, begun(said), 0).advice()
    assert advice is not None
    assert advice.notes[0].text.words == {"button": {"key": "action.roll", "words": {}}, "none": None}


def test_the_kit_finds_a_story_that_is_lost() -> None:
    lost = guide(
        moments=[moment(When(kind="roll_or_hold"), Note("x"), advise=HOLD), moment(When(over=True), Note("end"))],
        rolls={"die": [6] * 40},
        answers=[Scripted(1, When(view=["rolled < 10"]), ROLL), Scripted(1, When(), HOLD)],
    )
    assert "guide_wins" in checked(lost)


def test_the_kit_finds_missing_texts() -> None:
    report = Report("pig")
    check_guide(PIG, story(), Texts(PIG, True), report)
    assert "guide_texts" in report.failed()
