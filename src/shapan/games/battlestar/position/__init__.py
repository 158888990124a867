"""Positions (13.2): the state as readable JSON, hidden facts included, and back."""

from shapan.games.battlestar.position.reader import check_scripts, read_position

__all__ = ["check_scripts", "read_position"]
