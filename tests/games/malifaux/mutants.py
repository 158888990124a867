# ruff: noqa: E501 - the texts are those of the source
"""Mutants of the rules of Malifaux, chapter by chapter: small changes that the scenarios naming the rule must notice.

(rule, file, old text, new text), in the order of the rulebook.
"""

from __future__ import annotations

ACTING = "rules/acting.py"
ACTIVATION = "rules/activation.py"
SUMMON_OPS = "rules/summon_ops.py"
ASSIST = "rules/assist.py"
CHARGE = "rules/charge.py"
CONCENTRATE = "rules/concentrate.py"
CONDITIONS = "rules/conditions.py"
COSTS = "rules/costs.py"
CREW = "cards/crew.py"
DAMAGE = "rules/damage.py"
CARD_ACTIONS = "rules/card_actions.py"
DEMOLISH = "rules/demolish.py"
DISENGAGE = "rules/disengage.py"
DUEL = "rules/duel.py"
EXPLOSIVES = "rules/explosives.py"
FATE = "rules/fate.py"
FORMULAS = "formulas.py"
GENERATED = "rules/generated.py"
HAZARDS = "rules/hazards.py"
LASTING_OPS = "rules/lasting_ops.py"
HIRE = "rules/hire.py"
HOOKS = "rules/hooks.py"
IDOLS = "rules/idols.py"
INTERACT = "rules/interact.py"
KILLING = "rules/killing.py"
MELEE = "melee.py"
MOVES = "rules/moves.py"
OPTIONS = "rules/options.py"
ORDER = "rules/order.py"
PLACES = "places.py"
CONTROL = "rules/control.py"
SCHEMES = "rules/schemes.py"
SCORING = "rules/scoring.py"
SELECT = "select.py"
SETUP = "rules/setup.py"
STATIC = "static.py"
STONES = "rules/stones.py"
STRATEGIES = "rules/strategies.py"
REACTIONS = "rules/reactions.py"
RESOURCE_OPS = "rules/resource_ops.py"
TRIGGERS = "rules/triggers.py"
TURN = "rules/turn.py"
WALK = "rules/walk.py"

