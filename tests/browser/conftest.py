"""A real server on a free port and a real Chromium."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

SERVE = """
import sys
from pathlib import Path
from shapan.server.run import serve
from shapan.server.settings import Settings
if sys.argv[3:]:
    import shapan.server.hub.hub
    shapan.server.hub.hub.new_key = lambda: sys.argv[3].encode()
serve(Settings(data=Path(sys.argv[1]), port=int(sys.argv[2]), no_open=True, bot_delay=0.0, limits=None))
"""


def chromium() -> str | None:
    """Return the browser: SHAPAN_CHROMIUM, else one on the path."""
    return os.environ.get("SHAPAN_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; one browser at a time, for two starve two cores."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = chromium()
    if found is None:
        pytest.skip("no Chromium: install the package chromium, or set SHAPAN_CHROMIUM")
    return {**browser_type_launch_args, "executable_path": found, "args": FLAGS}


@dataclass
class Server:
    """A running server that can be stopped and started again on the same data."""

    data: Path
    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()

    def start(self) -> None:
        self.process = launch(self.data, self.port)


def launch(data: Path, port: int, key: str = "") -> subprocess.Popen[bytes]:
    """Start a server and wait until it answers; with a key, the dice of all its matches fall the same."""
    command = [sys.executable, "-c", SERVE, str(data), str(port), *([key] if key else [])]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    for _ in range(300):
        try:
            with urlopen(f"http://127.0.0.1:{port}/", timeout=2):
                return process
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise RuntimeError("the server did not start")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    data, port = tmp_path_factory.mktemp("browser-data"), free_port()
    running = Server(data, port, launch(data, port))
    yield running
    running.stop()


@pytest.fixture
def same_dice(tmp_path: Path) -> Iterator[Server]:
    """A server on which every match has the same dice, so that two matches can be compared."""
    port = free_port()
    running = Server(tmp_path, port, launch(tmp_path, port, "the same in each match"))
    yield running
    running.stop()


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the page complains of in its console; tests assert that it is nothing."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
