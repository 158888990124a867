# ruff: noqa: E501 - the texts are those of the source, line breaks included
"""Mutants of the important rules, chapter by chapter: small changes that the scenarios naming the rule must notice.

(rule, file, old text, new text), in the order of the specification: its rules, then the rulings on single cases
(BF-E and the number). No old text is one that tells an event.
"""

from __future__ import annotations

ABILITIES = "abilities.py"
ATTACK = "rules/attack.py"
CAPTURE = "rules/capture.py"
CARDS = "rules/cards.py"
COMBAT = "rules/combat.py"
DANGER = "rules/danger.py"
DEVELOPMENT = "rules/development.py"
ELIMINATION = "rules/elimination.py"
ENDING = "rules/ending.py"
FIGHT = "rules/fight_actions.py"
FORMULAS = "formulas.py"
GAME = "game.py"
GUESTS = "rules/guests.py"
MODIFICATIONS = "rules/modifications.py"
ORDERS = "rules/orders.py"
PACTS = "pacts.py"
RULESET = "ruleset.py"
SETUP = "rules/setup.py"
SPACE = "space.py"
SPECIAL = "rules/special.py"
SPECIAL_EFFECTS = "rules/special_effects.py"
STATE = "state.py"
STRATEGY = "rules/strategy.py"
TITLES = "rules/titles.py"
TREATIES = "rules/treaties.py"
TURN = "rules/turn.py"
UNITS = "rules/units.py"

