"""The pages of members: sign up, log in and out, my account. Plain forms, which need no scripts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.hub import Hub
from shapan.server.name import LONGEST
from shapan.server.pages.rendering import Form, Page, back, render
from shapan.server.people import password
from shapan.server.people.members import RENAMED_EVERY, Denied, Members, is_fresh
from shapan.server.store.account import LoginRow
from shapan.server.store.people import now
from shapan.server.web import limit
from shapan.server.web.agent import describe_agent
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.limit import address_of
from shapan.server.web.session import Guest, Sessions
from shapan.server.words import say

TheMembers = NamedDependency[Members]
_STATUS: Final = {"wrong": 403, "wait": 429}
_PASSKEY: Final = {
    "log_in": ("enter", "passkey_enter"),
    "proof": ("enter", "passkey_prove"),
    "sign_up": ("new", "passkey_new"),
}
"""On which forms a passkey does as well: what for, and what its button says."""
_SAID: Final = frozenset({"renamed", "password", "ended", "kept", "passkey", "last_passkey"})
"""What the page of an account may say at its head."""


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


# Forms


def _ask(request: Asked, what: str, fields: Sequence[Field], denied: Denied | None = None, **values: Any) -> Page:
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
        200 if denied is None else _STATUS.get(denied.reason, 422),
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
            "passkey": _PASSKEY.get(what) if request.app.state.passkeys is not None else None,
            **values,
        },
    )
    if denied is not None and denied.wait:
        page.set_header("retry-after", str(ceil(denied.wait)))
    return page


def _name_field(request: Asked, value: str, help_key: str = "") -> Field:
    language = language_of(request)
    told = say(language, help_key) if help_key else ""
    return Field("name", say(language, "ui.account_name"), "text", "username", value, told, LONGEST)


def _password_field(request: Asked, *, new: bool = False) -> Field:
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


def _to_login(place: str) -> Response[Any]:
    return Redirect(f"/account/login?next={quote(place)}", status_code=303)


def to_proof(place: str) -> Response[Any]:
    """Ask for a proof of who a member is, and go on to a page then."""
    return Redirect(f"/account/proof?next={quote(place)}", status_code=303)


# In and out


def _new_page(request: Asked, name: str, place: str, denied: Denied | None = None) -> Page:
    fields = [_name_field(request, name, "ui.account_name_help"), _password_field(request, new=True)]
    language = language_of(request)
    links = [("/account/login", say(language, "ui.log_in_instead"))]
    return _ask(request, "sign_up", fields, denied, next=place, links=links)


@get("/account/new", include_in_schema=False)
async def get_new(request: Asked, sessions: TheSessions, next: FromQuery[str] = "") -> Response[Any]:  # noqa: A002 - of forms
    """The form of a new account."""
    guest = await sessions.find(request)
    if guest is not None and guest.is_member:
        return Redirect("/account", status_code=303)
    return _new_page(request, "" if guest is None else guest.name, back(next))


@post("/account/new", include_in_schema=False, status_code=200)
async def post_new(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Make a member of a guest, and show the recovery codes this once."""
    guest = await sessions.find(request)
    if guest is not None and guest.is_member:
        return Redirect("/account", status_code=303)
    name, place, login = str(data.get("name", "")), back(data.get("next")), None if guest is None else guest.login
    try:
        token, codes = await members.sign_up(
            login, name, str(data.get("password", "")), agent_asked(request), address_asked(request)
        )
    except Denied as denied:
        return _new_page(request, name[:LONGEST], place, denied)
    cookies = await sessions.take_up(request, token)
    if login is not None:
        sessions.forget([login.hash])
    answer = render(request, "codes.html", codes=codes, next=place, here="/account")
    answer.cookies.extend(cookies[:1])
    return answer


def is_hash(key: str) -> bool:
    """Return whether something sent can be a key of the store; a database may refuse to compare what cannot."""
    return len(key) == 64 and key.isascii() and key.isalnum()


