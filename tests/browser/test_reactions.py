"""Reaction windows at the table: the same countdown for all, a standing order by a tick, known to its seat alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import Report
from browser.conftest import Server
from browser.person import Data, Person
from browser.prepared import Played, asked, lay, played

PHONE = {"width": 390, "height": 844}


def answered(person: Person, match: str, decision: Data, choice: Random) -> None:
    """Answer anything that is legal, and pass in windows."""
    if not decision["many"]:
        codes = [target["code"] for target in decision["targets"]]
        person.answer(match, decision, [0] if 0 in codes else [choice.choice(codes)])
        return
    picked: list[int] = []
    options, done = decision["targets"], decision["done"]
    while options and not (done and choice.random() < 0.6):
        picked.append(choice.choice(options)["code"])
        data = {"ordinal": decision["ordinal"], "picked": picked}
        more = person.post(f"/api/matches/{match}/picks", data)
        options, done = more["options"], more["done"]
    person.answer(match, decision, picked)


def seconds_left(person: Person) -> int:
    return int("".join(filter(str.isdigit, person.page.locator(".window .left").inner_text())))


def in_a_window(match: Played) -> bool:
    """Whether a reaction window has just opened in which both people are asked."""
    return all(asked(match, seat) and match.decisions[seat].prompt.reaction is not None for seat in (0, 1))


def opened_at_a_window(people: list[Person], server: Server) -> str:
    """Lay a table for two people and a bot at a window, and return the match."""
    ling, tomas = people
    return lay(server, played("battlestar", 3, in_a_window), ling, "me", tomas, "bot:random", window=30_000)


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[list[Person]]:
    url = server.url
    persons = [Person(browser, url, hears=True), Person(browser, url, hears=True, viewport=PHONE)]
    yield persons
    for person in persons:
        person.close()


def test_a_tick_passes_a_window_and_nobody_else_sees_it(people: list[Person], server: Server) -> None:
    ling, tomas = people
    match = opened_at_a_window(people, server)
    for person in people:
        person.go(match)
        person.page.locator(".question.yours .window .bar").wait_for()
    first, other, again = (seconds_left(person) for person in (ling, tomas, ling))
    assert first <= 30 and first + 1 >= other >= again - 1 and again > 0

    report = Report()
    for person in people:
        person.page.wait_for_timeout(400)  # what fades in has no contrast on its way
        report.look(person.page, "a reaction window")
    told = len(tomas.received)
    ling.page.get_by_label("Always pass here").check()
    expect(ling.page.locator(".question")).to_contain_text("Your standing order passes here.")
    expect(ling.page.locator(".question.yours")).to_have_count(0)
    assert ling.frame(match)["orders"] and tomas.frame(match)["orders"] == []
    assert not any('"scene"' in message for message in tomas.received[told:]), "nothing was sent to the other"

    ling.page.locator(".window").get_by_role("button", name="Standing orders").click()
    dialog = ling.page.locator("dialog[open]")
    expect(dialog.locator("li")).to_have_count(1)
    report.look(ling.page, "standing orders")
    assert report.clean, f"\n{report}"
    dialog.get_by_role("button", name="Take back").click()
    expect(dialog.locator("li")).to_have_count(0)
    ling.page.keyboard.press("Escape")
    expect(ling.page.get_by_label("Always pass here")).not_to_be_checked()


def test_an_answer_waits_for_the_window_and_can_be_taken_back(people: list[Person], server: Server) -> None:
    ling, tomas = people
    match = opened_at_a_window(people, server)
    ling.go(match)
    ling.page.locator(".question.yours [data-code='0']").click()  # the only answer is chosen from the start
    expect(ling.page.locator(".question")).to_contain_text("Your answer is in.")
    assert tomas.frame(match)["answered"] == [] and 0 in tomas.frame(match)["waiting"]
    ling.page.keyboard.press("u")
    ling.page.locator(".question.yours [data-code='0']").wait_for()
