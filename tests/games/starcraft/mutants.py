# ruff: noqa: E501 - the texts are those of the source, line breaks included
"""Mutants of the important rules, chapter by chapter: small changes that the scenarios naming the rule must notice.

(rule, file, old text, new text), in the order of the specification.
"""

from __future__ import annotations

BATTLE = "rules/battle.py"
BUILD = "rules/build.py"
CHOICES = "rules/event_choices.py"
DESTROYING = "rules/destroying.py"
DRAWING = "rules/drawing.py"
ENDING = "rules/ending.py"
EVENTS = "rules/event_cards.py"
EXECUTION = "rules/execution.py"
FORMULAS = "formulas.py"
LOSING = "rules/losing.py"
MOBILIZE = "rules/mobilize.py"
PAYMENT = "rules/payment.py"
PLANNING = "rules/planning.py"
REGROUP = "rules/regroup.py"
RESEARCH = "rules/research.py"
RETREAT = "rules/retreat.py"
SETUP = "rules/setup.py"
FORCES = "rules/forces.py"
SKIRMISH = "rules/skirmish.py"
SPACE = "space.py"
SPLASH = "rules/splash.py"
START = "rules/start.py"
STATE = "state.py"
STRENGTH = "strength.py"

MUTANTS = (
    # 1: terms and set-up
    (
        "SC-1.1",
        FORMULAS,
        "areas_with(state, seat) if not is_enemy(state, seat, area)]",
        "areas_with(state, seat)]",
    ),
    (
        "SC-1.2",
        SPACE,
        "        if slot >= 0 and slot // 4 in planets:\n",
        "        if slot >= 0 and slot // 4 in planets and not place % 2:\n",
    ),
    (
        "SC-1.3",
        SETUP,
        "    for seat in reversed(state.in_turn()):\n        state.push(agenda.FACTION_STEP",
        "    for seat in state.in_turn():\n        state.push(agenda.FACTION_STEP",
    ),
    ("SC-1.7.2", SETUP, "return joined if joined and space.pieces_left(state) else lone", "return lone"),
    (
        "SC-1.7.5",
        SETUP,
        "return [*areas, actions.LATER] if state.placing_round == 1 else areas",
        "return [*areas, actions.LATER]",
    ),
    ("SC-1.8", SETUP, "if major // 4 != minor // 4", "if major != minor"),
    ("SC-1.9", SETUP, "wanted = area == base or state.rules.whole_planet_cards", "wanted = True"),
    ("SC-1.10", FORCES, "if area >= first and rooms[place] > 0 and sum", "if area >= first and sum"),
    # 2: planning
    ("SC-2.1", PLANNING, "seat, least = other, placed", "seat, least = other, placed + 1"),
    (
        "SC-2.2",
        PLANNING,
        "return space.surroundings(state, formulas.planets_with(state, seat))",
        "return formulas.planets_with(state, seat)",
    ),
    (
        "SC-2.5",
        PLANNING,
        "allowed = specials_placed(state, seat) < state.specials[seat]",
        "allowed = specials_placed(state, seat) <= state.specials[seat]",
    ),
    # 3: execution
    ("SC-3.2", EXECUTION, "        drawing.draw_event(state, table, seat, events.EVENT_INSTEAD)\n", ""),
    (
        "SC-3.3",
        EXECUTION,
        "        drawing.draw_event(state, table, seat, events.EVENT_OBSTRUCTED)\n",
        "        pass\n",
    ),
    ("SC-3.6", DESTROYING, "        state.bases[area] = UNKNOWN\n", ""),
    (
        "SC-3.8",
        EXECUTION,
        "        while stack.cards and not state.is_in",
        "        if stack.cards and not state.is_in",
    ),
    # 4: payment
    (
        "SC-4.3",
        PAYMENT,
        "is_forced = state.mined[source] >= names.VALUE[source]",
        "is_forced = state.mined[source] > names.VALUE[source]",
    ),
    (
        "SC-4.4",
        FORMULAS,
        "state.mined[source]) + names.DEPLETED - state.depletion[source]",
        "state.mined[source]) + names.PARTIAL - state.depletion[source]",
    ),
    ("SC-4.5", PAYMENT, " and minerals + gas <= purse[2]", ""),
    # 5: Build
    ("SC-5.1", BUILD, "return order.step > step", "return False"),
    ("SC-5.2", BUILD, "state.unavailable[seat] += 1", "state.pool[seat] += 1"),
    ("SC-5.3", BUILD, "space.ends(state, route)[0] == order.planet", "order.planet in space.ends(state, route)"),
    ("SC-5.4", BUILD, " if formulas.room(state, seat, area)]", "]"),
    (
        "SC-5.5",
        FORMULAS,
        "limit = 2 * sum([1 for level in state.levels[seat] if level])",
        "limit = 2 * sum(state.levels[seat])",
    ),
    (
        "SC-5.6",
        BUILD,
        "names.DESTROYS[unit][0]) - order.fresh[area]",
        "names.DESTROYS[unit][0])",
    ),
    ("SC-5.7", BUILD, "sum(own) < names.MODULE_SPACES[race] and", ""),
    (
        "SC-5.8",
        BUILD,
        " or formulas.base_on(state, seat, planet) >= 0:\n        return False",
        ":\n        return False",
    ),
    ("SC-5.9", STRENGTH, "    if flies and has_air_support(state, battle, side):\n        value += 1\n", ""),
    ("SC-5.10", BUILD, " or order.discounted or", " or"),
    # 6: Mobilize
    (
        "SC-6.2",
        MOBILIZE,
        "planets = [planet, *space.reached(state, seat, planet)]\n    return [area for one",
        "planets = [planet, *space.neighbours(state, planet)]\n    return [area for one",
    ),
    (
        "SC-6.3",
        MOBILIZE,
        "return to in self.enemy and any(area != to for area in self.entered)",
        "return False",
    ),
    (
        "SC-6.4",
        MOBILIZE,
        "attacks = formulas.enemy_units(state, seat, area) >= 0",
        "attacks = formulas.is_enemy(state, seat, area)",
    ),
    (
        "SC-6.6",
        MOBILIZE,
        "if state.strength(seat, area) and defender >= 0:",
        "if state.strength(seat, area) and formulas.is_enemy(state, seat, area):",
    ),
    ("SC-6.7", MOBILIZE, "far = names.PLANET_OF[source] != names.PLANET_OF[area]", "far = True"),
    ("SC-6.8", MOBILIZE, "    state.recall_used[seat] = 1\n", ""),
    ("SC-6.9", BATTLE, "SPECIAL_DRAWS if battle.special and side == ATTACKER", "SPECIAL_DRAWS if battle.special"),
    # 7: Research
    (
        "SC-7.1",
        EXECUTION,
        "None if formulas.base_on(state, seat, planet) >= 0 else",
        "None if formulas.is_on(state, seat, planet) else",
    ),
    ("SC-7.2", RESEARCH, "    state.move_all(state.discards[seat], state.decks[seat])\n", ""),
    (
        "SC-7.4",
        RESEARCH,
        "copies = [] if not arg or cards.IN_PLAY[arg - 1] else list(cards.CARDS_OF_TECH[arg - 1])",
        "copies = []",
    ),
    (
        "SC-7.5",
        DRAWING,
        "    if not deck.cards:\n        refill(state, table, seat)\n    return card",
        "    return card",
    ),
    # 9: battle
    (
        "SC-9.2",
        START,
        "    for side in (ATTACKER, DEFENDER):\n        seat = strength.seat_of(battle, side)\n        if state.strength",
        "    for side in (DEFENDER, ATTACKER):\n        seat = strength.seat_of(battle, side)\n        if state.strength",
    ),
    ("SC-9.3", BATTLE, "number + formulas.has_ability(state, seat, names.PROTOSS)", "number"),
    (
        "SC-9.4",
        BATTLE,
        "    if not sum(counts) and battle.fronts[side] >= 0:\n        counts[battle.fronts[side]] = 1\n",
        "    if not sum(counts):\n        counts = [state.number(seat, battle.area, unit) for unit in range(UNIT_KINDS)]\n",
    ),
    (
        "SC-9.5",
        BATTLE,
        "    for side in (ATTACKER, DEFENDER):\n        support(",
        "    for side in (DEFENDER, ATTACKER):\n        support(",
    ),
    (
        "SC-9.6",
        BATTLE,
        "for card in kinds(hand) if not cards.STANDARD[card]]\n        coming",
        "for card in kinds(hand)]\n        coming",
    ),
    ("SC-9.7.2", SKIRMISH, "    for line in lines:\n        replace_lone(state, table, battle, line)\n", ""),
    ("SC-9.7.3", SKIRMISH, "    if effect < 0 or not strength.passes(battle, line):", "    if effect < 0:"),
    (
        "SC-9.7.4",
        STRENGTH,
        "return battle.fronts[line] >= 0 and bool(cards.ICONS[card] >> battle.fronts[line] & 1)",
        "return True",
    ),
    (
        "SC-9.7.5",
        STRENGTH,
        "if number and names.SUPPORT[unit] and can_target(battle, line, unit, foe):",
        "if number and names.SUPPORT[unit]:",
    ),
    ("SC-9.7.6", SKIRMISH, "attacks[side] >= healths[1 - side]", "attacks[side] > healths[1 - side]"),
    (
        "SC-9.7.7",
        SKIRMISH,
        "if diving[side] and battle.fronts[lines[side]] >= 0:",
        "if diving[side]  and battle.fronts[lines[side] ^ 1] >= 0:",
    ),
    ("SC-9.7.8", SKIRMISH, "waiting[side] if struck[side] else steady[side]", "waiting[side]"),
    ("SC-9.8", STRENGTH, "return battle.fighting in (UNKNOWN, line // 2) and has_effect", "return has_effect"),
    ("SC-9.10", SPLASH, "            if dead == most:\n", "            if dead <= most:\n"),
    (
        "SC-9.11",
        RETREAT,
        "return DEFENDER if all(names.ASSIST[unit] for unit in defenders)",
        "return DEFENDER if any(names.ASSIST[unit] for unit in defenders)",
    ),
    (
        "SC-9.12",
        RETREAT,
        "planets = [planet, *space.reached(state, seat, planet)] if whole_reach else [planet]",
        "planets = [planet]",
    ),
    (
        "SC-9.15",
        SKIRMISH,
        "victims = on_the_ground(battle, lines[1 - side])",
        "victims = on_the_ground(battle, lines[1 - side]) if not struck[side] else 0",
    ),
    (
        "SC-9.16",
        RETREAT,
        "    if side >= 0:\n        leave_all(state, table, battle, side)\n",
        "    leave_above_limit(state, table, battle)\n    if side >= 0:\n        leave_all(state, table, battle, side)\n",
    ),
    (
        "SC-9.17",
        BATTLE,
        "first = bound(state, battle, DEFENDER) & ~bound(state, battle, ATTACKER)",
        "first = bound(state, battle, DEFENDER)",
    ),
    (
        "SC-9.18",
        STRENGTH,
        "return state.bases[battle.area] == seat_of(battle, side)",
        "return state.bases[battle.area] >= 0",
    ),
    # 10: keywords
    ("SC-10.1", LOSING, "if area != but and formulas.room", "if formulas.room"),
    ("SC-10.2", STRENGTH, "    if detects(state, battle, line ^ 1):\n        return False\n", ""),
    ("SC-10.5", SKIRMISH, "    research.return_technology(state, owner, cards.NUKE)\n", ""),
    ("SC-10.2", STRENGTH, "if names.QUEEN in there and", "if"),
    # 11: regrouping
    (
        "SC-11.1",
        REGROUP,
        "if formulas.base_on(state, seat, one) < 0 and formulas.base_on(state, seat, other) < 0:",
        "if formulas.base_on(state, seat, one) < 0:",
    ),
    ("SC-11.2", REGROUP, "        if not base or enemy or foreign:", "        if not base or foreign:"),
    ("SC-11.3", REGROUP, "(alone and is_empty(state, area))", "is_empty(state, area)"),
    ("SC-11.4", REGROUP, "        state.unavailable[seat] = 0\n", ""),
    ("SC-11.5", REGROUP, "points = sum([names.VALUE[area] for area in mine", "points = sum([1 for area in mine"),
    ("SC-11.8", EVENTS, "    for seat in reversed(state.in_turn()):", "    for seat in state.in_turn():"),
    ("SC-11.9", REGROUP, "        if formulas.has_ability(state, seat, names.ZERG):", "        if False:"),
    (
        "SC-11.10",
        REGROUP,
        "state.first_player = state.next_in(state.first_player)",
        "state.first_player = (state.first_player + 1) % state.seats",
    ),
    # 12: victory
    (
        "SC-12.1",
        FORMULAS,
        "        len(controlled(state, seat)),\n        bases_of(state, seat),\n",
        "        bases_of(state, seat),\n        len(controlled(state, seat)),\n",
    ),
    (
        "SC-12.2",
        ENDING,
        "points_of(state, seat) >= formulas.target(state, seat)]",
        "points_of(state, seat) > formulas.target(state, seat)]",
    ),
    ("SC-12.3", ENDING, "return max(1, min(number, len(on_board)))", "return number"),
    (
        "SC-12.4",
        ENDING,
        "return all(least <= points_of(state, seat) < most for",
        "return all(least <= points_of(state, seat) <= most for",
    ),
    (
        "SC-12.5",
        FORMULAS,
        "return seat not in state.bases and not any(state.units[seat])",
        "return seat not in state.bases",
    ),
    ("SC-12.6", FORMULAS, "== names.ALDARIS and state.is_in(seat):", "== names.ALDARIS:"),
    ("SC-12.7", ENDING, "            state.holders[area], state.mined[area] = UNKNOWN, 0\n", "            pass\n"),
    ("SC-12.8", ENDING, "state.round >= state.rules.round_cap", "state.round > state.rules.round_cap"),
    # 13: variants
    ("SC-13", STATE, "one % (self.seats // 2) == other % (self.seats // 2)", "one % 2 == other % 2"),
    ("SC-13", CHOICES, "if owner < 0 or state.are_mates(seat, owner):", "if owner < 0:"),
    # cards
    ("SC-D1", ENDING, "return whole_planets(state, mine), WHOLE_PLANETS", "return whole_planets(state, mine), 1"),
    (
        "SC-D8",
        STRENGTH,
        "    value += sum([one.number for one in abilities(battle, line) if one.effect == cards.HEALTH])\n",
        "",
    ),
    (
        "SC-D9",
        START,
        "        least = min([names.TOTAL_COST[unit] for unit in units])",
        "        least = max([names.TOTAL_COST[unit] for unit in units])",
    ),
    (
        "SC-D10",
        CHOICES,
        "        if placed and names.PLANET_OF[area] != names.PLANET_OF[placed[0][1]]:\n            continue\n",
        "",
    ),
)
