"""The kind of build: plain Python, or with modules compiled by mypyc from the same sources.

A compiled package keeps the digest of the sources it was made from. Where they have changed since, the compiled modules
would run old code under new sources, so they are passed over.
"""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

FILE = "compiled.json"
PLAIN = "SHAPAN_PLAIN"
"""Set to 1, it lets a compiled package run as plain Python, to compare the two."""
STALE = "the compiled modules are of other sources"
_LAYERS = ("engine", "games", "bots")


def digest(package: Path) -> str:
    """Return a hash of the sources that are compiled, with their names."""
    total = sha256()
    for path in sorted(path for layer in _LAYERS for path in (package / layer).rglob("*.py")):
        total.update(path.relative_to(package).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return total.hexdigest()


class PlainFinder:
    """Finds the modules of this package as sources, also where a compiled one lies beside."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where the source of a module is; None for modules of others."""
        if not name.startswith("shapan."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def choose(package: Path) -> str:
    """Return the kind of build, and see to it that no compiled module of other sources is loaded."""
    file = package / FILE
    if not file.is_file():
        return "plain Python"
    if os.environ.get(PLAIN) == "1":
        sys.meta_path.insert(0, PlainFinder)
        return f"plain Python, by {PLAIN}"
    if json.loads(file.read_text(encoding="utf-8"))["digest"] != digest(package):
        sys.meta_path.insert(0, PlainFinder)
        warnings.warn(f"{STALE}: running as plain Python", RuntimeWarning, stacklevel=3)
        return f"plain Python, {STALE}"
    return "compiled"
