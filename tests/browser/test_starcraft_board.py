"""The galaxy of StarCraft on a phone, its skirmishes on a laptop: all of it is there, and nothing lies on anything."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser

from browser.conftest import Server
from browser.person import Person
from browser.prepared import asked, played
from browser.shown import Shown
from scripts.moments import frame

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
SEEN = """(selector) => [...document.querySelectorAll(selector)].filter((node) => {
    const box = node.getBoundingClientRect(), view = document.querySelector(".window > .view").getBoundingClientRect();
    return box.left >= view.left - 1 && box.right <= view.right + 1 && box.top >= view.top - 1
        && box.bottom <= view.bottom + 1;
}).length"""
CUT = """(nodes) => nodes.filter((node) =>
    node.scrollHeight > node.clientHeight + 1 && getComputedStyle(node).overflow !== "visible").length"""
APART = """(selector) => {
    const boxes = [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
    const wrong = boxes.filter(({ left, right }) => left < 0 || right > innerWidth).map(() => "out of the screen");
    boxes.forEach((a, at) => boxes.slice(at + 1).forEach((b) => {
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
            wrong.push("one on another");
    }));
    return wrong;
}"""


def test_the_whole_galaxy_is_seen_on_a_phone_and_a_tap_reads_a_planet(browser: Browser, server: Server) -> None:
    match = played("starcraft", 4, lambda one: asked(one, 0, "place_order"), bot="greedy")
    ling = Person(browser, server.url, locale="zh-CN", reduced_motion="reduce", **PHONE)
    table = Shown(ling, server, "starcraft", 4)
    made = frame(match, 0)
    table.show(made)
    page = ling.page
    tiles = page.locator(".overview .tile")
    galaxy = next(zone for zone in made.scene.zones if zone.kind == "map")
    assert tiles.count() == sum(zone.kind == "tile" for zone in galaxy.zones)
    assert page.evaluate(APART, ".overview .tile") == []
    for at in (0, tiles.count() - 1):
        tiles.nth(at).tap()
        name = tiles.nth(at).locator(".name").inner_text()
        page.locator(f'.read [role="group"][aria-label^="{name}"]').wait_for()
    assert page.evaluate(APART, ".read .region") == []
    ling.close()


def test_who_lays_cards_sees_what_each_would_do(browser: Browser, server: Server) -> None:
    """SC-9.6: a card that is pointed at is dashed on the scale, the one that is picked has the pointer."""
    match = played("starcraft", 2, lambda one: asked(one, 0, "cards"), bot="greedy", key=b"sc0")
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **LAPTOP)
    table = Shown(ling, server, "starcraft", 2)
    table.show(frame(match, 0))
    page = ling.page
    scales = page.locator(".comparison")
    dots = scales.first.locator("i")
    assert dots.count() > 8 and scales.locator(".here").count() == 0
    assert page.evaluate(APART, ".comparison > *") == []
    card = page.locator("#hand .piece.legal").first
    card.hover()
    scales.locator(".else").first.wait_for()
    card.click()
    scales.locator(".here").first.wait_for()
    assert scales.first.locator(".end b").inner_text().split()[-1] in ("falls", "lives")
    ling.close()


def test_six_seats_have_a_galaxy_to_look_about_in_and_the_page_stays(browser: Browser, server: Server) -> None:
    """A question shows all targets; a key shows every planet in a few numbers, another one comes nearer."""
    match = played("starcraft", 6, lambda one: asked(one, 0, "place_order"), bot="greedy", key=b"sc0")
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **LAPTOP)
    table = Shown(ling, server, "starcraft", 6)
    made = frame(match, 0)
    table.show(made)
    page = ling.page
    number = sum(zone.kind == "tile" for zone in made.scene.zones[1].zones)
    assert number == 12
    board = page.locator("#board")
    assert board.evaluate("(node) => node.scrollHeight <= node.clientHeight && node.scrollWidth <= node.clientWidth")
    targets = page.locator(":is(.map .tile.targeted, .overview .tile.legal)")
    assert targets.count() > 0
    assert page.evaluate(SEEN, ":is(.map .tile.targeted, .overview .tile.legal)") == targets.count()
    assert page.locator(".seat-row").last.is_visible()
    page.keyboard.press("0")
    page.locator(".overview .tile").first.wait_for()
    assert page.evaluate(APART, ".overview .tile") == [] and page.evaluate(SEEN, ".overview .tile") == number
    for _ in range(4):
        page.keyboard.press("+")
    page.locator(".map .tile").first.wait_for()
    assert page.locator(".map .tile").first.evaluate("(node) => node.getBoundingClientRect().width") >= 132
    ling.close()


def test_six_factions_are_read_at_once(browser: Browser, server: Server) -> None:
    """SC-1.4: whoever is the first to choose sees all of them, each as a whole."""
    match = played("starcraft", 2, lambda one: one.waiting == [0] and asked(one, 0, "faction"), key=b"sc0")
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **LAPTOP)
    table = Shown(ling, server, "starcraft", 2)
    table.show(frame(match, 0))
    shelf = ling.page.locator(".shelf")
    assert shelf.locator(".one").count() == len(match.legal(0)) >= 5
    assert shelf.evaluate("(node) => node.scrollHeight <= node.clientHeight + 1")
    assert ling.page.locator(".shelf .print, .shelf .print *").evaluate_all(CUT) == 0
    ling.close()


def test_the_name_of_a_lone_unit_is_read_in_whole_or_not_at_all(browser: Browser, server: Server) -> None:
    """A Chinese name may break behind every sign: it once stood there with its first one."""
    match = played("starcraft", 4, lambda one: asked(one, 0, "build"), bot="greedy", key=b"sc1")
    ling = Person(browser, server.url, locale="zh-CN", reduced_motion="reduce", **LAPTOP)
    table = Shown(ling, server, "starcraft", 4)
    table.show(frame(match, 0))
    names = ling.page.locator(".plot .titled:visible")
    names.first.wait_for()
    assert names.evaluate_all(CUT) == 0
    ling.close()
