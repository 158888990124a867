"""Compile this checkout, also while a table runs: `python -m scripts.compile_here [--force] [--background]`.

Progress goes to standard error and, for `shapan --version`, to a file. A build gets its final name when it is complete,
so one that broke off is never used, and the next one starts from scratch. `./scripts/play --compile` runs it in the
background, `./scripts/compile` waits for it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from time import monotonic

from scripts.compile import build
from scripts.compile_names import PACKAGE
from shapan.build import BUILDS, FILE, PROGRESS, digest, folder_of

KEPT = 2
"""Number of builds; a table that still runs may load modules of the one before."""
STEP = 20
"""Percent between two lines."""
C_SHARE = 0.94
"""The C compiler's share of the time, an estimate: only the minutes left that are shown depend on it."""


def missing() -> str:
    """Return what a build needs and this machine lacks, "" if nothing."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        return f"a C compiler ({compiler})"
    if not Path(sysconfig.get_paths()["include"], "Python.h").is_file():
        return "the headers of Python (Python.h)"
    return ""


@contextmanager
def alone(builds: Path) -> Iterator[bool]:
    """Lock the progress file while a build runs; yield False if another build has it."""
    builds.mkdir(parents=True, exist_ok=True)
    with (builds / PROGRESS).open("a", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield False
            return
        yield True
        (builds / PROGRESS).unlink()


class Progress:
    """Progress of a build: in a file at each change, on standard error at each step."""

    def __init__(self, file: Path) -> None:
        self.file, self.begun, self.translated, self.told = file, monotonic(), 0.0, 0

    def tell(self, is_translated: bool) -> None:
        """Write how far it is; `is_translated` once the C compiler is at work."""
        spent = monotonic() - self.begun
        if not is_translated:
            self.file.write_text("translating to C", encoding="utf-8")
            return
        self.translated = self.translated or spent
        whole = self.translated / (1 - C_SHARE)
        percent = min(99, int(100 * spent / whole))
        left = max(1, round((whole - spent) / 60))
        words = f"{percent} %, about {left} minute{'s' * (left > 1)} left"
        self.file.write_text(words, encoding="utf-8")
        if percent // STEP > self.told:
            self.told = percent // STEP
            say(f"compiling: {words}")


def say(words: str) -> None:
    """Print a line for the person at the terminal."""
    print(f"shapan: {words}", file=sys.stderr, flush=True)


def keep(made: Path, place: Path) -> None:
    """Move what a build has compiled to its place, and remove builds that nothing runs any more."""
    whole = made.with_name("whole")
    shutil.rmtree(whole, ignore_errors=True)
    libraries = {path for kind in EXTENSION_SUFFIXES for path in made.rglob(f"*{kind}")}
    libraries -= set((made / "build").rglob("*"))
    for path in (*sorted(libraries), made / "shapan" / FILE):
        kept = whole / path.relative_to(made)
        kept.parent.mkdir(parents=True, exist_ok=True)
        path.replace(kept)
    shutil.rmtree(place, ignore_errors=True)
    whole.rename(place)
    shutil.rmtree(made)
    builds = sorted((one for one in place.parent.iterdir() if one.is_dir()), key=lambda one: one.stat().st_mtime)
    for old in builds[:-KEPT]:
        shutil.rmtree(old)


def main(arguments: Sequence[str] = ()) -> int:
    """Build, unless these sources are built already (`--force`: also then) or being built; return the exit code."""
    if "--background" in arguments:
        os.setsid()  # Ctrl+C and a closed terminal end the table, not this
        os.nice(10)
    builds = Path(os.environ[BUILDS])
    if "--force" not in arguments and (folder_of(builds, digest(PACKAGE)) / "shapan" / FILE).is_file():
        return 0
    if lack := missing():
        say(f"cannot compile: {lack} is missing (Debian, Ubuntu: apt-get install gcc python3-dev). Plain Python runs.")
        return 1
    with alone(builds) as is_alone:
        if not is_alone:
            say(f"is being compiled already: {(builds / PROGRESS).read_text(encoding='utf-8')}")
            return 0
        say("compiling, some 15 minutes; until then plain Python runs")
        made = builds.parent / "new"
        build(made, tell=Progress(builds / PROGRESS).tell)
        keep(made, folder_of(builds, digest(made / "shapan")))
    say("compiled: used from the next start on")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
