"""The table of Malifaux: answers lie where one looks for them, points cost what the rules say, nothing hidden shows."""

from __future__ import annotations

import re
from functools import cache, partial
from importlib.resources import files
from typing import Any

import msgspec
import pytest

from shapan import bots
from shapan.engine.actions import DONE
from shapan.engine.ground import Aim, End
from shapan.engine.match import Match
from shapan.engine.offers import things
from shapan.engine.previews import draw_scene
from shapan.engine.scene import Piece, Scene
from shapan.engine.text import catalogue, say
from shapan.games.malifaux import GAME, actions, model_traits, names, roster
from shapan.games.malifaux.board.ground import GROUND
from shapan.games.malifaux.board.pieces import fate_card
from shapan.games.malifaux.context import Actor
from shapan.games.malifaux.odds import strikes
from shapan.games.malifaux.position.reader import Reader
from shapan.games.malifaux.rules import acting
from shapan.games.malifaux.state import Malifaux
from shapan.server.match.offer import next_picks, offered

QUESTIONS = 700
FIRST = 2
EVERY = 15
DRAWN = frozenset(re.findall(r"--lie-([a-z]+):", (files("shapan.server") / "static/tokens.css").read_text("utf-8")))
"""Kinds of terrain that the table has colours for."""
SEEN = (0, 1, 2)
_JUSTICE = {"model": "lady_justice", "leader": True}
_SEAMUS = {"model": "seamus", "leader": True}
DUEL: dict[str, Any] = {
    "step": "action",
    "turn": 2,
    "active": 0,
    "activation": {"model": "lady_justice"},
    "seats": [
        {"models": [{**_JUSTICE, "at": [14000, 11000]}, {"model": "exorcist", "at": [9000, 3000]}]},
        {"models": [{"model": "rotten_belle", "at": [14000, 14500]}, {**_SEAMUS, "at": [27000, 27000]}]},
    ],
}  # fmt: skip
"""Lady Justice before rubble, a Rotten Belle beyond 2 inches from her."""

Asked = tuple[str, Match[Any], int]


@cache
def asked() -> list[Asked]:
    """Return matches that stand at questions of every kind that random play meets."""
    found, met, mind = list[Asked](), dict[str, int](), bots.find("random")
    match: Match[Any] = Match(GAME, 2, {}, "malifaux board")
    for _ in range(QUESTIONS):
        if match.over:
            break
        seat = min(match.decisions)
        kind = match.decisions[seat].prompt.key
        met[kind] = met.get(kind, 0) + 1
        if met[kind] <= FIRST or met[kind] % EVERY == 0:
            found.append((kind, match.clone(), seat))
        match.answer(seat, bots.answer(mind, match, seat))
    return found


def table(match: Match[Any], seat: int) -> Scene:
    decision = match.decisions[seat]
    return draw_scene(GAME, match.view(seat), seat, offered(match, seat), decision.prompt, decision.arg)


def position(layout: str = "crossroads", **changes: Any) -> Malifaux:
    state = GAME.setup(GAME.resolve({"terrain_layout": layout}, 2), 2)
    Reader({**DUEL, **changes}, state).read()
    return state


def text(phrase: Any) -> str:
    return say(GAME, "en", phrase.key, phrase.words)


def test_every_answer_is_offered_once_by_a_thing_or_a_button() -> None:
    assert len({kind for kind, _, _ in asked()}) > 12
    for kind, match, seat in asked():
        scene = table(match, seat)
        codes = [target.code for _, thing in things(scene) for target in thing.targets]
        codes += [target.code for target in scene.buttons]
        if scene.muster is None:
            assert set(offered(match, seat)) - {DONE} <= set(codes), kind


def test_nothing_hidden_shows_on_the_table_of_others() -> None:
    """Section 6: neither hand nor schemes that are not revealed; only their numbers."""
    looked = 0
    for _, match, _ in asked():
        live: Malifaux = match.live
        for viewer in SEEN:
            scene = GAME.board(match.view(viewer), viewer, [], None)
            for seat in (0, 1):
                if viewer == seat or not live.schemes[seat].cards:
                    continue
                zone = next(zone for zone in scene.panels[seat].zones if zone.id == f"schemes{seat}")
                hidden = [piece for piece in zone.pieces if "known" not in piece.flags]
                assert all(not piece.face and piece.label is None for piece in hidden)
                looked += len(hidden)
            if viewer == 2:
                assert not scene.hand
    assert looked > 50


