"""Codes that clients send: whether they exist at all, before any rule looks at them."""

from __future__ import annotations

from typing import Any

from shapan.engine.actions import DONE
from shapan.engine.match import Refusal
from shapan.engine.prompt import Prompt, Reason


def check_families(prompt: Prompt[Any], codes: list[int]) -> None:
    """Raise Refusal unless all codes are of the prompt's families, with parameters that exist."""
    for code in codes:
        if code == DONE:
            continue
        family = next((item for item in prompt.families if item.has(code)), None)
        if family is None:
            raise Refusal(Reason(prompt.rule, "not_possible"))
        values = family.values(code)
        exist = all(
            not kind.size or value < kind.size for (_, kind), value in zip(family.parameters, values, strict=True)
        )
        if not exist or family.code(*values) != code:
            raise Refusal(Reason(prompt.rule, "not_possible"))
