"""The players: points, workers, cards in numbers, and what each has built, bought and can pay with."""
# Stays plain: draws for people

from __future__ import annotations

from shapan.engine.phrases import say, term
from shapan.engine.scene import Fact, Panel, Piece, Zone
from shapan.games.starcraft import formulas, names
from shapan.games.starcraft.board.offers import BoardPrompt
from shapan.games.starcraft.board.pieces import (
    LEVELS,
    MODULE_GLYPHS,
    RESOURCE_GLYPHS,
    WORKER_GLYPH,
    house,
    unlocks,
)
from shapan.games.starcraft.board.prints import emblem_of, event_card, faction_card, technology_card
from shapan.games.starcraft.rules.planning import orders_placed
from shapan.games.starcraft.state import PLANNING, StarCraft


def make_panel(view: StarCraft, seat: int, asked: BoardPrompt) -> Panel:
    """Return the board of a player."""
    panel = Panel(seat, state=_states(view, seat), targets=asked.take("panel", seat))
    faction = view.factions[seat]
    if faction < 0:
        return panel
    panel.title = say("faction_short", names.FACTIONS[faction])
    panel.glyph, panel.card = emblem_of(faction), faction_card(f"sheet{seat}", faction)
    panel.place = say("race", names.RACES[view.race(seat)])
    panel.facts = _facts(view, seat)
    panel.zones = [Zone(f"sheet{seat}", "row", say("label", "buildings"), owner=seat, pieces=_sheet(view, seat))]
    return panel


def _states(view: StarCraft, seat: int) -> list[str]:
    """Return what a player is just now: in turn, attacked, first, out of the game."""
    begun = view.step >= PLANNING
    states = {
        "turn": seat == view.active and view.is_in(seat),
        "defender": view.battle is not None and view.battle.defender == seat,
        "first": begun and seat == view.first_player and view.is_in(seat),
        "out": not view.is_in(seat),
    }
    return [name for name, on in states.items() if on]


def _facts(view: StarCraft, seat: int) -> list[Fact]:
    """Return what others count of a player."""
    return [
        Fact("points", say("label", "points"), view.points[seat], glyph="t-conquest", rule="SC-12.2"),
        Fact("hand", say("label", "hand"), len(view.hands[seat]), glyph="i-cards", rule="SC-11.9", holds="combat"),
    ]  # fmt: skip


def _sheet(view: StarCraft, seat: int) -> list[Piece]:
    """Return workers, what can still be paid, buildings, modules, technologies and kept events of a player."""
    minerals, gas = formulas.available(view, seat)
    drawn, placed = len(view.drawn[seat]), orders_placed(view, seat)
    pieces = [
        Piece(
            f"workers{seat}", "card", WORKER_GLYPH,
            say("board", "workers", pool=view.pool[seat], all=formulas.workers_of(view, seat)),
            say("board", "workers_help", away=view.unavailable[seat]),
            mark=f"{view.pool[seat]}/{formulas.workers_of(view, seat)}",
        ),
        *(
            Piece(
                f"income{seat}.{word}", "card", RESOURCE_GLYPHS[kind],
                say("board", "can_pay", number=number, kind=term("resource", word)), say("board", "can_pay_help"),
                mark=str(number),
            )
            for kind, (word, number) in enumerate(zip(names.RESOURCES, (minerals, gas), strict=True))
        ),
    ]  # fmt: skip
    if view.step >= PLANNING:
        label = say("board", "orders_placed", number=placed, most=names.ORDERS_A_ROUND)
        mark = f"{placed}/{names.ORDERS_A_ROUND}"
        pieces.append(Piece(f"placed{seat}", "card", "t-order", label, mark=mark))
    if drawn:
        label = say("board", "events_held", number=drawn)
        pieces.append(Piece(f"events{seat}", "card", "t-event", label, mark=str(drawn)))
    for building, level in enumerate(view.levels[seat]):
        if level:
            piece = house(f"building{seat}.{building}", building, level)
            piece.help, piece.mark = unlocks(building, 1, level), LEVELS[level]
            pieces.append(piece)
    for module, number in enumerate(view.modules[seat]):
        if number:
            word = names.MODULES[module]
            label, text = say("module", word), say("module_text", word)
            if number > 1:
                label = say("board", "times", what=term("module", word), number=number)
            glyph = MODULE_GLYPHS[module]
            pieces.append(Piece(f"module{seat}.{module}", "card", glyph, label, text, mark=str(number)))
    for tech, owned in enumerate(view.technologies[seat]):
        if owned:
            piece = technology_card(f"tech{seat}.{tech}", tech)
            piece.suit, piece.face, piece.mark = None, "t-tech", ""
            pieces.append(piece)
    for number, card in enumerate(view.kept[seat].cards):
        piece = event_card(f"kept{seat}.{number}", card)
        piece.suit = None
        pieces.append(piece)
    return pieces
