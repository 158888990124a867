"""Names of what a table draws by itself: landscapes, stations, outlines. A game names them, no file holds a picture."""

from __future__ import annotations

from typing import Final

SCENERY: Final = (
    "barren", "city", "desert", "forest", "giant", "ice", "jungle", "lava", "mountain", "orbit", "plain",
    "ruin", "sea", "space",
)  # fmt: skip
"""`Zone.scenery`, `Panel.scenery`: what lies under a place. Each id has a picture of its own, always the same one."""
STATIONS: Final = ("leader", "master", "henchman", "enforcer", "minion", "totem")
"""`Piece.station`: the rank of a model, drawn as the ornament of its base."""
OUTLINES: Final = ("square", "arch", "gable")
"""`Piece.outline`: the shape of a counter, one for each side that units can be of, or for each branch."""
