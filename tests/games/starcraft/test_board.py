"""The table of StarCraft: every answer is offered where one looks for it, the galaxy lies in order, nothing leaks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shapan import bots
from shapan.engine.actions import DONE
from shapan.engine.match import Match, Refusal
from shapan.engine.offers import things
from shapan.engine.position import PositionError
from shapan.engine.result import Result
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Scene, Target, Zone
from shapan.engine.text import LANGUAGES, say
from shapan.games.starcraft import actions, cards, formulas, names, space, strength
from shapan.games.starcraft.board.words import label
from shapan.games.starcraft.game import GAME
from shapan.games.starcraft.state import StarCraft
from shapan.server.match.offer import following, offered

MATCHES = {2: 1, 4: 1, 6: 1}
"""By number of seats how many random matches are looked at."""
MOST = 420
EVERY = 12
"""Of the questions of a kind beyond the first few, one in so many is looked at."""
FIRST = 3
SCENARIOS = Path(__file__).parent / "scenarios"
NEEDED = {
    "recall": "sc-6.8", "victim": "sc-9.7", "withdraw_area": "sc-10.1", "assist_front": "sc-9.4", "excess": "sc-x11",
    "start_of_battle": "sc-9.2", "pairs": "sc-9.4", "supporters": "sc-9.5", "cards": "sc-9.6",
    "retreat_area": "sc-9.12", "skirmish_order": "sc-9.7", "special_research": "sc-7.4", "build": "sc-5",
    "move": "sc-6", "event": "sc-11.8",
}  # fmt: skip
"""Questions that random matches seldom reach, with the first words of scenarios that ask them."""
Table = tuple[str, int, StarCraft, list[int], Scene]


def drawn(match: Match[Any], seat: int) -> Table:
    """Return a question, who is asked, what he sees, his answers, his table."""
    decision, view, legal = match.decisions[seat], match.view(seat), offered(match, seat)
    return decision.prompt.key, seat, view, legal, GAME.board(view, seat, legal, decision.prompt)


def played(name: str) -> Match[Any] | None:
    """Return the match of a scenario behind its answers; None where its file is at fault, or nothing is asked."""
    scenario = Scenario(GAME, json.loads((SCENARIOS / f"{name}.json").read_text(encoding="utf-8")))
    try:
        scenario.play(Result())
    except (PositionError, Refusal):
        return None
    return scenario.match if scenario.match.decisions else None


@cache
def asked() -> list[Table]:
    """Return questions of random matches and of scenarios."""
    found, met, mind = [], Counter[str](), bots.find("random")
    for seats, matches in MATCHES.items():
        for number in range(matches):
            match: Match[Any] = Match(GAME, seats, {}, f"board {number}", hashes=False)
            for _ in range(MOST):
                if match.over:
                    break
                seat = min(match.decisions)
                kind = match.decisions[seat].prompt.key
                met[kind] += 1
                if met[kind] <= FIRST or met[kind] % EVERY == 0:
                    found.append(drawn(match, seat))
                match.answer(seat, bots.answer(mind, match, seat))
    for kind, start in NEEDED.items():
        for path in sorted(SCENARIOS.glob(f"{start}*.json")):
            if met[kind] > FIRST or kind not in path.read_text(encoding="utf-8"):
                continue
            end = played(path.stem)
            if end is None:
                continue
            for seat in [one for one, decision in end.decisions.items() if decision.prompt.key == kind]:
                met[kind] += 1
                found.append(drawn(end, seat))
    return found


def placed(scene: Scene) -> Iterator[tuple[str, Target]]:
    """Yield every offer of a table with its place; those of buttons have none."""
    for place, thing in things(scene):
        yield from ((place, target) for target in thing.targets)
    yield from (("", target) for target in scene.buttons)


def galaxy(scene: Scene) -> Zone:
    return next(zone for zone in scene.zones if zone.kind == "map")


def test_every_question_is_looked_at() -> None:
    assert {prompt.key for prompt in GAME.prompts} - {kind for kind, *_ in asked()} == set()


def test_every_answer_is_offered_once_where_it_is_done() -> None:
    """Nothing is missing, nothing is there twice at a place; closing a row of picks is no offer."""
    wrong = []
    for kind, _, _, legal, scene in asked():
        many = next(prompt.many for prompt in GAME.prompts if prompt.key == kind)
        at = Counter((place, target.code) for place, target in placed(scene))
        codes, wanted = {code for _, code in at}, set(legal) - ({DONE} if many else set())
        wrong += [f"{kind}: {actions.ACTIONS.write(code)}" for code in codes ^ wanted]
        wrong += [f"{kind}: {code} {times} times at {place}" for (place, code), times in at.items() if times > 1]
        spread = Counter(code for place, code in at if place and not place.startswith(("piece:hand.", "piece:event.")))
        wrong += [f"{kind}: {actions.ACTIONS.write(code)} at several" for code, times in spread.items() if times > 1]
    assert not wrong, "\n".join(wrong[:10])


def test_what_an_answer_leads_on_to_is_on_the_table() -> None:
    for kind, _, _, _, scene in asked():
        there = {place for place, _ in things(scene)}
        for _, target in placed(scene):
            assert set(target.onto) <= there, (kind, target)


def test_what_is_offered_from_one_thing_differs_by_where_it_leads_or_in_words() -> None:
    """A click on a thing and on where it leads leaves only answers that read differently."""
    for kind, seat, _, _, scene in asked():
        said = Counter(
            (place, *target.onto, target.mode, say(GAME, "en", target.label.key, target.label.words))
            for place, target in placed(scene)
        )
        assert not [words for words, times in said.items() if times > 1], (kind, seat)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_said_is_whole(language: str) -> None:
    """Answers, questions, names and helps of everything on the table have texts without holes."""
    keys = set()
    for _, _, _, _, scene in asked():
        phrases = [target.label for _, target in placed(scene)]
        for _, thing in things(scene):
            phrases += [phrase for phrase in (getattr(thing, "label", None), getattr(thing, "help", None)) if phrase]
        for duel in scene.duels:
            phrases += [phrase for phrase in (duel.title, duel.verdict) if phrase]
            for one in duel.weighs:
                phrases += [
                    one.label,
                    one.against,
                    one.good,
                    one.bad,
                    *one.parts,
                    *([one.verdict] if one.verdict else []),
                ]
        for phrase in phrases:
            shape = (phrase.key, tuple(sorted(phrase.words)))
            if shape in keys:
                continue
            keys.add(shape)
            sentence = say(GAME, language, phrase.key, phrase.words)
            assert sentence and "{" not in sentence and phrase.key not in sentence, (phrase, sentence)
    assert len(keys) > 80


def apart(one: list[int], other: list[int]) -> bool:
    """Tell whether two rectangles do not lie over each other."""
    beside = one[0] >= other[0] + other[2] or other[0] >= one[0] + one[2]
    return beside or one[1] >= other[1] + other[3] or other[1] >= one[1] + one[3]


def test_the_galaxy_lies_as_the_rules_say() -> None:
    """SC-1.7: planets where their cells are, areas within their planet and apart from each other, routes between."""
    looked = 0
    for _, _, view, _, scene in asked():
        regions = {zone.id: zone for zone in galaxy(scene).zones}
        assert len(regions) == len(galaxy(scene).zones)
        width, height = galaxy(scene).size
        tiles = [planet for planet in space.placed(view) if f"planet.{names.PLANETS[planet]}" in regions]
        assert tiles == space.placed(view)
        for planet in tiles:
            left, top, wide, high = regions[f"planet.{names.PLANETS[planet]}"].at
            assert min(left, top) >= 0 and left + wide <= width and top + high <= height
            boxes = [regions[f"area.{names.AREAS[area]}"].at for area in names.AREAS_OF[planet]]
            for x, y, w, h in boxes:
                assert left < x and x + w < left + wide and top < y and y + h < top + high
            for number, one in enumerate(boxes):
                assert all(apart(one, other) for other in boxes[:number])
        for planet in tiles:
            for other in tiles:
                at, there = (regions[f"planet.{names.PLANETS[tile]}"].at for tile in (planet, other))
                assert (at[0] > there[0]) == (view.cell_x[planet] > view.cell_x[other])
        drawn_routes = {name for name in regions if name.startswith("route.") and not name.endswith(".minor")}
        assert drawn_routes == {f"route.{names.ROUTES[route]}" for route in space.routes(view)}
        looked += len(tiles) > 3
    assert looked > 20


def test_areas_show_who_holds_them_and_all_that_stands_there() -> None:
    for _, _, view, _, scene in asked():
        regions = {zone.id: zone for zone in galaxy(scene).zones}
        for planet in space.placed(view):
            for area in names.AREAS_OF[planet]:
                zone = regions[f"area.{names.AREAS[area]}"]
                assert zone.owner == formulas.controller(view, area)
                counters = [(piece.owner, piece.count) for piece in zone.pieces if piece.kind == "counter"]
                for seat in range(view.seats):
                    assert sum(count for owner, count in counters if owner == seat) == view.strength(seat, area)
                bases = [piece.owner for piece in zone.pieces if piece.id.startswith("base.")]
                assert bases == ([view.bases[area]] if view.bases[area] >= 0 else [])


def test_orders_of_others_lie_face_down_and_own_ones_are_known() -> None:
    """SC-2.4: a watcher sees whose each is and in which order they lie, and no face."""
    hidden = known = 0
    for _, seat, view, _, scene in asked():
        for planet in space.placed(view):
            zone = next(one for one in galaxy(scene).zones if one.id == f"planet.{names.PLANETS[planet]}")
            assert [piece.owner for piece in zone.pieces] == list(view.stacks[planet].marks[0])
            for piece in zone.pieces:
                if piece.owner == seat:
                    known += 1
                    assert piece.face and "known" in piece.flags
                else:
                    hidden += 1
                    assert not piece.face and piece.flags == ["face_down"]
    assert hidden and known


def test_the_table_of_another_tells_nothing_that_is_hidden() -> None:
    """Worlds that differ only in what a seat cannot know look alike to it, and to a watcher."""
    match: Match[Any] = Match(GAME, 3, {}, "hidden")
    mind = bots.find("random")
    for step in range(120):
        seat = min(match.decisions)
        if step % 20 == 19:
            own, watched = GAME.board(match.view(0), 0, [], None), GAME.board(match.view(3), 3, [], None)
            for world in range(2):
                sampled = match.sample(0, world)
                assert GAME.board(sampled.view(0), 0, [], None) == own
                assert GAME.board(sampled.view(3), 3, [], None) == watched
        match.answer(seat, bots.answer(mind, match, seat))


def test_a_skirmish_shows_what_its_known_cards_come_to() -> None:
    """SC-9.7.5: attack and health stand there once each card of a side can be seen, and not before."""
    shown = 0
    for _, _, view, _, scene in asked():
        battle = view.battle
        if battle is None or len(scene.duels) < battle.number:
            continue
        for number, duel in enumerate(scene.duels):
            for side, one in enumerate(duel.sides):
                line = 2 * number + side
                laid = [*battle.standard[line].cards, *battle.reinforcement[line].cards]
                if (
                    min(battle.fronts[line], battle.fronts[line ^ 1]) >= 0
                    and battle.standard[line].cards
                    and -1 not in laid
                ):
                    shown += 1
                    assert one.value == strength.attack(view, battle, line)
                    assert [fact.value for fact in one.parts] == [strength.health(battle, line)]
                else:
                    assert one.value is None and not one.parts
    assert shown


def test_picks_that_follow_others_are_offered_on_the_table_or_as_buttons() -> None:
    """After a first pick of each kind of row the board still offers all that may follow."""
    match: Match[Any] = Match(GAME, 4, {}, "rows", hashes=False)
    mind, met = bots.find("random"), Counter[str]()
    for _ in range(MOST):
        if match.over:
            break
        seat = min(match.decisions)
        prompt = match.decisions[seat].prompt
        first = [code for code in offered(match, seat) if code != DONE] if prompt.many else []
        if first and met[prompt.key] < FIRST:
            met[prompt.key] += 1
            codes, _ = following(match, seat, first[:1])
            scene = GAME.board(match.view(seat), seat, codes, prompt)
            assert {target.code for _, target in placed(scene)} == set(codes)
        match.answer(seat, bots.answer(mind, match, seat))
    assert met["place_planet"] and met["start_forces"] and met["move"] and met["build"]


def test_each_kind_of_card_is_there_once() -> None:
    made = GAME.cards()
    assert len({piece.id for piece in made}) == len(made)
    kinds = (cards.CARDS, cards.TECHNOLOGIES, cards.EVENTS, names.FACTIONS, names.PLANETS)
    assert len(made) == sum(len(kind) for kind in kinds)
    assert all(piece.print is not None and piece.label is not None for piece in made)


@pytest.mark.rule("SC-1.7.3")
def test_no_two_places_of_a_planet_are_called_the_same() -> None:
    """A planet that lies north of another one is not south of it: the answer says which side it is joined to."""
    asked = 0
    for number in range(3):
        match: Match[Any] = Match(GAME, 3, {}, f"places {number}", hashes=False)
        for _ in range(16):
            seat = min(match.decisions)
            if match.decisions[seat].prompt.key == "place_planet":
                said = [str(label(match.view(seat), code)) for code in match.legal(seat)]
                assert len(set(said)) == len(said)
                asked += 1
            match.answer(seat, bots.answer(bots.find("random"), match, seat))
    assert asked > 9