def _login_page(request: Asked, name: str, place: str, denied: Denied | None = None) -> Page:
    language = language_of(request)
    fields = [_name_field(request, name), _password_field(request)]
    links = [("/account/new", say(language, "ui.sign_up_instead")), ("/account/recover", say(language, "ui.recover"))]
    return _ask(request, "log_in", fields, denied, next=place, links=links)


@get("/account/login", include_in_schema=False)
async def get_login(request: Asked, sessions: TheSessions, next: FromQuery[str] = "") -> Response[Any]:  # noqa: A002 - of forms
    """The form to log in."""
    if await member_asked(request, sessions) is not None:
        return Redirect("/account", status_code=303)
    return _login_page(request, "", back(next))


@post("/account/login", include_in_schema=False, status_code=303)
async def post_login(
    request: Asked, hub: TheHub, sessions: TheSessions, members: TheMembers, data: Form
) -> Response[Any]:
    """Log in by name and password."""
    name, place = str(data.get("name", ""))[:LONGEST], back(data.get("next"))
    guest = await sessions.find(request)
    try:
        token, kept = await members.log_in(
            name, str(data.get("password", "")), agent_asked(request), address_asked(request)
        )
    except Denied as denied:
        return _login_page(request, name, place, denied)
    place = await place_after(hub, guest, place, kept=kept)
    return Redirect(place, status_code=303, cookies=await sessions.take_up(request, token))


async def place_after(hub: Hub, guest: Guest | None, place: str, *, kept: bool) -> str:
    """Return where to go after a log-in, by which a deletion may have been called off: first to a guest's seats."""
    if kept:
        place = "/account?said=kept"
    if guest is not None and not guest.is_member and await hub.store.matches_of(guest.id, 1):
        place = f"/account/seats?next={quote(place)}"
    return place


def _recover_page(request: Asked, name: str, denied: Denied | None = None) -> Page:
    language = language_of(request)
    code = Field("code", say(language, "ui.code"), "text", "one-time-code", "", say(language, "ui.code_help"), 64)
    links = [("/account/login", say(language, "ui.log_in_instead"))]
    return _ask(request, "recover", [_name_field(request, name), code], denied, links=links)


@get("/account/recover", include_in_schema=False)
async def get_recover(request: Asked) -> Page:
    """The form to log in by a recovery code."""
    return _recover_page(request, "")


@post("/account/recover", include_in_schema=False, status_code=303)
async def post_recover(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Log in by a recovery code, and go on to a new password."""
    name = str(data.get("name", ""))[:LONGEST]
    try:
        token, _ = await members.recover(name, str(data.get("code", "")), agent_asked(request), address_asked(request))
    except Denied as denied:
        return _recover_page(request, name, denied)
    return Redirect("/account/password", status_code=303, cookies=await sessions.take_up(request, token))


@post("/account/logout", include_in_schema=False, status_code=303)
async def post_logout(request: Asked, sessions: TheSessions, members: TheMembers) -> Response[Any]:
    """End this log-in; the browser is the guest again that it was before."""
    member = await member_asked(request, sessions)
    if member is not None:
        sessions.forget(await members.end_logins(member.id, member.login.hash))
    return Redirect("/", status_code=303, cookies=sessions.drop())


# My account


@get("/account", include_in_schema=False)
async def get_account(
    request: Asked, hub: TheHub, sessions: TheSessions, members: TheMembers, said: FromQuery[str] = ""
) -> Response[Any]:
    """The page of one's own account."""
    member = await member_asked(request, sessions)
    if member is None:
        return _to_login("/account")
    guest = await sessions.find_beside(request)
    beside = guest is not None and bool(await hub.store.matches_of(guest.id, 1))
    return await _account_page(request, members, member, said, beside=beside)


async def _account_page(
    request: Asked,
    members: Members,
    member: Guest,
    said: str = "",
    denied: Denied | None = None,
    name: str = "",
    *,
    beside: bool = False,
) -> Page:
    language = language_of(request)
    renamed = await members.renamed_at(member.id)
    rests = "" if renamed is None or denied or renamed < now() - RENAMED_EVERY else day(renamed + RENAMED_EVERY)
    return render(
        request,
        "account.html",
        200 if denied is None else _STATUS.get(denied.reason, 422),
        here="/account",
        called=name or member.name,
        rests=rests,
        codes=await members.codes_left(member.id),
        beside=beside,
        passkeys=await _passkeys(request, member),
        logins=[_shown(login, member) for login in await members.logins(member.id)],
        said=say(language, f"ui.account_said_{said}") if said in _SAID else "",
        problem="" if denied is None else say(language, f"ui.denied_{denied.field}_{denied.reason}"),
    )


@dataclass(slots=True)
class ShownPasskey:
    """A passkey in the list: with which program it was added, and when it was used last."""

    key: str
    label: str
    used: str


async def _passkeys(request: Asked, member: Guest) -> list[ShownPasskey] | None:
    """Return the passkeys of a member, None where this server has none."""
    passkeys = request.app.state.passkeys
    if passkeys is None:
        return None
    return [ShownPasskey(row.id, row.label, day(row.used or row.made)) for row in await passkeys.listed(member.id)]


@dataclass(slots=True)
class ShownLogin:
    """A log-in in the list; `this` is the one by which the list is read."""

    key: str
    agent: str
    seen: str
    this: bool


def _shown(login: LoginRow, member: Guest) -> ShownLogin:
    return ShownLogin(login.hash, login.agent, day(login.seen or login.made), login.hash == member.login.hash)


def day(seconds: int) -> str:
    """Return a day of the calendar, in the time of Greenwich."""
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))


