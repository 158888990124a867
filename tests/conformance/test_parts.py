"""The parts of the kit that stand alone: comparing, schemas, lint, the plan of matches, the report."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from itertools import islice

import pytest
from jsonschema import Draft202012Validator

from conformance.plants.base import SKILL, TOYS, variant
from conformance.sizes import size_of, table
from shapan.engine.chance import Stream
from shapan.engine.conformance import Report, check, kit
from shapan.engine.conformance.compare import Differing, containers
from shapan.engine.conformance.history import known_of
from shapan.engine.conformance.kit import LAWS
from shapan.engine.conformance.laws_end import modes
from shapan.engine.conformance.laws_knowledge import SURE
from shapan.engine.conformance.laws_text import Texts
from shapan.engine.conformance.lint import Lint, rules_modules, source_of
from shapan.engine.conformance.plan import Setting, forced, settings, values_of
from shapan.engine.conformance.play import Run, Tools
from shapan.engine.conformance.report import Varied
from shapan.engine.conformance.schema import violations
from shapan.engine.fact import EVERYBODY
from shapan.engine.kinds import Count
from shapan.engine.marked_zone import KNOWERS, MarkedZone, Marker
from shapan.engine.options import Option, telling
from shapan.engine.registry import find, games
from shapan.engine.state import State
from shapan.engine.view import schema, write
from shapan.engine.zone import Zone


@dataclass(slots=True, eq=False)
class Small(State):
    piles: list[Zone] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=list)
    names: dict[str, list[int]] = field(default_factory=dict)


def test_differences_are_named_with_both_values() -> None:
    one = Small(piles=[Zone([1, 2]), Zone([3])], rows=[[1], [2]])
    two = one.copy()
    assert "same values" in str(Differing(one, two))
    two.piles[1].cards[0] = 4
    two.rows[0].append(7)
    assert str(Differing(one, two)) == "piles.1.cards.0: 3 / 4; rows.0: [1] / [1, 7]"


def test_all_that_can_be_replaced_in_a_state_is_walked() -> None:
    state = Small(piles=[Zone([1])], rows=[[1]], names={"a": [1]})
    paths = {path for path, _ in containers(state)}
    assert {"piles", "piles.0", "piles.0.cards", "piles.0.masks", "rows.0", "names", "names.a", "chance"} <= paths
    before = dict(containers(state))
    state.rows[0] = list(state.rows[0])
    assert [path for path, part in containers(state) if before[path] is not part] == ["rows.0"]


def test_what_is_learnt_with_a_card_is_what_lies_beside_it_too() -> None:
    """A scheme is shown with its pick: the same scheme with another pick is not the same knowledge."""
    zones = []
    for pick in (4, 5):
        zone = MarkedZone((Marker("pick", Count(9), 0, KNOWERS), Marker("open", Count(9), 0, EVERYBODY)), sees=0b01)
        zone.cards, zone.masks, zone.marks = [7], [0b01], [[pick], [pick]]
        zones.append(zone)
    assert known_of(zones[0], 0) == [[7], [4]] != known_of(zones[1], 0)
    assert known_of(zones[0], 1) == known_of(zones[1], 1)


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (3, {"type": "integer", "minimum": 0, "maximum": 2}),
        (-1, {"type": ["integer", "null"], "minimum": 0}),
        (True, {"type": "integer"}),
        (1, {"enum": [True, "one"]}),
        ([1, 2], {"type": "array", "maxItems": 1}),
        ([1, "x"], {"type": "array", "items": {"type": "integer"}}),
        ({"a": 1}, {"type": "object", "properties": {}, "additionalProperties": False}),
        ({}, {"type": "object", "required": ["a"]}),
        ({"a": "x"}, {"type": "object", "additionalProperties": {"type": "integer"}}),
        ({"2": 1}, {"type": "object", "propertyNames": {"enum": ["0", "1"]}}),
        ("x", {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
    ],
)
def test_schema_violations_are_found_as_a_library_finds_them(value: object, rule: dict[str, object]) -> None:
    assert violations(value, rule)
    assert not Draft202012Validator(rule).is_valid(value)


@pytest.mark.parametrize("name", ["pig", "planet_masters", "leduc"])
def test_views_fit_their_schema_also_for_a_library(name: str) -> None:
    game = find(name)
    state = game.start({}, game.max_seats, 1)
    assert game.view_class is not None
    for viewer in range(game.max_seats + 1):
        written = write(game.view(state, viewer))
        Draft202012Validator(schema(game.view_class)).validate(written)
        assert not violations(written, schema(game.view_class))


def test_what_battlestar_says_of_where_cards_are_fits_the_schema_of_positions() -> None:
    game = find("battlestar")
    state = game.start({}, 4, 1)
    where = game.write_position(state, {})["where"]
    assert where and set(map(type, where.values())) == {str}
    rule = schema(type(state), position=True)["properties"]["where"]
    assert not violations(where, rule)
    Draft202012Validator(rule).validate(where)
    assert violations({"kobol": 3}, rule)


def lint(source: str, strict: bool = True, floats: bool = False) -> list[str]:
    one = Lint({"Prompt", "Ask"}, strict, floats)
    one.visit(ast.parse(source))
    return one.found


@pytest.mark.parametrize(
    "source",
    [
        "import random",
        "from time import monotonic",
        "from os.path import join",
        "def f():\n    try:\n        pass\n    finally:\n        pass",
        "def f():\n    with g():\n        pass",
        "def f():\n    global x\n    x = 1",
        "async def f(): ...",
        "x = 0.5",
        "def f(a): return a / 2",
        "def f(a):\n    a /= 2",
        "for x in {1, 2}: pass",
        "for x in set(y): pass",
        "y = [x for x in frozenset(z)]",
        "y = list({1, 2})",
        "y = [*set(z)]",
        "def f(z):\n    known = set(z)\n    for x in known - {1}: pass",
        "def f(z):\n    known = set(z)\n    return known.pop()",
        "x = hash(y)",
        "x = id(y)",
        "class Ask(Prompt):\n    legal = lambda state, seat, arg: [1]",
        "ASK = Ask(legal=lambda state, seat, arg: [1])",
        "ASK = question('key', 'ANY-1', PICK)(lambda state, seat, arg: [1])",
        "@picks('key', 'ANY-1', PICK, number=lambda state, seat, arg: 1)\ndef ask(state, seat, arg, picked): return []",
    ],
)
def test_lint_finds(source: str) -> None:
    assert lint(source)


@pytest.mark.parametrize(
    "source",
    [
        "for x in sorted({1, 2}): pass",
        "y = 3 in {1, 2} and len(set(z)) > 1",
        "DATA = files(package) / 'data'",
        "def rate(self): return 0.5",
        "from collections.abc import Sequence",
        "def f(a): return a // 2",
        "class Ask(Prompt):\n    def legal(self): return sorted(self.x, key=lambda y: -y)",
        "def f(z):\n    known = set(z)\n    known = [1]\n    for x in known: pass",
    ],
)
def test_lint_allows(source: str) -> None:
    assert not lint(source)


def test_lint_is_milder_outside_the_rules() -> None:
    source = "def f():\n    try:\n        return 0.5\n    except ValueError:\n        return 1 / 2"
    assert len(lint(source)) == 3
    assert not lint(source, strict=False)
    rated = "RATE('key', PICK)(lambda mind, number: number)"
    assert lint(rated) and not lint(rated, strict=False)
    assert lint("x = 0.5") and not lint("x = 0.5", floats=True)


def test_lint_reads_all_modules_that_the_rules_use() -> None:
    modules = rules_modules(find("planet_masters"))
    assert {"shapan.games.planet_masters.game", "shapan.games.planet_masters.rules.conquer"} <= set(modules)
    assert all(source_of(module) for module in modules)
    assert not any(module.startswith("shapan.engine") for module in modules)


def test_every_value_of_an_option_is_tried() -> None:
    rng = Stream(1)
    assert values_of(Option("a", "off", ("off", "on")), rng) == ["off", "on"]
    assert sorted(values_of(Option("b", 3, least=1, most=5), rng)) == [1, 2, 3, 4, 5]
    wide = values_of(Option("c", 100, least=10, most=1_000), rng)
    assert {10, 100, 1_000} < set(wide)
    assert len(wide) <= 6
    lists = values_of(Option("d", "no", ("no",), list_of=("x", "y", "z"), length=2), rng)
    assert {word for value in lists if isinstance(value, list) for word in value} == {"x", "y", "z"}
    assert all(len(value) == 2 for value in lists if isinstance(value, list))
    assert values_of(Option("e", 1, least=1, most=3, refused="not yet"), rng) == [1]


def test_the_plan_begins_with_all_that_must_be_played() -> None:
    game = find("planet_masters")
    needed = forced(game, Stream(1))
    assert {setting.seats for setting in needed} == set(range(game.min_seats, game.max_seats + 1))
    named = {(name, repr(value)) for setting in needed for name, value in setting.options.items()}
    wanted = {(option.name, repr(value)) for option in game.options for value in option.values}
    defaults = {(option.name, repr(option.default)) for option in game.options}
    assert wanted - defaults == named & wanted - defaults
    for setting in needed:
        assert not setting.options or game.resolve(setting.options, setting.seats) != game.resolve({}, setting.seats)
    plan = list(islice(settings(game, Stream(1)), len(needed) + 20))
    assert plan[: len(needed)] == needed
    assert any(len(setting.options) > 1 for setting in plan[len(needed) :])


def test_the_report_counts_tries_and_keeps_first_failures() -> None:
    report = Report("pig")
    for number in range(9):
        report.expect("even", number % 2 == 0, {"number": number}, "{} is odd", number)
    report.expect("odd", True, {}, "")
    assert not report.passed
    assert report.failed() == ["even"]
    assert [failure.detail for failure in report.failures] == ["1 is odd", "3 is odd", "5 is odd", "7 is odd"]
    written = report.write()
    assert written["passed"] is False
    assert [(row["name"], row["tried"], row["failed"]) for row in written["checks"]] == [("even", 9, 4), ("odd", 1, 0)]
    assert written["checks"][0]["examples"][0] == {"check": "even", "place": {"number": 1}, "detail": "1 is odd"}
    assert str(report).splitlines()[0].startswith("pig: FAILED")


def test_a_run_that_looks_for_something_ends_where_it_is_found() -> None:
    short = variant(SKILL, max_decisions=12)
    whole = check(short, matches=2, decisions=60)
    assert {"ends", "defaults_end"} <= {*whole.failed()}
    ended = check(short, matches=2, decisions=60, until=lambda failure: failure.check == "defaults_end")
    assert ended.failures[-1].check == "defaults_end"
    assert [failure.check for failure in ended.failures].count("defaults_end") == 1
    assert ended.decisions < whole.decisions
    missed = check(short, matches=2, decisions=60, until=lambda failure: failure.check == "lint")
    assert missed.write()["checks"] == whole.write()["checks"]


def test_how_long_something_takes_is_no_part_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slowest segments are timed again; which ones these are must not change what is tried."""
    rows = []
    for seed in (1, 2, 3):
        clock, rng = [0.0], Stream(seed)

        def time(clock: list[float] = clock, rng: Stream = rng) -> float:
            clock[0] += rng.number(1000) / 1e6
            return clock[0]

        monkeypatch.setattr(kit, "process_time", time)
        report = check(SKILL, matches=2, decisions=60)
        tried = {name: row.tried for name, row in report.checks.items() if name != "segment_ms"}
        rows.append((report.decisions, report.hidden, tried))
    assert rows[0] == rows[1] == rows[2]


