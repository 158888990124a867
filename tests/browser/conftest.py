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
from playwright.sync_api import Browser, BrowserContext, Page, expect

PATIENCE = 90_000
"""Milliseconds within which anything must come: a busy machine takes its time."""
expect.set_options(timeout=PATIENCE)
SILENT = "try { localStorage['shapan.sound'] ??= 'off'; } catch { /* A blank page has no store. */ }"
"""Nobody listens: a loudspeaker that is on takes one part in twenty of what a test costs."""
WITHOUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "OmniboxNext"),
    "SpareRendererForSitePerProcess",
)
"""Pages of Chromium's own that each new context would load unseen: they cost more than the page under test."""
OFF_IN_PLAYWRIGHT = (
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "PaintHolding", "LensOverlay"),
    *("HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "ThirdPartyStoragePartitioning", "MediaRouter"),
    *("AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin", "OptimizationHints", "AimEnabled"),
    *("NetworkTimeServiceQuerying", "PreconnectToSearch"),
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The last of these counts alone, so that it has what Playwright switches off too.
    f"--disable-features={','.join((*WITHOUT, *OFF_IN_PLAYWRIGHT))}",
]

SERVE = """
import sys
from pathlib import Path
import shapan.server.hub.hint
import shapan.server.hub.hub
import shapan.server.hub.new_table
from shapan.bots.advice import Care
from shapan.server.run import serve
from shapan.server.settings import Settings
shapan.server.hub.new_table.new_key = lambda: b"the same in each match"
shapan.server.hub.hint.CARE = Care(passes=500, best=4, again=120)
settings = Settings(Path(sys.argv[1]), port=int(sys.argv[2]), no_open=True, reviews=False, limits=None)
settings.bot_delay = settings.countdown = 0.0
serve(settings)
"""
"""A server on which the dice of all matches fall the same, that makes reviews only where one is asked for, and whose
hints take as many looks as they need, however slow the machine is."""


SHELL = "chromium-headless-shell"
"""Chromium without a window of its own: it draws the same, for a fifth less."""
WINDOWED = ("chromium", "google-chrome")


def chromium(*names: str) -> str | None:
    """Return the browser: SHAPAN_CHROMIUM, else the first of some names on the path."""
    return os.environ.get("SHAPAN_CHROMIUM") or next(filter(None, map(shutil.which, names)), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of this folder."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    found = chromium(SHELL, *WINDOWED)
    if found is None:
        pytest.skip(f"no Chromium: install the package {SHELL} or chromium, or set SHAPAN_CHROMIUM")
    return {**browser_type_launch_args, "executable_path": found, "args": FLAGS}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """A browser whose pages make no sound and whose tests are patient."""
    new_context = browser.new_context

    def patient(*given: Any, **settings: Any) -> BrowserContext:
        context = new_context(*given, **settings)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(SILENT)
        return context

    browser.new_context = patient  # type: ignore[method-assign]
    return browser


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


def launch(data: Path, port: int) -> subprocess.Popen[bytes]:
    """Start a server and wait until it answers."""
    process = subprocess.Popen([sys.executable, "-c", SERVE, str(data), str(port)], stdout=subprocess.DEVNULL)
    for _ in range(600):
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
def complaints(page: Page) -> list[str]:
    """What the page complains of in its console; tests assert that it is nothing."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: found.append(str(error)))
    return found
