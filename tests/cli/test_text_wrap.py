"""Chinese is broken between its signs, by their width, and not at the few spaces there are."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from rich.console import Group
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from shapan.cli.text_wrap import Wrapping, breaks, pieces

LONG = "隐藏叛徒的游戏。人类要在危机中守住燃料、食物、士气和人口，（一边击退赛隆人）一边跃迁，直到抵达Kobol星球。"


def lines(thing: object, width: int) -> list[str]:
    console = Wrapping(width=width, force_terminal=False)
    with console.capture() as captured:
        console.print(thing)
    return [line.rstrip() for line in captured.get().rstrip("\n").split("\n")]


@pytest.mark.parametrize("width", [20, 31, 40])
@pytest.mark.parametrize("made", [Text, Markdown])
def test_lines_of_chinese_are_filled_by_width(made: type[Text] | type[Markdown], width: int) -> None:
    found = lines(made(LONG), width)
    assert "".join(found) == LONG
    assert all(cell_len(line) <= width for line in found)
    # A line ends where it is full: a sign and two marks that may not be parted, or a word, did not fit any more.
    assert all(cell_len(line) > width - 8 for line in found[:-1])
    assert not any(line[0] in "，。、）" or line[-1] == "（" for line in found)


def test_english_is_broken_at_spaces_and_words_stay_whole() -> None:
    assert lines(Text("The fleet jumps when it is ready."), 12) == ["The fleet", "jumps when", "it is ready."]
    assert pieces("一只 Viper，两只") == ["一", "只 ", "Viper，", "两", "只"]


def test_what_is_wider_than_a_line_is_broken_anywhere() -> None:
    assert breaks("abcdefgh ij", 4) == [4, 9]
    assert lines(Text("abcdefgh ij"), 4) == ["abcd", "efgh", "ij"]


def test_in_a_table_too_and_what_is_not_to_be_wrapped_is_not() -> None:
    table = Table.grid(padding=(0, 1))
    table.add_row("1", Text.assemble(("危机", "bold"), LONG))
    found = lines(table, 24)
    assert len(found) < 7 and all(cell_len(line) <= 24 for line in found)
    assert len(lines(Group(Text(LONG, no_wrap=True, overflow="ellipsis")), 20)) == 1
    assert lines(Group(Text(LONG, justify="right")), 30)[-1].startswith(" ")
