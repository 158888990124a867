"""Hints and the review of a finished match in Chromium: by mouse, by keyboard, on a phone."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.axe import findings
from browser.conftest import Server
from browser.finger import PHONE
from browser.person import Person
from browser.player import open_table, question
from browser.prepared import asked, lay, over, played

HINT = "section.hint"
SHARE = re.compile(r"\d+%")


def begun(page: Page, server: Server) -> None:
    """Open a table of pig at once, with a bot whose moves show at once."""
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    seats = {"game": "pig", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]}
    opened = page.context.request.post(f"{server.url}/matches", data=seats, headers={"x-shapan": "1"})
    page.goto(f"{server.url}/match/{opened.json()['id']}")


def estimated(page: Page, apart: float, even: bool) -> None:
    """Let the server's hints rate each answer lower by so much than the one before; `even` says that it is chance."""

    def change(route: Route) -> None:
        answer = route.fetch()
        hint = answer.json()
        for place, one in enumerate(hint["answers"]):
            one |= {"chance": 0.94 - place * apart, "even": even and place > 0}
        route.fulfill(response=answer, json=hint)

    page.route("**/hint", change)


def test_a_hint_by_mouse(page: Page, server: Server, complaints: list[str]) -> None:
    open_table(page, server.url, "pig", seats=2)  # to hold with nothing rolled is surely worse
    assert question(page)
    page.get_by_role("button", name=re.compile("^Hint")).click()
    rows = page.locator(f"{HINT} li")
    expect(rows.first).to_contain_text(SHARE)
    expect(page.locator(HINT)).to_contain_text(re.compile("Estimated from [1-9]\\d+ simulations"))
    shares = [int(text.rstrip(" %")) for text in rows.locator(".chance").all_inner_texts()]
    assert len(shares) >= 2 and shares == sorted(shares, reverse=True)
    expect(page.locator(f"{HINT} .chance.best")).to_have_count(1)
    expect(page.locator(".answers .chance").first).to_contain_text(SHARE)
    best = page.locator(".answers button", has=page.locator(".chance.best"))
    expect(best).to_have_accessible_name(re.compile("about \\d+% to win, best"))
    assert findings(page) == []
    page.locator(f"{HINT} .close").click()
    expect(page.locator(HINT)).to_have_count(0)
    expect(page.locator(".chance")).to_have_count(0)
    assert complaints == []


def test_what_differs_by_less_than_chance_is_no_difference(page: Page, server: Server, complaints: list[str]) -> None:
    estimated(page, 0.001, even=True)
    begun(page, server)
    assert question(page)
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_contain_text("No clear difference: a chance to win of about 94%")
    expect(page.locator(f"{HINT} li")).to_have_count(2)
    expect(page.locator(f"{HINT} .chance")).to_have_count(0)
    expect(page.locator(".chance.best")).to_have_count(0)
    expect(page.locator("[aria-live=polite]").first).to_contain_text("No clear difference")
    assert findings(page) == []
    assert complaints == []


def test_a_hint_by_keyboard_is_told_and_goes_with_its_question(page: Page, server: Server) -> None:
    estimated(page, 0.2, even=False)
    begun(page, server)
    assert question(page)
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_contain_text("Roll")
    expect(page.locator("[aria-live=polite]").first).to_contain_text(re.compile("Roll: \\d+%.*simulations"))
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_have_count(0)
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator(HINT)).to_have_count(0)


