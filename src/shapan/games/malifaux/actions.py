"""The answers of Malifaux (13.5) and its random streams (13.4)."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import Actions, Form
from shapan.engine.kinds import Count, Enum, Flag
from shapan.engine.row import Row
from shapan.engine.shape import LIST, ONE, Part
from shapan.games.malifaux import names, roster

ACTIONS: Final = Actions()
_AT: Final[dict[str, tuple[str, ...]]] = {"at": ("x", "y")}

# MFX-10, MFX-11: set-up

ZONE: Final = ACTIONS.family(1, "zone", zone=names.ZONE)
LEADER: Final = ACTIONS.family(2, "leader", faction=roster.FACTION, leader=roster.MODEL)
LIST_: Final = ACTIONS.family(3, "list", list=roster.CREW_LIST)
MASTER: Final = ACTIONS.family(4, "master", model=roster.MODEL)
HIRED: Final = ACTIONS.family(5, "hired", model=roster.MODEL)
DEPLOY: Final = ACTIONS.family(6, "deploy", model=names.MODEL)
SCHEME: Final = ACTIONS.family(
    7, "scheme", Form("schemes", defaults={"pick": 0}), id=names.SCHEME, pick=names.PICKS
)  # fmt: skip
TOKEN: Final = ACTIONS.family(9, "token", model=names.MODEL)

# Every flip and duel (MFX-1 to MFX-6, MFX-9)

CARD: Final = ACTIONS.family(10, "discard", card=names.CARD)
TAKE: Final = ACTIONS.family(11, "take", card=names.CARD)
KEEP: Final = ACTIONS.family(12, "keep").code()
CHEAT: Final = ACTIONS.family(13, "cheat", Form(defaults={"face_down": 0}), card=names.CARD, face_down=Flag())
COST: Final = ACTIONS.family(14, "cost", card=names.CARD)
"""A card that a cost takes, beside what it pays for."""
NOTHING: Final = ACTIONS.family(15, "nothing", Form("modify")).code()
STONES: Final = (*names.SUITS, "+")
PLUS: Final = len(names.SUITS)
STONE: Final = ACTIONS.family(16, "stone", stone=Enum(STONES, "stone"))
FOCUSED: Final = ACTIONS.family(17, "focused", Form(fixed={"focused": True})).code()
TRIGGER: Final = ACTIONS.family(18, "trigger", trigger=roster.TRIGGER)
NO_TRIGGER: Final = ACTIONS.family(19, "no_trigger").code()
NUMBER: Final = ACTIONS.family(20, "number", n=names.NUMBER)
SUIT: Final = ACTIONS.family(21, "suit", suit=names.SUIT)
BLOCK: Final = ACTIONS.family(22, "block").code()
REDUCE: Final = ACTIONS.family(23, "reduce").code()
RELENT: Final = ACTIONS.family(24, "relent").code()
RESIST: Final = ACTIONS.family(25, "resist").code()
STONE_DRAW: Final = ACTIONS.family(26, "stone_draw").code()
TOKENS: Final = ACTIONS.family(27, "tokens", n=names.NUMBER)
PAY: Final = ACTIONS.family(28, "pay", card=names.CARD)
PAY_STONE: Final = ACTIONS.family(29, "pay_stone", Form("pay", fixed={"stone": True})).code()
SUFFER: Final = ACTIONS.family(30, "suffer").code()

# MFX-7, MFX-8: activations and actions

ACTIVATE: Final = ACTIONS.family(40, "activate", model=names.MODEL)
PASS: Final = ACTIONS.family(41, "pass").code()
WALK: Final = ACTIONS.family(42, "walk").code()
CHARGE: Final = ACTIONS.family(43, "charge").code()
DISENGAGE: Final = ACTIONS.family(44, "disengage").code()
INTERACT: Final = ACTIONS.family(45, "interact", use=roster.INTERACT)
CONCENTRATE: Final = ACTIONS.family(46, "concentrate").code()
ASSIST: Final = ACTIONS.family(47, "assist").code()
DEMOLISH: Final = ACTIONS.family(48, "demolish").code()
SLAM: Final = ACTIONS.family(49, "slam").code()
ACT: Final = ACTIONS.family(50, "act", action=roster.ACTION)
END: Final = ACTIONS.family(51, "end").code()

LEG: Final = ACTIONS.family(52, "leg", Form(joined={"at": ("x", "y")}), tested=True, x=names.COORDINATE,
                            y=names.COORDINATE)  # fmt: skip
SPOT: Final = ACTIONS.family(53, "spot", Form(joined=_AT), tested=True, x=names.COORDINATE, y=names.COORDINATE)
PUSH: Final = ACTIONS.family(54, "push", Form(joined={"to": ("x", "y")}), tested=True, x=names.COORDINATE,
                             y=names.COORDINATE)  # fmt: skip
TARGET: Final = ACTIONS.family(55, "target", model=names.MODEL)
MARKER: Final = ACTIONS.family(56, "target_marker", Form("target"), marker=names.MARKER)
PIECE: Final = ACTIONS.family(57, "piece", terrain=names.PIECE)
CONDITION: Final = ACTIONS.family(58, "condition", condition=names.CONDITION)
AS: Final = ACTIONS.family(59, "as", how=Enum(("melee",)))
ACTOR: Final = ACTIONS.family(60, "actor", model=names.MODEL)
AIM: Final = ACTIONS.family(61, "aim", target=names.THING)

# What effects ask (D22 to D32)

YES: Final = ACTIONS.family(70, "yes").code()
DECLINE: Final = ACTIONS.family(71, "decline").code()
CHOOSE: Final = ACTIONS.family(72, "choose", option=names.NUMBER)
ORDER: Final = ACTIONS.family(73, "order", item=names.ORDERED)
REVEAL: Final = ACTIONS.family(74, "reveal", scheme=names.SCHEME)
END_POINT: Final = ACTIONS.family(75, "end_point", scheme=names.SCHEME)
REMOVED: Final = ACTIONS.family(76, "removed", marker=names.MARKER)
IDOL: Final = ACTIONS.family(77, "idol", n=Count(3))
STRIKE: Final = ACTIONS.family(78, "strike", model=names.MODEL, action=roster.ACTION)
CHAIN: Final = ACTIONS.family(79, "chain", model=names.MODEL)
BY_TOKEN: Final = ACTIONS.family(80, "by_token", Form(fixed={"pay": "pass_token"})).code()
BY_CARD: Final = ACTIONS.family(81, "by_card", pay=names.CARD)
REDIRECT: Final = ACTIONS.family(82, "redirect", model=names.MODEL, card=names.CARD)

# How the actions are written

_COSTS: Final = Part("cards", (COST,), LIST, optional=True, heap=True)
_ACTOR: Final = Part("model", (ACTOR,), ONE, optional=True)


def _verb(code: int) -> Part:
    return Part("", (ACTIONS.of(code),))


ACTION_ROWS: Final = (
    Row("walk", (_verb(WALK), _ACTOR, Part("place", (SPOT,), ONE))),
    Row("walk", (_verb(WALK), _ACTOR, Part("path", (LEG,)))),
    Row("charge", (_verb(CHARGE), _ACTOR, Part("place", (SPOT,), ONE))),
    Row("charge", (_verb(CHARGE), _ACTOR, Part("to", (PUSH,), ONE, optional=True))),
    Row("disengage", (_verb(DISENGAGE), _ACTOR, _COSTS)),
    Row("interact", (Part("", (INTERACT,)), _ACTOR, Part("at", (SPOT,), ONE, optional=True),
                     Part("marker", (MARKER,), ONE, optional=True), Part("target", (TARGET,), ONE, optional=True))),
    Row("concentrate", (_verb(CONCENTRATE), _ACTOR, _COSTS)),
    Row("assist", (_verb(ASSIST), _ACTOR, Part("target", (TARGET,), ONE), Part("condition", (CONDITION,), ONE))),
    Row("demolish", (_verb(DEMOLISH), _ACTOR, Part("terrain", (PIECE,), ONE))),
    Row("slam", (_verb(SLAM), _ACTOR, Part("terrain", (PIECE,), ONE), Part("at", (SPOT,), ONE, optional=True))),
    Row("act", (Part("", (ACT,)), _ACTOR, Part("target", (AIM,), ONE, optional=True),
                Part("as", (AS,), ONE, optional=True), _COSTS, Part("marker", (REMOVED,), ONE, optional=True),
                Part("n", (NUMBER,), ONE, optional=True))),
    Row("end", (_verb(END),)),
    Row("decline", (_verb(DECLINE),)),
)  # fmt: skip
MODIFY_ROWS: Final = (
    Row("modify", (Part("stone", (STONE,), ONE), Part("", (ACTIONS.of(FOCUSED),)))),
    Row("modify", (Part("stone", (STONE,), ONE),)),
    Row("modify", (Part("", (ACTIONS.of(FOCUSED),)),)),
    Row("modify", (Part("", (ACTIONS.of(NOTHING),)),)),
)
CHEAT_ROWS: Final = (
    Row("cheat", (Part("", (CHEAT,)), _COSTS)),
    Row("keep", (_verb(KEEP),)),
)
TRIGGER_ROWS: Final = (
    Row("trigger", (Part("", (TRIGGER,)), _COSTS, Part("n", (NUMBER,), ONE, optional=True))),
    Row("no_trigger", (_verb(NO_TRIGGER),)),
)
MARKS_ROWS: Final = (
    Row("reveal", (Part("", (REVEAL,)), Part("markers", (REMOVED,), LIST, optional=True, heap=True))),
    Row("end_point", (Part("", (END_POINT,)), Part("markers", (REMOVED,), LIST, optional=True, heap=True))),
    Row("decline", (_verb(DECLINE),)),
)
CHAIN_ROWS: Final = (
    Row("chain", (Part("model", (CHAIN,), ONE), Part("", (ACTIONS.of(BY_TOKEN),)))),
    Row("chain", (Part("model", (CHAIN,), ONE), Part("pay", (BY_CARD,), ONE))),
    Row("decline", (_verb(DECLINE),)),
)
HIRE_ROWS: Final = (Row("hire", (Part("models", (HIRED,), LIST, heap=True),)),)
MASTERS_ROWS: Final = (Row("masters", (Part("models", (MASTER,), LIST, heap=True),)),)
DEPLOY_ROWS: Final = (Row("deploy", (Part("", (DEPLOY,)), Part("at", (SPOT,), ONE))),)
ORDER_ROWS: Final = (Row("order", (Part("items", (ORDER,)),)),)

STREAMS: Final = {
    **{f"deck{seat}": names.CARD for seat in range(names.SEATS)},
    "neutral": names.CARD,
    **{f"hand{seat}": names.CARD for seat in range(names.SEATS)},
    "terrain": names.COORDINATE,
}
DECK, NEUTRAL, HAND, TERRAIN = 0, names.SEATS, names.SEATS + 1, 2 * names.SEATS + 1
