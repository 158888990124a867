"""The comparison in the middle of the table: influence while an attack may be cancelled, powers, votes."""

from __future__ import annotations

from shapan.engine.scene import Duel, Fact, Phrase, Side
from shapan.games.planet_masters import names
from shapan.games.planet_masters.face import glyph
from shapan.games.planet_masters.view import Board, View


def attack_duel(view: View, viewer: int, asked: str) -> Duel | None:
    """Return the comparison that the attack under way has come to, None without an attack."""
    if view.attack is None:
        return None
    attacker, defender = view.attack.attacker, view.attack.defender
    words = {"seat": {"seat": attacker}, "defender": {"seat": defender}}
    if asked == "cancel" or (not asked and _may_be_cancelled(view, viewer)):
        third = not asked and viewer != attacker and _beats(view)
        return Duel(
            [_influence(view, attacker, "attack"), _influence(view, defender, "defense")],
            "<",
            Phrase("event.attack_named" if third else "duel.may_cancel", words),
            "PM-5.2",
        )
    won = _beats(view)
    decided = asked in ("spoils", "discard_excess")
    key = "event.attack_named" if not decided else "duel.you_won" if viewer == attacker else "event.attack_won"
    verdict = Phrase(key, words)
    sides = [
        Side(
            Phrase(f"label.{name}"),
            getattr(board.totals, name),
            seat,
            _parts(view, board, name),
            decided and seat == attacker,
        )
        for name, seat in (("attack", attacker), ("defense", defender))
        for board in (view.seats[seat],)
    ]
    return Duel(sides, ">" if won else "≤", verdict, "PM-5.3")


def _may_be_cancelled(view: View, viewer: int) -> bool:
    """PM-5.2: whether a viewer who is not asked may have the defender's decision before him.

    The view does not say which question is open: spoils would be asked of the attacker and after a won attack only,
    the excess of a defender who has one. A third party cannot tell the two from the dice and sees the influence, which
    is right either way.
    """
    attack = view.attack
    if attack is None or not view.rules.influence_cancel:
        return False
    mine, theirs = view.seats[attack.attacker].totals, view.seats[attack.defender].totals
    if theirs.influence <= mine.influence or theirs.fleet > theirs.fleet_limit:
        return False
    return viewer != attack.defender


def _beats(view: View) -> bool:
    """PM-5.3: whether the attack wins if nobody cancels it."""
    attack = view.attack
    return attack is not None and (
        view.seats[attack.attacker].totals.attack > view.seats[attack.defender].totals.defense
    )


def _influence(view: View, seat: int, power: str) -> Side:
    """One side of PM-5.2; the power that would be compared next stands beside it."""
    totals = view.seats[seat].totals
    symbol = "b-attack" if power == "attack" else "f-defense"
    part = Fact(power, Phrase(f"label.{power}"), getattr(totals, power), glyph=symbol)
    return Side(Phrase("label.influence"), totals.influence, seat, [part])


def _parts(view: View, board: Board, power: str) -> list[Fact]:
    """The dice that make a power; what planets and the race add is one part."""
    numbers = view.rules.numbers
    powers = numbers.attack if power == "attack" else numbers.defense
    parts = [
        Fact(
            word,
            Phrase(f"face.{word}"),
            powers[weapon.face],
            glyph=glyph(board.race, word),
            parts=[names.DICE[weapon.id + names.FIRST_WEAPON]],
        )
        for weapon in board.fleet
        if powers[weapon.face]
        for word in (names.WEAPON_FACES[weapon.face],)
    ]
    rest = getattr(board.totals, power) - sum(part.value for part in parts)
    if rest:
        marines = [
            names.DICE[colony.id + names.FIRST_COLONY]
            for colony in board.colonies
            if names.PLANET_FACES[colony.face] == "marines"
        ]
        parts.append(Fact("planets", Phrase("label.planets"), rest, glyph="f-marines", parts=marines))
    return parts


def motion_duel(view: View) -> Duel | None:
    """Votes for and against, once all are in: sums of some of them would look like a result."""
    motion = view.motion
    if motion is None or len(motion.votes) < len(view.seats):
        return None
    sums = {1: 0, 0: 0}
    for seat, vote in motion.votes.items():
        sums[vote] += view.seats[seat].totals.votes
    passed = sums[1] > sums[0]
    sides = [
        Side(Phrase("label.yes"), sums[1], won=passed),
        Side(Phrase("label.no"), sums[0], won=not passed),
    ]
    words = {"seat": {"seat": motion.proposer}, "candidate": {"seat": motion.candidate}}
    return Duel(sides, ":", Phrase("event.motion", words), "PM-5.6")
