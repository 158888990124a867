"""Files of a player's own, such as cards for a game: what a game reads when the program starts, beside its own data.

Games ask here, who may not look at their surroundings otherwise: once a match is dealt, its options alone decide.
"""

from __future__ import annotations

import os
from pathlib import Path


class NoFolderError(ValueError):
    """An environment variable names what is no folder."""


def own_files(variable: str, suffix: str) -> list[tuple[str, str]]:
    """Return names and texts (UTF-8) of the files with a suffix, in the order of their names.

    They lie in the folder that an environment variable names; without it there are none. Raises NoFolderError.
    """
    named = os.environ.get(variable, "")
    if not named:
        return []
    folder = Path(named)
    if not folder.is_dir():
        raise NoFolderError(f"{named}: is no folder, as {variable} says")
    return [(path.name, path.read_text(encoding="utf-8")) for path in sorted(folder.glob(f"*{suffix}"))]
