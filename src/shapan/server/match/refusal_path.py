"""Blame: what of an answer a refusal is about, in words and codes that whoever gave it knows.

The rules name a field of the written answer. What goes out is checked against the form of the answer: a path can name
parts of it and places among the giver's own picks, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shapan.engine.match import Refusal
from shapan.engine.prompt import Prompt, Reason


class PathRefusal(Refusal):
    """An answer that is not possible, with those of its codes that lie at the path of the reason."""

    def __init__(self, reason: Reason, codes: list[int]) -> None:
        super().__init__(reason)
        self.codes = codes


def path_refusal(prompt: Prompt[Any], codes: Sequence[int], reason: Reason) -> PathRefusal:
    """Return the refusal of an answer; a path that is none of its form is left out."""
    lying = prompt.picks_at(codes, reason.path) if reason.path else None
    return PathRefusal(reason, lying) if lying is not None else PathRefusal(replace(reason, path=""), [])
