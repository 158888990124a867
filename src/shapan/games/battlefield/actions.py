"""The families of answers in the words of section 13.4, and the random streams (13.3). Numbers are never used again."""

from __future__ import annotations

from typing import Final

from shapan.engine.actions import Actions, Form
from shapan.engine.kinds import Count, Die, Enum, Flag
from shapan.games.battlefield import names

ACTIONS: Final = Actions()

# BF-1: set-up

CHOOSE_FACTION: Final = ACTIONS.family(1, "choose_faction", faction=names.FACTION)
LAY_LEFT: Final = ACTIONS.family(2, "left", territory=names.TERRITORY)
LAY_RIGHT: Final = ACTIONS.family(3, "right", territory=names.TERRITORY)
CAPITAL: Final = ACTIONS.family(4, "capital", territory=names.TERRITORY)

# BF-3: turn

RESTORERS: Final = ("repair", "central_brain", "greenhouse")
REPAIR, CENTRAL_BRAIN, GREENHOUSE = range(len(RESTORERS))
RESTORE: Final = ACTIONS.family(5, "restore", by=Enum(RESTORERS, "ability"), territory=names.TERRITORY)
EJECT: Final = ACTIONS.family(6, "eject", unit=names.UNIT)
DISCARD: Final = ACTIONS.family(7, "discard", card=names.CARD)
DO_FIGHT: Final = ACTIONS.family(8, "fight").code()
EXPAND: Final = ACTIONS.family(9, "expand").code()
LAY: Final = ACTIONS.family(
    10, "lay", layer=Count(names.MAX_LAYERS), side=Enum(names.SIDES, "side"), slot=Count(names.SLOTS)
)

# BF-4, BF-5: units and modifications

PLACE: Final = ACTIONS.family(
    11, "place", Form(defaults={"open": 1}), card=names.CARD, territory=names.TERRITORY, open=Flag()
)
PLACE_CREWED: Final = ACTIONS.family(
    12, "place_crewed", Form("place", defaults={"open": 1}), card=names.CARD, territory=names.TERRITORY, open=Flag(),
    crew=names.UNIT,
)  # fmt: skip
OPEN: Final = ACTIONS.family(13, "open", unit=names.UNIT)
HIDE: Final = ACTIONS.family(14, "hide", unit=names.UNIT)
BOARD: Final = ACTIONS.family(15, "board", unit=names.UNIT, vehicle=names.UNIT)
DISMOUNT: Final = ACTIONS.family(16, "dismount", vehicle=names.UNIT)
EQUIP: Final = ACTIONS.family(17, "equip", card=names.CARD)
REPLACE: Final = ACTIONS.family(18, "replace", card=names.CARD)
PUT: Final = ACTIONS.family(19, "put", Form(defaults={"unit": 0}), unit=names.ASKED, territory=names.TERRITORY)

# BF-6: orders

WAYS: Final = ("card", "drop", "mobile", "shuttle")
BY_CARD, BY_DROP, BY_MOBILE, BY_SHUTTLE = range(len(WAYS))
MOVE: Final = ACTIONS.family(
    20, "move", Form(defaults={"by": 0}), unit=names.UNIT, to=names.TERRITORY, by=Enum(WAYS, "way")
)
REFIT: Final = ACTIONS.family(21, "refit", territory=names.TERRITORY)
RETREAT: Final = ACTIONS.family(22, "retreat", unit=names.UNIT, to=names.TERRITORY)
DEALS: Final = ("sell", "buy")
SELL, BUY = range(len(DEALS))
TRADERS: Final = ("card", "free_port")
TRADE: Final = ACTIONS.family(
    27, "trade", Form(defaults={"by": 0}), tested=True, deal=Enum(DEALS, "deal"), unit=names.UNIT, target=names.SEAT,
    by=Enum(TRADERS, "way"),
)  # fmt: skip
PRICE: Final = ACTIONS.family(28, "price", tested=True, price=names.PRICE)
YES_OR_NO: Final = (ACTIONS.family(24, "yes"), ACTIONS.family(25, "no"))
YES: Final = YES_OR_NO[0].code()
NO: Final = YES_OR_NO[1].code()
CARRY: Final = ACTIONS.family(26, "carry", unit=names.UNIT)

# BF-6.5: strategy cards, and what factions can do once in a turn

