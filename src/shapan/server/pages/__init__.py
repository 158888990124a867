"""The pages that the server draws: lobby, tables, rulebooks, lists, errors."""
