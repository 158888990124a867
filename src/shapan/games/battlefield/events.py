"""What is told of a match of Battlefield, each with its rule. Units are told by card and place."""

from __future__ import annotations

from typing import Any, Final

from shapan.engine.event import Events
from shapan.engine.kinds import Count, Enum, Flag
from shapan.games.battlefield import names
from shapan.games.battlefield.actions import COIN, RESTORERS
from shapan.games.battlefield.fight_stats import STANDING

EVENTS: Final = Events()
_NUMBER: Final = Count(99)
_LOSS: Final = Count(9)


class ForceKind(Count):
    """Power or guard in a fight; texts say `unit.unlimited` of what is greater than any number (4.8)."""

    def phrase(self, value: Any) -> Any:
        return {"key": "unit.unlimited"} if value >= UNLIMITED else value


UNLIMITED: Final = 99
"""4.8: so much power, guard or range is without limit."""
FORCE: Final = ForceKind(UNLIMITED)

# BF-1: set-up
FACTION_DEALT: Final = EVENTS.add("faction_dealt", "BF-1.2", secret={"faction": names.FACTION}, seat=names.SEAT)
FACTION_CHOSEN: Final = EVENTS.add("faction_chosen", "BF-1.2", seat=names.SEAT, faction=names.FACTION)
LAND_DEALT: Final = EVENTS.add("land_dealt", "BF-1.3", secret={"territory": names.TERRITORY}, seat=names.SEAT)
LAID_OUT: Final = EVENTS.add("laid_out", "BF-1.4", seat=names.SEAT, capital=names.TERRITORY)

# BF-3: turn
TURN_BEGUN: Final = EVENTS.add("turn_begun", "BF-3.1", seat=names.SEAT, round=names.ROUND)
RESTORED: Final = EVENTS.add(
    "restored", "BF-3.1", seat=names.SEAT, territory=names.TERRITORY, by=Enum(RESTORERS, "ability")
)
EJECTED: Final = EVENTS.add(
    "ejected", "BF-4.8", secret={"card": names.CARD}, seat=names.SEAT, at=names.TERRITORY, to=names.TERRITORY
)
INCOME: Final = EVENTS.add("income", "BF-3.2", seat=names.SEAT, number=_NUMBER)
TRIBUTE: Final = EVENTS.add("tribute", "BF-3.2", seat=names.SEAT, partner=names.SEAT, number=_NUMBER)
DREW: Final = EVENTS.add("drew", "BF-3.2", secret={"card": names.CARD}, seat=names.SEAT)
RESHUFFLED: Final = EVENTS.add("reshuffled", "BF-3.3", number=Count(len(names.BASIC_PILE)))
DISCARDED: Final = EVENTS.add("discarded", "BF-3.9", seat=names.SEAT, card=names.CARD)
BATTLE: Final = EVENTS.add("battle", "BF-3.6", seat=names.SEAT, choice=Enum(("pass", "fight", "expand"), "battle"))
LAND_DRAWN: Final = EVENTS.add("land_drawn", "BF-3.8", seat=names.SEAT, territory=names.TERRITORY)
EXPANDED: Final = EVENTS.add(
    "expanded", "BF-3.8", seat=names.SEAT, territory=names.TERRITORY, durability=names.DURABILITY
)

# BF-4, BF-5: units, modifications
PLACED: Final = EVENTS.add(
    "placed", "BF-4.1", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY, price=names.PRICE
)
PLACED_HIDDEN: Final = EVENTS.add(
    "placed_hidden",
    "BF-4.2",
    secret={"card": names.CARD},
    seat=names.SEAT,
    territory=names.TERRITORY,
    price=names.PRICE,
)
OPENED: Final = EVENTS.add("opened", "BF-4.2", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY)
TURNED: Final = EVENTS.add("turned_hidden", "BF-4.2", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY)
BOARDED: Final = EVENTS.add(
    "boarded", "BF-4.4", seat=names.SEAT, card=names.CARD, vehicle=names.CARD, territory=names.TERRITORY
)
LEFT_VEHICLE: Final = EVENTS.add(
    "left_vehicle", "BF-4.4", seat=names.SEAT, card=names.CARD, vehicle=names.CARD, territory=names.TERRITORY
)
PASSED_ON: Final = EVENTS.add(
    "passed_on", "BF-4.5", secret={"card": names.CARD}, seat=names.SEAT, territory=names.TERRITORY
)
EQUIPPED: Final = EVENTS.add("equipped", "BF-5.1", seat=names.SEAT, card=names.CARD, price=names.PRICE)
REPLACED: Final = EVENTS.add("replaced", "BF-5.1", seat=names.SEAT, card=names.CARD)

