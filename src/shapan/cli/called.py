"""How this program is called here, so that lines it prints work as they are printed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

CALLED = "SHAPAN_CALLED"
"""Set by the script of a checkout: its own path as it was typed."""


def command() -> str:
    """Return the command that starts this program from where it was called."""
    script = os.environ.get(CALLED, "")
    if script:
        return shlex.quote(script)
    own = Path(sys.executable).with_name("shapan")
    found = shutil.which("shapan")
    if found is not None and Path(found).absolute() == own.absolute():
        return "shapan"
    return shlex.quote(str(own)) if own.is_file() else f"{shlex.quote(sys.executable)} -m shapan"
