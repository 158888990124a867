# ruff: noqa: E501 - the texts are those of the source, line breaks included
"""Mutants of the important rules, chapter by chapter: small changes that the scenarios naming the rule must notice.

(rule, file, old text, new text), in the order of the rulebook.
"""

from __future__ import annotations

ACTIONS = "rules/actions.py"
ABILITIES = "rules/abilities.py"
ATTACKS = "rules/attacks.py"
CHECKS = "rules/checks.py"
RECORD = "rules/record.py"
CRISES = "rules/crises.py"
CYLONS = "rules/cylons.py"
DECKS = "rules/decks.py"
DICE = "rules/dice.py"
ENDING = "rules/ending.py"
GAME = "game.py"
HANDS = "rules/hands.py"
JUMP = "rules/jump.py"
LOCATIONS = "rules/locations.py"
LOYALTY = "rules/loyalty.py"
MAINTENANCE = "rules/maintenance.py"
MODIFIERS = "rules/modifiers.py"
MOVES = "rules/moves.py"
PEOPLE = "rules/people.py"
PLACES = "rules/places.py"
QUORUM = "rules/quorum.py"
RESOURCES = "rules/resources.py"
REVEAL = "rules/reveal.py"
ROLES = "effects.py"
SETUP = "rules/setup.py"
RECORDS = "records.py"
SPACE = "rules/space.py"
STATE = "state.py"
TITLES = "rules/titles.py"
TURN = "rules/turn.py"
VIPERS = "rules/vipers.py"

