"""Workers on a Ray cluster: one that is there, or one on this machine for the time of the run.

The machines of a cluster need the same version of Shapan; files are written here alone.
"""

from __future__ import annotations

import logging
import os
import socket
from types import TracebackType
from typing import Any, Final

# Read by Ray as it is imported: otherwise, under `uv run`, it sends this folder to all machines and installs it there.
os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")

import ray
from ray.exceptions import RayError, RayTaskError

from shapan import __version__
from shapan.bots.processes import cores
from shapan.lab.errors import LabError
from shapan.lab.plan import Plan
from shapan.lab.workers import Crew, Done, R, Task, timed

_PATIENCE: Final = 5.0
"""Seconds until a machine that does not answer is given up; Ray itself would try for minutes."""


class Cluster(Crew[R]):
    """Workers on a Ray cluster: that of an address (`HOST:PORT`, `ray://HOST:PORT`, `auto`), else one of our own here.

    With `jobs` at most so many work; with 0 all that the cluster has. Whoever comes while another one is there, for
    another set of rules of the same test, shares what that one has begun.
    """

    def __init__(self, task: Task[R], plan: Plan, jobs: int, address: str = "") -> None:
        super().__init__(task, plan)
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        self.began = not ray.is_initialized()
        try:
            if self.began:
                _begin(jobs, address)
            resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
            here = int(resources.get("CPU", 1))
        except LabError:
            raise
        except Exception as error:  # noqa: BLE001 - where its processes start too slowly, Ray raises just this
            ray.shutdown()
            where = f"the Ray cluster at {address}" if address else "Ray on this machine"
            raise LabError(f"{where} does not start: {_line(error)}") from None
        self.jobs = max(1, min(jobs or here, here))
        self.remote: Any = ray.remote(max_retries=0)(_carried_out)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for reference in self.running:
            ray.cancel(reference, force=True)
        if self.began:
            ray.shutdown()

    def start(self, first: int, count: int) -> None:
        self.running.append(self.remote.remote(__version__, self.task, self.plan, first, count))

    def finished(self) -> list[Done[R]]:
        done, self.running = ray.wait(self.running)
        try:
            found: list[Done[R]] = ray.get(done)
        except RayTaskError as error:
            if isinstance(error.cause, LabError):
                raise LabError(str(error.cause)) from None
            raise LabError(f"a worker of the Ray cluster failed: {_line(error.cause or error)}") from None
        except RayError as error:
            raise LabError(f"the Ray cluster lost a worker: {_line(error)}") from None
        return found


def _begin(jobs: int, address: str) -> None:
    """Join the cluster of an address, or begin one here."""
    if address:
        _look_for(address)
    ray.init(
        address=address or "local",
        num_cpus=None if address else jobs or cores(),
        include_dashboard=None if address else False,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )


def _carried_out(version: str, task: Task[R], plan: Plan, first: int, count: int) -> Done[R]:
    """On the cluster: carry a task out, if the program is the same."""
    if version != __version__:
        raise LabError(f"a worker of the Ray cluster has Shapan {__version__}, this is {version}")
    return timed(task, plan, first, count)


def _look_for(address: str) -> None:
    """Raise Fault if nobody listens at an address."""
    if address == "auto":
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 2**16:
        raise LabError(f"--cluster: {address!r} is not HOST:PORT, ray://HOST:PORT or auto")
    try:
        socket.create_connection((host, int(port)), _PATIENCE).close()
    except OSError as error:
        raise LabError(f"there is no Ray cluster at {address}: {error.strerror or error}") from None


def _line(error: BaseException) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), type(error).__name__)
