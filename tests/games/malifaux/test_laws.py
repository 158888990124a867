"""The laws of the engine hold for Malifaux, which is not listed yet: the run of the kit over all games passes it by."""

from __future__ import annotations

import pytest

from shapan.engine.conformance import check
from shapan.games.malifaux.game import MALIFAUX


@pytest.mark.long
def test_malifaux_keeps_the_laws() -> None:
    report = check(MALIFAUX, 3, 120, seed=11)
    assert report.passed, str(report)
