"""Something that cannot be chosen still says what it is, and last why it is no answer now."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, expect

from browser.conftest import Server
from browser.finger import PHONE
from browser.person import LAID_OUT, Person
from browser.prepared import asked, lay, played

LOOK = ".question .look"
ABOUT = ".question .about"
IN_LOCALES = pytest.mark.parametrize("locale", ["en", pytest.param("zh-CN", marks=pytest.mark.long)])
"""What is tapped and where it leads are the same in all languages."""


@IN_LOCALES
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


def tapped(thing: Locator) -> str:
    """Tap the middle of a thing of the table and return its name."""
    thing.page.evaluate(LAID_OUT)
    name = thing.get_attribute("aria-label") or ""
    thing.tap()
    return name


@IN_LOCALES
def test_a_finger_that_chooses_a_unit_is_told_of_it_beside_the_answers(
    browser: Browser, server: Server, locale: str
) -> None:
    ling = Person(browser, server.url, locale=locale, reduced_motion="reduce", **PHONE)
    page, about = ling.page, ling.page.locator(ABOUT)
    match = played("battlefield", 3, lambda match: asked(match, 0, "declare"), bot="greedy")
    ling.go(lay(server, match, ling, "me", "bot:greedy", "bot:greedy"))
    question = page.locator(".question h2").first.inner_text()
    unit = page.locator(".view .piece.unit.legal:visible").first
    expect(about).to_have_count(0)
    name = tapped(unit)
    shown = about.locator("b").inner_text()
    assert shown in name and len(about.inner_text()) > len(shown) + 3, "its name alone says nothing"
    expect(page.locator(".question h2").first).to_have_text(question)
    answers = page.locator(".question [data-code]:visible").count()
    assert answers > 1, "the answers have gone"
    about.tap()
    expect(page.locator(LOOK)).to_contain_text(shown)
    expect(page.locator(LOOK).locator(".btn")).to_be_in_viewport(ratio=1)
    covers = "(node) => { const { x, y, width, height } = node.getBoundingClientRect();"
    covers += "return !node.contains(document.elementFromPoint(x + width / 2, y + height - 4)); }"
    assert page.locator(LOOK).locator(".btn").evaluate(covers) is False, "something lies over the way back"
    page.locator(f"{LOOK} .btn").tap()
    expect(page.locator(".question h2").first).to_have_text(question)
    assert page.locator(".question [data-code]:visible").count() == answers, "the pick has gone"
    tapped(page.locator(".view .piece.unit.picked:visible").first)
    expect(about).to_have_count(0)
    ling.close()


def test_what_answers_at_once_is_not_told_of_and_a_mouse_has_its_tip(browser: Browser, server: Server) -> None:
    match = played("battlestar", 3, lambda match: asked(match, 0, "move"))
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **PHONE)
    ling.go(lay(server, match, ling, "me", *["bot:random"] * 2))
    ling.page.evaluate("new MutationObserver(() => document.querySelector('.about') && (window.told = true))"
                       ".observe(document, { subtree: true, childList: true })")  # fmt: skip
    room = ling.page.locator(".view .region.room .cover.legal:visible").first
    tapped(room)
    ling.page.locator(".question h2", has_text="action").wait_for()
    assert not ling.page.evaluate("window.told")
    ling.close()
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    match = played("battlefield", 3, lambda match: asked(match, 0, "declare"), bot="greedy")
    ling.go(lay(server, match, ling, "me", "bot:greedy", "bot:greedy"))
    ling.page.locator(".view .piece.unit.legal:visible").first.click()
    ling.page.locator(".view .piece.unit.picked:visible").first.wait_for()
    assert ling.page.locator(ABOUT).count() == 0
    ling.close()
