"""A person with a browser of his own: opens, joins and answers by the API, and everything sent to him is recorded."""

from __future__ import annotations

import secrets
import sqlite3
from itertools import count
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Response, WebSocket

from browser.conftest import Server
from shapan.server.store.people import hash_of

Data = dict[str, Any]
_IDS = count(1)
SEES = """new MutationObserver(() => {
    document.querySelector(".staged .words button")?.click();
    document.querySelector(".staged .go")?.click();
}).observe(document, { subtree: true, childList: true });"""
"""What is staged for him alone and waits he has seen as soon as it is there, also at a screen that is shared."""
LAID_OUT = """() => new Promise((done) => {
    let before = "", same = 0, frames = 0;
    const look = () => {
        const parts = [...document.querySelectorAll(".app, .opening, .question, .desk, .view")];
        const busy = document.querySelector("[aria-busy=true]"); // a part of the page is still fetched
        const box = (one) => Object.values(one.getBoundingClientRect().toJSON()).join();
        const now = busy ? "" : parts.map(box).join(";");
        same = now && now === before ? same + 1 : 0;
        before = now;
        frames += now ? 5 : 1; // what moves on is given two seconds, what is not there yet ten
        if (same > 3 || frames > 600) done();
        else requestAnimationFrame(look);
    };
    look();
})"""
"""Resolves once all parts of a table are there and have kept their sizes for some frames: a click before may miss."""


def resize(page: Page, width: int, height: int) -> None:
    """Give a table another window, and wait until it is laid out in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(LAID_OUT)


class Person:
    """One browser context with one page; who `hears` keeps what he is sent, which costs something at every request."""

    def __init__(self, browser: Browser, url: str, *, sees: bool = True, hears: bool = False, **settings: Any) -> None:
        self.url = url
        self.context = browser.new_context(**settings)
        if sees:
            self.context.add_init_script(SEES)
        self.page: Page = self.context.new_page()
        self._token = ""
        self._received: list[str] | None = [] if hears else None
        if hears:
            self.page.on("websocket", self._listen)
            self.page.on("response", self._note)

    @property
    def received(self) -> list[str]:
        """Everything the page was sent by the table's API: stream messages and answers, in order."""
        assert self._received is not None, "he does not hear"
        return self._received

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.received.append(str(payload)))

    def _note(self, response: Response) -> None:
        if urlsplit(response.url).path.startswith("/api/matches/") and response.request.resource_type == "fetch":
            self.received.append(response.text())

    def close(self) -> None:
        self.context.close()

    def session(self, server: Server) -> str:
        """Return the session by which a server knows him; the first time he is given one."""
        if not self._token:
            self._token = secrets.token_urlsafe(32)
            self.context.add_cookies([{"name": "shapan", "value": self._token, "url": self.url}])
            with sqlite3.connect(server.data / "shapan.sqlite3", timeout=20) as database:
                database.execute("insert into sessions (hash, name, made) values (?, '', 0)", (hash_of(self._token),))
            database.close()
        return hash_of(self._token)

    def post(self, path: str, data: Data) -> Data:
        answer = self.context.request.post(f"{self.url}{path}", data=data, headers={"x-shapan": "1"})
        assert answer.ok, answer.text()
        done: Data = answer.json()
        return done

    def open(self, game: str, *seats: str, **rest: Any) -> Data:
        """Open a match; a seat is `me`, `open`, `hot` or `bot:<name>`."""
        rows = [dict(zip(("kind", "bot"), seat.split(":"), strict=False)) for seat in seats]
        return self.post("/matches", {"game": game, "seats": rows, **rest})

    def join(self, link: str, name: str) -> None:
        """Take the seat of an invitation, as a person does: by its page."""
        self.page.goto(f"{self.url}{link}")
        self.page.locator("input[name=name]").fill(name)
        self.page.locator("form[action^='/join'] button").click()
        self.page.wait_for_url("**/match/*")

    def ready(self, match: str) -> None:
        """Be ready to begin, without the page."""
        self.post(f"/api/matches/{match}/ready", {"id": f"person-{next(_IDS)}", "ready": True})

    def go(self, match: str) -> None:
        """Open a table, and wait until it is laid out."""
        self.page.goto(f"{self.url}/match/{match}")
        self.page.evaluate(LAID_OUT)

    def frame(self, match: str) -> Data:
        answer = self.context.request.get(f"{self.url}/api/matches/{match}/frame")
        frame: Data = answer.json()
        return frame

    def answer(self, match: str, decision: Data, codes: list[int]) -> None:
        """Answer without the page."""
        data = {"id": f"person-{next(_IDS)}", "ordinal": decision["ordinal"], "codes": codes}
        self.post(f"/api/matches/{match}/answers", data)


def some_answer(decision: Data, wish: str = "") -> list[int]:
    """Return an answer to a decision: a target of the wished family if there is one, else the first or none."""
    if decision["many"] and decision["done"]:
        return []
    targets = decision["targets"]
    wished = [target["code"] for target in targets if target["label"]["key"] == f"action.{wish}"]
    return [*wished, targets[0]["code"]][:1]
