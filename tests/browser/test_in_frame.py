"""Nothing brings the table out of its frame: no focus, no link, no hidden word, however long the log is."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Browser

from browser.conftest import Server
from browser.person import Data, Person
from browser.player import DECIDES, OVER
from browser.prepared import Played, asked, lay, played

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
GAMES = {"planet_masters": 3, "battlestar": 4}
LONG = {"planet_masters": 200, "battlestar": 200}
"""So many events are in the log at least: all kinds of lines."""
LINES = 2_000
"""So many lines the log is made to have, by copies of those: more than any match has as a rule."""
GROW = """(lines) => {
    const log = document.querySelector("#log");
    if (!log) return 0;
    const rows = [...log.querySelectorAll("li.entry")];
    for (let n = rows.length; n && n < lines; n++) {
        const copy = rows[n % rows.length].cloneNode(true);
        copy.toggleAttribute("data-copy", n < lines - 1);
        log.append(copy);
    }
    return log.querySelectorAll("li.entry").length;
}"""
"""Makes the log longer by lines like its own; but for the last, they are there to be long only."""
STIR = """() => {
    const DRAWN = "svg, svg *, input, textarea, select";
    const all = [...document.querySelectorAll("body *")].filter((node) => !node.closest("[data-copy]"));
    for (const link of document.querySelectorAll("a[href^='#']")) (link.focus(), link.click());
    for (const node of all) if (node.id && node.closest(".app")) location.hash = node.id;
    for (const node of all) if (node.tabIndex >= 0 || node.hasAttribute("tabindex")) node.focus();
    for (const block of ["start", "end", "center"])
        for (const node of all) node.scrollIntoView({ block, inline: block, behavior: "instant" });
    for (const node of [document.scrollingElement, document.body, ...all]) {
        const { overflowX, overflowY } = getComputedStyle(node);
        if (node.matches(DRAWN) || /auto|scroll/.test(`${overflowX} ${overflowY}`)) continue;
        node.scrollBy({ left: 9999, top: 9999, behavior: "instant" });
    }
}"""
"""Whatever moves a page: links, focus, anchors, calls."""
ASTRAY = """() => {
    const found = [];
    const name = (node) => `${node.tagName}.${node.getAttribute("class") ?? ""}`;
    for (const node of document.querySelectorAll("*")) {
        if (node.matches("svg, svg *, input, textarea, select")) continue;
        const { overflowX, overflowY } = getComputedStyle(node);
        if (node.scrollTop && !/auto|scroll/.test(overflowY)) found.push(`${name(node)} down by ${node.scrollTop}`);
        if (node.scrollLeft && !/auto|scroll/.test(overflowX)) found.push(`${name(node)} aside by ${node.scrollLeft}`);
    }
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    if (scrollWidth !== innerWidth) found.push(`the page is ${scrollWidth} wide, the window ${innerWidth}`);
    if (scrollHeight !== innerHeight) found.push(`the page is ${scrollHeight} high, the window ${innerHeight}`);
    const { left, top, height } = document.querySelector(".app").getBoundingClientRect();
    if (left || top || height !== innerHeight) found.push(`the table stands at ${left}, ${top} and is ${height} high`);
    return found;
}"""
"""What is scrolled and has no bar to scroll it back by, and how the page differs from the window."""


@cache
def long_match(game: str) -> Played:
    """Return a match with a long log in which the first seat is asked."""
    return played(
        game,
        GAMES[game],
        lambda match: asked(match, 0) and len(match.events_for(0)) >= LONG[game],
        key=b"long 0",
    )


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param("planet_masters", DESK, id="planet_masters-desk"),
        pytest.param("battlestar", PHONE, id="battlestar-phone"),
        pytest.param("planet_masters", PHONE, id="planet_masters-phone", marks=pytest.mark.long),
        pytest.param("battlestar", DESK, id="battlestar-desk", marks=pytest.mark.long),
    ],
)
def test_the_table_stays_in_its_frame(browser: Browser, server: Server, game: str, size: Data) -> None:
    ling = Person(browser, server.url, viewport=size, has_touch=size is PHONE, reduced_motion="reduce")
    ling.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    ling.go(lay(server, long_match(game), ling, "me", *["bot:random"] * (GAMES[game] - 1)))
    ling.page.wait_for_selector(f"{DECIDES}, {OVER}")
    longest, found = 0, set[str]()
    tabs = ling.page.locator(".tabs button")
    for place in range(max(1, tabs.count())):
        if tabs.count():
            tabs.nth(place).click()
        else:
            ling.page.keyboard.press("l")  # beside the question, or over the table
            ling.page.locator("#side-log").wait_for()
        longest = max(longest, ling.page.evaluate(GROW, LINES))
        ling.page.evaluate(STIR)
        found.update(ling.page.evaluate(ASTRAY))
    assert longest >= LINES
    assert not found, "\n".join(sorted(found))
    ling.close()
