"""The question of a table, over all questions of both games: its words, its one mark, its height."""

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
    for (const node of document.querySelectorAll(".prompt :is(button, a, [role=button])")) {
        if (!node.checkVisibility({ visibilityProperty: true })) continue;
        const said = words(node);
        if (!said || seen.has(said)) found.push(said || "(nothing)");
        seen.set(said, node);
    }
    return found;
}"""
"""Words that two buttons of the question share."""


SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": DESK, "locale": "en"},
    "phone": {"viewport": PHONE, "locale": "zh-CN", "has_touch": True},
}
RARE = 12
"""Questions of a game that a few dozen matches may go without."""


TAP = """(legal) => {
    window.before = document.querySelector(".prompt .help").innerText;
    const pointerType = matchMedia("(pointer: coarse)").matches ? "touch" : "mouse";
    document.querySelector(legal).dispatchEvent(new PointerEvent("click", { bubbles: true, pointerType }));
}"""
"""Chooses the first thing that is offered."""
MUTE = """(codes) => {
    if (!document.querySelector(".answers .g")) return [];
    const told = document.querySelector(".prompt .help").innerText !== window.before;
    const mute = (node) => codes.includes(Number(node.dataset.code)) && !node.querySelector(".why, .odds") && !told;
    return [...document.querySelectorAll(".answers [data-code]")].filter(mute).map((node) => node.innerText);
}"""
"""Answers of a thing that was tapped, of which nothing says what they do, though the game has words for it."""


HEIGHT = 96
"""Of the question of Planet Masters on a desk."""
HIGH = """() => {
    const question = document.querySelector("#question"), box = question.getBoundingClientRect();
    const cut = [...question.querySelectorAll("button, h2, li")].filter((node) => {
        const { top, bottom, height } = node.getBoundingClientRect();
        return height && node.checkVisibility() && (top < box.top - 1 || bottom > box.bottom + 1);
    });
    return [box.height, cut.map((node) => node.innerText)];
}"""
"""How high the question is, and what of it stands out of its bar."""


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


@pytest.mark.parametrize("game", GAMES)
def test_buttons_differ_and_say_what_they_do(ling: Person, server: Server, game: str) -> None:
    table = Shown(ling, server, game, GAMES[game])
    asked, twins, mute = set[str](), list[str](), list[str]()
    for kind, frame in questions(game, GAMES[game]):
        table.show(frame)
        asked.add(kind)
        told = helped(msgspec.to_builtins(frame), catalogue(find(game), "en"))
        for stage in stages(ling.page):
            if game == "planet_masters" and not ling.page.locator(".tabs").count():
                assert ling.page.evaluate(HIGH) == [HEIGHT, []], (kind, stage)
            mute += [f"{kind}, {stage}: {words}" for words in ling.page.evaluate(MUTE, told)]
            twins += [f"{kind}, {stage}: {words}" for words in ling.page.evaluate(TWINS)]
    assert not twins
    assert not mute
    missing = {prompt.key for prompt in find(game).prompts} - asked
    assert len(missing) <= RARE, missing


def test_the_question_has_one_height(browser: Browser, server: Server) -> None:
    """Planet Masters on a desk, in the tallest script: whatever is asked, the table above stays where it is."""
    ling = Person(browser, server.url, viewport=DESK, locale="zh-CN", reduced_motion="reduce")
    table = Shown(ling, server, "planet_masters", 3)
    for kind, frame in questions("planet_masters", 3, each=6):
        table.show(frame)
        assert ling.page.evaluate(HIGH) == [HEIGHT, []], kind
    ling.close()
