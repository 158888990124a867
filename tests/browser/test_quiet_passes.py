"""Alone with bots, the table passes where nothing else is possible, unless the player has switched that off."""

from __future__ import annotations

import json

from playwright.sync_api import Page, Request, expect

from browser.conftest import Server
from browser.hand import play
from browser.person import SEES
from browser.player import open_table, question
from shapan.engine.chance import Stream

MOST = 60
"""Questions within which somebody who holds next to nothing can only pass."""
ENOUGH = 4
ACTION = "Choose your action"
STRETCH = 6
ONLY_PASS = "You have nothing to use here."
TOLD = f"""() => (document.querySelector(".question").innerText.includes({ONLY_PASS!r}) ? ["only a pass"] : [])"""


def played(page: Page, url: str, *, quiet: bool) -> tuple[int, set[int], set[int]]:
    """Play; return how often he was asked for nothing but a pass, and the ordinals of such questions and of answers."""
    forced: set[int] = set()
    sent: set[int] = set()

    def hear(payload: str | bytes) -> None:
        decision = json.loads(payload).get("decision") or {}
        if decision.get("forced"):
            forced.add(decision["ordinal"])

    def note(request: Request) -> None:
        if request.url.endswith("/answers"):
            sent.add(json.loads(request.post_data or "{}")["ordinal"])

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    page.on("request", note)
    page.add_init_script(SEES)
    page.add_init_script(
        f"localStorage.getItem('shapan.quiet') || localStorage.setItem('shapan.quiet', '{'on' if quiet else 'off'}')"
    )
    page.add_init_script(SEES)
    open_table(page, url, "battlestar", seats=4)
    rng, asked = Stream(b"quiet"), 0
    for _ in range(MOST // STRETCH):
        # A Cylon who reveals himself is asked in no windows.
        asked += len(play(page, rng, STRETCH, plain=ACTION, look=TOLD).found)
        if len(forced) >= ENOUGH:
            break
    assert question(page)
    return asked, forced, sent


def test_the_table_passes_for_who_can_do_nothing_else(page: Page, server: Server) -> None:
    asked, forced, sent = played(page, server.url, quiet=True)
    assert asked == 0 and len(forced) >= ENOUGH and forced <= sent


def test_who_has_switched_it_off_is_asked(page: Page, server: Server) -> None:
    asked, forced, _ = played(page, server.url, quiet=False)
    assert asked >= ENOUGH - 1 and len(forced) >= ENOUGH
    page.get_by_role("button", name="Menu").click()
    row = page.get_by_role("group", name="Pass for me when I can't do anything")
    expect(row.get_by_role("menuitemradio", name="Off")).to_have_attribute("aria-checked", "true")
    row.get_by_role("menuitemradio", name="On").click()
    assert page.evaluate("localStorage.getItem('shapan.quiet')") == "on"
