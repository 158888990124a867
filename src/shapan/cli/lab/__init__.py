"""`shapan lab`: many matches of bots, kept as tables."""
