"""What Battlefield says will come of an answer: played in worlds that the seat holds possible, and compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from shapan import bots
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.scene import Odds
from shapan.engine.text import LANGUAGES, catalogue, say
from shapan.engine.view import write
from shapan.games.battlefield import abilities, actions, events, formulas, names, space
from shapan.games.battlefield.board import strikes
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.odds.exchange import ROWS, fighters, play
from shapan.games.battlefield.records import DURABILITY, OWNED
from shapan.games.battlefield.rules import attack

rule = pytest.mark.rule
MATCHES = ((3, "outlook 1"), (4, "outlook 2"))
EACH = 3
"""Answers of each family that are played."""
SILENT = {
    ("faction", "choose_faction"): "talent and capital effect stand on the card, and are the answer's help",
    ("open_council", "discard"): "the card is what is given up, and nobody knows what is drawn",
    ("discard_down", "discard"): "a card that is thrown away does nothing",
    ("development", "full_retreat"): "each unit that goes says what it brings",
    ("development", "tactical_reload"): "the card is what comes back",
    ("development", "price"): "the deal before it says who pays, how much at most, and who has to agree",
    ("carry", "carry"): "where the vehicle goes has been said with the Move",
    ("fight", "given_up"): "a card that is thrown away does nothing",
    ("endangered_order", "order_units"): "who lives hangs on cards that are asked for later",
    ("permission", "no"): "nothing comes of it",
    ("trade_offer", "no"): "nothing comes of it",
    ("treaty_offer", "no"): "nothing comes of it",
    ("sabotage", "hand"): "the numbers were told when the card was played; chance takes one",
}
"""By question and family of answers, why nothing is told of it, ever."""
SOMETIMES = {
    ("put_unit", "put"): "a unit that stays hidden, or a vehicle without a crew, has no numbers",
}


@dataclass
class Told:
    """An answer, what was told of it, and a world of the seat in which it can be given."""

    world: Match[Any]
    seat: int
    row: list[int]
    odds: Odds

    def facts(self) -> dict[str, dict[str, Any]]:
        """Return what was told by the keys of its texts."""
        parts = self.odds.summary.words.values()
        return {part["key"].partition(".")[2]: part["words"] for part in parts}


@cache
def asked() -> tuple[list[Told], Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """Return answers of random matches with what is told of them; how often each family was offered, and told."""
    found, offered, told = list[Told](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    mind = bots.find("random")
    for seats, seed in MATCHES:
        match = Match(GAME, seats, {}, seed=seed, hashes=False)
        while not match.over:
            seat = match.waiting[0]
            prompt, row = match.decisions[seat].prompt, list(bots.answer(mind, match, seat))
            for number in range(max(1, len(row)) if prompt.many else 1):
                before, seen = row[:number], set[str]()
                for code in match.legal(seat, before):
                    family = "decline" if code == DONE else actions.ACTIONS.of(code).name
                    if family in seen or offered[prompt.key, family] >= EACH:
                        continue
                    seen.add(family)
                    offered[prompt.key, family] += 1
                    view = match.view(seat)
                    odds = GAME.preview(view, prompt, seat, code)
                    if odds is None:
                        continue
                    told[prompt.key, family] += 1
                    world = match.sample(seat, number)
                    assert write(world.view(seat)) == write(view)
                    assert GAME.preview(world.view(seat), prompt, seat, code) == odds
                    found.append(Told(world, seat, [*before, code], odds))
            match.answer(seat, row)
    return found, offered, told


def test_every_family_of_answers_says_what_comes_of_it_or_why_not() -> None:
    _, offered, told = asked()
    families = [key for key in offered if key[1] != "decline"]
    assert len(families) > 55
    silent = {key for key in families if not told[key]}
    assert silent <= set(SILENT), silent - set(SILENT)
    assert not [key for key in SILENT if told[key]], "they have something to tell by now"
    partly = {key for key in families if 0 < told[key] < offered[key]}
    assert partly <= set(SOMETIMES), partly - set(SOMETIMES)


def test_all_of_it_is_said_in_every_language() -> None:
    for one in asked()[0]:
        for phrase in (one.odds.summary, *(chance.label for chance in one.odds.chances)):
            for language in LANGUAGES:
                text = say(GAME, language, phrase.key, phrase.words)
                assert not any(mark in text for mark in ("odds.", "{", "_")), text


# Playing it


def answered(one: Told) -> Callable[..., list[tuple[int, ...]]]:
    """Give an answer in its world, and return what looks up what has happened then, going on until it has."""
    world = one.world
    since, prompt = world.event_count(world.seats), world.decisions[one.seat].prompt
    row = list(one.row)
    while prompt.many and row[-1] != DONE and (options := world.legal(one.seat, row)) and DONE not in options:
        row.append(options[0])
    world.answer(one.seat, [code for code in row if code != DONE] if prompt.many else row)

    def happened(*kinds: int, far: int = 12) -> list[tuple[int, ...]]:
        for _ in range(far):
            if found := [event.open for event in world.told(world.seats)[since:] if event.kind in kinds]:
                return found
            if world.over:
                break
            seat = world.waiting[0]
            declines = world.decisions[seat].prompt.reaction and DONE in world.legal(seat)
            world.answer(seat, [DONE] if declines else world.default(seat))
        return []

    return happened


def number_of(word: Any) -> int:
    """Return power, guard or range as it was told; without limit it is 99 and more."""
    return 99 if isinstance(word, dict) else int(word)


def parts_of(word: dict[str, Any]) -> list[int]:
    """Return the numbers of the parts of a price, as a list told one in another."""
    if word["key"] == "common.list":
        return parts_of(word["words"]["first"]) + parts_of(word["words"]["rest"])
    return [int(word["words"]["number"].replace("\N{MINUS SIGN}", "-"))]


def territory_of(word: dict[str, str]) -> int:
    return names.TERRITORIES.index(word["term"].partition(".")[2])


LAND_EVENTS = (
    events.LAND_HIT,
    events.SATELLITE,
    events.RESTORED,
    events.REFITTED,
    events.SPECIAL_NULLIFIED,
    events.NULLIFIED,
)


def check(one: Told, seen: Counter[str]) -> None:
    """Compare what was told of an answer with what comes of it."""
    facts, world, seat, code = one.facts(), one.world, one.seat, one.row[-1]
    family = None if code == DONE else actions.ACTIONS.of(code)
    prompt = world.decisions[seat].prompt.key
    before = world.view(seat)
    if family is actions.CLAUSE or family is actions.GOING or prompt in ("combat_row", "layout", "faction"):
        return
    happened = answered(one)
    if facts.get("changes", {}).get("what") == RESOURCES and (family in PAYING or prompt.startswith("arius")):
        seen["resources"] += 1
        words = facts["changes"]
        assert words["was"] == before.resources[seat]
        prices = [event[-1] for event in happened(*PAYMENTS, far=1)]
        assert words["now"] == world.live.resources[seat] or words["was"] - words["now"] in prices, (facts, prices)
    if "costs_less" in facts:
        seen["parts"] += 1
        words = facts["costs_less"]
        told = parts_of(words["parts"])
        assert sum(told) < 0 and words["price"] == max(0, words["cost"] + sum(told)), words
    if family in (actions.PLACE, actions.PLACE_CREWED, actions.OPEN, actions.BOARD) and "numbers" in facts:
        seen["numbers"] += 1
        unit = unit_of(before, world.live, code)
        words = facts["numbers"]
        told = [number_of(words[name]) for name in ("power", "guard", "range")]
        assert told == [min(99, ask(world.live, unit)) for ask in (formulas.power, formulas.guard, formulas.reach)]
    for key, is_there in (("guarded", True), ("bare", False)):
        if key in facts and family in (actions.PLACE, actions.OPEN, actions.HIDE, actions.EJECT):
            seen[key] += 1
            if family is actions.EJECT:
                happened(events.EJECTED)
            assert formulas.is_garrisoned(world.live, territory_of(facts[key]["territory"])) == is_there
    if "durability" in facts and (family in LAND_FAMILIES or prompt == "declare"):
        seen["durability"] += 1
        place, now = territory_of(facts["durability"]["territory"]), facts["durability"]["now"]
        hits = happened(*LAND_EVENTS)
        stands = world.live.durability[place] == now or any(event[0] == place and event[-1] == now for event in hits)
        assert facts["durability"]["was"] == before.durability[place]
        assert stands or not hits or family is actions.POINTS, (facts, hits)
    if "captured" in facts and prompt == "declare":
        seen["captured"] += 1
        assert happened(events.CAPTURED)[0][-1] == facts["captured"]["durability"]
    if "outer_then" in facts:
        seen["outer"] += 1
        own = world.live.domain(seat)
        assert sum(space.is_outer(world.live, place) for place in own) == facts["outer_then"]["number"]
    if "lives" in facts:
        seen["lives"] += 1
        assert happened(events.SAVED)
    if "is_lost" in facts:
        seen["lost"] += 1
        assert happened(events.DESTROYED)
    if "attacks" in facts and prompt == "fight" and world.decisions[seat].prompt.key == "declare":
        seen["attacks"] += 1
        assert len(attack.pairs(world.live, seat)) == facts["attacks"]["number"]
    if "leaves_map" in facts and happened(events.TROPHY):
        seen["map"] += 1
        assert len(world.live.land) == facts["leaves_map"]["left"]
        assert sum(map(len, world.live.trophies)) == facts["leaves_map"]["trophies"]
    if "clauses_end" in facts:
        seen["torn"] += 1
        assert len(before.treaties) - len(world.live.treaties) == facts["clauses_end"]["number"]


RESOURCES = {"term": "prospect.resources"}
PAYING = (
    actions.PLACE, actions.PLACE_CREWED, actions.EQUIP, actions.BRIBE, actions.HYDROGEN, actions.NEUTRON,
    actions.DIVINE, actions.EMP, actions.BIOCHEMICAL, actions.INTRUSION, actions.ASSASSINATION,
)  # fmt: skip
PAYMENTS = (events.PLACED, events.PLACED_HIDDEN, events.EQUIPPED, events.SPECIAL, events.NULLIFIED)
LAND_FAMILIES = (actions.RESTORE, actions.REFIT)


def unit_of(before: Any, live: Any, code: int) -> int:
    """Return the unit that an answer is about: a new one, or that of the answer."""
    family = actions.ACTIONS.of(code)
    if family is actions.OPEN:
        return int(actions.OPEN.value(code))
    if family is actions.BOARD:
        return int(actions.BOARD.value(code, 1))
    (unit,) = set(live.tags()) - set(before.tags())
    return int(unit)


@rule("BF-4.1")
@rule("BF-7.3")
@rule("BF-7.6.2")
def test_what_is_told_of_an_answer_comes_true() -> None:
    seen = Counter[str]()
    for one in asked()[0]:
        check(one, seen)
    for key in ("resources", "numbers", "guarded", "bare", "durability", "outer", "lost", "attacks", "torn", "parts"):
        assert seen[key], (key, seen)


# The fight


@cache
def duels() -> list[tuple[Match[Any], Match[Any], dict[int, Odds]]]:
    """Return two worlds each in which combat cards are to be laid, and what is told of each to the first to answer."""
    found = list[tuple[Match[Any], Match[Any], dict[int, Odds]]]()
    match = Match(GAME, 3, {}, seed="rows", hashes=False)
    while not match.over and len(found) < 24:
        seat = match.waiting[0]
        prompt = match.decisions[seat].prompt
        if prompt.key == "combat_row" and len(match.waiting) == 2:
            odds = {code: GAME.preview(match.view(seat), prompt, seat, code) for code in match.legal(seat)}
            known = {code: one for code, one in odds.items() if one is not None}
            found.append((match.sample(seat, 0), match.sample(seat, 1), known))
        match.answer(seat, bots.answer(bots.find("random"), match, seat))
    return found


def lay(world: Match[Any], rows: dict[int, tuple[int, ...]]) -> list[tuple[int, tuple[int, ...]]]:
    """Let both sides lay a row in a copy of a world, and return what was shown and how it ended."""
    world = world.clone()
    since = world.event_count(world.seats)
    for seat in list(world.waiting):
        codes = [actions.ROW.codes[card] for card in rows[seat]]
        world.answer(seat, codes)
    kinds = (events.REVEALED, events.UNMET, events.FIGHT_OVER)
    return [(event.kind, event.open) for event in world.told(world.seats)[since:] if event.kind in kinds]


def losses(said: dict[str, Any]) -> list[int]:
    """Return what words say that both units lose, the viewer's first."""
    return [int(said["words"].get(name, "0").replace("\N{MINUS SIGN}", "-")) for name in ("own", "theirs")]


