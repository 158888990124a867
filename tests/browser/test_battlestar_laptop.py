"""The table of Battlestar Galactica on a small laptop: six seats, and nothing covers a name or a card."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from browser.conftest import Server
from browser.person import Person
from browser.player import question
from browser.test_reactions import answered

GAME = "battlestar"
SEEN_WHOLE = 13
"""Cards of a hand that the laptop has room for; a longer row is scrolled."""
FULL_HAND = 9
"""More cards than lie beside each other there."""
LOOKS = 50
"""Questions looked at, at least."""
COVERED = """(most) => {
    const found = [];
    for (const name of document.querySelectorAll(".crew .line"))
        if (name.scrollWidth > name.clientWidth) found.push(`cut off: ${name.textContent}`);
    const hand = document.querySelector("#hand");
    const held = hand?.closest(".holding").getBoundingClientRect();
    for (const card of hand?.querySelectorAll(".piece") ?? []) {
        const { left, right } = card.getBoundingClientRect();
        if (hand.children.length <= most && (left < held.left || right > held.right))
            found.push(`out of sight: ${card.ariaLabel}`);
        const middle = document.elementFromPoint((left + right) / 2, held.top + 30);
        if (hand.children.length <= most && !card.contains(middle)) found.push(`not to be clicked: ${card.ariaLabel}`);
    }
    for (const room of document.querySelectorAll(".map .room")) {
        const words = document.createRange();
        words.selectNodeContents(room.querySelector(".label"));
        const lines = [...words.getClientRects()];
        for (const mark of room.querySelectorAll(".person .seat, .burst svg")) {
            const box = mark.getBoundingClientRect();
            // The outermost of many may stand on the wall: less than half a mark.
            const { left, right } = room.getBoundingClientRect();
            if (box.left < left - 8 || box.right > right + 8) found.push(`out of its room: ${room.textContent}`);
            // Lines of letters have some room above and below them.
            if (lines.some((line) => line.left < box.right && box.left < line.right && line.bottom - 3 > box.top))
                found.push(`covered: ${room.textContent}, ${room.clientHeight} high`);
        }
    }
    return found;
}"""
"""Names that are cut off or covered, and cards that cannot be seen or clicked."""

FILL = """([count, damaged]) => {
    window.one ??= document.querySelector(".map .person").cloneNode(true);
    for (const room of document.querySelectorAll(".map .room")) {
        for (const old of room.querySelectorAll(".burst, .pieces")) old.remove();
        const scope = [...room.classList].find((name) => name.startsWith("svelte-"));
        const put = (name) => {
            const span = document.createElement("span");
            span.classList.add(name, scope);
            room.append(span);
            return span;
        };
        room.classList.toggle("damaged", damaged);
        room.classList.toggle("empty", !count);
        if (damaged) {
            const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
            for (const side of ["width", "height"]) svg.setAttribute(side, "20");
            put("burst").append(svg);
        }
        if (!count) continue;
        const pieces = put("pieces");
        for (let number = 0; number < count; number++) pieces.append(window.one.cloneNode(true));
    }
}"""
"""Put so many people into every room, and a burst where it is damaged."""
SIZES = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080))


@pytest.fixture
def opened(browser: Browser, same_dice: Server, language: str) -> Iterator[tuple[Person, str]]:
    """A table of six on a laptop, and its match."""
    ling = Person(browser, same_dice.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    ling.context.add_cookies([{"name": "language", "value": language, "url": same_dice.url}])
    ling.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    match = ling.open(GAME, "me", *["bot:random"] * 5)["id"]
    ling.go(match)
    yield ling, match
    ling.close()


@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_the_name_of_a_room_is_to_be_read_however_many_stand_there(opened: tuple[Person, str]) -> None:
    ling, match = opened
    choice, person = Random(3), ling.page.locator(".map .person")
    for _ in range(100):
        if person.count():
            break
        if decision := ling.frame(match)["decision"]:
            answered(ling, match, decision, choice)
        ling.page.wait_for_timeout(100)
    person.first.wait_for()
    covered = []
    for width, height in SIZES:
        ling.page.set_viewport_size({"width": width, "height": height})
        ling.page.wait_for_timeout(100)
        for count in range(7):
            for damaged in (False, True):
                ling.page.evaluate(FILL, [count, damaged])
                assert ling.page.locator(".map .room .person").count() >= 10 * count, "the rooms were not filled"
                covered += [f"{width} x {height}: {found}" for found in ling.page.evaluate(COVERED, SEEN_WHOLE)]
    assert covered == []


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_names_and_cards_stay_in_sight(opened: tuple[Person, str]) -> None:
    ling, match = opened
    most, shared, choice = 0, 0, Random(3)
    for asked in range(150):
        if not question(ling.page) or (asked > LOOKS and most >= FULL_HAND and shared):
            break
        ling.page.wait_for_timeout(60)
        assert ling.page.evaluate(COVERED, SEEN_WHOLE) == []
        most = max(most, ling.page.locator("#hand .piece").count())
        shared += ling.page.locator(".map .room:has(.person ~ .person)").count()
        decision = ling.frame(match)["decision"]
        if decision:
            answered(ling, match, decision, choice)
            ling.page.wait_for_timeout(60)
    assert most >= FULL_HAND and shared, "neither a full hand nor a room with two people came"
