"""What the bots of Malifaux make of places, of flips and of duels: pushes, danger, errands, cards face down."""

from __future__ import annotations

from typing import Any

import pytest

from games.malifaux.test_bots import CARD, acts, duelling, table
from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import names
from shapan.games.malifaux.bots import dragging, dueling, effects, fighting, goals, moving, spending, ways
from shapan.games.malifaux.bots.goals import Goal, assigned
from shapan.games.malifaux.bots.mind import Mind
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.odds import flips
from shapan.games.malifaux.records import DAMAGE, DISENGAGE, DUEL, HEAL, Blow, Duel, Flip
from shapan.games.malifaux.state import Malifaux


def mind_of(state: Malifaux, seat: int = 0) -> Mind:
    return Mind(MALIFAUX.view(state, seat), seat)


def standing(kind: str, x: int, y: int, **more: Any) -> dict[str, Any]:
    return {"model": kind, "at": [x, y], **more}


# Pushes, moves, places (MFX-13.7 to 13.9)


def lure(mind: Mind, me: int, target: int) -> float:
    """Return what it is worth that a Lure succeeds."""
    strike = next(one for one in mind.lore(me).strikes if one.action.id == "lure")
    return effects.worth(mind, strike.effects, me, target)


def test_an_enemy_is_lured_before_who_hits_hard_and_is_ready() -> None:
    own = [standing("rotten_belle", 18000, 18000), standing("madame_sybelle", 19700, 18000)]
    foes = [standing("death_marshal", 18000, 28000)]
    ready = mind_of(acts(0, table(own, foes, strategy="reckoning")))
    spent = mind_of(acts(0, table([own[0], {**own[1], "activated": True}], foes, strategy="reckoning")))
    alone = mind_of(acts(0, table([own[0], standing("madame_sybelle", 3000, 3000)], foes, strategy="reckoning")))
    assert lure(ready, 0, 2) > lure(spent, 0, 2) + 0.1
    assert lure(ready, 0, 2) > lure(alone, 0, 2) + 0.1


@pytest.mark.rule("MFX-14.1")
def test_an_enemy_is_lured_away_from_where_it_scores() -> None:
    """Turf War: the marker at 9000/9000 is what the marshal has come for; in Reckoning there is none."""
    worths = [
        lure(mind_of(acts(0, table(own, foes, strategy=strategy))), 0, 1)
        for own, foes in [([standing("rotten_belle", 18000, 9000)], [standing("death_marshal", 10300, 9000)])]
        for strategy in ("turf_war", "reckoning")
    ]
    assert worths[0] > worths[1] + 0.5


def test_what_is_good_for_one_seat_is_bad_for_the_other() -> None:
    """The Belle's player and the other one differ in the sign of the same move."""
    state = acts(0, table([standing("rotten_belle", 18000, 18000)], [standing("death_marshal", 18000, 28000)]))
    mind = mind_of(state, 1)
    rows = mind.view.models
    end = rows.ys[1] - mind.stride(1)
    change = moving.arrival(mind, 1, 18000, end, 1) - moving.arrival(mind, 1, 18000, 28000, 1)
    assert lure(mind, 0, 1) == pytest.approx(-dragging.SURE * change, abs=0.05)


# Danger and errands


def test_danger_comes_as_far_as_each_attack_does() -> None:
    """The Judge's katana is worth more than the pistol, but at sixteen inches only the pistol threatens."""
    state = table([standing("death_marshal", 18000, 4000)], [standing("the_judge", 18000, 20000)])
    mind = mind_of(state)
    near, far = (moving.danger(mind, 0, 18000, y) for y in (15000, 4000))
    assert near > far > 0.0 == moving.danger(mind, 0, 18000, -10000)
    rows = fighting.menaces(mind, 1, 0)
    assert [reach for _, reach in rows] == [1000, 12000] and rows[0][0] > rows[1][0]


def test_each_model_has_an_errand_before_any_has_two() -> None:
    """Harness the Ley Line wants three markers: three models go for one each."""
    own = [standing("death_marshal", x, 12000) for x in (6000, 18000, 30000)]
    state = table(own, [standing("seamus", 18000, 34000)], strategy="reckoning",
                  pool=["harness_ley_line", "vendetta", "assassinate", "hold_up", "outflank"],
                  first={"schemes": [{"id": "harness_ley_line"}, {"id": "assassinate"}]})  # fmt: skip
    mind = mind_of(state)
    group = f"scheme{names.HARNESS_LEY_LINE}"
    assert all(any(goal.group == group for goal in tasks) for tasks in assigned(mind).values())


# Flips and duels as the table shows them


def flipping(kind: int, bands: list[int], result: str, *, seat: int = 0, blow: Blow | None = None) -> Mind:
    """Return the mind of who has turned up a card for an amount."""
    state = table([standing("death_marshal", 18000, 18000)], [standing("the_judge", 19500, 18000)])
    card = CARD(result)
    state.flip, state.blow = (
        Flip(seat=seat, kind=kind, net=0, cards=[card], result=card, flipped=card, bands=bands),
        blow,
    )
    return mind_of(state, seat)


