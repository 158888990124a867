"""Malifaux, third edition: so far its cards as data and its geometry. There is no game to play yet."""
