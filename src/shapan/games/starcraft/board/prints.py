"""Cards as they are printed: combat cards, technologies, events, factions, planets."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import inner, listed, say, term
from shapan.engine.scene import Line, Phrase, Piece, Print, Sign, Suit
from shapan.games.starcraft import cards, names, space
from shapan.games.starcraft.board.pieces import UNIT_GLYPHS
from shapan.games.starcraft.board.words import area_of, cost_of, joined, planet_of, unit_of

_SLATE, _RED, _BLUE, _GREEN, _BRASS, _VIOLET = 6, 7, 8, 9, 10, 11
STANDARD: Final = Suit("", _SLATE, "t-deck", say("kind", "C"))
REINFORCEMENT: Final = Suit("", _GREEN, "t-tech", say("kind", "R"))
TECHNOLOGY: Final = Suit("", _BRASS, "t-tech", say("label", "technologies"))
_STAGES: Final = (_GREEN, _BLUE, _RED)
_EVENT_GLYPH: Final = "t-event"
_RACE_TONES: Final = (_BLUE, _BRASS, _VIOLET)


def units_of(mask: int) -> list[int]:
    """Return the units of a mask."""
    return [unit for unit in range(len(names.UNITS)) if mask >> unit & 1]


def combat_suit(card: int) -> Suit:
    """Return of what kind a combat card is: standard, a technology, a reinforcement."""
    if not cards.STANDARD[card]:
        return REINFORCEMENT
    return TECHNOLOGY if cards.TECH_OF[card] >= 0 else STANDARD


def combat_card(name: str, card: int, owner: int = UNKNOWN) -> Piece:
    """D8, D9: return a combat card, face down where it is not known."""
    if card == UNKNOWN:
        return Piece(name, "card", owner=owner, flags=["face_down"])
    word, named = cards.CARDS[card], units_of(cards.ICONS[card])
    tech = cards.TECH_OF[card]
    label = say("technology", cards.TECHNOLOGIES[tech]) if tech >= 0 else listed([unit_of(unit) for unit in named])
    piece = Piece(
        name, "card", UNIT_GLYPHS[named[0]] if named else "t-tech", label, say("combat_card_text", word), owner,
        suit=combat_suit(card),
    )  # fmt: skip
    printed = Print(kind=say("kind", "C" if cards.STANDARD[card] else "R"), text=say("combat_card_text", word))
    if cards.STANDARD[card]:
        (attack, health), (low, weak) = cards.MAJOR[card], cards.MINOR[card]
        piece.mark = f"{attack}/{health}"
        piece.note = say("board", "minor", attack=low, health=weak)
        printed.lines = [
            Line(listed([unit_of(unit) for unit in named]), say("board", "values", attack=attack, health=health)),
            Line(say("board", "others"), say("board", "values", attack=low, health=weak)),
        ]
        if tech >= 0:
            printed.text = say("technology_text", cards.TECHNOLOGIES[tech])
    else:
        piece.mark = "+"
        front = "need_front" if cards.NEEDS_FRONT[card] else "need_any"
        piece.note = say("board", front, units=inner(listed([unit_of(unit) for unit in named])))
    if tech < 0:
        printed.foot = [Sign(say("board", "card_number", card=word), [UNIT_GLYPHS[unit] for unit in named])]
    piece.print = printed
    return piece


def technology_kind(tech: int) -> Phrase:
    """D9: return of what kind a technology is, and which units can use it."""
    kind = "P" if cards.IN_PLAY[tech] else "C" if cards.STANDARD[cards.CARDS_OF_TECH[tech][0]] else "R"
    named = [unit_of(unit) for unit in units_of(cards.TECH_UNITS[tech])]
    return joined([say("kind", kind), *([listed(named)] if named else [])])


def technology_card(name: str, tech: int) -> Piece:
    """D9: return a technology with its price, its kind and what it does."""
    word, named = cards.TECHNOLOGIES[tech], units_of(cards.TECH_UNITS[tech])
    cost = cost_of(cards.TECH_COST[tech])
    copies = Sign(say("board", "copies", number=cards.COPIES[tech]))
    text = say("technology_text", word)
    return Piece(
        name, "card", UNIT_GLYPHS[named[0]] if named else "t-tech", say("technology", word), text,
        mark="/".join(map(str, cards.TECH_COST[tech])), suit=TECHNOLOGY, note=cost,
        print=Print(
            kind=technology_kind(tech), text=text, foot=[Sign(cost), *([] if cards.IN_PLAY[tech] else [copies])]
        ),
    )  # fmt: skip


def event_card(name: str, card: int) -> Piece:
    """D10: return an event card, face down where it is not known."""
    if card == UNKNOWN:
        return Piece(name, "card", flags=["face_down"])
    word, stage = cards.EVENTS[card], cards.STAGE_OF[card]
    text = say("event_text", word)
    return Piece(
        name, "card", _EVENT_GLYPH, say("event_card", word), text, mark=names.STAGES[stage],
        suit=Suit("", _STAGES[stage], _EVENT_GLYPH, say("stage", names.STAGES[stage])),
        print=Print(kind=say("stage", names.STAGES[stage]), picture=_EVENT_GLYPH, text=text),
    )  # fmt: skip


def emblem_of(faction: int) -> str:
    """Return the symbol of a faction: its own sign on the shape of its race."""
    return f"f-{names.FACTIONS[faction]}"


def faction_card(name: str, faction: int) -> Piece:
    """D1: return a faction with its race, its start and its special victory."""
    word, race = names.FACTIONS[faction], names.RACE_OF[faction]
    units = [
        say("board", "so_many", number=number, what=inner(unit_of(unit)))
        for unit, number in enumerate(names.START_UNITS[faction])
        if number
    ]
    workers = say("board", "so_many", number=names.START_WORKERS[faction], what=term("piece", "worker"))
    building = say("building", names.BUILDINGS[names.PRINTED[faction]])
    sv = names.SPECIALS[faction]
    special = say("board", "special_told", special=term("special", sv), text=inner(say("special_text", sv)))
    emblem = emblem_of(faction)
    return Piece(
        name, "card", emblem, say("faction", word), say("faction_text", word),
        suit=Suit("", _RACE_TONES[race], emblem, say("race", names.RACES[race])),
        print=Print(
            kind=say("race", names.RACES[race]),
            picture=emblem,
            lines=[
                Line(say("board", "begins_with"), listed([*units, workers, building])),
                Line(say("board", "special_victory"), special),
            ],
        ),
    )  # fmt: skip


def planet_card(name: str, planet: int) -> Piece:
    """D6: return a planet with its areas and its slots."""
    areas = names.AREAS_OF[planet]
    lines = [Line(area_kind(area), say("board", "limit", limit=names.UNIT_LIMIT[area])) for area in areas]
    slots = slots_told("slots", space.slot_sides(planet, 0))
    return Piece(
        name, "card", "t-orbit", planet_of(planet), listed([area_of(area) for area in areas]),
        suit=Suit("", _SLATE, "t-orbit", say("label", "planet")),
        note=joined([area_kind(area) for area in areas]),
        print=Print(kind=say("label", "planet"), lines=lines, foot=[Sign(slots)]),
    )  # fmt: skip


def slots_told(key: str, sides: str) -> Phrase:
    """Return a text of the board that names some sides."""
    return say("board", key, sides=inner(listed([say("compass", side) for side in sides])))


def area_kind(area: int) -> Phrase:
    """Return what an area gives, and how much."""
    return say("board", "yield", kind=term("area_kind", names.AREA_KINDS[names.KIND[area]]), value=names.VALUE[area])


def all_cards() -> list[Piece]:
    """Return a card of each kind that there is."""
    return [
        *(combat_card(f"all.{word}", card) for card, word in enumerate(cards.CARDS)),
        *(technology_card(f"all.tech.{word}", tech) for tech, word in enumerate(cards.TECHNOLOGIES)),
        *(event_card(f"all.event.{word}", card) for card, word in enumerate(cards.EVENTS)),
        *(faction_card(f"all.{word}", faction) for faction, word in enumerate(names.FACTIONS)),
        *(planet_card(f"all.{word}", planet) for planet, word in enumerate(names.PLANETS)),
    ]
