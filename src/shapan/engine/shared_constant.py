"""What a state holds and never changes: the options of a match as the rules read them, a map."""

from __future__ import annotations

from typing import Self

from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class SharedConstant:
    """A base for the class of such a field: copies of a state share the object, and a dump leaves it out.

    It follows from the options, which are kept with the match, so that whoever loads a state has it already.
    """

    __slots__ = ()

    def copy(self) -> Self:
        """Return itself."""
        return self

    def dump(self) -> list[int]:
        """Return nothing: what it is made from is kept with the match."""
        return []

    def load(self, data: list[int]) -> Self:
        """Return itself."""
        return self
