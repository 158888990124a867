"""Malifaux, third edition: so far its geometry alone, which knows nothing of the engine. There is no game to play yet."""
