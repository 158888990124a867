"""Face down: rows of cards laid in secret, a retreat that interrupts the reveal, treaties by offer and answer."""

from engine.toys.face_down.game import GAME

__all__ = ["GAME"]
