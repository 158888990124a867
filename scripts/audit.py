"""Known vulnerabilities of the pinned packages, by pip-audit: `python scripts/audit.py`.

Needs a vulnerability database on the network. Where none can be reached, one line says so, which is not a failure.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 120
NOTHING = "skipped: no vulnerability database can be reached"
EXPORT = ("export", "--quiet", "--frozen", "--all-groups", "--all-extras", "--no-emit-project", "--no-header")
AUDIT = ("tool", "run", "--quiet", "--from", "pip-audit>=2.9,<3", "pip-audit", "--progress-spinner", "off")
OPTIONS = ("--timeout", "15", "--disable-pip", "--require-hashes", "--format", "json", "--requirement")


def summary(report: Any) -> tuple[list[str], int]:
    """Return the lines about a report and the exit code; packages that could not be looked up are not a failure."""
    packages = report["dependencies"]
    looked_up = [one for one in packages if "skip_reason" not in one]
    found = [
        f"{one['name']} {one['version']}: {hit['id']}, fixed in {', '.join(hit['fix_versions']) or 'no version'}"
        for one in looked_up
        for hit in one["vulns"]
    ]
    if not looked_up:
        return [NOTHING], 0
    if len(looked_up) < len(packages):
        found.append(f"looked up {len(looked_up)} of {len(packages)} packages")
    return found, int(any(one["vulns"] for one in looked_up))


def run(uv: Sequence[str]) -> tuple[list[str], int]:
    """Look all pinned packages up, in a bounded time."""
    with tempfile.TemporaryDirectory() as folder:
        pinned = Path(folder, "pinned.txt")
        with pinned.open("w") as file:
            subprocess.run([*uv, *EXPORT], cwd=ROOT, stdout=file, check=True)
        try:
            done = subprocess.run(
                [*uv, *AUDIT, *OPTIONS, str(pinned)], capture_output=True, text=True, check=False, timeout=SECONDS
            )
            return summary(json.loads(done.stdout))
        except (subprocess.TimeoutExpired, ValueError, KeyError, TypeError):
            return [NOTHING], 0


if __name__ == "__main__":
    lines, code = run([os.environ.get("UV", "uv")])
    print(*lines, sep="\n", end="\n" if lines else "")
    sys.exit(code)
