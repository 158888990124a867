"""All cards of a game, laid out in three sizes: no text leaves its card, and each size is as large as it should be."""

from __future__ import annotations

import http.server
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from scripts import moments
from shapan.engine.registry import games

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "web/.cache/demo"
TALL = 320
"""A card that is read has 310 px, and hardly more where its texts are long."""
SHEET = 380
"""Character sheets say most."""
STATS = 600
"""The card of a model prints its actions beside its abilities: it is read in whole on a screen of 1280 by 720."""
SCROLLED = 860
"""On a phone it has one column, where it can be scrolled."""
LAPTOP, PHONE = 1280, 390
WIDE = {LAPTOP: 480, PHONE: 342}
"""By the width of the screen, that of a card with two columns."""

LEAVES = """() => {
  const found = [];
  for (const card of document.querySelectorAll("[data-card]")) for (const print of card.querySelectorAll(".print")) {
    const box = print.getBoundingClientRect();
    for (const part of [print, ...print.querySelectorAll("*")]) {
      if (part.closest("svg") || part.closest(".sr")) continue;
      const at = part.getBoundingClientRect(), style = getComputedStyle(part);
      const out = at.right > box.right + 1 || at.bottom > box.bottom + 1 || at.left < box.left - 1;
      const wide = style.display !== "inline" && part.scrollWidth > part.clientWidth + 1;
      const high = style.overflow !== "visible" && part.scrollHeight > part.clientHeight + 1;
      if (out || wide || high) found.push(`${card.dataset.card}: ${part.textContent.trim().slice(0, 60)}`);
    }
  }
  return found;
}"""
SIZES = """() => [...document.querySelectorAll("[data-card]")].flatMap((card) =>
  [...card.querySelectorAll(".print")].map((print) => {
    const { width, height } = print.getBoundingClientRect();
    return [card.dataset.card, print.className.match(/is-(\\w+)/)[1], Math.round(width), Math.round(height)];
  }))"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves files and says nothing; nobody keeps them, since those of two games may be of the same second."""

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def demo() -> Iterator[str]:
    """Build the table without a server, and give its address."""
    npm = [sys.executable, str(ROOT / "hatch_build.py"), "run", "demo"]
    (ROOT / "web/.cache/moments").mkdir(parents=True, exist_ok=True)
    subprocess.run(npm, check=True, capture_output=True, cwd=ROOT)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(DEMO)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_no_text_leaves_its_card(demo: str, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """One test for all games: they share what is built.

    The cards of the first are written by the program, those of the others by what it calls, which need not start anew.
    """
    named = [name for name, game in games().items() if game.cards()]
    assert len(named) >= 3
    for name in named:
        written = [str(ROOT / "scripts/moments.py"), name, "--matches", "0", "--to", str(DEMO)]
        if name == named[0]:
            subprocess.run([sys.executable, *written], check=True, capture_output=True)
        else:
            monkeypatch.setattr(sys, "argv", written)
            moments.main()
        for language in ("en", "zh-Hans"):
            page.goto(f"{demo}/?cards&lang={language}")
            page.wait_for_selector("[data-card] .is-read svg use")
            for width in (LAPTOP, PHONE) if page.locator(".is-read.wide").count() else (PHONE,):
                page.set_viewport_size({"width": width, "height": 844})
                look_at_cards(page, name, width, f"{name}, {language}, {width}")


def look_at_cards(page: Page, name: str, screen: int, where: str) -> None:
    """Measure each size of all cards of a game on a screen of a width."""
    cards = len(games()[name].cards())
    assert page.locator("[data-card] .is-read").count() == cards, where
    assert page.evaluate(LEAVES) == [], where
    sizes = page.evaluate(SIZES)
    assert {(width, height) for _, size, width, height in sizes if size == "hand"} == {(90, 126)}, where
    assert {(width, height) for _, size, width, height in sizes if size == "chip"} == {(42, 54), (24, 33)}, where
    widths = {card: WIDE[screen] if card.startswith("all.model.") else 220 for card, *_ in sizes}
    read = [(card, height) for card, size, width, height in sizes if size == "read" and width == widths[card]]
    assert len(read) == cards, where
    assert [one for one in read if one[1] > tallest(one[0], screen)] == [], where


def tallest(card: str, screen: int) -> int:
    """Return how high a card may be that is read, by the beginning of its name."""
    if card.startswith("all.model."):
        return STATS if screen == LAPTOP else SCROLLED
    return SHEET if card.startswith(("character", "spent")) else TALL
