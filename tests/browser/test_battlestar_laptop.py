"""The table of Battlestar Galactica on a small laptop: six seats, and nothing covers a name or a card."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from browser.conftest import Server
from browser.hand import play
from browser.person import Person
from browser.player import question
from browser.prepared import Until, asked, lay, played
from shapan.engine.chance import Stream

GAME = "battlestar"
GROUP = re.compile(r"(political|military|pilot|support) · (\w+ \d(, )?)+")
"""Of what kind a character is, and how many cards of each type it draws."""
SEEN_WHOLE = 13
"""Cards of a hand that the laptop has room for; a longer row is scrolled."""
FULL_HAND = 9
"""More cards than lie beside each other there."""
KEY = b"full 76"
"""Of a match in which a hand fills soon, while two stand in one room."""
COVERED = """(most) => {
    const found = [];
    for (const name of document.querySelectorAll(".seat-row > .line, .stock, .stock > .q"))
        if (name.scrollWidth > name.clientWidth) found.push(`cut off: ${name.textContent}`);
    for (const who of document.querySelectorAll(".seat-row > .who > .line")) {
        const { top, width } = who.getBoundingClientRect();
        if (top < who.parentElement.getBoundingClientRect().bottom - 8 && width < 30)
            found.push(`hardly a letter: ${who.textContent}`);
    }
    const hand = document.querySelector("#hand");
    const held = hand?.closest(".holding").getBoundingClientRect();
    for (const card of hand?.querySelectorAll(".piece") ?? []) {
        const { left, right } = card.getBoundingClientRect();
        if (hand.children.length <= most && (left < held.left || right > held.right))
            found.push(`out of sight: ${card.ariaLabel}`);
        // What is told of the thing under the pointer goes away with the pointer.
        const there = document.elementsFromPoint((left + right) / 2, held.top + 30);
        const middle = there.find((node) => !node.closest(".tip"));
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

FILL = """(count, damaged) => {
    window.one ??= document.querySelector(".map .person").cloneNode(true);
    for (const room of document.querySelectorAll(".map .room")) {
        for (const old of room.querySelectorAll(".burst, .pieces")) old.remove();
        const scope = [...room.classList].find((name) => name.startsWith("_"));
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


CROWDED = f"""(most) => {{
    const [fill, covered] = [{FILL}, {COVERED}];
    const found = [];
    for (let count = 0; count < 7; count++)
        for (const damaged of [false, true]) {{
            fill(count, damaged);
            if (document.querySelectorAll(".map .room .person").length < 10 * count) found.push("not filled");
            found.push(...covered(most));
        }}
    return found;
}}"""
"""What is covered when up to six people stand in every room, whole or damaged."""
SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What is laid out by its own size has found its place."""
SEEN = f"""async () => {{
    await {SETTLED};
    window.most = Math.max(window.most ?? 0, document.querySelectorAll("#hand .piece").length);
    window.shared ||= document.querySelector(".map .room:has(.person ~ .person)") !== null;
    return ({COVERED})({SEEN_WHOLE});
}}"""
"""What is covered now; it keeps in mind how full the hand was, and whether two stood in one room."""


@pytest.fixture
def ling(browser: Browser, server: Server, language: str) -> Iterator[Person]:
    """Somebody with a laptop."""
    ling = Person(browser, server.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    ling.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    ling.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    yield ling
    ling.close()


def open_at(ling: Person, server: Server, until: Until) -> None:
    """Open a table of six where something holds of it."""
    ling.go(lay(server, played(GAME, 6, until, key=KEY), ling, "me", *["bot:random"] * 5))
    assert question(ling.page)


@pytest.mark.parametrize("language", ["en", "zh-Hans", pytest.param("zh-Hant", marks=pytest.mark.long)])
def test_the_name_of_a_room_is_to_be_read_however_many_stand_there(ling: Person, server: Server) -> None:
    open_at(ling, server, lambda match: asked(match, 0, "move", "action"))
    ling.page.locator(".map .person").first.wait_for()
    covered = []
    for width, height in SIZES:
        ling.page.set_viewport_size({"width": width, "height": height})
        ling.page.evaluate(f"() => {SETTLED}")
        covered += [f"{width} x {height}: {found}" for found in ling.page.evaluate(CROWDED, SEEN_WHOLE)]
    assert covered == []


def look_through(ling: Person, server: Server, looks: int) -> None:
    """Look at the table question by question: from the beginning, and where a hand is full."""
    open_at(ling, server, lambda match: asked(match, 0, "character"))
    begun = play(ling.page, Stream("laptop"), looks, eager=True, look=SEEN)
    assert begun.found == []
    assert begun.over or len(begun.asked) > looks
    open_at(ling, server, lambda match: asked(match, 0, "move") and len(match.live.hands[0].cards) >= FULL_HAND)
    full = play(ling.page, Stream("full"), looks, eager=True, look=SEEN)
    assert full.found == []
    assert ling.page.evaluate("window.most") >= FULL_HAND, "the hand was never full"
    assert ling.page.evaluate("window.shared"), "two people never stood in one room"


@pytest.mark.parametrize("language", ["en"])
def test_names_and_cards_stay_in_sight(ling: Person, server: Server) -> None:
    look_through(ling, server, 10)


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "zh-Hans", "zh-Hant"])
def test_names_and_cards_stay_in_sight_for_long(ling: Person, server: Server) -> None:
    look_through(ling, server, 50)


@pytest.mark.parametrize("language", ["en"])
def test_a_character_says_its_group_and_what_it_draws(ling: Person, server: Server) -> None:
    open_at(ling, server, lambda match: asked(match, 0, "character"))
    said = [text.split("\n")[0] for text in ling.page.locator(".shelf .answer small").all_inner_texts()]
    assert len(said) > 4
    assert [line for line in said if not GROUP.match(line)] == []
