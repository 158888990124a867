"""What is chosen is on the table: each pick is seen where it happens and has a line, numbers show what they become."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Route, expect

from browser.conftest import Server
from browser.person import LAID_OUT, Person
from browser.prepared import asked as is_asked
from browser.prepared import played
from browser.shown import SEATS, Shown
from browser.shown import asked as all_asked
from browser.test_desk import SIZES
from scripts.moments import frame
from shapan.engine.answer_totals import number_of, places
from shapan.engine.match import Match, Refusal
from shapan.engine.offers import things
from shapan.engine.previews import draw_scene
from shapan.engine.registry import find
from shapan.engine.scene import Target
from shapan.games.starcraft.board.pieces import area_id
from shapan.server.match import offer

PICKS = 3
"""So many picks are made of each answer."""

LAW = """({ picks, changes }) => {
    const found = [], basket = document.querySelector(".basket");
    const box = (node) => node.getBoundingClientRect();
    const inside = (node) => {
        const { left, right, top, bottom, width, height } = box(node);
        return width > 1 && height > 1 && right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    };
    const lines = [...(basket?.querySelectorAll("[data-picks]") ?? [])].flatMap((one) => one.dataset.picks.split(" "));
    const mustered = document.querySelector(".muster");
    const quoted = (name) => JSON.stringify(name);
    const nodes = (key) => {
        const [kind, ...rest] = key.split(":"), name = quoted(rest.join(":"));
        return [...document.querySelectorAll(
            `[data-place=${quoted(key)}], [data-${kind === "panel" ? "seat" : kind}=${name}], [data-heap=${name}],
             [data-slots=${name}]`)].filter(inside);
    };
    const marked = (node) => node.matches(".picked, .going, .joined, [aria-checked=true], [aria-pressed=true]")
        || node.querySelector(":scope > :is(.cover.picked, .picked)");
    picks.forEach(({ label, places, named, point }, at) => {
        if (!mustered && !lines.includes(String(at))) found.push(`no line in the basket: ${label}`);
        if (point) {
            if (!document.querySelector("circle.end, path.way, path.knot")) found.push(`no way: ${label}`);
            return;
        }
        const keys = [...places, ...named];
        // What stands nowhere on the page is chosen in the desk alone.
        const there = keys.flatMap(nodes).filter((node) => !node.closest(".desk"));
        const drawn = [...document.querySelectorAll(`[data-ghost~="${at}"], [data-intent~="${at}"] > *`)];
        const beyond = document.querySelector(".beyond");
        if (there.length && !there.some(marked) && !drawn.some(inside) && !beyond)
            found.push(`not seen on the table: ${label}, ${keys}`);
    });
    const frame = box(document.querySelector(".stage > .view"));
    for (const way of document.querySelectorAll(".intents .way")) {
        const [x, y, , , tx, ty] = way.getAttribute("d").match(/-?[0-9.]+/g).map(Number);
        for (const [px, py] of [[x, y], [tx, ty]])
            if (px < frame.left - 6 || px > frame.right + 6 || py < frame.top - 6 || py > frame.bottom + 6)
                found.push(`a way leaves the table: ${way.getAttribute("d")}`);
    }
    for (const [where, fact, was, now] of changes) {
        const at = quoted(`${where}|${fact}`), name = quoted(where.slice(where.indexOf(":") + 1));
        const number = where === "table" ? `.status [data-fact=${quoted(fact)}]`
            : where.startsWith("panel:") ? `[data-seat=${name}] [data-fact=${quoted(fact)}]`
            : where.startsWith("piece:") ? `[data-piece=${name}]` : `[data-zone=${name}], [data-heap=${name}]`;
        const shown = [...document.querySelectorAll(number)].filter(inside);
        if (!shown.length || shown.some((node) => node.matches(".going") && was < 2)) continue;
        const told = [...document.querySelectorAll(`[data-becomes=${at}]`)].filter(inside);
        if (!told.some((node) => node.textContent === `${was}→${now}`))
            found.push(`${where} ${fact}: ${was}→${now} is not shown, but ${told.map((node) => node.textContent)}`);
    }
    return found;
}"""
"""What of the picks is not to be seen, and which of the numbers that they change."""

AT_GHOST = """() => {
    const box = (node) => node.getBoundingClientRect();
    const near = (value, low, high) => Math.min(Math.max(value, low), high);
    const ghost = document.querySelector("[data-ghost], .piece.joined"), view = box(ghost.closest(".window > .view"));
    const { left, top, right, bottom } = box(ghost);
    const way = document.querySelector(".intents .way");
    if (!way) return bottom < view.top || top > view.bottom || right < view.left || left > view.right ? 0 : Infinity;
    const [x, y] = way.getAttribute("d").match(/-?[0-9.]+/g).map(Number).slice(-2);
    const [gx, gy] = [near(x, left, right), near(y, top, bottom)];
    return Math.hypot(x - near(gx, view.left, view.right), y - near(gy, view.top, view.bottom));
}"""
"""How far the end of a way is from the ghost that it leads to, as far as the window shows that."""

OPTIONS = (
    ".question :is(.body, .foot) :is([data-option], [data-code]):not([aria-disabled=true], .done, [data-primary],"
    " .window *), .muster [data-code]:not([aria-disabled=true])"
)


def asked(game: str) -> Iterator[tuple[str, Match[Any], int]]:
    """Yield for each kind of question of several picks a match in which it is asked, and of whom."""
    many = {prompt.key for prompt in find(game).prompts if prompt.many}
    for kind, (match, seat) in all_asked(game).items():
        if kind in many:
            yield kind, match, seat


class Picked:
    """Answers the page's question what may follow some picks, and remembers them."""

    def __init__(self, match: Match[Any], seat: int) -> None:
        self.match, self.seat = match, seat
        self.codes: list[int] = []
        self.targets: dict[int, Target] = {}
        self.places: dict[int, list[str]] = {}
        decision = match.decisions[seat]
        legal = offer.offered(match, seat)
        scene = draw_scene(match.game, match.view(seat), seat, legal, decision.prompt, decision.arg)
        self.things = places(scene)
        for place, thing in things(scene):
            for target in thing.targets:
                self.places.setdefault(target.code, []).append(place)
        self._take([])

    def _take(self, picked: list[int]) -> offer.Options:
        answer = offer.next_picks(self.match, self.seat, picked)
        answer.done_binds = "may"  # what can be undone would be given at once
        self.codes = picked
        for target in answer.options:
            self.targets.setdefault(target.code, target)
            self.places.setdefault(target.code, answer.places.get(str(target.code), []))
        return answer

    def answer(self, route: Route) -> None:
        """Say what may follow, or why nothing may."""
        asked = json.loads(route.request.post_data or "{}")
        try:
            route.fulfill(
                body=msgspec.json.encode(self._take(asked["picked"])).decode(), content_type="application/json"
            )
        except Refusal as refusal:
            route.fulfill(status=422, json={"reason": json.loads(msgspec.json.encode(refusal.reason))})

    def seen(self) -> dict[str, Any]:
        """Return what the page is to show of the picks: where each is, and which numbers change."""
        picks, sums = [], dict[tuple[str, str], int]()
        for code in self.codes:
            target = self.targets[code]
            named = [*target.into[:1], *target.onto]
            picks.append({
                "label": target.label.key, "places": self.places.get(code, []), "named": named,
                "point": bool(target.at) and not self.places.get(code),
            })  # fmt: skip
            for one in target.becomes:
                sums[one.where, one.fact] = sums.get((one.where, one.fact), 0) + one.now - one.was
        changes = [
            (where, fact, was, was + by)
            for (where, fact), by in sums.items()
            if by and (was := number_of(self.things.get(where), fact)) is not None
        ]
        return {"picks": picks, "changes": changes}


