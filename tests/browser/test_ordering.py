"""An answer whose order counts: its lines are dragged by a handle, or moved by their buttons."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from browser.conftest import Server
from browser.finger import PHONE, Finger
from browser.person import Person
from browser.prepared import asked, lay, played

WIDE = {"viewport": {"width": 1280, "height": 720}}
LINE = ".basket [data-picks]"
CUT = f"""() => [...document.querySelectorAll("{LINE} .words")].filter((words) => {{
    const [inner, outer] = [words, words.closest("li")].map((node) => node.getBoundingClientRect());
    return inner.top < outer.top - 1 || inner.bottom > outer.bottom + 1 || words.scrollWidth > words.clientWidth + 1;
}}).map((words) => words.innerText)"""
"""Lines whose words stand out of them."""


def names(page: Page) -> list[str]:
    return page.locator(f"{LINE} .words b").all_inner_texts()


@pytest.mark.parametrize("device", ["phone", "wide"])
def test_a_line_is_dragged_to_another_place(browser: Browser, server: Server, device: str) -> None:
    settings: dict[str, Any] = PHONE if device == "phone" else WIDE
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **settings)
    page, sent = ling.page, list[Request]()
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    match = played("battlefield", 3, lambda match: asked(match, 0, "combat_row"), bot="greedy")
    ling.go(lay(server, match, ling, "me", "bot:greedy", "bot:greedy"))
    for count in range(3):
        page.locator(".question .answers .answer:not([aria-disabled=true]), .view .cards .card.legal").first.click()
        expect(page.locator(LINE)).to_have_count(count + 1)
    assert page.evaluate(CUT) == []
    one, two, three = names(page)
    page.on("request", lambda request: sent.append(request) if request.url.endswith("/answers") else None)
    order = page.locator(LINE).evaluate_all("(rows) => rows.map((row) => Number(row.dataset.line))")

    last = page.locator(f"{LINE} .handle").nth(2)
    last.scroll_into_view_if_needed()
    box = last.bounding_box()
    assert box and box["width"] >= 44 and box["height"] >= 44
    up = page.locator(LINE).nth(2).evaluate("(row) => row.offsetHeight") * 0.7
    x, y = box["x"] + 20, box["y"] + box["height"] / 2
    if device == "phone":
        finger = Finger(page)
        finger.down(x, y)
        finger.move(0, -up)
        expect(page.locator(f"{LINE}.dragged")).to_have_count(1)
        finger.up()
    else:
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - up, steps=5)
        expect(page.locator(f"{LINE}.dragged")).to_have_count(1)
        page.mouse.up()
    expect(page.locator(f"{LINE} .words b").nth(1)).to_have_text(three)
    assert names(page) == [one, three, two]

    page.locator(LINE).nth(0).locator(".step").nth(1).press("Enter")
    expect(page.locator(f"{LINE} .words b").nth(0)).to_have_text(three)
    assert names(page) == [three, one, two]
    page.locator(".question .done").click()
    page.wait_for_function("() => !document.querySelector('.basket [data-picks]')")
    assert json.loads(sent[-1].post_data or "{}")["codes"] == [order[2], order[0], order[1]]
    ling.close()
