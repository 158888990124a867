"""The guided first match in Chromium: whoever does what is ringed hears the story and wins."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES, OVER

ADVISED = ".rings .ring.advised"
NEXT = ".coach .next"
LOW, PHONE = {"width": 1280, "height": 720}, {"width": 390, "height": 844}
CLICKS, TAPS, KEYS = "clicks", "taps", "keys"
HOLDS = re.compile("^(Choose “Next” in the guide to continue|在嚮導中點「下一步」繼續)$")
GOES_ON = """([note, mark]) => document.querySelector('section.result')
    || document.querySelector('.coach')?.innerText !== note
    || (document.querySelector('.rings .ring.advised')?.dataset.mark ?? null) !== mark"""
"""Something else is said or ringed: of two questions in a row the same button may be the answer."""
RINGS = 6
MOMENT = ".staged"
TAB_STOPS = 200
REMEASURED = 300
"""Within so many milliseconds rings follow their places."""
LATIN = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(r"PM-[E\d][\d.]*|Shapan|English|Enter|Esc|U")


def begin(page: Page, server: Server, game: str = "planet_masters") -> None:
    """Open the guided match by the lobby's button."""
    page.goto(server.url)
    page.locator(f".card:has(input[value={game}]) [name=guide]").click()
    page.wait_for_url("**/match/*")


def ready(page: Page) -> bool:
    """Wait until something is asked, or to be read before the others go on; return whether the match goes on."""
    page.wait_for_selector(f"{DECIDES}, {OVER}, {NEXT}")
    page.wait_for_selector(".coach")
    return not page.locator(OVER).count()


def steady(ring: Locator) -> tuple[float, float, float, float]:
    """Return where a ring stands once it does: it goes after a table that has just got another size."""
    box = None
    while box is None or box != ring.bounding_box():
        box = ring.bounding_box()
        ring.page.wait_for_timeout(REMEASURED)
    return box["x"], box["y"], box["width"], box["height"]


def follow(page: Page, hand: str = CLICKS) -> None:
    """Press what the coach rings, where the ring is: with a mouse, a finger, or with keys what it is laid around."""
    ring = page.locator(ADVISED).last
    ring.wait_for()
    kind, _, name = str(ring.get_attribute("data-mark")).partition(":")
    if hand == KEYS:
        by_keys(page, kind, name)
        return
    x, y, width, height = steady(ring)
    beside = 3 if kind == "at" else 0  # a point of a table to scale is meant by a press beside it, too
    press = page.mouse.click if hand == CLICKS else page.touchscreen.tap
    press(x + width / 2 + beside, y + height / 2)


def by_keys(page: Page, kind: str, name: str) -> None:
    """Lead the focus to a place by Tab, a cursor to a point by B; press Space."""
    if kind == "at":
        page.keyboard.press("b")
        page.keyboard.press("Space")
        return
    place = {
        "piece": f"[data-piece={json.dumps(name)}]",
        "panel": f"[data-seat={json.dumps(name)}] .cover",
        "give": f".foot [data-code={json.dumps(name)}]",
        "zone": f"[data-place={json.dumps(f'zone:{name}')}]",
    }.get(kind, f":is(.question, .answers, .rows) [data-{kind}={json.dumps(name)}]")
    reached = f"document.activeElement.matches({json.dumps(place)})"
    for _ in range(TAB_STOPS):
        if page.evaluate(reached):
            page.keyboard.press("Space")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no stop of the Tab key is {kind}:{name}")


def read_on(page: Page, hand: str) -> None:
    """Go to the next note."""
    if hand == KEYS:
        page.keyboard.press("Enter")
    else:
        (page.locator(NEXT).click if hand == CLICKS else page.locator(NEXT).tap)()


def put_away(page: Page) -> None:
    """Let a moment that lies over the table end: nothing is ringed below it."""
    page.evaluate(f"document.querySelector('{MOMENT} .go')?.click()")
    page.locator(MOMENT).wait_for(state="detached")


def said(page: Page) -> str:
    return page.locator(".coach .text").inner_text()


def play(page: Page, hand: str = CLICKS, rings: int = 0) -> list[str]:
    """Follow the coach to the end, or as many of his rings as are wanted, and return what he said."""
    heard: list[str] = []
    followed = 0
    for _ in range(120):
        goes_on = ready(page)
        if not heard or heard[-1] != said(page):
            heard.append(said(page))
        if not goes_on:
            return heard
        assert page.evaluate("document.scrollingElement.scrollWidth") <= page.viewport_size["width"]  # type: ignore[index]
        if page.locator(NEXT).count():
            if not page.locator(".question.yours").count():
                expect(page.locator(".question h2").first).to_have_text(HOLDS)
            note = page.locator(".coach").inner_text()
            read_on(page, hand)
            page.wait_for_function(GOES_ON, arg=[note, None])
        else:
            put_away(page)
            expect(page.locator(".rings .ring")).to_have_count(1)
            seen = [page.locator(".coach").inner_text(), page.locator(ADVISED).first.get_attribute("data-mark")]
            follow(page, hand)
            page.wait_for_function(GOES_ON, arg=seen)
            followed += 1
            if followed == rings:
                return heard
    raise AssertionError(f"no end: {heard}")


