"""What the table foretells of answers in StarCraft comes true when they are given."""

from __future__ import annotations

from collections import Counter
from typing import Any

from shapan import bots
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.scene import Odds
from shapan.engine.text import LANGUAGES, say
from shapan.games.starcraft import actions, cards, formulas, names, strength
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.rules import battle as battles
from shapan.games.starcraft.rules.skirmish import ask_skirmish
from shapan.games.starcraft.state import StarCraft

MATCHES = (2, 3, 6, 10)
"""Random matches in which all is foretold that this test looks at: battles, purchases, cards, benefits."""
MOST = 500


def told(match: Match[Any], seat: int, code: int) -> Odds | None:
    decision = match.decisions[seat]
    return GAME.preview(match.view(seat), decision.prompt, seat, code)


def numbers(odds: Odds | None) -> dict[str, Any]:
    """Return the words of what is foretold, with those of the numbers that it tells of."""
    words = {} if odds is None else dict(odds.summary.words)
    for part in ("values", "rest"):
        words |= words.get(part, {}).get("words", {})
    return words


def settle(match: Match[Any], seat: int) -> None:
    """Pay what has been bought."""
    mind = bots.find("random")
    while seat in match.decisions and match.decisions[seat].prompt.key == "pay":
        match.answer(seat, bots.answer(mind, match, seat))


ASKED_NEXT = {
    "odds.build": ("build",),
    "odds.mobilize": ("lift_off", "move"),
    "odds.mobilize_attack": ("lift_off", "move"),
    "odds.mobilize_other": ("lift_off", "recall"),
    "odds.research": ("research_draw",),
}
"""What is asked next of who carries out an order that can do something."""


LACKS = ("why_not.nothing_here", "why_not.no_units_near", "why_not.no_base_to_research")
"""SC-5.1, SC-6.2, SC-7.1: what Build, Mobilize and Research lack where they can do nothing."""


def carry_out(match: Match[Any], seat: int, seen: Counter[str]) -> None:
    """SC-3.7: an order of which it is said that it has no effect asks nothing, any other what it was said to do."""
    odds = told(match, seat, actions.EXECUTE)
    assert odds is not None
    key = odds.summary.key
    match.answer(seat, [actions.EXECUTE])
    asked = match.decisions[seat].prompt.key if seat in match.decisions else ""
    if key == "odds.nothing" or key in LACKS:
        assert asked not in {one for words in ASKED_NEXT.values() for one in words}
    else:
        assert asked in ASKED_NEXT[key], (key, asked)
    if asked == "move":
        view: StarCraft = match.view(seat)
        units = {actions.MOVE.values(one)[::2] for one in match.legal(seat) if one != DONE}
        assert numbers(odds)["number"] == sum(view.number(seat, source, unit) for unit, source in units)
    seen[key] += 1


def look(match: Match[Any], seat: int, codes: list[int], seen: Counter[str]) -> None:
    """Give an answer, and compare what was foretold of it."""
    code = codes[0] if codes else DONE
    if code == DONE:
        match.answer(seat, codes)
        return
    family, said = actions.ACTIONS.of(code), numbers(told(match, seat, code))
    if code == actions.EXECUTE:
        carry_out(match, seat, seen)
        return
    laid = {one: numbers(told(match, seat, one)) for one in codes if actions.PLACE.has(one)}
    before: StarCraft = match.view(seat)
    match.answer(seat, codes)
    if family in (*actions.PURCHASES, actions.BUY_TECHNOLOGY):
        if any(actions.DISCOUNT.has(one) for one in codes):
            return
        settle(match, seat)
        after = match.view(seat)
        minerals, gas = formulas.available(after, seat)
        assert (said["minerals"], said["gas"], said["workers"]) == (minerals, gas, after.pool[seat])
        seen["bought"] += 1
    elif family is actions.ACTIONS.of(actions.DRAW):
        assert said["then"] == len(match.view(seat).hands[seat])
        seen["drawn"] += 1
    elif family is actions.BENEFIT and not match.over:
        after = match.view(seat)
        held = len(after.hands[seat]) if "cards" in said or actions.BENEFIT.value(code) else after.points[seat]
        assert said["then"] == held
        seen["benefit"] += 1
    elif family is actions.RETREAT and "number" in said:
        area = actions.RETREAT.value(code)
        if not said["lost"]:
            assert match.view(seat).strength(seat, area) == said["number"] <= names.UNIT_LIMIT[area]
            seen["retreat"] += 1
    elif family is actions.MOVE and len(codes) == 1 and "number" in said and "seat" in said:
        foe = said["seat"]["seat"]
        assert before.strength(foe, actions.MOVE.value(code, 1)) == said["number"]
        seen["battle"] += 1
    elif laid:
        compare_cards(match, seat, codes, laid, seen)