@pytest.mark.rule("MFX-8.22")
@pytest.mark.parametrize(("kind", "per"), [(DISENGAGE, dueling.SHORTER), (HEAL, dueling.HEALED)])
def test_a_flip_for_an_amount_is_worth_what_its_bands_say(kind: int, per: float) -> None:
    mind = flipping(kind, [2, 4, 6], "m4")
    assert dueling.gained(mind, CARD("m9")) == pytest.approx(2 * per)
    assert dueling.gained(mind, CARD("m12")) == pytest.approx(4 * per)


@pytest.mark.rule("MFX-6.4")
def test_damage_is_reckoned_for_whom_it_hits_and_with_what_triggers_add() -> None:
    """The blow knows its bands, whatever the action prints: 3, 4, 6 with a Critical Strike."""
    mind = flipping(DAMAGE, [3, 4, 6], "m4", blow=Blow(seat=0, model=1, bands=[3, 4, 6]))
    assert dueling.gained(mind, CARD("m12")) == pytest.approx(mind.loss(1, 6) - mind.loss(1, 3))
    assert dueling.gained(mind, CARD("bj")) == pytest.approx(-mind.loss(1, 3))


@pytest.mark.rule("MFX-9.2")
def test_a_stone_reduces_the_damage_that_is_known() -> None:
    """Six of six Health: a stone is well spent on a master who dies of it, and not on a scratch."""
    worths = []
    for number in (1, 6):
        state = table([standing("lady_justice", 18000, 18000, health=6)], [standing("the_judge", 19500, 18000)],
                      first={"stones": 4})  # fmt: skip
        state.blow = Blow(seat=1, model=0, bands=[number], number=number)
        worths.append(spending._reduce(mind_of(state)))
    assert worths[0] < 0 < worths[1]


@pytest.mark.rule("MFX-4.2")
def test_a_test_is_passed_at_its_own_target_number() -> None:
    worths = []
    for tn in (10, 14):
        state = duelling(["m8"], (0, 0), ("m4", "m4"))
        state.duel = Duel(
            model=0, action=UNKNOWN, nets=[0], cards=[CARD("m4")], totals=[9], suits=[0], tn=tn, tn_suits=0
        )
        state.flip = Flip(seat=0, kind=DUEL, net=0, cards=[CARD("m4")], result=CARD("m4"), flipped=CARD("m4"))
        worths.append(dueling.gained(mind_of(state), CARD("m8")))
    assert worths == [pytest.approx(dueling.TESTED), 0.0]


@pytest.mark.rule("MFX-3.6")
def test_a_card_face_down_counts_for_one_of_those_unseen() -> None:
    """The Judge's card lies face down behind a stat of 6: an 8 is above the stat, but not above what it may be."""
    state = duelling(["m5", "c13"], (6, 8), ("m8", "m4"))
    assert state.duel is not None
    state.duel.cards[0] = UNKNOWN
    mind = mind_of(state)
    assert round(flips.mean(mind.decks[1])) == 7
    assert dueling.gained(mind, CARD("c13")) > 0.5 > dueling.gained(mind, CARD("m5"))


# Ways


def test_a_way_leads_round_a_wall() -> None:
    """Crossroads: a wall of six inches lies before each zone; who stands behind its middle goes round its end."""
    state = MALIFAUX.setup(MALIFAUX.resolve({}, 2), 2)
    mind = Mind(MALIFAUX.view(state, 0), 0)
    assert ways.detour(mind, 591, 18000, 9000, 18000, 18000) > 1500
    assert ways.detour(mind, 591, 14000, 9000, 14000, 18000) == 0.0
    assert ways.detour(mind, 591, 18000, 9000, 24000, 9000) == 0.0
    farther, nearer = (ways.detour(mind, 591, x, 9000, 18000, 18000) for x in (18000, 16000))
    assert farther > nearer > 0.0


def test_who_stands_behind_a_wall_walks_along_it() -> None:
    """Turf War: from behind the wall the marshal comes nearer to the middle only by going sideways first."""
    own, foes = [standing("death_marshal", 17000, 9200)], [standing("seamus", 33000, 33000)]
    seats = [{"models": own}, {"models": foes}]
    data = {"step": "activation", "turn": 2, "strategy": "turf_war", "seats": seats}
    state = acts(0, MALIFAUX.read_position(data, MALIFAUX.resolve({}, 2), 2))
    goal = Goal(10.0, ((18000, 18000),), 591, 1, "turf4", 1)
    mind = mind_of(state)
    mind.tasks.clear()
    mind.tasks[0] = [goal]
    here, aside, along = (goals.errand(mind, 0, x, 9200) for x in (17000, 15000, 18000))
    assert aside > here > along
