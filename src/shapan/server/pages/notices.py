"""The page of notices: what waits for a person, and how they are told of it. Plain forms, which need no scripts."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit
from uuid import uuid4

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromQuery
from litestar.response import Redirect, Response

from shapan.engine import text
from shapan.server.hub.hub import Hub
from shapan.server.match.lifecycle import Damaged, MatchNotFound
from shapan.server.notify.notifier import Notifier
from shapan.server.notify.outside import LONGEST, Refused
from shapan.server.notify.webhook import FORMS, Failed, Gone, form_of, new_secret
from shapan.server.notify.wording import notice_of, one_line
from shapan.server.pages.invitations import invitations
from shapan.server.pages.matchcards import match_cards
from shapan.server.pages.matchwords import main_title
from shapan.server.pages.rendering import Form, day, render
from shapan.server.people import news
from shapan.server.store.fault import Conflict
from shapan.server.store.notice import CHOICES, INVITERS
from shapan.server.store.people import hash_of, now
from shapan.server.store.turn import MAX_HOOKS, Delivery, Hook, Subscription
from shapan.server.web import limit
from shapan.server.web.context import Asked, TheHub, TheSessions, language_of
from shapan.server.web.network import address_of
from shapan.server.web.packing import APART
from shapan.server.web.session import Guest
from shapan.server.words import listed, say, seat_name

if TYPE_CHECKING:
    from shapan.server.notify.push import Pushes

TheNotifier = NamedDependency[Notifier]
_PLACE: Final = "/notices"
_SAID: Final = frozenset({"kept", "hook", "removed", "tested", "mail", "mail_removed"})
"""What the page may say at its head."""
_MOST: Final = 40
"""Tables that a webhook can be added for."""
_UNTITLED: Final = "?"


class Wrong(Exception):
    """What is wrong with a webhook: the end of a key of words, and what fills it."""

    def __init__(self, reason: str, **words: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.words = words


class Done(msgspec.Struct):
    """Whether a browser is told from now on as it wished."""

    ok: bool = True


@dataclass(slots=True)
class ShownHook:
    """A webhook in the list."""

    key: str
    host: str
    """Where it leads, as far as everyone may see: the rest of the address is a secret as a rule."""
    about: str
    form: str
    secret: str
    failed: str


@get(_PLACE, include_in_schema=False)
async def get_notices(request: Asked, hub: TheHub, sessions: TheSessions, said: FromQuery[str] = "") -> Response[Any]:
    """Return the page of notices."""
    return await _page(request, hub, await sessions.find(request), said)


async def _push_key(request: Asked) -> str:
    """Return the key by which browsers subscribe, empty where this server cannot tell them."""
    pushes = _pushes(request)
    return "" if pushes is None else await pushes.public_key()


def _pushes(request: Asked) -> Pushes | None:
    notifier: Notifier = request.app.state.notifier
    return notifier.pushes


async def _page(
    request: Asked, hub: Hub, guest: Guest | None, said: str = "", wrong: Wrong | None = None, url: str = ""
) -> Response[Any]:
    language = language_of(request)
    matches = [] if guest is None else await match_cards(hub, guest.id, language)
    hooks = [] if guest is None else await hub.store.turns.hooks_of(guest.id)
    page = render(
        request,
        "notices.html",
        200 if wrong is None else 422,
        here=_PLACE,
        known=guest is not None,
        matches=[card for card in matches if card.mine],
        asking=0 if guest is None or not guest.is_member else len((await hub.store.ties.of(guest.id)).asking),
        invitations=await invitations(hub, guest, language),
        written=[] if guest is None else await _written(hub, guest.id, language),
        inviters=await hub.store.notices.inviters(guest.id) if guest is not None and guest.is_member else "",
        mentions="" if guest is None else await hub.store.notices.mentions(guest.id),
        at_once=guest is not None and await hub.store.turns.at_once(guest.id),
        hooks=[await _shown(hub, hook, language) for hook in hooks],
        tables=[] if guest is None else await _hosted(hub, guest.id, language),
        forms=FORMS,
        mails=guest is not None and guest.is_member and request.app.state.notifier.mails is not None,
        address=None if guest is None else await hub.store.addresses.of(guest.id),
        push_key="" if guest is None else await _push_key(request),
        browsers=0 if guest is None else await hub.store.turns.subscriptions(guest.id),
        full=len(hooks) >= MAX_HOOKS,
        longest=LONGEST,
        said=say(language, f"ui.notices_said_{said}") if said in _SAID else "",
        problem="" if wrong is None else say(language, f"ui.hook_wrong_{wrong.reason}", **wrong.words),
        url=url,
    )
    page.content = page.content.replace(APART, "")  # it shows secrets beside words of others: it is not compressed
    return page


async def _written(hub: Hub, person: str, language: str) -> list[tuple[str, str]]:
    """Return what a person was told and has not looked at, such as who wrote to them: in one line each, and where."""
    found = []
    for room, one in await news.told(hub, person):
        told = Delivery("", person, one.match, one.seat, 0, 1, "", "", 0, one.kind, one.id)
        notice = notice_of(room, told, language)
        found.append((one_line(notice, language), notice.path))
    return found


async def _shown(hub: Hub, hook: Hook, language: str) -> ShownHook:
    about = say(language, "ui.hook_mine")
    if hook.match is not None:
        about = say(language, "ui.hook_table", title=await _title(hub, hook.match, hook.person, language))
    host = urlsplit(hook.url).netloc
    failed = "" if hook.failed is None else say(language, "ui.hook_off")
    if hook.failed:
        failed = say(language, "ui.hook_failed", day=day(hook.failed))
    return ShownHook(hook.id, host, about, hook.form, hook.secret, failed)


async def _title(hub: Hub, match: str, person: str, language: str) -> str:
    """Return what a table is called: its game, and who else sits there."""
    with suppress(MatchNotFound, Damaged):
        room = await hub.glance(match)
        texts = text.catalogue(room.match.game, language)
        title = main_title(texts.get("game.name", room.match.game.name))
        names = [
            seat_name(language, row.seat, row.whose, row.name)
            for row in room.seats
            if row.session not in (None, person)
        ]
        company = say(language, "ui.with_company", names=listed(language, names)) if names else ""
        return f"{title} · {company}" if company else title
    return _UNTITLED


async def _hosted(hub: Hub, person: str, language: str) -> list[tuple[str, str]]:
    """Return the tables of several people that a person sees to: id and title."""
    found = []
    for match in await hub.store.unfinished_of(person, _MOST):
        with suppress(MatchNotFound, Damaged):
            room = await hub.glance(match)
            if room.seats.is_host(person) and room.seats.shared and not room.frozen:
                found.append((match, await _title(hub, match, person, language)))
    return found


@post(f"{_PLACE}/when", include_in_schema=False, status_code=303)
async def post_when(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Choose when to be told."""
    guest = await sessions.find(request)
    if guest is not None:
        await hub.store.turns.set_at_once(guest.id, wanted=data.get("when") == "at_once")
    return Redirect(f"{_PLACE}?said=kept", status_code=303)


