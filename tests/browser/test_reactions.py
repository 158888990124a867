"""Reaction windows at the table: the same countdown for all, a standing order by a tick, known to its seat alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from browser.axe import Report
from browser.conftest import Server
from browser.person import Data, Person

DEADLINE = 240
"""Seconds: a window in which only one is asked takes its whole time."""


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


def play_to_a_window(people: list[Person], match: str) -> str:
    """Answer for all until a window has just opened in which all are asked, and return its kind."""
    end, choice = time.monotonic() + DEADLINE, Random(5)
    while time.monotonic() < end:
        frames = [person.frame(match) for person in people]
        if all(frame["window"] and frame["decision"] for frame in frames):
            return str(frames[0]["window"]["kind"])
        for person, frame in zip(people, frames, strict=True):
            if frame["decision"]:
                answered(person, match, frame["decision"], choice)
        time.sleep(0.02)
    raise AssertionError("no reaction window came")


def opened_at_a_window(people: list[Person]) -> str:
    """Open a table for two people and a bot, play to a window, and return the match."""
    ling, tomas = people
    opened = ling.open("battlestar", "me", "open", "bot:random", window=30)
    match: str = opened["id"]
    tomas.join(opened["joins"][0]["url"], "Tomas")
    for person in people:
        person.ready(match)
    play_to_a_window(people, match)
    return match


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[list[Person]]:
    url = server.url
    persons = [Person(browser, url), Person(browser, url, viewport={"width": 390, "height": 844})]
    yield persons
    for person in persons:
        person.close()


def test_a_tick_passes_a_window_and_nobody_else_sees_it(people: list[Person]) -> None:
    ling, tomas = people
    match = opened_at_a_window(people)
    for person in people:
        person.go(match)
        person.page.locator(".prompt.yours .window .bar").wait_for()
    first, other, again = (seconds_left(person) for person in (ling, tomas, ling))
    assert first <= 30 and first + 1 >= other >= again - 1 and again > 0

    report = Report()
    for person in people:
        person.page.wait_for_timeout(400)  # what fades in has no contrast on its way
        report.look(person.page, "a reaction window")
    told = len(tomas.received)
    ling.page.get_by_label("Always pass here").check()
    expect(ling.page.locator(".prompt")).to_contain_text("Your standing order passes here.")
    expect(ling.page.locator(".prompt.yours")).to_have_count(0)
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


def test_an_answer_waits_for_the_window_and_can_be_taken_back(people: list[Person]) -> None:
    ling, tomas = people
    match = opened_at_a_window(people)
    ling.go(match)
    ling.page.locator(".prompt.yours [data-code='0']").click()
    expect(ling.page.locator(".prompt")).to_contain_text("Your answer is in.")
    assert tomas.frame(match)["answered"] == [] and 0 in tomas.frame(match)["waiting"]
    ling.page.keyboard.press("u")
    ling.page.locator(".prompt.yours [data-code='0']").wait_for()
