"""A game with a map on a phone: pages of its own, all within reach, in Chinese without a Latin word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import Report
from browser.conftest import Server
from browser.hand import play
from browser.person import Person, resize, some_answer
from browser.player import question
from browser.prepared import Played, asked, lay, over, played
from shapan.engine.chance import Stream
from shapan.games.battlestar.board.tracks import LOW

GAME = "battlestar"
TALL, FLAT = {"width": 390, "height": 844}, {"width": 844, "height": 390}
LATIN = re.compile(r"[A-Za-z]{2,}")
ALLOWED = re.compile(r"(?:BSG|PM)-[A-Z]*\d[\d.]*|Shapan|English|FTL|Kobol")
LEAST, MOST = 20, 200
"""So many answers."""
BOARD, HAND, CHECK, LOG = 0, 1, 2, 4
RING = """() => {
    const boxes = [...document.querySelectorAll(".areas > *")].map((node) => node.getBoundingClientRect());
    const gap = (one, other) => Math.hypot(
        Math.max(0, one.left - other.right, other.left - one.right),
        Math.max(0, one.top - other.bottom, other.top - one.bottom),
    );
    return boxes.length < 3 ? ["no ring"] : boxes.flatMap((box, at) => (gap(box, boxes.at(at - 1)) > 10 ? [at] : []));
}"""
"""Areas that do not lie beside the one before in their ring."""
"""Places of tabs."""
ODD = """() => [...document.querySelectorAll(".app button, .app a, .app select")].filter((node) => {
    const box = node.getBoundingClientRect();
    const beyond = box.left < -1 || box.right > innerWidth + 1;
    return box.width && box.height && (beyond || node.scrollWidth > node.clientWidth + 1 && node.matches(".btn"));
}).map((node) => node.innerText || node.getAttribute("aria-label"))"""
"""What can be pressed and stands beyond an edge of the screen, or has words beyond its own."""
PRESSED = ".question .btn, .tabs button, .bar button, .piece.legal, .cover"
SMALL = """(pressed) => [...document.querySelectorAll(pressed)].filter((node) => {
    const box = node.getBoundingClientRect();
    return box.width && box.height && (box.width < 43.5 || box.height < 43.5);
}).map((node) => {
    const { width, height } = node.getBoundingClientRect();
    return `${width.toFixed()}x${height.toFixed()} ${node.className} ${node.innerText}`;
})"""
"""What has to be pressed and is too small for a finger."""


@pytest.fixture
def language() -> str:
    """Return the language of who is at the table, unless a test says another one."""
    return "zh-Hans"


@pytest.fixture
def ling(browser: Browser, server: Server, language: str) -> Iterator[Person]:
    person = Person(browser, server.url, viewport=TALL, has_touch=True, is_mobile=True, reduced_motion="reduce")
    person.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    yield person
    person.close()


LOOK = f"""(width) => [
    ...(document.scrollingElement.scrollWidth > width ? [`${{document.scrollingElement.scrollWidth}} wide`] : []),
    ...({ODD})(),
    ...([document.body.innerText, ...[...document.querySelectorAll("[aria-label]")].map((node) => node.ariaLabel)]
        .join("\\n").replace(/{ALLOWED.pattern}/g, "").match(/{LATIN.pattern}/g) ?? []),
]"""
"""What does not fit a screen of this width: all that is beyond its edges, and Latin words."""
NOW = ".tabs [aria-current]"


def low(match: Played) -> bool:
    """Whether a resource is so low that the table warns of it."""
    return min(match.live.dials) <= LOW


def start(ling: Person) -> None:
    ling.go(ling.open(GAME, "me", "bot:random", "bot:random", "bot:random")["id"])


def open_at(ling: Person, server: Server, match: Played) -> str:
    """Open a match where it stands now."""
    name = lay(server, match, ling, "me", *["bot:random"] * 3)
    ling.go(name)
    assert question(ling.page)
    return name


def test_a_stretch_of_a_match_in_chinese(ling: Person) -> None:
    start(ling)
    page, rng, looked, number = ling.page, Stream("phone 3"), list[str](), 0
    look = f"() => [...({LOOK})({TALL['width']}), ...({SMALL})({json.dumps(PRESSED)})]"
    while len(looked) < 2:
        new = f"() => !{json.dumps(looked)}.includes(document.querySelector({json.dumps(NOW)}).innerText)"
        segment = play(page, rng, MOST - number, look=look, until=new)
        number += segment.clicks
        assert segment.found == []
        looked.append(page.locator(NOW).inner_text())
        assert len(set(looked)) == len(looked), f"only {looked} are asked about"
        for tab in page.locator(".tabs button").all():
            tab.click()
            assert page.evaluate(LOOK, TALL["width"]) == []
        page.locator(".tabs button", has_text=looked[-1]).click()
    if number < LEAST:
        assert play(page, rng, LEAST - number, look=look).found == []
    resize(page, **FLAT)
    for tab in page.locator(".tabs button").all():
        tab.click()
        assert page.evaluate(LOOK, FLAT["width"]) == []


@pytest.mark.parametrize("language", ["zh-Hant"])
def test_nothing_grave_for_axe_on_any_page(ling: Person, server: Server) -> None:
    """Nor anything beyond its edges, nor a Latin word, in the other script."""
    page, report = ling.page, Report()
    for kind in ("contribute", "move", "action"):
        open_at(ling, server, played(GAME, 4, lambda match, kind=kind: asked(match, 0, kind)))  # type: ignore[misc]
        report.look(page, kind)
        assert page.evaluate(LOOK, TALL["width"]) == []
        if kind == "contribute":
            for tab in page.locator(".tabs button").all():
                tab.click()
                report.look(page, f"tab {tab.inner_text()}")
                assert page.evaluate(LOOK, TALL["width"]) == []
    assert report.pages == 8
    assert report.clean, f"\n{report}"


OVER = """() => {
    const box = (name) => document.querySelector(name)?.getBoundingClientRect();
    const [foot, tabs, sheet, zooms] = [".question .foot", ".tabs", ".desk.sheet", ".zooms"].map(box);
    return { foot: foot.bottom - tabs.top, sheet: sheet.bottom - tabs.top, zooms: zooms.bottom - sheet.top };
}"""
"""By how much the foot of a question lies over the tabs, and its sheet over these and over the buttons of the map."""
TIP = """() => {
    const tip = document.createElement("section");
    tip.style.cssText = "flex: none; height: 120px";
    document.querySelector(".desk .grip").after(tip);
}"""
"""As much as a long tip or a coach takes."""


def test_a_question_lies_over_neither_the_tabs_nor_the_buttons_of_the_map(ling: Person, server: Server) -> None:
    page = ling.page
    for kind in ("move", "action"):
        open_at(ling, server, played(GAME, 4, lambda match, kind=kind: asked(match, 0, kind)))  # type: ignore[misc]
        assert {part: over for part, over in page.evaluate(OVER).items() if over > 1} == {}, kind
        page.evaluate(TIP)
        over = page.evaluate(OVER)
        assert over["foot"] <= 1, (kind, over)
        assert over["sheet"] <= 1, (kind, over)


def test_what_warns_does_not_push_the_buttons_of_the_map_under_the_question(ling: Person, server: Server) -> None:
    open_at(ling, server, played(GAME, 4, lambda match: asked(match, 0, "move") and low(match), key=b"warns"))
    expect(ling.page.locator(".alarms")).to_be_visible()
    assert ling.page.evaluate(OVER)["zooms"] <= 1


def test_the_ways_on_from_the_end_have_room_for_their_words(ling: Person, server: Server) -> None:
    """Also with a fourth one, to a table that waits."""
    page = ling.page
    match = lay(server, played("planet_masters", 3, over), ling, "me", "bot:random", "bot:random")
    ling.open("battlestar", "me", "hot", "hot")
    ling.go(match)
    expect(page.locator(".end .next-table")).to_be_visible()
    assert page.evaluate(LOOK, TALL["width"]) == []
    inside = "(ways) => ways.map((way) => way.scrollWidth - way.clientWidth)"
    assert max(page.locator(".end .go .btn").evaluate_all(inside)) <= 1


def test_a_question_opens_the_page_it_is_about(ling: Person, server: Server) -> None:
    match = open_at(ling, server, played(GAME, 4, lambda match: asked(match, 0, "move", "action")))
    page, pages, tabs = ling.page, dict[str, str](), ling.page.locator(".tabs button")
    for _ in range(60):
        assert question(page)
        decision = ling.frame(match)["decision"]
        if decision is None:
            continue
        pages[decision["kind"]] = page.locator(".tabs [aria-current]").inner_text()
        if decision["kind"] == "contribute":
            break
        ling.answer(match, decision, some_answer(decision))
        page.wait_for_timeout(60)
    names = [tab.inner_text() for tab in tabs.all()]
    assert pages["contribute"] == names[CHECK], "the cards of the hand are rows of the sheet"
    expect(page.locator(".case:not(.brief)")).to_be_visible()
    tabs.nth(HAND).click()
    brief = page.locator(".case.brief")
    expect(brief).to_be_visible()
    for told in (".goal", ".counts", ".upshots .bad"):
        expect(brief.locator(told)).to_be_visible()
    tabs.nth(BOARD).click()
    assert page.evaluate(RING) == []
    expect(tabs.nth(HAND).locator(".dot")).to_have_count(1)
    tabs.nth(LOG).click()
    expect(page.locator("#side-log")).to_be_visible()
    expect(page.locator(".stage")).to_be_hidden()
