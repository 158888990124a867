"""Effects: operations said once, their notation and what it refuses, selectors, moments, amounts, what lasts, worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from shapan.engine.effect_values import EffectValues
from shapan.engine.effects import AMOUNT, NOWHERE, EffectError, Effects, EffectSource, Selector
from shapan.engine.kinds import Enum
from shapan.engine.lasting import elapse, lasting_on
from shapan.engine.state import State
from shapan.engine.table import Table

PURSES = Enum(("gold", "silver"))


@dataclass(slots=True, eq=False)
class Camp(State):
    active: int = 0
    purses: list[int] = field(default_factory=lambda: [5, 5])
    done: list[tuple[Any, ...]] = field(default_factory=list)
    """What the operations were called with."""
    gone: list[int] = field(default_factory=list)
    abilities: list[list[int]] = field(default_factory=lambda: [[], [], []])
    order: list[int] = field(default_factory=lambda: [0, 1, 2])


def selector() -> Selector[Camp]:
    return Selector(
        self=lambda state, here, number: [here.source],
        it=lambda state, here, number: [here.about],
        cur=lambda state, here, number: [state.active],
        each=lambda state, here, number: [2, 0, 1],
        below=lambda state, here, number: list(range(number)),
        nobody=lambda state, here, number: [],
    )


def camp() -> tuple[Effects[Camp], Selector[Camp]]:
    """Return effects with a few operations that note how they were called."""
    whom = selector()
    effects: Effects[Camp] = Effects(
        lambda state: state.order, lambda state, source: () if source in state.gone else state.abilities[source]
    )

    @effects.op("purse", "{purse}{number}", purse=PURSES, number=AMOUNT)
    def purse(state: Camp, table: Table[Camp], purse: int, number: int) -> None:
        state.purses[purse] += number
        state.done.append(("purse", purse, number))

    @effects.op("pay", who=whom, number=AMOUNT)
    def pay(state: Camp, table: Table[Camp], seat: int, number: int) -> None:
        state.done.append(("pay", seat, number))

    @effects.op("pay_each", "pay(each,{number})", number=AMOUNT)
    def pay_each(state: Camp, table: Table[Camp], number: int) -> None:
        state.done.append(("pay_each", number))

    @effects.op("show", sourced=True, who=whom, whose=whom)
    def show(state: Camp, table: Table[Camp], here: EffectSource, seat: int, whose: int) -> None:
        state.done.append(("show", here.source, seat, whom.of(state, whose, here)))

    @effects.op("rest")
    def rest(state: Camp, table: Table[Camp]) -> None:
        state.done.append(("rest",))

    @effects.op("if_below", "if {purse}<{least}:", purse=PURSES, least=AMOUNT)
    def if_below(state: Camp, table: Table[Camp], purse: int, least: int) -> bool:
        return state.purses[purse] < least

    @effects.op("unless", "unless {who} pays:", who=whom)
    def unless(state: Camp, table: Table[Camp], seat: int) -> bool:
        state.done.append(("asked", seat))
        return seat == 0

    @effects.op("leave", who=whom)
    def leave(state: Camp, table: Table[Camp], seat: int) -> None:
        state.gone.append(seat)
        state.done.append(("leave", seat))

    return effects, whom


def carried_out(text: str, here: EffectSource = NOWHERE, **changes: Any) -> list[tuple[Any, ...]]:
    """Return how the operations of a text were called."""
    effects, _ = camp()
    state = Camp(**changes)
    cell = effects.cell(text)
    effects.close()
    effects.carry_out(state, Table(state), cell, here)
    return state.done


# Carrying out


@pytest.mark.parametrize(
    ("text", "done"),
    [
        ("", []),
        ("  rest  ", [("rest",)]),
        ("gold-2; rest; silver+1", [("purse", 0, -2), ("rest",), ("purse", 1, 1)]),
        ("pay(cur,2)", [("pay", 1, 2)]),
        ("pay(nobody,2); rest", [("rest",)]),
        ("pay(each,2)", [("pay_each", 2)]),
        ("leave(each)", [("leave", 2), ("leave", 0), ("leave", 1)]),
        ("if gold<5: rest; rest", []),
        ("if gold<6: rest; rest", [("rest",), ("rest",)]),
        ("if gold<5: gold+1; silver+1", []),
        ("gold-1; if gold<5: rest; if gold<4: rest", [("purse", 0, -1), ("rest",)]),
        ("unless cur pays: rest", [("asked", 1)]),
        ("unless each pays: rest", [("asked", 2), ("asked", 0), ("asked", 1), ("rest",)]),
        ("unless nobody pays: rest", []),
    ],
)
def test_steps_run_from_left_to_right_and_a_condition_governs_all_behind_it(text: str, done: list[Any]) -> None:
    assert carried_out(text, active=1) == done


def test_who_is_called_one_by_one_and_other_selectors_are_handed_over() -> None:
    assert carried_out("show(each,below(2))", EffectSource(7)) == [("show", 7, seat, [0, 1]) for seat in (2, 0, 1)]


def test_all_words_of_a_selector_must_mean_one_and_the_first_gives_the_order() -> None:
    whom, state = selector(), Camp()
    for words, meant in (
        ("each", [2, 0, 1]),
        ("each below(2)", [0, 1]),
        ("below(3) each", [0, 1, 2]),
        ("self each", [1]),
        ("it each", []),
        ("each nobody", []),
    ):
        value = whom.number(words)
        assert whom.number(words) == value
        assert whom.of(state, value, EffectSource(1, 9)) == meant
        assert whom.one(state, value, EffectSource(1, 9)) == (meant[0] if meant else -1)
    assert [whom.number(word) for word in whom.words] == list(range(6))


def test_a_chapter_calls_what_a_later_one_carries_out() -> None:
    effects: Effects[Camp] = Effects()
    late = effects.number("late")

    @effects.op("early")
    def early(state: Camp, table: Table[Camp]) -> None:
        effects.call(late, state, table, 3)

    cell = effects.cell("early")
    with pytest.raises(EffectError, match="nobody carries out 'late'"):
        effects.close()

    @effects.op("late", "")
    def last(state: Camp, table: Table[Camp], number: int) -> None:
        state.done.append(("late", number))

    effects.close()
    state = Camp()
    effects.carry_out(state, Table(state), cell)
    assert state.done == [("late", 3)]
    with pytest.raises(EffectError, match="'late' is no effect"):
        effects.cell("late")


# Refusals


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("dance", "cards, spy: 'dance' is no effect"),
        ("rest; dance(cur)", "cards, spy: 'dance(cur)' is no effect"),
        ("rest;; rest", "cards, spy: '' is no effect"),
        ("pay(king,2)", "'king' is not one of self, it, cur, each, below, nobody"),
        ("pay(each king,2)", "'king' is not one of"),
        ("pay(,2)", "no effect"),
        ("pay(cur,two)", "'pay(cur,two)' is no effect"),
        ("pay(cur)", "'pay(cur)' is no effect"),
        ("copper-1", "purse: 'copper' is not one of gold, silver"),
        ("gold", "'gold' is no effect"),
        ("if gold<5", "'if gold<5' is no effect"),
        ("rest: rest", "'rest' is no condition"),
        ("if copper<5: rest", "'if copper<5' is no condition; if_below: 'copper' is not one of gold, silver"),
        ("if gold<5: dance", "'dance' is no effect"),
        ("rest; if gold<5:", "'if gold<5' governs nothing"),
    ],
)
def test_an_unknown_word_is_refused_with_its_place_in_the_data(text: str, says: str) -> None:
    effects, _ = camp()
    effects.cell("rest", "cards, scout")
    effects.cell(text, "cards, spy")
    with pytest.raises(EffectError) as refused:
        effects.close()
    assert says in str(refused.value)
    assert str(refused.value).startswith("cards, spy: ")


def test_an_operation_is_registered_once() -> None:
    effects, _ = camp()
    with pytest.raises(EffectError, match="'rest' is registered twice"):
        effects.op("rest")
    with pytest.raises(EffectError, match="'give': who comes first"):
        effects.op("give", number=AMOUNT, who=selector())


def test_the_words_of_an_operation_name_each_parameter_once() -> None:
    effects: Effects[Camp] = Effects()
    for words, kinds in (
        ("take {number}", {"amount": AMOUNT}),
        ("take {number}", {}),
        ("take {number}", {"number": AMOUNT, "who": selector()}),
        ("take {number} of {number}", {"number": AMOUNT}),
        ("", {"number": AMOUNT}),
    ):
        with pytest.raises(EffectError, match=f"'take': '{words}' does not name each of its parameters once"):
            effects.op("take", words, **kinds)


def test_a_text_that_comes_late_is_read_at_once() -> None:
    effects, _ = camp()
    effects.close()
    state = Camp()
    effects.carry_out(state, Table(state), effects.cell("rest"))
    assert state.done == [("rest",)]


# Moments, amounts, what lasts


def test_abilities_are_asked_in_the_order_of_the_state_and_only_while_they_are_held() -> None:
    effects, _ = camp()
    hit, night = effects.moment("hit"), effects.moment("night")
    ghost = effects.ability({"hit": "pay(self,1); leave(it)", "night": "rest"}, "ghost")
    brave = effects.ability({"hit": "show(self,it)"}, "brave")
    effects.close()
    for order, about, done in (
        ([0, 1, 2], 2, [("pay", 0, 1), ("leave", 2), ("show", 1, 1, [2])]),
        ([2, 1, 0], 2, [("show", 2, 2, [2]), ("show", 1, 1, [2]), ("pay", 0, 1), ("leave", 2)]),
        ([0, 1, 2], 1, [("pay", 0, 1), ("leave", 1), ("show", 2, 2, [1])]),
    ):
        state = Camp(abilities=[[ghost], [brave], [brave]], order=order)
        effects.at(state, Table(state), hit, about)
        assert state.done == done
        effects.at(state, Table(state), night)
        assert state.done == [*done, ("rest",)]


def test_the_place_of_an_ability_is_named() -> None:
    effects, _ = camp()
    effects.ability({"hit": "howl"}, "ghost")
    with pytest.raises(EffectError, match="ghost, hit: 'howl' is no effect"):
        effects.close()


def test_a_moment_that_no_chapter_asks_for_is_refused() -> None:
    """A slip in the data would otherwise be an ability that never does anything."""
    effects, whom = camp()
    effects.moment("hit")
    ghost = effects.ability({"hti": "rest"}, "ghost")
    with pytest.raises(EffectError, match="no chapter asks for 'hti'"):
        effects.close()
    effects.moment("hti")
    effects.close()
    effects.gives(ghost, "power", 2, whom, "self")
    with pytest.raises(EffectError, match="ability 0 changes 'power' twice"):
        effects.gives(ghost, "power", -2, whom, "it")
    with pytest.raises(EffectError, match="no chapter asks for 'power'"):
        effects.close()


def test_amounts_add_up_over_whom_they_concern_now() -> None:
    effects, whom = camp()
    banner, curse = effects.ability({}), effects.ability({})
    effects.gives(banner, "power", 2, whom, "below(2)")
    effects.gives(curse, "power", -1, whom, "self")
    power, speed = effects.moment("power"), effects.moment("speed")
    state = Camp(abilities=[[banner], [banner, curse], [curse]])
    assert [effects.amount(state, power, seat) for seat in range(3)] == [4, 3, -1]
    assert [effects.amount(state, speed, seat) for seat in range(3)] == [0, 0, 0]
    state.gone.append(1)
    assert [effects.amount(state, power, seat) for seat in range(3)] == [2, 2, -1]


def test_what_lasts_ends_at_its_moment_for_its_holder_after_so_many_times() -> None:
    rows: list[tuple[int, ...]] = [(0, 5, 1, 1), (1, 6, 1, 2), (0, 7, 2, 1), (1, 5, 1, 1)]
    assert [lasting_on(rows, holder) for holder in range(3)] == [[5, 7], [6, 5], []]
    elapse(rows, 1, 1)
    assert rows == [(0, 5, 1, 1), (1, 6, 1, 1), (0, 7, 2, 1)]
    elapse(rows, 3)
    assert len(rows) == 3
    elapse(rows, 1)
    assert rows == [(0, 7, 2, 1)]


# Worth


def judged() -> tuple[Effects[Camp], EffectValues[int]]:
    effects, _ = camp()
    worth: EffectValues[int] = EffectValues(effects)
    worth.always(rest=0.5, leave=-3.0)

    @worth("purse")
    def _purse(mind: int, purse: int, number: int) -> float:
        return float(mind * number)

    @worth("pay", "pay_each")
    def _pay(mind: int, *args: int) -> float:
        return -1.0 * args[-1]

    @worth("if_below")
    def _if_below(mind: int, rest: float, purse: int, least: int) -> float:
        return rest / 2

    return effects, worth


def test_worth_follows_the_effects_and_a_condition_weighs_what_it_governs() -> None:
    effects, worth = judged()
    texts: Sequence[tuple[str, float]] = (
        ("", 0.0),
        ("rest; gold-2", -5.5),
        ("if gold<3: silver+2; leave(cur)", 1.5),
        ("pay(each,2); if gold<3: if silver<3: rest", -1.875),
    )
    cells = [effects.cell(text) for text, _ in texts]
    effects.close()
    assert [worth.of(3, cell.effects) for cell in cells] == [value for _, value in texts]


def test_no_operation_is_without_a_worth_and_no_worth_without_an_operation() -> None:
    _, worth = judged()
    with pytest.raises(EffectError, match="no worth, or no operation: show, unless"):
        worth.check()
    worth.always(show=0.0, unless=0.0)
    worth.check()
    worth.always(dance=1.0)
    with pytest.raises(EffectError, match="no worth, or no operation: dance"):
        worth.check()