def compare_cards(
    match: Match[Any], seat: int, codes: list[int], laid: dict[int, dict[str, Any]], seen: Counter[str]
) -> None:
    """SC-9.7.5: attack and health of lines without a reinforcement, as long as the others have shown nothing."""
    after = match.view(seat)
    battle = after.battle
    if battle is None or any(actions.REINFORCE.has(code) for code in codes):
        return
    side = int(seat == battle.defender)
    for code, said in laid.items():
        line = 2 * battles.place_of(code) + side
        alone = not battle.open[line ^ 1] and battle.fronts[line ^ 1] >= 0 and battle.standard[line].cards
        if alone and said and battle.standard[line].first == battles.card_of(code):
            assert (said["attack"], said["health"]) == (
                strength.attack(after, battle, line),
                strength.health(battle, line),
            )
            seen["cards"] += 1


def test_what_is_foretold_comes_true() -> None:
    seen, mind = Counter[str](), bots.find("random")
    for number in MATCHES:
        match: Match[Any] = Match(GAME, 2 + number % 3, {}, f"outlook {number}", hashes=False)
        for _ in range(MOST):
            if match.over:
                break
            seat = min(match.decisions)
            answer = bots.answer(mind, match, seat)
            key, legal = match.decisions[seat].prompt.key, match.legal(seat)
            if key == "execute_or_event":  # random players seldom do anything else than draw
                answer = [actions.EXECUTE]
            elif key == "technology" and len(legal) > 1:
                answer = [legal[1]]
            look(match, seat, list(answer), seen)
    assert all(seen[name] for name in ("bought", "drawn", "benefit", "cards", "battle")), seen
    assert all(seen[f"odds.{name}"] for name in ("build", "mobilize", "mobilize_attack", "research")), seen
    assert all(seen[key] for key in LACKS), seen


def test_an_order_says_before_it_is_placed_what_it_could_do_or_what_it_lacks() -> None:
    """SC-5.1, SC-6.2, SC-7.1: as if it were carried out now; the table is as it was."""
    data = {
        "step": "planning",
        "galaxy": [
            {"planet": "torus", "at": [1, 0]}, {"planet": "helios", "at": [2, 0]}, {"planet": "tarsonis", "at": [0, 0]},
        ],
        "seats": [
            {"faction": "raynor", "units": {"torus_1": {"marine": 1}}, "bases": ["torus_2"], "hand": []},
            {"faction": "overmind", "units": {"helios_1": {"zergling": 1}}, "hand": []},
        ],
    }  # fmt: skip
    match: Match[Any] = Match(GAME, 2, {}, 1, state=GAME.read_position(data, GAME.resolve({}, 2), 2))
    view = match.view(0)
    said = {
        (names.ORDERS[order], names.PLANETS[planet]): odds.summary.key
        for code in match.legal(0)
        if actions.PLACE_ORDER.has(code)
        for order, planet in [actions.PLACE_ORDER.values(code)]
        for odds in [GAME.preview(view, match.decisions[0].prompt, 0, code)]
        if odds is not None
    }
    assert view.order is None
    for order, can, lacks in zip(
        ("build", "mobilize", "research"), ("build", "mobilize", "research"), LACKS, strict=True
    ):
        assert said[order, "torus"] == f"odds.{can}"
        assert {key for (one, planet), key in said.items() if one == order and planet != "torus"} == {lacks}


def test_what_is_bought_says_what_it_is_for_and_what_it_costs() -> None:
    """SC-4.5, SC-5.7, SC-7.3: its text, its price, and what is left."""
    data = {
        "step": "order",
        "order": {"seat": 0, "order": "build", "planet": "torus"},
        "galaxy": [{"planet": "torus", "at": [0, 0]}, {"planet": "helios", "at": [1, 0]}],
        "seats": [
            {"faction": "raynor", "units": {"torus_1": {"marine": 1}}, "bases": ["torus_2"], "hand": []},
            {"faction": "overmind", "units": {"helios_1": {"zergling": 1}}, "hand": []},
        ],
    }
    match: Match[Any] = Match(GAME, 2, {}, 1, state=GAME.read_position(data, GAME.resolve({}, 2), 2))
    view, stim, supply = match.view(0), cards.TECHNOLOGIES.index("stim_packs"), names.MODULES.index("supply")
    stims = (actions.BUY_TECHNOLOGY.code(stim), ("Marine", "Firebat", "little health"))
    for code, words in (stims, (actions.BUILD_MODULE.code(supply), ("One more unit in each Build order",))):
        odds = GAME.preview(view, match.decisions[0].prompt, 0, code)
        assert odds is not None
        text = say(GAME, "en", odds.summary.key, odds.summary.words)
        assert all(word in text for word in (*words, "Costs minerals 1", "then left")), text