def test_a_run_tells_how_far_it_is_and_how_to_repeat_it() -> None:
    told: list[int] = []
    report = check(find("leduc"), matches=3, decisions=10, seed=5, progress=told.append)
    assert told == [*range(1, report.decisions + 1)]
    assert report.write()["size"] == {"matches": 3, "decisions": 10, "seed": 5}
    assert str(report).endswith("--matches 3 --decisions 10 --seed 5")


def test_sizes_are_of_games_and_toys_that_there_are() -> None:
    known = {"default", *games(), *(toy.name for toy in TOYS)}
    for kind, rows in table().items():
        assert {*rows} <= known, kind
    for kind in ("usual", "long", "plants"):  # pairs are made of scenario files, which a game has or has not
        assert size_of(kind, "a game of tomorrow") == tuple(table()[kind]["default"])
    for name in known:
        usual, long = size_of("usual", name), size_of("long", name)
        assert usual[0] < long[0] and usual[1] < long[1], name


def test_a_match_that_ends_since_somebody_leaves_is_not_played_again_by_its_answers() -> None:
    """With one of two gone it is over; its answers alone lead to no end, and that is no fault of the game."""
    game = find("pig")
    report = Report(game.name)
    run = Run(Tools(game, report, Texts(game, False), Varied()), Setting(2, {}), "left", 5, leaves=True)
    for _ in range(4):
        run.give(*run.choose())
    run.match.leave(0)
    assert run.match.over
    modes(run)
    assert report.passed, str(report)


