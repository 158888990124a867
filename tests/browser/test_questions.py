"""The buttons of a question, over all questions of two games: no two say the same, and each says what it does.

In the usual tier test_desk looks at that, as it shows all questions; the long one sees each of them more often.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES
from browser.shown import Shown, questions
from shapan.engine.registry import find
from shapan.engine.text import catalogue
from shapan.server.match.message import FrameMessage

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
GAMES = {"planet_masters": 3, "battlestar": 4}
LEGAL = "button.piece.legal:not(.picked)"
TWINS = """() => {
    const seen = new Map(), words = (node) => {
        const own = node.cloneNode(true);
        for (const left of own.querySelectorAll("kbd, [aria-hidden=true], svg:not([aria-label])")) left.remove();
        return (node.ariaLabel ?? own.textContent).replace(/\\s+/g, " ").trim();
    };
    const found = [];
    for (const node of document.querySelectorAll(".question :is(button, a, [role=button])")) {
        if (!node.checkVisibility({ visibilityProperty: true }) || node.closest(".below, .recap")) continue;
        const said = words(node);
        if (!said || seen.has(said)) found.push(said || "(nothing)");
        seen.set(said, node);
    }
    return found;
}"""
"""Words that two buttons of the question share."""


SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK, "locale": "zh-CN"},
    "phone": {"viewport": PHONE, "locale": "en", "has_touch": True},
}
MATCHES = 30
"""In which they are looked for."""


TAP = """(legal) => {
    window.before = document.querySelector(".question .help").innerText;
    const pointerType = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
    document.querySelector(legal).dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType }));
}"""
"""Chooses the first thing that is offered."""
MUTE = """(codes) => {
    if (!document.querySelector(".question [data-cancel]")) return [];
    const help = document.querySelector(".question .help").innerText;
    const told = help !== window.before || document.querySelector(".answers .shared");
    const mute = (node) => codes.includes(Number(node.dataset.code)) && !node.querySelector("small") && !told;
    return [...document.querySelectorAll(".answers [data-code]")].filter(mute).map((node) => node.innerText);
}"""
"""Answers of a thing that was tapped, of which nothing says what they do, though the game has words for it."""


@pytest.fixture(params=SCREENS)
def ling(request: pytest.FixtureRequest, browser: Browser, server: Server) -> Iterator[Person]:
    person = Person(browser, server.url, reduced_motion="reduce", **SCREENS[request.param])
    yield person
    person.close()


def stages(page: Page) -> Iterator[str]:
    """Go through what a question may look like: each of its modes, and in each the first thing chosen."""
    modes = page.locator(".modes button")
    for place in range(max(1, modes.count())):
        if modes.count():
            modes.nth(place).click()
        yield f"mode {place}"
        if page.locator(LEGAL).count():
            page.evaluate(TAP, LEGAL)
            if not page.locator(DECIDES).count():
                return
            yield f"mode {place}, chosen"


def helped(scene: Any, texts: Mapping[str, str]) -> list[int]:
    """Return the codes of the answers that have words for what they do."""
    if isinstance(scene, dict):
        here = [scene["code"]] if "code" in scene and (scene.get("help") or {}).get("key") in texts else []
        return here + helped(list(scene.values()), texts)
    return [code for part in scene for code in helped(part, texts)] if isinstance(scene, list) else []


def faults(page: Page, game: str, frame: FrameMessage) -> list[str]:
    """Return what is wrong with the buttons of a question in all its looks: twins, and what says nothing."""
    told, found = helped(msgspec.to_builtins(frame), catalogue(find(game), "en")), list[str]()
    for stage in stages(page):
        found += [f"{stage}: says nothing: {words}" for words in page.evaluate(MUTE, told)]
        found += [f"{stage}: twice: {words}" for words in page.evaluate(TWINS)]
    return found


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_buttons_differ_and_say_what_they_do_again_and_again(ling: Person, server: Server, game: str) -> None:
    table, wrong = Shown(ling, server, game, GAMES[game]), list[str]()
    for kind, frame in questions(game, GAMES[game], MATCHES, each=4):
        table.show(frame)
        wrong += [f"{kind}, {fault}" for fault in faults(ling.page, game, frame)]
    assert not wrong