def test_pairs_and_support_say_who_can_hit_whom() -> None:
    """SC-9.4, SC-9.9: against each unit as its class and the targets of D3 say."""
    data = {
        "step": "battle",
        "battle": {"area": "torus_1", "attacker": 0, "defender": 1, "at": "pair"},
        "galaxy": [{"planet": "torus", "at": [0, 0]}, {"planet": "helios", "at": [1, 0]}],
        "seats": [
            {"faction": "raynor", "units": {"torus_1": {"firebat": 1, "marine": 1}}, "bases": ["helios_1"], "hand": []},
            {"faction": "overmind", "units": {"torus_1": {"mutalisk": 1}}, "hand": []},
        ],
    }
    match: Match[Any] = Match(GAME, 2, {}, 1, state=GAME.read_position(data, GAME.resolve({}, 2), 2))
    pairs = {actions.PAIR.values(code): told(match, 0, code) for code in match.legal(0) if actions.PAIR.has(code)}
    keys = {names.UNITS[one]: odds.summary.key for (one, _), odds in pairs.items() if odds is not None}
    assert keys == {"firebat": "odds.defender_hits", "marine": "odds.both_hit"}
    match.answer(0, [actions.PAIR.code(names.MARINE, names.MUTALISK)])
    for unit, key in ((names.FIREBAT, "odds.no_support"), (names.GOLIATH, "odds.support")):
        odds = GAME.preview(match.view(0), battles.ask_support, 0, actions.SUPPORT.code(0, unit))
        assert odds is not None and odds.summary.key == key
    fought = GAME.preview(match.view(1), ask_skirmish, 1, actions.RESOLVE.code(0))
    assert fought is not None and say(GAME, "en", fought.summary.key, fought.summary.words) == "Marine against Mutalisk"


def test_who_turns_an_order_or_gives_it_up_reads_what_it_is() -> None:
    """SC-2.4, SC-3.2: his own order by its face, the stage of the event card; not where faces are hidden."""
    for hides, key in (("on", "action.reveal_known"), ("off", "action.reveal")):
        match: Match[Any] = Match(GAME, 2, {"show_own_orders": hides}, "faces", hashes=False)
        mind = bots.find("random")
        seat = min(match.decisions)
        while match.decisions[seat].prompt.key != "choose_order":
            match.answer(seat, bots.answer(mind, match, seat))
            seat = min(match.decisions)
        code = next(one for one in match.legal(seat) if actions.REVEAL.has(one))
        assert GAME.label(match.view(seat), code).key == key
        match.answer(seat, [code])
        odds = told(match, seat, actions.TAKE_EVENT)
        assert odds is not None and odds.summary.words == {"stage": {"term": "stage.I"}, "number": 0}


def test_every_preview_has_its_words() -> None:
    samples: dict[str, dict[str, Any]] = {
        "left": {"cost": {"term": "board.cost_free"}, "minerals": 1, "gas": 2, "workers": 3},
        "learned": {"kind": 1, "text": 2}, "card": {"area": {"term": "area.torus_1"}}, "no_card": {},
        "nothing": {}, "build": {"what": {"term": "label.base"}}, "mobilize": {"number": 3}, "mobilize_other": {},
        "mobilize_attack": {"number": 3, "areas": 1}, "research": {"number": 2}, "no_event_left": {},
        "take_event": {"stage": {"term": "stage.I"}, "number": 1},
        "battle": {"seat": {"seat": 0}, "number": 2}, "base": {"seat": {"seat": 0}},
        "fits": {"attack": 7, "health": 8}, "fits_not": {"attack": 4, "health": 4},
        "counted": {"values": {"term": "unit.marine"}, "kills": 3, "lives": 2, "all": 4},
        "kills": {"values": 7, "kills": 3, "all": 4}, "lives": {"values": 7, "lives": 3, "all": 4},
        "support": {"number": 2, "foe": {"term": "unit.zergling"}},
        "fought": {"one": {"term": "unit.marine"}, "other": {"term": "unit.zergling"}},
        "retreat_lost": {"number": 2, "limit": 3, "lost": 1}, "room": {"number": 2, "limit": 3, "lost": 0},
        "hand": {"now": 6, "then": 9}, "points": {"now": 6, "then": 7},
    }  # fmt: skip
    for language in LANGUAGES:
        for key, words in samples.items():
            sentence = say(GAME, language, f"odds.{key}", words)
            assert sentence and "{" not in sentence, (language, key)
