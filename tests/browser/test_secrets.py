"""A secret vote between real browsers: what others are sent before all have voted is the same for yes and no."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person, some_answer
from browser.player import DECIDES

VOTE = "vote"


def until_the_vote(people: list[Person], match: str) -> None:
    """Play the first answers, and the council where it can be called, until people are asked to vote."""
    for _ in range(300):
        decisions = [(person, person.frame(match)["decision"]) for person in people]
        asked = [(person, decision) for person, decision in decisions if decision]
        if len(asked) == len(people) and all(decision["kind"] == VOTE for _, decision in asked):
            return
        for person, decision in asked:
            if decision["kind"] != VOTE:
                person.answer(match, decision, some_answer(decision, "council"))
                break
        else:
            people[0].page.wait_for_timeout(20)
    raise AssertionError("nobody called the council")


def play(browser: Browser, server: Server, vote: str) -> dict[str, Any]:
    """Play up to a vote and beyond; return what each person was sent before and after it."""
    ling, tomas, mira = (Person(browser, server.url) for _ in range(3))
    opened = ling.open("planet_masters", "me", "open", "bot:greedy")
    match = opened["id"]
    tomas.join(opened["joins"][0]["url"], "Tomas")
    for person in (ling, tomas):
        person.ready(match)
    until_the_vote([ling, tomas], match)
    for person in (ling, tomas, mira):
        # Before this, how many moves came in one frame was a matter of time; the page is sent everything again.
        person.page.goto("about:blank")
        person.received.clear()
        person.go(match)
        person.page.locator(".log li").first.wait_for()
    expect(ling.page.locator(DECIDES)).to_be_visible()
    expect(tomas.page.locator(DECIDES)).to_be_visible()
    heard = len(tomas.received)

    ling.page.locator(DECIDES).get_by_role("button", name=re.compile(f"^{vote}")).click()
    expect(ling.page.locator(DECIDES)).to_have_count(0)
    for _ in range(100):
        if len(tomas.received) > heard:
            break
        tomas.page.wait_for_timeout(20)
    tomas.page.wait_for_timeout(300)  # a late message would be a message too
    before = {name: written(person, match) for name, person in {"own": ling, "other": tomas, "spectator": mira}.items()}
    texts = {"other": tomas.page.locator("body").inner_text(), "spectator": mira.page.locator("body").inner_text()}

    tomas.page.locator(DECIDES).get_by_role("button", name=re.compile("^No")).click()
    expect(tomas.page.locator(".log")).to_contain_text("PM-5.9", timeout=15_000)
    tomas.page.wait_for_timeout(500)
    after = written(tomas, match)
    for person in (ling, tomas, mira):
        person.close()
    return {**before, "texts": texts, "after": after}


def written(person: Person, match: str) -> list[str]:
    """Return what a person was sent, in order; a frame that only says who came or went is left out."""
    messages: list[str] = []
    last = ""
    for message in person.received:
        data = json.loads(message.replace(match, "<match>"))
        if "scene" in data:
            for name in ("frame", "seats", "watchers"):
                del data[name]
            events = data.pop("events")["list"]
            messages += [json.dumps(event) for event in events]
        text = json.dumps(data)
        if text != last:
            messages.append(text)
        last = text
    return messages


def test_a_vote_reaches_nobody_before_all_have_voted(browser: Browser, server: Server) -> None:
    yes, no = play(browser, server, "Yes"), play(browser, server, "No")
    assert yes["other"] == no["other"]
    assert yes["spectator"] == no["spectator"]
    assert yes["texts"] == no["texts"]
    assert any('"answered":[0' in message.replace(" ", "") for message in yes["other"]), (
        "the vote was not seen to be in"
    )
    assert yes["after"] != no["after"], "the vote was never shown: nothing has been compared"
