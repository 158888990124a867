"""What is installed is held to the committed hashes, and what is known of its faults is told."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scripts import audit, pins

LOCK = """version = 1

[[package]]
name = "here"
version = "1.0"
source = { editable = "." }

[[package]]
name = "one"
version = "2.0"
source = { registry = "somewhere" }
sdist = { url = "a", hash = "sha256:HASH0" }
wheels = [
    { url = "b", hash = "sha256:HASH1" },
    { url = "c", hash = "sha256:HASH2" },
]
"""


def lock() -> str:
    text = LOCK
    for digit in "012":
        text = text.replace(f"HASH{digit}", digit * 64)
    return text


def test_a_lock_keeps_files_with_known_hashes_alone() -> None:
    known = {"one==2.0": {f"sha256:{'0' * 64}", f"sha256:{'2' * 64}"}}
    text, lost = pins.held(lock(), known)
    assert not lost and text == lock().replace(f'    {{ url = "b", hash = "sha256:{"1" * 64}" }},\n', "")
    assert pins.held(lock(), pins.read_hashes(pins.written_hashes(pins.hashes_of(lock())))) == (lock(), [])


@pytest.mark.parametrize("known", [{}, {"one==2.0": {f"sha256:{'3' * 64}"}}, {"one==1.0": {f"sha256:{'0' * 64}"}}])
def test_a_package_without_a_file_of_a_known_hash_is_lost(known: dict[str, set[str]]) -> None:
    assert pins.held(lock(), known)[1] == ["one==2.0"]


def test_all_that_is_pinned_has_hashes() -> None:
    project = tomllib.loads(pins.PYPROJECT.read_text("utf-8"))
    pinned = {pin.partition(" ")[0] for pin in pins.pins(project)[pins.RUN]}
    known = pins.read_hashes(Path(pins.HASHES).read_text("utf-8"))
    assert known.keys() == pinned and all(known.values())
    assert all(len(one) == len("sha256:") + 64 for found in known.values() for one in found)


def test_faults_that_are_known_fail_and_those_that_nobody_can_look_up_do_not() -> None:
    bad = {"name": "one", "version": "2.0", "vulns": [{"id": "CVE-1", "fix_versions": ["2.1"]}]}
    good = {"name": "two", "version": "1.0", "vulns": []}
    unknown = {"name": "three", "skip_reason": "Dependency not found"}
    assert audit.summary({"dependencies": [bad, good]}) == (["one 2.0: CVE-1, fixed in 2.1"], 1)
    assert audit.summary({"dependencies": [good]}) == ([], 0)
    assert audit.summary({"dependencies": [unknown]}) == ([audit.NOTHING], 0)
    assert audit.summary({"dependencies": [good, unknown]}) == (["looked up 1 of 2 packages"], 0)
