"""Webhooks: notices for other programs, as JSON or as Discord takes them, signed with the secret of the hook."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec

from shapan.server.match.room import Room
from shapan.server.notify.outside import Outside, Refused, Unreached
from shapan.server.notify.wording import as_discord, as_json, notice_of
from shapan.server.store.storage import Store
from shapan.server.store.turn import OFF, Delivery, Hook

FORMS: Final = ("json", "discord")
_DISCORD: Final = ("discord.com", "discordapp.com")
_GONE: Final = (404, 410)


class Gone(Exception):
    """No one is there any more to be told: another try is in vain."""


class Failed(Exception):
    """A notice that was not taken, for a reason without names: it is tried again."""


def form_of(url: str) -> str:
    """Return the form that an address most likely takes."""
    host = urlsplit(url).hostname or ""
    return "discord" if host in _DISCORD or host.endswith(tuple(f".{name}" for name in _DISCORD)) else "json"


def new_secret() -> str:
    """Return a secret to sign with."""
    return secrets.token_urlsafe(24)


def signature(secret: str, at: int, body: bytes) -> str:
    """Return by what a program knows that a message is from here, and of which time."""
    return hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()


class Webhooks:
    """Sends notices to webhooks."""

    def __init__(self, store: Store, outside: Outside) -> None:
        self._store = store
        self.outside = outside

    async def send(self, room: Room, delivery: Delivery, at: int) -> None:
        """Send a notice. Raises Gone or Failed."""
        hook = await self._store.turns.hook(delivery.target)
        if hook is None or hook.failed == OFF:
            raise Gone
        if hook.match is not None and not room.seats.is_host(hook.person):  # it is another's table by now
            await self._store.turns.remove_hook(hook.person, hook.id)
            raise Gone
        notice = notice_of(room, delivery, hook.language)
        if hook.form == "discord":
            body = as_discord(notice, hook.origin, hook.language)
        else:
            body = as_json(notice, hook.origin, delivery.id)
        try:
            await self.post(hook, body, delivery.id, at)
        except Gone:
            await self._store.turns.note_hook(hook.id, at)
            raise
        if hook.failed is not None:
            await self._store.turns.note_hook(hook.id, None)

    async def test(self, hook: Hook, said: str, at: int) -> None:
        """Send a message that says only that it is one; it switches on again what was off. Raises Gone or Failed."""
        told: dict[str, Any] = {"content": said} if hook.form == "discord" else {"kind": "test", "text": said}
        await self.post(hook, told, secrets.token_urlsafe(16), at)
        if hook.failed is not None:
            await self._store.turns.note_hook(hook.id, None)

    async def give_up(self, delivery: Delivery, at: int) -> None:
        """Note that a webhook took a message by no try."""
        await self._store.turns.note_hook(delivery.target, at)

    async def post(self, hook: Hook, told: dict[str, Any], name: str, at: int) -> None:
        """Post something to a webhook, signed. Raises Gone or Failed."""
        body = msgspec.json.encode(told)
        headers = {
            "Content-Type": "application/json",
            "X-Shapan-Id": name,
            "X-Shapan-Time": str(at),
            "X-Shapan-Signature": f"sha256={signature(hook.secret, at, body)}",
        }
        try:
            status = await self.outside.post(hook.url, headers, body)
        except Refused as error:
            raise Failed(error.reason) from None
        except Unreached as error:
            raise Failed(str(error)) from None
        if status in _GONE:
            raise Gone(f"status {status}")
        if not 200 <= status < 300:
            raise Failed(f"status {status}")
