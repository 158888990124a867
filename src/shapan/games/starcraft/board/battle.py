"""A battle (SC-9): each skirmish with its units, its cards as far as they are seen, attack against health both ways."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import inner, say, seat_of
from shapan.engine.scene import Affair, Duel, Fact, Phrase, Piece, Side
from shapan.games.starcraft import names, strength
from shapan.games.starcraft.board.pieces import counter
from shapan.games.starcraft.board.prints import combat_card
from shapan.games.starcraft.board.weighing import Fought, weigh, weighed
from shapan.games.starcraft.board.words import area_of, skirmish_of, unit_of
from shapan.games.starcraft.records import ATTACKER, CARDS, DEFENDER, PAIR, UNIT_KINDS, Battle
from shapan.games.starcraft.state import StarCraft


def make_affair(view: StarCraft) -> Affair | None:
    """Return the battle under way in one line: who attacks whom, where."""
    battle = view.battle
    if battle is None:
        return None
    title = say(
        "board", "battle", attacker=seat_of(battle.attacker), defender=seat_of(battle.defender),
        area=inner(area_of(battle.area)),
    )  # fmt: skip
    return Affair("fight", title, [battle.attacker, battle.defender], rule="SC-9.1")


def make_duels(view: StarCraft, viewer: int, key: str) -> list[Duel]:
    """SC-9.4 to 9.7: the skirmishes side by side, for who looks and may be asked a question."""
    battle = view.battle
    if battle is None:
        return []
    begun = [number for number in range(battle.number) if battle.at > PAIR or battle.fronts[2 * number] >= 0]
    duels = [_skirmish(view, battle, number) for number in begun]
    outcomes = {outcome[0]: outcome for outcome in battle.outcomes}
    for number, duel in zip(begun, duels, strict=True):
        if number in outcomes:
            _settle(duel, outcomes[number], viewer, battle)
        elif battle.at >= CARDS and not battle.resolved[number]:
            duel.weighs = weigh(view, battle, number, viewer, view.hands[viewer].cards if key == "cards" else [])
    return duels


def _settle(duel: Duel, outcome: tuple[int, ...], viewer: int, battle: Battle) -> None:
    """SC-9.7.6: show what a skirmish came to: who fought, with the cards, both numbers and who fell."""
    duel.weighs, duel.verdict = weighed(outcome, viewer, battle), None
    for side, row in ((ATTACKER, outcome[1:7]), (DEFENDER, outcome[7:])):
        one, seat = Fought(*row), strength.seat_of(battle, side)
        line = 2 * outcome[0] + side
        there = [
            piece for piece in duel.sides[side].pieces if piece.kind == "counter" and not piece.id.startswith("front")
        ]
        front = counter(f"front{line}", one.unit, seat, 1)
        front.flags = ["fallen"] if one.falls > 0 else []
        laid = [combat_card(f"fought{line}", one.card, seat)] if one.card >= 0 else []
        duel.sides[side].pieces = [front, *there, *laid]
        duel.sides[side].label = unit_of(one.unit)
    duel.title = say(
        "board", "skirmish_of", number=outcome[0] + 1, one=inner(unit_of(outcome[1])), other=inner(unit_of(outcome[7]))
    )


def _skirmish(view: StarCraft, battle: Battle, number: int) -> Duel:
    """Return a skirmish: both sides with their cards; what comes of it as far as all cards of it are known."""
    lines = [2 * number + side for side in (ATTACKER, DEFENDER)]
    sides = [_side(view, battle, line) for line in lines]
    duel = Duel(sides, "·", title=skirmish_of(battle, number), rule="SC-9.7.5")
    duel.due = battle.fighting == number
    if battle.resolved[number]:
        duel.verdict = say("flag", "resolved")
    elif all(_is_known(battle, line) for line in lines):
        duel.verdict = _verdict(view, battle, lines)
    return duel


def _is_known(battle: Battle, line: int) -> bool:
    """Tell whether the cards of a line can be seen: each that lies there has a face."""
    laid = [*battle.standard[line].cards, *battle.reinforcement[line].cards]
    return bool(battle.standard[line].cards) and UNKNOWN not in laid


def _side(view: StarCraft, battle: Battle, line: int) -> Side:
    """SC-9.5, 9.6: return a side of a skirmish: front-line unit, supporters, cards, attack and health."""
    seat, front = strength.seat_of(battle, line & 1), battle.fronts[line]
    label = unit_of(front) if front >= 0 else say("board", "no_front_left")
    side = Side(label, None, seat, pieces=_pieces(battle, line, seat))
    if front >= 0 and battle.fronts[line ^ 1] >= 0 and _is_known(battle, line):
        side.value = strength.attack(view, battle, line)
        side.parts = [Fact("health", say("label", "health"), strength.health(battle, line), glyph="b-defend")]
    return side


def _pieces(battle: Battle, line: int, seat: int) -> list[Piece]:
    """Return what lies and stands on a side of a skirmish: the front-line unit, supporters, cards."""
    at, front = line * UNIT_KINDS, battle.fronts[line]
    pieces = [counter(f"front{line}", front, seat, 1)] if front >= 0 else []
    pieces += [
        counter(f"support{line}.{names.UNITS[unit]}", unit, seat, battle.supports[at + unit])
        for unit in range(UNIT_KINDS)
        if battle.supports[at + unit]
    ]
    pieces += [combat_card(f"laid{line}", card, seat) for card in battle.standard[line].cards]
    pieces += [combat_card(f"added{line}", card, seat) for card in battle.reinforcement[line].cards]
    return pieces


def _verdict(view: StarCraft, battle: Battle, lines: list[int]) -> Phrase | None:
    """SC-9.7.5, 9.7.6: return which front-line units have to fall by what is to be seen."""
    if any(battle.fronts[line] < 0 for line in lines):
        return None
    falls = [
        strength.can_target(battle, line ^ 1, battle.fronts[line ^ 1], battle.fronts[line])
        and strength.attack(view, battle, line ^ 1)
        >= strength.health(battle, line) + strength.boost(view, battle, line)
        for line in lines
    ]
    key = ("both_live", "defender_falls", "attacker_falls", "both_fall")[2 * falls[0] + falls[1]]
    one, other = (inner(unit_of(battle.fronts[line])) for line in lines)
    return say("board", key, one=one, other=other)


def make_reading(view: StarCraft, key: str) -> list[Piece]:
    """Return the cards that a question is about: those that lie open in the skirmish that is resolved."""
    battle = view.battle
    if battle is None or battle.fighting < 0 or key not in ("victim", "withdraw_area"):
        return []
    lines = (2 * battle.fighting, 2 * battle.fighting + 1)
    shown = [(line, card) for line in lines for card in battle.standard[line].cards if card != UNKNOWN]
    return [combat_card(f"read{line}", card, strength.seat_of(battle, line & 1)) for line, card in shown]
