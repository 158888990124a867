"""Playing in the terminal by typed lines: to the end, interrupted and gone on with, taken back, in three languages."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from cli.conftest import Shapan, Typed, anything
from shapan.cli.play.answer import Answer, Wrong
from shapan.cli.play.seating import Seating
from shapan.cli.play.session import Quit, Session
from shapan.engine.actions import DONE, Actions
from shapan.engine.game import Game
from shapan.engine.kinds import Count
from shapan.engine.match import Match
from shapan.engine.prompt import Prompt
from shapan.engine.registry import find
from shapan.engine.result import Result
from shapan.engine.scenario import Scenario
from shapan.engine.state import State
from shapan.engine.table import Table
from shapan.games.planet_masters import GAME

SHORT = ("--option", "max_rounds=3")
ACTIONS = Actions()
STEP = ACTIONS.family(1, "step", to=Count(20))


class PathPrompt(Prompt[State]):
    """A path: from each place to the next two, at least two steps and at most four."""

    key, rule, many = "path", "WLK-1", True
    families = (STEP,)

    def next(self, state: State, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        at = STEP.value(picked[-1]) if picked else 0
        if len(picked) == 4:
            return []
        return [*([DONE] if len(picked) >= 2 else []), STEP.code(at + 1), STEP.code(at + 2)]


PATH = PathPrompt()


def walk(state: State, table: Table[State]) -> None:
    table.ask_many(PATH, 0)


class Walk(Game[State]):
    name, prefix, actions, prompts, steps = "walk", "WLK", ACTIONS, (PATH,), (walk,)

    def setup(self, options: Mapping[str, Any], seats: int) -> State:
        return State(agenda=[(1,)])

    def view(self, state: State, viewer: int) -> None:
        return None


def saved(data: Path) -> Path:
    (path,) = (data / "matches").iterdir()
    return path


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_a_match_to_the_end(language: str, shapan: Shapan, data: Path) -> None:
    words = ("play", "planet-masters", "--seats", 3, "--seed", 5, "--language", language, "--data", data)
    done = shapan(*words, typed=anything())
    assert done.code == 0
    end = {"en": "The match is over", "zh-Hans": "对局结束", "zh-Hant": "對局結束"}
    assert end[language] in done.out
    path = saved(data)
    kept = {"en": f"your match is kept at {path}; see it again with: ", "zh-Hans": f"这一局保存在 {path}；再看一遍："}
    kept["zh-Hant"] = f"這一局保存在 {path}；再看一遍："
    assert kept[language] + "shapan replay" in done.err
    assert json.loads(path.read_text(encoding="utf-8"))["table"]["over"] is True
    assert shapan("replay", path, "--verify").code == 0
    told = shapan("replay", path, "--language", language)
    assert told.code == 0
    for line in told.out.splitlines():
        assert line in done.out.replace("\n", " ") or line in done.out or "PM-" not in line


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_no_english_on_a_chinese_screen(language: str, shapan: Shapan, data: Path) -> None:
    words = ("play", "planet-masters", "--seed", 5, "--language", language, "--data", data, *SHORT)
    done = shapan(*words, typed=["?", "l", "r", *(line for line, _ in zip(anything(), range(40), strict=False))])
    plain = re.sub(r"PM-\w+(\.\d+)?|\b[bwr]\d+\b|：l all|[ultrq]：", "", done.out)
    assert re.findall(r"[A-Za-z]{2,}", plain) == [] and ", " not in plain


def test_the_table_shows_what_players_look_for(shapan: Shapan, data: Path) -> None:
    done = shapan("play", "planet-masters", "--seed", 3, "--data", data, typed=["1", "1", "q"])
    for part in (
        "Galaxy 2",
        "Weapon supply 4",
        "(Bot 2) (Sergeant)",
        "Gaia (Player 1) (you)",
        "Fleet 0/1",
        "Build › [Manage]",
    ):
        assert part in done.out
    assert re.search(r"\n +1  Build a weapon die +Colony: 1 of 6; more attack: 3 of 6 +Costs 1 point", done.out)
    assert "Since your last decision" in done.out
    assert "Gaia (Player 1) plays Gaia  PM-1.4" in done.out


def test_saved_at_quit_and_gone_on_with(shapan: Shapan, data: Path) -> None:
    start = ("play", "planet-masters", "--seed", 5, "--data", data, *SHORT)
    whole = shapan(*start, typed=anything())
    kept = saved(data)
    log = json.loads(kept.read_text(encoding="utf-8"))["log"]
    kept.unlink()
    first = shapan(*start, typed=["1", "q"])
    path = saved(data)
    assert first.code == 0
    assert first.err == f"your match is saved at {path}; go on with: shapan play --resume {shlex.quote(str(path))}\n"
    typed = ["1 2", "1 2 3", *(line for line, _ in zip(anything(), range(400), strict=False))]
    assert shapan("play", "--resume", "--data", data, typed=typed).code == 0
    assert whole.code == 0
    answers = [record["answer"] for record in json.loads(path.read_text(encoding="utf-8"))["log"]]
    assert answers == [record["answer"] for record in log]
    assert "no unfinished match" in shapan("play", "--resume", "--data", data).err


def test_the_end_of_input_keeps_the_match(shapan: Shapan, data: Path) -> None:
    done = shapan("play", "pig", "--data", data, "--seed", 1, typed=["1"])
    assert done.code == 0
    assert "go on with: shapan play --resume" in done.err
    again = shapan("play", "pig", "--resume", saved(data), typed=["q"])
    assert "Roll on, or hold?" in again.out
    assert shapan("play", "planet-masters", "--resume", saved(data)).err.count("a match of pig") == 1


def test_ctrl_c_in_a_real_process(shapan: Shapan, data: Path) -> None:
    command = [sys.executable, "-m", "shapan", "play", "pig", "--seed", "4", "--data", str(data), "--language", "en"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    # A shell lets what it starts in the background ignore Ctrl-C; a person's terminal does not.
    pipes["preexec_fn"] = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, text=True, encoding="utf-8", **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("1\n")
        process.stdin.flush()
        asked = 0
        while asked < 2:
            asked += process.stdout.readline().count("2  Hold")
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    path = saved(data)
    assert process.returncode == 130
    assert f"your match is saved at {path}; go on with: shapan play --resume {shlex.quote(str(path))}" in err
    assert "Traceback" not in err
    assert json.loads(path.read_text(encoding="utf-8"))["log"][0]["seat"] == 0
    assert shapan("play", "--resume", path, typed=["l", "q"]).out.count("PIG-2") > 0


def test_an_answer_is_taken_back(shapan: Shapan, data: Path) -> None:
    lines = ["1", "2", "", "u", "u", "q"]
    done = shapan("play", "planet-masters", "--seed", 3, "--data", data, typed=lines)
    assert done.out.count("Taken back") >= 1
    log = json.loads(saved(data).read_text(encoding="utf-8"))["log"]
    assert [record for record in log if "undo" in record]


def test_an_undo_that_is_not_allowed_says_why(shapan: Shapan, data: Path) -> None:
    done = shapan("play", "pig", "--seed", 1, "--data", data, typed=["1", "u", "q"])
    assert "Can't undo" in done.out


def test_wrong_lines_change_nothing(shapan: Shapan, data: Path) -> None:
    lines = ["", "9", "0", "x", "1 2", "r 77", "r pm-3.4", "3.4", "？", "Ｑ"]
    done = shapan("play", "planet-masters", "--seed", 3, "--data", data, typed=lines)
    assert done.code == 0
    assert done.out.count("Choose a number from 1 to 6") == 6
    assert "There is no rule 77" in done.out
    assert "Each time you roll a Transporter" in done.out
    assert "number: choose" in done.out
    assert json.loads(saved(data).read_text(encoding="utf-8"))["log"] == []


def test_hidden_votes_are_handed_over(shapan: Shapan, data: Path) -> None:
    """Player 1 calls the council; between the two votes the keyboard changes hands, else it never does."""
    lines = ["1", "1", "1", "", "2", "1", "", "2", "q"]
    done = shapan("play", "planet-masters", "--me", "all", "--seed", 3, "--data", data, typed=lines)
    assert done.out.count("Give the keyboard to Mors (Player 2)") == 1
    assert "Mors (Player 2) votes No (votes: " in done.out
    before, after = done.out.split("Give the keyboard to Mors (Player 2)")
    assert "Gaia (Player 1) votes" not in before
    assert "Gaia (Player 1) votes Yes (votes: " in after


def test_nobody_at_the_keyboard(shapan: Shapan, data: Path) -> None:
    done = shapan("play", "pig", "--me", "none", "--bots", "greedy,random", "--seed", 2, "--data", data)
    assert done.code == 0
    assert "The match is over: Victory" in done.out


def test_seats_follow_from_people_and_bots(shapan: Shapan, data: Path) -> None:
    done = shapan("play", "pig", "--bots", "greedy,random,greedy", "--seed", 2, "--data", data, typed=["q"])
    assert "Bot 4 (Sergeant)" in done.out
    other = shapan("play", "pig", "--me", "3,2", "--seed", 2, "--data", data / "other", typed=["q"])
    assert "Bot 1 (Sergeant)" in other.out
    assert "Player 3" in other.out


def test_the_language_of_the_system(shapan: Shapan, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "zh_TW.UTF-8")
    assert "繼續擲" in shapan("play", "pig", "--data", data, typed=["q"]).out
    assert "继续掷" in shapan("play", "pig", "--data", data, "--language", "zh_CN", typed=["q"]).out


def test_options_reach_the_match(shapan: Shapan, data: Path) -> None:
    done = shapan("play", "pig", "--option", "target=30", "--seed", 1, "--data", data, typed=["q"])
    assert "Target 30" in done.out


def test_picks_and_their_refusal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an invasion one weapon die is over the limit: none is too few, the same twice is refused with its rule."""
    scenario = {
        "game": "planet_masters", "seats": 2, "rolls": {"die": [2]},
        "position": {"step": "action", "galaxy": [], "seats": [
            {"race": "gaia", "home": "resource", "fleet": [{"face": "fortress"}]},
            {"race": "mors", "home": "exhausted", "colonies": [{"face": "exhausted"}, {"face": "exhausted"}],
             "fleet": [{"face": "transporter"}, {"face": "transporter"}, {"face": "transporter"}]}]},
        "answers": [{"seat": 0, "do": "conquer", "defender": 1}],
    }  # fmt: skip
    played = Scenario(GAME, scenario)
    played.play(Result())
    monkeypatch.setattr("sys.stdin", Typed(["1", "", "1 1", "1 2", "3", "q"]))
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        console = Console(file=out, width=100, highlight=False)
        session = Session(played.match, Seating([0, 1], {}, "en"), tmp_path / "match.json", console)
        with pytest.raises(Quit):
            session.run()
    text = (tmp_path / "out").read_text(encoding="utf-8")
    assert "Discard Transporter (Weapon die r2)" in text
    assert "Choose at least one more" in text
    assert text.count("Choose exactly as many weapon dice as are over your limit: 1.  PM-5.4") == 1
    assert "The same die cannot be chosen twice.  PM-5.4" in text
    assert "Mors (Player 2) discards a weapon die over the limit: Transporter  PM-5.4" in text
    log = json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))["log"]
    assert [len(record["answer"]) for record in log[-2:]] == [1, 1]


