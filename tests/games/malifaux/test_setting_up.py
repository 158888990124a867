"""The set-up of Malifaux at the table: zones, leaders, hiring and schemes; each screen says what the rules say."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from shapan.engine.actions import DONE
from shapan.engine.chance import Stream
from shapan.engine.list_builder import Muster
from shapan.engine.match import Match, Refusal, random_answer
from shapan.engine.previews import draw_scene, ground_of
from shapan.engine.scene import Scene
from shapan.engine.text import say
from shapan.games.malifaux import GAME, actions, names, roster
from shapan.games.malifaux.board.aiming import deploy_aim
from shapan.games.malifaux.geometry.unit import TABLE, length
from shapan.games.malifaux.rules import hire
from shapan.server.match.offer import next_picks, offered

MARSHALS = "guild.lady_justice", "resurrectionist.seamus"


def begun(**options: Any) -> Match[Any]:
    """Return a match in which the Attacker is asked for his zone."""
    return Match(GAME, 2, {"strategy": "turf_war", "deployment": "standard", **options}, "setting up")


def led(**options: Any) -> Match[Any]:
    """Return a match in which both hire: seat 0 marshals, seat 1 for Seamus."""
    match = begun(**options)
    match.answer(match.waiting[0], actions.ZONE.codes[0])
    for seat, leader in enumerate(MARSHALS):
        match.answer(seat, code_of(muster(match, seat), leader))
    return match


def deploying(deployment: str, upper: bool) -> Match[Any]:
    """Return a match in which the Attacker has chosen a zone and the first model is deployed; all else at random."""
    match = begun(deployment=deployment)
    match.answer(match.waiting[0], actions.ZONE.codes[upper])
    rng = Stream(deployment)
    while match.decisions[seat := match.waiting[0]].prompt.key != "deploy":
        decision = match.decisions[seat]
        match.answer(seat, random_answer(decision.prompt, match.live, seat, decision.arg, rng))
    return match


def table(match: Match[Any], seat: int) -> Scene:
    decision = match.decisions.get(seat)
    prompt, arg = (None, 0) if decision is None else (decision.prompt, decision.arg)
    legal = [] if decision is None else offered(match, seat)
    return draw_scene(GAME, match.view(seat), seat, legal, prompt, arg)


def muster(match: Match[Any], seat: int) -> Muster:
    found = table(match, seat).muster
    assert found is not None
    return found


def code_of(made: Muster, name: str) -> int:
    return next(one.code for one in made.offered if one.name == name)


def text(phrase: Any) -> str:
    return say(GAME, "en", phrase.key, phrase.words)


@pytest.mark.rule("MFX-10.5")
def test_a_zone_is_an_answer_until_it_is_somebodys() -> None:
    match = begun()
    seat = match.waiting[0]
    for viewer in (seat, 1 - seat):
        ground = ground_of(table(match, viewer))
        assert ground is not None and not ground.turned
        assert [(area.owner, area.code) for area in ground.areas] == [(-1, code) for code in actions.ZONE.codes]
    match.answer(seat, actions.ZONE.codes[1])
    ground = ground_of(table(match, seat))
    assert ground is not None and ground.turned, "who has the upper zone sees the table from there"
    assert {area.owner for area in ground.areas} == {0, 1} and not any(area.code >= 0 for area in ground.areas)


@pytest.mark.rule("MFX-10.6")
def test_whoever_may_lead_is_offered_once_and_ready_lists_are_answers() -> None:
    match = begun()
    match.answer(match.waiting[0], actions.ZONE.codes[0])
    scene = table(match, 0)
    made = muster(match, 0)
    codes = [one.code for one in made.offered] + [one.code for one in made.ready]
    assert sorted(codes) == sorted(match.legal(0))
    lists = {crew.id: crew for crew in roster.CREWS if crew.size == 50}
    assert len(made.ready) == len(lists) and all(len(one.pieces) > 4 for one in made.ready)
    assert scene.muster is not None and msgspec.json.decode(msgspec.json.encode(scene), type=Scene).muster == made


def test_nobody_sees_who_leads_the_other_crew_before_both_have_chosen() -> None:
    match = begun()
    match.answer(match.waiting[0], actions.ZONE.codes[0])
    before = table(match, 1)
    match.answer(0, code_of(muster(match, 0), MARSHALS[0]))
    assert table(match, 1) == before
    match.answer(1, code_of(muster(match, 1), MARSHALS[1]))
    assert "Seamus" in text(muster(match, 0).others[0].what)


@pytest.mark.rule("MFX-11.3")
def test_each_model_has_the_cost_that_it_has_in_this_crew() -> None:
    match = led()
    for seat in (0, 1):
        made = muster(match, seat)
        leader = roster.MODELS[match.live.leader_models[seat]]
        faction = roster.FACTIONS[match.live.factions[seat]]
        for one in made.offered:
            card = roster.MODELS[roster.MODEL.numbers[one.name]]
            assert (one.cost, one.most) == (hire.price(leader, faction, card), max(1, card.allowance)), one.name
            assert len(one.counts) == len(made.sums) and len(one.heads) == len(made.sortings)
            group = text(made.sortings[0].heads[one.heads[0]].when)
            assert group.startswith("Others") == (one.cost > card.cost), one.name
        assert {one.code for one in made.offered} == {code for code in match.legal(seat) if code != DONE}


@pytest.mark.rule("MFX-11.9")
@pytest.mark.parametrize("most", [6, 10])
def test_a_ready_list_can_be_filled_in_and_its_rest_is_the_pool(most: int) -> None:
    match, pools = led(stones_max_pool=most), []
    for seat in (0, 1):
        made = muster(match, seat)
        rows = [sorted(code_of(made, name) for name in ready.names) for ready in made.ready]
        assert len(rows) == 2 and all(next_picks(match, seat, picks).done for picks in rows)
        assert made.rest is not None and made.rest.most == most
        spent = sum(one.cost * rows[0].count(one.code) for one in made.offered)
        pools.append(min(most, made.budget - spent))
        match.answer(seat, rows[0])
    assert match.live.stones == pools


def test_models_are_picked_in_any_order_and_a_refusal_says_why() -> None:
    match = led()
    made = muster(match, 0)
    dear = [code_of(made, name) for name in ("the_judge", "exorcist", "the_lone_marshal", "the_jury", "exorcist")]
    found = next_picks(match, 0, dear)
    assert found.done and all(roster.MODELS[actions.HIRED.value(one.code)].cost <= 11 for one in found.options)
    with pytest.raises(Refusal) as refused:
        next_picks(match, 0, [*dear, code_of(made, "exorcist")])
    assert refused.value.reason.key == "too_many"
    more = [code_of(made, name) for name in ("death_marshal", "death_marshal", "death_marshal")]
    with pytest.raises(Refusal) as refused:
        next_picks(match, 0, [*dear, *more])
    assert (refused.value.reason.key, refused.value.reason.words) == ("too_dear", {"cost": 54, "size": 50})


@pytest.mark.rule("MFX-15.3")
def test_schemes_are_chosen_by_their_cards_which_lead_on_to_whom_they_pick() -> None:
    pool = ["take_prisoner", "vendetta", "claim_jump", "deliver_message", "breakthrough"]
    match = led(scheme_pool=pool)
    while match.decisions[match.waiting[0]].prompt.key != "schemes":
        seat = match.waiting[0]
        decision = match.decisions[seat]
        if decision.prompt.key == "hire":
            made = muster(match, seat)
            match.answer(seat, sorted(code_of(made, name) for name in made.ready[0].names))
            continue
        model = offered(match, seat)[0]
        match.answer(seat, [model, match.legal(seat, [model])[0]])
    seat = match.waiting[0]
    scene = table(match, seat)
    heads: dict[str, set[tuple[str, ...]]] = {}
    shelf = next(zone for zone in scene.zones if zone.kind == "shelf")
    assert [piece.id for piece in shelf.pieces] == [f"pool.{name}" for name in pool]
    for card, target in [(piece, target) for piece in shelf.pieces for target in piece.targets]:
        scheme = names.SCHEMES[actions.SCHEME.values(target.code)[0]]
        assert card.id == f"pool.{scheme}"
        assert text(target.choices[0].value) == say(GAME, "en", f"scheme.{scheme}", {})
        assert target.help is not None
        heads.setdefault(scheme, set()).add(tuple(text(choice.head) for choice in target.choices[1:]))
    assert heads == {
        "take_prisoner": {("Enemy model",)},
        "vendetta": {("Your model", "Enemy model")},
        "claim_jump": {("Your model",)},
        "deliver_message": {("Enemy model",)},
        "breakthrough": {("Secret pick",)},
    }
    assert {target.code for card in shelf.pieces for target in card.targets} == set(match.legal(seat))
    assert not scene.buttons
    on_ground = {piece.id for zone in scene.zones if zone.ground for piece in zone.pieces}
    in_crews = {
        piece.id for panel in scene.panels for zone in panel.zones if zone.kind == "roll" for piece in zone.pieces
    }
    for target in (target for card in shelf.pieces for target in card.targets):
        picks = [model for model in names.picks_in(actions.SCHEME.values(target.code)[1]) if model >= 0]
        assert target.onto == [f"piece:{one}.{model}" for model in picks for one in ("model", "crew")]
        assert {place.removeprefix("piece:") for place in target.onto} <= on_ground | in_crews


@pytest.mark.rule("MFX-10.7")
@pytest.mark.parametrize("deployment", names.DEPLOYMENTS)
@pytest.mark.parametrize("upper", [False, True])
def test_the_zone_has_named_places_for_who_deploys_first(deployment: str, upper: bool) -> None:
    match = deploying(deployment, upper)
    (seat,) = match.waiting
    code = next(code for code in offered(match, seat) if actions.DEPLOY.has(code))
    state = match.view(seat)
    aim = deploy_aim(state, seat, [code])
    named = {snap.label.key.removeprefix("board.zone_"): snap.at for snap in aim.snaps}
    assert {"front", "back", "left", "right"} <= set(named)
    prompt = match.decisions[seat].prompt
    assert all(prompt.test_next(state, seat, 0, [code], actions.SPOT.code(*at)) for at in named.values())
    far = {name: length(at[0], at[1], TABLE // 2, TABLE // 2) for name, at in named.items()}
    assert far["front"] < far["back"]
    (fx, fy), (lx, ly) = named["front"], named["left"]
    rx, ry = named["right"]
    cx, cy = TABLE // 2 - fx, TABLE // 2 - fy
    assert cx * (ly - ry) - cy * (lx - rx) > 0  # left of who looks to the middle of the table


@pytest.mark.rule("MFX-10.7")
@pytest.mark.parametrize("deployment", names.DEPLOYMENTS)
@pytest.mark.parametrize("upper", [False, True])
def test_a_crew_is_proposed_to_stand_together_at_the_front_an_inch_apart(deployment: str, upper: bool) -> None:
    match = deploying(deployment, upper)
    (seat,) = match.waiting
    stood = 0
    while list(match.waiting) == [seat] and match.decisions[seat].prompt.key == "deploy":
        state, prompt = match.view(seat), match.decisions[seat].prompt
        code = next(code for code in offered(match, seat) if actions.DEPLOY.has(code))
        proposed = deploy_aim(state, seat, [code]).proposed
        assert proposed is not None
        x, y = proposed.at
        assert prompt.test_next(state, seat, 0, [code], actions.SPOT.code(x, y))
        r, rows = roster.RADIUS[state.models.cards[actions.DEPLOY.value(code)]], state.models
        gaps = [length(x, y, rows.xs[one], rows.ys[one]) - r - rows.radii[one] for one in state.up(seat)]
        assert all(gap >= 990 for gap in gaps)
        assert not gaps or min(gaps) <= 4010
        stood += 1
        match.answer(seat, (code, actions.SPOT.code(x, y)))
    assert stood >= 2