# BF-6: orders and strategy
PLAYED: Final = EVENTS.add("played", "BF-6.7", seat=names.SEAT, card=names.CARD)
MOVED: Final = EVENTS.add("moved", "BF-6.1", seat=names.SEAT, card=names.CARD, at=names.TERRITORY, to=names.TERRITORY)
PERMITTED: Final = EVENTS.add("permitted", "BF-6.1", seat=names.SEAT, guest=names.SEAT, answer=Flag())
REFITTED: Final = EVENTS.add("refitted", "BF-6.2", seat=names.SEAT, territory=names.TERRITORY, number=_LOSS)
RETREATED: Final = EVENTS.add(
    "retreated", "BF-6.3", seat=names.SEAT, card=names.CARD, at=names.TERRITORY, to=names.TERRITORY
)
OFFERED: Final = EVENTS.add(
    "offered", "BF-6.4", seller=names.SEAT, buyer=names.SEAT, card=names.CARD, price=names.PRICE
)
TRADED: Final = EVENTS.add("traded", "BF-6.4", seller=names.SEAT, buyer=names.SEAT, card=names.CARD, price=names.PRICE)
STATIONED: Final = EVENTS.add("stationed", "BF-6.4", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY)
NO_DEAL: Final = EVENTS.add("no_deal", "BF-6.4", seat=names.SEAT)
EVADING: Final = EVENTS.add("evading", "BF-6.7", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY)
SAW_HAND: Final = EVENTS.add("saw_hand", "BF-6.7", secret={"card": names.CARD}, seat=names.SEAT, target=names.SEAT)
SAW_UNIT: Final = EVENTS.add("saw_unit", "BF-6.7", secret={"card": names.CARD}, seat=names.SEAT, at=names.TERRITORY)
HARMED: Final = EVENTS.add("harmed", "BF-6.7", seat=names.SEAT, target=names.SEAT, harm=names.HARM)
HARM_ENDED: Final = EVENTS.add("harm_ended", "BF-3.9", seat=names.SEAT, harm=names.HARM)
STOLEN: Final = EVENTS.add("stolen", "BF-6.7", secret={"card": names.CARD}, seat=names.SEAT, target=names.SEAT)
RELOADED: Final = EVENTS.add("reloaded", "BF-6.7", seat=names.SEAT, card=names.CARD)
GAVE_CARD: Final = EVENTS.add("gave_card", "BF-6.7", secret={"card": names.CARD}, seat=names.SEAT, target=names.SEAT)
SABOTAGED: Final = EVENTS.add("sabotaged", "BF-6.7", seat=names.SEAT, target=names.SEAT, card=names.CARD)
GAINED: Final = EVENTS.add("gained", "BF-6.7", seat=names.SEAT, number=_NUMBER)

