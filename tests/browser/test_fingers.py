"""Where a finger covers several small targets they stand beside it, and a press says which one is meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Server
from browser.finger import PHONE
from browser.person import LAID_OUT, Person
from browser.prepared import asked, lay, played

NEAR = ".near-by"
CLOSE = """() => {
    const discs = [...document.querySelectorAll(".view .legal[data-place]")].map((node) => {
        const { x, y, width, height } = (node.querySelector(".disc") ?? node).getBoundingClientRect();
        return { x: x + width / 2, y: y + height / 2, width, height, key: node.dataset.place };
    });
    const apart = (one, other) => Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
    const pairs = discs.flatMap((one, at) => discs.slice(at + 1).map((other) => [apart(one, other), one, other]));
    const [, one, other] = pairs.sort((a, b) => a[0] - b[0])[0];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, keys: [one.key, other.key] };
}"""
"""The middle between the two targets that are nearest to each other."""


@pytest.fixture(params=["en", "zh-CN"])
def ling(browser: Browser, server: Server, request: pytest.FixtureRequest) -> Iterator[Person]:
    person = Person(browser, server.url, locale=request.param, reduced_motion="reduce", **PHONE)
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    yield person
    person.close()


def boxes(page: Page) -> list[dict[str, float]]:
    """Return where the things beside a finger stand."""
    found: list[Any] = [one.bounding_box() for one in page.locator(f"{NEAR} button").all()]
    return found


def test_models_in_a_crowd_are_told_apart(ling: Person, server: Server) -> None:
    page = ling.page
    match = played("malifaux", 2, lambda match: asked(match, 0, "activate"), bot="greedy")
    ling.go(lay(server, match, ling, "me", "bot:greedy"))
    page.locator(".view .legal[data-place]").first.wait_for()
    page.evaluate(LAID_OUT)
    there = page.evaluate(CLOSE)
    page.touchscreen.tap(there["x"], there["y"])
    page.locator(NEAR).wait_for()
    keys = [one.get_attribute("data-near") for one in page.locator(f"{NEAR} button").all()]
    assert set(there["keys"]) <= set(keys)
    for box in boxes(page):
        assert box["height"] >= 44 and box["x"] >= 0 and box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= there["y"] or box["y"] >= there["y"], "it lies under the finger"
    page.touchscreen.tap(370, 300)
    expect(page.locator(NEAR)).to_have_count(0)
    expect(page.locator("[data-place].picked")).to_have_count(0)

    page.touchscreen.tap(there["x"], there["y"])
    other = page.locator(f"{NEAR} [data-near='{there['keys'][1]}']")
    name = other.locator("b").inner_text()
    other.tap()
    expect(page.locator(NEAR)).to_have_count(0)
    expect(page.locator(".question")).to_contain_text(name)
    ling.close()


def test_what_stands_on_a_small_tile_is_chosen_from_it(ling: Person, server: Server) -> None:
    page = ling.page
    match = played("starcraft", 3, lambda match: asked(match, 0, "move"), bot="greedy")
    ling.go(lay(server, match, ling, "me", "bot:greedy", "bot:greedy"))
    tile = page.locator(".overview .tile.legal").first
    tile.wait_for()
    page.evaluate(LAID_OUT)
    tile.tap()
    page.locator(NEAR).wait_for()
    said = page.locator(f"{NEAR} button").all_inner_texts()
    assert len(said) > 2 and len(set(said)) == len(said), f"these cannot be told apart: {said}"
    assert all(box["height"] >= 44 for box in boxes(page))
    one = page.locator(f"{NEAR} button").last
    name = one.locator("b").inner_text()
    one.tap()
    expect(page.locator(".question")).to_contain_text(name)
    expect(page.locator(".question .about b")).to_have_text(name)
    ling.close()


def test_a_mouse_and_a_key_mean_what_they_are_on(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    match = played("malifaux", 2, lambda match: asked(match, 0, "activate"), bot="greedy")
    ling.go(lay(server, match, ling, "me", "bot:greedy"))
    ling.page.locator(".view .legal[data-place]").first.wait_for()
    ling.page.evaluate(LAID_OUT)
    there = ling.page.evaluate(CLOSE)
    ling.page.mouse.click(there["x"], there["y"])
    ling.page.wait_for_timeout(100)
    assert ling.page.locator(NEAR).count() == 0
    ling.close()
