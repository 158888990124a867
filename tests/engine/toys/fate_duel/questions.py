"""The questions of fate duel: where a model is placed, the act, the path, the cards to cheat with and to discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.toys.fate_duel import actions, names
from engine.toys.fate_duel.abilities import EFFECTS, WALKING_FAR
from engine.toys.fate_duel.geometry import is_clear, is_near, length, toward
from engine.toys.fate_duel.state import Fate, is_up, others
from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason

SLOT: Final = 250
"""Steps of the raster from which random play draws points, of which it tries so many:"""
TRIES: Final = 4


class Deploy(Prompt[Fate]):
    """arg: the model to be placed. Any point of the own side: a test, no list."""

    key, rule, open, families = "deploy", "FTD-1.2", True, (actions.DEPLOY,)

    def test(self, state: Fate, seat: int, arg: int, code: int) -> bool:
        return actions.DEPLOY.has(code) and self.fault(state, seat, arg, code) is None

    def fault(self, state: Fate, seat: int, arg: int, code: int) -> Reason | None:
        x, y = actions.DEPLOY.values(code)
        if not (y <= names.HOME if seat == 0 else y >= names.SIDE - names.HOME):
            return Reason("FTD-1.2", "outside_home")
        if not is_clear(state, arg, x, y, x, y):
            return Reason("FTD-1.3", "no_room")
        return None

    def why_not(self, state: Fate, seat: int, arg: int, code: int) -> Reason:
        fault = self.fault(state, seat, arg, code) if actions.DEPLOY.has(code) else None
        return fault or Reason("FTD-1.2", "not_possible")

    def any(self, state: Fate, seat: int, arg: int, number: int) -> int:
        """Try some slots of a raster from `number` on; where all are taken, the list."""
        across, up = (names.SIDE - 2 * names.RADIUS) // SLOT + 1, (names.HOME - names.RADIUS) // SLOT + 1
        for slot in range(number, number + TRIES):
            x, y = names.RADIUS + slot % across * SLOT, names.RADIUS + slot // across % up * SLOT
            code = actions.DEPLOY.code(x, y if seat == 0 else names.SIDE - y)
            if self.fault(state, seat, arg, code) is None:
                return code
        return super().any(state, seat, arg, number)

    def candidates(self, state: Fate, seat: int, arg: int, most: int) -> Sequence[int]:
        y = 2_500 if seat == 0 else names.SIDE - 2_500
        spots = [actions.DEPLOY.code(x, y) for x in range(1_500, names.SIDE, 1_500)]
        return [code for code in spots if self.test(state, seat, arg, code)][:most]


class Act(Prompt[Fate]):
    key, rule, open, families = "act", "FTD-3.1", True, (actions.WALK, actions.ATTACK, actions.PASS)

    def legal(self, state: Fate, seat: int, arg: int) -> Sequence[int]:
        codes = [actions.PASS.code()]
        for model in (2 * seat, 2 * seat + 1):
            if state.acts[model]:
                codes.append(actions.WALK.code(model))
                for enemy in (2 - 2 * seat, 3 - 2 * seat):
                    if is_up(state, enemy) and is_near(state, model, enemy, names.REACH):
                        codes.append(actions.ATTACK.code(model, enemy))
        return codes

    def why_not(self, state: Fate, seat: int, arg: int, code: int) -> Reason:
        if actions.ATTACK.has(code):
            return Reason("FTD-3.4", "out_of_reach")
        return Reason("FTD-3.1", "not_possible")


class Path(Prompt[Fate]):
    """arg: the model that walks. One or two way points, each a test; to stay is always a path."""

    key, rule, open, many, families = "path", "FTD-3.2", True, True, (actions.STEP,)

    def next(self, state: Fate, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        x, y, left = self.reached(state, arg, picked)
        if len(picked) == names.WAY_POINTS:
            return ()
        ends = [(x, y), toward(x, y, names.SIDE // 2, names.SIDE // 2, left)]
        for other in others(state, arg):
            to_x, to_y = state.xs[other], state.ys[other]
            gap = length(x, y, to_x, to_y) - 2 * names.RADIUS
            ends.append(toward(x, y, to_x, to_y, min(left, gap)))
            ends.append(toward(x, y, to_x, to_y, -left))
        codes = [actions.STEP.code(*end) for end in ends if min(end) >= 0 and max(end) <= names.SIDE]
        good = [code for code in codes if self.test_next(state, seat, arg, picked, code)]
        return [*([DONE] if picked else []), *dict.fromkeys(good)]

    def any_next(self, state: Fate, seat: int, arg: int, picked: Sequence[int], number: int) -> int:
        """Go toward some point of a raster; where nothing is clear, stop or stay."""
        x, y, left = self.reached(state, arg, picked)
        if len(picked) == names.WAY_POINTS or (picked and number % 2):
            return DONE
        across = names.SIDE // SLOT + 1
        for slot in range(number // 2, number // 2 + TRIES):
            to = slot % across * SLOT, slot // across % across * SLOT
            code = actions.STEP.code(*toward(x, y, *to, left))
            if self.fault(state, arg, picked, code) is None:
                return code
        return DONE if picked else actions.STEP.code(x, y)

    def test_next(self, state: Fate, seat: int, arg: int, picked: Sequence[int], code: int) -> bool:
        if code == DONE:
            return bool(picked)
        return actions.STEP.has(code) and self.fault(state, arg, picked, code) is None

    def fault(self, state: Fate, model: int, picked: Sequence[int], code: int) -> Reason | None:
        x, y, left = self.reached(state, model, picked)
        to_x, to_y = actions.STEP.values(code)
        if len(picked) == names.WAY_POINTS or length(x, y, to_x, to_y) > left + names.EPS:
            return Reason("FTD-3.2", "too_far")
        if not is_clear(state, model, x, y, to_x, to_y):
            return Reason("FTD-3.3", "no_room")
        return None

    def why_not_many(self, state: Fate, seat: int, arg: int, codes: Sequence[int]) -> Reason:
        for place, code in enumerate(codes):
            if actions.STEP.has(code) and (fault := self.fault(state, arg, codes[:place], code)):
                return fault
        return Reason("FTD-3.2", "not_possible")

    def why_not_next(self, state: Fate, seat: int, arg: int, picked: Sequence[int], code: int) -> Reason:
        fault = self.fault(state, arg, picked, code) if actions.STEP.has(code) else None
        return fault or Reason("FTD-3.2", "not_possible")

    def reached(self, state: Fate, model: int, picked: Sequence[int]) -> tuple[int, int, int]:
        """Return the last way point and the length that is left."""
        x, y = state.xs[model], state.ys[model]
        left = names.WALK_LENGTH + EFFECTS.amount(state, WALKING_FAR, model)
        for code in picked:
            to_x, to_y = actions.STEP.values(code)
            left -= length(x, y, to_x, to_y)
            x, y = to_x, to_y
        return x, y, left


class Cheat(Prompt[Fate]):
    key, rule, families = "cheat", "FTD-4.2", (actions.CHEAT,)

    def legal(self, state: Fate, seat: int, arg: int) -> Sequence[int]:
        return [DONE, *(actions.CHEAT.code(card) for card in state.hands[seat].cards)]


class Discard(Prompt[Fate]):
    """Any part of the hand, both seats at once; shown when both have chosen."""

    key, rule, many, ordered = "discard", "FTD-2.2", True, False
    field, families = "cards", (actions.DISCARD,)

    def next(self, state: Fate, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        codes = [actions.DISCARD.code(card) for card in state.hands[seat].cards]
        return [DONE, *(code for code in codes if code not in picked)]


DEPLOYING: Final = Deploy()
ACTING: Final = Act()
WALKING: Final = Path()
CHEATING: Final = Cheat()
DISCARDING: Final = Discard()
