"""Libraries that tests build are kept for one run, in a folder of their own."""

from __future__ import annotations

import pytest

from shapan.native import library


@pytest.fixture(scope="session", autouse=True)
def kept(tmp_path_factory):
    """Libraries of this run in a folder of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(library.FOLDER, str(tmp_path_factory.mktemp("native")))
        yield
