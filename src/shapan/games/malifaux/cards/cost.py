"""Costs (crews 1): what an action, ability, trigger or effect is paid with."""
# Stays plain: msgspec makes its Structs from classes of Python

from __future__ import annotations

from typing import Annotated, Final

from shapan.games.malifaux.cards.kinds import CardStruct, Kind
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.cards.words import TOKENS

COSTS: Final = ("discard", "stone", "pass_token", "token", "remove_marker", "damage", "any_of")
"""What can be paid; [ruling] `any_of` leaves the choice of one of several costs to who pays."""
Number = Annotated[int, Kind("whole", (1, 99))]


class TokenCost(CardStruct, frozen=True, kw_only=True):
    """So many tokens of a name."""

    name: Annotated[str, Kind("word", TOKENS)]
    n: Number = 1

    written = ("n",)


class Cost(CardStruct, frozen=True):
    """One cost: so many cards, stones, pass tokens, tokens of a name or damage, a marker, or one of several costs.

    Who pays is the side of self or that of the target.
    """

    discard: Number = 0
    stone: Number = 0
    pass_token: Number = 0
    token: Annotated[TokenCost | None, Kind("object", (TokenCost,))] = None
    remove_marker: Annotated[Selector | None, Kind("who")] = None
    damage: Number = 0
    any_of: Annotated[tuple[Cost, ...], Kind("alternatives")] = ()
    by: Annotated[str, Kind("word", ("self", "target"))] = "self"

    written = ("by",)
    one_of = COSTS

    @property
    def kind(self) -> str:
        """What is paid, one of `COSTS`."""
        return next(one for one in COSTS if getattr(self, one))