def test_targets_on_the_board_have_their_chance(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = person.page
    page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    match = played("planet_masters", 3, lambda match: asked(match, 0, "action"), key=b"hint")
    person.go(lay(server, match, person, "me", "bot:greedy", "bot:greedy"))
    assert question(page)
    page.keyboard.press("h")
    expect(page.locator(HINT)).to_be_visible()
    target = page.locator("#board [data-place]", has=page.locator(".chance")).first
    expect(target).to_have_accessible_name(re.compile("about \\d+% to win"))
    person.close()


def test_no_hints_where_the_table_gives_none(page: Page, browser: Browser, server: Server) -> None:
    person = Person(browser, server.url)
    match = person.open("pig", "me", "bot:greedy", hints="off")["id"]
    person.go(match)
    assert question(person.page)
    assert person.page.locator("button.hint").count() == 0
    person.page.keyboard.press("h")
    expect(person.page.locator(".toasts, [role=status]").first).to_contain_text("gives no hints")
    person.close()


@pytest.mark.parametrize("language", [pytest.param("zh-Hans", marks=pytest.mark.long), "zh-Hant"])
def test_a_hint_on_a_chinese_phone(browser: Browser, server: Server, language: str) -> None:
    person = Person(browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True)
    person.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    match = person.open("pig", "me", "bot:greedy")["id"]
    person.go(match)
    page = person.page
    assert question(page)
    button = page.locator("button.hint")
    box = button.bounding_box()
    assert box is not None and box["height"] >= 44
    button.click()
    expect(page.locator(HINT)).to_be_visible()
    assert not re.findall(r"[A-Za-z]{2,}", re.sub(r"PIG-[\d.]+", "", page.locator(".question").inner_text()))
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    assert findings(page) == []
    person.close()


def hinted(page: Page, *answers: list[dict[str, Any]]) -> None:
    """Have the server's hint name these answers, the best one first, each by its targets."""

    def answer(route: Route) -> None:
        codes = [[target["code"] for target in targets] for targets in answers]
        rows = [
            {
                "codes": codes[at],
                "labels": [target["label"] for target in targets],
                "chance": 0.6 - at / 10,
                "looks": 90,
            }
            for at, targets in enumerate(answers)
        ]
        ordinal = json.loads(route.request.post_data or "{}")["ordinal"]
        route.fulfill(json={"ordinal": ordinal, "measure": "chance", "looks": 180, "answers": rows})

    page.route("**/hint", answer)


def test_a_line_of_a_hint_is_shown_on_the_map_and_picked_by_a_press(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    page, sent = ling.page, list[str]()
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/answers") else None)
    match = lay(server, played("starcraft", 3, lambda match: asked(match, 0, "move"), bot="greedy"), ling, "me",
                "bot:greedy", "bot:greedy")  # fmt: skip
    first, other, *_ = [target for target in ling.frame(match)["decision"]["targets"] if target.get("onto")]
    hinted(page, [first, other], [other])
    ling.go(match)
    assert question(page)
    page.keyboard.press("h")
    lines = page.locator(f"{HINT} [data-hint]")
    expect(lines).to_have_count(2)
    lines.nth(0).hover()
    expect(page.locator(".intents g.faint[data-intent]").first).to_be_attached()
    assert page.locator(".basket").count() == 0, "to point at it has picked it"
    lines.nth(0).click()
    expect(page.locator(".basket [data-picks]").first).to_be_visible()
    expect(lines.nth(0)).to_have_attribute("aria-pressed", "true")
    picked = page.locator(".basket [data-line]").evaluate_all(
        "(rows) => rows.flatMap((row) => row.dataset.line.split(' '))"
    )
    assert sorted(map(int, picked)) == sorted([first["code"], other["code"]])
    lines.nth(1).click()
    expect(lines.nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".basket [data-picks]")).to_have_count(1)
    lines.nth(1).click()
    expect(page.locator(".basket [data-picks]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(HINT)).to_have_count(0)
    assert sent == [], "a hint has answered"
    ling.close()


@pytest.mark.parametrize("confirm", [pytest.param("binding", marks=pytest.mark.long), "never"])
def test_a_line_of_a_hint_never_gives_what_cannot_be_undone(browser: Browser, server: Server, confirm: str) -> None:
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", **PHONE)
    page, sent = ling.page, list[str]()
    page.add_init_script(f"localStorage.setItem('shapan.confirm', '{confirm}')")
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/answers") else None)
    match = ling.open("pig", "me", "bot:greedy")["id"]
    rolls = [target for target in ling.frame(match)["decision"]["targets"] if target.get("binds")]
    assert rolls
    hinted(page, rolls[:1])
    ling.go(match)
    assert question(page)
    page.locator("button.hint").tap()
    line = page.locator(f"{HINT} [data-hint]").first
    box = line.bounding_box()
    assert box and box["height"] >= 44
    line.tap()
    expect(line).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".question [data-primary]")).to_contain_text("cannot be undone")
    line.tap()
    expect(line).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".question [data-primary]")).to_have_count(0)
    assert sent == []
    ling.close()


