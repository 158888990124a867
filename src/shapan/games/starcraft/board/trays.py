"""What lies ready for a question: planets to lay, units to place, the shop of a Build order, cards to pay with."""
# Stays plain: draws for people

from __future__ import annotations

from collections import Counter

from shapan.engine.phrases import inner, say
from shapan.engine.scene import Piece, Sign, Suit, Zone
from shapan.games.starcraft import actions, cards, formulas, names
from shapan.games.starcraft.board.offers import BoardPrompt
from shapan.games.starcraft.board.pieces import (
    AREA_GLYPHS,
    MODULE_GLYPHS,
    TRANSPORT_GLYPH,
    UNIT_GLYPHS,
    WORKER_GLYPH,
    counter,
    house,
    unit_help,
    unlocks,
)
from shapan.games.starcraft.board.prints import combat_card, event_card, planet_card, technology_card, units_of
from shapan.games.starcraft.board.words import area_of, cost_of, unit_of
from shapan.games.starcraft.records import ATTACKER, BUILD_STEPS, STEP_A, STEP_B
from shapan.games.starcraft.state import StarCraft

_SHOP_TONES = (6, 10, 9)


def make_trays(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """Return the rows of things that the viewer's question is about."""
    if asked.viewer >= view.seats:
        return []
    rows = [
        *_tiles(view, asked),
        *_forces(view, asked),
        *_shop(view, asked),
        *_purse(view, asked),
        *_technologies(view, asked),
        *_events(view, asked),
        *_fighters(view, asked),
    ]
    return [row for row in rows if row.pieces]


def _row(name: str, table: str, word: str, pieces: list[Piece]) -> Zone:
    return Zone(name, "row", say(table, word), pieces=pieces)


def _tiles(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """SC-1.7.2: the planets that the viewer has drawn and not laid."""
    if not asked.asks(actions.PLACE_PLANET):
        return []
    pieces = []
    for planet in view.tiles[asked.viewer].cards:
        piece = planet_card(f"tile.{names.PLANETS[planet]}", planet)
        piece.targets = asked.take("tile", planet)
        pieces.append(piece)
    return [_row("tiles", "board", "tiles", pieces)]


def _forces(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """SC-1.10: the units that the viewer begins with, and the transport."""
    if not asked.asks(actions.START_UNIT):
        return []
    pieces = []
    for unit, number in enumerate(names.START_UNITS[view.factions[asked.viewer]]):
        if number:
            pieces.append(counter(f"start.{names.UNITS[unit]}", unit, asked.viewer, number, asked.take("shop", unit)))
    targets = asked.take("shop", "transport")
    if targets:
        pieces.append(
            Piece(
                "start.transport", "counter", TRANSPORT_GLYPH, say("label", "transport"), owner=asked.viewer,
                targets=targets,
            )
        )  # fmt: skip
    return [_row("forces", "board", "forces", pieces)]


# The shop, SC-5


def _ware(name: str, glyph: str, step: int, cost: tuple[int, int]) -> Piece:
    """Return a card of the shop with its price."""
    suit = Suit("", _SHOP_TONES[step], glyph, say("build_step", BUILD_STEPS[step]))
    return Piece(f"shop.{name}", "card", glyph, suit=suit, mark="/".join(map(str, cost)), note=cost_of(cost))


def _shop(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """SC-5.1: what can be bought, by its step."""
    if not asked.asks(actions.BUILD_WORKER):
        return []
    seat = asked.viewer
    units: list[Piece] = []
    worker = _ware("worker", WORKER_GLYPH, STEP_A, names.WORKER_COST)
    worker.label, worker.targets = say("label", "worker"), asked.take("shop", "worker")
    carrier = _ware("transport", TRANSPORT_GLYPH, STEP_A, names.TRANSPORT_COST)
    carrier.label, carrier.targets = say("label", "transport"), asked.take("shop", "transport")
    race = view.race(seat)
    for unit in range(names.FIRST_UNIT[race], names.END_UNIT[race]):
        piece = _ware(names.UNITS[unit], UNIT_GLYPHS[unit], STEP_A, names.UNIT_COST[unit])
        piece.label, piece.help, piece.targets = unit_of(unit), unit_help(unit), asked.take("shop", unit)
        units.append(piece)
    houses: list[Piece] = []
    for building in names.BUILDINGS_OF[race]:
        targets = asked.take("building", building)
        level = view.levels[seat][building] + 1
        if targets:
            made = house("", building, level)
            piece = _ware(names.BUILDINGS[building], "t-building", STEP_B, names.LEVEL_COSTS[building][level - 1])
            piece.label, piece.help, piece.targets = made.label, unlocks(building, level, level), targets
            houses.append(piece)
    for module, word in enumerate(names.MODULES):
        piece = _ware(word, MODULE_GLYPHS[module], STEP_B, names.MODULE_COST[module])
        piece.label, piece.help = say("module", word), say("module_text", word)
        piece.targets = asked.take("module", module)
        houses.append(piece)
    return [
        _row("shop.a", "build_step", "a", [one for one in (worker, carrier, *units) if one.targets]),
        _row("shop.b", "build_step", "b", [one for one in houses if one.targets]),
    ]


# Payment, SC-4


def _purse(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """SC-4.1: the resource cards that workers can be put on: how many are there, how many there is room for."""
    if not asked.asks(actions.PAY):
        return []
    pieces = []
    for source in formulas.sources(view, asked.viewer):
        targets = asked.take("source", source)
        kind = names.SOURCE_KIND[source]
        card = Piece(f"source.{names.SOURCES[source]}", "card", AREA_GLYPHS[kind], targets=targets)
        permanent = source >= len(names.AREAS)
        card.label = say("source", names.SOURCES[source]) if permanent else area_of(source)
        here, room = formulas.working(view, asked.viewer, source), formulas.capacity(source)
        card.mark = f"{here}/{room}"
        card.note = say("board", "workers_on", here=here, room=room)
        card.suit = Suit("", (8, 9)[kind], AREA_GLYPHS[kind], say("resource", names.RESOURCES[kind]))
        if not permanent and view.depletion[source] != names.NORMAL:
            card.flags = [names.DEPLETIONS[view.depletion[source]]]
        if not targets:
            card.flags.append("idle")
        pieces.append(card)
    return [_row("purse", "label", "resource_cards", pieces)]


def _technologies(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """SC-7.3, D9: technologies that the viewer can buy or take, each with how many units of his can use it."""
    if not asked.asks(actions.BUY_TECHNOLOGY, actions.P_TECHNOLOGY):
        return []
    pieces = []
    for tech in cards.TECHS_OF[view.race(asked.viewer)]:
        targets = asked.take("technology", tech)
        if not targets:
            continue
        piece = technology_card(f"buy.{cards.TECHNOLOGIES[tech]}", tech)
        piece.targets = targets
        own = [
            say("board", "so_many", number=number, what=inner(unit_of(unit)))
            for unit in units_of(cards.TECH_UNITS[tech])
            if (number := sum(view.units[asked.viewer][unit :: len(names.UNITS)]))
        ]
        if piece.print is not None:
            piece.print.foot += [Sign(one) for one in own]
        pieces.append(piece)
    return [_row("technologies", "label", "technologies", pieces)]


def _events(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """SC-11.8: the event cards that the viewer has drawn, once he reads them; those that are alike offer the same."""
    held = [card for card in view.drawn[asked.viewer].cards if card >= 0]
    pieces = [event_card(f"event.{number}", card) for number, card in enumerate(held)]
    for piece, card in zip(pieces, held, strict=True):
        piece.targets = asked.take("event", card)
    return [_row("events", "label", "events", pieces)]


# Battle, SC-9


def _fighters(view: StarCraft, asked: BoardPrompt) -> list[Zone]:
    """SC-9.4 to 9.12: the viewer's units in the battle, and for pairs those of the other side."""
    battle = view.battle
    wanted = (actions.PAIR, actions.SUPPORT, actions.FRONT, actions.LOSE, actions.EXCESS)
    if battle is None or not asked.asks(*wanted):
        return []
    side = int(asked.viewer == battle.defender)
    own = Counter(
        {unit: view.number(asked.viewer, battle.area, unit) for unit in view.kinds(asked.viewer, battle.area)}
    )
    if not own:
        own = Counter(unit for one, unit in battle.leaving if one == side)
    pieces = [
        counter(f"own.{names.UNITS[unit]}", unit, asked.viewer, number, asked.take("fighter", unit))
        for unit, number in sorted(own.items())
    ]
    if not asked.asks(actions.PAIR):
        return [_row("fighters", "board", "own_fighters", pieces)]
    foe = battle.defender if side == ATTACKER else battle.attacker
    pieces += [
        counter(f"foe.{names.UNITS[unit]}", unit, foe, view.number(foe, battle.area, unit))
        for unit in view.kinds(foe, battle.area)
    ]
    return [_row("fighters", "board", "both_fighters", pieces)]


def make_hand(view: StarCraft, asked: BoardPrompt) -> list[Piece]:
    """Return the viewer's combat cards: standard ones by attack, then technologies and reinforcements."""
    if asked.viewer >= view.seats:
        return []
    pieces, met = [], Counter[int]()
    held = view.hands[asked.viewer].cards
    for card in sorted(held, key=lambda one: (not cards.STANDARD[one], -cards.MAJOR[one][0], one)):
        piece = combat_card(f"hand.{cards.CARDS[card]}.{met[card]}", card, asked.viewer)
        met[card] += 1
        piece.targets = asked.take("hand", card)
        if asked.asks(actions.DISCARD):
            piece.would = actions.DISCARD.codes[card]
        pieces.append(piece)
    if any(piece.targets for piece in pieces):  # else the question is not about cards at all
        for piece in pieces:
            piece.flags = [] if piece.targets else ["idle"]
    return pieces
