"""The desk over all questions of all games: nothing in it is clipped or covered, whatever is asked, at every size.

Each question is shown once and held against all laws: those of the window on the map and of its buttons too.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser

from browser import test_camera as camera
from browser import test_questions as buttons
from browser.conftest import Server
from browser.person import Person
from browser.shown import SEATS, Shown, fullest, questions
from shapan.engine.registry import find
from shapan.server.match.message import FrameMessage, WindowInfo

SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "wider": {"viewport": {"width": 1366, "height": 768}},
    "large": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 834, "height": 1194}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
LOCALES = ("en", "zh-CN", "zh-TW")
USUAL = {
    "planet_masters": ("phone", "zh-CN"),
    "battlestar": ("laptop", "en"),
    "battlefield": ("laptop", "zh-CN"),
    "starcraft": ("phone", "en"),
    "malifaux": ("laptop", "en"),
}
"""A size and a language of each game: the desk and the sheet are of all games, and the long tier has all of both."""
RARE = 8
"""Questions of a game that a few dozen matches may go without."""

LAW = """([touch, leads]) => {
    const found = [], desk = document.querySelector(".desk"), least = touch ? 44 : 24;
    const box = (node) => node.getBoundingClientRect();
    const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && box(node).width > 1;
    const words = (node) => (node.ariaLabel ?? node.textContent).trim().slice(0, 50);
    const name = (node) => `${node.tagName.toLowerCase()}.${node.className}: ${words(node)}`;
    const all = (selector) => [...desk.querySelectorAll(selector)].filter(seen);
    // The last line of the log, and what others did in one line, may end in dots.
    const dots = "svg, .sr, .rule, .last, .recap, .below";
    for (const node of all("*")) {
        const by = node.clientWidth && node.scrollWidth - node.clientWidth;
        // The wings of a counter reach over its edge and that of its row, and the mark at the corner of a card.
        const wings = node.matches(".piece, :has(.piece)") ? 5 : 1;
        if (by > wings && !node.closest(dots)) found.push(`clipped by ${by}: ${name(node)}`);
    }
    const frame = box(desk);
    if (frame.right > innerWidth + 1 || frame.bottom > innerHeight + 1) found.push("the desk leaves the page");
    const out = ({ top, right, bottom }) => bottom > frame.bottom + 1 || top < frame.top - 1 || right > frame.right + 1;
    for (const node of all(".question > .foot, .question > .foot *, .question > .head, .question > .head h2"))
        if (!node.closest("ul") && out(box(node))) found.push(`out of the desk: ${name(node)}`);
    const body = desk.querySelector(".question > .body");
    // That there is more below is said over the last row.
    const room = body ? box(body).height - (desk.querySelector(".question > .more")?.offsetHeight ?? 0) : 0;
    // A whole answer is seen.
    const wants = Math.min(56, (body?.querySelector("[data-option]")?.offsetHeight ?? 56) + 2);
    if (body && body.querySelector("*") && body.scrollHeight > 60 && room < wants)
        found.push(`no room for the answers: ${room}`);
    const buttons = all(".question > .foot button, .question > .body [data-option]");
    for (const node of buttons) {
        const { width, height } = box(node);
        if (node.matches("[data-option]") && Math.min(height, width) < least - 0.5)
            found.push(`small, ${width}x${height}: ${name(node)}`);
    }
    const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const foot = buttons.filter((node) => node.closest(".question > .foot"));
    foot.forEach((one, at) => foot.slice(at + 1).forEach((other) => {
        if (!one.contains(other) && over(box(one), box(other)))
            found.push(`over each other: ${name(one)} / ${name(other)}`);
    }));
    for (const node of all(".is-read .line:not(.picture) dd"))
        if (getComputedStyle(node.parentElement).display === "grid" && box(node).width < 90)
            found.push(`a column of ${box(node).width}: ${name(node)}`);
    // What has a colon stands behind no other one.
    const inline = (node) => getComputedStyle(node).display.startsWith("inline");
    for (const node of all("*")) {
        const says = [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
        if (!says || node.closest(".sr") || (inline(node) && node.tagName !== "BUTTON")) continue;
        const twice = (part) => part.split(/[:：](?!\\d)/).length > 2;
        if (node.textContent.split(/[.,;!?·。，；！？“”「」\\n]/).some(twice)) found.push(`two colons: ${words(node)}`);
    }
    // The question takes two lines of its size, or three of the text's.
    for (const node of all(".question > .head h2")) {
        const { fontSize, lineHeight } = getComputedStyle(node);
        const lines = box(node).height / parseFloat(lineHeight);
        if (lines > (parseFloat(fontSize) > 17 ? 2.5 : 3.5)) found.push(`a question of ${lines} lines: ${words(node)}`);
    }
    const sand = [...document.querySelectorAll(".question [data-primary]")].filter(seen);
    if (sand.length > 1) found.push(`Enter means ${sand.length} things`);
    for (const key of all(".question kbd"))
        if (key.textContent === "Enter" && !key.closest("[data-primary]"))
            found.push(`Enter on ${name(key.parentElement)}`);
    const sheet = desk.matches(".sheet");
    // Above what is compared it opens as far as its answers need.
    const compares = document.querySelector("nav [data-tab=case][aria-current]");
    const most = compares ? innerHeight - 341 : innerHeight * 0.5;
    if (sheet && !desk.matches(".full") && innerHeight > 500 && frame.height > most)
        found.push(`the sheet takes ${frame.height} of ${innerHeight}`);
    // A full desk gives up one part after the other: all before the answers scroll, none for which there is room.
    const scrolls = () => body && body.scrollHeight - body.clientHeight > 8;
    const gave = Number(desk.dataset.gives ?? 0);
    if (!sheet && body) {
        if (scrolls() && gave < 5) found.push(`the answers scroll, and only ${gave} of 5 have given way`);
        if (gave && seen(desk.querySelector(".below > .last") ?? desk) && desk.querySelector(".below > .last"))
            found.push("the last line of the log takes room in a full desk");
        if (gave) {
            desk.dataset.gives = gave - 1;
            if (!scrolls()) found.push(`the ${gave}. gives way though there is room`);
            desk.dataset.gives = gave;
        }
    }
    const above = document.querySelector(".stage > .view");
    const view = box(above);
    // Half a sheet leaves room for what can be chosen above it, where answers lead, what is compared or weighed there.
    const weighs = leads || above.querySelector(".legal, .case, .ground, .duel");
    if (sheet && !desk.matches(".full, .low") && innerHeight > 500 && scrolls() && !weighs)
        found.push("the answers scroll in half a sheet, and none of them lies above it or leads there");
    if (!sheet && (view.width < 560 || view.height < 480)) found.push(`the table has ${view.width}x${view.height}`);
    for (const node of document.querySelectorAll(".rail .seat-row > .line, .rail .where, .roll .line"))
        if (seen(node) && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1))
            found.push(`cut beside the map: ${name(node)}`);
    // The steps of the turn are named as far as there is room, and none is cut.
    const middle = document.querySelector("header.top > .middle"), steps = middle?.querySelector(".steps");
    if (steps && middle.scrollWidth > middle.clientWidth + 1) found.push(`the steps are cut: ${words(steps)}`);
    // A closed hand has room for two lines of usual words.
    for (const node of document.querySelectorAll(".held .title"))
        if (seen(node) && node.scrollHeight > node.clientHeight + 1)
            found.push(`cut in the hand: ${name(node)}`);
    for (const label of document.querySelectorAll(".region.tile.placed > .label")) {
        const range = document.createRange();
        range.selectNodeContents(label);
        const pieces = [...label.parentElement.querySelectorAll(":scope > .pieces > .piece")].filter(seen);
        if ([...range.getClientRects()].some((line) => pieces.some((piece) => over(line, box(piece)))))
            found.push(`a piece lies over the name: ${words(label)}`);
        for (const { 0: word, index } of label.firstChild?.data.matchAll(/[a-z]+/gi) ?? []) {
            range.setStart(label.firstChild, index);
            range.setEnd(label.firstChild, index + word.length);
            if (range.getClientRects().length > 1) found.push(`a name is broken within a word: ${words(label)}`);
        }
    }
    return found;
}"""
"""What is wrong with the desk as it stands: texts that are cut, parts outside, buttons too small or over each other."""

COVERED = """() => {
    const found = [], words = (node) => (node.ariaLabel ?? node.textContent).trim().slice(0, 40);
    // What scrolls hides what is out of it: that is no cover.
    const hides = (node) => /auto|scroll|hidden|clip/.test(getComputedStyle(node).overflow);
    for (const node of document.querySelectorAll("[data-place].legal")) {
        if (node.closest(".desk") || !node.checkVisibility({ visibilityProperty: true })) continue;
        const { left, top, width, height } = (node.querySelector(".disc") ?? node).getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        let frame = node.parentElement;
        const inside = ({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom;
        while (frame && (!hides(frame) || inside(frame.getBoundingClientRect()))) frame = frame.parentElement;
        if (frame || !width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
        const hit = document.elementFromPoint(x, y);
        // Another thing that lies there may be meant as well.
        if (hit && !node.contains(hit) && !hit.contains(node) && !hit.closest("[data-place], [data-piece]"))
            found.push(`${words(node)} lies under ${hit.localName}.${hit.getAttribute("class")}: ${words(hit)}`);
    }
    // The names of parts of a scale map keep clear of its scale and its buttons.
    const over = [...document.querySelectorAll(".ground .buttons button, .ground .corner > .scale")];
    for (const name of document.querySelectorAll(".ground :is(.area text, .said)")) {
        const one = name.getBoundingClientRect();
        const meets = ({ left, top, right, bottom }) =>
            one.left < right && left < one.right && one.top < bottom && top < one.bottom;
        if (over.some((node) => meets(node.getBoundingClientRect())))
            found.push(`the name of a part of the map is covered: ${words(name)}`);
    }
    return found;
}"""
"""What may be chosen beside the desk and is covered in its middle by no other thing of the table; covered names."""

SCROLLED = """async () => {
    const body = document.querySelector(".question > .body");
    const height = body?.clientHeight;
    if (!body || body.scrollHeight <= height) return [];
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    body.scrollTop = body.scrollHeight;
    const at = body.scrollTop;
    await frames();
    const moved = [body.clientHeight - height, body.scrollTop - at];
    const last = [...body.querySelectorAll("[data-option]")].at(-1)?.getBoundingClientRect();
    const on = last && document.elementFromPoint(last.left + last.width / 2, last.bottom - 4);
    body.scrollTop = 0;
    return [
        ...(moved.some((by) => Math.abs(by) > 0.5) ? [`scrolled to its end it moves by ${moved}`] : []),
        ...(on?.matches(".more, .more *") ? ["the last row lies under the button"] : []),
    ];
}"""
"""What is wrong once the answers are scrolled to their end: who presses a row as it moves has pressed none."""


def look(
    browser: Browser,
    server: Server,
    game: str,
    size: str,
    locale: str,
    found: Iterable[tuple[str, FrameMessage]],
    *,
    both: bool = False,
) -> None:
    """Show questions, those of windows with and without a time (or `both`), and hold each against the law."""
    person = Person(browser, server.url, locale=locale, reduced_motion="reduce", **SIZES[size])
    table = Shown(person, server, game, SEATS[game])
    wrong, count = list[str](), 0
    for number, (kind, frame) in enumerate(found):
        shown = [frame]
        if frame.decision and frame.decision.reaction:
            # Alone with bots he may say "not again"; among people the window has its time.
            windows = [None, WindowInfo(kind, frame.decision.rule, 4000, 3000)]
            chosen = windows if both else windows[number % 2 :][:1]
            shown += [msgspec.structs.replace(frame, orders=[], window=one) for one in chosen]
        for one in shown:
            table.show(one)
            count += 1
            leads = b'"onto":' in msgspec.json.encode(one.scene)
            faults = person.page.evaluate(LAW, [SIZES[size].get("has_touch", False), leads])
            faults += person.page.evaluate(SCROLLED)
            faults += person.page.evaluate(COVERED)
            if game in camera.GAMES:
                faults += person.page.evaluate(camera.LOOK) or []
            if game in buttons.GAMES and one is shown[0]:
                faults += buttons.faults(person.page, game, one)
            wrong += [f"{kind}: {fault}" for fault in faults]
    person.close()
    assert count > 5
    passed = count - len({line.partition(":")[0] for line in wrong})
    assert not wrong, f"{passed} of {count} questions pass\n" + "\n".join(wrong)


@pytest.mark.parametrize(("game", "size", "locale"), [(game, *one) for game, one in USUAL.items()])
def test_nothing_in_the_desk_is_clipped(browser: Browser, server: Server, game: str, size: str, locale: str) -> None:
    """Each question where it offers most of the first three times."""
    look(browser, server, game, size, locale, fullest(game).items())


@pytest.mark.parametrize("game", SEATS)
def test_all_but_rare_questions_are_shown(game: str) -> None:
    missing = {prompt.key for prompt in find(game).prompts} - set(fullest(game))
    assert len(missing) <= RARE, missing


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("locale", LOCALES)
def test_nothing_in_the_desk_is_clipped_at_any_time(
    browser: Browser, server: Server, game: str, size: str, locale: str
) -> None:
    look(browser, server, game, size, locale, often(game), both=True)


@cache
def often(game: str) -> list[tuple[str, FrameMessage]]:
    """Return each kind of question of a game as often as the long tier shows it."""
    return list(questions(game, SEATS[game], matches=20, each=6))


PASSING = """(height) => {
    const desk = document.querySelector(".desk"), tall = document.createElement("div");
    tall.style.height = `${height}px`;
    const gave = new MutationObserver(() => {
        if (desk.dataset.gives !== "0") return;
        gave.disconnect();
        document.querySelector(".question .inside").append(tall);
        const frames = (count) => requestAnimationFrame(() => (count ? frames(count - 1) : tall.remove()));
        frames(3);
    });
    gave.observe(desk, { attributeFilter: ["data-gives"] });
}"""
"""Let something stand in the desk for some frames, as soon as all of it fits."""
GIVES = """async () => {
    for (let frame = 0; frame < 8; frame++) await new Promise(requestAnimationFrame);
    return Number(document.querySelector(".desk").dataset.gives ?? 0);
}"""


def test_what_gave_way_comes_back_in_a_question_behind_a_full_one(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, locale="en", reduced_motion="reduce", **SIZES["laptop"])
    table = Shown(person, server, "battlestar", SEATS["battlestar"])
    gives = dict[str, int]()
    found = fullest("battlestar")
    for kind, frame in found.items():
        if len({given > 0 for given in gives.values()}) == 2:
            break
        table.show(frame)
        gives[kind] = person.page.evaluate(GIVES)
    full = next(kind for kind, given in gives.items() if given)
    table.show(found[full])
    assert person.page.evaluate(GIVES) == gives[full]
    person.page.evaluate(PASSING, 2_000)
    table.show(next(found[kind] for kind, given in gives.items() if not given and found[kind] != found[full]))
    assert person.page.evaluate(GIVES) == 0
    person.close()
