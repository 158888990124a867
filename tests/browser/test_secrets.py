"""A secret vote between real browsers: what others are sent before all have voted is the same for yes and no."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES
from browser.prepared import Played, asked, lay, played

VOTE = "vote"


def at_the_vote() -> Played:
    """Return a match in which two are asked to vote; the third, a bot, has: when it does would be a matter of time."""
    match = played("planet_masters", 3, lambda match: asked(match, 0, VOTE) and asked(match, 1, VOTE))
    if 2 in match.waiting:
        match.answer(2, [match.legal(2)[0]])
    assert list(match.waiting) == [0, 1]
    return match


def play(browser: Browser, server: Server, vote: str) -> dict[str, Any]:
    """Play up to a vote and beyond; return what each person was sent before and after it."""
    ling, tomas, mira = (Person(browser, server.url, hears=True) for _ in range(3))
    match = lay(server, at_the_vote(), ling, "me", tomas, "bot:greedy")
    for person in (ling, tomas, mira):
        person.go(match)
        person.page.locator(".log li").first.wait_for()
    expect(ling.page.locator(DECIDES)).to_be_visible()
    expect(tomas.page.locator(DECIDES)).to_be_visible()
    heard = len(tomas.received)

    for _ in range(2):  # what cannot be undone is chosen, then given
        ling.page.locator(DECIDES).get_by_role("button", name=re.compile(f"^{vote}")).click()
    expect(ling.page.locator(DECIDES)).to_have_count(0)
    for _ in range(100):
        if len(tomas.received) > heard:
            break
        tomas.page.wait_for_timeout(20)
    tomas.page.wait_for_timeout(300)  # a late message would be a message too
    before = {name: written(person, match) for name, person in {"own": ling, "other": tomas, "spectator": mira}.items()}
    texts = {"other": tomas.page.locator("body").inner_text(), "spectator": mira.page.locator("body").inner_text()}

    for _ in range(2):
        tomas.page.locator(DECIDES).get_by_role("button", name=re.compile("^No")).click()
    expect(tomas.page.locator(".log")).to_contain_text("PM-5.6")
    tomas.page.wait_for_timeout(500)
    after = written(tomas, match)
    for person in (ling, tomas, mira):
        person.close()
    return {**before, "texts": texts, "after": after}


def written(person: Person, match: str) -> list[str]:
    """Return what a person was sent, in order; a frame that only says who came or went is left out.

    What waits at other tables, and what stood at the last move, has no order with the table's stream and stands last.
    """
    messages: list[str] = []
    apart: list[str] = []
    last = ""
    for message in person.received:
        data = json.loads(message.replace(match, "<match>"))
        if data.get("type") == "turns" or "stood" in data:
            apart.append(json.dumps(data))
            continue
        if "scene" in data:
            for name in ("frame", "seats", "watchers"):
                del data[name]
            events = data.pop("events")["list"]
            messages += [json.dumps(event) for event in events]
        text = json.dumps(data)
        if text != last:
            messages.append(text)
        last = text
    return messages + sorted({*apart})  # each ring tells the same again


def test_a_vote_reaches_nobody_before_all_have_voted(browser: Browser, server: Server) -> None:
    yes, no = play(browser, server, "Yes"), play(browser, server, "No")
    assert yes["other"] == no["other"]
    assert yes["spectator"] == no["spectator"]
    assert yes["texts"] == no["texts"]
    assert any('"answered":[0' in message.replace(" ", "") for message in yes["other"]), (
        "the vote was not seen to be in"
    )
    assert yes["after"] != no["after"], "the vote was never shown: nothing has been compared"
