"""A duel for tests: Lady Justice strikes at Seamus, with known hands and flips, up to a question."""

from __future__ import annotations

from typing import Any

from shapan.engine.match import Match
from shapan.engine.previews import draw_scene
from shapan.engine.result import Result
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Duel, Scene
from shapan.games.malifaux.game import MALIFAUX

STRIKE: dict[str, Any] = {
    "game": "malifaux", "seats": 2, "options": {"terrain_layout": "open"},
    "position": {
        "step": "action", "turn": 4, "activation": {"model": "lady_justice"},
        "pool": ["assassinate", "claim_jump", "vendetta", "outflank", "hold_up"],
        "seats": [
            {
                "hand": ["r13", "c11", "m9", "t6", "c2"], "stones": 5,
                "models": [
                    {"model": "lady_justice", "at": [16000, 17000], "conditions": {"focused": 1}, "health": 9},
                    {"model": "the_judge", "at": [9000, 15000]},
                ],
                "schemes": [{"id": "assassinate"}, {"id": "claim_jump", "pick": "the_judge"}],
            },
            {
                "hand": ["t10", "m3", "c8", "r5"], "stones": 4,
                "models": [
                    {"model": "seamus", "at": [17500, 18500], "health": 7},
                    {"model": "madame_sybelle", "at": [22000, 20000]},
                ],
                "schemes": [{"id": "outflank"}, {"id": "claim_jump", "pick": "madame_sybelle"}],
            },
        ],
    },
    "rolls": {"deck0": ["m7", "m3", "c1", "m8", "c5", "r6"], "deck1": ["t8", "c3"]},
}  # fmt: skip
ANSWERS: list[dict[str, Any]] = [
    {"seat": 0, "do": "act", "action": "greatsword", "target": "seamus"},
    {"seat": 0, "do": "modify"},
    {"seat": 0, "do": "take", "card": "m7"},
    {"seat": 0, "do": "keep"},
    {"seat": 0, "do": "modify", "focused": True},
    {"seat": 1, "do": "modify"},
    {"seat": 0, "do": "take", "card": "m3"},
    {"seat": 1, "do": "take", "card": "t8"},
    {"seat": 0, "do": "cheat", "card": "c11"},
    {"seat": 1, "do": "keep"},
    {"seat": 0, "do": "no_trigger"},
    {"seat": 1, "do": "decline"},
    {"seat": 0, "do": "take", "card": "m8"},
    {"seat": 0, "do": "keep"},
    {"seat": 1, "do": "reduce"},
    {"seat": 1, "do": "take", "card": "c3"},
    {"seat": 1, "do": "keep"},
]
"""Terrifying is passed, both flip, she cheats, he reduces the damage."""
FOCUS, FLIP, FLIP_THEIRS, CHEAT, CHEAT_THEIRS, TRIGGER, BLOCK = 4, 6, 7, 8, 9, 10, 11
TAKE_DAMAGE, CHEAT_DAMAGE, REDUCE = 12, 13, 14
"""So many answers come before these questions."""


def struck(answers: int, **seats: Any) -> Match[Any]:
    """Return the match after so many of the answers; `hand0` and `hand1` give other hands."""
    data = {**STRIKE, "position": {**STRIKE["position"]}}
    data["position"]["seats"] = [
        {**seat, **({"hand": seats[f"hand{place}"]} if f"hand{place}" in seats else {})}
        for place, seat in enumerate(STRIKE["position"]["seats"])
    ]
    return _after({**data, "answers": ANSWERS[:answers]})


def played(position: dict[str, Any], rolls: dict[str, Any], answers: list[dict[str, Any]]) -> Match[Any]:
    """Return the match of a position after some answers."""
    return _after({**STRIKE, "position": position, "rolls": rolls, "answers": answers})


DECEIVED: dict[str, Any] = {
    "step": "action", "turn": 2, "activation": {"model": "mysterious_effigy"},
    "seats": [
        {"hand": ["r13", "c12"], "models": [{"model": "mysterious_effigy", "at": [18000, 18000]}]},
        {"hand": ["c9", "t2"], "models": [{"model": "guild_steward", "at": [18000, 21500]}]},
    ],
}  # fmt: skip


def face_down(*after: dict[str, Any], **seats: list[str]) -> Match[Any]:
    """Return a match in which seat 0 has laid a card face down (Aura of Deception) and seat 1 decides on cheating.

    `hand0` and `hand1` give other hands; the first card of `hand0` is laid.
    """
    rows = [{**seat, "hand": seats.get(f"hand{place}", seat["hand"])} for place, seat in enumerate(DECEIVED["seats"])]
    answers = [
        {"seat": 0, "do": "act", "action": "aura_of_deception"},
        {"seat": 0, "do": "keep"},
        {"seat": 0, "do": "act", "action": "lure", "target": "guild_steward"},
        {"seat": 0, "do": "cheat", "card": rows[0]["hand"][0], "face_down": True},
    ]
    return played({**DECEIVED, "seats": rows}, {"deck0": ["t5", "m3"], "deck1": ["t4"]}, [*answers, *after])


def _after(data: dict[str, Any]) -> Match[Any]:
    scenario = Scenario(MALIFAUX, data)
    scenario.match = scenario.begin(by_hand=True)
    for place, entry in enumerate(data["answers"]):
        scenario._answer(place, entry, Result())
    return scenario.match


def scene_of(match: Match[Any], viewer: int) -> Scene:
    """Return the table of a viewer, with his question where he is asked one."""
    decision = match.decisions.get(viewer)
    view = match.view(viewer)
    if decision is None:
        return draw_scene(MALIFAUX, view, viewer, [], None)
    return draw_scene(MALIFAUX, view, viewer, match.legal(viewer), decision.prompt, decision.arg)


def duel_of(match: Match[Any], viewer: int) -> Duel:
    """Return the duel on the table of a viewer."""
    (found,) = scene_of(match, viewer).duels
    return found