FULL_RETREAT: Final = ACTIONS.family(30, "full_retreat")
GOING: Final = ACTIONS.family(31, "going", unit=names.UNIT, to=names.TERRITORY)
TACTICAL_EVASION: Final = ACTIONS.family(32, "tactical_evasion", unit=names.UNIT)
ENVOYS: Final = ("card", "envoy")
STRATEGIC_TREATY: Final = ACTIONS.family(
    33, "strategic_treaty", Form(defaults={"by": 0}), target=names.SEAT, by=Enum(ENVOYS, "way")
)
CLAUSE: Final = ACTIONS.family(
    34, "clause", Form(defaults={"rounds": names.UNTIL_TORN, "k": 0, "target": 7, "text": 0}), tested=True,
    type=names.CLAUSE, side=names.BOUND_SIDE, rounds=Count(names.UNTIL_TORN), k=Count(99), target=names.THIRD,
    text=names.FREE_TEXT,
)  # fmt: skip
"""`rounds` 100: until torn; `target` 7: nobody; the words of a text are not kept (4.11)."""
NOBODY: Final = 7
TEAR_UP_TREATY: Final = ACTIONS.family(35, "tear_up_treaty", target=names.SEAT)
SPY_HAND: Final = ACTIONS.family(36, "spy_hand", Form("espionage"), target=names.SEAT)
SPY_UNIT: Final = ACTIONS.family(37, "spy_unit", Form("espionage"), unit=names.UNIT)
BLOCKADE: Final = ACTIONS.family(38, "economic_blockade", target=names.SEAT)
SABOTAGE: Final = ACTIONS.family(39, "sabotage", target=names.SEAT)
SABOTAGE_HAND: Final = ACTIONS.family(40, "hand").code()
SABOTAGE_MODIFICATION: Final = ACTIONS.family(41, "modification", card=names.CARD)
BRIBE: Final = ACTIONS.family(42, "bribe", target=names.SEAT)
RELOAD: Final = ACTIONS.family(43, "tactical_reload", card=names.CARD)
EXCHANGE: Final = ACTIONS.family(44, "exchange", card=names.CARD)
SUPPORT: Final = ACTIONS.family(45, "support_policy", card=names.CARD, target=names.SEAT)
AIRDROP: Final = ACTIONS.family(46, "airdrop", unit=names.UNIT, to=names.TERRITORY)
LOOK_UNIT: Final = ACTIONS.family(47, "look_unit", Form("look"), unit=names.UNIT)
LOOK_HAND: Final = ACTIONS.family(48, "look_hand", Form("look"), target=names.SEAT)

# BF-7: fight

CARDS_AS_ATTACK: Final = ("card", "staff")
ATTACK_CARD: Final = ACTIONS.family(50, "attack_card", Form(defaults={"by": 0}), by=Enum(CARDS_AS_ATTACK, "way"))
FERVOR: Final = ACTIONS.family(51, "attack_card_fervor", Form("attack_card", {"by": "fervor"}))
GIVEN_UP: Final = ACTIONS.family(52, "given_up", card=names.CARD)
ATTACK: Final = ACTIONS.family(53, "attack", unit=names.UNIT, target=names.TARGET)
DEFLECT: Final = ACTIONS.family(54, "deflect", card=names.CARD, to=names.UNIT)
PAYING: Final = ACTIONS.family(55, "pay")
PAY: Final = PAYING.code()
EVADE: Final = ACTIONS.family(56, "evade", Form("retreat"), to=names.TERRITORY)
ROW: Final = ACTIONS.family(57, "row", card=names.COMBAT)
OFFER: Final = ACTIONS.family(58, "offer", card=Flag(), resource=Flag())
ENDANGERED: Final = ACTIONS.family(59, "order_units", Form("order"), unit=names.UNIT)
CAPTURED: Final = ACTIONS.family(60, "order", territory=names.TERRITORY)

# BF-8: special attacks

HYDROGEN: Final = ACTIONS.family(70, "hydrogen_uranium_bomb", territory=names.TERRITORY)
NEUTRON: Final = ACTIONS.family(71, "neutron_bomb", territory=names.TERRITORY)
DIVINE: Final = ACTIONS.family(72, "divine_punishment")
POINTS: Final = ACTIONS.family(73, "points", territory=names.TERRITORY, number=Count(4))
EMP: Final = ACTIONS.family(74, "emp", target=names.SEAT)
BIOCHEMICAL: Final = ACTIONS.family(75, "biochemical_diffusion")
INTRUSION: Final = ACTIONS.family(76, "network_intrusion", target=names.SEAT)
ASSASSINATION: Final = ACTIONS.family(77, "assassination", unit=names.UNIT, to=names.TERRITORY, target=names.UNIT)

# BF-10: titles

NAME: Final = ACTIONS.family(80, "name", target=names.SEAT)
TAKE: Final = ACTIONS.family(81, "take", card=names.CARD)

COIN: Final = Enum(("tails", "heads"), "coin")
STREAMS: Final = {
    "coin": COIN,
    "die": Die(6),
    "factions": names.FACTION,
    "territory_deal": names.TERRITORY,
    "basic_pile": names.CARD,
    "territory_pile": names.TERRITORY,
    "hand_pick": names.CARD,
}
COIN_STREAM, DIE, FACTION_DEAL, TERRITORY_DEAL, BASIC_PILE, TERRITORY_PILE, HAND_PICK = range(len(STREAMS))