def look(browser: Browser, server: Server, game: str, size: str) -> None:
    """Pick what is offered first, last and first again at each question, and hold what is shown against the law."""
    person = Person(browser, server.url, reduced_motion="reduce", **SIZES[size])
    table = Shown(person, server, game, SEATS[game])
    page = person.page
    wrong, count = list[str](), 0
    for kind, match, seat in asked(game):
        picked = Picked(match.clone(), seat)
        page.unroute("**/picks")
        page.route("**/picks", picked.answer)
        page.route(re.compile("/why$"), lambda route: route.fulfill(json={"rule": "", "key": ""}))
        table.show(frame(match, seat))
        for number in range(PICKS):
            page.evaluate(LAID_OUT)
            options = page.locator(OPTIONS).filter(visible=True)
            if not options.count():
                break
            before = list(picked.codes)
            options.nth((options.count() - 1) * (number % 2)).click()
            page.mouse.move(1, 1)
            page.wait_for_timeout(60)
            if picked.codes == before:
                break
            page.wait_for_timeout(120)
            count += 1
            wrong += [f"{kind} {number + 1}: {fault}" for fault in page.evaluate(LAW, picked.seen())]
    person.close()
    assert count
    assert not wrong, f"{count} picks\n" + "\n".join(wrong)


def test_a_way_keeps_up_with_the_map(browser: Browser, server: Server) -> None:
    """However near the map is seen, a way ends at what will lie there, or at the edge of the window."""
    person = Person(browser, server.url, reduced_motion="reduce", **SIZES["laptop"])
    table = Shown(person, server, "starcraft", SEATS["starcraft"])
    page = person.page
    match, seat = next((match, seat) for kind, match, seat in asked("starcraft") if kind == "move")
    page.route("**/picks", Picked(match.clone(), seat).answer)
    table.show(frame(match, seat))
    page.locator(OPTIONS).filter(visible=True).first.click()
    page.locator(".intents .way").wait_for(state="attached")
    middle = "(way) => { const at = way.getPointAtLength(way.getTotalLength() / 2); return [at.x, at.y]; }"
    page.mouse.move(*page.locator(".intents .way").first.evaluate(middle))
    expect(page.locator(".parts .part.lit"), "who points at the way sees which pick it is").to_have_count(1)
    page.mouse.move(1, 1)
    expect(page.locator(".parts .part.lit")).to_have_count(0)
    for key in ("", "+", "+"):
        if key:
            page.keyboard.press(key)
        page.wait_for_timeout(700)
        assert page.evaluate(AT_GHOST) < 16, key
    page.keyboard.press("0")  # from afar no piece is drawn: the ghost lies over its place
    page.locator(".intents [data-ghost]").wait_for()
    person.close()


