"""Migrations that have been released: a database knows them by their numbers, so what they do never changes."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import shapan.server.store.migrations

VERSIONS = Path(shapan.server.store.migrations.__path__[0]) / "versions"
DIGESTS = Path(__file__).with_name("migrations.txt")


def test_a_migration_stays_as_it_was_and_a_new_one_is_noted(pytestconfig: pytest.Config) -> None:
    """`pytest --regen` notes a new one, and changes no digest of an older one."""
    noted = dict(line.split() for line in DIGESTS.read_text(encoding="utf-8").splitlines())
    now = {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(VERSIONS.glob("[0-9]*.py"))}
    if pytestconfig.getoption("regen"):
        DIGESTS.write_text("".join(f"{name} {digest}\n" for name, digest in {**now, **noted}.items()), encoding="utf-8")
        return
    assert noted == now
