"""Scene -> terminal: any game's table as coloured text, from the same data that the browser draws.

The boards of others come first, two beside each other where there is room; the viewer's own board stands below them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.panel import Panel as Box
from rich.table import Table
from rich.text import Text

from shapan.cli.play.words import words
from shapan.cli.text_renderer import SEAT_STYLES, TextRenderer
from shapan.engine.ground import Ground
from shapan.engine.scene import Case, Duel, Fact, Panel, Piece, Scene, Suit, Zone
from shapan.engine.view import write
from shapan.server.words import listed

WIDE = 110
SIGNS = {"dark": ("■", "bold cyan"), "": ("□", "bold white"), "red": ("◆", "bold red")}
"""Of dice, by their tone."""
SIGN = ("▪", "bold")
PIPS = {1: ("●", "bold green"), 2: ("◐", "yellow"), 0: ("○", "dim")}
HELD = ("slots", "ring", "track", "grid")
"""Kinds of zones whose places are named: only those that hold something are shown."""


class Packed:
    """Texts beside each other, as many on a line as there is room for; none is broken if it fits on a line alone."""

    def __init__(self, items: Sequence[Text], gap: str, lead: Text | None = None) -> None:
        self.items = items
        self.gap = Text(gap, style="dim")
        self.lead = lead or Text("")

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[RenderableType]:
        """Give the lines."""
        line, empty = self.lead.copy(), True
        for item in self.items:
            if not empty and line.cell_len + self.gap.cell_len + item.cell_len > options.max_width:
                yield line
                line, empty = Text(" " * min(self.lead.cell_len, 4)), True
            line = Text.assemble(line, "" if empty else self.gap, item)
            empty = False
        yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """Tell that any width will do."""
        return Measurement(1, options.max_width)


class Drawing:
    """Draws the scenes of one game for one viewer; `marks` stand behind the seats' names (you, greedy)."""

    def __init__(self, voice: TextRenderer, marks: Sequence[str] = ()) -> None:
        self.voice = voice
        self.marks = marks
        self.words = words(voice.language)
        self.kinds: dict[str, tuple[str, str]] = {}
        """Kinds of pieces drawn so far, for the legend."""

    def scene(self, scene: Scene, viewer: int, width: int) -> RenderableType:
        """Return the whole table."""
        self.kinds = {}
        others = [panel for panel in scene.panels if panel.seat != viewer]
        at = next((place for place, panel in enumerate(scene.panels) if panel.seat == viewer), 0)
        before = sum(panel.seat != viewer for panel in scene.panels[:at])
        others = others[before:] + others[:before]
        rows: list[RenderableType] = [self.head(scene)]
        if scene.facts:
            rows.append(Packed([self.fact(fact) for fact in scene.facts], "  "))
        zones = [self.zone(zone) for zone in scene.zones if zone.kind != "map"]
        for place in (inner for zone in scene.zones if zone.kind == "map" for inner in zone.zones if _holds(inner)):
            zones.append(self.zone(place))
        if zones:
            rows.append(Packed(zones, "   "))
        if scene.case is not None:
            rows.append(self.case(scene.case))
        if others:
            rows.append(self._others(others, width))
        rows += [self._own(panel) for panel in scene.panels if panel.seat == viewer]
        rows += [self.duel(duel) for duel in scene.duels]
        if scene.hand:
            hand = joined("  ", [self.piece(piece) for piece in scene.hand])
            rows.append(Text.assemble((self.words["hand"] + self.words["colon"], "dim"), hand))
        return Group(*rows)

    def case(self, case: Case) -> RenderableType:
        """Return what the table is about: the card, what is needed, who put in how much, the open cards, the sum."""
        parts = [Text(self.voice.phrase(case.title), style="bold")]
        if case.goal >= 0:
            total = str(case.total) if case.summed else "?"
            suits = listed(self.voice.language, [self.suit(suit) for suit in case.suits])
            parts.append(Text.assemble((total, "bold"), f" / {case.goal} {suits}".rstrip()))
        parts += [self.fact(fact) for fact in case.counts]
        parts += [Text(self.voice.phrase(upshot.label), style="bold") for upshot in case.upshots if upshot.stands]
        rows: list[RenderableType] = [joined("  ·  ", parts)]
        if case.help is not None:
            rows.append(Text(self.voice.phrase(case.help), style="dim"))
        rows += [self.zone(zone) for zone in case.zones]
        return Group(*rows)

    def head(self, scene: Scene) -> Text:
        """Return the top line: title, round, whose turn it is, at which step."""
        parts = []
        if scene.title is not None:
            parts.append(Text(self.voice.phrase(scene.title), style="bold"))
        if scene.round:
            parts.append(Text(self.words["round"].replace("{n}", str(scene.round)), style="bold"))
        if 0 <= scene.active < len(self.voice.seats):
            line = Text(self.words["turn"].replace("{seat}", "\0"))
            before, after = line.plain.split("\0")
            parts.append(Text.assemble(before, self.voice.seat(scene.active), after))
        if len(scene.steps) > 1:
            steps = [
                Text(f"[{self.voice.phrase(step)}]", style="bold")
                if place == scene.step
                else Text(self.voice.phrase(step), style="dim")
                for place, step in enumerate(scene.steps)
            ]
            parts.append(joined(" › ", steps))
        return joined("  ·  ", parts)

    def _others(self, panels: Sequence[Panel], width: int) -> RenderableType:
        boards = [Group(self.title(panel), Padding(Group(*self.lines(panel)), (0, 0, 0, 2))) for panel in panels]
        if width < WIDE or len(boards) == 1:
            return Group(*boards)
        grid = Table.grid(expand=True, padding=(0, 2))
        grid.add_column(ratio=1)
        grid.add_column(ratio=1)
        for place in range(0, len(boards), 2):
            grid.add_row(*boards[place : place + 2])
        return grid

    def _own(self, panel: Panel) -> RenderableType:
        style = SEAT_STYLES[panel.seat % len(SEAT_STYLES)]
        return Box(
            Group(*self.lines(panel)), title=self.title(panel), title_align="left", box=box.ROUNDED, border_style=style
        )

    def title(self, panel: Panel) -> Text:
        """Return a seat's name plate: name, who plays it, what it is, what it does now, how near it is to victory."""
        parts = [self.voice.seat(panel.seat)]
        if panel.seat < len(self.marks) and self.marks[panel.seat]:
            parts.append(Text(f"({self.marks[panel.seat]})", style="dim"))
        if panel.title is not None and not self.voice.is_titled(panel.seat):
            parts.append(Text(self.voice.phrase(panel.title), style="bold"))
        for state in panel.state:
            if word := self.voice.term(f"label.{state}", f"state.{state}"):
                parts.append(Text(f"‹{word}›", style="bold yellow"))
        if panel.progress:
            parts.append(joined("", [Text(*PIPS.get(pip, PIPS[0])) for pip in panel.progress]))
        return joined(" ", parts)

    def lines(self, panel: Panel) -> Iterator[RenderableType]:
        """Yield what stands on a board: its numbers, its zones, a remark."""
        if panel.facts:
            yield Packed([self.fact(fact) for fact in panel.facts], "  ")
        if panel.zones:
            yield Packed([self.zone(zone) for zone in panel.zones], "   ")
        if panel.note is not None:
            yield Text(self.voice.phrase(panel.note), style="dim italic")

    def fact(self, fact: Fact) -> Text:
        """Return a number with its label."""
        value = str(fact.value) if fact.most < 0 else f"{fact.value}/{fact.most}"
        style = "bold bright_white reverse" if fact.big else "bold"
        return Text.assemble((self.voice.phrase(fact.label), "dim"), " ", (value, style))

    def zone(self, zone: Zone) -> Text:
        """Return a zone on one line: its label, what lies in it, its places that hold something."""
        label = self.voice.phrase(zone.label)
        parts = [self.zone(inner) for inner in zone.zones if zone.kind not in HELD or _holds(inner)]
        if zone.ground is not None:
            parts += [self.standing(piece, zone.ground) for piece in zone.pieces]
        elif zone.pieces:
            parts.insert(0, self.pieces(zone.pieces, label))
        elif zone.count >= 0:
            parts.insert(0, Text(str(zone.count), style="bold"))
        if not parts and "here" in zone.flags:  # the space of a track where its token stands
            return Text(label, style="bold")
        if not parts:
            parts.append(Text("-", style="dim"))
        if zone.zones or zone.ground is not None:
            return Text.assemble((label + self.words["colon"] if label else "", "dim"), joined(" · ", parts))
        return Text.assemble(label, " " if label else "", *parts)

    def pieces(self, pieces: Sequence[Piece], place: str) -> Text:
        """Return pieces beside each other; those that only say what their place says are signs."""
        row = []
        for piece in pieces:
            self.kinds[piece.kind] = _sign(piece)
            said = self.voice.phrase(piece.label)
            row.append(self.sign(piece) if said in ("", place) and not _dark(piece) else self.piece(piece))
        signs = all(len(text) <= 2 for text in row)
        return joined("" if signs else " ", row)

    def sign(self, piece: Piece) -> Text:
        """Return the sign of a piece, starred when it carries a flag."""
        sign, style = _sign(piece)
        count = f"×{piece.count}" if piece.count > 1 else ""
        return Text.assemble((sign, style), ("*" if set(piece.flags) - {"face_down"} else "", "bold yellow"), count)

    def piece(self, piece: Piece) -> Text:
        """Return a piece by name, with the flags that the game has words for."""
        self.kinds[piece.kind] = _sign(piece)
        name = self.words["face_down"] if _dark(piece) else self.voice.phrase(piece.label) or self.kind(piece.kind)
        flags = [word for flag in piece.flags if (word := self.flag(flag)) and flag != "face_down"]
        if piece.suit is not None:
            name = f"{self.suit(piece.suit)} {piece.mark} {name}"
        more = f" ({', '.join(flags)})" if flags else ""
        return Text.assemble(self.sign(piece), " " if name else "", name, (more, "yellow"))

    def standing(self, piece: Piece, ground: Ground) -> Text:
        """Return a piece with where it stands on a table to scale, and what is left of it."""
        said = Text.assemble(self.piece(piece))
        if (base := piece.base) is not None:
            said.append(" (" + ", ".join(in_measures(ground, value) for value in base.at) + ")", style="cyan")
            said.append(f" {base.value}/{base.most}" if base.value >= 0 and base.most else "")
        return Text.assemble(self.voice.seat(piece.owner), " ", said) if piece.owner >= 0 else said

    def kind(self, kind: str) -> str:
        """Return the game's word for a kind of piece, empty if it has none."""
        return self.voice.term(f"label.{kind}", f"piece.{kind}")

    def suit(self, suit: Suit) -> str:
        """Return what a suit is called, its letters if it has no name."""
        return self.voice.phrase(suit.label) or suit.letters

    def flag(self, flag: str) -> str:
        """Return the game's word for a flag, empty if it has none."""
        return self.voice.term(f"label.{flag}", f"flag.{flag}")

    def duel(self, duel: Duel) -> Text:
        """Return a comparison, with what makes each side's number; its lanes are lines below it."""
        sides = []
        for side in duel.sides:
            made_of = [f"{self.voice.phrase(part.label)} {part.value}" for part in side.parts]
            parts = listed(self.voice.language, made_of)
            name = Text.assemble(self.voice.seat(side.seat), " ") if side.seat >= 0 else Text("")
            more = Text(f" ({parts})", style="dim") if parts else Text("")
            cards = Text.assemble(" ", joined(" ", [self.piece(piece) for piece in side.pieces])) if side.pieces else ""
            value = "?" if side.value is None else str(side.value)
            sides.append(Text.assemble(name, self.voice.phrase(side.label), " ", (value, "bold"), more, cards))
        head = Text(self.voice.phrase(duel.title) + self.words["colon"], "bold" if duel.due else "dim")
        line = joined(f" {duel.sign or '·'} ", sides, "bold yellow")
        if duel.title is not None:
            line = Text.assemble(head, line)
        if duel.verdict is not None:
            verdict = self.voice.coloured(self.voice.phrase(duel.verdict))
            line = Text.assemble(line, "  ", verdict, "  ", (duel.rule, "dim"))
        return joined("\n  ", [line, *map(self.duel, duel.lanes)])

    def legend(self) -> Text | None:
        """Return what the signs of the last scene mean, None if the game has no words for them."""
        named = [(sign, self.kind(kind)) for kind, sign in self.kinds.items()]
        rows = [Text.assemble(sign, " ", name) for sign, name in named if name]
        if fresh := self.flag("fresh"):
            rows.append(Text.assemble(("*", "bold yellow"), " ", fresh))
        return Text.assemble((self.words["legend"] + self.words["colon"], "dim"), joined("   ", rows)) if rows else None


