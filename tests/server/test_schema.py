"""The API against its own description: whatever is sent, the answer is one that OpenAPI tells of, and never a 500.

`SHAPAN_CASES` sets how many cases are tried for each operation.
"""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import requests
import schemathesis
from hypothesis import strategies as st
from schemathesis.checks import negative_data_rejection, positive_data_acceptance

from server.people import PIG_HOLD, PIG_ROLL
from server.test_run import server

CASES = int(os.environ.get("SHAPAN_CASES", "12"))
WAYS = schemathesis.GenerationMode
REAL = {
    "match_id": "A-REAL-MATCH",
    "game": "pig",
    "lang": "zh-Hans",
    "rule": "PIG-1",
}

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")


class Caller:
    """Somebody with a session and a match at hand."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = requests.Session()
        self.http.headers.update({"x-shapan": "1"})
        self.counted: Counter[str] = Counter()
        self.match = ""

    def frame(self) -> dict[str, Any]:
        """Return the frame of a match that is going on."""
        for _ in range(2):
            if self.match:
                frame: dict[str, Any] = self.http.get(f"{self.address}/api/matches/{self.match}/frame").json()
                if frame["decision"] is not None:
                    return frame
            wanted: Any = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "hot"}], "options": {"target": 300}}
            opened = self.http.post(f"{self.address}/matches", json=wanted)
            assert opened.status_code == 201, opened.text
            self.match = opened.json()["id"]
        raise AssertionError("a new match asks nothing")

    def call(self, case: schemathesis.Case, apt: int) -> None:
        """Send a case, some of them made to fit what is asked, and hold the answer to the description."""
        frame = self.frame()
        where = case.path_parameters or {}
        if where.get("match_id") == REAL["match_id"]:
            where["match_id"] = self.match
        excluded = [positive_data_acceptance]
        if apt and isinstance(case.body, dict):
            excluded.append(negative_data_rejection)  # what was wrong may be right now
            if "ordinal" in case.body:
                case.body["ordinal"] = frame["decision"]["ordinal"]
            for name in {"codes", "picked"} & set(case.body):
                case.body[name] = [PIG_ROLL if apt == 1 else PIG_HOLD]
            if "game" in case.body:
                case.body["game"] = "pig"
                case.body["seats"] = [{"kind": "me"}, {"kind": "open"}]
                case.body["options"] = {"target": 300}
            if "seat" in case.body:
                case.body["seat"] = frame["viewer"]
        answer = case.call(base_url=self.address, session=self.http)
        self.counted[f"{case.operation.label} {answer.status_code}"] += 1
        # Which games and seats there are is no matter of the schema: 422 is right for a request of the right form.
        case.validate_response(answer, excluded_checks=excluded)


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    folder: Path = tmp_path_factory.mktemp("schema")
    with server(folder) as (process, address):
        caller = Caller(address)
        with caller.http:
            yield caller
        process.kill()
        _, errors = process.communicate()
    assert "Traceback" not in errors, errors
    logging.getLogger(__name__).info("%s", dict(sorted(caller.counted.items())))


@pytest.mark.slow
def test_every_answer_is_described(caller: Caller) -> None:
    schema = schemathesis.openapi.from_url(f"{caller.address}/schema/openapi.json")
    found: Any = schema.get_all_operations()
    operations = [item.ok() for item in found]
    assert len(operations) >= 10
    for operation in operations:
        where = {name: value for name, value in REAL.items() if f"{{{name}}}" in operation.path}
        cases = st.one_of(
            operation.as_strategy(generation_mode=WAYS.POSITIVE, path_parameters=where or None),
            operation.as_strategy(generation_mode=WAYS.NEGATIVE, path_parameters=where or None),
            operation.as_strategy(generation_mode=WAYS.POSITIVE),
        )

        @hypothesis.given(cases, st.integers(0, 2))
        @hypothesis.settings(
            max_examples=CASES,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(hypothesis.HealthCheck),
            phases=[hypothesis.Phase.generate, hypothesis.Phase.shrink],
        )
        def try_all(case: schemathesis.Case, apt: int) -> None:
            caller.call(case, apt)

        try_all()
    statuses = {label.rsplit(" ", 1)[1] for label in caller.counted}
    print(sum(caller.counted.values()), dict(sorted(caller.counted.items())))
    assert {"200", "400", "404", "422"} <= statuses and "500" not in statuses
