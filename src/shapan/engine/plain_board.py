"""The board that a game has without writing one: a scene derived from the kinds of its view, which shows all of it.

Numbers of a seat stand on its board, those of all are heaps in the middle; a die is a die, cards and lists are rows, a
record inside a list is a row of its parts. Cards that are alike are drawn once with their number, but the viewer's own
one by one. A seat that a field names wears the field as a state (`turn`, `attacker`); so does one whose flag is set.
Legal actions that name a seat alone lie on its board, those that name a card alone on the cards in the viewer's hand,
all else is a button. A question stands in one place: where one of these actions has nothing to lie on, as a card that
is guessed, all of them are buttons; so are those of the families in `Game.buttons`. Cards that lie open in
order, such as discards, are no hand. Texts: `label.<field>`. Enough to play a small game; a big one draws its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any, Final

from shapan.engine.actions import Family
from shapan.engine.fact import Fact as Declared
from shapan.engine.fact import Path, declared
from shapan.engine.kinds import UNKNOWN, BySeat, Cards, Count, Die, Enum, Flag, Grid, Kind, Many, Seat
from shapan.engine.offers import Offers, Places
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Fact, Panel, Phrase, Piece, Scene, Target, Zone
from shapan.engine.sparse_table import SparseTable
from shapan.engine.view import Group, Record, Rows, shown_of
from shapan.engine.zone import EVERYONE, NOBODY
from shapan.engine.zone import Zone as CardZone

_TURN: Final = ("turn", "active")
"""Seat fields that say whose turn it is."""
_CARD: Final = "card"


def plain_scene(
    view: Any,
    viewer: int,
    legal: Sequence[int],
    prompt: Prompt[Any] | None,
    target: Callable[[Any, int], Target],
    buttons: Collection[Family] = (),
) -> Scene:
    """Return the scene of a view for a viewer with his legal codes; answers of the families in `buttons` are buttons.

    A seat field named `turn` or `active` says whose turn it is, a count named `round` which round it is.
    """
    targets = {code: target(view, code) for code in legal}
    offers = Offers(legal, prompt, targets.__getitem__, _places(prompt, buttons))
    scene = _drawn(view, viewer, offers)
    if not offers.placed():
        offers = Offers(legal, prompt, targets.__getitem__, {})
        scene = _drawn(view, viewer, offers)
    scene.buttons = offers.buttons()
    return scene


def _drawn(view: Any, viewer: int, offers: Offers) -> Scene:
    """Return the scene with the answers that lie on something."""
    drawing = _Drawing(viewer, offers, set() if view is None else _no_hands(view.__class__))
    for name, kind, value in _fields(view):
        drawing.show(name, name, kind, value)
    scene = drawing.scene
    scene.panels = [drawing.panels[seat] for seat in sorted(drawing.panels)]
    for panel in scene.panels:
        panel.targets = offers.take("panel", panel.seat)
    return scene


@cache
def _no_hands(cls: type) -> set[str]:
    """Return the names under which a class writes cards of a seat that are no hand.

    Those are rows in which an order is kept, and open cards where the seat has others that it alone sees.
    """
    zones = {_last(one.at or name): zone for name, one in declared(cls) for zone in _begun(one)}
    private = any(not zone.ordered and zone.sees not in (EVERYONE, NOBODY) for zone in zones.values())
    no_hands = {name for name, zone in zones.items() if zone.ordered or (private and zone.sees == EVERYONE)}
    for _, one in declared(cls):
        if isinstance(one.kind, Record):
            no_hands |= _no_hands(one.kind.cls)
    return no_hands


def _last(path: Path) -> str:
    return (path if isinstance(path, str) else path[-1]).rpartition(".")[2]


def _begun(one: Declared) -> list[CardZone]:
    """Return the zone with which a fact begins, if it is one."""
    if not callable(one.start):
        return []
    zone = one.start(0) if one.rows else one.start()
    return [zone] if isinstance(zone, CardZone) else []


def _places(prompt: Prompt[Any] | None, buttons: Collection[Family]) -> Places:
    """Return where the answers to a question lie: on the board of a seat, on a card of a kind."""
    places: dict[Any, Callable[..., tuple[Any, ...]]] = {}
    for family in prompt.families if prompt is not None else ():
        if len(family.parameters) != 1 or family in buttons:
            continue
        kind = family.parameters[0][1]
        if isinstance(kind, Seat):
            places[family] = lambda seat: ("panel", seat)
        elif isinstance(kind, Enum):
            places[family] = lambda value, kind=kind: (_CARD, kind.table, kind.names[value])
    return places


def _fields(record: Any, kind: Kind | None = None) -> list[tuple[str, Kind, Any]]:
    """Return name, kind and value of the parts of a view, a record, or a group of facts."""
    cls: type = type(record)
    shown = kind.shown if isinstance(kind, Group) else () if record is None else shown_of(cls)
    return [(one.name, one.kind, one.get(record)) for one in shown]


class _Drawing:
    """A scene as it grows field by field, with the boards of the seats that have any."""

    def __init__(self, viewer: int, offers: Offers, no_hands: set[str]) -> None:
        self.viewer = viewer
        self.offers = offers
        self.no_hands = no_hands
        self.scene = Scene()
        self.panels: dict[int, Panel] = {}

    def panel(self, seat: int) -> Panel:
        """Return the board of a seat, a new one if need be."""
        return self.panels.setdefault(seat, Panel(seat))

    def show(self, path: str, name: str, kind: Kind, value: Any) -> None:
        """Show a field of the whole table, in the middle or on the boards of the seats that it is about."""
        if isinstance(kind, Record | Group):
            for inner, inner_kind, part in _fields(value, kind):
                self.show(f"{path}.{inner}", inner, inner_kind, part)
        elif isinstance(kind, BySeat) or (isinstance(kind, Many) and kind.by_seat):
            for seat, _, own_kind, own in _parts(kind, value):
                self.show_own(int(seat), path, name, own_kind, own)
        elif isinstance(kind, Seat):
            if value != UNKNOWN:
                self.panel(value).state.append("turn" if name in _TURN else name)
            if name in _TURN:
                self.scene.active = value
        elif isinstance(kind, Count) and name == "round":
            self.scene.round = max(0, value)
        else:
            self.scene.zones.append(self.zone(path, name, kind, value))

    def show_own(self, seat: int, path: str, name: str, kind: Kind, value: Any) -> None:
        """Show what a seat has on its board."""
        panel = self.panel(seat)
        if isinstance(kind, Record | Group):
            for inner, inner_kind, part in _fields(value, kind):
                self.show_own(seat, f"{path}.{inner}", inner, inner_kind, part)
        elif isinstance(kind, Flag) and value != UNKNOWN:
            panel.state += [name] * value
        elif isinstance(kind, Count) and not isinstance(kind, Die):
            if value != UNKNOWN:
                panel.facts.append(Fact(path, Phrase(f"label.{name}"), value, big=True))
        else:
            if isinstance(kind, Cards) and not value:
                return  # an empty place says no more than none
            hand = seat == self.viewer and name not in self.no_hands
            panel.zones.append(self.zone(f"{path}{seat}", name, kind, value, hand))

    def zone(self, path: str, name: str, kind: Kind, value: Any, own: bool = False) -> Zone:
        """Return the place of a field: a heap for a number or die, a row for all else."""
        text = Phrase(f"label.{name}")
        if isinstance(kind, Die):
            return Zone(path, "heap", text, pieces=[_piece(path, kind, value, text)])
        if isinstance(kind, Count) and value != UNKNOWN:
            return Zone(path, "heap", text, count=value)
        if isinstance(kind, Cards):
            zone = Zone(path, "hand", text)
            for card, count in [(card, 1) for card in value or ()] if own else Counter(value or ()).items():
                piece = _piece(f"{path}.{len(zone.pieces)}", kind.card, card)
                piece.count = count
                if own and card != UNKNOWN:
                    piece.targets = self.offers.take(_CARD, kind.card.table, kind.card.names[card])
                zone.pieces.append(piece)
            return zone
        return self.row(path, text, kind, value)

    def row(self, path: str, text: Phrase, kind: Kind, value: Any) -> Zone:
        """Return the parts of a list or record side by side; parts that have parts are rows in it."""
        zone = Zone(path, "row", text)
        if kind.size:
            zone.pieces.append(_piece(f"{path}.0", kind, value))
            return zone
        for inner, word, inner_kind, part in _parts(kind, value):
            name = f"{path}.{inner}"
            if not inner_kind.size:
                zone.zones.append(self.row(name, Phrase("common.value", {"value": word}), inner_kind, part))
            elif isinstance(word, int):
                zone.pieces.append(_piece(name, inner_kind, part))
            else:
                words = Phrase("common.named", {"name": word, "value": _word(inner_kind, part)})
                zone.pieces.append(_piece(name, inner_kind, part, words))
        return zone


def _parts(kind: Kind, value: Any) -> Iterator[tuple[str, Any, Kind, Any]]:
    """Yield name, word for people (of lists a number), kind and value of each part; of a board of fields its rows."""
    if value is None:
        return
    if isinstance(kind, Record | Group):
        for name, inner, part in _fields(value, kind):
            yield name, {"term": f"label.{name}"}, inner, part
    elif isinstance(kind, BySeat):
        for seat in sorted(value):
            yield str(seat), {"seat": seat}, kind.kind, value[seat]
    elif isinstance(kind, SparseTable):
        for name, inner, part in kind.there(value):
            yield name, kind.name.phrase(kind.name.numbers[name]), inner, part
    elif isinstance(kind, Grid):
        across = kind.most // kind.rows
        for row in range(kind.rows):
            yield str(row), row + 1, Many(kind.kind, across), value[row * across :][:across]
    elif isinstance(kind, Many | Cards):  # a kind of a game's own without numbers has no parts to be shown
        by_seat = isinstance(kind, Many) and kind.by_seat
        inner = kind.card if isinstance(kind, Cards) else kind.kind
        for place, part in enumerate(kind.items(value) if isinstance(kind, Rows) else value):
            yield str(place), {"seat": place} if by_seat else place + 1, inner, part


def _word(kind: Kind, value: Any) -> Any:
    """Return a value as a word of a phrase."""
    if isinstance(kind, Flag) and value != UNKNOWN:
        return {"term": f"common.{'yes' if value else 'no'}"}
    return kind.phrase(value)


def _piece(name: str, kind: Kind, value: Any, label: Phrase | None = None) -> Piece:
    """Return a value as a die, the mark of a seat, or a card with a word or number; unknown, it lies face down."""
    if isinstance(kind, Die):
        return Piece(name, "plain_die", "" if value < 1 else str(value), label)
    if isinstance(kind, Seat):
        words = Phrase("common.value", {"value": kind.phrase(value)})
        return Piece(name, "card" if value == UNKNOWN else "person", label=label or words, owner=value)
    if value == UNKNOWN:
        return Piece(name, _CARD, flags=["face_down"])
    if not isinstance(kind, Enum):
        return Piece(name, _CARD, label=label or Phrase("common.value", {"value": _word(kind, value)}))
    word = kind.names[value]
    if not kind.table:
        return Piece(name, _CARD, label=label or Phrase("common.value", {"value": word}))
    return Piece(name, _CARD, f"{kind.table}-{word}", label or Phrase(f"{kind.table}.{word}"))
