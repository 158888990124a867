"""The pages of mail to members: an address that is theirs, the end of notices, a link to a new password."""

from __future__ import annotations

import asyncio
import logging
import secrets
from contextlib import suppress
from typing import Any, Final
from urllib.parse import quote

from litestar import get, post
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Response
from sqlalchemy.exc import SQLAlchemyError

from shapan.server.hub.hub import Hub
from shapan.server.notify.mail import Mails, checked_address
from shapan.server.notify.notifier import LETTERS, RESETS, Notifier
from shapan.server.notify.webhook import Failed
from shapan.server.pages.accountform import (
    Field,
    TheMembers,
    address_asked,
    form_page,
    fresh_member,
    member_asked,
    to_login,
    to_proof,
)
from shapan.server.pages.rendering import Form, Page, render
from shapan.server.people.code import code_key, new_codes
from shapan.server.people.members import RESET, Denied
from shapan.server.settings import Rate
from shapan.server.store.address import AddressRow
from shapan.server.store.fault import Conflict
from shapan.server.store.people import hash_of, now
from shapan.server.store.writer import StoreError
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.network import address_of
from shapan.server.words import say

LOG = logging.getLogger("shapan.server")
_GOOD: Final = 20 * 60
"""Seconds for which codes and links of mail are good."""
_PROVE: Final = "mail"
"""The purpose of the tickets that prove an address."""
_LONGEST: Final = 254
_TASKS: Final[set[asyncio.Task[None]]] = set()


def _mails(request: Asked) -> Mails:
    notifier: Notifier = request.app.state.notifier
    assert notifier.mails is not None
    return notifier.mails


async def _count(hub: Hub, rate: Rate, *names: str) -> None:
    """Count a letter in each of some buckets. Raises Denied."""
    if wait := await hub.store.quotas.take(dict.fromkeys(names, rate), now() * 1000):
        raise Denied("mail", "wait", wait)


def _checked(typed: str) -> str:
    """Return an address as it is kept. Raises Denied."""
    mail = checked_address(typed)
    if mail is None:
        raise Denied("mail", "form")
    return mail


def _box(mail: str) -> str:
    """Return whose box an address leads to, for counting: several accounts may name it, each with a tag behind +."""
    name, _, host = mail.rpartition("@")
    return f"{name.partition('+')[0].lower()}@{host}"


async def _prove(hub: Hub, account: str, code: str) -> None:
    """Note that an address is its member's, by the code that was sent there. Raises Denied."""
    limits, row = hub.settings.limits, await hub.store.addresses.of(account)
    if limits is not None:
        wait = await hub.store.quotas.take({f"mail-code:{account}": limits.login}, now() * 1000)
        if wait:
            raise Denied("mail", "wait", wait)
    if row is None or await hub.store.accounts.take_ticket(_key(row, code), _PROVE) is None:
        raise Denied("code", "unknown")
    await hub.store.addresses.prove(account, row.mail, now())


def _key(row: AddressRow, code: str) -> str:
    """Return under which hash the code that proves an address is kept."""
    return hash_of(f"mail {row.account} {row.mail} {code_key(code)}")


def _address_page(request: Asked, value: str, denied: Denied | None = None) -> Page:
    language = language_of(request)
    fields = [Field("mail", say(language, "ui.mail_address"), "email", "email", value, "", _LONGEST)]
    links = [("/notices", say(language, "ui.mail_not_now"))]
    return form_page(request, "mail_add", fields, denied, links=links)


@get("/account/mail", include_in_schema=False)
async def get_mail(request: Asked, sessions: TheSessions) -> Response[Any]:
    """Return the form of an address of mail."""
    member = await fresh_member(request, sessions)
    return to_proof("/account/mail") if member is None else _address_page(request, "")


@post("/account/mail", include_in_schema=False, status_code=303, opt=limit.OPENING)
async def post_mail(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Keep an address, and send it the code that proves whose it is."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/account/mail")
    typed = str(data.get("mail", ""))[: 2 * _LONGEST]
    try:
        mail = _checked(typed)
        await _count(hub, LETTERS, f"mail:{member.id}", f"mail-to:{hash_of(_box(mail))}")
        language, origin = language_of(request), address_of(request, hub.settings)
        row = AddressRow(member.id, mail, secrets.token_urlsafe(32), language, origin)
        await hub.store.addresses.put(row)
        code = new_codes()[0]
        await hub.store.accounts.keep_ticket(_key(row, code), _PROVE, member.id, now() + _GOOD)
        lines = [
            say(language, "ui.mail_code_text", name=member.name),
            "",
            code,
            "",
            f"{origin}/account/mail/code?code={code}",
        ]
        await _mails(request).send(mail, language, say(language, "ui.mail_code_subject"), lines)
    except Denied as denied:
        return _address_page(request, typed, denied)
    except Failed as error:
        LOG.warning("a letter with a code could not be sent: %s", error)
        return _address_page(request, typed, Denied("mail", "unsent"))
    return Redirect("/account/mail/code", status_code=303)


def _code_page(request: Asked, code: str, denied: Denied | None = None) -> Page:
    language = language_of(request)
    fields = [Field("code", say(language, "ui.mail_code"), "text", "one-time-code", code, "", 64)]
    links = [("/account/mail", say(language, "ui.mail_other"))]
    return form_page(request, "mail_prove", fields, denied, links=links)