# BF-7: fight
ATTACK_CARD: Final = EVENTS.add("attack_card", "BF-7.1", seat=names.SEAT)
ATTACKED_UNIT: Final = EVENTS.add(
    "attacked_unit", "BF-7.3", seat=names.SEAT, card=names.CARD, target=names.CARD, territory=names.TERRITORY
)
ATTACKED_LAND: Final = EVENTS.add(
    "attacked_land", "BF-7.3", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY, owner=names.SEAT
)
DEFLECTED: Final = EVENTS.add(
    "deflected", "BF-7.3", seat=names.SEAT, given=names.CARD, card=names.CARD, territory=names.TERRITORY
)
NULLIFIED: Final = EVENTS.add("nullified", "BF-7.3", seat=names.SEAT, price=names.PRICE)
EVADED: Final = EVENTS.add("evaded", "BF-7.3", seat=names.SEAT, card=names.CARD, at=names.TERRITORY, to=names.TERRITORY)
FOURTH: Final = EVENTS.add("fourth_card", "BF-7.4", seat=names.SEAT)
ROWS_LAID: Final = EVENTS.add("rows_laid", "BF-7.4", seat=names.SEAT, owner=names.SEAT, attacker=_LOSS, defender=_LOSS)
FORCES: Final = EVENTS.add("forces", "BF-7.5", power=FORCE, guard=FORCE, against_power=FORCE, against_guard=FORCE)
"""Power and guard of the attacker's unit, then of the defender's, as they are in this fight."""
MET: Final = EVENTS.add("met", "BF-7.5", at=names.TERRITORY, distance=_NUMBER, attacker=STANDING, defender=STANDING)
"""From where the attacker's unit comes, and what else both units bring to the fight."""
REVEALED: Final = EVENTS.add("revealed", "BF-7.5", seat=names.SEAT, card=names.COMBAT, loss=_LOSS, gain=_LOSS)
UNMET: Final = EVENTS.add("unmet", "BF-7.5", seat=names.SEAT, loss=_LOSS, gain=_LOSS)
PLATED: Final = EVENTS.add("plated", "BF-7.5", seat=names.SEAT, card=names.CARD)
SHIELD_TOSSED: Final = EVENTS.add("shield_tossed", "BF-7.5", seat=names.SEAT, coin=COIN)
FIGHT_OVER: Final = EVENTS.add("fight_over", "BF-7.5", attacker=_LOSS, defender=_LOSS)
"""What durability both units have left."""
LAND_HIT: Final = EVENTS.add("land_hit", "BF-7.3", territory=names.TERRITORY, loss=_LOSS, durability=names.DURABILITY)
ENDANGERED: Final = EVENTS.add("endangered", "BF-7.6", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY)
HELPED: Final = EVENTS.add("helped", "BF-7.6", seat=names.SEAT, owner=names.SEAT, card=Flag(), resource=Flag())
SAVED: Final = EVENTS.add("saved", "BF-7.6.2", seat=names.SEAT, card=names.CARD, at=names.TERRITORY, to=names.TERRITORY)
TRACKED: Final = EVENTS.add("tracked", "BF-7.6.3", secret={"card": names.CARD}, seat=names.SEAT, target=names.SEAT)
DESTROYED: Final = EVENTS.add("destroyed", "BF-7.6.4", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY)
CREW_SURVIVES: Final = EVENTS.add(
    "crew_survives", "BF-7.6.4", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY
)
EXPENDED: Final = EVENTS.add("expended", "BF-7.6.4", seat=names.SEAT, card=names.CARD, coin=COIN)
SATELLITE: Final = EVENTS.add(
    "satellite", "BF-7.7", seat=names.SEAT, territory=names.TERRITORY, durability=names.DURABILITY
)
CAPTURED: Final = EVENTS.add(
    "captured", "BF-7.8", seat=names.SEAT, loser=names.SEAT, territory=names.TERRITORY, durability=names.DURABILITY
)

# BF-8: special attacks and elimination
SPECIAL: Final = EVENTS.add("special_played", "BF-8.1", seat=names.SEAT, card=names.CARD, price=names.PRICE)
HYDROGEN: Final = EVENTS.add("hydrogen_uranium_bomb", "BF-8.2", seat=names.SEAT, territory=names.TERRITORY)
NEUTRON: Final = EVENTS.add("neutron_bomb", "BF-8.3", seat=names.SEAT, territory=names.TERRITORY)
DIVINE: Final = EVENTS.add("divine_punishment", "BF-8.4", seat=names.SEAT)
AIMED: Final = EVENTS.add("aimed", "BF-8.4", territory=names.TERRITORY, number=_LOSS)
EMP: Final = EVENTS.add("emp", "BF-8.5", seat=names.SEAT, target=names.SEAT)
BIOCHEMICAL: Final = EVENTS.add("biochemical_diffusion", "BF-8.6", seat=names.SEAT)
INTRUSION: Final = EVENTS.add("network_intrusion", "BF-8.7", seat=names.SEAT, target=names.SEAT)
INFILTRATED: Final = EVENTS.add(
    "infiltrated", "BF-8.8", seat=names.SEAT, card=names.CARD, at=names.TERRITORY, to=names.TERRITORY
)
ASSASSINATION: Final = EVENTS.add(
    "assassination", "BF-8.8", seat=names.SEAT, card=names.CARD, target=names.CARD, coin=COIN
)
SPECIAL_NULLIFIED: Final = EVENTS.add(
    "special_nullified", "BF-8.1", seat=names.SEAT, card=names.CARD, price=names.PRICE
)
TROPHY: Final = EVENTS.add("trophy", "BF-8.2", seat=names.SEAT, territory=names.TERRITORY)
ELIMINATED: Final = EVENTS.add("eliminated", "BF-8.9", seat=names.SEAT, by=names.SEAT)
FELL: Final = EVENTS.add("fell", "BF-8.9", seat=names.SEAT)
"""BF-8.6: eliminated by nobody."""
FALLEN_RESOURCES: Final = EVENTS.add("fallen_resources", "BF-8.9", seat=names.SEAT, number=_NUMBER)
DISBANDED: Final = EVENTS.add("disbanded", "BF-8.9", seat=names.SEAT, card=names.CARD, territory=names.TERRITORY)
LAND_GONE: Final = EVENTS.add("land_gone", "BF-8.9", seat=names.SEAT, territory=names.TERRITORY)
LAND_TAKEN: Final = EVENTS.add(
    "land_taken", "BF-8.9", seat=names.SEAT, loser=names.SEAT, territory=names.TERRITORY, durability=names.DURABILITY
)
LEFT: Final = EVENTS.add("left", "BF-8.9", seat=names.SEAT)

