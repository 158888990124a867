"""A server whose notices a test lets go out, and people who have a webhook."""

from __future__ import annotations

import time
from typing import Any

from server.people import Person, Place
from server.receiver import Message, Receiver
from shapan.server.notify.notifier import Notifier
from shapan.server.notify.outside import Outside
from shapan.server.store.turn import Delivery, Turn


class Notices:
    """The notices of one server, by a clock of their own: some seconds ahead, so that all before is a while ago."""

    def __init__(self, place: Place, receiver: Receiver | None = None) -> None:
        self.place = place
        self.at = int(time.time()) + 10
        self.notifier: Notifier = place.client.app.state.notifier
        self.notifier.now = place.hub.follower.now = lambda: self.at
        if receiver is not None:
            self.reach(receiver.outside())

    def reach(self, outside: Outside) -> None:
        """Send to others by this."""
        self.notifier.outside = self.notifier.webhooks.outside = outside
        if self.notifier.pushes is not None:
            self.notifier.pushes.outside = outside

    def call(self, work: Any, *args: Any) -> Any:
        portal = self.place.client.blocking_portal
        return portal.call(work, *args)

    def follow(self) -> None:
        """Store whose turn it is."""
        self.at += 3
        self.call(self.place.hub.follower.flush)
        self.at += 3
        self.call(self.place.hub.follower.flush)

    def wait(self, seconds: int) -> None:
        """Let time pass, and see to what is due then."""
        self.follow()
        self.at += seconds - 6
        self.call(self.notifier.run_once)

    def turns(self) -> list[Turn]:
        """Return the turns that are stored and have still something to tell."""

        async def find() -> list[Turn]:
            return await self.place.hub.store.turns.due(2**31, None, 99, shared=False)

        found: list[Turn] = self.call(find)
        return found

    def due(self) -> list[Delivery]:
        """Return what is to be sent, and take it as a process that dies then does."""

        async def take() -> list[Delivery]:
            return await self.place.hub.store.turns.take(self.at, 99, 60)

        found: list[Delivery] = self.call(take)
        return found


def hook(person: Person, receiver: Receiver, path: str = "/told", **rest: str) -> None:
    """Give a person a webhook."""
    answer = person.form("/notices/hooks", {"url": receiver.url(path), **rest})
    assert answer.status_code == 303, answer.text


def told(receiver: Receiver, path: str = "") -> list[Message]:
    """Return what was received, at one path if that is named, and forget it."""
    found = [message for message in receiver.received if path in ("", message.path)]
    receiver.received = [message for message in receiver.received if message not in found]
    return found
