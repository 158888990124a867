"""The API against its own description: whatever is sent, the answer is one that OpenAPI tells of, and never a 500.

Half of the cases of each operation are anything at all; the others are made to fit a table, so that they get through.
`SHAPAN_CASES` sets how many cases are tried for each operation.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import negative_data_rejection, positive_data_acceptance

from server.caller import FITS, Caller
from server.test_run import server

CASES = int(os.environ.get("SHAPAN_CASES", "12"))
WAYS = schemathesis.GenerationMode
ONLY_GOOD = "GET /api/games"
"""Takes nothing, so it refuses nothing."""

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    folder: Path = tmp_path_factory.mktemp("schema")
    with server(folder, begin="") as (process, address):
        caller = Caller(address)
        yield caller
        caller.close()
        process.kill()
        _, errors = process.communicate()
    assert "Traceback" not in errors, errors


def each(cases: Any, *more: Any, most: int) -> Any:
    """Return a decorator that runs a function with so many cases, the same in each run."""
    settings = hypothesis.settings(
        max_examples=most,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(hypothesis.HealthCheck),
        phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
    )
    return lambda test: hypothesis.given(cases, *more)(settings(test))


def try_all(caller: Caller, operation: Any) -> None:
    """Send cases of one operation, half of them made to fit."""
    label = operation.label
    real = {"match_id": caller.pig()[0]} if "{match_id}" in operation.path else None

    @each(operation.as_strategy(generation_mode=WAYS.POSITIVE), st.integers(0, 23), most=CASES - CASES // 2)
    def try_fitting(case: schemathesis.Case, way: int) -> None:
        FITS[label](caller, case, way)
        answer: Any = caller.call(case, 0)
        case.validate_response(answer, excluded_checks=[positive_data_acceptance, negative_data_rejection])

    anything = st.one_of(
        operation.as_strategy(generation_mode=WAYS.POSITIVE, path_parameters=real),
        operation.as_strategy(generation_mode=WAYS.NEGATIVE, path_parameters=real),
        operation.as_strategy(generation_mode=WAYS.POSITIVE),
    )

    @each(anything, st.sampled_from([0, 0, 0, 1, 2]), most=CASES // 2)
    def try_anything(case: schemathesis.Case, who: int) -> None:
        answer: Any = caller.call(case, who)
        # Which games and seats there are is no matter of the schema: 422 is right for a request of the right form.
        case.validate_response(answer, excluded_checks=[positive_data_acceptance])
        of_the_form = case.meta is not None and case.meta.generation.mode is WAYS.POSITIVE
        assert answer.status_code != 400 or not of_the_form, f"described, yet refused: {answer.text}"

    try_fitting()
    try_anything()


@pytest.mark.slow
def test_every_answer_is_described(caller: Caller) -> None:
    schema = schemathesis.openapi.from_url(f"{caller.address}/schema/openapi.json")
    found: Any = schema.get_all_operations()
    operations = {item.ok().label: item.ok() for item in found}
    assert operations.keys() == FITS.keys(), "for each operation it must be said what gets through"
    for operation in operations.values():
        try_all(caller, operation)
    print(sum(caller.counted.values()), dict(sorted(caller.counted.items())))
    for label in operations:
        statuses = {key.rsplit(" ", 1)[1] for key in caller.counted if key.rsplit(" ", 1)[0] == label}
        assert statuses & {"200", "201"}, f"{label} never got through: {statuses}"
        assert label == ONLY_GOOD or statuses & {"400", "403", "404", "409", "422"}, f"{label} refused nothing"
        assert "500" not in statuses
