"""Malifaux, third edition: so far its geometry alone, which knows nothing of the engine. No game can be played yet."""