MUTANTS: list[tuple[str, str, str, str]] = [
    # 1: set-up
    ("BF-1.1", STATE, "turn = [(seat + step) % count", "turn = [(seat - step) % count"),
    ("BF-1.2", RULESET, 'options["factions_dealt"] = min(3, most)', 'options["factions_dealt"] = min(2, most)'),
    ("BF-1.3", RULESET, "min(len(names.TERRITORIES), each * seats)", "min(len(names.TERRITORIES), 4 * seats)"),
    ("BF-1.4", SETUP, "if len(laid) == len(left) < names.SLOTS:", "if len(laid) == len(left):"),
    (
        "BF-1.5",
        FORMULAS,
        "state.rules.capital_bonus if state.has_token(territory)",
        "2 if state.has_token(territory)",
    ),
    ("BF-1.6", SETUP, "FIRST_HAND: Final = 5", "FIRST_HAND: Final = 4"),
    (
        "BF-1.7",
        TURN,
        "return seat if state.rules.round1_draw and state.round == 1 else",
        "return seat if state.rules.round1_draw else",
    ),
    (
        "BF-1.8",
        GAME,
        "        state.push(turn.FIRST_CARDS_STEP)\n        state.push(turn.LAYOUT_STEP)\n",
        "        state.push(turn.LAYOUT_STEP)\n        state.push(turn.FIRST_CARDS_STEP)\n",
    ),
    # 2: map, distance, outer territories
    ("BF-2.1", SPACE, "if one == side and other == layer]", "if one == side and other == layer][:1]"),
    ("BF-2.2", SPACE, "for layer in range(names.MAX_LAYERS, 0, -1)", "for layer in range(1, names.MAX_LAYERS + 1)"),
    ("BF-2.3", SPACE, "max(1, min(walked, state.ring - walked))", "max(1, walked)"),
    (
        "BF-2.4",
        SPACE,
        "if holder >= 0 and layers[territory] == highest[2 * holder + sides[territory] if per_side else holder]:",
        "if holder >= 0:",
    ),
    ("BF-2.5", SPACE, "layer = max([layer for layer, _, _ in taken], default=1)", "layer = 1"),
    ("BF-2.6", ATTACK, "walks = not abilities.flies(state, unit)", "walks = True"),
    # 3: the turn
    ("BF-3", TURN, "    if following <= seat:\n", "    if not following:\n"),
    (
        "BF-3.1",
        TURN,
        "marks[EVASION] = [UNKNOWN if one == seat else one for",
        "marks[EVASION] = [one for",
    ),
    ("BF-3.2", TURN, "(len(land) + cities) // 2", "(len(land) + cities + 1) // 2"),
    ("BF-3.3", CARDS, "number = max(0, min(number, left_in_pile(state)))", "number = max(0, number)"),
    ("BF-3.4", FORMULAS, "(state.resources[seat] if state.rules.resources_count else 0)", "state.resources[seat]"),
    (
        "BF-3.5",
        DEVELOPMENT,
        "        *units.placings(state, seat),\n",
        "        *(() if state.step == POST_BATTLE else units.placings(state, seat)),\n",
    ),
    ("BF-3.6", TURN, "    units.restore_all(state)\n", ""),
    ("BF-3.7", TURN, "return state.round > 1 and not any(", "return not any("),
    (
        "BF-3.8",
        CAPTURE,
        "most if settlers else formulas.half(state, territory)",
        "most if settlers else formulas.half(state, territory, most % 2)",
    ),
    ("BF-3.9", TURN, "        end_harms(state, table, seat)\n", ""),
    # 4: units
    ("BF-4.1", FORMULAS, "return max(0, names.COST[card] +", "return max(1, names.COST[card] +"),
    ("BF-4.2", STATE, "if owner == seat and opened[place] and aboard", "if owner == seat and aboard"),
    ("BF-4.3", UNITS, "[names.UNIT_DURABILITY] * len(state.units)", "[names.UNIT_DURABILITY - 1] * len(state.units)"),
    ("BF-4.4", UNITS, "        elif not uses & names.BOARDED:\n", "        else:\n"),
    ("BF-4.5", UNITS, "    if host != state.of(vehicle, OWNED):\n", "    if host < 0:\n"),
    ("BF-4.6", UNITS, "sum(other == card and is_open for", "sum(other == card for"),
    (
        "BF-4.7",
        ATTACK,
        "            if owner == holder or stays[place] == names.GUEST:\n",
        "            if holder >= 0:\n",
    ),
    ("BF-4.8", GUESTS, "        and not pacts.may_station(state, state.of(unit, OWNED), seat)\n", ""),
    (
        "BF-4.9",
        ABILITIES,
        "return [*found, terrain] if terrain >= 0 else found",
        "return [*found, terrain] if terrain >= 0 and is_at_home(state, source) else found",
    ),
    # 5: modifications
    (
        "BF-5.1",
        MODIFICATIONS,
        "    if len(mine) >= formulas.slots(state, seat):\n",
        "    if len(mine) > formulas.slots(state, seat):\n",
    ),
    (
        "BF-5.2",
        STATE,
        "if card not in self.modifications[seat].cards or self.harmed_by[seat][names.PULSED] >= 0:",
        "if card not in self.modifications[seat].cards:",
    ),
    # 6: orders and strategy
    ("BF-6.1", ORDERS, "            state.barred.append((unit, host))\n", ""),
    ("BF-6.2", ORDERS, "= min(before + points, formulas.maximum(state, territory))", "= before + points"),
    (
        "BF-6.3",
        ORDERS,
        "for unit in movable(state, seat)\n        for to in units.goals(",
        "for unit in state.units_of(seat)\n        for to in units.goals(",
    ),
    ("BF-6.4", ORDERS, "return min(2 * names.COST", "return min(3 * names.COST"),
    (
        "BF-6.5",
        STRATEGY,
        "return card in state.hands[seat].cards and state.harmed_by[seat][names.INTRUDED] < 0",
        "return card in state.hands[seat].cards",
    ),
    ("BF-6.6", TREATIES, "if not state.uses[seat] & names.USED_ENVOY and any(", "if any("),
    (
        "BF-6.7",
        STRATEGY,
        "for one in harmable(state, seat) if has_something(state, one)]",
        "for one in harmable(state, seat)]",
    ),
    # 7: the fight
    ("BF-7.1", ATTACK, "able if afresh else [unit for unit in able if not state.of(unit, SPENT)]", "able"),
    ("BF-7.2", ATTACK, "if open_to[holder] and not garrisoned and", "if open_to[holder] and"),
    (
        "BF-7.3",
        ATTACK,
        "if not nullify(state, table, seat) and not evade(state, table, seat):",
        "if not evade(state, table, seat) and not nullify(state, table, seat):",
    ),
    (
        "BF-7.3.2",
        ATTACK,
        "        and state.of(unit, OWNED) != seat\n        and state.of(unit, OPEN)\n",
        "        and state.of(unit, OPEN)\n",
    ),
    (
        "BF-7.3.3",
        ATTACK,
        "for card in (names.SMART_RIFLE, names.QUANTUM_CAMO)):",
        "for card in (names.QUANTUM_CAMO,)):",
    ),
    (
        "BF-7.3.4",
        ATTACK,
        "return [-1, *units.goals(state, seat, state.of(one.target, AT))]",
        "return [-1, *units.goals(state, seat)]",
    ),
    ("BF-7.3.5", FORMULAS, "return 1 + EFFECTS.amount(state, abilities.HIT, unit)", "return 1"),
    (
        "BF-7.4",
        COMBAT,
        "attack.fourth and state.of(attack.attacker, OWNED) == seat else",
        "attack.fourth else",
    ),
    ("BF-7.5", COMBAT, " - int(defending & names.BULWARK != 0)", ""),
    ("BF-7.5.3", COMBAT, "    return loss - 1\n", "    return 0\n"),
    ("BF-7.5.4", COMBAT, "if not loss or attack.shielded or not", "if not loss or not"),
    ("BF-7.6", DANGER, "saved = not intercepted and rescue(state, table)", "saved = rescue(state, table)"),
    ("BF-7.6.1", DANGER, "    else:\n        units.show(state, unit)\n", "    else:\n"),
    ("BF-7.6.2", DANGER, "if seat != danger.opponent and len(", "if len("),
    ("BF-7.6.3", DANGER, "if cause == BY_BOMB and state.rules.titles:", "if False:"),
    (
        "BF-7.6.4",
        DANGER,
        "            remove(state, table, crew)\n",
        "            units.leave(state, crew, state.discard)\n",
    ),
    ("BF-7.7", ATTACK, "sees_it = destroyed & 2 and", "sees_it = destroyed and"),
    ("BF-7.8", FORMULAS, "max(1, most // 2) + more", "max(1, (most + 1) // 2) + more"),
    (
        "BF-7.9",
        ATTACK,
        "        capture.hit(state, table, seat, one.ground, formulas.blow(state, one.attacker), events.LAND_HIT)\n",
        "        capture.hit(state, table, seat, one.ground, formulas.blow(state, one.attacker), events.LAND_HIT)\n        units.stand(state, one.attacker, one.ground)\n",
    ),
    (
        "BF-7.10",
        STATE,
        "return self.attack is None or not self.attack.fighting or",
        "return self.attack is None or not self.is_there(self.attack.target) or",
    ),
    (
        "BF-7.11",
        DANGER,
        "for seat in (*state.others(state.active), state.active):",
        "for seat in (state.active, *state.others(state.active)):",
    ),
    # 8: special attacks, elimination
    (
        "BF-8.1",
        SPECIAL,
        "if special.card == names.ASSASSINATION or state.has_modification(seat, names.QUANTUM_CAMO):",
        "if special.card == names.ASSASSINATION:",
    ),
    ("BF-8.2", SPECIAL_EFFECTS, "is_struck(state, unit, hidden=True)", "is_struck(state, unit, hidden=False)"),
    ("BF-8.3", SPECIAL_EFFECTS, "is_struck(state, unit, hidden=False)", "is_struck(state, unit, hidden=True)"),
    ("BF-8.4", SPECIAL_EFFECTS, "least = int(state.holders[territory] == seat)", "least = 0"),
    ("BF-8.5", FORMULAS, "state.card(crew if under_emp else unit)", "state.card(unit)"),
    ("BF-8.6", SPECIAL_EFFECTS, "    if state.verdict >> seat & 1:\n", "    if False:\n"),
    (
        "BF-8.7",
        SPECIAL_EFFECTS,
        "actions.INTRUSION.value(code)][names.INTRUDED]",
        "actions.INTRUSION.value(code)][names.PULSED]",
    ),
    ("BF-8.8", SPECIAL_EFFECTS, "coin |= table.draw(", "coin &= table.draw("),
    ("BF-8.9", ELIMINATION, "    titles.end_titles(state, seat)  # 6\n", ""),
    # 9: loyalty
    ("BF-9.1", ELIMINATION, "loyal = face <= loyalty", "loyal = face < loyalty"),
    (
        "BF-9.2",
        ORDERS,
        "if names.KIND[state.card(unit)] == names.CHARACTER and elimination.roll_loyalty(state, table, unit):",
        "if names.KIND[state.card(unit)] == names.CHARACTER and not elimination.roll_loyalty(state, table, unit):",
    ),
    (
        "BF-9.3",
        STRATEGY,
        "    units.look_at_unit(state, table, seat, unit)\n",
        "    units.look_at_unit(state, table, seat, unit)\n    table.roll(actions.DIE)\n",
    ),
    (
        "BF-9.4",
        ELIMINATION,
        "    if not state.of(unit, OPEN):\n        units.show(state, unit)\n",
        "",
    ),
    # 10: titles
    ("BF-10.1", TITLES, "if not (again and state.rules.once_per_card):", "if not again:"),
    ("BF-10.2", TITLES, "    living = state.living()\n", "    living = list(range(state.seats))\n"),
    (
        "BF-10.3",
        TITLES,
        "for other in state.others(seat) if not doomed >> other & 1)",
        "for other in state.others(seat))",
    ),
    (
        "BF-10.4",
        TITLES,
        "state.durability[territory] = formulas.maximum(state, territory)",
        "state.durability[territory] += 1",
    ),
    ("BF-10.5", TITLES, "if holder in richest:", "if [holder] == richest:"),
    (
        "BF-10.6",
        TITLES,
        "if state.rules.titles and state.titles[names.SOURCE_OF_DISASTER] < 0:",
        "if state.rules.titles:",
    ),
    ("BF-10.7", TITLES, " and not state.god_decided:", ":"),
    # 11: the end
    ("BF-11.1", ENDING, "if len(living) == 1:", "if len(living) == 1 and state.rules.titles:"),
    ("BF-11.2", ENDING, "if just >= 0 and state.is_in(just):", "if just >= 0 and len(living) == 1:"),
    (
        "BF-11.3",
        ENDING,
        "for zone in state.trophies) >= len(state.land)",
        "for zone in state.trophies) > len(state.land)",
    ),
    (
        "BF-11.4",
        ENDING,
        "        state.resources[seat],\n        len(state.units_of(seat)),\n",
        "        len(state.units_of(seat)),\n        state.resources[seat],\n",
    ),
    ("BF-11.5", ENDING, "if just >= 0 and state.is_in(just):", "if just >= 0 and len(living) > 1:"),
    (
        "BF-11.6",
        ENDING,
        "if state.round < state.rules.max_rounds or following > state.active:",
        "if state.round < state.rules.max_rounds or following >= state.active or not state.is_in(state.active):",
    ),
    # 12: treaties
    (
        "BF-12.1",
        TREATIES,
        "    drop(state, table, seat, other)\n    state.treaties += state.proposal\n",
        "    state.treaties += state.proposal\n",
    ),
    ("BF-12.2", TREATIES, "else state.round + rounds", "else state.round + rounds - 1"),
    (
        "BF-12.3",
        PACTS,
        "return may_aim_at(state, seat, other) and not binds(state, seat, other, names.NO_SPECIAL)",
        "return may_aim_at(state, seat, other)",
    ),
    (
        "BF-12.4",
        TREATIES,
        "    drop(state, table, seat, other)\n    guests.expel(state, table)\n",
        "    drop(state, table, seat, other)\n",
    ),
    ("BF-12.5", TREATIES, "if state.rules.void_at_two and kind in VOID_AT_TWO and", "if kind in VOID_AT_TWO and"),
    ("BF-12.6", PACTS, "if not state.rules.secret_treaties or viewer == ALL:", "if viewer == ALL:"),
    ("BF-12.7", TREATIES, 'return "BF-12.7" if is_there_already(before, clause) else ""', 'return ""'),
    # Rulings on single cases
    (
        "BF-E2",
        DANGER,
        "        step_off(state, table, unit)\n    state.put(unit, DURABILITY, 1)\n",
        "        step_off(state, table, unit)\n",
    ),
    (
        "BF-E8",
        COMBAT,
        "        less = saved_by_plating(state, units[side], losses[side])\n        plated[side] = less < losses[side]\n        losses[side], coins[side] = saved_by_shield(state, table, units[side], less)\n",
        "        less, coins[side] = saved_by_shield(state, table, units[side], losses[side])\n        losses[side] = saved_by_plating(state, units[side], less)\n        plated[side] = losses[side] < less\n",
    ),
    (
        "BF-E9",
        COMBAT,
        "if shown[side] == names.SELF_DESTRUCT_C and losses[1 - side]:",
        "if shown[side] == names.SELF_DESTRUCT_C:",
    ),
    (
        "BF-E10",
        ABILITIES,
        "return 0 if mask and state.attack is not None and is_jammed(state, unit) else mask",
        "return mask & in_orbit * names.FLIGHT if mask and is_jammed(state, unit) else mask",
    ),
    (
        "BF-E11",
        SPECIAL,
        "any(abilities.has(state, unit, names.FLIGHT) for",
        "any(state.printed(unit) & names.FLIGHT for",
    ),
    (
        "BF-E13",
        ATTACK,
        "        and state.holders[state.of(unit, AT)] == domain\n",
        "        and state.of(unit, OWNED) == domain\n",
    ),
    (
        "BF-E19",
        SPECIAL_EFFECTS,
        "    return not state.has_token(territory)\n",
        "    return not state.has_token(territory) and state.holders[territory] != state.active\n",
    ),
    (
        "BF-E23",
        SPECIAL,
        "return state.has_modification(seat, names.STRATEGIC_SATELLITE)",
        "return names.STRATEGIC_SATELLITE in state.modifications[seat].cards",
    ),
    (
        "BF-E24",
        STRATEGY,
        "if len(hand) < RICH or not orders.may_trade(state, seat) or not",
        "if len(hand) < RICH or not",
    ),
    ("BF-E25", ELIMINATION, "    state.harmed_by[seat] = [UNKNOWN] * len(names.HARMS)\n", ""),
    (
        "BF-E26",
        TREATIES,
        "if not state.uses[seat] & names.USED_ENVOY and any(",
        "if state.harmed_by[seat][names.INTRUDED] < 0 and not state.uses[seat] & names.USED_ENVOY and any(",
    ),
    (
        "BF-E27",
        FORMULAS,
        "        and not state.is_empty_vehicle(unit)\n        and (state.of",
        "        and not state.is_empty_vehicle(unit)\n        and not is_evading(state, unit)\n        and (state.of",
    ),
    (
        "BF-E40",
        ELIMINATION,
        "if state.is_there(unit) and state.of(unit, OWNED) == seat:",
        "if any(unit in state.standing_at(land) for land in state.domain(seat)) and state.of(unit, OWNED) == seat:",
    ),
    ("BF-E44", ORDERS, "if state.of(unit, OPEN) and not state.is_crewed(unit)]", "if state.of(unit, OPEN)]"),
    ("BF-E46", TITLES, "    state.move_all(hand, state.hands[heir])\n", "    state.move_all(hand, state.discard)\n"),
]
