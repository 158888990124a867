"""The laboratory: many matches of bots, kept as tables, and what can be said of them."""