def test_the_coach_leads_to_the_end(browser: Browser, server: Server) -> None:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    begin(page, server)
    first = page.url
    heard = play(page)
    assert len([text for text in heard if "others take" not in text]) == 23, heard
    expect(page.locator(f"{OVER} h2")).to_have_text("You won")
    expect(page.locator(".coach a[href^='/rules/']")).to_be_visible()
    page.locator(".coach form button").click()
    page.wait_for_url(lambda url: url != first)
    expect(page.locator(".tip")).to_be_visible()
    page.locator(".tip .off").click()
    expect(page.locator(".tip")).to_have_count(0)
    assert complaints == []
    context.close()


ALL_HANDS = pytest.mark.parametrize(
    ("width", "height", "hand"), [(1280, 720, CLICKS), (390, 844, TAPS), (1280, 720, KEYS)]
)


@contextmanager
def guided(browser: Browser, server: Server, game: str, width: int, height: int, hand: str) -> Iterator[Page]:
    """Begin a guided match in a window of its own, in which no script may fail."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=hand == TAPS, reduced_motion="reduce"
    )
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    begin(page, server, game)
    yield page
    assert complaints == []
    context.close()


def is_won(page: Page, last: str, notes: int, waiting: str, hand: str) -> None:
    """Follow the coach to a victory: what he says last, and how many notes that are not about others' turns."""
    heard = play(page, hand)
    expect(page.locator(".coach .text")).to_contain_text(last)  # the last moment has been staged
    heard = list(dict.fromkeys([*heard, said(page)]))
    assert len([text for text in heard if waiting not in text]) == notes, "\n".join(heard)
    expect(page.locator(f"{OVER} h2")).to_have_text("You won")


@pytest.mark.long
@ALL_HANDS
def test_the_coach_of_battlestar_leads_home(
    browser: Browser, server: Server, width: int, height: int, hand: str
) -> None:
    with guided(browser, server, "battlestar", width, height, hand) as page:
        # On a low table he speaks beside it: above the question he would hide the hand.
        expect(page.locator(".desk .coach")).to_be_visible()
        is_won(page, "reached Kobol", 28, "others take", hand)


@pytest.mark.long
@ALL_HANDS
def test_the_coach_of_malifaux_leads_to_the_victory(
    browser: Browser, server: Server, width: int, height: int, hand: str
) -> None:
    """Points of the table to scale are ringed, and cards in rows beside the question."""
    with guided(browser, server, "malifaux", width, height, hand) as page:
        is_won(page, "3 to 2", 32, "is deciding", hand)


@pytest.mark.long
@ALL_HANDS
@pytest.mark.parametrize(
    ("game", "last", "notes"),
    [
        # Two marines that move alike are one answer, given twice.
        ("starcraft", "13 and 2 make 15", 30),
        ("battlefield", "won by Conquest", 28),
    ],
)
def test_the_coach_leads_to_the_victory(
    browser: Browser, server: Server, game: str, last: str, notes: int, width: int, height: int, hand: str
) -> None:
    with guided(browser, server, game, width, height, hand) as page:
        is_won(page, last, notes, "is deciding", hand)


@pytest.mark.parametrize("game", ["starcraft", "battlefield", "battlestar", "malifaux"])
def test_what_the_coach_rings_first_leads_on(browser: Browser, server: Server, game: str) -> None:
    """The long tier follows him to the end, and the kit all guides without a page."""
    with guided(browser, server, game, 1280, 720, CLICKS) as page:
        if (
            game == "battlestar"
        ):  # on a low table he speaks beside it: above the question he would hide the hand; on a phone at the foot
            for size in (PHONE, LOW):
                page.set_viewport_size(size)  # type: ignore[arg-type]
                expect(page.locator(".desk .coach")).to_be_visible()
                page.wait_for_function("width => document.scrollingElement.scrollWidth <= width", arg=size["width"])
        assert len(play(page, rings=RINGS)) > RINGS / 3
        assert not page.locator(OVER).count()


@pytest.mark.long
@pytest.mark.parametrize(("width", "height", "hand"), [(390, 844, TAPS), (1280, 720, KEYS)])
def test_the_coach_of_planet_masters_leads_to_four_planets(
    browser: Browser, server: Server, width: int, height: int, hand: str
) -> None:
    with guided(browser, server, "planet_masters", width, height, hand) as page:
        is_won(page, "4 planets", 23, "others take", hand)


