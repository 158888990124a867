"""A table that is shown one frame after another, without a server that plays: every question in one page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES
from browser.prepared import lay
from scripts.moments import frame
from shapan import bots
from shapan.engine.match import Match
from shapan.engine.registry import find
from shapan.server.match.message import FrameMessage

SEATS = {"planet_masters": 3, "battlestar": 6, "battlefield": 4, "starcraft": 4, "malifaux": 2}
"""The games and with how many seats their questions are shown: the same everywhere, so that they are found once."""
MATCHES = {"planet_masters": 30, "battlestar": 30, "battlefield": 10, "starcraft": 10, "malifaux": 10}
EACH = 3
"""The matches in which they are looked for, and of each kind how many."""
MOST = 500
"""Answers of a match, at most."""


def choices(
    game: str, seats: int, matches: int, wanted: Callable[[str], bool] = lambda kind: True
) -> Iterator[tuple[Match[Any], int]]:
    """Yield a match wherever a seat can choose, and the seat; only to pass is said elsewhere.

    Only the kinds of question that are `wanted` then are looked at: to say whether there is a choice takes time.
    """
    mind = bots.find("random")
    for number in range(matches):
        match: Match[Any] = Match(find(game), seats, {}, f"shown {number}".encode(), "friendly", hashes=False)
        for _ in range(MOST):
            if match.over:
                break
            for seat, decision in match.decisions.items():
                if wanted(decision.prompt.key) and len(match.legal(seat)) > 1:
                    yield match, seat
            seat = min(match.decisions)
            match.answer(seat, bots.answer(mind, match, seat))


def questions(game: str, seats: int, matches: int, each: int = 1) -> Iterator[tuple[str, FrameMessage]]:
    """Yield each kind of question of a game with the first frames in which it is asked."""
    often: Counter[str] = Counter()
    for match, seat in choices(game, seats, matches, lambda kind: often[kind] < each):
        kind = match.decisions[seat].prompt.key
        often[kind] += 1
        yield kind, frame(match, seat)


@cache
def asked(game: str) -> dict[str, tuple[Match[Any], int]]:
    """Return for each kind of question a match in which it is asked, and of whom: of its first times the fullest.

    Nobody answers in these matches, which are kept: who wants to, takes a copy.
    """
    often: Counter[str] = Counter()
    found: dict[str, tuple[int, Match[Any], int]] = {}
    for match, seat in choices(game, SEATS[game], MATCHES[game], lambda kind: often[kind] < EACH):
        kind = match.decisions[seat].prompt.key
        often[kind] += 1
        offers = len(match.legal(seat))
        if kind not in found or offers > found[kind][0]:
            found[kind] = offers, match.clone(), seat
    return {kind: (match, seat) for kind, (_, match, seat) in found.items()}


@cache
def fullest(game: str) -> dict[str, FrameMessage]:
    """Return for each kind of question, of the first times it is asked, the frame in which it offers most."""
    return {kind: frame(match, seat) for kind, (match, seat) in asked(game).items()}


class Shown:
    """A page at a table of a game, and the stream through which a test sends it frames."""

    def __init__(self, person: Person, server: Server, game: str, seats: int) -> None:
        self.page: Page = person.page
        self._epoch = 0
        self._message = ""
        """The frame that is shown."""
        self._streams: list[WebSocketRoute] = []
        self.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
        self.page.route_web_socket("**/stream?*", self._opened)
        # The server knows nothing of what is shown: an answer stays on its way, and any picks may be the answer, which
        # waits for the button that gives it.
        self.page.route(re.compile(r"/(answers|frame)(\?|$)"), lambda route: None)
        some = {"options": [], "done": True, "done_binds": "may"}
        self.page.route("**/picks", lambda route: route.fulfill(json=some))
        match: Match[Any] = Match(find(game), seats, {}, b"shown", "friendly")
        person.go(lay(server, match, person, "me", *["bot:random"] * (seats - 1)))
        self.page.wait_for_function("document.documentElement.dataset.speed")

    def _opened(self, stream: WebSocketRoute) -> None:
        """Begin a stream; a page that was sent nothing for ten seconds opens it again, and may have missed a frame."""
        self._streams.append(stream)
        if self._message:
            stream.send(self._message)

    def show(self, frame: FrameMessage) -> None:
        """Show a frame in which something is asked, and wait until it is drawn."""
        self._epoch += 1
        decision = frame.decision and msgspec.structs.replace(frame.decision, ordinal=self._epoch)
        made = msgspec.structs.replace(frame, epoch=self._epoch, frame=self._epoch, decision=decision, hints=True)
        while not self._streams:
            self.page.wait_for_timeout(20)
        self._message = msgspec.json.encode(made).decode()
        self._streams[-1].send(self._message)
        # Under load the question before it stands there for a while.
        self.page.wait_for_selector(f'{DECIDES}[data-decision="{self._epoch}"]')
        self.page.evaluate(
            "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
        )


class Tables:
    """Tables that stay open for all tests of a module: to load one takes four times as long as to show a question."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser, self._server = browser, server
        self._open: dict[str, tuple[Person, Shown]] = {}

    def show(self, game: str, frame: FrameMessage, **settings: Any) -> Page:
        """Show a frame at the table of a game in a window with these settings, and return its page.

        Nothing is pointed at and nothing has the focus; a test closes again what it opens beside the question.
        """
        key = f"{game} {sorted(settings.items())}"
        if key not in self._open:
            person = Person(self._browser, self._server.url, **settings)
            self._open[key] = person, Shown(person, self._server, game, SEATS[game])
        table = self._open[key][1]
        table.page.mouse.move(0, 0)
        table.page.evaluate("document.activeElement?.blur()")
        table.show(frame)
        return table.page

    def check_tidy(self) -> None:
        """Assert that nothing is open beside a question: the next test, whichever it is, would find it there."""
        for _, table in self._open.values():
            expect(table.page.locator("[role=menu], dialog[open]")).to_have_count(0)

    def close(self) -> None:
        """Close them all."""
        for person, _ in self._open.values():
            person.close()


@pytest.fixture(scope="module")
def opened_tables(browser: Browser, server: Server) -> Iterator[Tables]:
    """The tables of a module."""
    tables = Tables(browser, server)
    yield tables
    tables.close()


@pytest.fixture
def tables(opened_tables: Tables) -> Iterator[Tables]:
    """Tables for the tests of a module that show questions and leave nothing else open."""
    yield opened_tables
    opened_tables.check_tidy()
