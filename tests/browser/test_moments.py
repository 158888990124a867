"""Staged moments and the end of a match, at positions that are laid before the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import Report
from browser.conftest import Server
from browser.person import Person
from browser.prepared import lay, over, played
from shapan.engine.match import Match

DESK = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
STAGED = ".staged"
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def ling(browser: Browser, server: Server) -> Iterator[Person]:
    person = Person(browser, server.url, sees=False, viewport=DESK, reduced_motion="reduce")
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    yield person
    person.close()


def no_fault(page: Page) -> None:
    """Examine what is staged on a desk, then on a phone, and leave the page as it was."""
    report = Report()
    for size in (PHONE, DESK):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        report.look(page, str(size))
    assert str(report) == ""


def has_role(match: Match[Any]) -> bool:
    """Whether seat 0 has been told what it is, and is asked something."""
    return 0 in match.decisions and any(moment is not None and moment.waits for moment in match.moments_for(0))


def test_a_role_waits_until_it_was_seen_and_comes_once(ling: Person, server: Server) -> None:
    match = played("battlestar", 3, has_role)
    ling.go(lay(server, match, ling, "me", "bot:random", "bot:random"))
    page = ling.page
    staged = page.locator(STAGED)
    expect(staged.locator("h2")).to_contain_text("You are")
    expect(staged).to_contain_text("Only you see this")
    no_fault(page)
    for view in (PHONE, DESK):
        page.set_viewport_size(view)  # type: ignore[arg-type]
        page.evaluate(SETTLED)
        box = staged.bounding_box()
        assert box
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= view["height"]
    decides = page.locator(".question.yours h2").first.inner_text()
    # A click goes on, and answers nothing.
    page.mouse.click(3, DESK["height"] - 3)
    expect(staged).to_have_count(0)
    assert page.locator(".question.yours h2").first.inner_text() == decides
    page.reload()
    page.wait_for_selector(".question.yours")
    expect(staged).to_have_count(0)


def test_the_end_takes_no_key_by_accident(ling: Person, server: Server) -> None:
    match = played("battlestar", 3, over)
    assert match.outcome
    ling.go(lay(server, match, ling, "me", "bot:random", "bot:random"))
    page = ling.page
    end = page.locator("section.end")
    expect(end.locator("h2")).to_have_text("Victory" if 0 in match.outcome.winners else "Defeat")
    expect(end.locator(".who li")).to_have_count(3)
    no_fault(page)
    assert page.evaluate("document.activeElement === document.body")
    for key in ("Enter", "Space", "1", "p"):
        page.keyboard.press(key)
    expect(end).to_be_visible()
    expect(page).to_have_url(page.url)
    page.keyboard.press("Escape")
    expect(end).to_have_count(0)
    expect(page.locator("section.result h2")).to_contain_text("won" if match.outcome.winners else "")
    page.get_by_role("button", name="See the result").click()
    expect(end).to_be_visible()
    end.get_by_role("link", name="Review").click()
    page.wait_for_url("**/replay/**")


def test_the_line_of_a_moment_shows_it_again(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, viewport=DESK, reduced_motion="reduce")
    match = played("planet_masters", 3, over, options={"max_rounds": 3})
    person.go(lay(server, match, person, "me", "bot:random", "bot:random"))
    page = person.page
    page.locator("section.end").get_by_role("button", name="See the table").click()
    page.locator("#log").get_by_role("button", name="Show it again").last.click()
    staged = page.locator(STAGED)
    expect(staged).to_have_attribute("data-beat", "2")
    no_fault(page)
    page.mouse.click(5, 5)
    expect(staged).to_have_count(0)
    person.close()


COMPARISONS = [("battlestar", "check"), ("planet_masters", "fight")]


@pytest.mark.parametrize(("game", "staging"), COMPARISONS, ids=[game for game, _ in COMPARISONS])
def test_the_last_comparison_stays_to_be_seen(ling: Person, server: Server, game: str, staging: str) -> None:
    def compared(match: Match[Any]) -> bool:
        last = [moment.staging for moment in match.moments_for(0) if moment is not None and moment.compares]
        return last[-1:] == [staging] and 0 in match.decisions and not match.decisions[0].prompt.reaction

    ling.go(lay(server, played(game, 3, compared), ling, "me", "bot:random", "bot:random"))
    page = ling.page
    page.locator(".question.yours h2").first.wait_for()
    staged = page.locator(STAGED)
    if staging == "check":  # his role is shown first
        staged.locator(".go").click()
        expect(staged).to_have_count(0)
    decides = page.locator(".question.yours h2").first.inner_text()
    page.keyboard.press("a")
    battle = page.locator(".battle")
    expect(battle).to_be_visible()
    if staging == "check":
        expect(battle.locator(".givers li")).to_have_count(4)
    page.wait_for_timeout(2_000)  # longer than it would be staged
    expect(battle).to_be_visible()
    page.keyboard.press("Escape")
    expect(battle).to_have_count(0)
    assert page.locator(".question.yours h2").first.inner_text() == decides
    page.keyboard.press("l")  # the log, which has it too
    page.locator(".compared").click()
    expect(battle).to_be_visible()
