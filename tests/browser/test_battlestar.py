"""Battlestar Galactica in Chromium: by mouse and by keys, one screen for three, spectators, the replay."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import COLOURS_ALONE, Report
from browser.conftest import Server
from browser.hand import Stretch, play
from browser.person import Person
from browser.player import OVER, answer, question
from browser.prepared import Played, asked, lay, over, played, stages
from browser.shown import Shown
from browser.test_keyboard import PLACES, press, press_something, tab_to
from browser.test_reactions import answered
from scripts.moments import frame as frame_of
from shapan.engine.chance import Stream

GAME = "battlestar"
DESK = {"width": 1440, "height": 900}
MOST = 900
"""Clicks until a match must be over."""
LITTLE = 1
"""Of what the fleet lives on, where a match is late."""
LATE = b"late 2"
"""Of a match in which the first seat is asked then."""
BY_MOUSE = 5
BEGUN = 25
"""Clicks from the beginning on."""
KEYS = 16
"""Answers by keys alone."""
DONE = ".question.yours :is([data-primary], .done):not([aria-disabled=true])"
ASKED = {"character", "draw_types", "move", "action", "contribute", "W7"}
KEYS_OF_MATCHES = (b"one", b"two", b"three")
"""Questions that come in every match."""


def quick(browser: Browser, server: Server, *, hears: bool = False) -> Person:
    """Return a person to whom moves of others are shown at once."""
    person = Person(browser, server.url, hears=hears, viewport=DESK, reduced_motion="reduce")
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    return person


@pytest.fixture
def ling(browser: Browser, server: Server) -> Iterator[Person]:
    person = quick(browser, server)
    yield person
    person.close()


def complaints_of(page: Page) -> list[str]:
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


def sent(ling: Person) -> list[dict[str, Any]]:
    """Return the frames that the page was sent."""
    return [data for data in map(json.loads, ling.received) if "scene" in data]


def begun_by_mouse(ling: Person, most: int) -> Stretch:
    """Play from the beginning on: the first answers by the mouse itself, the rest by a hand inside the page."""
    ling.go(ling.open(GAME, "me", "bot:random", "bot:random")["id"])
    rng = Stream("battlestar mouse")
    for _ in range(BY_MOUSE):
        assert question(ling.page)
        answer(ling.page, rng)
    return play(ling.page, rng, most, eager=True)


def is_late(match: Played) -> bool:
    """Whether the fleet is all but lost, and the first seat chooses where to go."""
    return asked(match, 0, "move") and min(match.live.dials) <= LITTLE


def test_a_match_by_mouse_from_the_beginning_and_to_the_end(ling: Person, server: Server) -> None:
    """The long tier plays what lies between, too."""
    complaints = complaints_of(ling.page)
    begun = begun_by_mouse(ling, BEGUN)
    ling.go(lay(server, played(GAME, 3, is_late, key=LATE), ling, "me", "bot:random", "bot:random"))
    ended = play(ling.page, Stream("battlestar end"), MOST, eager=True)
    assert ended.over, f"no end after {ended.clicks} clicks"
    expect(ling.page.locator(f"{OVER} .why")).to_contain_text("won")
    assert len(begun.kinds | ended.kinds) >= 10, begun.kinds | ended.kinds
    assert complaints == []


@pytest.mark.long
def test_a_whole_match_by_mouse(ling: Person) -> None:
    complaints = complaints_of(ling.page)
    segment = begun_by_mouse(ling, MOST)
    assert segment.over, f"no end after {segment.clicks} clicks"
    expect(ling.page.locator(f"{OVER} .why")).to_contain_text("won")
    assert complaints == []


def test_a_stretch_by_keys_alone(ling: Person) -> None:
    match = ling.open(GAME, "me", "bot:random", "bot:random")["id"]
    ling.go(match)
    rng, texts = Stream("battlestar keys"), [""]
    for _ in range(KEYS):
        text = question(ling.page)
        texts += [text] if text != texts[-1] else []
        ling.page.locator(f"{DONE}, {PLACES}, .question.yours [data-option]").first.wait_for()
        if ling.page.locator(DONE).count() and rng.number(4):
            tab_to(ling.page, "it.matches('.question :is([data-primary], .done)')")
            press(ling.page, "Enter")
        else:
            press_something(ling.page, rng)
        ling.page.wait_for_timeout(80)
    assert len(texts) >= 6, texts
    assert len({re.sub(r"\d+", "N", text) for text in texts}) >= 5, texts


def test_one_screen_hides_hands_and_loyalty_from_the_next(ling: Person) -> None:
    match = ling.open(GAME, "me", "hot", "hot")["id"]
    ling.go(match)
    page, cover = ling.page, ling.page.locator(".hand-over")
    looked, covered, choice = set[int](), 0, Random(3)
    for _ in range(120):
        page.locator(f".hand-over button, .question.yours[aria-busy=false], {OVER}").first.wait_for()
        if cover.count():
            covered += 1
            assert page.locator("[data-piece], [data-seat], .log, .case").count() == 0, "the table is to be seen"
            cover.locator("button").click()
            expect(cover).to_have_count(0)
            expect(page.locator(".seat-row.own")).to_have_count(1)
            expect(page.locator(".secret .piece")).to_have_count(0)
        frame, own = ling.frame(match), page.locator(".seat-row.own")
        if not own.count() or own.get_attribute("data-seat") != str(frame["viewer"]):
            page.wait_for_timeout(100)  # the page has not heard of it yet
            continue
        if page.locator(".holding .line .other").count():
            page.locator(".holding .toggle").click()
        if page.locator(".secret .look").count() and frame["viewer"] not in looked:
            looked.add(frame["viewer"])
            page.locator(".secret .look").first.click()
            expect(page.locator(".secret .piece")).not_to_have_count(0)
        if len(looked) == 3:
            break
        answered(ling, match, frame["decision"], choice)
        page.wait_for_timeout(100)
    assert looked == {0, 1, 2} and covered >= 3


def hidden_zones(frame: dict[str, Any]) -> list[str]:
    """Return the zones of a frame that only their owner may see."""
    zones = [zone for panel in frame["scene"].get("panels", []) for zone in panel.get("zones", [])]
    return [zone["id"] for zone in zones if zone["kind"] in ("secret", "hand")]


def test_a_spectator_sees_no_hand_until_the_end(browser: Browser, server: Server) -> None:
    ling, mira = (quick(browser, server, hears=True) for _ in range(2))
    match = ling.open(GAME, "me", "bot:random", "bot:random")["id"]
    mira.go(match)
    ling.go(match)
    assert not play(ling.page, Stream("battlestar spectator"), 12, eager=True).over
    own = [frame for frame in sent(ling) if frame["scene"].get("hand")]
    assert own and any(hidden_zones(frame) for frame in own), "there is nothing to be hidden"
    frames = sent(mira)
    assert len(frames) > 5
    for frame in frames:
        assert frame["spectator"] and frame["decision"] is None
        assert not frame["scene"].get("hand") and not hidden_zones(frame)
        assert not [event for event in frame["events"]["list"] if event["key"].endswith("_secret")]
    expect(mira.page.locator("#hand, .secret, .question.yours")).to_have_count(0)
    refused = mira.context.request.get(f"{mira.url}/api/matches/{match}/replay?seat=0")
    assert refused.status == 403
    for person in (ling, mira):
        person.close()


def test_after_the_end_the_replay_shows_every_hand(ling: Person, server: Server) -> None:
    match = lay(server, played(GAME, 3, over), ling, *["bot:random"] * 3)
    page = ling.page
    page.goto(f"{ling.url}/replay/{match}#150")
    page.locator(".seat-row").first.wait_for()  # it is recorded first
    expect(page.locator(".seat-row")).to_have_count(3)
    expect(page.locator("#hand, .secret")).to_have_count(0)
    for seat in range(3):
        page.get_by_label("View").select_option(str(seat))
        expect(page.locator(".seat-row.own")).to_have_attribute("data-seat", str(seat))
        expect(page.locator(".holding")).not_to_have_count(0)
    page.get_by_label("View").select_option(label="Everything open")
    expect(page.locator(".seat-row.own")).to_have_count(0)  # what all saw comes first
    for seat in range(3):
        page.locator(f"[data-sheet='{seat}']").click()
        row = page.locator(f".crew[data-seat='{seat}']")
        expect(row.locator("[data-piece^=loyalty], [data-piece^=open]")).not_to_have_count(0)
        expect(row.locator("[data-piece^=hand]")).to_have_count(int(row.locator("dl dd, dl b").first.inner_text()))


def test_nothing_grave_for_axe_in_its_questions(browser: Browser, server: Server) -> None:
    """In the dark by all rules; in the light by that of colours, which alone are other ones."""
    ling = Person(browser, server.url, viewport=DESK, reduced_motion="reduce")
    page, report = ling.page, Report()
    found = stages(GAME, 3, ASKED, keys=KEYS_OF_MATCHES)
    table = Shown(ling, server, GAME, 3)
    for kind, match in found.items():
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        table.show(frame_of(match, min(match.decisions)))
        report.look(page, f"{kind}, dark")
        page.evaluate("document.documentElement.dataset.theme = 'light'")
        report.look(page, f"{kind}, light", COLOURS_ALONE)
    ling.close()
    assert set(found) == ASKED
    assert report.clean, f"\n{report}"
