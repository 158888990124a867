"""A table to scale in a real browser: the pointer, the wheel, the keys, a finger, with a toy game that measures."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import findings
from browser.conftest import SERVE, Server, free_port
from browser.person import Person
from browser.player import RESTED

TOY = "fate_duel"
LISTED = f"""
import sys
sys.path.insert(0, {str(Path(__file__).parents[1])!r})
from engine.toys.fate_duel import GAME
from shapan.engine import registry
registry.register(GAME)
"""
WHERE = """([x, y]) => {
    const to = document.querySelector("svg.table").getScreenCTM();
    const at = new DOMPoint(x, 12000 - y).matrixTransform(to);
    return [at.x, at.y];
}"""
PIXEL = 30
"""Units that a pixel has at most where all of the table is seen."""
GHOST = "[data-ghost={}]"
LIFT = 56
"""So many pixels a finger is below the point that it drags."""
COVERED = """() => {
    const boxes = (what) => [...document.querySelectorAll(what)].map((node) => node.getBoundingClientRect());
    const over = boxes(".ground .buttons button, .ground .corner > .scale");
    const meet = (one, other) =>
        one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
    const names = boxes(".area text, .said");
    if (!names.length || over.length < 3) return ["not there"];
    return names.filter((name) => over.some((one) => meet(name, one)));
}"""
"""The names of parts of the table that something lies over."""
OUTSIDE = """() => [...document.querySelectorAll(".question .foot button")]
    .filter((node) => node.getBoundingClientRect().right > innerWidth)
    .map((node) => node.textContent)"""
"""The buttons of the foot that the edge of the page cuts."""
SMALL_BUTTONS = """() => [...document.querySelectorAll(".ground .buttons button, .strip button")]
    .map((node) => [node.getBoundingClientRect(), node.closest(".strip") ? 42 : 44])
    .filter(([{ width, height }, least]) => width < 44 || height < least)"""


@pytest.fixture(scope="module")
def measuring(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Return a server that has the toy besides."""
    data, port = tmp_path_factory.mktemp("ground-data"), free_port()
    process = subprocess.Popen([sys.executable, "-c", LISTED + SERVE, str(data), str(port)], stdout=subprocess.DEVNULL)
    for _ in range(600):
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=2):
                break
        except OSError:
            time.sleep(0.1)
    running = Server(data, port, process)
    yield running
    running.stop()


def begun(browser: Browser, server: Server, **settings: Any) -> Person:
    person = Person(browser, server.url, **settings)
    person.context.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    person.go(person.open(TOY, "me", "bot:random")["id"])
    person.page.wait_for_selector("svg.table")
    return person


def spot(page: Page, x: int, y: int) -> tuple[float, float]:
    """Return where a point of the game is on the screen."""
    left, top = page.evaluate(WHERE, [x, y])
    return left, top


def place(page: Page, x: int, y: int) -> None:
    """Place a model with the pointer and Enter."""
    page.wait_for_selector(".question.yours[aria-busy=false] .way")
    page.mouse.click(*spot(page, x, y))
    page.locator(".question .btn.p").wait_for()
    assert page.evaluate(OUTSIDE) == []
    page.wait_for_selector(RESTED)
    page.keyboard.press("Enter")


def stands_at(page: Page, x: int, y: int) -> bool:
    """Tell whether model 0 comes to stand at a point, as near as a pointer can say it: the log tells it first."""
    disc = page.locator("[data-piece='model.0'] .disc")
    for _ in range(100):
        at = [float(disc.get_attribute(name) or 0) for name in ("cx", "cy")]
        if abs(at[0] - x) < PIXEL and abs(12_000 - at[1] - y) < PIXEL:
            return True
        page.wait_for_timeout(50)
    return False


def walking(page: Page) -> None:
    """Place both models, keep the cards, and let model 0 walk."""
    place(page, 4_000, 2_200)
    expect(page.locator("[data-piece='model.3']")).to_have_count(1)
    place(page, 8_000, 2_200)
    discards = page.locator(".question.yours .done:not([aria-disabled=true])")
    for _ in range(8):  # what cannot be undone is chosen, then given
        page.wait_for_selector(".question.yours[aria-busy=false] :is([data-option], .done)")
        if not discards.count():
            break
        discards.click()
        page.wait_for_timeout(300)
    page.locator("[data-piece='model.0'].legal").click()
    page.wait_for_selector(".reach")


def test_a_model_is_placed_and_walks_by_pointer(browser: Browser, measuring: Server) -> None:
    person = begun(browser, measuring)
    page = person.page
    page.mouse.move(*spot(page, 4_000, 6_000))
    expect(page.locator(GHOST.format("bad"))).to_have_count(1)
    expect(page.locator(".tipped.bad")).to_contain_text("Not on your side of the table")
    page.mouse.click(*spot(page, 4_000, 6_000))
    expect(page.get_by_role("button", name="Place here")).to_have_attribute("aria-disabled", "true")
    walking(page)
    page.mouse.click(*spot(page, 5_000, 4_500))
    expect(page.locator(".question .way b")).to_have_text("2.5″ of 5″")
    page.mouse.move(*spot(page, 5_000, 6_000))
    expect(page.locator(GHOST.format("good"))).to_have_count(1)
    expect(page.locator(".question .way b")).to_have_text("4″ of 5″")
    # Whoever points too far is shown how far the model gets.
    page.mouse.move(*spot(page, 11_000, 4_500))
    expect(page.locator(GHOST.format("good"))).to_have_count(1)
    expect(page.locator(".question .way b")).to_have_text("5″ of 5″")
    page.keyboard.press("Backspace")
    expect(page.locator(".end")).to_have_count(0)
    page.mouse.click(*spot(page, 5_000, 4_500))
    expect(page.locator(".end")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator(".reach")).to_have_count(0)
    expect(page.get_by_text("Model 0 walks to").first).to_be_visible()
    assert stands_at(page, 5_000, 4_500)
    person.close()


