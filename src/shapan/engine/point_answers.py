"""Aiming: points of a ground as answers, from words to codes and back.

A family that a test decides and that has two parameters names a point. People give points in words ([x, y]), the code
is made here; whether it is legal the prompt tells.
"""

# Stays plain: reads what people point at

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE, Actions, Family
from shapan.engine.prompt import Prompt, S

POINT = 2
"""Numbers of a point."""


def names_point(family: Family) -> bool:
    """Tell whether the codes of a family are points."""
    return family.tested and len(family.parameters) == POINT


def point_of(family: Family, code: int) -> list[int]:
    """Return the point that a code names; empty where its family names none."""
    return list(family.values(code)) if names_point(family) else []


def points_of(actions: Actions, codes: Sequence[int]) -> list[list[int]]:
    """Return the points that the codes of an answer name, empty for those that name none; [] where none of them does.

    They are told beside the words, which round them: a base that stands in contact has no room for that.
    """
    found = [[] if code == DONE else point_of(actions.of(code), code) for code in codes]
    return found if any(found) else []


def takes_points(prompt: Prompt[S]) -> bool:
    """Tell whether an answer to a question may hold points."""
    return any(names_point(family) for family in prompt.families)


def code_at(
    prompt: Prompt[S], state: S, seat: int, arg: int, picked: Sequence[int], at: Sequence[int], word: str = ""
) -> int | None:
    """Return the code of a point behind some picks: of the first family, with this word if there is one, that is legal.

    Where none is, that of the first, whose refusal says why; None where a question takes no such point at all.
    """
    codes = [
        family.code(*at)
        for family in prompt.families
        if names_point(family) and word in {"", family.form.word} and _exists(family, at)
    ]
    for code in codes:
        if prompt.test_next(state, seat, arg, picked, code) if prompt.many else prompt.test(state, seat, arg, code):
            return code
    return codes[0] if codes else None


def _exists(family: Family, at: Sequence[int]) -> bool:
    """Tell whether there is such a code: numbers that its parameters can hold."""
    if len(at) != POINT:
        return False
    return all(0 <= value < kind.size for (_, kind), value in zip(family.parameters, at, strict=True))
