"""13.4: the battle of a written position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from shapan.games.starcraft import cards, names, strength
from shapan.games.starcraft.records import (
    ATTACKER,
    CARDS,
    DEFENDER,
    MAX_SKIRMISHES,
    PHASES,
    RESOLVE,
    UNIT_KINDS,
    Battle,
)  # fmt: skip

if TYPE_CHECKING:
    from shapan.games.starcraft.position import Reader

BATTLE: Final = ("area", "attacker", "defender", "special", "at", "skirmishes")
LINE: Final = ("front", "support", "standard", "reinforcement", "face_up")


def read_battle(reader: Reader) -> Battle:
    """Read the battle; every unit of it stands in exactly one place (SC-9.5)."""
    one, state = reader.data.get("battle"), reader.state
    reader.known(one, BATTLE, "battle")
    assert isinstance(one, dict)
    seats = [reader.integer(one, name, 0, reader.seats - 1, -1, "battle.") for name in ("attacker", "defender")]
    area = reader.id(one.get("area"), names.AREA, "battle.area")
    special = int(reader.flag(one, "special", False, "battle."))
    battle = Battle(area=area, attacker=seats[0], defender=seats[1], special=special)
    state.battle = battle
    if seats[0] == seats[1] or not all(state.strength(seat, area) for seat in seats):
        raise reader.fail("battle", "needs units of two seats in its area", "SC-9.1")
    at = one.get("at", PHASES[0])
    if at not in PHASES:
        raise reader.fail("battle.at", f"{at!r} is not one of {', '.join(PHASES)}")
    battle.at = PHASES.index(at)
    rows = reader.rows(one, "skirmishes", "battle.")
    if battle.at in (CARDS, RESOLVE) and not 1 <= len(rows) <= MAX_SKIRMISHES:
        raise reader.fail("battle.skirmishes", f"needs 1 to {MAX_SKIRMISHES}", "SC-9.4")
    if battle.at not in (CARDS, RESOLVE) and rows:
        raise reader.fail("battle.skirmishes", "only at cards or resolve")
    battle.number = len(rows)
    for number, row in enumerate(rows):
        reader.known(row, ("attacker", "defender", "resolved"), f"battle.skirmishes.{number}")
        battle.resolved[number] = int(reader.flag(row, "resolved", False, f"battle.skirmishes.{number}."))
        for side, name in ((ATTACKER, "attacker"), (DEFENDER, "defender")):
            read_line(reader, battle, 2 * number + side, row.get(name), f"battle.skirmishes.{number}.{name}")
    if rows:
        check_places(reader, battle)
    return battle


def read_line(reader: Reader, battle: Battle, line: int, one: Mapping[str, Any] | None, path: str) -> None:
    """Read a side of a skirmish with its cards."""
    reader.known(one, LINE, path)
    assert one is not None
    if one.get("front") is not None:
        battle.fronts[line] = reader.id(one["front"], names.UNIT, f"{path}.front")
    for unit in reader.cards(one, "support", names.UNIT, f"{path}."):
        battle.supports[line * UNIT_KINDS + unit] += 1
    battle.open[line] = int(reader.flag(one, "face_up", False, f"{path}."))
    needs = battle.at == RESOLVE and not battle.resolved[line // 2]
    for name, zones in (("standard", battle.standard), ("reinforcement", battle.reinforcement)):
        if one.get(name) is None:
            if name == "standard" and needs:
                raise reader.fail(f"{path}.standard", "is missing", "SC-9.6")
            continue
        if battle.at != RESOLVE:
            raise reader.fail(f"{path}.{name}", "only at resolve", "SC-9.6")
        seat = strength.seat_of(battle, line & 1)
        card, deck = reader.id(one[name], cards.CARD, f"{path}.{name}"), reader.state.decks[seat]
        if card not in deck.cards:
            raise reader.fail(f"{path}.{name}", "is not a card of this seat, or lies elsewhere", "SC-7.3")
        if name == "reinforcement" and cards.STANDARD[card]:
            raise reader.fail(f"{path}.{name}", "is a standard card", "SC-9.6")
        reader.state.move(deck, deck.cards.index(card), zones[line])
        reader.state.look(zones[line], 0, seat)
        if battle.open[line]:
            reader.state.reveal(zones[line], 0)
        if name == "standard" and not cards.STANDARD[card]:
            battle.from_top[line] = 1


def check_places(reader: Reader, battle: Battle) -> None:
    """SC-9.5: every unit of the battle stands in exactly one place of it."""
    for side in (ATTACKER, DEFENDER):
        seat = strength.seat_of(battle, side)
        for unit in range(UNIT_KINDS):
            lines = [2 * number + side for number in range(battle.number)]
            placed = sum([(battle.fronts[line] == unit) + battle.supports[line * UNIT_KINDS + unit] for line in lines])
            if placed != reader.state.number(seat, battle.area, unit):
                raise reader.fail("battle.skirmishes", f"{names.UNITS[unit]} of seat {seat} is misplaced", "SC-9.5")
