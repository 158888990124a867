"""The table starts with the packages that a player gets, without those of the tests."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_table_starts_without_the_packages_of_the_tests(tmp_path: Path) -> None:
    uv = shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
    command = [
        uv,
        "run",
        "--quiet",
        "--isolated",
        "--no-dev",
        "shapan",
        "--no-open",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        try:
            assert process.stdout is not None
            lines = []
            for line in process.stdout:
                lines.append(line)
                if line.startswith("Shapan: "):
                    break
            assert lines and lines[-1].startswith("Shapan: "), "".join(lines)
            with urlopen(lines[-1].split()[1], timeout=20) as page:
                assert page.status == 200
        finally:
            process.terminate()
