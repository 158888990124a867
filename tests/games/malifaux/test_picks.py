"""MFX-15.5: a secret pick is judged by the cards that lay there when it was chosen, not by those that lie there now."""

from __future__ import annotations

from typing import Any

import pytest

from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.scenario import Scenario
from shapan.games.malifaux import names
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.records import NO_PICK
from shapan.games.malifaux.rules import schemes, scoring
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK

TOT = {"model": "terror_tot", "at": [10000, 18000], "first_card": "terror_tot"}
LATER = {"model": "terror_tot", "id": "later", "at": [10000, 26000], "first_card": "none"}
LELU = {"model": "lelu", "at": [14000, 22000], "first_card": "lelu"}
EXORCIST = {"model": "exorcist", "at": [30000, 18000]}
GROWS = {"op": "replace", "who": "terror_tot", "model": "lilitu"}


def begun(*effects: dict[str, Any], seats: list[dict[str, Any]] | None = None) -> Match[Any]:
    """Return a match in which seat 0 has picked its tot and an enemy for Vendetta, after some effects."""
    crews: list[dict[str, Any]] = seats or [
        {"models": [TOT, LATER, LELU], "schemes": [{"id": "vendetta", "pick": ["terror_tot", "exorcist"]}]},
        {"models": [EXORCIST]},
    ]
    position = {
        "step": "effect",
        "turn": 3,
        "effect": {"seat": 0, "source": "lelu", "effects": list(effects)},
        "seats": crews,
    }
    options = {"terrain_layout": "open"}
    return Scenario(MALIFAUX, {"game": "malifaux", "seats": 2, "options": options, "position": position}).begin()


def picks(state: Any) -> set[tuple[str, str]]:
    """Return the picks of Vendetta that seat 0 may have made, by the ids of the models."""
    ids = state.models.ids
    return {(ids[own], ids[foe]) for own, foe in schemes.possible_picks(state, 0, names.VENDETTA)}


@pytest.mark.rule("MFX-15.5")
def test_a_pick_that_grew_is_possible_and_dealt() -> None:
    match = begun(GROWS)
    assert picks(match.live) == {("lilitu", "exorcist")}
    drawn = set()
    for number in range(200):
        state = match.live.copy()
        MALIFAUX.resample(state, 1, Stream(f"world.{number}"))
        row, ids = state.schemes[0], state.models.ids
        for place, scheme in enumerate(row.cards):
            if scheme == names.VENDETTA:
                drawn.add((ids[row.marks[OWN_PICK][place]], ids[row.marks[ENEMY_PICK][place]]))
    assert drawn == {("lilitu", "exorcist")}


@pytest.mark.rule("MFX-15.5")
def test_the_question_of_a_grown_pick_is_asked_by_what_all_know() -> None:
    match = begun(GROWS)
    state = match.live.copy()
    state.models.health[state.models.ids.index("exorcist")] = 0
    assert scoring.could(state, 0, names.VENDETTA, end=True)
    state.models.first_cards[state.models.ids.index("lilitu")] = NO_PICK
    assert not scoring.could(state, 0, names.VENDETTA, end=True)


@pytest.mark.rule("MFX-15.5")
def test_who_comes_later_is_no_pick_also_in_later_turns() -> None:
    match = begun({"op": "summon", "model": "corrupted_hound", "where": {"contact": "lelu"}})
    match.answer(0, match.legal(0)[:1])
    hound = match.live.models.ids.index("corrupted_hound")
    match.live.models.summoned[hound] = 0  # as at the beginning of the next turn
    assert match.live.models.first_cards[hound] == NO_PICK
    assert picks(match.live) == {("terror_tot", "exorcist")}


@pytest.mark.rule("MFX-15.5")
def test_what_is_written_of_a_grown_pick_is_read_again() -> None:
    match = begun(GROWS)
    written = MALIFAUX.write_position(match.live, {})["seats"]
    models = {one["id"]: one for one in written[0]["models"]}
    assert models["lilitu"]["first_card"] == "terror_tot"
    assert models["later"]["first_card"] == "none"
    keys = ("models", "dead", "schemes")
    again = begun(seats=[{key: row[key] for key in keys} for row in written]).live
    assert picks(again) == {("lilitu", "exorcist")}
    there = match.live.models
    kept = dict(zip(there.ids, there.first_cards, strict=True))
    assert dict(zip(again.models.ids, again.models.first_cards, strict=True)) == {
        name: kept[name] for name in again.models.ids
    }


@pytest.mark.rule("MFX-15.5")
def test_who_replaces_another_has_its_kills_and_burials() -> None:
    dead = [{"id": "jury", "model": "the_jury", "turn": 3, "by": "terror_tot"}]
    buried = {"model": "exorcist", "buried": {"by": "terror_tot", "by_action": None}}
    state = begun(GROWS, seats=[{"models": [TOT, LELU]}, {"models": [buried], "dead": dead}]).live
    grown, ids = state.models.ids.index("lilitu"), state.models.ids
    assert state.models.killed_by[ids.index("jury")] == grown
    assert state.models.buried_by[ids.index("exorcist")] == grown


@pytest.mark.rule("MFX-12.6")
def test_what_a_model_has_used_in_this_turn_its_successor_has_used() -> None:
    used = {**TOT, "used": ["claws"]}
    state = begun(GROWS, seats=[{"models": [used, LELU]}, {"models": [EXORCIST]}]).live
    assert [row[0] for row in state.used] == [state.models.ids.index("lilitu")]


@pytest.mark.rule("MFX-15.4")
def test_whoever_is_ignored_when_schemes_are_chosen_is_no_pick() -> None:
    crews = [{"models": [{"model": "blood_hunter", "at": [10000, 2000]}, TOT]}, {"models": [EXORCIST]}]
    position = {
        "step": "schemes",
        "seats": crews,
        "pool": ["vendetta", "claim_jump", "take_prisoner", "hold_up", "outflank"],
    }
    data = {"game": "malifaux", "seats": 2, "options": {"terrain_layout": "open"}, "position": position}
    state = Scenario(MALIFAUX, data).begin().live
    assert picks(state) == {("terror_tot", "exorcist")}
    assert state.models.first_cards[state.models.ids.index("blood_hunter")] == NO_PICK