def test_a_battle_is_named_where_it_is_fought(browser: Browser, server: Server) -> None:
    match = played("starcraft", 3, lambda match: match.live.battle is not None and is_asked(match, 0), bot="greedy")
    person = Person(browser, server.url, reduced_motion="reduce", locale="en", **SIZES["laptop"])
    table = Shown(person, server, "starcraft", 3)
    table.show(frame(match, 0))
    page, battle = person.page, match.live.battle
    tag = page.locator(".fought")
    expect(tag).to_have_text("battle")
    area = page.locator(f'.map [data-zone="{area_id(battle.area)}"]').bounding_box()
    said = tag.bounding_box()
    assert area and said
    assert area["x"] < said["x"] + said["width"] / 2 < area["x"] + area["width"]
    assert abs(said["y"] + said["height"] / 2 - area["y"] - area["height"]) < 10
    person.close()


@pytest.mark.parametrize("game", SEATS)
def test_each_pick_is_on_the_table_and_in_the_basket(browser: Browser, server: Server, game: str) -> None:
    look(browser, server, game, "laptop")


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("size", ["large", "tablet", "phone"])
def test_each_pick_is_on_the_table_at_other_sizes(browser: Browser, server: Server, game: str, size: str) -> None:
    look(browser, server, game, size)
