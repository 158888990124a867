# ruff: noqa: E501 - the texts are those of the source, line breaks included
"""One mutant a rule: a small change of the rules' code that the scenarios naming that rule must notice.

(rule, file, old text, new text). `NO_MUTANT` says why a rule has none.
"""

from __future__ import annotations

ACTION = "rules/action.py"
BUILD = "rules/build.py"
CONQUER = "rules/conquer.py"
COUNCIL = "rules/council.py"
ENDING = "rules/ending.py"
MANAGE = "rules/manage.py"
SETUP = "rules/setup.py"
TURN = "rules/turn.py"
FORMULAS = "formulas.py"
POSITION = "position.py"
RULESET = "ruleset.py"
STATE = "state.py"

MUTANTS: list[tuple[str, str, str, str]] = [
    ("PM-0.1", "names.py", "MAX_SEATS: Final = 6", "MAX_SEATS: Final = 5"),
    ("PM-0.2", FORMULAS, "mine.attack > theirs.defense", "mine.attack >= theirs.defense"),
    ("PM-0.3", TURN, "(state.active + 1) % state.seats", "(state.active - 1) % state.seats"),
    ("PM-0.4", BUILD, "state.supply.pop(0)", "state.supply.pop()"),
    (
        "PM-0.5",
        MANAGE,
        "        reroll_planet(state, table, seat, die)\n",
        "        reroll_planet(state, table, seat, die)\n        check_point(state, table)\n",
    ),
    ("PM-0.6", BUILD, "        state.points -= 1\n", "        state.points -= 1\n        state.faces[seat] = 0\n"),
    (
        "PM-0.7",
        SETUP,
        "order = [(state.first_player + turn) % state.seats for turn in range(state.seats)]",
        "order = list(range(state.seats))",
    ),
    ("PM-0.8", CONQUER, "    check_point(state, table)  # PM-E15: before the defender discards\n", ""),
    (
        "PM-0.9",
        COUNCIL,
        "    return state.fleet[seat]\n",
        "    return state.fleet[seat][:1]\n",
    ),
    (
        "PM-1.1",
        STATE,
        "supply=list(range(names.FIRST_WEAPON, names.FIRST_WEAPON + rules.weapon_dice))",
        "supply=list(range(names.FIRST_WEAPON, names.FIRST_WEAPON + seats))",
    ),
    (
        "PM-1.2",
        STATE,
        "galaxy=list(range(names.FIRST_COLONY, names.FIRST_COLONY + rules.colony_dice))",
        "galaxy=list(range(names.FIRST_COLONY, names.FIRST_COLONY + rules.colony_dice - 1))",
    ),
    ("PM-1.3", SETUP, "table.draw(actions.STREAM_FIRST, range(state.seats))", "0"),
    ("PM-1.4", SETUP, "if race not in state.races]", "]"),
    ("PM-1.5", SETUP, "    state.faces[seat] = face\n", "    state.faces[seat] = 0\n"),
    (
        "PM-2.1",
        TURN,
        "    state.push(STEP_ACTION)\n    state.push(STEP_MANAGE)\n",
        "    state.push(STEP_MANAGE)\n    state.push(STEP_ACTION)\n",
    ),
    ("PM-2.2", TURN, "    state.fresh = []\n", ""),
    ("PM-3.1", BUILD, "    while state.points and", "    while state.totals(seat).resources and"),
    ("PM-3.2", BUILD, "        state.points -= 1\n", ""),
    ("PM-3.3", BUILD, "len(state.fleet[seat]) < fleet_limit", "len(state.fleet[seat]) <= fleet_limit"),
    (
        "PM-3.4",
        BUILD,
        "    if face == names.TRANSPORTER:\n",
        "    if face == names.TRANSPORTER and len(state.fleet[seat]) > 1:\n",
    ),
    ("PM-3.5", BUILD, "die = state.galaxy.pop(0)", "die = state.galaxy.pop()"),
    ("PM-3.6", BUILD, "        table.tell(events.GAIN_LOST, seat)\n        return\n", "        return\n"),
    ("PM-4.1", MANAGE, "if die not in state.fresh]", "]"),
    ("PM-4.2", MANAGE, "gain_colony(state, table, seat, fresh=False)", "gain_colony(state, table, seat, fresh=True)"),
    ("PM-5.0", ACTION, "return [*codes, actions.DO_PASS]", "return codes"),
    ("PM-5.1", ACTION, "    del codes[seat]\n", ""),
    ("PM-5.2", FORMULAS, "theirs.influence > mine.influence", "theirs.influence >= mine.influence"),
    ("PM-5.3", FORMULAS, "mine.attack > theirs.defense", "mine.attack < theirs.defense"),
    ("PM-5.4", CONQUER, "    discard_excess(state, table, defender)\n\n\ndef", "\n\ndef"),
    ("PM-5.5", STATE, "        insort(self.supply, die)\n", ""),
    ("PM-5.6", COUNCIL, "if candidate == proposer and not state.ruleset.council_self", "if candidate == proposer"),
    ("PM-5.7", FORMULAS, "sums[vote] += votes(state, seat)", "sums[vote] += 1"),
    ("PM-5.8", COUNCIL, "    if state.ruleset.sequential:\n", "    if not state.ruleset.sequential:\n"),
    ("PM-5.9", COUNCIL, "if yes > no", "if yes >= no"),
    (
        "PM-5.10",
        COUNCIL,
        "    if not state.fleet[candidate]:\n        table.tell(events.NOTHING, candidate)\n",
        "    if not state.fleet[candidate]:\n",
    ),
    (
        "PM-5.11",
        COUNCIL,
        "        for seat in order_of_votes(state, motion):\n            motion.votes",
        "        for seat in order_of_votes(state, motion)[:-1]:\n            motion.votes",
    ),
    ("PM-6.1", FORMULAS, "if 1 + len(state.colonies[seat]) < state.ruleset.win_planets", "if False"),
    ("PM-6.2", ENDING, "range(state.active, state.active + state.seats)", "range(state.active, state.active + 1)"),
    ("PM-6.3", ENDING, "range(state.active, state.active + state.seats)", "range(state.seats)"),
    (
        "PM-6.4",
        CONQUER,
        "[actions.INVASION.codes[die] for die in state.colonies[defender]]",
        "[actions.INVASION.codes[die] for die in state.planets(defender)]",
    ),
    ("PM-6.5", ENDING, "state.round >= state.ruleset.max_rounds", "state.round > state.ruleset.max_rounds"),
    ("PM-6.6", ENDING, "1 if other == seat else 2 for other", "1 + (other - seat) % state.seats for other"),
    ("PM-6.7", ENDING, "if state.ruleset.win_check == END_OF_OWN_TURN", "if False"),
    ("PM-7.1", STATE, "if face == names.RESOURCE:", "if face == names.INFLUENCE:"),
    ("PM-7.2", STATE, "if rules.pacal_influence and", "if"),
    ("PM-7.3", STATE, "wins, votes = points + sway, 1 + sway", "wins, votes = points + sway, sway"),
    ("PM-7.4", STATE, "            power += works * ability.attack\n", ""),
    ("PM-7.5", STATE, "shield += 1\n", "shield += 0\n"),
    ("PM-7.6", FORMULAS, "state.ability(seat).win_face", "True"),
    ("PM-E1", BUILD, "    while state.points and", "    while state.totals(seat).resources and"),
    (
        "PM-E2",
        BUILD,
        "codes = [reroll[die] for die in state.fleet[seat]]",
        "codes = [reroll[die] for die in state.fleet[seat][:-1]]",
    ),
    ("PM-E3", BUILD, "< fleet_limit(state, seat) and", "<= fleet_limit(state, seat) and"),
    (
        "PM-E4",
        BUILD,
        "    face = roll_weapon(state, table, die)\n    table.tell(events.WEAPON_REROLLED, seat, before, face)\n    weapon_effect(state, table, seat, face)",
        "    face = roll_weapon(state, table, die)\n    table.tell(events.WEAPON_REROLLED, seat, before, face)\n    if face != before:\n        weapon_effect(state, table, seat, face)",
    ),
    (
        "PM-E5",
        BUILD,
        "        table.tell(events.GAIN_LOST, seat)\n        return\n",
        "        state.points = 0\n        return\n",
    ),
    (
        "PM-E6",
        MANAGE,
        "sum(state.faces[die] == names.RACE for die in dice)",
        "sum(state.faces[die] == names.RACE for die in state.planets(seat))",
    ),
    (
        "PM-E7",
        MANAGE,
        "    before = state.faces[die]\n    state.faces[die] =",
        "    before = state.faces[die]\n    if before == names.RACE:\n        state.faces[die] = table.roll(actions.STREAM_DIE) - 1\n        return\n    state.faces[die] =",
    ),
    (
        "PM-E8",
        MANAGE,
        "gain_colony(state, table, seat, fresh=False)",
        "gain_colony(state, table, seat, fresh=False)\n            reroll_planet(state, table, seat, state.colonies[seat][-1])",
    ),
    (
        "PM-E9",
        SETUP,
        "    table.tell(events.HOME_ROLLED, seat, face)\n",
        "    table.tell(events.HOME_ROLLED, seat, face)\n    if face == 4 and state.races[seat] == 2:\n        state.colonies[seat].append(state.galaxy.pop(0))\n",
    ),
    ("PM-E10", FORMULAS, "mine.attack > theirs.defense", "mine.attack >= theirs.defense"),
    ("PM-E11", FORMULAS, "theirs.influence > mine.influence", "theirs.influence >= mine.influence"),
    (
        "PM-E12",
        ACTION,
        "        conquer(state, table, seat, actions.CONQUER.value(choice))\n",
        "        conquer(state, table, seat, actions.CONQUER.value(choice))\n        state.push(6)\n",
    ),
    (
        "PM-E13",
        CONQUER,
        "            table.tell(events.ATTACK_FAILED, attacker, defender)\n",
        "            table.tell(events.ATTACK_FAILED, attacker, defender)\n            if state.fleet[attacker]:\n                state.to_supply(attacker, state.fleet[attacker][0])\n",
    ),
    ("PM-E14", CONQUER, "if excess(state, defender) > 0", "if excess(state, defender) > 9"),
    (
        "PM-E15",
        CONQUER,
        "    check_point(state, table)  # PM-E15: before the defender discards\n    discard_excess(state, table, defender)\n",
        "    discard_excess(state, table, defender)\n    check_point(state, table)\n",
    ),
    (
        "PM-E16",
        CONQUER,
        "    discard_excess(state, table, defender)\n\n\ndef",
        "    discard_excess(state, table, defender)\n    state.points = 1\n    state.push(4)\n\n\ndef",
    ),
    (
        "PM-E17",
        CONQUER,
        "    table.tell(events.INVASION, attacker, defender, before, face)\n",
        "    table.tell(events.INVASION, attacker, defender, before, face)\n    state.faces[die] = face = 1\n",
    ),
    (
        "PM-E18",
        CONQUER,
        "    table.tell(events.PRESSURE, attacker, defender, before, state.faces[defender])\n    check_point(state, table)\n",
        "    table.tell(events.PRESSURE, attacker, defender, before, state.faces[defender])\n",
    ),
    ("PM-E19", MANAGE, "        return state.planets(seat)\n", "        return state.planets(seat)[:1]\n"),
    (
        "PM-E20",
        COUNCIL,
        "range(state.seats))\n    state.disclose()",
        "[seat for seat in range(state.seats) if seat != motion.candidate])\n    state.disclose()",
    ),
    (
        "PM-E21",
        COUNCIL,
        "state.ruleset.council_unarmed or bool(state.fleet[candidate])",
        "bool(state.fleet[candidate])",
    ),
    (
        "PM-E22",
        COUNCIL,
        "        motion.votes[seat] = int(answer == actions.DO_YES)\n",
        "        motion.votes[seat] = int(answer == actions.DO_YES or seat == motion.proposer)\n",
    ),
    (
        "PM-E23",
        FORMULAS,
        "return all(is_win_face(state, seat, die) for die in state.planets(seat))",
        "return sum(is_win_face(state, seat, die) for die in state.planets(seat)) >= state.ruleset.win_planets - 1",
    ),
    ("PM-E24", FORMULAS, "state.ability(seat).win_face", "True"),
    ("PM-E26", BUILD, "    colony_effect(state, table, seat, face)\n\n\ndef roll_colony", "\n\ndef roll_colony"),
    ("PM-E27", RULESET, "RACE if races else MARINES", "RACE"),
    ("PM-E28", BUILD, " and bool(state.supply)", ""),
    ("PM-E29", RULESET, "    if not races and colony_one == RACE:  # PM-E29\n        colony_one = MARINES\n", ""),
    ("PM-E30", RULESET, 'if "transporter" not in options["weapon_faces"]', "if False"),
    ("PM-E31", BUILD, "    codes.append(actions.DO_END)\n", "    codes += [actions.DO_END, actions.DO_BUILD]\n"),
    (
        "PM-E32",
        CONQUER,
        "    if not cancel(state, table, attack, mine, theirs):  # PM-5.2\n",
        "    if not beats(mine, theirs):\n        pass\n    elif not cancel(state, table, attack, mine, theirs):\n",
    ),
    (
        "PM-E33",
        ACTION,
        "        conquer(state, table, seat, actions.CONQUER.value(choice))\n",
        "        conquer(state, table, seat, actions.CONQUER.value(choice))\n        state.push(6)\n",
    ),
    (
        "PM-E34",
        MANAGE,
        "    check_point(state, table)\n\n\ndef reroll_planet",
        "    check_point(state, table)\n    state.push(5)\n\n\ndef reroll_planet",
    ),
    (
        "PM-E35",
        TURN,
        "    state.push(STEP_ACTION)\n    state.push(STEP_MANAGE)\n    state.push(STEP_BUILD)\n",
        "    state.push(STEP_MANAGE)\n    state.push(STEP_BUILD)\n    state.push(STEP_ACTION)\n",
    ),
]

NO_MUTANT = {
    "PM-E36": "no action gives anything away, so there is no code of it; its scenario finds the word unknown",
    "PM-E25": "a leaving is no answer of a scenario; test_beyond_scenarios.py plays it through the match",
}