def test_two_worlds_that_a_seat_cannot_tell_apart_have_one_table() -> None:
    for _, match, seat in asked()[::4]:
        for viewer in (seat, 1 - seat):
            world = match.sample(viewer, 3)
            shown = [msgspec.json.encode(GAME.board(one.view(viewer), viewer, [], None)) for one in (match, world)]
            assert shown[0] == shown[1]


def aims() -> list[tuple[str, Match[Any], int, list[int], Aim]]:
    found = []
    for kind, match, seat in asked():
        decision, view = match.decisions[seat], match.view(seat)
        rows: list[list[int]] = [[]]
        if decision.prompt.many:
            rows += [[code] for code in match.legal(seat, (), people=True) if code != DONE]
        for row in rows:
            aim = GAME.aim(view, decision.prompt, seat, decision.arg, row)
            if aim is not None:
                found.append((kind, match, seat, row, aim))
    return found


@pytest.mark.rule("MFX-13.18")
def test_where_something_may_end_it_nearly_always_may() -> None:
    """The area is for the eye: of a walk also what takes a second leg; hardly a point else is refused."""
    good = points = 0
    for _, match, seat, row, aim in aims():
        prompt, arg, view = match.decisions[seat].prompt, match.decisions[seat].arg, match.live
        for j, *ends in aim.reach[::3]:
            for i in range(ends[0], ends[1] + 1, 4):
                families = [one for one in prompt.families if one.tested]
                codes = [one.code(i * aim.step, j * aim.step) for one in families]
                fits = prompt.test_next if prompt.many else None
                points += 1
                good += any(
                    fits(view, seat, arg, row, code) if fits is not None else prompt.test(view, seat, arg, code)
                    for code in codes
                )
    assert points > 800
    assert good > 0.9 * points


@pytest.mark.rule("MFX-13.28")
def test_a_point_to_snap_to_is_legal_and_has_a_name() -> None:
    looked = 0
    for kind, match, seat, row, aim in aims():
        prompt, arg = match.decisions[seat].prompt, match.decisions[seat].arg
        for snap in aim.snaps:
            assert text(snap.label)
            codes = [one.code(*snap.at) for one in prompt.families if one.tested]
            test = partial(prompt.test_next, match.live, seat, arg, row) if prompt.many else None
            fits = [test(code) if test else prompt.test(match.live, seat, arg, code) for code in codes]
            looked += any(fits)
            assert kind in ("action", "free_action") or any(fits), (kind, snap.at)
    assert looked > 10


@pytest.mark.rule("MFX-13.6")
def test_a_leg_tells_its_inches_slow_ground_twice_and_what_is_left() -> None:
    view = position()
    free = GAME.leg(view, acting.ask_action, 0, 0, [actions.WALK], actions.LEG.code(14000, 9000))
    slow = GAME.leg(view, acting.ask_action, 0, 0, [actions.WALK], actions.LEG.code(14000, 12800))
    assert free is not None and (free.cost, free.left) == (2000, 3000)
    assert slow is not None and slow.cost > 1800 and slow.cost + slow.left == 5000


@pytest.mark.rule("MFX-13.6")
@pytest.mark.parametrize(
    ("at", "told"),
    [
        ((10000, 5000), "7.21″ is too far: at most 5″."),
        ((14000, 14500), "5.3″ is too far: at most 5″ (1.8″ of severe terrain counts double)."),
        ((17000, 11000), "Wall is in the way: it cannot be passed."),
        ((100, 11000), "It would leave the table."),
    ],
)
def test_a_way_that_cannot_be_says_what_is_in_the_way(at: tuple[int, int], told: str) -> None:
    view = position(seats=[DUEL["seats"][0], {"models": [{**_SEAMUS, "at": [27000, 27000]}]}])
    reason = acting.ask_action.why_not_next(view, 0, 0, [actions.WALK], actions.LEG.code(*at))
    assert say(GAME, "en", f"why_not.{reason.key}", reason.words) == told