@rule("BF-7.5")
def test_a_combat_card_does_to_both_what_was_told() -> None:
    cards = ("attack", "defend", "rest", "self_destruct")
    seen = 0
    for number, (world, _, told) in enumerate(duels()):
        one = world.live.attack
        seat, other = world.waiting
        own, enemy = number % 4, number // 4 % 4
        facts = Told(world, seat, [], told[actions.ROW.codes[own]]).facts()
        least = min(world.live.of(unit, DURABILITY) for unit in (one.attacker, one.target))
        if set(facts) != {"faces"} or least < names.UNIT_DURABILITY:
            continue
        shown = lay(world, {seat: (own,), other: (enemy,)})
        changes = {event[0]: event[-1] - event[-2] for kind, event in shown if kind != events.FIGHT_OVER}
        assert losses(facts["faces"][cards[enemy]]) == [changes[seat], changes[other]]
        seen += 1
    assert seen >= 10


@rule("BF-7.5")
@pytest.mark.parametrize(
    ("key", "card"), [("attack_on_defend", names.ATTACK_C), ("burst_on_defend", names.SELF_DESTRUCT_C)]
)
def test_what_power_and_guard_decide_is_told_as_it_comes(key: str, card: int) -> None:
    """Of a fight nothing is told that depends on how rows are mixed: no chances, only what holds of every row."""
    seen = set[tuple[str, str]]()
    for number, (first, second, _) in enumerate(duels()):
        world, attacks = (first, second)[number % 2], number % 3 > 0
        one = world.live.attack
        assert one is not None
        sides = [world.live.of(unit, OWNED) for unit in (one.attacker, one.target)]
        viewer = sides[0] if attacks else sides[1]
        facts = {phrase.key: phrase.words for phrase in strikes.as_it_stands(world.view(viewer), viewer)}
        assert f"odds.{key}" in facts
        units = [unit for unit in (one.attacker, one.target) if world.live.of(unit, DURABILITY) == 3]
        if "odds.coin_may_save" in facts or len(units) < 2 or any(_is_plated(world, unit) for unit in units):
            continue
        by_viewer = number % 2 == 0
        shows = viewer if by_viewer else sides[1 - sides.index(viewer)]
        rows: dict[int, tuple[int, ...]] = {seat: (card if seat == shows else names.DEFEND_C,) for seat in sides}
        shown = lay(world, rows)
        changes = {event[0]: event[-1] - event[-2] for kind, event in shown if kind != events.FIGHT_OVER}
        other = sides[1 - sides.index(viewer)]
        said = facts[f"odds.{key}"]["own" if by_viewer else "theirs"]
        assert losses(said) == [changes[viewer], changes[other]]
        seen.add((said["key"], "own" if by_viewer else "theirs"))
    assert len(seen) >= 3, seen


