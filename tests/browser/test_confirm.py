"""What cannot be undone takes two steps, what can is done at once, and Enter does what the sand button says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES, RESTED
from browser.shown import SEATS, Shown, fullest
from shapan.server.match.message import FrameMessage

USUAL, ALL = 3, 100
"""So many kinds of question of a game: the two steps are the table's own, and the same in each."""
SAND = ".question [data-primary]:not([aria-disabled=true])"
FIRST = ".question .body [data-option]:not([aria-disabled=true]):not([data-mode])"


usual_and_long = pytest.mark.parametrize(
    "most", [pytest.param(USUAL, id="usual"), pytest.param(ALL, id="all", marks=pytest.mark.long)]
)


def put(game: str, most: int) -> Iterator[tuple[str, FrameMessage]]:
    """Yield what a person is asked in a game, whatever the table could decline; of more than `most` kinds some."""
    asked = [
        (kind, frame)
        for kind, frame in sorted(fullest(game).items())
        if frame.decision and not (frame.decision.idle or frame.decision.forced)
    ]
    # A model of Malifaux is chosen on the table in most of its questions, which have no such button then.
    yield from asked[:: -(-len(asked) // (5 if (game, most) == ("malifaux", USUAL) else most))]


class Sent:
    """The answers that a page sends."""

    def __init__(self, page: Page) -> None:
        self.codes: list[Any] = []
        self._asked = set[Request]()
        """Requests of what may follow some picks that have no answer yet."""
        page.on("request", self._note)
        page.on("requestfinished", self._heard)
        page.on("requestfailed", self._heard)

    def _heard(self, request: Request) -> None:
        self._asked.discard(request)

    def _note(self, request: Request) -> None:
        if request.url.endswith("/picks"):
            self._asked.add(request)
        if re.search(r"/answers(\?|$)", request.url):
            self.codes.append(json.loads(request.post_data or "{}")["codes"])

    def since(self, page: Page, count: int) -> list[Any]:
        """Return what was sent behind so many answers, once the page knows what may follow, and is not busy."""
        frame = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"
        page.evaluate(frame)
        while self._asked or (len(self.codes) == count and page.locator(".question[aria-busy=true]").count()):
            page.wait_for_timeout(20)
            page.evaluate(frame)
        return self.codes[count:]


def shown(browser: Browser, server: Server, game: str) -> tuple[Shown, Person]:
    """Return a table of a game on a laptop, and who looks at it."""
    person = Person(browser, server.url, locale="en", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    return Shown(person, server, game, SEATS[game]), person


def asked(table: Shown, frame: FrameMessage, by_key: bool = False) -> None:
    """Show a question and wait until it can be answered, `by_key` until keys do not rest any more."""
    table.show(frame)
    table.page.wait_for_selector(RESTED if by_key else DECIDES)


def choose(page: Page, sent: Sent) -> bool:
    """Choose the first row of the desk, if there is one; return whether that is no answer yet."""
    row, count = page.locator(FIRST), len(sent.codes)
    if not row.count():
        return False
    row.first.click()
    sent.since(page, count)
    return page.locator(".question[aria-busy=false]").count() > 0


@usual_and_long
@pytest.mark.parametrize("game", SEATS)
def test_two_steps_and_enter(browser: Browser, server: Server, game: str, most: int) -> None:
    """Both laws at one table: to load another would take longer."""
    table, person = shown(browser, server, game)
    sent = Sent(person.page)
    enter_gives_what_the_sand_button_gives(table, sent, game, most)
    one_click_never_gives_what_cannot_be_undone(table, sent, game, most)
    person.close()


def enter_gives_what_the_sand_button_gives(table: Shown, sent: Sent, game: str, most: int) -> None:
    """As each question is put and with its first row chosen; without a sand button Enter gives nothing."""
    page, wrong, sands = table.page, list[str](), 0
    for kind, frame in put(game, most):
        for chosen in (False, True):
            given: list[list[Any]] = []
            for by_key in (False, True):
                asked(table, frame, by_key)
                if chosen and not choose(page, sent):
                    break
                count, sand = len(sent.codes), page.locator(SAND)
                if sand.count() > 1:
                    wrong.append(f"{kind}: {sand.count()} sand buttons")
                if by_key:
                    page.wait_for_selector(RESTED)  # also after a choice: keys may rest again
                    page.evaluate("() => document.getElementById('question').focus()")
                    page.keyboard.press("Enter")
                elif sand.count():
                    sand.first.click()
                given.append(sent.since(page, count))
            sands += bool(given and given[0])
            if len(given) == 2 and given[0] != given[1]:
                wrong.append(f"{kind}, {'chosen' if chosen else 'put'}: sand gives {given[0]}, Enter {given[1]}")
    assert not wrong, "\n".join(wrong)
    assert sands > (3 if most == ALL else 0)


def one_click_never_gives_what_cannot_be_undone(table: Shown, sent: Sent, game: str, most: int) -> None:
    """By every row and button, at the first click: nothing that binds is sent; where all binds, nothing at all.

    Of many answers (`late`) the page asks first whether they can be undone; here it hears that they cannot.
    """
    page, wrong = table.page, list[str]()
    final = {"options": [], "done": True, "done_binds": "final"}
    page.route("**/picks", lambda route: route.fulfill(json=final))
    for kind, frame in put(game, most):
        decision = frame.decision
        if decision is None or len(decision.targets) < 2:
            continue
        binding = {target.code for target in decision.targets if target.binds}
        asked(table, frame)
        rows = page.locator(".question [data-option]:not([data-mode]):not([aria-disabled=true])")
        for at in range(min(rows.count(), 3)):
            if at:
                asked(table, frame)
            count = len(sent.codes)
            rows.nth(at).click()
            wrong += [f"{kind}: one click sent {codes}" for codes in sent.since(page, count) if binding & set(codes)]
    assert not wrong, "\n".join(wrong)
