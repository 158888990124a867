"""What is wrong with a file of cards: the file, the dotted path in it, and what would be right."""

from __future__ import annotations


class CardFault(ValueError):
    """A value that a file of cards cannot have. Paths begin with the id of the model, ability or trigger."""

    def __init__(self, file: str, path: str, message: str) -> None:
        super().__init__(f"{file}, {path}: {message}" if path else f"{file}: {message}")
        self.file = file
        self.path = path
        self.message = message
