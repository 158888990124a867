"""The ring of Battlefield on a laptop and a phone: all of it is there, and nothing lies on anything else."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person
from browser.player import CHOICES, DECIDES
from browser.prepared import Played, asked, lay, played
from browser.shown import Shown, questions
from shapan.engine.actions import DONE
from shapan.engine.text import say
from shapan.games.battlefield import actions, events, names

SIZES: dict[str, dict[str, Any]] = {
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True},
}
IN_SIZES = pytest.mark.parametrize("size", ["laptop", pytest.param("phone", marks=pytest.mark.long)])
"""What is pressed is the same on both: the long tier presses it on a phone too."""
LOOK = """(phone) => {
    const found = [];
    const box = (node) => node.getBoundingClientRect();
    // What is scrolled out of the window on the ring lies on nothing.
    const view = box(document.querySelector(".window > .view"));
    const within = (node) => !node.closest(".window") || (box(node).top >= view.top && box(node).bottom <= view.bottom);
    const seen = (selector) =>
        [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility() && within(node));
    const shows = (node) => node.checkVisibility() && box(node).width > 1;
    const words = (node) => (node.getAttribute("aria-label") || node.innerText).slice(0, 40);
    const apart = (nodes, why) => nodes.forEach((one, at) => nodes.slice(at + 1).forEach((other) => {
        const [a, b] = [box(one), box(other)];
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
            found.push(`${why}: ${words(one)} / ${words(other)}`);
    }));
    const stage = document.querySelector(".board-stage");
    if (!phone && stage.scrollHeight - stage.clientHeight > 1) found.push("the table scrolls");
    if (document.scrollingElement.scrollWidth > innerWidth) found.push("wider than the screen");
    apart(seen(".lot, .domain > .crew, .middle > *"), "parts lie on each other");
    for (const lot of seen(".lot")) {
        const own = box(lot);
        if (own.left < 0 || own.right > innerWidth) found.push(`out of the table: ${words(lot)}`);
        if (own.height < 22.5 && !document.querySelector(".desk.full")) found.push(`low: ${words(lot)}`);
        for (const node of lot.querySelectorAll(".unit, .left")) {
            const { left, right, top, bottom } = box(node);
            if (left < own.left || right > own.right + 1 || top < own.top - 1 || bottom > own.bottom + 1)
                found.push(`out of its place: ${words(node)}`);
        }
        const label = lot.querySelector(".label"), text = document.createRange();
        text.selectNodeContents(label);
        const line = box(label), first = [...text.getClientRects()].find(({ width }) => width > 2);
        if (!shows(label) || !first || first.top > line.bottom - 4) found.push(`no name: ${words(label)}`);
        for (const mark of lot.querySelectorAll(".unit-mark"))
            if (shows(mark) && box(mark).right > box(mark.closest(".unit")).right + 1)
                found.push(`its numbers are cut: ${words(mark.closest(".unit"))}`);
        apart([...lot.querySelectorAll(".unit, .left")], "units lie on each other");
    }
    return found;
}"""


@pytest.mark.parametrize(("size", "seats"), [("laptop", 6), ("phone", 3)])
def test_the_ring_fits_and_something_can_be_chosen(browser: Browser, server: Server, size: str, seats: int) -> None:
    phone = size == "phone"
    ling = Person(browser, server.url, locale="zh-CN" if phone else "en", reduced_motion="reduce", **SIZES[size])
    table = Shown(ling, server, "battlefield", seats)
    wrong, asked = list[str](), set[str]()
    for kind, frame in questions("battlefield", seats, matches=1, each=1):
        table.show(frame)
        asked.add(kind)
        page = ling.page
        assert page.evaluate(f"() => document.querySelectorAll({CHOICES!r}).length"), f"{kind}: nothing can be chosen"
        if phone:
            page.locator('[data-tab="table"]').click()
        wrong += [f"{kind}: {what}" for what in page.evaluate(LOOK, phone)]
        if kind not in ("faction", "layout"):
            domains = page.locator(".domain").evaluate_all("(all) => all.map((one) => one.dataset.domain)")
            assert len(domains) == seats, kind
    ling.close()
    assert not wrong, "\n".join(wrong)
    assert {"faction", "layout", "development", "declare", "combat_row"} <= asked


def test_a_unit_is_placed_by_its_card_and_then_its_ground(browser: Browser, server: Server) -> None:
    """The card leads on to the own territories; a territory leaves open or hidden, and one button does it."""
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **SIZES["laptop"])
    table = Shown(ling, server, "battlefield", 2)
    frames = (frame for kind, frame in questions("battlefield", 2, matches=6, each=40) if kind == "development")
    for frame in frames:
        cards = [piece for piece in frame.scene.hand if any(t.label.key == "action.place_open" for t in piece.targets)]
        if not cards:
            continue
        table.show(frame)
        page = ling.page
        page.locator(f'[data-piece="{cards[0].id}"]').click()
        own = page.locator(f'.domain[data-domain="{frame.viewer}"] .lot')
        assert page.locator(".lot .cover.legal").count() == own.count()
        own.first.locator(".cover").click()
        said = page.locator(".answers [data-option]").all_inner_texts()
        assert len(said) == 2 and "open" in said[1] and "hidden" in said[0]
        page.locator(".answers [data-option]").first.click()
        assert "Place" in page.locator(".parts .part").inner_text()
        assert page.locator(".question .done").inner_text().startswith("Do it")
        ling.close()
        return
    raise AssertionError("no unit can be placed in any of these matches")


def offers_of_a_trade(match: Played) -> list[int]:
    """Return the deals that a seat can offer by its Trade card, to be chosen in a form."""
    if not asked(match, 0, "development"):
        return []
    codes = match.legal(0, people=True)
    return [code for code in codes if actions.TRADE.has(code) and not actions.TRADE.value(code, 3)]


def test_a_trade_is_put_together_by_its_deal_and_then_its_price(browser: Browser, server: Server) -> None:
    """The card leads on to a form of deals; every price of the deal follows, and one button offers both."""
    match = played("battlefield", 3, lambda match: len(offers_of_a_trade(match)) > 4, key=b"trade 3")
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **SIZES["laptop"])
    laid = lay(server, match, ling, "me", "bot:random", "bot:random")
    ling.go(laid)
    page = ling.page
    page.locator('[data-piece^="hand"]', has_text="Trade").first.click()
    page.locator(".form legend").first.wait_for()
    assert page.locator(".form legend").all_inner_texts() == ["Deal", "Unit", "Player"]
    page.locator(".form [data-option]").click()
    page.locator(".answers [data-option]", has_text="For 0").wait_for()
    prices = page.locator(".answers [data-option]").all_inner_texts()
    first = match.legal(0, [offers_of_a_trade(match)[0]], people=True)
    assert [price.split()[1] for price in prices] == [str(actions.PRICE.value(code)) for code in first]
    page.locator(".answers [data-option]", has_text="For 1").click()
    assert [part.split()[0] for part in page.locator(".parts .part").all_inner_texts()] == ["Sell", "For"]
    page.locator(".question .done").click()
    expect(page.locator(".parts .part")).to_have_count(0)
    page.keyboard.press("l")
    page.locator(".log", has_text=re.compile(r"\bfor 1\b")).wait_for()
    assert any(
        event["key"] == "offered" and event["with"]["price"] == 1 for event in ling.frame(laid)["events"]["list"]
    )
    ling.close()


def fought(server: Server, ling: Person) -> str:
    """Lay a match in which the viewer is to lay combat cards."""
    match = played("battlefield", 4, lambda match: asked(match, 0, "combat_row"), key=b"a1", bot="greedy")
    return lay(server, match, ling, "me", *["bot:greedy"] * 3)  # who lay as many cards as they may


ROOM = """() => {
    const read = document.querySelector(".battle .read");  // it scrolls
    const box = (node) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        const low = read.getBoundingClientRect().bottom;
        return { left, top, right, bottom: read.contains(node) ? Math.min(bottom, low) : bottom };
    };
    const parts = [...document.querySelectorAll(".bout > *, .battle > header, .battle footer > *")];
    const stage = box(document.querySelector(".battle"));
    return parts.flatMap((one, at) => parts.slice(at + 1).filter((other) => {
        const [a, b] = [box(one), box(other)];
        return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    }).map((other) => `${one.className} / ${other.className}`)).concat(
        parts.filter((one) => box(one).bottom > stage.bottom + 1 || box(one).right > innerWidth)
            .map((one) => one.className),
    );
}"""
"""What lies on something else in the fight, or beside it."""

HIT = """() => {
    const { left, top, width, height } = document.querySelector(".stage > .view").getBoundingClientRect();
    return !!document.elementFromPoint(left + width / 2, top + height / 2).closest(".battle");
}"""
"""Whether the fight lies over the middle of the map."""


def test_an_own_fight_is_turned_by_hand_and_shows_what_can_come(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", **SIZES["phone"])
    ling.go(fought(server, ling))
    page = ling.page
    for _ in range(2):  # cards laid face down cannot be taken back: chosen, then given
        page.locator(".question .done").click()
    page.locator(".battle footer .btn", has_text="Wait").click()
    expect(page.locator(".cases li").nth(1)).to_be_attached()
    expect(page.locator(".staged")).to_have_count(0)  # the map stays free
    for size, given in SIZES.items():
        page.set_viewport_size(given["viewport"])
        # A phone shows the fight in place of the map.
        page.wait_for_function(f"() => ({HIT})() === {json.dumps(size == 'phone')} && ({ROOM})().length === 0")
    names = page.locator(".lane.due").evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert [re.fullmatch(r"Position \d", name) is not None for name in names] == [True], "no card is named yet"
    turned = page.locator(".lane.open").count()
    page.wait_for_timeout(250)  # keys are swallowed for so long
    page.keyboard.press("Space")
    page.locator(".lane.open").nth(turned).wait_for()
    assert page.locator(".question [data-option], .question .done").count() == 0, "nothing is asked before the end"
    assert page.locator(".battle footer .btn", has_text="Wait").count() == 1
    ling.close()


def test_a_notice_lies_over_no_fight(browser: Browser, server: Server) -> None:
    """With the speed off moments are told as notices; at 1280x720 the ring needs all the height that there is."""
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **SIZES["laptop"])
    ling.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    ling.go(fought(server, ling))
    page = ling.page
    for _ in range(2):  # cards laid face down cannot be taken back: chosen, then given
        page.locator(".question .done").click()
    page.locator(".toast:visible").first.wait_for()
    bar, toast = page.locator("header.top").bounding_box(), page.locator(".toast:visible").first.bounding_box()
    assert bar and toast
    assert toast["y"] + toast["height"] <= bar["y"] + bar["height"]
    tools = page.locator("header.top .tool, header.top .brand").evaluate_all(
        "(all) => all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().right])"
    )
    assert all(right <= toast["x"] or left >= toast["x"] + toast["width"] for left, right in tools)
    ling.close()


def _reloads(match: Played) -> bool:
    """Whether the first seat can only fetch one of several cards from the discard pile, or stop."""
    if not asked(match, 0, "development"):
        return False
    codes = [code for code in match.legal(0) if code != DONE]
    return len(codes) > 1 and all(actions.RELOAD.has(code) for code in codes)


@IN_SIZES
def test_the_card_that_is_pressed_is_fetched(browser: Browser, server: Server, size: str) -> None:
    """BF-6.5: Tactical Reload offers each card of the discard pile by itself, though all are played by one card."""
    match = played("battlefield", 2, _reloads, bot="greedy", key=b"r4")
    person = Person(
        browser, server.url, reduced_motion="reduce", locale="zh-CN" if size == "phone" else "en", **SIZES[size]
    )
    person.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    person.go(lay(server, match, person, "me", "bot:greedy"))
    page = person.page
    page.wait_for_selector(DECIDES)
    cards = page.locator(".question.yours .shelf [data-option]")
    codes = [int(code or 0) for code in cards.evaluate_all("(nodes) => nodes.map((node) => node.dataset.code)")]
    assert sorted(codes) == sorted(code for code in match.legal(0, people=True) if code != DONE)
    fetched = [code for code in codes if actions.RELOAD.has(code)][-1]
    card = page.locator(f'.question.yours .shelf [data-code="{fetched}"]')
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    with page.expect_request("**/answers") as sent:
        page.locator(".question.yours .done, .question.yours [data-primary]").last.click()
    assert (sent.value.post_data_json or {})["codes"] == [fetched]
    person.close()


def _has_looked(match: Played) -> bool:
    """Whether the first seat is asked, and has just looked at the hand of another."""
    return asked(match, 0) and sum(event.kind == events.SAW_HAND and event.open[0] == 0 for event in match.told(0)) > 1


@IN_SIZES
def test_a_hand_that_was_looked_at_is_shown_and_kept(browser: Browser, server: Server, size: str) -> None:
    """BF-6.7: all its cards are turned up together, and stay in the dossier of whose hand it is, for who has looked."""
    match = played("battlefield", 3, _has_looked, bot="greedy", key=b"fight2")
    looks = [event for event in match.told(0) if event.kind == events.SAW_HAND and event.open[0] == 0]
    locale = "zh-CN" if size == "phone" else "en"
    person = Person(browser, server.url, sees=False, reduced_motion="reduce", locale=locale, **SIZES[size])
    person.go(lay(server, match, person, "me", "bot:greedy", "bot:greedy"))
    page = person.page
    expect(page.locator(".staged .dealt article.face")).to_have_count(len(looks))
    page.locator(".staged .go").click()
    page.keyboard.press("d")
    page.locator(f"dialog [data-tab='{looks[0].open[1]}']").click()
    text = page.locator("dialog .own").inner_text()
    for event in looks:
        assert say(match.game, "zh-Hans" if size == "phone" else "en", f"card.{names.CARDS[event.secret[0]]}") in text
    page.locator("dialog [data-tab='0']").click()
    assert page.locator("dialog .own").count() == 0
    person.close()
