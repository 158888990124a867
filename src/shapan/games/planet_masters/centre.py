"""The middle of the table: the columns of the others' rows, how near each seat is to winning, what goes on just now."""

# Stays plain: draws for people

from __future__ import annotations

from typing import Any

from shapan.engine.scene import Affair, Column, Course, Phrase, Piece
from shapan.games.planet_masters import names
from shapan.games.planet_masters.face import face_label, glyph
from shapan.games.planet_masters.state import BUILDING, MANAGING, SETUP, PlanetMasters

_NUMBERS = ("attack", "defense", "votes", "resources")


def columns() -> list[Column]:
    """Return what the rows of the others show: their dice, the powers that are compared, how near they are."""
    return [
        Column(Phrase("column.planets"), zone=0),
        Column(Phrase("column.fleet"), zone=1),
        *(Column(Phrase(f"column.{name}"), fact=name) for name in _NUMBERS),
        Column(Phrase("column.victory")),
    ]


def course(view: PlanetMasters) -> Course:
    """PM-6.1: a step for each planet die on a win face; the last needs that all of them are."""
    needed = view.ruleset.win_planets
    reached = []
    for seat in range(view.seats):
        totals = view.totals(seat)
        done = totals.win_faces >= needed and totals.win_faces == totals.planets
        reached.append(needed if done else min(totals.win_faces, needed - 1))
    return Course(Phrase("course.planets", {"need": needed}), needed, reached, "PM-6.1")


def affair(view: PlanetMasters) -> Affair | None:
    """Return what goes on: a vote, an attack, colonies that have just come, who begins; nothing between."""
    if view.motion is not None:
        return _vote(view)
    if view.attack is not None:
        attacker, defender = view.attack.attacker, view.attack.defender
        words = {"seat": {"seat": attacker}, "defender": {"seat": defender}}
        return Affair("fight", Phrase("event.attack_named", words), [attacker, defender], rule="PM-5.1")
    if view.fresh and view.step in (BUILDING, MANAGING):
        return _arrival(view)
    if view.step == SETUP and view.first_player >= 0:
        begins: dict[str, Any] = {"seat": {"seat": view.first_player}}
        return Affair("begin", Phrase("event.first_player", begins), [view.first_player], rule="PM-1.3")
    return None


def _vote(view: PlanetMasters) -> Affair:
    """PM-5.6..5.8: who has voted with what weight; what nobody may know yet lies face down."""
    motion = view.motion
    assert motion is not None
    known, voted = motion.known(), motion.voted()
    slips = []
    for seat in range(view.seats):
        slip = Piece(f"vote{seat}", "card", owner=seat, mark=str(view.totals(seat).votes))
        if seat in known:
            slip.label = Phrase(f"label.{names.VOTE.names[known[seat]]}")
        else:
            slip.flags = ["face_down" if seat in voted else "missing"]
        slips.append(slip)
    title = Phrase("moment.vote_stake", {"candidate": {"seat": motion.candidate}})
    return Affair("vote", title, [motion.proposer, motion.candidate], slips, "PM-5.6")


def _arrival(view: PlanetMasters) -> Affair:
    """PM-3.5: the colonies that came in this turn, with what they were rolled to."""
    race, seat = view.races[view.active], view.active
    pieces = []
    for die in view.fresh:
        word = names.PLANET_FACES[view.faces[die]]
        pieces.append(Piece(f"landed.{names.DICE[die]}", "colony_die", glyph(race, word), face_label(race, word)))
    words = {"seat": {"seat": seat}, "number": len(pieces)}
    return Affair("arrival", Phrase("affair.settlers", words), [seat], pieces, "PM-3.5")
