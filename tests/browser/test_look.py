"""What cannot be chosen tells all the same what it is, and last why it is no answer now."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person
from browser.prepared import asked, lay, played

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOK = ".question .look"


@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_a_finger_reads_a_room_in_the_desk_and_goes_back_to_the_question(
    browser: Browser, server: Server, locale: str
) -> None:
    ling = Person(browser, server.url, locale=locale, reduced_motion="reduce", **PHONE)
    page = ling.page
    ling.go(
        lay(server, played("battlestar", 3, lambda match: asked(match, 0, "action")), ling, "me", *["bot:random"] * 2)
    )
    page.locator("[data-tab=table]").tap()
    question = page.locator(".question h2").first.inner_text()
    room = page.locator(".region.room:not(.targeted):visible").first
    name = room.locator(".label").inner_text()
    room.tap()
    expect(page.locator(LOOK)).to_contain_text(name)
    assert len(page.locator(LOOK).inner_text().split("\n")) > 2, "its name alone says nothing"
    assert page.locator(".question h2").count() == 0 or page.locator(".question h2").first.inner_text() != question
    page.locator(f"{LOOK} .btn").tap()
    expect(page.locator(LOOK)).to_have_count(0)
    expect(page.locator(".question h2").first).to_have_text(question)
    ling.close()


def test_a_mouse_reads_it_beside_the_pointer(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    page = ling.page
    ling.go(
        lay(server, played("battlestar", 3, lambda match: asked(match, 0, "action")), ling, "me", *["bot:random"] * 2)
    )
    room = page.locator(".region.room:not(.targeted):visible").first
    name = room.locator(".label").inner_text()
    room.click()
    expect(page.locator(".tip", has_text=name).first).to_be_visible()
    expect(page.locator(LOOK)).to_have_count(0)
    ling.close()