def test_a_place_tells_whom_attacks_reach_and_who_engages() -> None:
    view = position("open")
    near = GAME.leg(view, acting.ask_action, 0, 0, [actions.WALK], actions.LEG.code(14000, 12500))
    far = GAME.leg(view, acting.ask_action, 0, 0, [actions.WALK], actions.LEG.code(14000, 7000))
    assert near is not None and far is not None
    notes = [text(note) for note in near.notes]
    assert "Greatsword reaches Rotten Belle 67%" in notes and "Engaged by Rotten Belle" in notes
    assert not any("Greatsword" in text(note) or "Engaged" in text(note) for note in far.notes)
    assert (view.models.xs[0], view.models.ys[0]) == (14000, 11000)


@pytest.mark.rule("MFX-13.28")
def test_points_are_called_by_where_they_lead() -> None:
    view = position("open")
    labels = [text(GAME.label(view, actions.LEG.code(*at))) for at in ((12500, 9000), (14000, 12000), (14000, 13318))]
    belle = "Rotten Belle"
    assert labels == ["Walk 2.5″ away from Seamus", f"Walk 1″ toward {belle}", f"Walk 2.3″ into contact with {belle}"]
    on = actions.LEG.code(18000, 11000)
    behind = GAME.label_after(view, acting.ask_action, 0, 0, [actions.WALK, on], actions.LEG.code(16000, 13000))
    assert behind is not None and text(behind) == f"Walk 2.8″ toward {belle}"
    flown = GAME.label_after(view, acting.ask_action, 0, 0, [actions.WALK], actions.SPOT.code(14000, 12000))
    assert flown is not None and text(flown) == f"Fly 1″ toward {belle}"
    charged = GAME.label(view, actions.PUSH.code(14000, 13318))
    assert text(charged) == f"Charge 2.3″ into contact with {belle}"
    assert text(GAME.label(view, actions.SPOT.code(25000, 27000))) == "beside Seamus"


def rows_of(view: Malifaux, seat: int) -> dict[str, Piece]:
    """Return what the table tells of what the model that acts can do."""
    scene = draw_scene(GAME, view, seat, acting.ask_action.offers(view, seat, 0, ()), acting.ask_action)
    return {one.id: one for zone in scene.zones for one in zone.pieces}


@pytest.mark.rule("MFX-8.23")
def test_each_way_to_interact_says_what_it_does() -> None:
    assert {f"interact_help.{name}" for name in roster.INTERACT.names} <= set(catalogue(GAME, "en"))
    told = rows_of(position("open"), 0)["deed.interact0"].help
    assert told is not None and text(told).startswith("Drops a scheme marker in contact")


@pytest.mark.rule("MFX-8.5")
def test_an_action_that_its_card_forbids_says_which_limit_it_is() -> None:
    view = position("open", active=1, activation={"model": "seamus"})
    assert view.activation is not None
    view.activation.used.append((3, roster.TAG["50_flintlock"]))
    rows = rows_of(view, 1)
    told = [rows[f"deed.{name}"].why_not for name in ("secret_passage", "50_flintlock")]
    assert [one and text(one) for one in told] == [
        "What its card requires is not met here.",
        "It has been used already.",
    ]


def test_points_tell_the_ground_that_they_lead_to() -> None:
    view = position()
    labels = [text(GAME.label(view, actions.LEG.code(*at))) for at in ((17535, 14535), (14000, 13000), (10450, 11000))]
    assert labels[0] == "Walk 5″ toward Seamus"
    assert labels[1] == "Walk 2″ up to Rotten Belle, in the Rubble"
    assert labels[2] == "Walk 3.6″, in the Forest"
    assert text(GAME.label(view, actions.LEG.code(14578, 11000))) == "Walk 0.6″, in the shadow of the Wall"


def test_every_point_of_a_walk_is_told_in_words() -> None:
    looked = 0
    for kind, match, seat in asked():
        if kind != "action" or actions.WALK not in offered(match, seat):
            continue
        picks = next_picks(match, seat, [actions.WALK])
        assert picks.aim is not None
        told = [*(one.label for one in picks.options), *(one.label for one in picks.aim.snaps)]
        walks = [one for one in told if one.key == "action.leg_to"]
        assert "action.leg" not in {one.key for one in told}
        assert all(text(one).startswith("Walk ") for one in walks)
        looked += len(walks)
    assert looked > 100


