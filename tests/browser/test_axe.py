"""No serious or critical finding of axe: pages, questions, log, rules and end, in three languages and on two widths."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page

from browser.axe import Report
from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES, OVER, question
from shapan.engine.chance import Stream
from shapan.engine.registry import find

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
WIDTHS = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
MOST = 250
"""Answers until every question must have come."""


@contextmanager
def person_of(browser: Browser, server: Server, language: str) -> Iterator[Person]:
    person = Person(browser, server.url, reduced_motion="reduce")  # what fades has no contrast on its way
    person.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    yield person
    person.close()


def look_on_both(report: Report, page: Page, where: str) -> None:
    """Examine a page on a desk and on a phone."""
    for name, size in WIDTHS.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.wait_for_timeout(350)
        report.look(page, f"{where}, {name}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages(browser: Browser, server: Server, language: str) -> None:
    report = Report()
    with person_of(browser, server, language) as ling:
        with person_of(browser, server, language) as tomas:
            opened = tomas.open("pig", "me", "open", "bot:greedy")
        addresses = ["/", "/?game=planet_masters#new", "/rules", "/rules/planet_masters", "/no-such-page", "/replays"]
        for address in [*addresses, opened["joins"][0]["url"]]:
            ling.page.goto(f"{server.url}{address}")
            look_on_both(report, ling.page, f"{address} {language}")
    assert report.clean, f"\n{report}"


def test_every_question(browser: Browser, same_dice: Server) -> None:
    """One person plays all seats, so that he is asked everything; with these dice and answers it comes soon."""
    wanted = {prompt.key for prompt in find("planet_masters").prompts}
    report, seen, rng = Report(), set[str](), Stream("axe 424")
    with person_of(browser, same_dice, "en") as ling:
        match = ling.open("planet_masters", "me", "hot", "hot")["id"]
        ling.go(match)
        ling.page.locator(".hand-over").wait_for()
        look_on_both(report, ling.page, "hand-over")
        for _ in range(MOST):
            decision = ling.frame(match)["decision"]
            if decision["kind"] not in seen:
                seen.add(decision["kind"])
                for language in LANGUAGES:
                    ling.context.add_cookies([{"name": "language", "value": language, "url": same_dice.url}])
                    ling.page.reload()
                    uncover(ling.page)
                    assert question(ling.page)
                    look_on_both(report, ling.page, f"{decision['kind']} {language}")
            if seen == wanted:
                break
            stop = decision["many"] and decision["done"] and rng.number(2)
            codes = [] if stop else [rng.choice([target["code"] for target in decision["targets"]])]
            ling.answer(match, decision, codes)
    assert seen == wanted, f"never asked: {wanted - seen}"
    print(f"{report.pages} pages examined")
    assert report.clean, f"\n{report}"


def uncover(page: Page) -> None:
    """Take the hand-over screen away, if there is one."""
    page.locator(f".hand-over button, {DECIDES}, {OVER}").first.wait_for()
    if page.locator(".hand-over").count():
        page.locator(".hand-over button").click()


@pytest.mark.parametrize("language", LANGUAGES)
def test_log_and_end(browser: Browser, server: Server, language: str) -> None:
    report = Report()
    with person_of(browser, server, language) as ling:
        match = ling.open("planet_masters", "me", "bot:greedy", "bot:greedy", options={"max_rounds": 1})["id"]
        ling.go(match)
        for _ in range(60):
            if not question(ling.page):
                break
            decision = ling.frame(match)["decision"]
            if decision:
                stop = decision["many"] and decision["done"]
                ling.answer(match, decision, [] if stop else [decision["targets"][0]["code"]])
            ling.page.wait_for_timeout(100)
        assert ling.page.locator(OVER).count()
        look_on_both(report, ling.page, f"end {language}")
        for tab in ling.page.locator(".tabs button").all():
            tab.click()
            report.look(ling.page, f"tab {tab.inner_text()} {language}, phone")
    assert report.clean, f"\n{report}"
