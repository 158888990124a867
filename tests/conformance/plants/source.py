"""Plants in the text of rules modules, for lint: an edited copy of a game's package."""

from __future__ import annotations

from typing import Any

from conformance.plants.base import LEDUC, ORDERS, PLANETS, plant

SAME_LEDUC = "    state.round = number\n"
SAME_ORDERS = "    state.attacker, state.defender = seat, other\n"
SAME_PLANETS = "    motion = state.motion = Motion(proposer, candidate, [NOT_GIVEN] * state.seats)\n"
PLACES = (
    (LEDUC, "game.py", SAME_LEDUC),
    (ORDERS, "rules.py", SAME_ORDERS),
    (PLANETS, "rules/council.py", SAME_PLANETS),
)


def in_rules(number: int, name: str, text: str) -> None:
    """Plant lines behind a known one in the rules of a card game, a toy and Planet Masters."""

    def make(game: Any) -> Any:
        return game

    make.__name__ = name
    for game, file, line in PLACES:
        plant(number, game, finds="lint", where=("module",), edits=((file, line, line + text),))(make)


in_rules(20, "order_of_a_set", '    for word in {"a", "b"}:\n        state.info += ord(word) - ord(word)\n')
in_rules(20, "order_of_a_set_by_name", '    seen = set("ab")\n    state.info += sum(0 for _ in [x for x in seen])\n')
in_rules(21, "random_imported", "    import random\n\n    state.info += random.randrange(1)\n")
in_rules(22, "clock_imported", "    import time\n\n    state.info += int(time.time()) & 0\n")
in_rules(31, "float_in_rules", "    state.info += int(0.5 * state.info) * 0\n")
in_rules(31, "division_in_rules", "    state.info += int(state.info / 2) * 0\n")
in_rules(31, "try_in_rules", "    try:\n        state.info += 0\n    finally:\n        state.info += 0\n")
in_rules(31, "with_in_rules", "    if state.info < 0:\n        with open('x') as x:\n            x.read()\n")


BET = "    return LEGAL[state.raises]\n"
PLACE = '    key, rule, secret, families = "place_token", "ORD-2.1", True, (actions.PLACE,)\n'
LAMBDA = "    help = lambda self: 0\n"
ANSWER = "\n\nask_bet.by_default(lambda state, seat, arg: CALL)\n"


@plant(31, LEDUC, finds="lint", where=("module",), edits=(("game.py", BET, BET + ANSWER),))
@plant(31, ORDERS, finds="lint", where=("module",), edits=(("questions.py", PLACE, PLACE + LAMBDA),))
def lambda_in_a_prompt(game: Any) -> Any:
    return game
