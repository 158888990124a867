"""The table of action numbers: complete, unique, the same at all times."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adapters.plays import REGISTERED, label, moments, settings
from shapan.adapters import action_index
from shapan.adapters.action_index import CANDIDATES, ActionIndex
from shapan.adapters.setting import Setting
from shapan.engine.actions import DONE, PARAMETER_BITS, Actions
from shapan.engine.kinds import Count, Enum

LAYOUTS = Path(__file__).parent / "layouts.json"


def game_of(actions: Actions, many: bool = False) -> Any:
    return SimpleNamespace(actions=actions, prompts=[SimpleNamespace(many=many)])


def test_actions_stand_family_by_family_in_the_order_of_their_numbers() -> None:
    actions = Actions()
    actions.family(2, "go", place=Enum(("home", "away")), far=Count(1))
    actions.family(1, "wait")
    index = ActionIndex(game_of(actions))
    assert index.names == [
        "done",
        "wait",
        "go place=home far=0",
        "go place=home far=1",
        "go place=away far=0",
        "go place=away far=1",
    ]
    assert [index.places[code] for code in index.codes] == list(range(6))


@pytest.mark.parametrize(("done", "many", "there"), [(True, False, True), (False, True, True), (False, False, False)])
def test_done_is_an_action_where_it_can_be_one(done: bool, many: bool, there: bool) -> None:
    actions = Actions(done)
    actions.family(1, "wait")
    assert (DONE in ActionIndex(game_of(actions, many)).places) is there


def test_tested_and_very_large_families_are_offered_as_candidates() -> None:
    actions = Actions()
    actions.family(1, "wait")
    point = actions.family(2, "point", tested=True, x=Count(9), y=Count(9))
    large = actions.family(3, "large", a=Count(99), b=Count(99))
    index = ActionIndex(game_of(actions))
    assert len(index) == 2 + 2 * CANDIDATES
    assert index.wide == {2: 2, 3: 2 + CANDIDATES}
    codes = [large.code(a, 0) for a in range(100)]
    offered = index.offered([point.code(3, 4), DONE, *codes, point.code(1, 1)])
    assert {place: offered[place] for place in (0, 2, 3)} == {0: DONE, 2: point.code(3, 4), 3: point.code(1, 1)}
    assert len(offered) == 3 + CANDIDATES
    assert set(list(offered.values())[3:]) < set(codes)  # more than there is room for: taken evenly
    assert list(offered) == sorted(offered)


@pytest.mark.parametrize("setting", settings(), ids=label)
def test_every_action_of_random_matches_has_its_place(setting: Setting) -> None:
    index = setting.index
    assert len(index.names) == len(index.codes) == len(set(index.names))
    for play in moments(setting, 1, 150):
        for seat in play.waiting:
            offered = play.offered(seat)
            legal = play.match.legal(seat, play.picked.get(seat, ()))
            number = Counter(code >> PARAMETER_BITS for code in legal)
            crowded = {family for family in index.wide if number[family] > CANDIDATES}  # more than there is room for
            kept = [code for code in legal if code >> PARAMETER_BITS not in crowded]
            assert sorted(code for code in offered.values() if code >> PARAMETER_BITS not in crowded) == sorted(kept)
            assert set(offered.values()) <= set(legal) and len(offered) == len(kept) + CANDIDATES * len(crowded)
            assert all(index.codes[place] in {code, -1} for place, code in offered.items())
            assert list(play.mask(seat).nonzero()[0]) == list(offered)


def test_layouts_change_only_with_the_version(pytestconfig: pytest.Config) -> None:
    """A trained network must not be fed other columns under the same name: `pytest --regen` after a new version."""
    found = {}
    for game in REGISTERED.values():
        for seats in range(game.min_seats, game.max_seats + 1):
            setting = Setting(game, seats)
            names = setting.index.names + setting.observation.names()
            found[f"{setting.id} seats={seats}"] = {
                "actions": len(setting.index),
                "observation": setting.observation.width,
                "names": hashlib.sha256("\n".join(names).encode()).hexdigest()[:16],
            }
    if pytestconfig.getoption("regen"):
        LAYOUTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    assert found == json.loads(LAYOUTS.read_text(encoding="utf-8"))


def test_the_bound_of_a_list_is_what_the_documentation_says() -> None:
    assert (action_index.MAX_LISTED, CANDIDATES) == (4_096, 64)