@pytest.mark.parametrize(("by", "tried"), [("player", True), ("clock", False)])
def test_what_the_clock_answered_is_not_played_again_as_a_choice(by: str, tried: bool) -> None:
    """Rules may take what nobody chose for no evidence, as Battlestar's open record does."""
    game = find("leduc")
    report = Report(game.name)
    run = Run(Tools(game, report, Texts(game, False), Varied()), Setting(2, {}), "clock", 3)
    while not run.match.over:
        seat, codes, _ = run.choose()
        run.give(seat, codes, by)
    modes(run)
    assert report.passed and ("modes_playout" in report.checks) == tried, str(report)


def test_an_option_may_say_that_its_questions_tell_hidden_facts() -> None:
    options = [Option("asked", "all", ("all", "able"), tells=("able",)), Option("size", 3, least=1, most=5)]
    assert telling(options, {}) == [] and telling(options, {"asked": "all", "size": 2}) == []
    assert telling(options, {"asked": "able"}) == ["asked"]


def test_only_the_laws_that_compare_what_is_asked_in_worlds_are_given_up_for_it() -> None:
    assert {law.name for law in LAWS if law.worlds} == {"sample", "history"}


def test_what_is_settled_through_one_match_is_no_fault_and_in_several_it_is() -> None:
    """Else a short run fails where a viewer knows by chance what lies in a deck."""
    varied = Varied()
    for _ in range(20):
        varied.add("one", "deck", [1] * 10, 0.3)
    assert varied.same["deck"] and varied.odds("deck") > SURE
    varied.add("two", "deck", [1] * 10, 0.3)
    assert varied.odds("deck") < SURE
    varied.add("two", "deck", [1, 2], 0.3)
    assert not varied.same["deck"]