def test_by_keys_alone(browser: Browser, measuring: Server) -> None:
    person = begun(browser, measuring)
    page = person.page
    walking(page)
    page.wait_for_selector(RESTED)
    page.keyboard.press("b")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+ArrowUp")
    expect(page.locator(".question .way b")).to_have_text("1.3″ of 5″")
    page.keyboard.press("Space")
    expect(page.locator(".end")).to_have_count(1)
    page.keyboard.press("Control+ArrowUp")
    page.keyboard.press("Space")
    expect(page.locator(".question .way b")).to_have_text("4.3″ of 5″")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Model 0 walks to").first).to_be_visible()
    assert stands_at(page, 4_000, 6_450)
    person.close()


def test_the_wheel_zooms_about_the_pointer_and_a_drag_moves_the_table(browser: Browser, measuring: Server) -> None:
    person = begun(browser, measuring)
    page = person.page
    before = spot(page, 5_000, 6_500)
    page.mouse.move(*before)
    page.mouse.wheel(0, -500)
    expect(page.locator(".inset")).to_have_count(1)
    after = spot(page, 5_000, 6_500)
    assert abs(after[0] - before[0]) < 2 and abs(after[1] - before[1]) < 2
    page.mouse.down()
    page.mouse.move(before[0] + 60, before[1] - 90, steps=4)
    page.mouse.up()
    moved = spot(page, 5_000, 6_500)
    assert abs(moved[0] - before[0] - 60) < 3 and abs(moved[1] - before[1] + 90) < 3
    expect(page.locator(".question .btn.p")).to_have_count(0)
    page.keyboard.press("0")
    expect(page.locator(".inset")).to_have_count(0)
    person.close()


def test_a_finger_sets_a_point_and_nothing_is_wrong_with_names(browser: Browser, measuring: Server) -> None:
    person = begun(
        browser, measuring, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True, locale="zh-CN"
    )
    page = person.page
    page.touchscreen.tap(*spot(page, 4_000, 2_200))
    page.locator(".question .btn.p").wait_for()
    assert findings(page) == []
    page.locator(".question .btn.p").click()
    expect(page.locator("[data-piece='model.0']")).to_have_count(1)
    person.close()


def test_a_finger_that_drags_a_point_has_a_glass_above_it(browser: Browser, measuring: Server) -> None:
    person = begun(browser, measuring, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = person.page
    x, y = spot(page, 4_000, 2_200)
    session = person.context.new_cdp_session(page)

    def finger(does: str, *tops: float) -> None:
        points = [{"x": x, "y": top} for top in tops]
        session.send("Input.dispatchTouchEvent", {"type": does, "touchPoints": points})

    finger("touchStart", y + LIFT - 30)
    finger("touchMove", y + LIFT - 15)
    finger("touchMove", y + LIFT)
    glass = page.locator(".loupe")
    expect(glass).to_have_count(1)
    expect(page.locator(GHOST.format("good"))).to_have_count(1)
    box = glass.bounding_box()
    assert box is not None and box["width"] == box["height"]
    assert box["y"] + box["height"] < y, "the point itself is not covered"
    left, top, width, _ = [float(one) for one in (glass.get_attribute("viewBox") or "").split()]
    assert abs(left + width / 2 - 4_000) < 3 * PIXEL and abs(12_000 - top - width / 2 - 2_200) < 3 * PIXEL
    finger("touchEnd")
    expect(glass).to_have_count(0)
    page.locator(".question .btn.p").click()
    expect(page.locator("[data-piece='model.0']")).to_have_count(1)
    person.close()


@pytest.mark.parametrize("x", [1_000, 5_800, 6_200, 11_000])
def test_on_a_phone_why_a_place_is_refused_is_seen_whole(browser: Browser, measuring: Server, x: int) -> None:
    person = begun(browser, measuring, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = person.page
    page.touchscreen.tap(*spot(page, x, 8_000))
    box = page.locator(".tipped.bad").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390
    person.close()


@pytest.mark.parametrize("height", [844, 667])
def test_on_a_phone_nothing_covers_the_names_of_the_table(browser: Browser, measuring: Server, height: int) -> None:
    person = begun(browser, measuring, viewport={"width": 390, "height": height}, has_touch=True, is_mobile=True)
    page = person.page
    page.wait_for_selector(".question.yours[aria-busy=false] .way")
    page.wait_for_function(f"() => !({COVERED})().length")
    assert page.evaluate(SMALL_BUTTONS) == []
    person.close()


def test_other_games_do_not_load_it(page: Page, server: Server) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{server.url}/tables/new?game=pig")
    page.locator("#table-form").get_by_role("button").last.click()
    page.wait_for_url("**/match/*")
    page.wait_for_selector(".question")
    assert [url for url in loaded if "/main-" in url] and not [url for url in loaded if "/Scale-" in url]
