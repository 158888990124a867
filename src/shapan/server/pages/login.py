"""The pages by which members come in and go out: sign up, log in, recover, set a new password by a link, log out."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response

from shapan.server.hub.hub import Hub
from shapan.server.name import LONGEST
from shapan.server.pages.accountform import (
    Field,
    TheMembers,
    address_asked,
    agent_asked,
    form_page,
    member_asked,
    name_field,
    password_field,
)
from shapan.server.pages.rendering import Form, Page, back, render
from shapan.server.people.members import Denied
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.session import Guest
from shapan.server.words import say


def _new_page(request: Asked, name: str, place: str, denied: Denied | None = None) -> Page:
    fields = [name_field(request, name, "ui.account_name_help"), password_field(request, new=True)]
    language = language_of(request)
    links = [("/account/login", say(language, "ui.log_in_instead"))]
    return form_page(request, "sign_up", fields, denied, next=place, links=links)


@get("/account/new", include_in_schema=False)
async def get_new(request: Asked, sessions: TheSessions, next: FromQuery[str] = "") -> Response[Any]:  # noqa: A002 - of forms
    """Return the form of a new account."""
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


def _login_page(request: Asked, name: str, place: str, denied: Denied | None = None) -> Page:
    language = language_of(request)
    fields = [name_field(request, name), password_field(request)]
    links = [("/account/new", say(language, "ui.sign_up_instead")), ("/account/recover", say(language, "ui.recover"))]
    if request.app.state.notifier.mails is not None:
        links.append(("/account/forgot", say(language, "ui.forgot_link")))
    return form_page(request, "log_in", fields, denied, next=place, links=links)


@get("/account/login", include_in_schema=False)
async def get_login(request: Asked, sessions: TheSessions, next: FromQuery[str] = "") -> Response[Any]:  # noqa: A002 - of forms
    """Return the form to log in."""
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
    return form_page(request, "recover", [name_field(request, name), code], denied, links=links)


@get("/account/recover", include_in_schema=False)
async def get_recover(request: Asked) -> Page:
    """Return the form to log in by a recovery code."""
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


def _reset_page(request: Asked, denied: Denied | None = None) -> Page:
    return form_page(request, "password_set", [password_field(request, new=True)], denied)


def _dead_reset(request: Asked) -> Page:
    return render(request, "error.html", 404, number=404, key="ui.error_reset")


@get("/account/reset/{token:str}", include_in_schema=False)
async def get_reset(request: Asked, members: TheMembers, token: FromPath[str]) -> Page:
    """Return the form of a new password, by a link; nothing changes by it: chat programs fetch links too."""
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
    get_reset,
    post_reset,
]
