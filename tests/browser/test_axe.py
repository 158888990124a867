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
from browser.prepared import lay, over, played, stages
from shapan.engine.registry import find

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
WIDTHS = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
GAME = "planet_masters"
KEYS = tuple(f"axe {number}".encode() for number in range(20))
"""Of matches in which every question comes."""


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
    """The pages on a desk; on a phone test_lobby looks at them, all but the first."""
    report = Report()
    with person_of(browser, server, language) as ling:
        with person_of(browser, server, language) as tomas:
            opened = tomas.open("pig", "me", "open", "bot:greedy")
        addresses = ["/?game=planet_masters#new", "/rules", "/rules/planet_masters", "/no-such-page", "/replays"]
        ling.page.goto(f"{server.url}/")
        look_on_both(report, ling.page, f"/ {language}")
        ling.page.set_viewport_size(WIDTHS["wide"])  # type: ignore[arg-type]
        for address in [*addresses, opened["joins"][0]["url"]]:
            ling.page.goto(f"{server.url}{address}")
            report.look(ling.page, f"{address} {language}")
    assert report.clean, f"\n{report}"


def test_every_question(browser: Browser, server: Server) -> None:
    """Each kind of question once, on both widths; the languages take turns, for they change the words alone."""
    wanted = {prompt.key for prompt in find(GAME).prompts}
    report, found = Report(), stages(GAME, 3, wanted, keys=KEYS)
    with person_of(browser, server, "en") as ling:
        for number, (kind, match) in enumerate(sorted(found.items())):
            language = LANGUAGES[number % len(LANGUAGES)]
            ling.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
            ling.go(lay(server, match, ling, "me", "hot", "hot"))
            if not number:
                ling.page.locator(".hand-over").wait_for()
                look_on_both(report, ling.page, "hand-over")
            uncover(ling.page)
            assert question(ling.page)
            look_on_both(report, ling.page, f"{kind} {language}")
    assert set(found) == wanted, f"never asked: {wanted - set(found)}"
    assert report.pages == 2 * (1 + len(wanted))
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
        match = played(GAME, 3, over, options={"max_rounds": 1}, bot="greedy")
        ling.go(lay(server, match, ling, "me", "bot:greedy", "bot:greedy"))
        ling.page.locator(OVER).wait_for()
        look_on_both(report, ling.page, f"end {language}")
        ling.page.keyboard.press("Escape")  # the table itself is one press away
        for tab in ling.page.locator(".tabs button").all():
            tab.click()
            report.look(ling.page, f"tab {tab.inner_text()} {language}, phone")
    assert report.clean, f"\n{report}"
