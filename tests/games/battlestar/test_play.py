"""What the greedy bot of Battlestar plays well: checks, orders, choices, the way home, revealing."""

from __future__ import annotations

from typing import Any, Final

import pytest

from shapan.bots import answer, find
from shapan.engine.actions import DONE
from shapan.engine.match import Match
from shapan.games.battlestar.actions import ACT_LOCATION, PLAY, REVEAL
from shapan.games.battlestar.bots import acting, checks
from shapan.games.battlestar.bots.mind import DEATH, EXPOSED, Mind
from shapan.games.battlestar.bots.places import place_worth
from shapan.games.battlestar.cards import CRISIS_CARDS
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.names import (
    CRISES,
    CYLON_MORALE,
    FOOD,
    LE,
    MORALE,
    POPULATION,
    PRESIDENTS_OFFICE,
    SKILLS,
    TA,
)
from shapan.games.battlestar.records import Check
from shapan.games.battlestar.rules.record import BUSY, IDLE, IDLING, WORSE_BOX, record_action, record_choice
from shapan.games.battlestar.state import Battlestar
from shapan.games.battlestar.step_codes import OF_CRISIS

HANDS = (["LE1", "LE3", "TA2"], ["LE2", "LE4", "TA3"], ["PI1", "PI2", "TA1"], ["PO3", "LE2"])


def position(**fields: Any) -> Battlestar:
    """Return a table of four in the Action step of Adama, all human as far as is said."""
    people = ("william_adama", "saul_tigh", "kara_thrace", "laura_roslin")
    places = ("command", "armory", "research_lab", "presidents_office")
    seats = [{"character": who, "at": at, "hand": hand} for who, at, hand in zip(people, places, HANDS, strict=True)]
    for seat, more in fields.pop("more", {}).items():
        seats[seat].update(more)
    return GAME.read_position({"step": "action", "active": 0, "seats": seats, **fields}, GAME.resolve({}, 4), 4)


def check_of(kind: str, counts: list[int]) -> Check:
    """Return the check of a crisis as seat 0 sees it, with so many cards of each other seat."""
    of = CRISES.index(kind)
    card = CRISIS_CARDS[of]
    return Check(OF_CRISIS, of, types=card.types, difficulty=card.difficulty, put=counts).seen(0)


def mind(state: Battlestar, seat: int = 0) -> Mind:
    """Return what a seat makes of a state."""
    return Mind(GAME.view(state, seat), seat)


def rated(of: Mind, key: str, code: int) -> float:
    """Return how a seat rates an answer to a question."""
    prompt = next(prompt for prompt in GAME.prompts if prompt.key == key)
    return GAME.rate(of.view, prompt, of.seat, 0, code, ())


def test_three_cards_of_one_seat_are_help_and_one_may_be_sabotage() -> None:
    assert checks.put_worth(3, 0.5) > 2.0
    assert checks.put_worth(1, 0.5) < 0.0 < checks.put_worth(1, 0.1)
    state = position()
    one, three = mind(state), mind(state)
    one.view.check = check_of("terrorist_bomber", [0, 1, 1, 1])
    three.view.check = check_of("terrorist_bomber", [0, 3, 0, 0])
    assert checks.so_far(three) > checks.so_far(one) + 2.0


def test_cards_are_paid_for_what_is_at_stake() -> None:
    """A full dial is hardly worth a hard check; the last food is worth all that helps; a safe check gets nothing."""
    hand = {"hand": ["LE2", "LE3", "TA3", "TA4", "PI1", "PI2"]}
    last = mind(position(food=1, more={0: hand}))
    last.view.check = check_of("missing_g4_explosives", [0, 0, 0, 0])
    paid = checks.plan(last, 6)
    assert sum(card % 5 + 1 for card in paid) >= 7
    assert {SKILLS[card][:2] for card in paid} <= {"LE", "TA"}
    safe = mind(position(more={0: hand}))
    safe.view.check = check_of("missing_g4_explosives", [0, 4, 4, 4])
    assert checks.plan(safe, 6) == []


def test_nothing_is_thrown_after_a_hopeless_check() -> None:
    lost = mind(position(more={0: {"hand": ["LE1", "TA1"]}, 1: {"hand": []}, 2: {"hand": []}, 3: {"hand": []}}))
    lost.view.check = check_of("mandatory_testing", [0, 0, 0, 0])
    assert checks.plan(lost, 2) == []


def test_an_order_goes_where_two_actions_count() -> None:
    """A centurion near the bridge: Tigh stands in the Armory and may shoot twice."""
    state = position(boarding=[0, 0, 0, 1])
    view = mind(state)
    assert acting.order_worth(view, 1) > 1.5 * acting.order_worth(view, 3) > 0.0
    assert acting.twice_worth(view, 1) > place_worth(view, 1, view.view.at[1])
    order = PLAY.code(SKILLS.index("LE1"))
    assert rated(view, "action", order) > max(
        rated(view, "action", code) for code in (DONE, PLAY.code(SKILLS.index("TA2")))
    )


def test_an_office_without_cards_is_of_no_use() -> None:
    state = position(president=3)
    stocked = place_worth(mind(state, 3), 3, PRESIDENTS_OFFICE)
    for zone in state.quorum.all_zones():
        zone.clear()
    assert stocked > 0.0 > place_worth(mind(state, 3), 3, PRESIDENTS_OFFICE)


def test_orders_do_not_go_to_whom_one_doubts() -> None:
    view = mind(position(boarding=[0, 0, 0, 1]))
    before = acting.order_worth(view, 1)
    suspected = mind(position(boarding=[0, 0, 0, 1], more={1: {"fouls": 60}}))
    assert acting.order_worth(suspected, 1) < before - 1.0


