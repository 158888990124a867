"""The application: settings in, a Litestar app out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from typing import Any

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

_MAX_BODY = 64 * 1024


def create_app(settings: Settings, source: BotSource | None = None) -> Litestar:
    """Return the application of a server. Raises Fault if the data cannot be used."""
    load()
    make_folder(settings.data)
    backend = backend_of(settings)
    backend.migrate()
    store = Store(backend)
    cluster = cluster_of(settings.ray)
    hub = Hub(store, settings, source or InstalledBots(cluster), cluster)
    sessions = Sessions(store, settings)
    hosts = Hosts(settings)

    notifier = Notifier(hub)

    routes: list[BaseRouteHandler] = []
    given: dict[str, Provide] = {}
    members = passkeys = ratings = runner = None
    sweep = Sweep(store)
    if settings.accounts == "on":
        from shapan.server.people.friends import Friends
        from shapan.server.people.invitations import Inviting
        from shapan.server.people.members import Members
        from shapan.server.people.moderation import Moderation
        from shapan.server.people.rating import Ratings, has_ratings
        from shapan.server.tournament.runner import Runner

        members = Members(store, settings)
        ratings = Ratings(hub) if has_ratings() else None
        runner = Runner(hub)
        sessions.when_gone = hub.forget_people
        given["members"] = Provide(_after_hub(members), sync_to_thread=False)
        given["moderation"] = Provide(_after_hub(Moderation(store, settings)), sync_to_thread=False)
        given["runner"] = Provide(_after_hub(runner), sync_to_thread=False)
        given["friends"] = Provide(_after_hub(Friends(store, settings)), sync_to_thread=False)
        given["inviting"] = Provide(_after_hub(Inviting(hub)), sync_to_thread=False)
        routes = _member_routes()
        if notifier.mails is not None:
            from shapan.server.pages import mailbox

            routes += mailbox.ROUTES
        if find_spec("webauthn") is not None:
            from shapan.server.pages import passkey
            from shapan.server.people.passkeys import Passkeys

            passkeys = Passkeys(store, members)
            routes += passkey.ROUTES
            given["passkeys"] = Provide(_after_hub(passkeys), sync_to_thread=False)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await store.start()
        await hub.start()
        await sessions.start()
        sweep.start()
        for work in (ratings, runner):
            if work is not None:
                work.start()
        if settings.tick > 0:
            notifier.start()
        try:
            yield
        finally:
            await notifier.close()
            await sessions.close()
            await sweep.close()
            for work in (ratings, runner):
                if work is not None:
                    await work.close()
            await hub.close()
            await store.stop()

    limits = None if settings.limits is None else Limits(settings.limits)

    def guard(app: ASGIApp) -> ASGIApp:
        return Guard(app, hosts)

    def limit(app: ASGIApp) -> ASGIApp:
        return app if limits is None else LimitRequests(app, limits, sessions.cookie)

    def check_unrouted(request: Asked) -> None:
        check_host(request.scope, hosts)
        if limits is not None:
            limits.count(kind_of(request.scope), *asker(request.scope, sessions.cookie))

    app = Litestar(
        route_handlers=[
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
            *routes,
            static_route(page.STATIC),
        ],
        dependencies={
            "hub": Provide(_constant(hub), sync_to_thread=False),
            "sessions": Provide(_after_hub(sessions), sync_to_thread=False),
            "caller": Provide(provide_caller),
            "notifier": Provide(_after_hub(notifier), sync_to_thread=False),
            **given,
        },
        middleware=[guard, limit, *([NoteWay] if settings.home else [])],
        exception_handlers=error.HANDLERS,
        before_send=[add_headers],
        lifespan=[lifespan],
        plugins=[ClosedStructs()],
        logging_config=None,
        request_class=SentRequest,
        request_max_body_size=_MAX_BODY,
        openapi_config=described(sessions.cookie),
    )
    answer = answering_health(answering_end(app.asgi_handler), Health(store, lambda: hub.closing))
    answer = metered(answer) if settings.metrics else answer
    app.asgi_handler = answering_head(logged(answer, settings.secure) if settings.log == "json" else answer)
    app.state.hub, app.state.notifier = hub, notifier
    app.state.members, app.state.sweep, app.state.passkeys = members, sweep, passkeys
    app.state.sessions, app.state.ratings, app.state.runner = sessions, ratings, runner
    app.state.check_unrouted = check_unrouted
    return app


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
