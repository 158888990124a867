"""The board of Planet Masters with two and six seats, on a small laptop and a phone: all is there and readable."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import Server
from browser.person import Person
from browser.player import CHOICES
from browser.shown import Shown, questions

SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
LOOK = """(phone) => {
    const found = [];
    const box = (node) => node.getBoundingClientRect();
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
    const words = (node) => (node.getAttribute("aria-label") || node.innerText).slice(0, 40);
    const meet = (one, other) => {
        const [a, b] = [box(one), box(other)];
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    };
    const apart = (nodes, why) => nodes.forEach((one, at) => nodes.slice(at + 1).forEach((other) => {
        if (meet(one, other)) found.push(`${why}: ${words(one)} / ${words(other)}`);
    }));
    const stage = document.querySelector(".board-stage");
    const under = stage.scrollHeight - stage.clientHeight;
    if (under > 1) found.push(`scrolls by ${under}`);
    const { scrollWidth } = document.scrollingElement;
    if (scrollWidth > innerWidth) found.push(`${scrollWidth} wide`);
    const parts = seen(".row-board, article.board, .own-card, .centre, .between");
    apart(parts, "parts lie on each other");
    apart(seen(".marks li .seat"), "marks lie on each other");
    const view = box(stage);
    for (const node of parts) {
        const { left, right, bottom } = box(node);
        if (left < 0 || right > innerWidth || bottom > view.bottom + 1) found.push(`out of the table: ${words(node)}`);
    }
    for (const row of seen(".row-board")) {
        const own = box(row);
        const all = [...row.querySelectorAll(".name, .title, .piece, .number, .dots, dd, .tag, .odds, .pips")];
        for (const node of all.filter((one) => one.checkVisibility())) {
            const { left, right, top, bottom } = box(node);
            const above = phone && node.matches(".tag") ? 10 : 1;
            if (left < own.left || right > own.right + 1 || top < own.top - above || bottom > own.bottom + 1)
                found.push(`out of its row: ${words(node)}`);
        }
        const cells = [...row.querySelectorAll(".who, .lying, .number, .dots, .end, dl")];
        apart(cells.filter((one) => box(one).width), "cells");
        if (own.height < (phone ? 44 : 40) - 0.5) found.push(`a row of ${own.height}`);
    }
    for (const name of seen(".row-board .name, article.board .name > b")) {
        if (name.scrollWidth > name.clientWidth + 1 && name.clientWidth) found.push(`cut off: ${words(name)}`);
        if (parseFloat(getComputedStyle(name).fontSize) < 13) found.push(`small: ${words(name)}`);
    }
    for (const text of seen(".board .label, .heads span, .brief .text, .weighed .words, .affair .title"))
        if (text.scrollWidth > text.clientWidth + 2 && getComputedStyle(text).display !== "inline")
            if (!text.closest(".line")) found.push(`cut off: ${words(text)}`);
    for (const text of seen(".weighed .words")) {
        const [inner, outer] = [box(text), box(text.closest(".weighed"))];
        if (inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2) found.push(`out of its line: ${words(text)}`);
    }
    return found;
}"""
"""What lies on something else, is cut off, out of its place or has to be scrolled to."""
CHOICE = f"() => document.querySelectorAll({CHOICES!r}).length"


def looked_at(page: Page, phone: bool) -> list[str]:
    found: list[str] = page.evaluate(LOOK, phone)
    return found


@pytest.mark.parametrize("seats", [2, 6])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_overlaps_is_cut_off_or_scrolls(browser: Browser, server: Server, size: str, seats: int) -> None:
    """With every kind of question there is: nothing is missing from the table, and something can be chosen."""
    phone = size == "phone"
    ling = Person(browser, server.url, locale="zh-CN" if phone else "en", reduced_motion="reduce", **SIZES[size])
    table = Shown(ling, server, "planet_masters", seats)
    wrong, asked = list[str](), set[str]()
    for kind, frame in questions("planet_masters", seats, matches=6, each=1):
        table.show(frame)
        asked.add(kind)
        page = ling.page
        assert page.evaluate(CHOICE), f"{kind}: nothing can be chosen"
        if phone and page.locator(".shelf").count():  # whole cards stand over it all; pulled down, they give way to it
            page.locator(".grip").click()
        wrong += [f"{kind}: {what}" for what in looked_at(page, phone)]
        boards = page.locator(".row-board, article.board, .own-card").count()
        assert boards == (seats if not page.locator(".strip [aria-pressed=true]").count() else 2), kind
    ling.close()
    assert not wrong, "\n".join(wrong)
    assert {"build", "manage", "action", "spoils", "vote"} <= asked


def test_the_races_are_listed_with_those_at_work_first(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **SIZES["laptop"])
    table = Shown(ling, server, "planet_masters", 6)
    frames = [
        frame for kind, frame in questions("planet_masters", 6, matches=3, each=3) if kind in ("manage", "action")
    ]
    both = False
    for frame in frames:
        table.show(frame)
        if not ling.page.locator("#tab-cards").count():
            ling.page.keyboard.press("l")
        ling.page.locator("#tab-cards").click()
        states = ling.page.locator(".roles .state").all_inner_texts()
        assert len(states) == 6
        assert states == sorted(states, key=lambda state: state == "asleep")
        both = both or len(set(states)) == 2
    assert both
    ling.close()