TREATIES = Path(__file__).parents[1] / "games/battlefield/scenarios/bf-12.1-answer-is-asked.json"


@pytest.mark.parametrize(
    ("language", "line"), [("en", "Non-aggression: binds both"), ("zh-Hans", "互不侵犯：约束双方")]
)
def test_what_a_question_is_about_is_printed_before_its_answers(
    language: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BF-12.1: who is asked to sign reads the clauses, once."""
    scenario = json.loads(TREATIES.read_text(encoding="utf-8"))
    played = Scenario(find("battlefield"), scenario)
    played.play(Result())
    monkeypatch.setattr("sys.stdin", Typed(["q"]))
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        console = Console(file=out, width=160, highlight=False)
        session = Session(played.match, Seating([0, 1], {}, language), tmp_path / "match.json", console)
        with pytest.raises(Quit):
            session.run()
    said = (tmp_path / "out").read_text(encoding="utf-8").splitlines()
    (at,) = [number for number, row in enumerate(said) if row.startswith(line)]
    assert "BF-12.1" in said[at - 2]
    assert said[at + 1].lstrip().startswith("1")


def test_an_ordered_row_grows_pick_by_pick() -> None:
    """What can be picked next may depend on what was picked; an empty line ends a row that may end."""
    game = Walk()
    answer = Answer(Match(game, 2), 0)
    assert [option.code for option in answer.options()] == [STEP.code(1), STEP.code(2)]
    answer.read("2")
    assert not answer.complete
    assert [option.code for option in answer.options()] == [STEP.code(3), STEP.code(4)]
    assert not answer.may_stop
    with pytest.raises(Wrong):
        answer.read("")
    answer.read("1")
    assert [option.code for option in answer.options()] == [STEP.code(4), STEP.code(5)]
    assert answer.may_stop
    answer.read("")
    assert answer.complete
    assert answer.picked == [STEP.code(2), STEP.code(3)]


def test_the_example_of_numbers_is_an_answer(shapan: Shapan, data: Path) -> None:
    """Where three types of cards must be named, and one may be named twice, `1 3` would teach what is refused."""
    done = shapan("play", "battlestar", "--seats", 3, "--seed", "abc", "--data", data, typed=["1", "1 1 1", "q"])
    assert "numbers such as 1 1 1, or" in done.out
    assert "Name as many cards" not in done.out  # the refusal
    assert done.out.count("numbers such as 1 1 1, or") == 1


def test_words_are_commands_too_and_nothing_is_cut_off(shapan: Shapan, data: Path) -> None:
    """`help` and `rules` answer within play; what an option does is read to its end, in a narrow window too."""
    done = shapan("play", "planet-masters", "--seed", 3, "--data", data, typed=["1", "help", "rules 3.4", "rules", "q"])
    assert "number: choose" in done.out
    assert "PM-3.4" in done.out and "PM-3.2" in done.out
    assert "…" not in done.out
    assert "take a weapon die from the supply and roll it." in re.sub(r"\s+", " ", done.out)
