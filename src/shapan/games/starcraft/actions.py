"""The answers of StarCraft (13.6) and its random streams (13.5)."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import PARAMETER_BITS, Actions, Form
from shapan.engine.kinds import Count, Enum, Flag
from shapan.engine.row import Row, listed
from shapan.engine.shape import COUNTS, GROUPS, LISTS, NUMBERED, ONE, RECORDS, TALLY, Part
from shapan.games.starcraft import cards, names

ACTIONS: Final = Actions()

# SC-1: set-up

FACTION: Final = ACTIONS.family(1, "faction", faction=names.FACTION)
PLACE_PLANET: Final = ACTIONS.family(
    2, "place_planet", Form(defaults={"turn": 0}, joined={"at": ("x", "y")}), planet=names.PLANET, x=names.CELL,
    y=names.CELL, turn=Count(3),
)  # fmt: skip
JOIN: Final = ACTIONS.family(3, "join", route=names.ROUTE)
PLACE_BASE: Final = ACTIONS.family(4, "place_base", area=names.AREA)
LATER: Final = ACTIONS.family(5, "later").code()
PLACE_Z: Final = ACTIONS.family(6, "place_z", major=names.SLOT, minor=names.SLOT)
START_UNIT: Final = ACTIONS.family(7, "start_unit", area=names.AREA, unit=names.UNIT)
START_TRANSPORT: Final = ACTIONS.family(8, "start_transport", route=names.ROUTE)
PLACE_PLANET_ROWS: Final = (
    Row("place_planet", (Part("", (PLACE_PLANET,)), Part("routes", (JOIN,), optional=True, heap=True))),
)
START_ROWS: Final = (
    Row(
        "start_forces",
        (Part("units", (START_UNIT,), COUNTS), Part("transport", (START_TRANSPORT,), ONE, optional=True)),
    ),
)

# SC-2, SC-3: planning and execution

PLACE_ORDER: Final = ACTIONS.family(10, "place_order", order=names.ORDER, planet=names.PLANET)
REVEAL: Final = ACTIONS.family(11, "reveal", planet=names.PLANET)
DRAW_EVENT: Final = ACTIONS.family(12, "draw_event").code()
EXECUTE: Final = ACTIONS.family(13, "execute").code()
TAKE_EVENT: Final = ACTIONS.family(14, "take_event").code()
END_TURN: Final = ACTIONS.family(15, "end_turn").code()
PASS: Final = ACTIONS.family(16, "pass").code()
DESTROY_UNIT: Final = ACTIONS.family(17, "destroy_unit", Form("destroy"), tested=True, unit=names.UNIT, area=names.AREA)
DESTROY_BASE: Final = ACTIONS.family(18, "destroy_base", Form("destroy"), tested=True, base=names.AREA)
DESTROY_TRANSPORT: Final = ACTIONS.family(19, "destroy_transport", Form("destroy"), tested=True, transport=names.ROUTE)
DESTROY: Final = (DESTROY_UNIT, DESTROY_BASE, DESTROY_TRANSPORT)
"""SC-3.6: tested, for nobody need try them who does not want to."""
DESTROY_ROW: Final = Row("destroy", (Part("", DESTROY),))


def destroys(code: int) -> bool:
    """SC-3.6: tell whether an answer destroys something of one's own."""
    return DESTROY_UNIT.number <= code >> PARAMETER_BITS <= DESTROY_TRANSPORT.number


def one_of(*codes: int) -> tuple[Row, ...]:
    """Return the rows of a question that is answered by one pick, or by destroying something of one's own."""
    families = [ACTIONS.of(code) for code in codes]
    return (*(Row(one.form.word, (Part("", (one,)),)) for one in families), DESTROY_ROW)


# SC-4, SC-5: payment and building