@post(f"{_PLACE}/mentions", include_in_schema=False, status_code=303)
async def post_mentions(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Choose at which tables to be told that someone wrote to one."""
    guest, where = await sessions.find(request), str(data.get("where", ""))
    if guest is not None and where in CHOICES:
        await hub.store.notices.set_mentions(guest.id, where)
    return Redirect(f"{_PLACE}?said=kept", status_code=303)


@post(f"{_PLACE}/invitations", include_in_schema=False, status_code=303)
async def post_inviters(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Choose by whom to be invited to tables."""
    guest, who = await sessions.find(request), str(data.get("who", ""))
    if guest is not None and guest.is_member and who in INVITERS:
        await hub.store.notices.set_inviters(guest.id, who)
    return Redirect(f"{_PLACE}?said=kept", status_code=303)


@post(f"{_PLACE}/hooks", include_in_schema=False, status_code=303, opt=limit.OPENING)
async def post_hook(
    request: Asked, hub: TheHub, sessions: TheSessions, notifier: TheNotifier, data: Form
) -> Response[Any]:
    """Add a webhook."""
    guest = await sessions.find(request)
    if guest is None:
        return Redirect(_PLACE, status_code=303)
    url = str(data.get("url", "")).strip()
    try:
        await _add(request, hub, notifier, guest, url, {key: str(value) for key, value in data.items()})
    except Wrong as wrong:
        return await _page(request, hub, guest, "", wrong, url[:LONGEST])
    return Redirect(f"{_PLACE}?said=hook", status_code=303)


async def _add(request: Asked, hub: Hub, notifier: Notifier, guest: Guest, url: str, data: dict[str, str]) -> None:
    try:
        notifier.outside.check(url)
    except Refused as refused:
        raise Wrong(refused.reason) from None
    form, match = data.get("form", ""), data.get("about", "")
    room = None
    if match:
        with suppress(MatchNotFound, Damaged):
            room = await hub.room(match)
        if room is None or not room.seats.is_host(guest.id):
            raise Wrong("host")
    hook = Hook(
        uuid4().hex,
        guest.id,
        match or None,
        url,
        form if form in FORMS else form_of(url),
        new_secret(),
        language_of(request),
        address_of(request, hub.settings),
        now(),
    )
    try:
        await hub.store.turns.add_hook(hook)
    except Conflict:
        raise Wrong("many", count=MAX_HOOKS) from None
    if room is not None:
        hub.follower.follow_again(room)


@post(f"{_PLACE}/hooks/remove", include_in_schema=False, status_code=303)
async def post_remove(request: Asked, hub: TheHub, sessions: TheSessions, data: Form) -> Response[Any]:
    """Remove a webhook."""
    guest = await sessions.find(request)
    if guest is not None and _is_key(key := str(data.get("hook", ""))):
        await hub.store.turns.remove_hook(guest.id, key)
    return Redirect(f"{_PLACE}?said=removed", status_code=303)


@post(f"{_PLACE}/hooks/test", include_in_schema=False, status_code=303, opt=limit.OPENING)
async def post_test(
    request: Asked, hub: TheHub, sessions: TheSessions, notifier: TheNotifier, data: Form
) -> Response[Any]:
    """Send a webhook a message that says only that it is one."""
    guest = await sessions.find(request)
    key = str(data.get("hook", ""))
    hook = await hub.store.turns.hook(key) if guest is not None and _is_key(key) else None
    if guest is None or hook is None or hook.person != guest.id:
        return Redirect(_PLACE, status_code=303)
    try:
        await notifier.webhooks.test(hook, say(hook.language, "ui.notice_test"), now())
    except (Gone, Failed) as error:
        return await _page(request, hub, guest, "", Wrong("test", why=str(error)))
    return Redirect(f"{_PLACE}?said=tested", status_code=303)


@post(f"{_PLACE}/push", include_in_schema=False, status_code=200)
async def post_push(request: Asked, hub: TheHub, sessions: TheSessions) -> Response[Any]:
    """Tell a browser from now on, also while it is closed; what it sends is its subscription."""
    guest, pushes, sent = await sessions.find(request), _pushes(request), await request.json()
    found = pushes.check(sent) if pushes is not None and isinstance(sent, dict) else None
    if guest is None or found is None:
        return Response(Done(ok=False), status_code=422)
    endpoint, key, auth = found
    origin = address_of(request, hub.settings)
    new = Subscription(
        hash_of(endpoint), guest.id, guest.login.hash, endpoint, key, auth, language_of(request), origin, now()
    )
    await hub.store.turns.subscribe(new)
    return Response(Done())


@post(f"{_PLACE}/push/remove", include_in_schema=False, status_code=200)
async def post_push_remove(request: Asked, hub: TheHub, sessions: TheSessions) -> Response[Any]:
    """Tell a browser no more; it sends its endpoint."""
    guest, sent = await sessions.find(request), await request.json()
    endpoint = sent.get("endpoint") if isinstance(sent, dict) else None
    if guest is not None and isinstance(endpoint, str):
        await hub.store.turns.remove_subscription(guest.id, hash_of(endpoint))
    return Response(Done())


def _is_key(key: str) -> bool:
    """Return whether something sent can be a key of the store; a database may refuse to compare what cannot."""
    return len(key) == 32 and key.isascii() and key.isalnum()


ROUTES: Final[list[BaseRouteHandler]] = [
    get_notices,
    post_when,
    post_mentions,
    post_inviters,
    post_hook,
    post_remove,
    post_test,
    post_push,
    post_push_remove,
]
