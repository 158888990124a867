"""What the pages of members share: forms with what is wrong, who asks, and where to go on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final
from urllib.parse import quote

from litestar.di import NamedDependency
from litestar.response import Redirect, Response

from shapan.server.name import LONGEST
from shapan.server.pages.rendering import Page, render
from shapan.server.people import password
from shapan.server.people.members import Denied, Members, is_fresh
from shapan.server.web.agent import describe_agent
from shapan.server.web.context import Asked, language_of
from shapan.server.web.limit import address_of
from shapan.server.web.session import Guest, Sessions
from shapan.server.words import say

TheMembers = NamedDependency[Members]
STATUS: Final = {"wrong": 403, "wait": 429}
PASSKEY: Final = {
    "log_in": ("enter", "passkey_enter"),
    "proof": ("enter", "passkey_prove"),
    "sign_up": ("new", "passkey_new"),
}
"""On which forms a passkey does as well: what for, and what its button says."""


@dataclass(slots=True)
class Field:
    """A field of a form; `fills` tells the browser with what."""

    name: str
    label: str
    type: str = "text"
    fills: str = "off"
    value: str = ""
    help: str = ""
    most: int = 0
    wrong: bool = False


def form_page(request: Asked, what: str, fields: Sequence[Field], denied: Denied | None = None, **values: Any) -> Page:
    """Return the page of a form, if need be with what is wrong."""
    language = language_of(request)
    problem = ""
    if denied is not None:
        problem = say(language, f"ui.denied_{denied.field}_{denied.reason}", minutes=max(1, ceil(denied.wait / 60)))
        for field in fields:
            field.wrong = field.name == denied.field
    page = render(
        request,
        "ask.html",
        200 if denied is None else STATUS.get(denied.reason, 422),
        **{
            "heading": say(language, f"ui.{what}"),
            "told": say(language, f"ui.{what}_help"),
            "button": say(language, f"ui.{what}_do"),
            "action": request.scope["path"],
            "next": "/",
            "links": [],
            "fields": fields,
            "problem": problem,
            "here": "/account",
            "passkey": PASSKEY.get(what) if request.app.state.passkeys is not None else None,
            **values,
        },
    )
    if denied is not None and denied.wait:
        page.set_header("retry-after", str(ceil(denied.wait)))
    return page


def name_field(request: Asked, value: str, help_key: str = "") -> Field:
    """Return the field of a member's name."""
    language = language_of(request)
    told = say(language, help_key) if help_key else ""
    return Field("name", say(language, "ui.account_name"), "text", "username", value, told, LONGEST)


def password_field(request: Asked, *, new: bool = False) -> Field:
    """Return the field of a password, or of a new one."""
    language = language_of(request)
    label = say(language, "ui.password_new" if new else "ui.password")
    told = say(language, "ui.password_help", count=password.SHORTEST) if new else ""
    return Field("password", label, "password", "new-password" if new else "current-password", "", told)


def agent_asked(request: Asked) -> str:
    """Return the program of a request, in words."""
    return describe_agent(request.headers.get("user-agent", ""))


def address_asked(request: Asked) -> str:
    """Return the name under which the address of a request is counted."""
    return address_of(request.scope.get("client"))


async def member_asked(request: Asked, sessions: Sessions) -> Guest | None:
    """Return the member of a request, None for a guest."""
    guest = await sessions.find(request)
    return guest if guest is not None and guest.is_member else None


async def fresh_member(request: Asked, sessions: Sessions) -> Guest | None:
    """Return the member of a request who has proved who they are a moment ago; None if there is none."""
    member = await member_asked(request, sessions)
    return member if member is not None and is_fresh(member.login) else None


def to_login(place: str) -> Response[Any]:
    """Ask to log in, and go on to a page then."""
    return Redirect(f"/account/login?next={quote(place)}", status_code=303)


def to_proof(place: str) -> Response[Any]:
    """Ask for a proof of who a member is, and go on to a page then."""
    return Redirect(f"/account/proof?next={quote(place)}", status_code=303)


def is_hash(key: str) -> bool:
    """Return whether something sent can be a key of the store; a database may refuse to compare what cannot."""
    return len(key) == 64 and key.isascii() and key.isalnum()
