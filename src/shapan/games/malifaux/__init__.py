"""Malifaux, third edition: so far its cards as data, and its geometry in integers. There is no game to play yet."""
