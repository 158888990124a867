"""The window on a map, in each game that has one: what may be chosen is in sight or counted at an edge.

At most sizes test_desk looks at that, as it shows all questions.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import findings
from browser.conftest import Server
from browser.person import Person, resize
from browser.prepared import asked, played
from browser.shown import SEATS, Shown, fullest
from scripts.moments import frame

SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True},
}
GAMES = ("starcraft", "battlefield", "battlestar", "malifaux")
USUAL = [("battlefield", "phone"), ("malifaux", "phone")]
LOOK = """() => {
    const map = document.querySelector(".window:not(.whole) > .view, .ground > svg.table");
    // On a phone the map may be on another page than what is asked, or have no room beside a duel.
    if (!map || map.clientHeight < 100) return null;
    const frame = map.parentElement, view = map.getBoundingClientRect(), wrong = [];
    const middle = (node) => {
        const { x, y, width, height } = (node.querySelector(".disc") ?? node).getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    };
    const targets = [...map.querySelectorAll("[data-place].legal")].filter((node) => node.getClientRects().length);
    const lies = targets.filter((node) => {
        const [x, y] = middle(node);
        return x < view.left - 1 || x > view.right + 1 || y < view.top - 1 || y > view.bottom + 1;
    });
    const counted = [...frame.querySelectorAll(".beyond b")].reduce((sum, node) => sum + Number(node.innerText), 0);
    if (lies.length && !counted) wrong.push(`${lies.length} of ${targets.length} targets are neither seen nor counted`);
    const buttons = [...frame.querySelectorAll('[role="group"] > button[aria-disabled]')];
    if (buttons.length !== 3) wrong.push(`${buttons.length} buttons that zoom`);
    for (const node of buttons) {
        const box = node.getBoundingClientRect();
        if (box.right > innerWidth || box.left < 0) wrong.push("a button that zooms is out of the page");
    }
    return wrong;
}"""


@pytest.mark.parametrize(
    ("game", "size"),
    [
        pytest.param(game, size, marks=() if (game, size) in USUAL else pytest.mark.long)
        for game in GAMES
        for size in SIZES
    ],
)
def test_what_may_be_chosen_is_in_sight_or_counted(browser: Browser, server: Server, game: str, size: str) -> None:
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **SIZES[size])
    table = Shown(ling, server, game, SEATS[game])
    wrong, looks = list[str](), 0
    for kind, made in fullest(game).items():
        table.show(made)
        found = ling.page.evaluate(LOOK)
        looks += found is not None
        wrong += [f"{kind}: {what}" for what in found or []]
    ling.close()
    assert not wrong, "\n".join(wrong)
    assert looks > 3, "no map was seen"


def galaxy(browser: Browser, server: Server, **size: Any) -> tuple[Person, Page]:
    """Return a page at a galaxy on which orders can be laid on some planets."""
    match = played("starcraft", 4, lambda one: asked(one, 0, "place_order"), bot="greedy")
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **size)
    Shown(ling, server, "starcraft", 4).show(frame(match, 0))
    return ling, ling.page


def test_who_looks_elsewhere_is_told_what_he_does_not_see_and_led_back(browser: Browser, server: Server) -> None:
    """His own view holds for the question, comes back when the page does, and an arrow leads to what is out of it."""
    ling, page = galaxy(browser, server, **SIZES["laptop"])
    view = page.locator(".window > .view")
    for _ in range(8):
        page.keyboard.press("+")
    expect(page.get_by_role("button", name="Larger")).to_have_attribute("aria-disabled", "true")
    arrows = page.locator(".beyond")
    total = page.locator(".map .tile.targeted").count()
    assert arrows.count() > 0 and total > 1
    for arrow in arrows.all():
        box = arrow.bounding_box()
        assert box and box["width"] >= 28 and box["height"] >= 28
        assert (arrow.get_attribute("aria-label") or "").startswith("Choices ")
    assert findings(page) == []
    before = view.evaluate("(node) => [node.scrollLeft, node.scrollTop]")
    side = arrows.first.get_attribute("class")
    arrows.first.click()
    assert view.evaluate("(node) => [node.scrollLeft, node.scrollTop]") != before
    expect(page.locator(f".beyond.{(side or '').split()[1]}")).to_have_count(0)
    page.wait_for_function("() => localStorage.getItem('shapan.views')")
    page.keyboard.press("0")
    expect(page.get_by_role("button", name="Smaller")).to_have_attribute("aria-disabled", "true")
    expect(arrows).to_have_count(0)
    page.wait_for_function("() => localStorage.getItem('shapan.views') === '[]'")
    ling.close()


def test_a_drag_moves_the_map_and_a_larger_page_keeps_its_middle(browser: Browser, server: Server) -> None:
    ling, page = galaxy(browser, server, **SIZES["laptop"])
    for _ in range(4):
        page.keyboard.press("+")
    view = page.locator(".window > .view")
    box = view.bounding_box()
    assert box
    before = view.evaluate("(node) => [node.scrollLeft, node.scrollTop]")
    x, y = box["x"] + box["width"] * 0.3, box["y"] + box["height"] * 0.3
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y - 40, steps=4)
    page.mouse.up()
    after = view.evaluate("(node) => [node.scrollLeft, node.scrollTop]")
    assert after != before
    middle = """(node) => {
        const sheet = node.firstElementChild.firstElementChild.getBoundingClientRect();
        const box = node.getBoundingClientRect();
        return [(box.x + box.width / 2 - sheet.x) / sheet.width, (box.y + box.height / 2 - sheet.y) / sheet.height];
    }"""
    was = view.evaluate(middle)
    resize(page, 1366, 768)
    now = view.evaluate(middle)
    assert all(abs(one - other) < 0.03 for one, other in zip(was, now, strict=True))
    ling.close()


def test_a_finger_beside_a_small_target_means_it(browser: Browser, server: Server) -> None:
    """On a table to scale a base is smaller than a finger: a tap beside it chooses the nearest one."""
    match = played("malifaux", 2, lambda one: asked(one, 0, "activate"), bot="greedy")
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **SIZES["phone"])
    Shown(ling, server, "malifaux", 2).show(frame(match, 0))
    page = ling.page
    page.locator("[data-piece].legal").first.wait_for()
    page.locator(".grip").click()
    held = None
    while held != (held := page.locator("svg.table").bounding_box()):
        page.wait_for_timeout(300)  # the sheet has its height once its rows have come
    spots = page.locator("[data-piece].legal .disc").evaluate_all(
        """(nodes) => nodes.map((node) => {
            const { x, y, width, height } = node.getBoundingClientRect();
            return [x + width / 2, y + height / 2, width / 2, node.parentElement.dataset.piece];
        })"""
    )
    bounds, sheet = page.locator("svg.table").bounding_box(), page.locator(".desk").bounding_box()
    assert bounds and sheet
    bounds["height"] = min(bounds["height"], sheet["y"] - bounds["y"])
    # The one from which a way leads out of its base to a place where a finger covers no other one.
    x, y, piece = next(
        (x + dx, y + dy, piece)
        for x, y, radius, piece in spots
        for dx, dy in ((-radius - 9, 0), (radius + 9, 0), (0, -radius - 9), (0, radius + 9))
        if bounds["y"] + 4 < y + dy < bounds["y"] + bounds["height"] - 4
        and all(other == piece or max(abs(ox - x - dx), abs(oy - y - dy)) > 23 for ox, oy, _, other in spots)
    )
    page.touchscreen.tap(x, y)
    page.locator(f"[data-piece='{piece}'].picked, .question[aria-busy=true]").first.wait_for()
    ling.close()
