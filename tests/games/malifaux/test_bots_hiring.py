"""How the bots of Malifaux hire: by measured worth of what crews consist of, the best of all that may be hired."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest

from games.malifaux.test_bots import table
from games.malifaux.test_bots_judging import mind_of, standing
from shapan.bots import answer, find
from shapan.engine.match import FRIENDLY, Match
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.bots import hiring, interacting, places
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.rules import hire
from shapan.games.malifaux.state import Malifaux


def card(name: str) -> Model:
    return roster.MODELS[roster.MODEL.numbers[name]]


def hiring_for(leader: str, size: int = 50) -> Malifaux:
    """Return a match in which a leader hires."""
    state = MALIFAUX.setup(MALIFAUX.resolve({"size": size}, 2), 2)
    model = card(leader)
    state.leader_models, state.factions = [model.number] * 2, [roster.FACTIONS.index(model.faction)] * 2
    state.strategy = names.TURF_WAR
    return state


@pytest.mark.rule("MFX-11.9")
def test_of_small_crews_the_best_is_hired() -> None:
    """With 25 stones all crews can be counted out: none of as many models or more is worth more."""
    state = hiring_for("lady_justice", 25)
    leader, budget = card("lady_justice"), 25 - max(2, hiring.KEPT // 2)
    hired = hiring.best(state, 0)
    assert hire.fault(leader, leader.faction, (), hired, budget) is None
    totem = card("scales_of_justice").number
    able = [
        one.number
        for one in roster.MODELS
        if one.station != "master" and not one.totem_for and hire.price(leader, leader.faction, one) >= 0
    ]
    fewest = hiring.FEWEST * 25 // 50
    crews = [
        [totem, *crew]
        for number in range(fewest - 1, 6)
        for crew in combinations_with_replacement(able, number)
        if hire.fault(leader, leader.faction, (), [totem, *crew], budget) is None
    ]
    worths = [hiring.value(state.strategy, [roster.MODELS[one] for one in crew]) for crew in crews]
    assert len(crews) > 20
    assert hiring.value(state.strategy, [roster.MODELS[one] for one in hired]) >= max(worths) - 1e-9


@pytest.mark.rule("MFX-11.9")
def test_lady_justice_hires_who_lasts() -> None:
    """The Judge and marshals that are hard to kill rather than those who die sooner for the same stones."""
    hired = [roster.MODELS[one].id for one in hiring.best(hiring_for("lady_justice"), 0)]
    assert "the_judge" in hired and hired.count("death_marshal") >= 2
    assert "the_jury" not in hired and "domador_de_cadaveres" not in hired


@pytest.mark.parametrize("name", ["recruit", "cadet"])
@pytest.mark.rule("MFX-11.9")
def test_a_beginner_brings_an_entire_crew(name: str) -> None:
    """Errors are made in play: drawn from all that may be hired, a crew ended after one to six models."""
    bot = find(name)
    for number in range(8):
        match: Match[Malifaux] = Match(MALIFAUX, 2, {}, f"crew {number}", FRIENDLY)
        while match.decisions[seat := min(match.decisions)].prompt.key != "deploy":
            match.answer(seat, answer(bot, match, seat))
        sides = list(match.live.models.sides)
        assert min(sides.count(side) for side in (0, 1)) >= hiring.FEWEST, (number, sides)


def test_a_copy_is_worth_less_than_the_first() -> None:
    belle = card("rotten_belle")
    alone, two = (hiring.value(names.TURF_WAR, [belle] * number) for number in (1, 2))
    assert two - alone < alone


def test_who_is_wounded_less_lasts_longer() -> None:
    marshal, dandy = card("death_marshal"), card("dead_dandy")
    assert hiring.lasts(marshal) > marshal.health
    assert hiring.lasts(dandy) / dandy.health < hiring.lasts(card("the_judge")) / card("the_judge").health


# Detonate Charges (MFX-15)


def charging(*markers: tuple[int, int]) -> Malifaux:
    own = [standing("exorcist", 3000, 3000)]
    foes = [standing("rotten_belle", 18000, 18000), standing("dead_doxy", 27000, 9000)]
    lying = [{"type": "scheme", "seat": 0, "at": [*at]} for at in markers]
    return table(own, foes, first={"schemes": [{"id": "detonate_charges"}, {"id": "outflank"}]}, markers=lying)


@pytest.mark.rule("MFX-15.1")
def test_charges_are_laid_by_one_enemy() -> None:
    """Both must lie within 2 inches of the same one: after the first marker no other enemy is wanted."""
    near, far = (18000, 21000), (27000, 12000)
    mind = mind_of(charging())
    assert all(interacting.fits(mind, names.DETONATE_CHARGES, *at) for at in (near, far))
    mind = mind_of(charging(near))
    assert interacting.fits(mind, names.DETONATE_CHARGES, 18000, 15000)
    assert not interacting.fits(mind, names.DETONATE_CHARGES, *far)


@pytest.mark.rule("MFX-15.1")
def test_the_second_charge_is_wanted_where_it_may_lie() -> None:
    """On the other side of the enemy: markers of a seat lie 4 inches apart."""
    mind = mind_of(charging((18000, 21000)))
    lying = mind.view.marker_list(names.SCHEME_MARKER, 0)
    ((points, _),) = places.wanted(mind, names.DETONATE_CHARGES, lying)
    assert points and all(y < 18000 for _, y in points)
    assert all(interacting.fits(mind, names.DETONATE_CHARGES, *at) for at in points)
