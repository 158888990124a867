"""Files of a player's own, such as cards for a game: what a game reads when the program starts, beside its own data.

Games ask here, who may not look at their surroundings otherwise: once a match is dealt, its options alone decide.
"""

from __future__ import annotations

import os


def named(variable: str) -> str:
    """Return the folder that an environment variable names; "" where it names none."""
    return os.environ.get(variable, "")
