"""The application: settings in, a Litestar app out."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from litestar import Litestar
from litestar.di import Provide
from litestar.handlers.base import BaseRouteHandler
from litestar.types import ASGIApp

from shapan.server.api import (
    asyncapi,
    fair,
    joining,
    library,
    match,
    memo,
    own,
    plan,
    replay,
    reserve,
    room,
    table,
)
from shapan.server.api.caller import provide_caller
from shapan.server.hub.bot import BotSource, InstalledBots
from shapan.server.hub.hub import Hub
from shapan.server.match.cluster import cluster_of
from shapan.server.notify.notifier import Notifier
from shapan.server.pages import cover, damaged, error, invitation, notices, page, queue, seat_link
from shapan.server.pages import replay as replay_page
from shapan.server.pages import reserve as reserve_page
from shapan.server.pages.preload import load
from shapan.server.pages.static import static_route
from shapan.server.people.sweep import Sweep
from shapan.server.settings import Settings
from shapan.server.store.choice import backend_of
from shapan.server.store.sqlite import make_folder
from shapan.server.store.storage import Store
from shapan.server.web.access import logged
from shapan.server.web.context import Asked, SentRequest, TheHub
from shapan.server.web.description import ClosedStructs, described
from shapan.server.web.end import answering_end
from shapan.server.web.forward import NoteWay
from shapan.server.web.guard import Guard, add_headers, check_host
from shapan.server.web.head import answering_head
from shapan.server.web.health import Health, answering_health
from shapan.server.web.host import Hosts
from shapan.server.web.limit import LimitRequests, Limits, asker, kind_of
from shapan.server.web.metering import metered
from shapan.server.web.session import Sessions

if TYPE_CHECKING:
    from shapan.server.people.members import Members
    from shapan.server.people.passkeys import Passkeys
    from shapan.server.people.rating import Ratings
    from shapan.server.tournament.runner import Runner

_MAX_BODY = 64 * 1024

ROUTES: tuple[BaseRouteHandler, ...] = (
    *match.ROUTES,
    *joining.ROUTES,
    *asyncapi.ROUTES,
    *table.ROUTES,
    *plan.ROUTES,
    *memo.ROUTES,
    *reserve.ROUTES,
    *room.ROUTES,
    *fair.ROUTES,
    *own.ROUTES,
    *library.ROUTES,
    *page.ROUTES,
    *replay.ROUTES,
    *replay_page.ROUTES,
    *invitation.ROUTES,
    *seat_link.ROUTES,
    *damaged.ROUTES,
    *queue.ROUTES,
    *reserve_page.ROUTES,
    *cover.ROUTES,
    *notices.ROUTES,
)
"""What every server answers; pages and API that need accounts come with them."""


@dataclass
class _Parts:
    """What a server consists of; the last four only with accounts."""

    store: Store
    hub: Hub
    sessions: Sessions
    notifier: Notifier
    sweep: Sweep
    members: Members | None = None
    passkeys: Passkeys | None = None
    ratings: Ratings | None = None
    runner: Runner | None = None
    routes: list[BaseRouteHandler] = field(default_factory=list)
    """Those beside `ROUTES`."""
    given: dict[str, Provide] = field(default_factory=dict)
    """What handlers can ask for."""


def create_app(settings: Settings, source: BotSource | None = None) -> Litestar:
    """Return the application of a server. Raises Fault if the data cannot be used."""
    load()
    parts = _make_parts(settings, source)
    if settings.accounts == "on":
        _add_accounts(parts, settings)
    hosts, cookie = Hosts(settings), parts.sessions.cookie
    limits = None if settings.limits is None else Limits(settings.limits)

    def guard(app: ASGIApp) -> ASGIApp:
        return Guard(app, hosts)

    def limit(app: ASGIApp) -> ASGIApp:
        return app if limits is None else LimitRequests(app, limits, cookie)

    def check_unrouted(request: Asked) -> None:
        check_host(request.scope, hosts)
        if limits is not None:
            limits.count(kind_of(request.scope), *asker(request.scope, cookie))

    app = Litestar(
        route_handlers=[*ROUTES, *parts.routes, static_route(page.STATIC)],
        dependencies=parts.given,
        middleware=[guard, limit, *([NoteWay] if settings.home else [])],
        exception_handlers=error.HANDLERS,
        before_send=[add_headers],
        lifespan=[_lifespan(parts, settings)],
        plugins=[ClosedStructs()],
        logging_config=None,
        request_class=SentRequest,
        request_max_body_size=_MAX_BODY,
        openapi_config=described(cookie),
    )
    answer = answering_health(answering_end(app.asgi_handler), Health(parts.store, lambda: parts.hub.closing))
    answer = metered(answer) if settings.metrics else answer
    app.asgi_handler = answering_head(logged(answer, settings.secure) if settings.log == "json" else answer)
    for name in ("hub", "notifier", "members", "sweep", "passkeys", "sessions", "ratings", "runner"):
        setattr(app.state, name, getattr(parts, name))
    app.state.check_unrouted = check_unrouted
    return app


def _make_parts(settings: Settings, source: BotSource | None) -> _Parts:
    """Return what every server has, its data brought up to date."""
    make_folder(settings.data)
    backend = backend_of(settings)
    backend.migrate()
    store = Store(backend)
    cluster = cluster_of(settings.ray)
    hub = Hub(store, settings, source or InstalledBots(cluster), cluster)
    parts = _Parts(store, hub, Sessions(store, settings), Notifier(hub), Sweep(store))
    parts.given = {
        "hub": Provide(_constant(hub), sync_to_thread=False),
        "caller": Provide(provide_caller),
        **_given(sessions=parts.sessions, notifier=parts.notifier),
    }
    return parts


def _add_accounts(parts: _Parts, settings: Settings) -> None:
    """Add what only servers with accounts have."""
    from shapan.server.people.friends import Friends
    from shapan.server.people.invitations import Inviting
    from shapan.server.people.members import Members
    from shapan.server.people.moderation import Moderation
    from shapan.server.people.rating import Ratings, has_ratings
    from shapan.server.tournament.runner import Runner

    store, hub = parts.store, parts.hub
    parts.members = members = Members(store, settings)
    parts.ratings = Ratings(hub) if has_ratings() else None
    parts.runner = Runner(hub)
    parts.sessions.when_gone = hub.forget_people
    parts.given |= _given(
        members=members,
        moderation=Moderation(store, settings),
        runner=parts.runner,
        friends=Friends(store, settings),
        inviting=Inviting(hub),
    )
    parts.routes = _member_routes()
    if parts.notifier.mails is not None:
        from shapan.server.pages import mailbox

        parts.routes += mailbox.ROUTES
    if find_spec("webauthn") is not None:
        from shapan.server.pages import passkey
        from shapan.server.people.passkeys import Passkeys

        parts.passkeys = Passkeys(store, members)
        parts.routes += passkey.ROUTES
        parts.given |= _given(passkeys=parts.passkeys)


def _lifespan(parts: _Parts, settings: Settings) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Return what starts the parts of a server and, in the end, closes them."""

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        works = [work for work in (parts.ratings, parts.runner) if work is not None]
        await parts.store.start()
        await parts.hub.start()
        await parts.sessions.start()
        parts.sweep.start()
        for work in works:
            work.start()
        if settings.tick > 0:
            parts.notifier.start()
        try:
            yield
        finally:
            await parts.notifier.close()
            await parts.sessions.close()
            await parts.sweep.close()
            for work in works:
                await work.close()
            await parts.hub.close()
            await parts.store.stop()

    return lifespan


def _member_routes() -> list[BaseRouteHandler]:
    """Return the pages that only servers with accounts have."""
    from shapan.server.pages import (
        account,
        clubs,
        friends,
        guestseats,
        login,
        moderation,
        newtournament,
        profile,
        tables,
    )
    from shapan.server.pages import invitations as invitation_pages
    from shapan.server.pages import tournaments as tournament_pages

    return [
        *login.ROUTES,
        *account.ROUTES,
        *guestseats.ROUTES,
        *friends.ROUTES,
        *invitation_pages.ROUTES,
        *profile.ROUTES,
        *moderation.ROUTES,
        *tables.ROUTES,
        *clubs.ROUTES,
        *newtournament.ROUTES,
        *tournament_pages.ROUTES,
    ]


def _constant(value: Any) -> Any:
    def give() -> Any:
        return value

    return give


def _after_hub(value: Any) -> Any:
    """Return what gives a value after the hub: for two that are given at once, Litestar starts a group of tasks."""

    def give(hub: TheHub) -> Any:
        return value

    return give


def _given(**values: Any) -> dict[str, Provide]:
    return {name: Provide(_after_hub(value), sync_to_thread=False) for name, value in values.items()}
