"""Offers: the legal answers of a viewer, matched once to the things and places of his table that offer them.

A game draws its table and takes for each thing the answers that it offers; what nobody takes is a button. `things` goes
the other way: through a drawn scene, to whatever offers an answer or can be pointed at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from shapan.engine.actions import DONE, PARAMETER_BITS, Family
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Duel, Panel, Piece, Scene, Target, Zone

Key = tuple[Any, ...]
"""Names a thing or place in words of the game: ("hand", card), ("panel", seat), ("area", number) ..."""

Places = Mapping[Family, Callable[..., Key]]
"""By family the thing or place that offers its answers, from the values of their parameters."""


def placed(word: str, *families: Family) -> Places:
    """Return that things or places of a word offer the answers of some families, by the values of these."""
    return dict.fromkeys(families, lambda *values: (word, *values))


class Offers:
    """The legal answers, sorted to what offers them. Who draws a thing takes its targets; the rest are `buttons`.

    `target` makes the target of a code. Answers of a family without a place are buttons; those of the families in
    `buttons_too` are so beside their place, which may be small, folded away, or named several times. To close a row of
    picks is no offer.
    """

    def __init__(
        self,
        legal: Sequence[int],
        prompt: Prompt[Any] | None,
        target: Callable[[int], Target],
        places: Places,
        buttons_too: Collection[Family] = (),
    ) -> None:
        many = prompt is not None and prompt.many
        self.single = prompt is not None and not many
        """Whether one thing is to be chosen: then what is not offered cannot be used now."""
        self._families = prompt.families if prompt is not None else ()
        self._targets: list[tuple[Target, bool]] = []
        """In the order of the rules, each with whether it is a button in any case."""
        self._by_key: dict[Key, list[Target]] = {}
        self._taken: set[int] = set()
        placed = {family.number: family for family in places}
        for code in legal:
            if code == DONE and many:
                continue
            family = placed.get(code >> PARAMETER_BITS)
            made = target(code)
            self._targets.append((made, family is None or family in buttons_too))
            if family is not None:
                self._by_key.setdefault(places[family](*family.values(code)), []).append(made)

    def take(self, *key: Any) -> list[Target]:
        """Return the targets of a thing or place that is drawn."""
        targets = self._by_key.get(key, [])
        self._taken.update(target.code for target in targets)
        return list(targets)

    def has(self, *key: Any) -> bool:
        """Tell whether a thing or place offers an answer."""
        return key in self._by_key

    def placed(self) -> bool:
        """Tell, once all is drawn, whether every answer that has a place lies on something."""
        return all(target.code in self._taken for targets in self._by_key.values() for target in targets)

    def would(self, *wishes: tuple[Family, int]) -> int:
        """Return the code of the first of some wishes, a family with its value, that this question is about, or -1."""
        return next((family.code(value) for family, value in wishes if family in self._families), -1)

    def buttons(self) -> list[Target]:
        """Return the answers that need a button, once all that is drawn has taken its own."""
        return [target for target, button in self._targets if button or target.code not in self._taken]


def things(scene: Scene) -> Iterator[tuple[str, Piece | Zone | Panel]]:
    """Yield what a scene shows that may offer answers, with its place: `piece:<id>`, `zone:<id>`, `panel:<seat>`."""
    for piece in scene.hand:
        yield f"piece:{piece.id}", piece
    yield from _in_zones(scene.zones)
    for panel in scene.panels:
        yield f"panel:{panel.seat}", panel
        yield from _in_zones(panel.zones)
    if scene.case is not None:
        yield from _in_zones(scene.case.zones)
    yield from _in_duels(scene.duels)


def _in_zones(zones: Iterable[Zone]) -> Iterator[tuple[str, Piece | Zone]]:
    for zone in zones:
        yield f"zone:{zone.id}", zone
        for piece in zone.pieces:
            yield f"piece:{piece.id}", piece
        yield from _in_zones(zone.zones)


def _in_duels(duels: Iterable[Duel]) -> Iterator[tuple[str, Piece]]:
    for duel in duels:
        for side in duel.sides:
            yield from ((f"piece:{piece.id}", piece) for piece in side.pieces)
        yield from _in_duels(duel.lanes)