@pytest.mark.parametrize("rings", [pytest.param(4, id="begun"), pytest.param(0, id="whole", marks=pytest.mark.long)])
def test_a_chinese_guide_on_a_phone_leads_on_without_english(browser: Browser, server: Server, rings: int) -> None:
    context = browser.new_context(
        locale="zh-TW", viewport={"width": 390, "height": 844}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    begin(page, server)
    for text in (*play(page, TAPS, rings), page.locator("body").inner_text()):
        assert not LATIN.findall(ALLOWED.sub("", text)), text
    expect(page.locator(OVER)).to_have_count(0 if rings else 1)
    context.close()


def test_the_keyboard_turns_the_notes_and_the_advice_is_read_out(page: Page, server: Server) -> None:
    begin(page, server)
    ready(page)
    first = said(page)
    page.wait_for_timeout(300)  # keys rest for a quarter of a second after a new question
    page.keyboard.press("Enter")
    expect(page.locator(".coach .text")).not_to_have_text(first)
    page.locator(".coach").get_by_role("button", name="Back").click()
    expect(page.locator(".coach .text")).to_have_text(first)
    for _ in range(5):
        page.keyboard.press("Enter")
    expect(page.locator(".coach [aria-live=polite] .sr")).to_contain_text("advised: Build")
    expect(page.locator(ADVISED)).to_have_count(1)
    expect(page.locator(".coach .next")).to_have_count(0)


def test_the_guide_can_be_skipped_and_taken_up_again(page: Page, server: Server) -> None:
    begin(page, server)
    ready(page)
    page.get_by_role("button", name="I know this, skip the guide").click()
    expect(page.locator(".coach")).to_have_count(0)
    expect(page.locator(".rings")).to_have_count(0)
    page.reload()
    page.wait_for_selector(DECIDES)
    expect(page.locator(".coach")).to_have_count(0)
    page.get_by_role("button", name="Back to the guide").click()
    expect(page.locator(".coach .text")).to_be_visible()


def test_another_answer_than_the_advised_is_taken_too(page: Page, server: Server) -> None:
    begin(page, server)
    ready(page)
    first = said(page)
    page.get_by_role("button", name=re.compile("^End building")).click()
    expect(page.locator(".coach .text")).to_contain_text("End building")
    page.keyboard.press("Enter")
    expect(page.locator(".coach")).to_contain_text("Build")
    assert page.locator(f"{DECIDES} h2").first.inner_text().startswith("Build")
    page.get_by_role("button", name=re.compile("^End building")).click()
    page.get_by_role("button", name="Do it anyway").click()
    expect(page.locator(".coach .text")).not_to_have_text(first)
    expect(page.locator(f"{DECIDES} h2").first).to_contain_text("reroll")


def test_one_click_on_the_board_of_another_loses_no_colony(page: Page, server: Server) -> None:
    """The ring is at the council; a board that is clicked before it would be conquered, and is not."""
    begin(page, server)
    for _ in range(40):
        ready(page)
        if page.locator(NEXT).count():
            page.locator(NEXT).click()
        elif page.locator(".question [data-mode=council]").count():
            break
        else:
            before = page.locator(ADVISED).first.get_attribute("data-mark")
            follow(page)
            expect(page.locator(f"{ADVISED}[data-mark='{before}']")).to_have_count(0)
    expect(page.locator(ADVISED)).to_have_attribute("data-mark", "mode:council")
    expect(page.locator(".rings .ring")).to_have_count(1)
    page.locator("[data-seat='1'] .cover").click()
    expect(page.locator(".coach .text")).to_contain_text("Conquer")
    page.locator(NEXT).click()
    follow(page)
    expect(page.locator(ADVISED)).to_have_attribute("data-mark", "panel:1")


def test_the_guide_begins_anew_from_the_menu(page: Page, server: Server) -> None:
    begin(page, server)
    ready(page)
    address = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("menuitem", name="Restart the guide").click()
    page.wait_for_url(lambda url: url != address)
    ready(page)
    expect(page.locator(".coach .progress")).to_have_text("1 of 23")


def test_who_learns_before_joining_is_led_back_to_the_invitation(browser: Browser, server: Server) -> None:
    host, ling = Person(browser, server.url), Person(browser, server.url, viewport={"width": 1280, "height": 720})
    link = host.open("planet_masters", "me", "open")["joins"][0]["url"]
    ling.page.goto(f"{server.url}{link}")
    ling.page.get_by_role("button", name="Learn first").click()
    ling.page.wait_for_url("**/match/*")
    match = ling.page.url.partition("/match/")[2].partition("?")[0]
    address = ling.page.url
    ling.page.goto("about:blank")  # the rest is quicker without the page
    while not (frame := ling.frame(match))["outcome"]:
        if frame["guide"].get("waits"):
            ling.post(f"/api/matches/{match}/coach", {"mark": frame["guide"]["waits"]})
        elif frame["decision"]:
            ling.answer(match, frame["decision"], frame["guide"]["advised"])
    ling.page.goto(address)
    ling.page.wait_for_selector(OVER)
    ling.page.keyboard.press("Escape")
    ling.page.get_by_role("link", name="Back to the invitation").click()
    ling.page.wait_for_url(f"**{link}")
    expect(ling.page.locator("#name")).to_be_visible()
    for person in (host, ling):
        person.close()
