"""Metrics for Prometheus, on an inner port of their own and in a thread of its own: a loop that hangs is seen there.

Labels are templates of addresses, methods, statuses and kinds of work; no match, player, token or address is in them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from shapan import __version__
from shapan.server.hub.hub import Hub
from shapan.server.store.fault import Fault
from shapan.server.tally import TALLY, Spread

LOOK: Final = 0.5
"""Seconds between two looks at how late the loop is."""


@contextmanager
def serving_metrics(address: str, hub: Hub) -> Iterator[str]:
    """Serve what is counted while it lasts, and give the address at which; "" serves nothing. Raises Fault."""
    if not address:
        yield ""
        return
    try:
        from prometheus_client import start_http_server
    except ImportError:
        raise Fault("metrics need prometheus-client: install shapan[online]") from None
    host, _, port = address.rpartition(":")
    try:
        server, thread = start_http_server(int(port), host.strip("[]"), registry_of(hub))
    except OSError as error:
        reason = f"({error.strerror}): choose another with --metrics"
        raise Fault(f"metrics cannot be served on {address} {reason}") from None
    try:
        yield f"http://{host}:{server.server_port}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


async def watch_loop() -> None:
    """Note again and again how late the loop is."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + LOOK
        await asyncio.sleep(LOOK)
        TALLY.lag.note(max(0.0, loop.time() - due))


def registry_of(hub: Hub) -> Any:
    """Return a registry of what is counted of a server, and of its process."""
    from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector

    registry = CollectorRegistry()
    for kind in (ProcessCollector, PlatformCollector, GCCollector):
        kind(registry=registry)
    registry.register(Counts(hub))
    return registry


class Counts:
    """What is counted, as Prometheus reads it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def describe(self) -> list[Any]:
        """Return no families: they are found when they are read."""
        return []

    def collect(self) -> Iterator[Any]:
        """Yield all families with their present values."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily

        yield InfoMetricFamily("shapan", "Version of the program.", {"version": __version__})
        requests = CounterMetricFamily("shapan_requests", "Requests answered.", labels=["method", "route", "status"])
        for (method, template, status), count in list(TALLY.requests.items()):
            requests.add_metric([method, template, str(status)], count)
        yield requests
        answered = list(TALLY.answered.items())
        yield _spreads("shapan_request_seconds", "Seconds to the begin of an answer.", "route", answered)
        rooms = list(self._hub.house.rooms.values())
        slots = 0 if self._hub.cluster is None else self._hub.cluster.slots
        for name, words, value in (
            ("shapan_rooms", "Matches in memory.", len(rooms)),
            ("shapan_cluster_slots", "Thoughts that a Ray cluster has room for; 0 while it is away.", slots),
            ("shapan_clock_ahead_seconds", "Seconds the clock is ahead of the database's, among several.", TALLY.ahead),
            ("shapan_streams", "Viewers' streams open.", sum(len(room.watchers) for room in rooms)),
        ):
            yield GaugeMetricFamily(name, words, value)
        waiting = GaugeMetricFamily("shapan_bot_waiting", "Answers of bots that wait for a turn.", labels=["kind"])
        for kind, count in self._hub.waiting_bots().items():
            waiting.add_metric([kind], count)
        yield waiting
        yield _spreads("shapan_bot_seconds", "Seconds to an answer of a bot.", "kind", list(TALLY.thoughts.items()))
        notices = CounterMetricFamily("shapan_notices", "Notices tried to be sent.", labels=["channel", "result"])
        for (channel, result), count in list(TALLY.notices.items()):
            notices.add_metric([channel, result], count)
        yield notices
        for name, words, count in (
            ("shapan_appends", "Records stored.", TALLY.appends),
            ("shapan_unstored", "Writes that were not confirmed.", TALLY.unstored),
            ("shapan_claims", "Matches that this process has begun to play, among several.", TALLY.claims),
            ("shapan_sent_on", "Requests sent on to the process that plays the match.", TALLY.sent_on),
            ("shapan_sessions_lost", "Sessions to write by that the database has ended.", TALLY.sessions_lost),
            ("shapan_frames_dropped", "Frames left out for viewers who are too slow.", TALLY.dropped),
        ):
            yield CounterMetricFamily(name, words, count)
        for name, words, spread in (
            ("shapan_batch_writes", "Writes in a transaction.", TALLY.batches),
            ("shapan_commit_seconds", "Seconds of a transaction.", TALLY.commits),
            ("shapan_clock_late_seconds", "Seconds by which a clock that ran out was seen too late.", TALLY.late),
            ("shapan_loop_lag_seconds", "Seconds by which the loop was late.", TALLY.lag),
        ):
            yield _spreads(name, words, "", [("", spread)])


def _spreads(name: str, words: str, label: str, spreads: list[tuple[str, Spread]]) -> Any:
    from prometheus_client.core import HistogramMetricFamily

    family = HistogramMetricFamily(name, words, labels=[label] if label else [])
    for value, spread in spreads:
        family.add_metric([value] if label else [], spread.rows(), spread.sum)
    return family
