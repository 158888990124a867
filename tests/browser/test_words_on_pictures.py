"""Words on drawn grounds are read: their contrast with what is drawn behind them, point by point, in both themes."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from browser.conftest import Server
from browser.person import Person, resize
from browser.player import DECIDES
from browser.prepared import Played, asked, lay, played

LEAST = 4.5
MAX_BELOW = 0.03
"""Part of the points behind a word that a line or a star may take."""
SEATS = {"starcraft": 3, "battlefield": 3, "battlestar": 4}
ANSWERS = {"starcraft": 150, "battlefield": 60, "battlestar": 60}
FEWEST = 9
"""So many words lie on the drawn grounds of a table at least."""

WORDS = """() => [...document.querySelectorAll(
        '.region.placed > .label, .lot .label, .lot .left b, .overview .name, .titled')]
    .filter((node) => node.checkVisibility() && node.textContent.trim())
    .map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        const [text, room] = [range.getBoundingClientRect(), node.getBoundingClientRect()];
        const [x, y] = [Math.max(text.x, room.x), Math.max(text.y, room.y)];
        const [width, height] = [Math.min(text.right, room.right) - x, Math.min(text.bottom, room.bottom) - y];
        const over = node.closest('.window, .sheet, body').getBoundingClientRect();
        const ink = getComputedStyle(node).color.match(/[\\d.]+/g).map(Number).slice(0, 3);
        const [right, bottom] = [Math.min(innerWidth, over.right), Math.min(innerHeight, over.bottom)];
        const inside = x >= 0 && y >= over.top && x + width <= right && y + height <= bottom;
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        const seen = inside && width > 2 && !!top?.closest('.map, .ring, .overview');
        return { text: node.textContent, ink, box: [x, y, width, height], seen };
    })
    .filter(({ seen }) => seen)"""
BARE = """() => {
    const all = (selector, name, value) =>
        document.querySelectorAll(selector).forEach((node) => node.style.setProperty(name, value));
    all('.label, .left, .name, .titled', '-webkit-text-fill-color', 'transparent');
    all('.cover, .piece, .burst, .strike, .intents, .stack', 'visibility', 'hidden');
    all('.overview > *', 'outline', 'none');
    all('.overview > *', 'box-shadow', 'none');
}"""
"""Only what is drawn is looked at: no letters, and nothing that lies there or can be chosen."""
SIZES = {"laptop": (1280, 720), "phone": (390, 844)}


def luminance(colour: tuple[float, ...]) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def below(picture: Image.Image, word: dict[str, Any]) -> float:
    """Return the part of the points behind a word from which it does not stand out."""
    x, y, width, height = (round(value) for value in word["box"])
    counted: Any = picture.crop((x, y, x + width, y + height)).getcolors(width * height)
    ink = luminance(tuple(word["ink"]))
    few: int = sum(times for times, colour in counted if contrast(ink, luminance(colour)) < LEAST)
    return few / (width * height)


def halfway(game: str) -> Played:
    """Return a match in which much lies on the map, when the first seat is asked."""
    answers = 0

    def until(match: Played) -> bool:
        nonlocal answers
        answers += 1
        return answers > ANSWERS[game] and asked(match, 0)

    return played(game, SEATS[game], until, key=b"words on pictures")


@pytest.mark.parametrize("game", SEATS)
def test_words_stand_out_from_what_is_drawn_behind_them(browser: Browser, server: Server, game: str) -> None:
    person = Person(browser, server.url, reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    match = halfway(game)
    person.go(lay(server, match, person, "me", *["bot:greedy"] * (match.seats - 1)))
    person.page.wait_for_selector(DECIDES)
    faint = {}
    for size, (width, height) in SIZES.items():
        resize(person.page, width, height)
        for theme in ("dark", "light"):
            person.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
            person.page.wait_for_timeout(400)
            words = person.page.evaluate(WORDS)
            person.page.evaluate(BARE)
            picture = Image.open(io.BytesIO(person.page.screenshot())).convert("RGB")
            assert size == "phone" or len(words) >= FEWEST
            for word in words:
                if (part := below(picture, word)) > MAX_BELOW:
                    faint[size, theme, word["text"]] = round(part, 3)
    person.close()
    assert not faint
