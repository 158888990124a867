"""The question of a table, over all questions of both games: its words, its one mark, its height."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES
from browser.shown import Shown, fullest, questions
from shapan.engine.registry import find
from shapan.engine.text import catalogue
from shapan.server.match.message import FrameMessage, WindowInfo

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
    "desk": {"viewport": DESK, "locale": "zh-CN"},
    "phone": {"viewport": PHONE, "locale": "en", "has_touch": True},
}
RARE = 12
"""Questions of a game that a few dozen matches may go without."""
MATCHES = 30
"""So many."""


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


HEIGHTS = {"planet_masters": 96, "battlestar": 92}
"""Of a question on a low desk, whatever is asked; a map needs the height itself."""
HIGH = """() => {
    const question = document.querySelector("#question"), box = question.getBoundingClientRect();
    const scrolled = (node) => {
        if (node.closest(".shelf")) return true;  // it lies over the table, as a sheet of its own
        const around = node.closest(".answers, .text");
        if (!around || around === node || getComputedStyle(around).overflowY !== "auto") return false;
        return around.scrollHeight > around.clientHeight;
    };
    const parts = ".deeds button, h2, li, .answers, .text, .window, .again";
    const cut = [...question.querySelectorAll(parts)].filter((node) => {
        const { top, bottom, height } = node.getBoundingClientRect();
        return height && node.checkVisibility() && !scrolled(node) && (top < box.top - 1 || bottom > box.bottom + 1);
    });
    const hidden = (card) => card.getBoundingClientRect().bottom > box.top + 2;
    const covered = [...document.querySelectorAll("#hand .piece")].filter(hidden);
    return [box.height, [...cut, ...covered].map((node) => node.ariaLabel ?? node.innerText)];
}"""
"""How high the question is, what of it stands out of its bar, and which cards of the hand it covers."""
LAPTOP = {"width": 1280, "height": 720}


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
    """Each question where it offers most of the first two times."""
    found = fullest(game, GAMES[game], MATCHES, 2)
    look_at_buttons(ling, server, game, found.items())
    missing = {prompt.key for prompt in find(game).prompts} - set(found)
    assert len(missing) <= RARE, missing


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_buttons_differ_and_say_what_they_do_again_and_again(ling: Person, server: Server, game: str) -> None:
    look_at_buttons(ling, server, game, questions(game, GAMES[game], MATCHES, each=4))


def look_at_buttons(ling: Person, server: Server, game: str, found: Iterable[tuple[str, FrameMessage]]) -> None:
    """Show questions in all that they may look like: their height, twins, and buttons that say nothing."""
    table = Shown(ling, server, game, GAMES[game])
    twins, mute = list[str](), list[str]()
    for kind, frame in found:
        table.show(frame)
        told = helped(msgspec.to_builtins(frame), catalogue(find(game), "en"))
        for stage in stages(ling.page):
            if not ling.page.locator(".tabs").count():
                assert ling.page.evaluate(HIGH) == [HEIGHTS[game], []], (kind, stage)
            mute += [f"{kind}, {stage}: {words}" for words in ling.page.evaluate(MUTE, told)]
            twins += [f"{kind}, {stage}: {words}" for words in ling.page.evaluate(TWINS)]
    assert not twins
    assert not mute


TABLES = pytest.mark.parametrize(("game", "seats"), [("planet_masters", 3), ("battlestar", 6)])
LOCALES = pytest.mark.parametrize("locale", ["en", "zh-CN"])


@TABLES
@pytest.mark.parametrize("locale", ["en"])
def test_the_question_has_one_height(browser: Browser, server: Server, game: str, seats: int, locale: str) -> None:
    """On a small laptop, whatever is asked, in windows too: the table above stays, and no card is covered.

    Each question where it offers most of the first three times. On the desk, in Chinese, the buttons have it too.
    """
    look_at_height(browser, server, game, seats, locale, fullest(game, seats, 10, 3).items())


@pytest.mark.long
@TABLES
@LOCALES
def test_the_question_has_one_height_at_any_time(
    browser: Browser, server: Server, game: str, seats: int, locale: str
) -> None:
    look_at_height(browser, server, game, seats, locale, questions(game, seats, matches=20, each=6))


def look_at_height(
    browser: Browser, server: Server, game: str, seats: int, locale: str, found: Iterable[tuple[str, FrameMessage]]
) -> None:
    """Show questions, those of windows with and without a time, and measure each."""
    ling = Person(browser, server.url, viewport=LAPTOP, locale=locale, reduced_motion="reduce")
    table = Shown(ling, server, game, seats)
    wrong, windows = list[str](), 0
    for kind, frame in found:
        shown = [frame]
        if frame.decision and frame.decision.reaction:
            # Alone with bots he may say "not again"; among people the window has its time.
            window = WindowInfo(kind, frame.decision.rule, 4000, 3000)
            shown += [msgspec.structs.replace(frame, orders=[], window=one) for one in (None, window)]
            windows += 1
        for one in shown:
            table.show(one)
            measured = ling.page.evaluate(HIGH)
            if measured != [HEIGHTS[game], []]:
                wrong.append(f"{kind}: {measured}")
    assert not wrong, "\n".join(wrong)
    assert windows or game == "planet_masters"
    ling.close()
