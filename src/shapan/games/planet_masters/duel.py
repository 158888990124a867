"""The comparison in the middle of the table: influence while an attack may be cancelled, powers, votes."""

from __future__ import annotations

from shapan.engine.scene import Duel, Fact, Phrase, Side
from shapan.games.planet_masters import names
from shapan.games.planet_masters.face import glyph
from shapan.games.planet_masters.formulas import beats, may_cancel, tally
from shapan.games.planet_masters.state import PlanetMasters, Totals


def attack_duel(view: PlanetMasters, viewer: int, asked: str) -> list[Duel]:
    """Return the comparison that the attack under way has come to, none without an attack."""
    if view.attack is None:
        return []
    attacker, defender = view.attack.attacker, view.attack.defender
    mine, theirs = view.totals(attacker), view.totals(defender)
    powers = (("attack", attacker, mine), ("defense", defender, theirs))
    words = {"seat": {"seat": attacker}, "defender": {"seat": defender}}
    won = beats(mine, theirs)
    if asked == "cancel" or (not asked and viewer != defender and _may_be_asked(view, mine, theirs)):
        third = not asked and viewer != attacker and won
        sides = [
            Side(Phrase("label.influence"), row.influence, seat, [_power(name, getattr(row, name))])
            for name, seat, row in powers
        ]
        return [Duel(sides, "<", Phrase("event.attack_named" if third else "duel.may_cancel", words), "PM-5.2")]
    decided = asked in ("spoils", "discard_excess")
    key = "event.attack_named" if not decided else "duel.you_won" if viewer == attacker else "event.attack_won"
    sides = [
        Side(Phrase(f"label.{name}"), power, seat, _parts(view, seat, name, power), decided and seat == attacker)
        for name, seat, power in ((name, seat, getattr(row, name)) for name, seat, row in powers)
    ]
    return [Duel(sides, ">" if won else "≤", Phrase(key, words), "PM-5.3")]


def _may_be_asked(view: PlanetMasters, mine: Totals, theirs: Totals) -> bool:
    """PM-5.2: whether a viewer who is not asked may have the defender's decision before him.

    The view does not say which question is open: spoils would be asked of the attacker and after a won attack only,
    the excess of a defender who has one. A third party cannot tell the two from the dice and sees the influence, which
    is right either way.
    """
    return may_cancel(view, mine, theirs) and theirs.fleet <= theirs.fleet_limit


def _power(name: str, value: int) -> Fact:
    """Return the power that would be compared next, beside the influence."""
    return Fact(name, Phrase(f"label.{name}"), value, glyph="b-attack" if name == "attack" else "f-defense")


def _parts(view: PlanetMasters, seat: int, name: str, power: int) -> list[Fact]:
    """Return the dice that make a power; what planets and the race add is one part."""
    numbers, race = view.ruleset.numbers, view.races[seat]
    powers = numbers.attack if name == "attack" else numbers.defense
    parts = []
    for die in view.fleet[seat]:
        face = view.faces[die]
        if powers[face]:
            word = names.WEAPON_FACES[face]
            label = Phrase(f"face.{word}")
            parts.append(Fact(word, label, powers[face], glyph=glyph(race, word), parts=[names.DICE[die]]))
    rest = power - sum(part.value for part in parts)
    if rest:
        marines = [names.DICE[die] for die in view.colonies[seat] if view.faces[die] == names.MARINES]
        parts.append(Fact("planets", Phrase("label.planets"), rest, glyph="f-marines", parts=marines))
    return parts


def motion_duel(view: PlanetMasters) -> list[Duel]:
    """Votes for and against, once all are in: sums of some of them would look like a result."""
    motion = view.motion
    if motion is None or len(motion.known()) < view.seats:
        return []
    no, yes = tally(view, motion.votes)
    sides = [Side(Phrase("label.yes"), yes, won=yes > no), Side(Phrase("label.no"), no, won=yes <= no)]
    words = {"seat": {"seat": motion.proposer}, "candidate": {"seat": motion.candidate}}
    return [Duel(sides, ":", Phrase("event.motion", words), "PM-5.6")]
