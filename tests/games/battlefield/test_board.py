"""The table of Battlefield: every answer is offered where one looks for it, the ring is in order, and nothing leaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from shapan import bots
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.engine.offers import things
from shapan.engine.scene import Piece, Scene, Target, Zone
from shapan.engine.text import LANGUAGES, say
from shapan.games.battlefield import actions, formulas, names, space
from shapan.games.battlefield.board.consequences import follows
from shapan.games.battlefield.board.words import territory_of
from shapan.games.battlefield.game import GAME
from shapan.games.battlefield.records import AT, DURABILITY, OPEN
from shapan.games.battlefield.state import Battlefield

MATCHES = {2: 1, 3: 1, 5: 1}
"""By number of seats how many random matches are looked at."""
MOST = 240
EVERY = 8
"""Of the questions of a kind beyond the first few, one in so many is looked at."""
FIRST = 3
GROWN: dict[str, Any] = {
    "step": "development", "round": 3,
    "seats": [
        {"faction": "verdant_pact", "territories": {
            "neon_city": {"side": "left", "capital": True}, "ironport": {"side": "right"},
            "white_tower": {"side": "left"}, "dome_city": {"side": "left"}, "mist_valley": {"side": "right"},
            "cloud_pass": {"side": "right"}, "glass_desert": {"side": "right", "layer": 2},
            "red_dunes": {"side": "left", "layer": 2}}},
        {"faction": "free_cities", "territories": {"salt_flats": {"side": "left", "capital": True}}},
    ],
}  # fmt: skip
"""BF-2.5: a domain of two layers."""
EVERYWHERE = {
    "faction", "layout", "development", "battle", "fight", "declare", "combat_row", "treaty_offer", "discard_down",
    "evasive_retreat", "emergency_retreat", "assist_retreat", "lay", "permission",
}  # fmt: skip
"""Questions that those matches are sure to reach."""


@cache
def asked() -> list[tuple[str, int, Battlefield, list[int], Scene, Scene]]:
    """Return questions of random matches: kind, seat, view, answers, and the table of who is asked and of a watcher."""
    found, met, mind = [], Counter[str](), bots.find("random")
    for seats, matches in MATCHES.items():
        for number in range(matches):
            match: Match[Any] = Match(GAME, seats, {}, f"board {number}")
            for _ in range(MOST):
                if match.over:
                    break
                for seat, decision in match.decisions.items():
                    kind = decision.prompt.key
                    met[kind] += 1
                    if met[kind] <= FIRST or met[kind] % EVERY == 0:
                        view, legal = match.view(seat), match.legal(seat)
                        scene = GAME.board(view, seat, legal, decision.prompt)
                        watched = GAME.board(match.view(seats), seats, [], None)
                        found.append((kind, seat, view, legal, scene, watched))
                seat = min(match.decisions)
                match.answer(seat, bots.answer(mind, match, seat))
    return found


def placed(scene: Scene) -> Iterator[tuple[str, Target]]:
    """Yield every offer of a table with its place; those of buttons have none."""
    for place, thing in things(scene):
        yield from ((place, target) for target in thing.targets)
    yield from (("", target) for target in scene.buttons)


def lots(zone: Zone) -> list[Zone]:
    """Return the territories of a ring, in the order of its columns."""
    return [zone] if zone.kind == "land" else [lot for inner in zone.zones for lot in lots(inner)]


def ring_of(scene: Scene) -> Zone:
    return next(zone for zone in scene.zones if zone.kind == "ring")


def units_of(scene: Scene) -> list[Piece]:
    return [piece for lot in lots(ring_of(scene)) for piece in lot.pieces]


def test_random_matches_reach_the_usual_questions() -> None:
    assert {kind for kind, *_ in asked()} >= EVERYWHERE


def test_every_answer_is_offered_once_where_it_is_done() -> None:
    """Nothing is missing, nothing is there twice: copies of a card, and a unit with the card it moves by, share one."""
    wrong = []
    for kind, _, _, legal, scene, _ in asked():
        many = kind in ("development", "fight", "layout", "combat_row", "discard_down")
        offered = Counter((place, target.code) for place, target in placed(scene))
        codes = {code for _, code in offered}
        wanted = set(legal) - {DONE}
        if codes - {DONE} != wanted or (DONE in legal and (DONE in codes) == many):
            wrong.append(f"{kind}: {sorted(wanted ^ codes)[:4]}")
        wrong += [f"{kind}: {code} twice at {place}" for (place, code), times in offered.items() if times > 1]
        for code in codes - {DONE}:
            there = {place.rpartition(".")[0] or place for place, one in offered if one == code}
            cards = [place for place in there if place.startswith("piece:hand")]
            doers = [place for place in there if place.startswith("piece:unit")]
            if len(there) > 1 and (len(there), len(cards), len(doers)) != (2, 1, 1):
                wrong.append(f"{kind}: {actions.ACTIONS.write(code)} at {sorted(there)}")
    assert not wrong, "\n".join(wrong[:10])


def test_what_an_answer_leads_on_to_is_on_the_table() -> None:
    for kind, _, _, _, scene, _ in asked():
        there = {place for place, _ in things(scene)}
        for _, target in placed(scene):
            assert set(target.onto) <= there, kind


def test_what_is_offered_from_one_thing_differs_by_where_it_leads_or_in_words() -> None:
    """A click on a thing and on where it leads leaves only answers that read differently."""
    for kind, seat, view, _, scene, _ in asked():
        said = Counter(
            (place, *target.onto, say(GAME, "en", target.label.key, target.label.words))
            for place, target in placed(scene)
        )
        twice = [words for words, times in said.items() if times > 1]
        assert not twice, (kind, seat, view.round, twice[:3])


def test_the_ring_lies_in_the_order_of_the_rules() -> None:
    """BF-2.2: columns from seat to seat, left ones from outside to inside, right ones from inside to outside."""
    tables = [(kind, view, scene) for kind, _, view, _, scene, _ in asked() if view.ring]
    grown = GAME.read_position(GROWN, GAME.resolve({}, 2), 2).seen(0)
    for kind, view, scene in [*tables, ("grown", grown, GAME.board(grown, 0, [], None))]:
        columns = [column for domain in ring_of(scene).zones for column in domain.zones]
        if kind != "lay":
            assert len(columns) == view.ring
        names_there = [lot.id for lot in lots(ring_of(scene)) if "free" not in lot.flags]
        order = sorted(view.land.cards, key=lambda one: (view.columns[one], view.slots[one]))
        land = [one for one in order if view.holders[one] >= 0]
        assert names_there == [f"land{one}" for one in land]
        for lot, territory in zip([lot for lot in lots(ring_of(scene)) if "free" not in lot.flags], land, strict=True):
            assert (lot.count, lot.most) == (view.durability[territory], formulas.maximum(view, territory))
            assert ("capital" in lot.flags) == (territory in view.capitals)
            assert "inner" not in lot.flags or not space.is_outer(view, territory)


def test_units_show_their_numbers_and_hidden_ones_only_what_was_paid() -> None:
    hidden = 0
    for _, seat, view, _, scene, watched in asked():
        drawn = {piece.id: piece for piece in units_of(scene)}
        for unit in [unit for one in range(view.seats) for unit in view.units_of(one)]:
            piece = drawn[f"unit{unit}"]
            if view.of(unit, OPEN):
                assert piece.mark.partition("/")[0] == str(formulas.power(view, unit))
            elif view.card(unit) >= 0:
                assert "hidden" in piece.flags and "known" in piece.flags
            else:
                hidden += 1
                assert piece.flags == ["face_down"] and not piece.face and piece.print is None and piece.suit is None
            assert f"land{view.of(unit, AT)}" in {lot.id for lot in lots(ring_of(scene)) if piece in lot.pieces}
        assert not watched.hand
        closed = [piece for piece in units_of(watched) if "face_down" in piece.flags]
        assert len(closed) == sum(not view.of(unit, OPEN) for unit in view.tags()), seat
    assert hidden


def test_the_table_of_another_tells_nothing_of_a_hand() -> None:
    """Worlds that differ only in what a seat holds look alike to a watcher."""
    match: Match[Any] = Match(GAME, 3, {}, "hands")
    mind = bots.find("random")
    for _ in range(60):
        seat = min(match.decisions)
        match.answer(seat, bots.answer(mind, match, seat))
    before = GAME.board(match.view(3), 3, [], None)
    for world in range(3):
        sampled = match.sample(0, world)
        assert GAME.board(sampled.view(3), 3, [], None) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_name_what_they_are_about(language: str) -> None:
    """Every hole of a question is filled."""
    match: Match[Any] = Match(GAME, 4, {}, "words")
    mind = bots.find("random")
    for _ in range(200):
        for seat, decision in match.decisions.items():
            phrase = GAME.question(match.view(seat), decision.prompt, seat, decision.arg)
            sentence = say(GAME, language, phrase.key, phrase.words)
            assert "{" not in sentence and "." not in sentence.split("(")[0].split()[0], sentence
        seat = min(match.decisions)
        match.answer(seat, bots.answer(mind, match, seat))


def test_combat_cards_and_the_two_sides_are_laid_out() -> None:
    """BF-7.4, 7.5: who lays sees his four cards; the duel has both units with their durability."""
    looked = 0
    for kind, _, view, _, scene, _ in asked():
        if kind != "combat_row" or view.attack is None:
            continue
        looked += 1
        combat = next(zone for zone in scene.zones if zone.id == "combat")
        assert [piece.id for piece in combat.pieces] == [f"combat.{name}" for name in names.COMBAT_CARDS]
        duel = scene.duels[0]
        units = (view.attack.attacker, view.attack.target)
        assert [side.value for side in duel.sides] == [view.of(unit, DURABILITY) for unit in units]
        assert [fact.value for fact in duel.sides[0].parts] == [
            formulas.power(view, view.attack.attacker),
            formulas.guard(view, view.attack.attacker),
        ]
        assert scene.affair is not None and len(scene.affair.seats) == 2
    assert looked


def test_who_is_asked_to_sign_reads_each_clause() -> None:
    """BF-12.1: with whom it binds and until when; nobody else has it beside his table."""
    offers = [(view, scene, watched) for kind, _, view, _, scene, watched in asked() if kind == "treaty_offer"]
    assert max(len(view.proposal) for view, _, _ in offers) > 1
    for view, scene, watched in offers:
        (card,) = scene.reading
        assert card.print is not None and len(card.print.lines) == len(view.proposal)
        assert not watched.reading
        for language in LANGUAGES:
            for line in card.print.lines:
                assert line.what is not None
                said = [say(GAME, language, part.key, part.words) for part in (line.when, line.what)]
                assert all(said) and "{" not in "".join(said)


@pytest.mark.rule("BF-7.5")
def test_no_position_comes_next_once_a_unit_is_at_nothing() -> None:
    saving = [scene for kind, *_, scene, _ in asked() if kind in ("emergency_retreat", "assist_retreat")]
    stopped = [duel.lanes for scene in saving for duel in scene.duels if any(not side.value for side in duel.sides)]
    left = [lane for lanes in stopped for lane in lanes if lane.sides[0].value is None]
    assert left, "no fight has stopped before its last position"
    assert not any(lane.due for lane in left)


@pytest.mark.rule("BF-1.4")
def test_once_all_territories_are_placed_the_capital_is_asked_for() -> None:
    """Nothing but its ring on the table told that the fifth choice is the capital."""
    match: Match[Any] = Match(GAME, 2, {}, "layout")
    while match.decisions[min(match.decisions)].prompt.key != "layout":
        seat = min(match.decisions)
        match.answer(seat, bots.answer(bots.find("greedy"), match, seat))
    view = match.view(0)
    left, right = actions.LAY_LEFT, actions.LAY_RIGHT
    first, *others = view.dealt_land[0].cards
    row = [right.code(first), *(left.code(one) for one in others)]

    def told(picked: list[int]) -> list[str]:
        lines = follows(view, 0, picked)
        return [say(GAME, "en", one.key, one.words) for line in lines for one in (line.when, line.what) if one]

    place = territory_of(first)
    assert told(row[:2]) == ["Territories placed", "2 of 4"]
    assert told(row)[2:] == ["Capital", "choose one of them on the table"]
    assert told([*row, actions.CAPITAL.code(first)])[2:] == ["Capital", say(GAME, "en", place.key, place.words)]
