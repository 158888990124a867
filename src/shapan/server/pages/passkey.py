"""Passkeys on the pages of members: what a script asks for and sends, and the form that removes one."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.response import Redirect, Response

from shapan.server.pages.accountform import address_asked, agent_asked, fresh_member, is_hash, member_asked, to_proof
from shapan.server.pages.login import place_after
from shapan.server.pages.rendering import Form, back, render
from shapan.server.people.members import Denied
from shapan.server.people.passkeys import Passkeys, Site
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.host import host_of, split_host
from shapan.server.words import say

ThePasskeys = NamedDependency[Passkeys]
_PLACE: Final = "/account/passkeys"


class Done(msgspec.Struct):
    """Where to go on; or what is wrong, in words."""

    url: str = ""
    problem: str = ""
    codes: list[str] = []


def _site(request: Asked) -> Site:
    """Return the site by which a request came: a name of this server, which the guard has checked."""
    host = host_of(request.scope)
    name, _ = split_host(host) or ("", "")
    scheme = "https" if request.app.state.hub.settings.secure else "http"
    return Site(name, f"{scheme}://{host}")


def _told(request: Asked, denied: Denied) -> Response[Done]:
    problem = say(
        language_of(request), f"ui.denied_{denied.field}_{denied.reason}", minutes=max(1, round(denied.wait / 60))
    )
    return Response(Done(problem=problem), status_code=429 if denied.wait else 403)


async def _sent(request: Asked) -> dict[str, Any]:
    """Return the JSON of a request, nothing if it is no object."""
    sent = await request.json()
    return sent if isinstance(sent, dict) else {}


@get(_PLACE, include_in_schema=False)
async def get_passkeys(request: Asked, sessions: TheSessions) -> Response[Any]:
    """Return the page on which a passkey is added."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof(_PLACE)
    return render(request, "passkeys.html", here="/account")


@post(f"{_PLACE}/ask", include_in_schema=False, status_code=200, opt=limit.REPLAY)
async def post_ask(request: Asked, sessions: TheSessions, passkeys: ThePasskeys) -> Response[Any]:
    """Give the question by whose answer a passkey is added."""
    member = await fresh_member(request, sessions)
    if member is None:
        return Response(Done(f"/account/proof?next={_PLACE}"))
    return Response(await passkeys.ask_to_add(member.login, _site(request)), media_type="application/json")


@post(f"{_PLACE}/add", include_in_schema=False, status_code=200)
async def post_add(request: Asked, sessions: TheSessions, passkeys: ThePasskeys) -> Response[Any]:
    """Add the passkey that has answered."""
    member = await fresh_member(request, sessions)
    if member is None:
        return Response(Done(f"/account/proof?next={_PLACE}"))
    try:
        await passkeys.add(member.login, _site(request), await _sent(request), agent_asked(request))
    except Denied as denied:
        return _told(request, denied)
    return Response(Done("/account?said=passkey"))


@post(f"{_PLACE}/remove", include_in_schema=False, status_code=303)
async def post_remove(request: Asked, sessions: TheSessions, passkeys: ThePasskeys, data: Form) -> Response[Any]:
    """Remove a passkey."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account")
    key = str(data.get("passkey", ""))
    try:
        if is_hash(key):
            await passkeys.remove(member.id, key)
    except Denied:
        return Redirect("/account?said=last_passkey", status_code=303)
    return Redirect("/account", status_code=303)


@post("/account/new/ask", include_in_schema=False, status_code=200, opt=limit.REPLAY)
async def post_new_ask(request: Asked, sessions: TheSessions, passkeys: ThePasskeys) -> Response[Any]:
    """Give the question by whose answer a guest becomes a member."""
    guest, name = await sessions.find(request), str((await _sent(request)).get("name", ""))
    if guest is not None and guest.is_member:
        return Response(Done("/account"))
    try:
        asked = await passkeys.ask_to_sign_up(None if guest is None else guest.login, name, _site(request))
    except Denied as denied:
        return _told(request, denied)
    return Response(asked, media_type="application/json")


@post("/account/new/passkey", include_in_schema=False, status_code=200)
async def post_new_passkey(request: Asked, sessions: TheSessions, passkeys: ThePasskeys) -> Response[Any]:
    """Make a member of a guest by the passkey that has answered, and give the recovery codes this once."""
    guest, sent, agent = await sessions.find(request), await _sent(request), agent_asked(request)
    if guest is not None and guest.is_member:
        return Response(Done("/account"))
    login, name = None if guest is None else guest.login, str(sent.pop("name", ""))
    try:
        token, codes = await passkeys.sign_up(login, name, _site(request), sent, agent, address_asked(request))
    except Denied as denied:
        return _told(request, denied)
    cookies = await sessions.take_up(request, token)
    if login is not None:
        sessions.forget([login.hash])
    return Response(Done(back(sent.get("next")), codes=codes), cookies=cookies[:1])


@post("/account/passkey/ask", include_in_schema=False, status_code=200, opt=limit.REPLAY)
async def post_enter_ask(request: Asked, passkeys: ThePasskeys) -> Response[Any]:
    """Give the question by whose answer a member is let in; it is the same for everybody."""
    return Response(await passkeys.ask_to_enter(_site(request)), media_type="application/json")


@post("/account/passkey", include_in_schema=False, status_code=200)
async def post_enter(request: Asked, hub: TheHub, sessions: TheSessions, passkeys: ThePasskeys) -> Response[Any]:
    """Log in by the passkey that has answered; who is logged in already proves by it who they are."""
    member, before = await member_asked(request, sessions), await sessions.find(request)
    sent = await _sent(request)
    place = back(sent.pop("next", ""))
    try:
        login = None if member is None else member.login
        token, kept = await passkeys.enter(_site(request), sent, agent_asked(request), address_asked(request), login)
    except Denied as denied:
        return _told(request, denied)
    if member is not None:
        sessions.forget([member.login.hash])
    place = await place_after(hub, before, place, kept=kept)
    return Response(Done(place), cookies=await sessions.take_up(request, token))


ROUTES: Final[list[BaseRouteHandler]] = [
    get_passkeys,
    post_ask,
    post_add,
    post_remove,
    post_new_ask,
    post_new_passkey,
    post_enter_ask,
    post_enter,
]