MUTANTS: list[tuple[str, str, str, str]] = [
    # 1: words and numbers
    (
        "BSG-1.2",
        JUMP,
        "    seat = DECIDER.one(state, ADM)\n    if destination",
        "    seat = state.active\n    if destination",
    ),
    (
        "BSG-1.3",
        VIPERS,
        "return (area - 1) % names.AREAS, (area + 1) % names.AREAS",
        "return max(0, area - 1), min(5, area + 1)",
    ),
    (
        "BSG-1.4",
        RESOURCES,
        "state.raptors = max(0, min(names.RAPTORS, before + number))",
        "state.raptors = before + number",
    ),
    (
        "BSG-1.5",
        CRISES,
        "return not (kind == cards.BUILD_CYLON_DETECTOR and box == A and not state.nukes)",
        "return box != A or all(state.dials)",
    ),
    # 2: set-up
    (
        "BSG-2.2",
        SETUP,
        "    for seat in state.clockwise(state.first):\n        if state.characters",
        "    for seat in range(state.seats):\n        if state.characters",
    ),
    (
        "BSG-2.3",
        SETUP,
        "left.get(CHARACTER_CARDS[one].type, most) == most",
        "left.get(CHARACTER_CARDS[one].type, 1) > 0",
    ),
    ("BSG-2.4", SETUP, "names.SPACE + table.pick(vipers.ask_launch_area, seat)", "names.SPACE + 4"),
    (
        "BSG-2.5",
        SETUP,
        '("laura_roslin", "tom_zarek", "gaius_baltar")',
        '("laura_roslin", "gaius_baltar", "tom_zarek")',
    ),
    ("BSG-2.6", SETUP, "loyal += (names.BALTAR in state.characters) + (names.BOOMER", "loyal += (names.BOOMER"),
    ("BSG-2.8", SETUP, "FIRST_HAND: Final = 3", "FIRST_HAND: Final = 2"),
    (
        "BSG-2.9",
        DECKS,
        "        for _ in range(2):\n            if renew_skill",
        "        for _ in range(1):\n            if renew_skill",
    ),
    ("BSG-2.10", SETUP, "0: BS 3R;", "0: BS 2R;"),
    # 3: the turn
    ("BSG-3.0", TURN, "state.turns[seat] >= 2", "state.turns[seat] >= 1"),
    ("BSG-3.1", TURN, "    elif state.at[seat] == names.SICKBAY:\n", "    elif False:\n"),
    ("BSG-3.2", TURN, "    if not state.cut and moves.can_move(state, seat):\n", "    if False:\n"),
    ("BSG-3.3", TURN, "state.actions = 2 if two else 1", "state.actions = 1"),
    ("BSG-3.4", TURN, " or (state.in_brig(seat) and not state.rules.full_cooperative)", ""),
    ("BSG-3.5", TURN, "    if icon >= 0:\n", "    if icon < 0:\n"),
    ("BSG-3.6", TURN, "    if CRISIS_CARDS[state.crisis_done].jump:\n", "    if False:\n"),
    ("BSG-3.7", TURN, "    ending.check_resources(state, table)\n", ""),
    (
        "BSG-3.8",
        REVEAL,
        "    if seat == state.active:\n        state.cut = 1  # 3.8",
        "    if True:\n        state.cut = 1",
    ),
    ("BSG-3.9", LOYALTY, "            state.cut = 1  # 3.9", "            pass"),
    (
        "BSG-3.10",
        HANDS,
        "ALL_TYPES if state.revealed[seat] else CHARACTER_CARDS[state.characters[seat]].skill_set",
        "ALL_TYPES",
    ),
    ("BSG-3.11", VIPERS, "if not can_order(state) or state.revealed[seat]:", "if not can_order(state):"),
    # 4: moves
    ("BSG-4.1", MOVES, "        decks.discard_card(state, seat, card)\n", ""),
    (
        "BSG-4.2",
        MOVES,
        "ship = colonial_one(state) if at in COLONIAL_ONE_PLACES else SAFE_GALACTICA",
        "ship = colonial_one(state) if at in COLONIAL_ONE_PLACES else [*SAFE_GALACTICA, names.SICKBAY]",
    ),
    ("BSG-4.3", MOVES, "sorted(vipers.neighbours(state.area_of(seat)))", "range(6)"),
    (
        "BSG-4.4",
        MOVES,
        "return [] if BOMB_ON_COLONIAL_1 in state.supers_in_play.cards else COLONIAL_ONE_PLACES",
        "return COLONIAL_ONE_PLACES",
    ),
    (
        "BSG-4.5",
        MOVES,
        "    return [place for place in ship if place != at]",
        "    from shapan.games.battlestar.rules.attacks import is_damaged\n\n    return [place for place in ship if place != at and not is_damaged(state, place)]",
    ),
    # 5: actions
    ("BSG-5.1", ACTIONS, "if names.ACTION_CARDS[card] and not why", "if not names.ACTION_CARDS[card] or not why"),
    ("BSG-5.2", LOCATIONS, "attacks.is_damaged(state, place)", "False"),
    (
        "BSG-5.3",
        ACTIONS,
        "    if state.revealed[seat] or state.at[seat] == names.OFF:\n",
        "    if state.revealed[seat] or state.at[seat] == names.OFF or state.in_brig(seat):\n",
    ),
    (
        "BSG-5.4",
        ACTIONS,
        "    if state.revealed[seat] or state.at[seat] == names.OFF:\n",
        "    if state.at[seat] == names.OFF:\n",
    ),
    ("BSG-5.5", ACTIONS, "        if state.order_used:\n", "        if False:\n"),
    (
        "BSG-5.6",
        LOCATIONS,
        "        vipers.launch_oneself(state, table, seat)\n        act(state, table, seat)\n",
        "        vipers.launch_oneself(state, table, seat)\n",
    ),
    ("BSG-5.7", ACTIONS, " and seat == state.active and not state.engineer_used", " and seat == state.active"),
    ("BSG-5.8", VIPERS, " and not state.in_brig(seat)\n    code", "\n    code"),
    (
        "BSG-5.9",
        VIPERS,
        "            alert_pilot(state, table)\n        elif",
        "            alert_pilot(state, table)\n            return\n        elif",
    ),
    (
        "BSG-5.10",
        MAINTENANCE,
        "roll(state, table, step_codes.SCOUT_ROLL, seat) < SCOUT_RETURNS",
        "roll(state, table, step_codes.SCOUT_ROLL, seat) <= SCOUT_RETURNS",
    ),
    (
        "BSG-5.11",
        MAINTENANCE,
        "range(min(2, state.vipers_damaged), 0, -1)",
        "range(min(1, state.vipers_damaged), 0, -1)",
    ),
    (
        "BSG-5.12",
        PLACES,
        "return not state.revealed[seat] and state.at[seat] != names.OFF",
        "return not state.revealed[seat]",
    ),
    ("BSG-5.13", ABILITIES, "    state.used[seat] = 1\n", ""),
    (
        "BSG-5.14",
        ACTIONS,
        "    decks.discard_card(state, seat, card)\n    table.tell(events.PLAYED",
        "    table.tell(events.PLAYED",
    ),
    ("BSG-5.15", ACTIONS, "and state.nukes and state.basestars:", "and state.nukes:"),
    ("BSG-5.16", LOCATIONS, '        return "BSG-5.16"', '        return ""'),
    # 6: dice and reactions
    (
        "BSG-6.1",
        DICE,
        "max(1, min(names.DIE, face + rolling.planned + rolling.bonus - rolling.evaded))",
        "face + rolling.planned + rolling.bonus - rolling.evaded",
    ),
    ("BSG-6.2", DICE, "PLANNING: Final = 2", "PLANNING: Final = 3"),
    ("BSG-6.3", DICE, "(not rolling.evaded or state.rules.evasive_per_card)", "True"),
    (
        "BSG-6.4",
        MODIFIERS,
        "            play_before_cards(state, table, seat, actions.PLAY.value(code))\n",
        "            play_before_cards(state, table, seat, actions.PLAY.value(code))\n            return\n",
    ),
    (
        "BSG-6.6",
        DICE,
        "if not revealed[seat] and hands[seat].cards]",
        "if not revealed[seat] and hands[seat].cards and not state.in_brig(seat)]",
    ),
    ("BSG-W1", TURN, "len(state.hands[tigh]) == 1", "len(state.hands[tigh]) == 2"),
    (
        "BSG-W2",
        DICE,
        "offer_cards([DONE], state, seat, self.type_, rare=True)",
        "offer_cards([DONE], state, seat, self.type_, rare=False)",
    ),
    (
        "BSG-W3",
        DICE,
        "if state.is_character(seat, names.HELO) and seat == state.active and not state.eco_used:",
        "if state.is_character(seat, names.HELO) and not state.eco_used:",
    ),
    ("BSG-W4", DICE, "        state.used[seat] = 1\n", ""),
    ("BSG-W5", CRISES, "        state.box = 1 - state.box\n", ""),
    (
        "BSG-W6",
        CHECKS,
        "result = PASS if actions.INTUITION",
        "result = FAIL if actions.INTUITION",
    ),
    (
        "BSG-W7",
        MODIFIERS,
        "        if state.is_character(seat, names.TIGH) and not check.modifiers & TIGH_USED:\n",
        "        if state.is_character(seat, names.TIGH):\n",
    ),
    ("BSG-W8", CHECKS, "        running.void = actions.BLIND_DEVOTION.value(code)\n", ""),
    ("BSG-W9", CHECKS, "EMERGENCY: Final = 2", "EMERGENCY: Final = 3"),
    ("BSG-W10", CHECKS, "state.move_all(shown, state.hands[seat])", "pass"),
    ("BSG-W11", VIPERS, "able = seat >= 0 and state.on_galactica(seat) and", "able = seat >= 0 and"),
    ("BSG-W12", TURN, "[seat] if able else []", "[]"),
    # 7: crises
    ("BSG-7.1", CRISES, "state.crisis, drawn, 2, events.VISIONS", "state.crisis, drawn, 1, events.VISIONS"),
    ("BSG-7.2", CRISES, "state.is_character(seat, names.BALTAR) and not state.at_caprica", "False"),
    ("BSG-7.3", CRISES, "state.chooser = DECIDER.one(state, card.chooser)", "state.chooser = state.active"),
    (
        "BSG-7.4",
        CRISES,
        "if state.box == B:",
        "if state.box == A:",
    ),
    (
        "BSG-7.5",
        GAME,
        "EFFECTS.close()\n",
        "EFFECTS.close()\nfor cell in EFFECTS.cells:\n    cell.effects = cell.effects[::-1]\n",
    ),
    (
        "BSG-7.6",
        CRISES,
        "    vipers.alert_pilot(state, table)\n    EFFECTS.carry_out(state, table, card.special)\n",
        "    EFFECTS.carry_out(state, table, card.special)\n    vipers.alert_pilot(state, table)\n",
    ),
    ("BSG-7.7", CRISES, "    if card.stays >= 0:\n", "    if card.stays == 1:\n"),
    ("BSG-7.8", CRISES, "if not state.at_caprica or state.rules.second_crisis_at_caprica:", "if False:"),
    ("BSG-7.9", CHECKS, "able = running.of != step_codes.OF_SUPER or state.rules.authority_on_super", "able = True"),
    ("BSG-7.10", CYLONS, "state.crisis, drawn, 2, events.TWO_SEEN", "state.crisis, drawn, 1, events.TWO_SEEN"),
    # 8: skill checks
    (
        "BSG-SC0",
        CHECKS,
        "    if running.of == step_codes.OF_CRISIS and intuition(state, table, running):",
        "    if intuition(state, table, running):",
    ),
    (
        "BSG-SC1",
        MODIFIERS,
        "change_difficulty(state, table, target, -3)",
        "change_difficulty(state, table, target, -2)",
    ),
    (
        "BSG-SC2",
        CHECKS,
        "    for _ in range(2):\n        if decks.take_destiny",
        "    for _ in range(1):\n        if decks.take_destiny",
    ),
    ("BSG-SC3", CHECKS, "state.clockwise((state.active + 1) % state.seats)", "state.clockwise(state.active)"),
    (
        "BSG-SC4",
        CHECKS,
        "    before_reveal(state, table, running)\n    show(state, table, running)\n",
        "    show(state, table, running)\n    before_reveal(state, table, running)\n",
    ),
    (
        "BSG-SC5",
        RECORDS,
        "CheckCard(UNKNOWN, card) for card in self.shown.cards",
        "CheckCard(0, card) for card in self.shown.cards",
    ),
    ("BSG-SC6", RECORD, "return strength if matches else -strength", "return strength if matches else 0"),
    ("BSG-SC7", CHECKS, "        running.difficulty -= EMERGENCY\n", ""),
    ("BSG-SC8", CHECKS, "if total >= running.difficulty - less:", "if total > running.difficulty - less:"),
    ("BSG-SC9", CRISES, "card.on_partial if result == checks.PARTIAL else card.on_fail", "card.on_fail"),
    ("BSG-SC10", CHECKS, "        while shown.cards:\n", "        if shown.cards:\n"),
    (
        "BSG-8.11",
        CHECKS,
        "state.clockwise((state.active + 1) % state.seats)",
        "state.clockwise((state.acting + 1) % state.seats)",
    ),
    ("BSG-8.12", MODIFIERS, "    decks.discard_card(state, seat, card)\n", ""),
    (
        "BSG-8.13",
        LOCATIONS,
        "    target = choice.ask_who(state, table, people.ask_president, seat, administration_targets(state))\n    running = Check(step_codes.OF_ADMINISTRATION, -1, target, *CHECK_ADMINISTRATION)\n    if checks.check(state, table, running) == checks.PASS:\n",
        "    running = Check(step_codes.OF_ADMINISTRATION, -1, seat, *CHECK_ADMINISTRATION)\n    if checks.check(state, table, running) == checks.PASS:\n        target = choice.ask_who(state, table, people.ask_president, seat, administration_targets(state))\n",
    ),
    # 9: space
    ("BSG-9.1", SPACE, "    if state.vipers[area]:\n", "    if state.vipers[area] and not state.pilots_in(area):\n"),
    ("BSG-9.2", SPACE, "launch(state, table, 3, 0)", "launch(state, table, 2, 0)"),
    ("BSG-9.3", SPACE, "TOWARD_TUBES[area]", "(1, 2, 3, 4)[area]"),
    (
        "BSG-9.4",
        SPACE,
        "sorted(able(state, names.DISABLED_WEAPONS))",
        "sorted(able(state, names.DISABLED_WEAPONS))[:1]",
    ),
    ("BSG-9.5", SPACE, "able(state, names.DISABLED_HANGAR)", "able(state, names.DISABLED_WEAPONS)"),
    ("BSG-9.6", SPACE, "for row in state.basestars if token not in row[1:]]", "for row in state.basestars]"),
    ("BSG-9.7", ATTACKS, "return 3 if unit == names.RAIDER else 7", "return 4 if unit == names.RAIDER else 7"),
    ("BSG-9.8", ATTACKS, "        places.send_to_sickbay(state, table, pilot)\n", "        state.at[pilot] = 0\n"),
    ("BSG-9.9", ATTACKS, "    state.basestar_pool = sorted(state.basestar_pool + row[1:])\n", ""),
    ("BSG-9.10", ATTACKS, "2 if token == names.CRITICAL_HIT else 1", "1"),
    ("BSG-9.11", ATTACKS, "MAX_LOCATIONS: Final = 6", "MAX_LOCATIONS: Final = 5"),
    ("BSG-9.12", ATTACKS, "        elif any(len(zone) for zone in state.civilians):\n", "        elif False:\n"),
    (
        "BSG-9.13",
        VIPERS,
        "    if state.reserves():\n        codes += [actions.LAUNCH.codes[area] for area in names.TUBES]\n",
        "    if state.reserves():\n        codes += actions.LAUNCH.codes\n",
    ),
    ("BSG-9.14", VIPERS, "rows.append((names.RAIDER, 0))", "rows.append((names.HEAVY, 0))"),
    (
        "BSG-9.15",
        VIPERS,
        "return state.reserves() > 0 or any(state.vipers)",
        "return state.reserves() > 0",
    ),
    (
        "BSG-9.16",
        MOVES,
        "    state.at[seat] = place  #",
        "    if state.piloting(seat) and place < names.SPACE:\n        state.vipers[state.area_of(seat)] += 1\n    state.at[seat] = place  #",
    ),
    ("BSG-9.17", JUMP, "return state.raptors > 0 if destination.risk", "return True if destination.risk"),
    ("BSG-9.18", ACTIONS, "    state.nukes -= 1\n", ""),
    # 10: Sickbay and Brig
    (
        "BSG-10.1",
        TURN,
        "hands.draw_cards(state, table, seat, 1, hands.skill_set(state, seat))",
        "hands.draw_cards(state, table, seat, 2, hands.skill_set(state, seat))",
    ),
    ("BSG-10.2", CHECKS, "1 if state.revealed[seat] or state.in_brig(seat) else", "1 if state.revealed[seat] else"),
    (
        "BSG-10.3",
        PLACES,
        "state.at[seat] in (names.SICKBAY, names.BRIG):\n        return",
        "state.at[seat] == names.SICKBAY:\n        return",
    ),
    ("BSG-10.4", PLACES, "if on_board(state, seat) and state.at[seat] != names.BRIG]", "if on_board(state, seat)]"),
    (
        "BSG-10.5",
        PLACES,
        "    if seat < 0 or not on_board(state, seat) or state.at[seat] == names.BRIG:\n",
        "    if seat < 0 or not on_board(state, seat) or state.at[seat] in (names.SICKBAY, names.BRIG):\n",
    ),
    ("BSG-10.6", REVEAL, "    targets = [other for other in targets if state.on_galactica(other)]\n", ""),
    # 11: loyalty
    ("BSG-11.1", ENDING, "return bool(state.revealed[seat]) or any(", "return bool(state.revealed[seat]) and any("),
    ("BSG-11.2", LOYALTY, " and DETECTOR_SABOTAGE not in state.crises_in_play.cards", ""),
    ("BSG-11.3", LOYALTY, "2 if state.characters[seat] == names.BOOMER else 1", "1"),
    (
        "BSG-11.4",
        LOYALTY,
        "human = bool(resources.in_red(state)) or bool(state.revealed[seat])",
        "human = bool(state.revealed[seat])",
    ),
    (
        "BSG-11.5",
        LOYALTY,
        "    state.move(zone, zone.cards.index(names.SYMPATHIZER), state.loyalty[other])\n",
        "    state.move(zone, zone.cards.index(names.SYMPATHIZER), state.loyalty[other])\n    return\n",
    ),
    ("BSG-11.6", CYLONS, "if not state.revealed[other] and loyalty.has_sympathizer(state, other):", "if False:"),
    # 12: Cylons
    (
        "BSG-12.1",
        ACTIONS,
        "return codes + [actions.REVEAL.codes[card] for card in own_cylon_cards(state, seat)]",
        "return codes + list(actions.REVEAL.codes)",
    ),
    ("BSG-12.2", REVEAL, "KEPT: Final = 3", "KEPT: Final = 2"),
    ("BSG-12.3", TURN, "skipped = state.cut or state.revealed[seat] or", "skipped = state.cut or"),
    ("BSG-12.4", CHECKS, "1 if state.revealed[seat] or state.in_brig(seat) else", "1 if state.in_brig(seat) else"),
    (
        "BSG-12.5",
        ACTIONS,
        "[other for other in state.humans() if other != seat and",
        "[other for other in range(state.seats) if other != seat and",
    ),
    ("BSG-12.6", ROLES, "[seat] if seat >= 0 and not state.revealed[seat] else", "[seat] if seat >= 0 else"),
    ("BSG-12.7", CYLONS, "if state.distance < jump.KOBOL_DISTANCE and", "if"),
    (
        "BSG-12.8",
        CYLONS,
        "    others = [other for other in range(state.seats) if other != seat]\n    victim",
        "    others = [other for other in state.humans() if other != seat]\n    victim",
    ),
    (
        "BSG-12.9",
        CYLONS,
        "return range(4)",
        "return range(4) if any(state.heavies) else (0, 2, 3)",
    ),
    ("BSG-12.10", CYLONS, "        if decks.take(state, table, state.supers, hand):\n", "        if False:\n"),
    # 13: titles
    (
        "BSG-13.1",
        TITLES,
        "    state.president = seat\n",
        "    state.president = seat\n    if state.admiral == seat:\n        state.admiral = -1\n",
    ),
    ("BSG-13.2", TITLES, "            state.widen(hand, place, 1 << seat)\n", "            pass\n"),
    (
        "BSG-13.3",
        TITLES,
        "return first_in_line(state, ADMIRAL, free or humans)",
        "return first_in_line(state, ADMIRAL, humans)",
    ),
    (
        "BSG-13.4",
        TITLES,
        "first_in_line(state, PRESIDENT, state.humans())",
        "first_in_line(state, ADMIRAL, state.humans())",
    ),
    ("BSG-13.5", QUORUM, "if other != state.admiral and not state.in_brig(other)]", "if other != state.admiral]"),
    ("BSG-13.6", ACTIONS, "    if seat == state.president:\n", "    if True:\n"),
    # 14: jumps
    ("BSG-14.1", JUMP, "    if state.track == AUTO_JUMP:\n", "    if state.track >= 4:\n"),
    ("BSG-14.2", JUMP, "ending.CYLONS if 0 in state.dials else ending.HUMANS", "ending.HUMANS"),
    ("BSG-14.3", JUMP, "    state.track = 0\n", ""),
    (
        "BSG-14.4",
        JUMP,
        "destroyed = min(vipers, state.vipers_destroyed)",
        "destroyed = max(0, vipers - state.vipers_damaged)",
    ),
    (
        "BSG-14.5",
        JUMP,
        "roll(state, table, step_codes.FTL_ROLL, seat) < UNHARMED",
        "roll(state, table, step_codes.FTL_ROLL, seat) < UNHARMED - 1",
    ),
    (
        "BSG-14.6",
        JUMP,
        "    if state.track == AUTO_JUMP:\n",
        "    if state.track == AUTO_JUMP and state.check is None:\n",
    ),
    ("BSG-14.7", CRISES, "    jump.add_distance(state, table, 1)\n", "    state.distance += 1\n"),
    # 15: the end
    ("BSG-15.1", RESOURCES, "max(0, min(MOST, before + number))", "before + number"),
    ("BSG-15.2", ENDING, "    if 0 in state.dials:\n", "    if state.dials[0] == 0:\n"),
    ("BSG-15.3", JUMP, "ending.CYLONS if 0 in state.dials else ending.HUMANS", "ending.CYLONS"),
    (
        "BSG-15.4",
        RESOURCES,
        "    state.dials[dial] = now\n",
        "    state.dials[dial] = now\n    if not now:\n        from shapan.games.battlestar.rules.ending import check_resources\n\n        check_resources(state, table)\n",
    ),
    ("BSG-15.5", ENDING, "is_cylon(state, seat) == (side == CYLONS)", "bool(state.revealed[seat]) == (side == CYLONS)"),
    # 16: hands, decks, supplies
    (
        "BSG-16.1",
        HANDS,
        "HAND_LIMIT if state.revealed[seat] else CHARACTER_CARDS[state.characters[seat]].hand_limit",
        "HAND_LIMIT",
    ),
    (
        "BSG-16.2",
        DECKS,
        "    if not state.rules.reshuffle_when_needed:\n        renew_skill",
        "    if False:\n        renew_skill",
    ),
    ("BSG-16.3", DECKS, "    if not left:  # 16.3: at once\n        build_destiny(state, table)\n", ""),
    ("BSG-16.4", SPACE, "if 0 < have < sum(wanted) and sum(1 for number in wanted if number > 0) > 1:", "if False:"),
    ("BSG-16.5", SPACE, "range(min(state.wanted[area], state.supply(names.CENTURION)))", "range(state.wanted[area])"),
    ("BSG-16.6", STATE, "            return self.reserves()\n", "            return 8\n"),
    (
        "BSG-16.7",
        HANDS,
        "table.ask_all_many(ask_discard, choosing, number)",
        "[table.ask_many(ask_discard, seat, number) for seat in choosing]",
    ),
    # Rulings on cards
    (
        "BSG-R1",
        DICE,
        "    while react_to_roll(state, table, rolling):\n",
        "    while react_to_roll(state, table, rolling):\n        rolling.planned = 0\n",
    ),
    ("BSG-R2", HANDS, "    if state.is_character(seat, names.APOLLO):\n", "    if False:\n"),
    (
        "BSG-R4",
        TURN,
        "two = state.is_character(seat, names.STARBUCK) and state.began_piloting",
        "two = state.is_character(seat, names.STARBUCK) and state.piloting(seat)",
    ),
    (
        "BSG-R10",
        PEOPLE,
        "table.ask(ask_title_or_brig, seat) == actions.GO_TO_BRIG.code()",
        "table.ask(ask_title_or_brig, seat) == actions.GIVE_TITLE.code()",
    ),
    ("BSG-R11", RESOURCES, "if state.dials[names.FUEL] and table.ask", "if table.ask"),
    ("BSG-R13", LOYALTY, "human = not state.revealed[seat] or state.rules.may_ignore", "human = True"),
    (
        "BSG-R15",
        CHECKS,
        "0 <= running.partial <= total else",
        "0 <= running.partial - 2 <= total else",
    ),
    ("BSG-R17", MODIFIERS, "            if not check.open:\n", "            if True:\n"),
    ("BSG-R19", JUMP, "max(0, min(AUTO_JUMP, state.track + number))", "min(AUTO_JUMP, state.track + number)"),
    ("BSG-R25", LOCATIONS, "number=(0, 2)", "number=(0, 1)"),
    ("BSG-R26", ACTIONS, 'return "" if state.raptors else "BSG-R26"', 'return ""'),
    (
        "BSG-R28",
        LOCATIONS,
        "if vice >= 0 and vice != state.president and not state.revealed[vice]:",
        "if vice >= 0 and not state.revealed[vice]:",
    ),
    ("BSG-R39", ROLES, "return [state.active if seat < 0 else seat]", "return [0 if seat < 0 else seat]"),
    ("BSG-R41", REVEAL, "min(CHOSEN, len(drawn))", "min(1, len(drawn))"),
    (
        "BSG-R44",
        SPACE,
        "(number + more) * ready.count(area)",
        "(number + more * (unit == names.RAIDER)) * ready.count(area)",
    ),
    ("BSG-R47", QUORUM, "number=(1, 3)", "number=(1, 2)"),
    (
        "BSG-R48",
        ROLES,
        "seat in state.clockwise(state.active) if",
        "seat in state.clockwise(0) if",
    ),
    (
        "BSG-R49",
        ABILITIES,
        "state.quorum, drawn, 4, events.QUORUM_DRAWN",
        "state.quorum, drawn, 1, events.QUORUM_DRAWN",
    ),
    (
        "BSG-R52",
        CYLONS,
        "roll(state, table, step_codes.HUMAN_FLEET_ROLL, seat) >= FLEET_HITS",
        "roll(state, table, step_codes.HUMAN_FLEET_ROLL, seat) > FLEET_HITS",
    ),
]
