"""The page of one's own account: name, proofs, log-ins, the end of it. Plain forms, which need no scripts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromQuery
from litestar.response import Redirect, Response

from shapan.server.name import LONGEST
from shapan.server.pages.accountform import (
    PASSKEY,
    STATUS,
    TheMembers,
    address_asked,
    agent_asked,
    form_page,
    fresh_member,
    is_hash,
    member_asked,
    password_field,
    to_login,
    to_proof,
)
from shapan.server.pages.rendering import Form, Page, back, day, render
from shapan.server.people.members import RENAMED_EVERY, Denied, Members
from shapan.server.store.account import LoginRow
from shapan.server.store.people import now
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.session import Guest
from shapan.server.words import say

_SAID: Final = frozenset({"renamed", "password", "ended", "kept", "passkey", "last_passkey"})
"""What the page of an account may say at its head."""


@get("/account", include_in_schema=False)
async def get_account(
    request: Asked, hub: TheHub, sessions: TheSessions, members: TheMembers, said: FromQuery[str] = ""
) -> Response[Any]:
    """Return the page of the user's account."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login("/account")
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
        200 if denied is None else STATUS.get(denied.reason, 422),
        here="/account",
        called=name or member.name,
        rests=rests,
        codes=await members.codes_left(member.id),
        beside=beside,
        moderator=await members.is_moderator(member.id),
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


@post("/account/name", include_in_schema=False, status_code=303)
async def post_own_name(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Change the own name."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login("/account")
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
    return to_login(place) if member is None else await _proof_page(request, member, place)


async def _proof_page(request: Asked, member: Guest, place: str, denied: Denied | None = None) -> Page:
    """Return the page that asks for a proof; by a passkey as well, if the member has one."""
    passkey = PASSKEY["proof"] if await _passkeys(request, member) else None
    return form_page(request, "proof", [password_field(request)], denied, next=place, passkey=passkey)


@post("/account/proof", include_in_schema=False, status_code=303)
async def post_proof(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Take the proof, by a new log-in in place of this one."""
    member, place = await member_asked(request, sessions), back(data.get("next"))
    if member is None:
        return to_login(place)
    try:
        sent = str(data.get("password", ""))
        token = await members.prove(member.login, sent, agent_asked(request), address_asked(request))
    except Denied as denied:
        return await _proof_page(request, member, place, denied)
    sessions.forget([member.login.hash])
    return Redirect(place, status_code=303, cookies=(await sessions.take_up(request, token))[:1])


@get("/account/password", include_in_schema=False)
async def get_password(request: Asked, sessions: TheSessions) -> Response[Any]:
    """Return the form of a new password."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/password")
    return form_page(request, "password_set", [password_field(request, new=True)])


@post("/account/password", include_in_schema=False, status_code=303)
async def post_password(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """Set a new password; all other devices are logged out."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/password")
    try:
        sessions.forget(await members.set_password(member.login, str(data.get("password", ""))))
    except Denied as denied:
        return form_page(request, "password_set", [password_field(request, new=True)], denied)
    return Redirect("/account?said=password", status_code=303)


@get("/account/codes", include_in_schema=False)
async def get_codes(request: Asked, sessions: TheSessions) -> Response[Any]:
    """Ask whether the recovery codes are to be replaced."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/codes")
    return form_page(request, "codes_new", [])


@post("/account/codes", include_in_schema=False, status_code=200)
async def post_codes(request: Asked, sessions: TheSessions, members: TheMembers) -> Response[Any]:
    """Make new recovery codes, and show them this once."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/codes")
    return render(request, "codes.html", codes=await members.renew_codes(member.id), next="/account", here="/account")


@post("/account/logins", include_in_schema=False, status_code=303)
async def post_logins(request: Asked, sessions: TheSessions, members: TheMembers, data: Form) -> Response[Any]:
    """End another log-in of this member, or all others."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login("/account")
    key = str(data.get("login", ""))
    if not key or is_hash(key):
        sessions.forget(await members.end_logins(member.id, key or None, but=member.login.hash))
    return Redirect("/account?said=ended", status_code=303)


@get("/account/delete", include_in_schema=False)
async def get_delete(request: Asked, sessions: TheSessions) -> Response[Any]:
    """Ask whether the account is to be deleted."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/delete")
    links = [("/account", say(language_of(request), "ui.leave_account_not"))]
    return form_page(request, "leave_account", [], links=links)


@post("/account/delete", include_in_schema=False, status_code=303)
async def post_delete(request: Asked, sessions: TheSessions, members: TheMembers) -> Response[Any]:
    """Delete the account in two weeks."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/delete")
    sessions.forget(await members.leave(member.id))
    return Redirect("/", status_code=303, cookies=sessions.drop())


@get("/account/export", include_in_schema=False, opt=limit.REPLAY)
async def get_export(request: Asked, sessions: TheSessions, members: TheMembers) -> Response[Any]:
    """Send all that is stored of a member, as a file."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/export")
    headers = {"content-disposition": 'attachment; filename="shapan-account.json"'}
    return Response(await members.gather(member.id), media_type="application/json", headers=headers)


ROUTES: Final[list[BaseRouteHandler]] = [
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
]
