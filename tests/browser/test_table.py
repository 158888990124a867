"""A whole match in Chromium: by mouse, in English and Chinese, on a desk and on a phone; nothing lost on the way."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import Server
from browser.hand import Stretch, play
from browser.person import Person
from browser.player import DECIDES, OVER, answer, open_table, question
from browser.prepared import asked as is_asked
from browser.prepared import lay, played
from shapan.engine.chance import Stream

ROUNDS = {"max_rounds": "3"}
MOST = 600
"""Clicks until a match must be over."""
BY_MOUSE = 5
KEEPS = (
    """() => [...document.querySelectorAll(".question button")].some((one) => one.innerText.startsWith("Keep all"))"""
)
WIDE = (
    """() => (document.scrollingElement.scrollWidth > 390 ? [`${document.scrollingElement.scrollWidth} wide`] : [])"""
)
LATIN = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(r"PM-[E\d][\d.]*|Shapan|English|Enter|Esc|U")
WORDS = f"() => document.body.innerText.replace(/{ALLOWED.pattern}/g, '').match(/{LATIN.pattern}/g) ?? []"


def play_to_the_end(page: Page, rng: Stream, look: str = "() => []") -> Stretch:
    """Answer at random until the match is over, and look at each question."""
    segment = play(page, rng, MOST, look=look)
    assert segment.over, f"no end after {segment.clicks} clicks; asked: {segment.kinds}"
    assert segment.found == []
    return segment


def records(server: Server, match: str) -> list[dict[str, object]]:
    """Return what the server has stored for a match."""
    with closing(sqlite3.connect(server.data / "shapan.sqlite3")) as database:
        rows = database.execute("select body from records where match = ? order by number", (match,)).fetchall()
    return [json.loads(row[0]) for row in rows]


def test_a_whole_match_by_mouse(page: Page, server: Server, complaints: list[str]) -> None:
    """The first answers by the mouse itself, the rest by a hand inside the page."""
    open_table(page, server.url, "planet_masters", options=ROUNDS)
    rng, match = Stream("mouse"), str(re.findall(r"/match/([\w-]+)", page.url)[0])
    begun = set[str]()
    for _ in range(BY_MOUSE):
        begun.add(question(page))
        answer(page, rng)
    asked = begun | play_to_the_end(page, rng).kinds
    assert len(asked) >= 3, asked
    expect(page.locator(OVER)).to_be_visible()
    answers = [record for record in records(server, match) if "answer" in record]
    assert {record["seat"] for record in answers} == {0, 1, 2}
    assert complaints == []


def lines(page: Page) -> int:
    """Return how many lines the log has; where the desk has no room for it, it opens over the table."""
    page.keyboard.press("l")
    page.locator(".log li").first.wait_for()
    page.wait_for_timeout(200)
    return page.locator(".log li").count()


def test_a_reload_and_a_restart_lose_nothing(page: Page, server: Server) -> None:
    open_table(page, server.url, "planet_masters", options=ROUNDS)
    rng = Stream("reload")
    play(page, rng, 6)
    before, told = question(page), lines(page)
    page.reload()
    assert question(page) == before
    server.stop()
    server.start()
    page.reload()
    assert question(page) == before
    assert lines(page) == told > 0
    page.keyboard.press("Escape")
    assert play(page, rng, 4).clicks == 4  # and the match goes on


def test_an_answer_is_taken_back(page: Page, server: Server) -> None:
    open_table(page, server.url, "planet_masters", options=ROUNDS)
    play(page, Stream("undo"), 60, until=KEEPS)
    before = question(page)
    page.get_by_role("button", name=re.compile("^Keep all")).click()
    expect(page.locator(f"{DECIDES} h2").first).not_to_have_text(before)
    page.keyboard.press("u")
    expect(page.locator(f"{DECIDES} h2").first).to_have_text(before)


@pytest.mark.parametrize("language", ["zh-Hans", pytest.param("zh-Hant", marks=pytest.mark.long)])
def test_a_chinese_table_has_no_english_in_it(browser: Browser, server: Server, language: str) -> None:
    locale = {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW"}[language]
    context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 720})
    page = context.new_page()
    open_table(page, server.url, "planet_masters", options={"max_rounds": "2"})
    play_to_the_end(page, Stream("chinese"), WORDS)
    assert not LATIN.findall(ALLOWED.sub("", page.locator("body").inner_text()))
    context.close()


MOVES = """async () => {
    const answers = document.querySelector(".question.yours :is(.answers, .foot)");
    if (!answers) return 0;
    let top = answers.getBoundingClientRect().top;
    let moves = 0;
    for (let frame = 0; frame < 8; frame++) {
        await new Promise(requestAnimationFrame);
        const now = answers.getBoundingClientRect().top;
        if (now !== top) moves++;
        top = now;
    }
    return moves;
}"""


@pytest.mark.parametrize(
    ("size", "most"),
    [((1280, 720), 4), *(pytest.param(size, 12, marks=pytest.mark.long) for size in ((1280, 720), (1440, 900)))],
)
def test_what_is_said_under_the_pointer_does_not_move_the_answers_for_ever(
    browser: Browser, server: Server, size: tuple[int, int], most: int
) -> None:
    context = browser.new_context(locale="zh-CN", viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    open_table(page, server.url, "planet_masters", options=ROUNDS)
    rng = Stream("pointer")
    for _ in range(most):
        if not question(page):
            break
        for button in page.locator(".question.yours :is([data-option], .done)").all():
            for share in (0.02, 0.98):
                if box := button.bounding_box():
                    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * share)
                    for _ in range(20):  # what comes in may move it for a while
                        if page.evaluate(MOVES) < 4:
                            break
                        page.wait_for_timeout(50)
                    else:
                        raise AssertionError(f"the answers go on moving under {button.inner_text()!r}")
        answer(page, rng)
        page.wait_for_timeout(30)
    context.close()


def test_a_phone_shows_everything_without_scrolling_sideways(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    open_table(page, server.url, "planet_masters", options={"max_rounds": "2"})
    play_to_the_end(page, Stream("phone"), WIDE)
    assert page.evaluate(WIDE) == []
    context.close()


def test_the_language_changes_in_mid_match(page: Page, server: Server) -> None:
    open_table(page, server.url, "planet_masters", options=ROUNDS)
    english = question(page)
    page.locator("header.top [aria-haspopup=menu]").click()
    page.locator("[role=menuitemradio][lang=zh-Hans]").click()
    expect(page.locator(f"{DECIDES} h2").first).not_to_have_text(english)
    assert page.locator("html").get_attribute("lang") == "zh-Hans"


def test_moves_of_others_come_one_after_another_and_can_be_skipped(page: Page, server: Server) -> None:
    page.add_init_script("localStorage.setItem('shapan.speed', 'normal')")
    open_table(page, server.url, "planet_masters", seats=4, options=ROUNDS)
    rng, waited = Stream("pace"), False
    for _ in range(40):
        if not question(page) or waited:
            break
        answer(page, rng)
        page.wait_for_timeout(150)
        skip = page.locator(".question .skip:not(.none)")
        if skip.count():
            told = page.locator(".log li").count()
            expect(page.locator(DECIDES)).to_have_count(0)
            page.keyboard.press("Escape")
            expect(skip).to_have_count(0)
            waited = page.locator(".log li").count() > told
    assert waited


def test_a_die_is_carried_to_a_board(browser: Browser, server: Server) -> None:
    """Carrying is an answer too: what lies in the supply is built by laying it on the own board."""
    person = Person(browser, server.url)
    match = played("planet_masters", 3, lambda match: is_asked(match, 0, "build"), key=b"die")
    page = person.page
    person.go(lay(server, match, person, "me", "bot:greedy", "bot:greedy"))
    assert question(page)
    heap = page.locator("[data-heap=supply] .cover.carriable")
    dice, asked = page.locator(".own .die.red").count(), page.locator(".log [data-line]").count()
    start, board = heap.bounding_box(), page.locator(".board.own").bounding_box()
    assert start and board
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] - 40, start["y"] + 40, steps=4)
    expect(page.locator(".drop-here")).to_have_count(1)
    expect(page.locator(".carried")).to_be_visible()
    page.mouse.move(board["x"] + board["width"] / 2, board["y"] + board["height"] / 2, steps=4)
    expect(page.locator(".drop-here.over")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".carried, .drop-here")).to_have_count(0)
    page.locator(".question [data-primary]").click()  # it rolls: that cannot be undone
    expect(page.locator(".own .die.red")).not_to_have_count(dice)
    expect(page.locator(".log [data-line]")).not_to_have_count(asked)
    person.close()
