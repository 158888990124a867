"""FTD-7: the abilities of models, whom they mean and what they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.toys.fate_duel import events, names
from engine.toys.fate_duel.geometry import is_near
from engine.toys.fate_duel.state import Fate, others
from shapan.engine.effects import AMOUNT, Effects, EffectSource, Selector
from shapan.engine.lasting import lasting_on
from shapan.engine.table import Table


def near(state: Fate, here: EffectSource, inches: int) -> list[int]:
    """FTD-7.1: the other models on the table within so many inches of the one whose ability it is."""
    return [other for other in others(state, here.source) if is_near(state, here.source, other, 1_000 * inches)]


def sources(state: Fate) -> Sequence[int]:
    """FTD-7.1: models in the order of their numbers."""
    return range(4)


def held(state: Fate, model: int) -> Sequence[int]:
    """FTD-7.1: the abilities of a model on the table; with its last wound it still has them."""
    if not state.abilities or state.xs[model] < 0:
        return ()
    return [*PRINTED[model], *lasting_on(state.lasting, model)]


MODELS: Final[Selector[Fate]] = Selector(
    me=lambda state, here, number: [here.source],
    it=lambda state, here, number: [here.about],
    enemies=lambda state, here, number: [2 - here.source // 2 * 2, 3 - here.source // 2 * 2],
    friends=lambda state, here, number: [here.source // 2 * 2, here.source // 2 * 2 + 1],
    near=near,
)

EFFECTS: Final[Effects[Fate]] = Effects(sources, held)
BEGINS, HURT, DYING, ENDS = (EFFECTS.moment(name) for name in ("turn_begins", "hurt", "dying", "turn_ends"))
FIGHTING, ARMOUR, WALKING_FAR = (EFFECTS.moment(name) for name in ("fight", "armour", "walk"))
SLOWED, BRACED = (EFFECTS.ability({}, name) for name in names.WHILES)

BLACK_BLOOD: Final = EFFECTS.ability({"hurt": "mine: damage(near(1),1)"}, "black_blood")
LEADER: Final = EFFECTS.ability({"turn_begins": "brace(me,2)"}, "leader")
FRIGHTENING: Final = EFFECTS.ability({"hurt": "slow(it enemies near(2))"}, "frightening")
LAST_WORDS: Final = EFFECTS.ability({"dying": "mine: draw(me,1)"}, "last_words")
PRINTED: Final = ((BLACK_BLOOD,), (LEADER,), (FRIGHTENING,), (BLACK_BLOOD, LAST_WORDS))
"""FTD-7.2: by model."""

EFFECTS.gives(SLOWED, "walk", -2_000, MODELS, "me")
EFFECTS.gives(BRACED, "armour", 1, MODELS, "me")
EFFECTS.gives(LEADER, "fight", 2, MODELS, "friends near(3)")


@EFFECTS.op("mine", "mine:", sourced=True)
def is_mine(state: Fate, table: Table[Fate], here: EffectSource) -> bool:
    """FTD-7.1: it happened to the model whose ability it is."""
    return here.about == here.source


@EFFECTS.op("slow", who=MODELS)
def slow(state: Fate, table: Table[Fate], model: int) -> None:
    """FTD-7.3: two inches less to walk until the turn ends."""
    last(state, table, model, SLOWED, ENDS, 1)


@EFFECTS.op("brace", who=MODELS, hits=AMOUNT)
def brace(state: Fate, table: Table[Fate], model: int, hits: int) -> None:
    """FTD-7.3: a wound less, but not less than one, so many times."""
    last(state, table, model, BRACED, HURT, hits)


def last(state: Fate, table: Table[Fate], model: int, ability: int, until: int, times: int) -> None:
    """FTD-7.3: a model has an ability for a while; twice is not more."""
    if ability not in lasting_on(state.lasting, model):
        state.lasting.append((model, ability, until, times))
        table.tell(events.LASTS, model, ability)