PAY: Final = ACTIONS.family(30, "pay", on=names.SOURCE)
PAY_ROWS: Final = (Row("pay", (Part("on", (PAY,), TALLY),)),)
BUILD_WORKER: Final = ACTIONS.family(31, "build_worker")
BUILD_TRANSPORT: Final = ACTIONS.family(32, "build_transport", route=names.ROUTE)
BUILD_UNIT: Final = ACTIONS.family(33, "build_unit", unit=names.UNIT, area=names.AREA)
BUILD_BUILDING: Final = ACTIONS.family(34, "build_building", building=names.BUILDING, level=names.LEVEL)
BUILD_MODULE: Final = ACTIONS.family(35, "build_module", module=names.MODULE)
BUILD_BASE: Final = ACTIONS.family(36, "build_base", area=names.AREA)
FROM: Final = ACTIONS.family(37, "from", area=names.AREA)
DISCOUNT: Final = ACTIONS.family(38, "discount", resource=names.RESOURCE)
PURCHASES: Final = (BUILD_WORKER, BUILD_TRANSPORT, BUILD_UNIT, BUILD_BUILDING, BUILD_MODULE, BUILD_BASE)
_DISCOUNT: Final = Part("discount", (DISCOUNT,), ONE, optional=True)
_LEFT: Final = Part("from", (FROM,), optional=True, heap=True)
BUILD_ROWS: Final = (
    *(Row(one.form.word, (Part("", (one,)), _DISCOUNT)) for one in PURCHASES if one is not BUILD_UNIT),
    Row("build_unit", (Part("", (BUILD_UNIT,)), _LEFT, _DISCOUNT)),
    DESTROY_ROW,
    Row("done", ()),
)

# SC-6: mobilize

LIFT_OFF: Final = ACTIONS.family(40, "lift_off", None, False, **{"from": names.AREA, "to": names.AREA})
MOVE: Final = ACTIONS.family(41, "move", None, False, **{"unit": names.UNIT, "to": names.AREA, "from": names.AREA})
MOVE_ROWS: Final = (Row("move", (Part("moves", (MOVE,), NUMBERED),)),)
RECALL: Final = ACTIONS.family(42, "recall", None, False, **{"unit": names.UNIT, "from": names.AREA, "to": names.AREA})

# SC-7: research

DRAW: Final = ACTIONS.family(50, "draw").code()
BUY_TECHNOLOGY: Final = ACTIONS.family(51, "buy_technology", technology=cards.TECHNOLOGY)
EXTRA_EVENT: Final = ACTIONS.family(52, "extra_event").code()
TAKE_COPY: Final = ACTIONS.family(53, "take_copy", card=cards.CARD)

# SC-9, SC-10: battle

USE: Final = ACTIONS.family(60, "use", card=cards.STARTER)
USE_ON_UNIT: Final = ACTIONS.family(61, "use_on_unit", Form("use"), card=cards.STARTER, lose=names.UNIT)
USE_ON_WORKER: Final = ACTIONS.family(62, "use_on_worker", Form("use", {"lose": "worker"}), card=cards.STARTER)
FRONT: Final = ACTIONS.family(63, "front", unit=names.UNIT)
PAIR: Final = ACTIONS.family(64, "pair", attacker=names.UNIT, defender=names.UNIT)
PAIR_ROWS: Final = (Row("pair", (Part("pairs", (PAIR,), LISTS),)),)
SUPPORT: Final = ACTIONS.family(65, "support", skirmish=names.SKIRMISH, unit=names.UNIT)
SUPPORT_ROWS: Final = (Row("support", (Part("units", (SUPPORT,), GROUPS),)),)
PLACE: Final = ACTIONS.family(66, "standard", skirmish=names.SKIRMISH, standard=cards.CARD)
REINFORCE: Final = ACTIONS.family(67, "reinforcement", skirmish=names.SKIRMISH, reinforcement=cards.CARD)
PLACE_TOP: Final = ACTIONS.family(68, "deck", Form("deck", {"deck": True}), skirmish=names.SKIRMISH)
PLACE_ROWS: Final = (Row("place", (Part("cards", (PLACE, REINFORCE, PLACE_TOP), RECORDS),)),)
RESOLVE: Final = ACTIONS.family(69, "resolve", skirmish=names.SKIRMISH)
LOSE: Final = ACTIONS.family(70, "lose", unit=names.UNIT)
LOSE_AT: Final = ACTIONS.family(71, "lose_at", Form("lose"), unit=names.UNIT, skirmish=names.SKIRMISH, front=Flag())
WITHDRAW: Final = ACTIONS.family(72, "withdraw", area=names.AREA)
RETREAT: Final = ACTIONS.family(73, "retreat", area=names.AREA)
EXCESS: Final = ACTIONS.family(74, "excess", unit=names.UNIT)
EXCESS_ROWS: Final = listed("units", EXCESS, word="excess")

