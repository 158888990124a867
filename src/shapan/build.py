"""The kind of build: plain Python, or with modules compiled by mypyc from the same sources.

A wheel may carry compiled modules beside their sources. A checkout keeps them in a folder of its own
(`./scripts/play --compile`), one for each state of the sources. In both, modules of other sources are passed over.
"""

from __future__ import annotations

import json
import os
import sys
import sysconfig
import warnings
from collections.abc import Sequence
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

FILE = "compiled.json"
PLAIN = "SHAPAN_PLAIN"
"""Set to 1, it lets a compiled package run as plain Python, to compare the two."""
BUILDS = "SHAPAN_COMPILED"
"""The folder with the compiled modules of a checkout; `scripts/play` names it."""
PROGRESS = "progress"
"""In that folder, while modules are being compiled: how far it is. Who compiles holds a lock on it."""
STALE = "the compiled modules are of other sources"
_LAYERS = ("engine", "games", "bots")


def digest(package: Path) -> str:
    """Return a hash of the sources that are compiled, with their names."""
    total = sha256()
    for path in sorted(path for layer in _LAYERS for path in (package / layer).rglob("*.py")):
        total.update(path.relative_to(package).as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return total.hexdigest()


def folder_of(builds: Path, digest: str) -> Path:
    """Return where a checkout keeps the modules of these sources for this Python on this kind of machine."""
    return builds / f"{digest[:16]}-{sys.implementation.cache_tag}-{sysconfig.get_platform()}"


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


class CompiledFinder:
    """Finds the compiled modules of a checkout in the folder where they are kept."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a compiled module is, or the library that they share; None for all else."""
        if not (name.startswith("shapan.") or name.endswith("__mypyc")):
            return None
        package, _, _ = name.rpartition(".")
        place = str(self.folder.joinpath(*package.split(".")))
        spec = FileFinder(place, (ExtensionFileLoader, EXTENSION_SUFFIXES)).find_spec(name)
        return spec if spec and spec.loader else None  # a folder is no module: its package is elsewhere


def choose(package: Path) -> str:
    """Return the kind of build, and see to it that no compiled module of other sources is loaded."""
    file, builds = package / FILE, os.environ.get(BUILDS, "")
    if os.environ.get(PLAIN) == "1" and (builds or file.is_file()):
        sys.meta_path.insert(0, PlainFinder)
        return f"plain Python, by {PLAIN}"
    if file.is_file():
        if json.loads(file.read_text(encoding="utf-8"))["digest"] == digest(package):
            return "compiled"
        sys.meta_path.insert(0, PlainFinder)
        warnings.warn(f"{STALE}: running as plain Python", RuntimeWarning, stacklevel=3)
        return f"plain Python, {STALE}"
    if not builds:
        return "plain Python"
    folder = folder_of(Path(builds), digest(package))
    if not (folder / "shapan" / FILE).is_file():
        return "plain Python"
    sys.meta_path.insert(0, CompiledFinder(folder))
    return "compiled"


def under_way() -> str:
    """Return how far the compilation of a checkout is, "" if there is none; one that broke off is none."""
    file = Path(os.environ.get(BUILDS, "")) / PROGRESS
    if BUILDS not in os.environ or not file.is_file():
        return ""
    import fcntl  # not on Windows, where no script names a folder of builds

    with file.open(encoding="utf-8") as progress:
        try:
            fcntl.flock(progress, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return progress.read()
    return ""