# The review


def reviewed(person: Person, server: Server, target: int) -> str:
    """Lay a match that is over."""
    match = played("pig", 2, over, key=b"pig", options={"target": target})
    return lay(server, match, person, "me", "bot:random")


def step(page: Page) -> int:
    found = re.search(r"Step (\d+) of", page.locator("#question .place").inner_text())
    assert found is not None
    return int(found[1])


def test_a_review_by_mouse(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page, complaints = person.page, list[str]()
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    person.go(reviewed(person, server, target=20))
    page.locator("section.result").get_by_role("link", name="Review").click()
    expect(page.locator(".chart")).to_be_visible()
    expect(page.locator(".reading li")).to_have_count(2)
    assert findings(page) == []
    own = page.locator("section", has_text="Decisions").locator(".item")
    last = own.last
    wanted = int(re.findall(r"Step (\d+)", last.inner_text())[0])
    last.click()
    assert step(page) == wanted > 1
    page.locator("#review-curve").scroll_into_view_if_needed()
    box = page.locator(".chart").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] - 4, box["y"] + 80)
    expect(page.locator(".who")).to_have_text("End of the match")
    assert {text.strip() for text in page.locator(".reading b").all_inner_texts()} == {"0%", "100%"}
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + 80)
    expect(page.locator("#question .what")).to_contain_text("won")
    turn = page.locator("section", has_text="Turning points").locator(".item").first
    turn.click()
    assert re.search(r"\d+%\s→\s\d+%", turn.inner_text())
    costly = page.get_by_role("checkbox")
    costs = [int(cost) for text in own.all_inner_texts() for cost in re.findall(r"(\d+) points lost", text)]
    costly.check()
    # What is shown as 5 may be a little less.
    assert sum(cost > 5 for cost in costs) <= own.count() <= sum(cost >= 5 for cost in costs)
    page.reload()
    expect(page.locator(".chart")).to_be_visible()
    assert complaints == []
    person.close()


def test_a_review_by_keyboard(browser: Browser, server: Server) -> None:
    person = Person(browser, server.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = person.page
    page.goto(f"{server.url}/replay/{reviewed(person, server, target=20)}")
    tab = page.get_by_role("tab", name="Log")
    tab.focus()
    page.keyboard.press("ArrowRight")
    chart = page.get_by_role("slider", name="Chances to win")
    expect(chart).to_be_visible()
    chart.focus()
    page.keyboard.press("Home")
    first = chart.get_attribute("aria-valuetext")
    page.keyboard.press("ArrowRight")
    second = chart.get_attribute("aria-valuetext") or ""
    assert re.search(r"Player 1: \d+%, Bot 2: \d+%, .* decides", second) and chart.get_attribute("aria-valuenow") == "2"
    assert first is not None and step(page) == 1, "to read is not to go"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator("#question .what")).to_contain_text("won")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.matches('.item')")
    person.close()


@pytest.mark.parametrize("language", ["zh-Hans", pytest.param("zh-Hant", marks=pytest.mark.long)])
def test_a_review_on_a_chinese_phone(browser: Browser, server: Server, language: str) -> None:
    person = Person(browser, server.url, viewport={"width": 390, "height": 844}, has_touch=True)
    person.context.add_cookies([{"name": "language", "value": language, "url": server.url}])
    page = person.page
    page.goto(f"{server.url}/replay/{reviewed(person, server, target=20)}?review")
    expect(page.locator(".chart")).to_be_visible()
    words = re.findall(r"[A-Za-z]{2,}", page.locator("#review").inner_text())
    assert not words, words
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    for item in page.locator("#review .item").all():
        box = item.bounding_box()
        assert box is not None and box["height"] >= 44
    assert findings(page) == []
    page.locator("#review .item").last.click()
    expect(page.locator("#board")).to_be_visible()
    person.close()