MUTANTS: list[tuple[str, str, str, str]] = [
    # 1: the fate deck
    ("MFX-1.1", FATE, "deck, top = state.decks[seat], state.tops[seat]", "deck, top = state.decks[0], state.tops[0]"),
    ("MFX-1.2", DUEL, "suit = table.pick(ask_suit, side.seat)", "suit = 0"),
    ("MFX-1.4", FATE, "for _ in range(1 + abs(net)):", "for _ in range(1 + max(0, net)):"),
    ("MFX-1.5", FATE, "return max(-cap, min(cap, net))", "return net"),
    ("MFX-1.6", FATE, "least = min(names.VALUE[card] for card in up)", "least = max(names.VALUE[card] for card in up)"),
    ("MFX-1.8", FATE, "    if not deck.cards:\n        shuffle(state, table, seat)\n", ""),
    ("MFX-1.9", FATE, "        state.move_all(tops, deck)\n", ""),
    (
        "MFX-1.10",
        RESOURCE_OPS,
        "        if card != UNKNOWN:\n            deed.shown += (card,)\n",
        "        if card != UNKNOWN and len(deed.shown) < 1:\n            deed.shown += (card,)\n",
    ),
    # 2: the control hand
    ("MFX-2.1", HOOKS, "        if seat in deed.drawers:\n", "        if False:\n"),
    ("MFX-2.2", TURN, "if state.rules.refill else names.HAND_SIZE", "if not state.rules.refill else names.HAND_SIZE"),
    ("MFX-2.3", HOOKS, "return names.HAND_SIZE + static.draw_limit(state, seat)", "return names.HAND_SIZE"),
    (
        "MFX-2.4",
        FATE,
        "            discard(state, table, seat, card)\n    return number",
        "            pass\n    return number",
    ),
    (
        "MFX-2.5",
        TURN,
        "for seat in (state.initiative, 1 - state.initiative):\n        if state.stones[seat]",
        "for seat in (1 - state.initiative, state.initiative):\n        if state.stones[seat]",
    ),
    # 3: cheating fate
    ("MFX-3.1", FATE, "    table.tell(events.CHEATED, seat, flip_.kind, new)\n    return new", "    return card"),
    ("MFX-3.2", FATE, "if net < 0 or flipped == names.BLACK_JOKER", "if net < 0"),
    ("MFX-3.3", FATE, "cost = static.cheat_cost(state, model) if model >= 0 else 0", "cost = 0"),
    ("MFX-3.4", DAMAGE, "extra = int(card == names.RED_JOKER)", "extra = 0"),
    ("MFX-3.5", DUEL, "sides[RESISTING].total <= sides[ACTING].total", "sides[RESISTING].total < sides[ACTING].total"),
    ("MFX-3.6", DUEL, 'static.has_flag(state, side.model, "face_down_cheat")', "False"),
    # 4: duels
    ("MFX-4.1", DUEL, "side.total = side.stat + value", "side.total = value"),
    (
        "MFX-4.2",
        "names.py",
        "suits_in(packed_suits, suit) >= suits_in(needed, suit)",
        "min(1, suits_in(packed_suits, suit)) >= min(1, suits_in(needed, suit))",
    ),
    ("MFX-4.4", DUEL, "won = acting.total >= resisting.total", "won = acting.total > resisting.total"),
    (
        "MFX-4.5",
        DUEL,
        "    for place, side in enumerate(sides):\n        modify",
        "    for place, side in reversed(list(enumerate(sides))):\n        modify",
    ),
    (
        "MFX-4.6",
        DUEL,
        "if by < 0 or not state.are_friends(model, by):\n        return False\n    if table",
        "if True:\n        return False\n    if table",
    ),
    (
        "MFX-4.7",
        DUEL,
        "    seat = state.models.sides[model]\n    deed = ActionContext(seat, model, stats",
        "    seat = by.seat\n    deed = ActionContext(seat, model, stats",
    ),
    ("MFX-4.8", FORMULAS, "(card.df, card.wp, card.mv, card.sz)[which]", "(card.df, card.wp, card.mv, card.df)[which]"),
    ("MFX-4.9", REACTIONS, "while deed.target not in asked and not deed.fails", "while False and not deed.fails"),
    # 5: triggers
    ("MFX-5.1", TRIGGERS, "if not names.has_suits(deed.suits[ACTING], suits):", "if False:"),
    ("MFX-5.2", TRIGGERS, "won = deed.success if here.side == ACTING else not deed.success", "won = deed.success"),
    ("MFX-5.3", TRIGGERS, 'if (timing == "success" and not won) or (timing == "fail" and won):', "if False:"),
    (
        "MFX-5.4",
        TRIGGERS,
        "    if not state.condition(deed.model, names.STUNNED):\n        _declare_own",
        "    if True:\n        _declare_own",
    ),
    ("MFX-5.5", TRIGGERS, "return able if arg & FORCED and able else", "return able if False else"),
    # 6: damage
    ("MFX-6.1", DAMAGE, "number = bands[max(band, 0)] + extra", "number = bands[0] + extra"),
    (
        "MFX-6.2",
        DAMAGE,
        "MARGINS: Final = ((11, 1), (6, 0), (1, -1), (0, -2))",
        "MARGINS: Final = ((11, 1), (5, 0), (1, -1), (0, -1))",
    ),
    (
        "MFX-6.3",
        DAMAGE,
        'found = [(mods, roster.PRINTED), *static.against(state, "damage_flip", target, deed)]',
        "found = [(mods, roster.PRINTED)]",
    ),
    ("MFX-6.4", DAMAGE, "deed.void = deed.void or here.kind == AS_ACTION", "deed.void = True"),
    ("MFX-6.6", DAMAGE, "    if number > 0 and state.condition(model, names.SHIELDED):", "    if False:"),
    (
        "MFX-6.7",
        DAMAGE,
        "number = max(min(number, deed.saved_minimum), number - deed.saved)",
        "number = number - deed.saved",
    ),
    ("MFX-6.8", DAMAGE, "    if number <= 0:\n        table.tell(events.UNHURT, model)\n        return 0\n", ""),
    ("MFX-6.9", DAMAGE, "    if not irreducible:\n        number = reduced", "    if True:\n        number = reduced"),
    (
        "MFX-6.10",
        DAMAGE,
        "number = min(number, formulas.max_health(state, model) - rows.health[model])",
        "number = min(number, 99)",
    ),
    ("MFX-6.11", DAMAGE, "(here.kind == AS_TRIGGER and here.side == ACTING)", "here.kind == AS_TRIGGER"),
    ("MFX-6.12", DAMAGE, "lower = bands[max(0, band - 1)]", "lower = bands[max(0, band)]"),
    ("MFX-6.14", DAMAGE, "    if left:\n        ops.at", "    if left >= 0:\n        ops.at"),
    ("MFX-6.15", DAMAGE, "if model in hit and model != target", "if model in hit and model not in (target, here.me)"),
    (
        "MFX-6.16",
        DAMAGE,
        "return bands[names.BAND[names.VALUE[card]]]",
        "return bands[names.BAND[names.VALUE[card]]] + int(card == names.RED_JOKER)",
    ),
    (
        "MFX-6.17",
        ORDER,
        "    if len(differing) < 2:\n        return list(models)\n",
        "    if True:\n        return list(models)\n",
    ),
    (
        "MFX-6.18",
        CONTROL,
        "here.deed.later += tuple([(one, here) for one in effect.effects])",
        "ops.effects(state, table, here, effect.effects)",
    ),
    # 7: the turn
    ("MFX-7.1", TURN, "if state.turn >= state.rules.turns:", "if state.turn >= 5:"),
    ("MFX-7.2", TURN, "state.pass_tokens[seat] += abs(gap)", "state.pass_tokens[seat] += 1"),
    (
        "MFX-7.3",
        TURN,
        "return state.pass_tokens[seat] > 0 and bool(ready(state, 1 - seat))",
        "return state.pass_tokens[seat] > 0",
    ),
    ("MFX-7.5", TURN, "if state.turn == 1 and not state.rules.scores_at_once:", "if False:"),
    (
        "MFX-7.8",
        TURN,
        "        model = state.chain.pop(0)\n        if state.is_in_play(model)",
        "        model = state.chain.pop(0)\n        if False and state.is_in_play(model)",
    ),
    # 8: activations and actions
    ("MFX-8.1", ACTIVATION, "        conditions.end_of_activation(state, table, model)\n", "        pass\n"),
    ("MFX-8.2", STATIC, "limit = 3 if is_three else 2", "limit = 2"),
    ("MFX-8.3", ACTING, "    if now.bonus:\n        return False\n", ""),
    ("MFX-8.5", COSTS, "    if discards and any(", "    if False and any("),
    (
        "MFX-8.8",
        OPTIONS,
        "    return melee_reach(state, who.model) if as_melee else action.inches\n",
        "    return melee_reach(state, who.model) if as_melee else action.inches + 1\n",
    ),
    ("MFX-8.9", MELEE, "return bool(engagers(state, model))", "return False"),
    (
        "MFX-8.10",
        CARD_ACTIONS,
        "if damage.is_projectile(deed) and is_enemy and friendly_fire(state, deed):",
        "if False:",
    ),
    ("MFX-8.11", OPTIONS, 'if model == who.model and action.target.side != "self":', "if False:"),
    (
        "MFX-8.20",
        WALK,
        "    if judged.fault == leg.FREE:\n        return None\n",
        "    if judged.fault in (leg.FREE, leg.LEAVES_REACH):\n        return None\n",
    ),
    ("MFX-8.21", CHARGE, "return may and not melee.is_engaged(state, model)", "return may"),
    (
        "MFX-8.22",
        DISENGAGE,
        "most = max(0, most - SHORTER[names.BAND[names.VALUE[card]]] * INCH)",
        "most = max(0, most - INCH)",
    ),
    ("MFX-8.23", INTERACT, "SCHEME_APART = 4000", "SCHEME_APART = 3000"),
    (
        "MFX-8.24",
        CONCENTRATE,
        'used = now is not None and (who.model, roster.TAG["concentrate"]) in now.used',
        "used = False",
    ),
    (
        "MFX-8.25",
        ASSIST,
        "formulas.is_within(state, model, other, RANGE)",
        "formulas.is_within(state, model, other, RANGE + 1)",
    ),
    ("MFX-8.26", DEMOLISH, "        and piece.traits & DESTRUCTIBLE\n", ""),
    (
        "MFX-8.28",
        GENERATED,
        "    if not choice.options:\n        return\n    state.choice = choice\n    answer",
        "    if choice.options:\n        return\n    state.choice = choice\n    answer",
    ),
    (
        "MFX-8.29",
        GENERATED,
        "    row = [code for code in answer if not actions.ACTOR.has(code)]\n",
        "    row = [code for code in answer if not actions.ACTOR.has(code)]\n    if state.activation is not None:\n        state.activation.actions += 1\n",
    ),
    (
        "MFX-8.32",
        CONDITIONS,
        "end(state, table, model, table.pick(choices.ask_condition, seat))",
        "end(state, table, model, there[0])",
    ),
    ("MFX-8.33", OPTIONS, "        and formulas.sees_marker(state, who.model, marker)\n", ""),
    # 9: soulstones
    ("MFX-9.1", STONES, 'return card.station in {"master", "henchman"}', 'return card.station in {"master"}'),
    ("MFX-9.2", STONES, "REDUCED = (1, 2, 3)", "REDUCED = (1, 1, 1)"),
    ("MFX-9.3", STONES, "return state.stones[seat] > 0", "return True"),
    # 10: set-up
    (
        "MFX-10.2",
        SETUP,
        "        if names.SUIT_OF[card] != names.NOBODY:\n            return names.SUIT_OF[card]",
        "        return max(0, names.SUIT_OF[card])",
    ),
    ("MFX-10.3", SETUP, "and value - 1 not in state.pool:", ":"),
    ("MFX-10.4", SETUP, "values.index(max(values))", "values.index(min(values))"),
    (
        "MFX-10.5",
        SETUP,
        "state.lower = state.attacker if zone == 0 else 1 - state.attacker",
        "state.lower = state.attacker",
    ),
    ("MFX-10.7", SETUP, "if all_of_them - left < (all_of_them + 1) // 2:", "if all_of_them - left < all_of_them // 2:"),
    ("MFX-10.8", SCHEMES, "        if scheme not in chosen\n", ""),
    ("MFX-10.9", SCHEMES, 'ops.at(state, table, "after_deploy", state.up(seat))', "pass"),
    # 11: hiring
    ("MFX-11.2", HIRE, "if card.totem_for and card.totem_for not in there:", "if False:"),
    (
        "MFX-11.5",
        CREW,
        "    if faction not in model.factions:\n        return -1\n",
        "    if faction not in model.factions:\n        return model.cost\n",
    ),
    ("MFX-11.7", HIRE, "if numbers.count(card.number) > card.allowance:", "if numbers.count(card.number) > 9:"),
    ("MFX-11.8", CREW, 'if is_effigy and leader.station == "henchman":', "if is_effigy:"),
    ("MFX-11.9", HIRE, "if total > size else None", "if total > size + 1 else None"),
    # 12: models
    (
        "MFX-12.2",
        INTERACT,
        "rows, seat = state.models, state.models.sides[model]",
        "rows, seat = state.models, state.active",
    ),
    ("MFX-12.3", STATIC, "return names.CORPSE_MARKER", "return names.SCRAP_MARKER"),
    ("MFX-12.5", KILLING, "state.pass_tokens[1 - here.seat] += 1", "pass"),
    (
        "MFX-12.6",
        KILLING,
        "rows.health[new] = max(1, roster.MODELS[card].health - damage)",
        "rows.health[new] = roster.MODELS[card].health",
    ),
    ("MFX-12.8", "rules/strategies.py", 'return static.has_ability(state, model, "insignificant")', "return False"),
    ("MFX-12.9", CONDITIONS, "return 1 + (value - 1) // 3 if value else 0", "return 1 + value // 3 if value else 0"),
    ("MFX-12.10", FORMULAS, "    return max(0, value)\n", "    return value\n"),
    (
        "MFX-12.11",
        CONDITIONS,
        "AT_END_OF_ACTIVATION: Final = (names.FAST, names.SLOW, names.STAGGERED, names.STUNNED)",
        "AT_END_OF_ACTIVATION: Final = ()",
    ),
    ("MFX-12.14", STATIC, "            if effect in known:\n                continue\n", ""),
    ("MFX-12.16", OPTIONS, "if limits.once_per_activation and now is not None and tag in now.used:", "if False:"),
    (
        "MFX-12.18",
        LASTING_OPS,
        "state.lasting[:] = [row for row in state.lasting if row[0] != model or not leaves_with(row)]",
        "pass",
    ),
    (
        "MFX-12.22",
        DAMAGE,
        "    if number <= 0:\n        return 0\n    rows.health[model] += number",
        "    rows.health[model] += number",
    ),
    # 13: space
    ("MFX-13.5", HAZARDS, "damage.hurt(state, table, here, model, 1)", "damage.hurt(state, table, here, model, 0)"),
    ("MFX-13.7", MOVES, "x, y = aim if up_to else toward(round_, aim[0], aim[1], most, direction)", "x, y = aim"),
    ("MFX-13.9", PLACES, '            return "too_far"\n', '            return ""\n'),
    ("MFX-13.12", CARD_ACTIONS, "mods.append((-1, roster.CONCEALED))", "pass"),
    (
        "MFX-13.13",
        "static_cache.py",
        "inches = [roster.reach_of(card) for card in cards]",
        "inches = [max(0, roster.reach_of(card)) for card in cards]",
    ),
    ("MFX-13.29", HAZARDS, "    if acted and deed.model >= 0 and state.is_up(deed.model):", "    if False:"),
    # 14: strategies
    (
        "MFX-14.1",
        STRATEGIES,
        "owners[marker] = seat if owners[marker] == names.NOBODY else names.NOBODY",
        "owners[marker] = seat",
    ),
    ("MFX-14.2", EXPLOSIVES, "APART: Final = 6 * INCH", "APART: Final = 4 * INCH"),
    (
        "MFX-14.3",
        IDOLS,
        "damage.hurt(state, table, here, model, number, irreducible=True)",
        "damage.hurt(state, table, here, model, number)",
    ),
    ("MFX-14.4", STRATEGIES, 'WORTH: Final = {"master": 3, "henchman": 2}', 'WORTH: Final = {"master": 3}'),
    ("MFX-14.6", IDOLS, "side = zone.LEFT if suit == names.MASK else zone.RIGHT", "side = zone.LEFT"),
    (
        "MFX-14.7",
        EXPLOSIVES,
        "        if not strategies.is_ignored(state, model)\n        and state.token",
        "        if state.token",
    ),
    # 15: schemes
    (
        "MFX-15",
        SCHEMES,
        "        return end or all(is_ignored(state, other) for other in near)\n",
        "        return True\n",
    ),
    (
        "MFX-15.1",
        SCHEMES,
        "return zone.is_in_zone(state.deployment, seat == state.lower, x, y, r)",
        "return zone.is_in_zone(state.deployment, seat != state.lower, x, y, r)",
    ),
    ("MFX-15.2", TURN, "        strategies.score(state, table, seat)\n        scoring", "        scoring"),
    (
        "MFX-15.3",
        SCHEMES,
        "return [(model, UNKNOWN) for model in own]",
        "return [(UNKNOWN, UNKNOWN)]",
    ),
    (
        "MFX-15.4",
        KILLING,
        "if r and not strategies.is_ignored(state, by) and not strategies.is_ignored(state, model):",
        "if r:",
    ),
    (
        "MFX-15.5",
        KILLING,
        "*(marks for one in state.schemes for marks in one.marks)):",
        "):",
    ),
    (
        "MFX-15.7",
        SELECT,
        "if {side for side, lying in areas if marker in lying} == {seat}",
        "if any(marker in lying for _, lying in areas)",
    ),
    (
        "MFX-15.8",
        FORMULAS,
        "    return roster.MODELS[state.models.cards[model]].cost\n",
        "    return 0 if state.models.leaders[model] else roster.MODELS[state.models.cards[model]].cost\n",
    ),
]
