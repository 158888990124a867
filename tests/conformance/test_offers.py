"""The law that any two offers can be told apart finds two that have the same words at the same place."""

from __future__ import annotations

from typing import Any

from conformance.plants.base import LEDUC, variant
from shapan.engine.conformance import check
from shapan.engine.scene import Phrase


def test_two_answers_with_the_same_words_at_one_place_are_found() -> None:
    def label(self: Any, view: Any, code: int) -> Phrase:
        return Phrase("action.fold")

    report = check(variant(LEDUC, label=label), 2, 60, until=lambda failure: failure.check == "offers_apart")
    assert any(failure.check == "offers_apart" for failure in report.failures), report
