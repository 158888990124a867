"""Order stacks: tokens placed face down on stacks, executed from the top; battle cards chosen at once."""

from engine.toys.order_stacks.game import GAME, SPY_RING

__all__ = ["GAME", "SPY_RING"]