@pytest.mark.rule("MFX-4.4")
def test_the_odds_of_an_attack_are_those_of_all_pairs_of_cards() -> None:
    """Both flip one card from all that the viewer sees nowhere: Greatsword 6 against Df, a tie is enough."""
    view = position("open")
    view.models.xs[0], view.models.ys[0] = 14000, 12500
    action = model_traits.card(view, 0).action("greatsword")
    assert action is not None and action.stat is not None
    found = strikes.strikes(view, Actor(0, 0), action)[0]
    assert found.target == 2 and not found.mods and not found.harder
    mine = [names.VALUE[card] for card in range(54) if card not in view.hands[0].cards]
    theirs = [names.VALUE[card] for card in range(54) if card not in view.hands[1].cards]
    lead = action.stat.value - model_traits.card(view, 2).df
    good = sum(one + lead >= other for one in mine for other in theirs)
    assert found.cases is not None
    assert found.cases[0] * len(mine) * len(theirs) == good * found.cases[1]


@pytest.mark.rule("MFX-1.8", "MFX-4.2")
def test_an_empty_deck_promises_no_suit() -> None:
    """Leap needs a suit of its card: which cards a deck holds that is shuffled anew for it is not counted."""
    view = position("open")
    action = model_traits.card(view, 0).action("leap")
    assert action is not None
    before = strikes.strike(view, Actor(0, 0), action).cases
    assert before is not None and 0 < before[0] < before[1]
    held = view.hands[0].cards
    view.decks[0].cards = []
    view.discards[0].cards = [card for card in range(len(names.CARDS)) if card not in held]
    assert strikes.strike(view, Actor(0, 0), action).cases is None


@pytest.mark.parametrize("piece", ["model.99", "model.-1", "model.x", "marker.0", "terrain.0", "model." + "9" * 58])
def test_a_ruler_may_be_laid_anywhere(piece: str) -> None:
    """Its ends come from a client: what is not there is a point."""
    view = position("open")
    far = 2**31
    for at in ([far, -far], [-far, far], [0, 0]):
        made = GAME.measure(view, 0, End(at, piece), End([14000, 11000], "model.0"))
        assert made is not None and made == GAME.measure(view, 0, End(at), End([14000, 11000], "model.0"))
        assert made.seen and made.distance > 0


@pytest.mark.rule("MFX-13.11")
def test_a_ruler_tells_distance_and_sight() -> None:
    view = position()
    made = GAME.measure(view, 0, End([14000, 11000], "model.0"), End([14000, 14500], "model.2"))
    past = GAME.measure(view, 0, End([18000, 8000]), End([18000, 12000]))
    assert made is not None and made.distance == 2320 and made.seen
    assert past is not None and past.distance == 4000 and not past.seen


def test_the_ground_has_models_with_health_and_markers_true_to_scale() -> None:
    view = position()
    view.models.health[2] = 3
    zone = next(zone for zone in GAME.board(view, 0, [], None).zones if zone.id == GROUND)
    belle = next(piece for piece in zone.pieces if piece.id == "model.2")
    assert belle.base is not None and (belle.base.value, belle.base.radius) == (3, view.models.radii[2])
    assert zone.ground is not None and len(zone.ground.terrain) == 14 and not zone.ground.turned


@pytest.mark.parametrize("layout", ["crossroads", "dockside", "open"])
def test_each_piece_of_terrain_has_the_colours_of_its_kind(layout: str) -> None:
    seats = [{"models": [{**_JUSTICE, "at": [20000, 3000]}]}, {"models": [{**_SEAMUS, "at": [20000, 33000]}]}]
    view = position(layout, activation=None, step="activation", seats=seats)
    zone = next(zone for zone in GAME.board(view, 0, [], None).zones if zone.id == GROUND)
    assert zone.ground is not None
    kinds = {one.kind for one in zone.ground.terrain}
    assert kinds <= DRAWN and ("smoke" in kinds) == (layout == "dockside")
    assert (layout == "open") == (not kinds)


@pytest.mark.rule("MFX-1.2")
def test_every_card_of_the_hand_shows_what_it_is_and_jokers_differ() -> None:
    cards = [fate_card("c", card) for card in range(len(names.CARDS))]
    assert all(one.mark and one.suit is not None and one.suit.glyph == one.face for one in cards)
    black, red = (cards[joker].suit for joker in (names.BLACK_JOKER, names.RED_JOKER))
    assert black is not None and red is not None and black.tone != red.tone
