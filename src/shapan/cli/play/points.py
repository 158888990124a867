"""Points of a table to scale at the keyboard: `deploy 2.5 3`, `walk 2 3.5; 4 5`, in the measures of the table."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from shapan.engine.ground import Ground
from shapan.engine.point_answers import POINT, names_point
from shapan.engine.prompt import Prompt


def words_of(prompt: Prompt[Any]) -> set[str]:
    """Return the words with which a line of points may begin: what the question and its answers are called."""
    families = [family for family in prompt.families if names_point(family)]
    words = {prompt.key, *(family.name for family in families), *(family.form.word for family in families)}
    for row in prompt.rows:
        if any(family in part.families for part in row.parts for family in families):
            words.add(row.word)
    return words


def read_points(line: str, prompt: Prompt[Any], ground: Ground) -> list[list[int]] | None:
    """Return the points of a line, in units of the game; None where it is none of points."""
    word, _, rest = line.strip().partition(" ")
    if word.lower() not in words_of(prompt):
        return None
    points = []
    for part in rest.replace("；", ";").split(";"):
        numbers = part.replace(",", " ").replace("，", " ").split()
        if len(numbers) != POINT:
            return None
        try:
            points.append([int((Decimal(number) * ground.measure).to_integral_value()) for number in numbers])
        except (InvalidOperation, OverflowError, ValueError):
            return None
    return points