@get("/account/mail/code", include_in_schema=False)
async def get_code(request: Asked, sessions: TheSessions, code: FromQuery[str] = "") -> Response[Any]:
    """Return the form of the code that proves an address; nothing changes by it: programs of mail follow links too."""
    code = code[:64]
    if await member_asked(request, sessions) is None:
        return to_login(f"/account/mail/code?code={quote(code)}")
    return _code_page(request, code)


@post("/account/mail/code", include_in_schema=False, status_code=303)
async def post_code(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Prove an address by its code, in a browser that is logged in."""
    member = await member_asked(request, sessions)
    if member is None:
        return to_login("/account/mail/code")
    code = str(data.get("code", ""))[:64]
    try:
        await _prove(hub, member.id, code)
    except Denied as denied:
        return _code_page(request, code, denied)
    return Redirect("/notices?said=mail", status_code=303)


@post("/account/mail/notices", include_in_schema=False, status_code=303)
async def post_wanted(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Choose whether notices go there too."""
    member = await member_asked(request, sessions)
    if member is not None:
        await hub.store.addresses.change(member.id, notices=data.get("wanted") == "yes")
    return Redirect("/notices?said=kept", status_code=303)


@post("/account/mail/remove", include_in_schema=False, status_code=303)
async def post_mail_remove(request: Asked, hub: TheHub, sessions: TheSessions) -> Response[Any]:
    """Forget the address of a member."""
    member = await fresh_member(request, sessions)
    if member is None:
        return to_proof("/notices")
    await hub.store.addresses.remove(member.id)
    return Redirect("/notices?said=mail_removed", status_code=303)


# The end of notices, without logging in


@get("/mail/end/{ending:str}", include_in_schema=False)
async def get_end(request: Asked, ending: FromPath[str]) -> Page:
    """Ask whether notices are to end; nothing changes by it: programs of mail follow links too."""
    return form_page(request, "mail_stop", [], action=f"/mail/end/{ending}", here="/notices")


@post("/mail/end/{ending:str}", include_in_schema=False, status_code=200)
async def post_end(request: Asked, hub: TheHub, ending: FromPath[str]) -> Page:
    """Send no more notices; programs of mail do it by one click (RFC 8058). An unknown link gets the same answer."""
    if ending.isascii() and ending.isprintable() and len(ending) <= 64:
        await hub.store.addresses.end(ending)
    return render(request, "mail_done.html", here="/notices", heading="mail_stopped")


# A lost password


def _forgot_page(request: Asked, value: str, denied: Denied | None = None) -> Page:
    language = language_of(request)
    fields = [Field("mail", say(language, "ui.mail_address"), "email", "email", value, "", _LONGEST)]
    links = [("/account/login", say(language, "ui.log_in_instead")), ("/account/recover", say(language, "ui.recover"))]
    return form_page(request, "forgot", fields, denied, links=links)


@get("/account/forgot", include_in_schema=False)
async def get_forgot(request: Asked) -> Page:
    """Return the form for a lost password."""
    return _forgot_page(request, "")


@post("/account/forgot", include_in_schema=False, status_code=200, opt=limit.OPENING)
async def post_forgot(request: Asked, hub: TheHub, members: TheMembers, data: Form) -> Page:
    """Send a link to a new password; whether anyone has the address is told by nothing, nor by the time it takes."""
    typed = str(data.get("mail", ""))[: 2 * _LONGEST]
    try:
        mail = _checked(typed)
        await members.count_address(address_asked(request))
    except Denied as denied:
        denied.field = "mail"
        return _forgot_page(request, typed, denied)
    task = asyncio.create_task(_send_resets(hub, _mails(request), mail))
    _TASKS.add(task)
    task.add_done_callback(_TASKS.discard)
    return render(request, "mail_done.html", here="/account", heading="forgot_sent")


async def _send_resets(hub: Hub, mails: Mails, mail: str) -> None:
    """Send each member who has shown that an address is theirs a link to a new password."""
    try:
        for row in await hub.store.addresses.proved(mail):
            with suppress(Denied):  # one who has had enough letters keeps none from another
                await _send_reset(hub, mails, row)
    except (StoreError, Conflict, SQLAlchemyError, OSError) as error:
        LOG.warning("a letter with a link could not be sent: %s", type(error).__name__)


async def _send_reset(hub: Hub, mails: Mails, row: AddressRow) -> None:
    """Send a member a link, to where they added the address: who asks for it does not say which host. Raises Denied."""
    member = await hub.store.accounts.account(row.account)
    if member is None:
        return
    await _count(hub, RESETS, f"mail-reset:{row.account}")
    token = secrets.token_urlsafe(32)
    await hub.store.accounts.keep_ticket(hash_of(token), RESET, row.account, now() + _GOOD)
    lines = [
        say(row.language, "ui.mail_reset_text", name=member.name),
        "",
        f"{row.origin}/account/reset/{token}",
        "",
        say(row.language, "ui.mail_reset_not_you"),
    ]
    try:
        await mails.send(row.mail, row.language, say(row.language, "ui.mail_reset_subject"), lines)
    except Failed as error:
        LOG.warning("a letter with a link could not be sent: %s", error)


ROUTES: Final[list[BaseRouteHandler]] = [
    get_mail,
    post_mail,
    get_code,
    post_code,
    post_wanted,
    post_mail_remove,
    get_end,
    post_end,
    get_forgot,
    post_forgot,
]