# SC-11: regrouping

PLAY: Final = ACTIONS.family(80, "play", event=cards.EVENT)
NO_EVENT: Final = ACTIONS.family(81, "no_event")
P_BUILDING: Final = ACTIONS.family(82, "play_building", building=names.BUILDING)
P_LEVEL: Final = ACTIONS.family(83, "play_level", level=names.LEVEL)
P_MODULE: Final = ACTIONS.family(84, "play_module", module=names.MODULE)
P_DISCOUNT: Final = ACTIONS.family(85, "play_discount", discount=names.RESOURCE)
P_TECHNOLOGY: Final = ACTIONS.family(86, "play_technology", technology=cards.TECHNOLOGY)
P_UNIT: Final = ACTIONS.family(87, "play_unit", unit=names.UNIT)
P_AREA: Final = ACTIONS.family(88, "play_area", area=names.AREA)
P_PLACE: Final = ACTIONS.family(89, "play_place", unit=names.UNIT, area=names.AREA)
P_UNITS: Final = ACTIONS.family(90, "play_units", unit=names.UNIT)
P_ROUTE: Final = ACTIONS.family(91, "play_route", route=names.ROUTE)
P_END: Final = ACTIONS.family(92, "play_end", end=names.END)
P_SLOT: Final = ACTIONS.family(93, "play_slot", slot=names.SLOT)
P_ROUTES: Final = ACTIONS.family(94, "play_routes", route=names.ROUTE)
P_TARGET: Final = ACTIONS.family(95, "play_target", target=names.SEAT)
PLAY_PARTS: Final = (
    ("building", P_BUILDING), ("level", P_LEVEL), ("module", P_MODULE), ("technology", P_TECHNOLOGY),
    ("discount", P_DISCOUNT), ("unit", P_UNIT), ("area", P_AREA), ("route", P_ROUTE), ("end", P_END), ("slot", P_SLOT),
    ("target", P_TARGET),
)  # fmt: skip
PLAY_LISTS: Final = (("place", P_PLACE), ("units", P_UNITS), ("routes", P_ROUTES))
PLAY_ROWS: Final = (
    Row(
        "play",
        (
            Part("event", (PLAY,), ONE),
            *(Part(name, (family,), ONE, optional=True) for name, family in PLAY_PARTS),
            *(Part(name, (family,), optional=True, heap=True) for name, family in PLAY_LISTS),
        ),
    ),
    Row("no_event", (Part("", (NO_EVENT,)),)),
)
BENEFIT: Final = ACTIONS.family(96, "benefit", take=Enum(("point", "cards"), "benefit"))
DISCARD: Final = ACTIONS.family(97, "discard", card=cards.CARD)
DISCARD_ROWS: Final = listed("cards", DISCARD, word="discard")

STREAMS: Final = {
    "first_player": names.SEAT,
    "faction": names.FACTION,
    "planets": names.PLANET,
    **{f"combat_{seat}": cards.CARD for seat in range(names.MAX_SEATS)},
    "event": cards.EVENT,
    "opening": cards.CARD,
}
FIRST_PLAYER, FACTIONS, PLANETS, COMBAT = 0, 1, 2, 3
"""Streams; those of the combat decks follow one another from `COMBAT` on."""
EVENT_STREAM: Final = COMBAT + names.MAX_SEATS
OPENING: Final = EVENT_STREAM + 1
"""13.3: hands that a position leaves out are drawn from a stream of their own, so that scripts hold what follows."""