def _sign(piece: Piece) -> tuple[str, str]:
    return SIGNS.get(piece.tone, SIGN) if piece.kind.endswith("die") else SIGN


def _holds(zone: Zone) -> bool:
    return bool(zone.pieces) or zone.count > 0 or "here" in zone.flags or any(map(_holds, zone.zones))


def _dark(piece: Piece) -> bool:
    return "face_down" in piece.flags or (not piece.face and piece.label is None and piece.kind == "card")


def in_measures(ground: Ground, length: int) -> str:
    """Return a length as people read it: in measures of a table to scale, with two decimals at most."""
    return f"{(Decimal(length) / ground.measure).quantize(Decimal('0.01')).normalize():f}"


def is_empty(scene: Scene) -> bool:
    """Tell whether a game has no board of its own to draw."""
    return not (scene.panels or scene.zones or scene.hand)


def plain_view(view: Any) -> RenderableType:
    """Return the fields of a view as they are: the table of a game that has no board yet."""
    table = Table.grid(padding=(0, 2))
    for name, value in write(view).items():
        table.add_row(Text(name, style="dim"), Text(json.dumps(value, ensure_ascii=False)))
    return table


def joined(gap: str, parts: Sequence[Text], style: str = "dim") -> Text:
    """Return texts with a gap between them that has its own style."""
    row = Text()
    for place, part in enumerate(parts):
        if place:
            row.append(gap, style=style)
        row.append_text(part)
    return row