# BF-9: loyalty
LOYAL: Final = EVENTS.add("loyal", "BF-9.1", seat=names.SEAT, card=names.CARD, die=Count(6), loyalty=Count(6))
DISLOYAL: Final = EVENTS.add("disloyal", "BF-9.1", seat=names.SEAT, card=names.CARD, die=Count(6), loyalty=Count(6))
DEFECTED: Final = EVENTS.add(
    "defected", "BF-9.1", seat=names.SEAT, card=names.CARD, to=names.SEAT, territory=names.TERRITORY
)

# BF-10: titles
_TITLE_RULES: Final = tuple(f"BF-10.{number + 1}" for number in range(len(names.TITLES)))
TITLE: Final = tuple(
    EVENTS.add(f"title_{name}", rule, seat=names.SEAT) for name, rule in zip(names.TITLES, _TITLE_RULES, strict=True)
)
"""By title."""
HEGEMONY_LOST: Final = EVENTS.add("hegemony_lost", "BF-10.5", seat=names.SEAT)
SPOILS: Final = EVENTS.add("spoils", "BF-10.1", seat=names.SEAT, loser=names.SEAT, number=_NUMBER)
SPOILS_DRAW: Final = EVENTS.add("spoils_draw", "BF-10.1", seat=names.SEAT)
HEIR: Final = EVENTS.add("heir", "BF-10.3", seat=names.SEAT, heir=names.SEAT, number=_NUMBER, resources=names.RESOURCES)
RESTORED_ALL: Final = EVENTS.add("restored_all", "BF-10.4", seat=names.SEAT, number=_NUMBER)
NO_HEIR: Final = EVENTS.add("no_heir", "BF-10.3", seat=names.SEAT)

# BF-11: the end
CONQUEST: Final = EVENTS.add("conquest", "BF-11.1", seat=names.SEAT)
JUST_WORLD: Final = EVENTS.add("just_world", "BF-11.2", seat=names.SEAT)
DOOMSDAY: Final = EVENTS.add("nuclear_doomsday", "BF-11.3", seat=names.SEAT)
ROUND_LIMIT: Final = EVENTS.add("round_limit", "BF-11.4", seat=names.SEAT, round=names.ROUND)
NOBODY_LEFT: Final = EVENTS.add("nobody_left", "BF-8.6")

# BF-12: treaties
PROPOSED: Final = EVENTS.add("proposed", "BF-12.1", seat=names.SEAT, target=names.SEAT, number=Count(names.MAX_CLAUSES))
CLAUSE: Final = EVENTS.add(
    "clause", "BF-12.2", type=names.CLAUSE, side=names.BOUND_SIDE, rounds=names.ROUNDS, k=Count(99),
)  # fmt: skip
CLAUSE_AGAINST: Final = EVENTS.add(
    "clause_against", "BF-12.2", type=names.CLAUSE, side=names.BOUND_SIDE, rounds=names.ROUNDS,
    against=names.SEAT,
)  # fmt: skip
TREATY_MADE: Final = EVENTS.add("treaty_made", "BF-12.1", seat=names.SEAT, target=names.SEAT)
TREATY_REFUSED: Final = EVENTS.add("treaty_refused", "BF-12.1", seat=names.SEAT, target=names.SEAT)
TORN: Final = EVENTS.add("torn", "BF-12.4", seat=names.SEAT, target=names.SEAT)
CLAUSE_ENDED: Final = EVENTS.add("clause_ended", "BF-12.2", seat=names.SEAT, target=names.SEAT, type=names.CLAUSE)
GIFT: Final = EVENTS.add("gift", "BF-12.2", seat=names.SEAT, target=names.SEAT, number=_NUMBER)

for _event, _number in (
    (TRIBUTE, "number"),
    (PERMITTED, "answer"),
    (REVEALED, "loss"),
    (UNMET, "loss"),
    (CLAUSE, "k"),
):
    EVENTS.count_by(_event, _number)