@post("/account/name", include_in_schema=False, status_code=303)
async def post_own_name(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Change the own name."""
    member = await member_asked(request, sessions)
    if member is None:
        return _to_login("/account")
    name = str(data.get("name", ""))
    try:
        if name != member.name:
            await members.rename(member.id, name)
    except Denied as denied:
        return await _account_page(request, members, member, "", denied, name[:LONGEST])
    sessions.reread([member.id])
    return Redirect("/account?said=renamed", status_code=303)


@get("/account/proof", include_in_schema=False)
async def get_proof(request: Asked, sessions: TheSessions, next: FromQuery[str] = "") -> Response[Any]:  # noqa: A002 - of forms
    """Ask a member for the password again, before something that only they may do."""
    member, place = await member_asked(request, sessions), back(next)
    return _to_login(place) if member is None else await _proof_page(request, member, place)


async def _proof_page(request: Asked, member: Guest, place: str, denied: Denied | None = None) -> Page:
    """Return the page that asks for a proof; by a passkey as well, if the member has one."""
    passkey = _PASSKEY["proof"] if await _passkeys(request, member) else None
    return _ask(request, "proof", [_password_field(request)], denied, next=place, passkey=passkey)


@post("/account/proof", include_in_schema=False, status_code=303)
async def post_proof(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Take the proof, by a new log-in in place of this one."""
    member, place = await member_asked(request, sessions), back(data.get("next"))
    if member is None:
        return _to_login(place)
    try:
        sent = str(data.get("password", ""))
        token = await members.prove(member.login, sent, agent_asked(request), address_asked(request))
    except Denied as denied:
        return await _proof_page(request, member, place, denied)
    sessions.forget([member.login.hash])
    return Redirect(place, status_code=303, cookies=(await sessions.take_up(request, token))[:1])


@get("/account/password", include_in_schema=False)
async def get_password(request: Asked, sessions: TheSessions) -> Response[Any]:
    """The form of a new password."""
    member = await member_asked(request, sessions)
    if member is None or not is_fresh(member.login):
        return to_proof("/account/password")
    return _ask(request, "password_set", [_password_field(request, new=True)])


@post("/account/password", include_in_schema=False, status_code=303)
async def post_password(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Set a new password; all other devices are logged out."""
    member = await member_asked(request, sessions)
    if member is None or not is_fresh(member.login):
        return to_proof("/account/password")
    try:
        sessions.forget(await members.set_password(member.login, str(data.get("password", ""))))
    except Denied as denied:
        return _ask(request, "password_set", [_password_field(request, new=True)], denied)
    return Redirect("/account?said=password", status_code=303)


@get("/account/codes", include_in_schema=False)
async def get_codes(request: Asked, sessions: TheSessions) -> Response[Any]:
    """Ask whether the recovery codes are to be replaced."""
    member = await member_asked(request, sessions)
    if member is None or not is_fresh(member.login):
        return to_proof("/account/codes")
    return _ask(request, "codes_new", [])


@post("/account/codes", include_in_schema=False, status_code=200)
async def post_codes(request: Asked, sessions: TheSessions, members: TheMembers) -> Response[Any]:
    """Make new recovery codes, and show them this once."""
    member = await member_asked(request, sessions)
    if member is None or not is_fresh(member.login):
        return to_proof("/account/codes")
    return render(request, "codes.html", codes=await members.renew_codes(member.id), next="/account", here="/account")


@post("/account/logins", include_in_schema=False, status_code=303)
async def post_logins(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """End another log-in of this member, or all others."""
    member = await member_asked(request, sessions)
    if member is None:
        return _to_login("/account")
    key = str(data.get("login", ""))
    if not key or is_hash(key):
        sessions.forget(await members.end_logins(member.id, key or None, but=member.login.hash))
    return Redirect("/account?said=ended", status_code=303)


@get("/account/delete", include_in_schema=False)
async def get_delete(request: Asked, sessions: TheSessions) -> Response[Any]:
    """Ask whether the account is to be deleted."""
    member = await member_asked(request, sessions)
    if member is None or not is_fresh(member.login):
        return to_proof("/account/delete")
    links = [("/account", say(language_of(request), "ui.leave_account_not"))]
    return _ask(request, "leave_account", [], links=links)


@post("/account/delete", include_in_schema=False, status_code=303)
async def post_delete(request: Asked, sessions: TheSessions, members: TheMembers) -> Response[Any]:
    """Delete the account in two weeks."""
    member = await member_asked(request, sessions)
    if member is None or not is_fresh(member.login):
        return to_proof("/account/delete")
    sessions.forget(await members.leave(member.id))
    return Redirect("/", status_code=303, cookies=sessions.drop())


@get("/account/export", include_in_schema=False, opt=limit.REPLAY)
async def get_export(request: Asked, sessions: TheSessions, members: TheMembers) -> Response[Any]:
    """Send all that is stored of a member, as a file."""
    member = await member_asked(request, sessions)
    if member is None or not is_fresh(member.login):
        return to_proof("/account/export")
    headers = {"content-disposition": 'attachment; filename="shapan-account.json"'}
    return Response(await members.gather(member.id), media_type="application/json", headers=headers)


def _reset_page(request: Asked, denied: Denied | None = None) -> Page:
    return _ask(request, "password_set", [_password_field(request, new=True)], denied)


def _dead_reset(request: Asked) -> Page:
    return render(request, "error.html", 404, number=404, key="ui.error_reset")


@get("/account/reset/{token:str}", include_in_schema=False)
async def get_reset(request: Asked, members: TheMembers, token: FromPath[str]) -> Page:
    """The form of a new password, by a link; nothing changes by it: chat programs fetch links too."""
    return _reset_page(request) if await members.is_good_reset(token) else _dead_reset(request)


@post("/account/reset/{token:str}", include_in_schema=False, status_code=303)
async def post_reset(
    request: Asked, sessions: TheSessions, members: TheMembers, token: FromPath[str], data: Form
) -> Response[Any]:
    """Set a new password by a link, which is used up by it."""
    try:
        found = await members.reset(token, str(data.get("password", "")), agent_asked(request))
    except Denied as denied:
        return _reset_page(request, denied)
    if found is None:
        return _dead_reset(request)
    sessions.forget(found[1])
    return Redirect("/account?said=password", status_code=303, cookies=await sessions.take_up(request, found[0]))


ROUTES: Final[list[BaseRouteHandler]] = [
    get_new,
    post_new,
    get_login,
    post_login,
    get_recover,
    post_recover,
    post_logout,
    get_account,
    post_own_name,
    get_proof,
    post_proof,
    get_password,
    post_password,
    get_codes,
    post_codes,
    post_logins,
    get_delete,
    post_delete,
    get_export,
    get_reset,
    post_reset,
]
