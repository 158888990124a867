"""How something is installed into the environment in which this program runs: lines that work as they are printed."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit


def installing(what: Sequence[str]) -> str:
    """Return the command that installs something: by pip, or by uv where the environment has no pip of its own."""
    python, words = shlex.quote(sys.executable), shlex.join(what)
    if find_spec("pip") is not None:
        found = shutil.which("pip")
        beside = found is not None and Path(found).parent.absolute() == Path(sys.executable).parent.absolute()
        return f"{'pip' if beside else f'{python} -m pip'} install {words}"
    uv = os.environ.get("UV") or ("uv" if shutil.which("uv") else "")  # `uv run` tells where it is
    if uv:
        return f"{shlex.quote(uv)} pip install --python {python} {words}"
    return f"{python} -m ensurepip && {python} -m pip install {words}"


def installing_extra(extra: str) -> str:
    """Return the command that adds an extra: from where Shapan itself was installed, by its name if from an index."""
    try:
        said = distribution("shapan").read_text("direct_url.json")
    except PackageNotFoundError:
        said = None
    return installing(_from(json.loads(said), extra) if said else [f"shapan[{extra}]"])


def _from(origin: dict[str, Any], extra: str) -> list[str]:
    """Return the words of pip for an extra of what lies in a folder, in a file or at an address (PEP 610)."""
    url = str(origin["url"])
    if origin.get("dir_info", {}).get("editable"):
        return ["-e", f"{unquote(urlsplit(url).path)}[{extra}]"]
    known = origin.get("vcs_info")
    return [f"shapan[{extra}] @ " + (f"{known['vcs']}+{url}@{known['commit_id']}" if known else url)]