def _is_plated(world: Match[Any], unit: int) -> bool:
    return bool(abilities.has(world.live, unit, names.PLATING))


def test_no_odds_of_battlefield_count_how_often_a_unit_falls() -> None:
    """The mixed rows of the best play are one of many solutions: a hundred fights say nothing of one."""
    for language in LANGUAGES:
        told = {key: text for key, text in catalogue(GAME, language).items() if key.startswith("odds.")}
        assert told
        assert not [key for key, text in told.items() if "100" in text or "both at their best" in text]


@rule("BF-7.5")
def test_chances_of_a_fight_are_counted_by_what_rows_come_to() -> None:
    seen = 0
    for number, (_, world, _) in enumerate(duels()):
        one = world.live.attack
        sides = [world.live.of(unit, OWNED) for unit in (one.attacker, one.target)]
        if any(world.live.has_modification(seat, names.ZEUS_SHIELD) for seat in sides):
            continue
        rows = (ROWS[number * 7 % len(ROWS)], ROWS[number * 11 % len(ROWS)])
        expected = play(*fighters(world.live, one.attacker, one.target), *rows)
        shown = lay(world, dict(zip(sides, rows, strict=True)))
        assert [event for kind, event in shown if kind == events.FIGHT_OVER] == [expected]
        seen += 1
    assert seen >= 5
