"""The legal answers of a viewer, matched to what offers them."""

from __future__ import annotations

from typing import Any

from shapan.engine.actions import DONE, Actions
from shapan.engine.kinds import Count, Seat
from shapan.engine.offers import Offers, Places, things
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Case, Duel, Panel, Phrase, Piece, Scene, Side, Target, Zone

ACTIONS = Actions()
PLAY = ACTIONS.family(1, "play", card=Count(9))
ATTACK = ACTIONS.family(2, "attack", target=Seat(4))
WAIT = ACTIONS.family(3, "wait")
DRAW = ACTIONS.family(4, "draw")

PLACES: Places = {PLAY: lambda card: ("hand", card), ATTACK: lambda seat: ("panel", seat), DRAW: lambda: ("deck",)}
LEGAL = [DONE, PLAY.code(3), WAIT.code(), PLAY.code(5), ATTACK.code(1), DRAW.code()]


class One(Prompt[Any]):
    families = (PLAY, WAIT)


class Several(One):
    many = True


def offers(prompt: Prompt[Any] | None = None) -> Offers:
    return Offers(LEGAL, prompt or One(), lambda code: Target(code, Phrase(f"action.{code}")), PLACES, (DRAW,))


def codes(targets: list[Target]) -> list[int]:
    return [target.code for target in targets]


def test_a_thing_takes_the_answers_that_it_offers() -> None:
    made = offers()
    assert codes(made.take("hand", 3)) == [PLAY.code(3)]
    assert codes(made.take("panel", 1)) == [ATTACK.code(1)]
    assert made.take("hand", 4) == []


def test_buttons_are_what_nobody_has_taken_in_the_order_of_the_rules() -> None:
    made = offers()
    made.take("hand", 3)
    made.take("deck")
    assert codes(made.buttons()) == [DONE, WAIT.code(), PLAY.code(5), ATTACK.code(1), DRAW.code()]


def test_every_answer_is_offered_whatever_is_drawn() -> None:
    made = offers()
    drawn = codes(made.take("hand", 5)) + codes(made.take("panel", 1))
    assert {*drawn, *codes(made.buttons())} == set(LEGAL)


def test_closing_a_row_of_picks_is_no_offer() -> None:
    assert DONE not in codes(offers(Several()).buttons())


def test_two_things_alike_offer_the_same_answer() -> None:
    made = offers()
    first, second = made.take("hand", 3), made.take("hand", 3)
    assert codes(first) == codes(second)
    assert first is not second


def test_asking_whether_a_thing_offers_an_answer_takes_nothing() -> None:
    made = offers()
    assert made.has("panel", 1)
    assert not made.has("panel", 2)
    assert ATTACK.code(1) in codes(made.buttons())


def test_what_choosing_would_be_is_of_the_families_asked_for() -> None:
    assert offers().would((ATTACK, 2), (PLAY, 7)) == PLAY.code(7)
    assert offers().would((ATTACK, 2)) == -1


def test_a_question_for_one_thing_is_told_from_one_for_a_row() -> None:
    assert offers().single
    assert not offers(Several()).single
    assert not Offers([], None, lambda code: Target(code, Phrase("")), {}).single


def _side(laid: str) -> Side:
    return Side(Phrase("side"), pieces=[Piece(laid, "card")])


def test_all_that_is_drawn_is_found_with_its_place() -> None:
    inner = Zone("inner", "slot", pieces=[Piece("die", "plain_die")])
    scene = Scene(
        hand=[Piece("card", "card")],
        zones=[Zone("outer", "slots", zones=[inner])],
        panels=[Panel(2, zones=[Zone("own", "row", pieces=[Piece("chip", "token")])])],
        case=Case(Phrase("case"), zones=[Zone("open", "row", pieces=[Piece("put", "card")])]),
        duels=[Duel([_side("left")], lanes=[Duel([_side("first"), _side("second")])])],
    )
    assert [place for place, _ in things(scene)] == [
        "piece:card",
        "zone:outer",
        "zone:inner",
        "piece:die",
        "panel:2",
        "zone:own",
        "piece:chip",
        "zone:open",
        "piece:put",
        "piece:left",
        "piece:first",
        "piece:second",
    ]
