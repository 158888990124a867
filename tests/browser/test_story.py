"""What happened since the last move, in Chromium: a notice's link opens it, the same on a desk and a telephone."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Browser, ViewportSize, expect

from browser.conftest import Server
from browser.person import Person
from browser.prepared import asked, lay, played
from shapan.engine.match import Match

DESK, PHONE = ViewportSize(width=1280, height=720), ViewportSize(width=390, height=844)
OVER = """(dialog) => [...dialog.querySelectorAll("article, .picture, li, h4, .now")]
    .filter((node) => node.getBoundingClientRect().right > innerWidth || node.scrollWidth > node.clientWidth + 1)
    .map((node) => node.className + ": " + node.textContent.slice(0, 40))"""


class Away:
    """Whether a seat is asked again, and since it was asked last much has happened, some of it staged."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._at = 0

    def __call__(self, match: Match[Any]) -> bool:
        if not asked(match, self._seat):
            return False
        at, self._at = self._at, match.event_count(self._seat)
        return self._at > at + 8 and any(match.moments_for(self._seat, at + 2))


def test_the_story_is_the_same_on_another_device_and_leads_into_the_replay(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, viewport=DESK, reduced_motion="reduce", locale="en")
    match = lay(server, played("battlestar", 4, Away(0), key=b"look"), ling, "me", *["bot:random"] * 3, pace=86_400)
    page = ling.page
    ling.go(f"{match}?story")
    story = page.locator("dialog:has(#story-title)")
    expect(story.locator("article .picture").first).to_be_visible()
    expect(story.locator(".clock li")).to_be_in_viewport()
    assert story.evaluate(OVER) == []
    told = story.inner_text()
    page.set_viewport_size(PHONE)
    ling.go(f"{match}?story")
    expect(story.locator("article .picture").first).to_be_visible()
    expect(story.locator(".clock li")).to_be_in_viewport()
    assert story.evaluate(OVER) == []
    clocks = re.compile(r"\d+:\d\d(:\d\d)?")
    assert clocks.sub("", story.inner_text()).split() == clocks.sub("", told).split()
    page.keyboard.press("Escape")
    expect(story).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/match/[^?]+$"))
    ling.go(f"{match}?story")
    link = story.locator("article a").first
    event = int((link.get_attribute("href") or "").rpartition("=")[2])
    link.click()
    expect(page).to_have_url(re.compile(rf"/replay/{match}\?seat=0#\d+"))
    frames = ling.context.request.get(f"{server.url}/api/matches/{match}/replay?seat=0").json()["frames"]
    step = int(page.url.rpartition("#")[2])
    before = sum(len(frame.get("events", [])) for frame in frames[: step - 1])
    assert before <= event < before + len(frames[step - 1]["events"])
    ling.close()
