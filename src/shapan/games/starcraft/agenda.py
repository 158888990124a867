"""The steps of the agenda by name: what `game.steps` lists, in this order, counted from 1."""

from __future__ import annotations

(
    FIRST_STEP, FACTION_STEP, TILES_STEP, PLANET_STEP, Z_STEP, FORCES_BEGIN_STEP, FORCES_STEP, HANDS_STEP,
    ROUND_STEP, PLANNING_STEP, TURN_STEP, EXECUTE_STEP, BUILD_STEP, MOBILIZE_STEP, BATTLE_STEP, RESEARCH_STEP,
    END_TURN_STEP, REGROUP_STEP, EVENT_STEP, EVENTS_END_STEP, OPENING_STEP,
) = range(1, 22)  # fmt: skip
