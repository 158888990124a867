"""The rules of StarCraft, a chapter of the spec a file."""