def test_points_weigh_less_when_little_of_the_way_is_left() -> None:
    start = mind(position(food=4, morale=5))
    end = mind(position(food=4, morale=5, distance=8))
    for dial in (FOOD, MORALE):
        assert end.loss(dial, 1) < start.loss(dial, 1)
    last = mind(position(population=1, distance=8))
    assert last.loss(POPULATION, 1) > DEATH


def test_cylon_ships_weigh_more_with_a_revealed_cylon() -> None:
    ships = {"0": {"raiders": 3, "basestars": [[]]}}
    quiet = mind(position(space=ships))
    cylon = {"open": ["cylon_morale"], "at": "caprica", "loyalty": [], "hand": []}
    at_large = mind(position(space=ships, more={2: cylon}))
    assert at_large.pressure > quiet.pressure
    assert at_large.raider_worths[0] > quiet.raider_worths[0]


def reveal_worth(state: Battlestar) -> tuple[float, float]:
    """Return what revealing is worth to seat 0, and the best of passing and scouting."""
    view = mind(state)
    assert view.hidden
    others = [DONE, PLAY.code(SKILLS.index("TA1"))]
    reveal = rated(view, "action", REVEAL.code(CYLON_MORALE))
    return reveal, max(rated(view, "action", code) for code in others)


CYLON: Final = {"loyalty": ["cylon_morale"], "hand": ["TA1"]}


def test_a_cylon_hides_until_the_sleepers_are_dealt() -> None:
    for dealt in (False, True):
        state = position(distance=4, sleeper_done=dealt, more={0: CYLON}, admiral=1, president=3)
        reveal, other = reveal_worth(state)
        assert (reveal > other) is dealt


@pytest.mark.parametrize(
    ("change", "dials"), [({"fouls": 60}, {}), ({"at": "brig"}, {}), ({}, {"morale": 1})], ids=["found", "brig", "end"]
)
def test_a_cylon_reveals_early_if_found_in_the_brig_or_to_win(change: dict[str, Any], dials: dict[str, int]) -> None:
    reveal, other = reveal_worth(position(distance=1, more={0: CYLON | change}, admiral=1, president=3, **dials))
    assert reveal > other


def test_a_doubted_cylon_goes_and_does_what_a_human_would() -> None:
    """He leaves the best place and the best action alone as long as his record does not stand out."""
    ships = {"4": {"raiders": 3}}
    human = mind(position(more={0: {"loyalty": ["not_a_cylon"]}}, space=ships))
    for fouls, others in ((0, 0), (EXPOSED, 0), (EXPOSED + 1, 0), (30, 30)):
        people: dict[int, dict[str, Any]] = {seat: {"fouls": others} for seat in (1, 2, 3)}
        people[0] = {"loyalty": ["cylon_morale"], "fouls": fouls}
        cylon = mind(position(more=people, space=ships))
        for key, code in (("action", ACT_LOCATION.code()), ("move", DONE)):
            assert (rated(cylon, key, code) == rated(human, key, code)) is (fouls - others > EXPOSED)


def test_the_record_of_actions_counts_idleness() -> None:
    """A pass most, what brings the fleet nothing yet a little; nothing where little can be done, or once revealed."""
    scout, order = PLAY.code(SKILLS.index("TA1")), PLAY.code(SKILLS.index("LE1"))
    state = position(more={1: {"at": "brig"}, 2: {"at": "caprica", "open": ["cylon_morale"], "loyalty": []}})
    for seat, code, number in (
        (0, DONE, IDLE),
        (3, scout, IDLING),
        (0, order, IDLE - BUSY),
        (1, DONE, 0),
        (2, DONE, 0),
    ):
        record_action(state, seat, code)
        assert state.fouls[seat] == number
    match = Match(GAME, 4, seed=5)
    while match.decisions[match.waiting[0]].prompt.key != "action":
        match.answer(match.waiting[0], answer(find("greedy"), match, match.waiting[0]))
    seat = match.waiting[0]
    before = match.live.fouls[seat]
    match.answer(seat, [DONE])
    assert match.live.fouls[seat] == before + IDLE


@pytest.mark.parametrize(("kind", "worse"), [("food_shortage", 0), ("rescue_caprica_survivors", 0)])
def test_who_picks_the_worse_box_is_doubted(kind: str, worse: int) -> None:
    card = CRISIS_CARDS[CRISES.index(kind)]
    doubts = []
    for box in (worse, 1 - worse):
        state = position(food=3, fuel=3)
        state.chooser = 3
        record_choice(state, card, box)
        assert state.fouls[3] == (WORSE_BOX if box == worse else -WORSE_BOX // 2)
        doubts.append(mind(state).doubts[3])
    assert doubts[0] > doubts[1] + 0.1


def test_the_record_of_choices_leaves_revealed_cylons_and_even_boxes_alone() -> None:
    state = position()
    state.chooser = 2
    state.revealed[2] = 1
    record_choice(state, CRISIS_CARDS[CRISES.index("food_shortage")], 0)
    assert state.fouls == [0, 0, 0, 0]


def test_pass_chances_rise_with_hands_and_fall_with_difficulty() -> None:
    from shapan.games.battlestar.bots.harm import pass_chance

    types = 1 << LE | 1 << TA
    poor, rich = mind(position()), mind(position(more={1: {"hand": ["LE1", "LE2", "LE3", "TA1", "TA2", "TA3"]}}))
    assert pass_chance(rich, types, 9) > pass_chance(poor, types, 9) + 0.1
    assert pass_chance(rich, types, 6) > 0.6 > pass_chance(poor, types, 14)
