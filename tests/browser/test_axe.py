"""No serious or critical finding of axe: pages, questions, log, rules and end, in three languages and on two widths."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.axe import ALL, BUT_COLOURS, Report
from browser.conftest import Server
from browser.person import Person
from browser.player import OVER
from browser.prepared import lay, over, played, stages
from browser.shown import Shown
from scripts.moments import frame
from shapan.engine.registry import find

LANGUAGES = ("en", "zh-Hans", "zh-Hant")
in_languages = pytest.mark.parametrize(
    "languages",
    [pytest.param(LANGUAGES[:2], id="usual"), pytest.param(LANGUAGES[2:], id="rest", marks=pytest.mark.long)],
)
"""Pages in traditional characters differ from those in simplified ones by their words alone."""
WIDTHS = {"wide": {"width": 1440, "height": 900}, "phone": {"width": 390, "height": 844}}
GAME = "planet_masters"
PLAIN = ("/rules", "/rules/planet_masters", "/no-such-page", "/replays", "/notices")
KEYS = tuple(f"axe {number}".encode() for number in range(20))
"""Of matches in which every question comes."""


@contextmanager
def person_of(browser: Browser, server: Server, language: str) -> Iterator[Person]:
    person = Person(browser, server.url, reduced_motion="reduce")  # what fades has no contrast on its way
    person.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    yield person
    person.close()


SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def look_on_both(report: Report, page: Page, where: str, rules: dict[str, Any] = ALL) -> None:
    """Examine a page on a desk and on a phone."""
    for name, size in WIDTHS.items():
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate(f"() => {SETTLED}")
        report.look(page, f"{where}, {name}", rules)


def rules_of(language: str) -> dict[str, Any]:
    """Return the rules for a page in a language; colours are looked at in the first one."""
    return ALL if language == LANGUAGES[0] else BUT_COLOURS


@in_languages
def test_pages(browser: Browser, server: Server, languages: tuple[str, ...]) -> None:
    """The pages on a desk, in one language after another; on a phone test_lobby looks at them, all but the first."""
    report = Report()
    with person_of(browser, server, "en") as ling, person_of(browser, server, "en") as tomas:
        opened = tomas.open("pig", "me", "open", "bot:greedy")
        for language in languages:
            ling.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
            ling.page.goto(f"{server.url}/")
            look_on_both(report, ling.page, f"/ {language}", rules_of(language))
            ling.page.set_viewport_size(WIDTHS["wide"])  # type: ignore[arg-type]
            for address in ["/tables/new?game=planet_masters", *PLAIN, opened["joins"][0]["url"]]:
                ling.page.goto(f"{server.url}{address}")
                report.look(ling.page, f"{address} {language}", rules_of(language))
    assert report.clean, f"\n{report}"


def test_every_question(browser: Browser, server: Server) -> None:
    """Each kind of question once, on both widths; the languages take turns, for they change the words alone.

    So do the colours, which all questions share: they are looked at in every third.
    """
    wanted = {prompt.key for prompt in find(GAME).prompts}
    report, found = Report(), stages(GAME, 3, wanted, keys=KEYS)
    with person_of(browser, server, "en") as ling:
        ling.go(lay(server, next(iter(found.values())), ling, "me", "hot", "hot"))
        ling.page.locator(".hand-over").wait_for()
        look_on_both(report, ling.page, "hand-over")
    asked = sorted(found.items())
    for at, language in enumerate(LANGUAGES):
        with person_of(browser, server, language) as ling:
            table = Shown(ling, server, GAME, 3)
            for kind, match in asked[at :: len(LANGUAGES)]:
                table.show(frame(match, min(match.decisions)))
                look_on_both(report, ling.page, f"{kind} {language}", rules_of(language))
    assert set(found) == wanted, f"never asked: {wanted - set(found)}"
    assert report.pages == 2 * (1 + len(wanted))
    assert report.clean, f"\n{report}"


@in_languages
def test_log_and_end(browser: Browser, server: Server, languages: tuple[str, ...]) -> None:
    report = Report()
    match = played(GAME, 3, over, options={"max_rounds": 1}, bot="greedy")
    with person_of(browser, server, "en") as ling:
        for language in languages:
            ling.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
            ling.go(lay(server, match, ling, "me", "bot:greedy", "bot:greedy"))
            ling.page.locator(OVER).wait_for()
            look_on_both(report, ling.page, f"end {language}", rules_of(language))
            ling.page.keyboard.press("Escape")  # the table itself is one press away
            for tab in ling.page.locator(".tabs button").all():
                tab.click()
                report.look(ling.page, f"tab {tab.inner_text()} {language}, phone", rules_of(language))
    assert report.clean, f"\n{report}"
