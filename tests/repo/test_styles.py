"""The look of the table is said once: colours in the tokens, cards and dice in the style sheets, not in parts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web" / "src"
SHEETS = WEB / "styles"
STATIC = ROOT / "src" / "shapan" / "server" / "static"
TOKENS = (STATIC / "tokens.css").read_text(encoding="utf-8")
COLOUR = re.compile(r"#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b|\b(?:rgb|hsl|oklch|lab)a?\(")
THINGS = re.compile(
    r"var\(--(?:card|card-ink|back(?:-\w+)?|die-(?:light|dark|red|edge)[\w-]*|tone-\d+|on-tone[\w-]*)\b(?!-)"
)
"""Tokens of things that lie on the table: one style sheet says how each of them looks."""
LEAST = 4.5
"""Contrast of letters with their ground."""


def styles(part: Path) -> str:
    """Return what a part says of its look."""
    text = part.read_text(encoding="utf-8")
    return text if part.suffix == ".css" else "".join(re.findall(r"<style>.*?</style>|style:[^\s>]+", text, re.DOTALL))


def wrong(text: str, pattern: re.Pattern[str]) -> list[str]:
    return [found.group() for found in pattern.finditer(text)]


def parts() -> list[Path]:
    return sorted(WEB.rglob("*.svelte"))


def test_colours_are_tokens() -> None:
    pages = [STATIC / "shared.css", STATIC / "site.css"]
    found = {path.name: wrong(styles(path), COLOUR) for path in (*parts(), *WEB.rglob("*.css"), *pages)}
    assert len(found) > 80 and {name: colours for name, colours in found.items() if colours} == {}


def test_latin_text_takes_its_marks_from_no_chinese_font() -> None:
    """Where a system has no other font of the list, its Chinese one set quotes and ellipses as wide as characters."""
    stack = re.search(r"^ --font:(.*);$", TOKENS, re.MULTILINE)
    face = re.search(r'@font-face\{font-family:"Latin marks";[^}]*unicode-range:([^}]*)\}', TOKENS)
    assert stack and face
    fonts = stack[1].split(",")
    chinese = next(at for at, font in enumerate(fonts) if re.search(r"CJK|\bSC\b|YaHei", font))
    assert fonts.index('"Latin marks"') == chinese - 1
    assert {"U+B7", "U+2018-2019", "U+201C-201D", "U+2026"} <= set(face[1].split(","))


def test_the_look_of_a_button_is_said_once() -> None:
    """The pages and the table add where a button stands and how large it is."""
    look = re.compile(r"(?:^|\})\s*\.btn(?:\.[a-z]+)?\s*\{[^}]*\b(?:background|color|border-radius)\s*:", re.MULTILINE)
    assert look.search((STATIC / "shared.css").read_text(encoding="utf-8"))
    others = [STATIC / "site.css", *WEB.rglob("*.css"), *parts()]
    assert [path.name for path in others if look.search(styles(path))] == []


def test_parts_take_the_look_of_things_from_the_style_sheets() -> None:
    found = {str(path.relative_to(WEB)): wrong(styles(path), THINGS) for path in parts()}
    assert {name: tokens for name, tokens in found.items() if tokens} == {}


@pytest.mark.parametrize("text", ["background: #243040;", "0 0 0 1px #0008", "color: rgb(1 2 3)"])
def test_a_colour_is_found(text: str) -> None:
    assert wrong(text, COLOUR)


@pytest.mark.parametrize("text", ["var(--card)", "var(--die-red-ink)", "var(--tone-4)", "var(--back-edge)"])
def test_the_look_of_a_thing_is_found(text: str) -> None:
    assert wrong(text, THINGS) and not wrong("var(--card-w) var(--die) var(--card-ink-2) var(--panel)", THINGS)


USED = re.compile(r"var\(--([a-z][\w-]*)\)")
"""Without another value in case there is none."""
SET = re.compile(r"(?<![\w(-])--([a-z][\w-]*)[:=}\"]")


def unset(text: str) -> set[str]:
    """Return the tokens that are used and that nothing sets."""
    return set(USED.findall(text)) - set(SET.findall(text))


def test_every_token_is_set_somewhere() -> None:
    """A token that has another name by now draws black."""
    folders = (WEB, ROOT / "src" / "shapan" / "server")
    kinds = {".css", ".html", ".svelte", ".svg", ".js"}
    files = [
        path for folder in folders for path in folder.rglob("*") if path.suffix in kinds and "dist" not in path.parts
    ]
    assert {"error.html", "site.css", "tokens.css", "piece.css", "Piece.svelte"} <= {path.name for path in files}
    assert unset("".join(path.read_text(encoding="utf-8") for path in files)) == set()


def test_a_token_that_nothing_sets_is_found() -> None:
    assert unset('--a:1; style:--b="x" <rect fill="var(--c)"/> var(--a) var(--b) var(--d, red)') == {"c"}


def light(colour: str) -> float:
    """Return the relative luminance of `#RRGGBB` (WCAG 2)."""
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_every_kind_of_card_has_a_style_and_can_be_read() -> None:
    dark = dict(re.findall(r"--([\w-]+):(#[0-9A-Fa-f]{6})\b", TOKENS.partition(":root{")[2].partition("}")[0]))
    tones = {name: colour for name, colour in dark.items() if name.startswith("tone-")}
    sheet = (SHEETS / "card.css").read_text(encoding="utf-8")
    assert len(tones) == 12 and contrast("#000000", "#FFFFFF") == pytest.approx(21)
    for name, colour in tones.items():
        rule = re.search(rf"\.{name} {{(.*?)}}", sheet, re.DOTALL)
        assert rule is not None and f"var(--{name})" in rule.group(1)
        ink = dark["on-tone-dark" if "--on-tone-dark" in rule.group(1) else "on-tone"]
        assert contrast(colour, ink) >= LEAST, name
