"""The tree of a match as OpenSpiel walks it: nodes that never change, children made from them on demand.

A node is a match at a question, a draw or the end. Where the game is small, a node keeps its children, so that an
algorithm that walks the tree again and again runs the rules only once.
"""

from __future__ import annotations

from typing import Any, Final, Self

from shapan.adapters.play import Play
from shapan.adapters.recall import information_state
from shapan.adapters.setting import Setting

MAX_OUTCOMES: Final = 256
"""Where a stream may give more different values, a match is one of `SEEDS` instead of a tree of draws."""

SEEDS: Final = 4_096
"""Number of matches that stand for all, where chance is not a tree of draws."""

MAX_KEPT: Final = 20_000
"""So many nodes of a small game are kept."""

SMALL: Final = 64
"""A game of at most so many decisions is small."""

CHANCE: Final = -1
TERMINAL: Final = -4
"""Players that are none, as OpenSpiel numbers them."""


class Tree:
    """All matches of one setting. `explicit`: every draw is a node; else one draw of a seed begins the match.

    `max_steps`: after so many actions of all seats a match is cut off and nobody gets anything; 0 for never.
    """

    def __init__(self, setting: Setting, explicit: bool, max_steps: int = 0) -> None:
        self.setting = setting
        self.explicit = explicit
        self.max_steps = max_steps
        self.kept = 0
        self._small = setting.game.max_decisions <= SMALL
        self._root: Node | None = None

    def root(self) -> Node:
        """Return the beginning of a match."""
        if self._root is None:
            self._root = Node(self, Play(self.setting, 0, open_chance=True) if self.explicit else None)
        return self._root

    def __reduce__(self) -> tuple[type[Self], tuple[Setting, bool, int]]:
        return type(self), (self.setting, self.explicit, self.max_steps)

    def actor(self, play: Play | None) -> int:
        """Return who acts in a match: the lowest of the seats that are asked, CHANCE or TERMINAL."""
        if play is None:
            return CHANCE
        cut_off = self.max_steps and play.steps >= self.max_steps
        return TERMINAL if play.over or cut_off else play.waiting[0]

    def keep(self) -> bool:
        """Tell whether one node more is to be kept."""
        self.kept += self._small
        return self._small and self.kept <= MAX_KEPT


class Node:
    """A match at a moment. The match is never played on; a child plays a copy of it."""

    __slots__ = ("_children", "_legal", "_recall", "actor", "play", "tree")

    def __init__(self, tree: Tree, play: Play | None) -> None:
        self.tree = tree
        self.play = play
        self.actor = tree.actor(play)
        self._children: dict[int, Node] = {}
        self._legal: list[int] | None = None
        self._recall: dict[int, str] = {}

    def legal(self) -> list[int]:
        """Return the action numbers of the seat that acts, in rising order."""
        if self._legal is None:
            assert self.play is not None
            self._legal = list(self.play.offered(self.actor))
        return self._legal

    def outcomes(self) -> list[tuple[int, float]]:
        """Return what may fall, with probabilities."""
        if self.play is None:
            return [(seed, 1 / SEEDS) for seed in range(SEEDS)]
        return self.play.match.outcomes()

    def child(self, action: int) -> Node:
        """Return the node that an action or a fall leads to. Raises IllegalAction or Refusal."""
        known = self._children.get(action)
        if known is not None:
            return known
        if self.play is None:
            play = Play(self.tree.setting, f"seed {action}")
            play.remembers = True
        else:
            play = self.play.clone()
            if self.actor == CHANCE:
                play.fall(action)
            else:
                play.act(self.actor, action)
        node = Node(self.tree, play)
        if self.tree.keep():
            self._children[action] = node
        return node

    def sample(self, seat: int, seed: int) -> Node:
        """Return a node that a seat cannot tell from this one, with all that it does not know dealt again."""
        assert self.play is not None
        return Node(self.tree, self.play.sample(seat, seed))

    def recall(self, seat: int) -> str:
        """Return all that a seat remembers."""
        if seat not in self._recall:
            assert self.play is not None
            self._recall[seat] = information_state(self.play, seat)
        return self._recall[seat]

    def name(self, action: int) -> str:
        """Return an action or a fall in words."""
        setting = self.tree.setting
        if self.play is None:
            return f"seed {action}"
        if self.actor != CHANCE:
            return setting.index.names[action]
        pending = self.play.match.pending
        assert pending is not None
        stream, kind = list(setting.game.streams.items())[pending.stream]
        return f"{stream} {kind.word(action)}"

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[type[Node], tuple[Tree, Play | None]]:
        return Node, (self.tree, self.play)
