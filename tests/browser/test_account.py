"""Accounts in a browser: a passkey of a device that Chromium plays, and that the pages are fit for everybody."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.axe import ALL, Report
from browser.conftest import free_port

PASSWORD = "seven slow herons"
SIZES = ({"width": 1280, "height": 720}, {"width": 390, "height": 844})
WIDE = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with accounts, by a name: an address of numbers has no passkeys."""
    data, port = tmp_path_factory.mktemp("accounts"), free_port()
    words = [sys.executable, "-m", "shapan", "serve", "--data", str(Path(data)), "--port", str(port)]
    environment = {**os.environ, "SHAPAN_ACCOUNTS": "on", "SHAPAN_PASSWORD_MEMORY": "8"}
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, env=environment) as process:
        for _ in range(600):
            try:
                with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=2):
                    break
            except OSError:
                time.sleep(0.1)
        yield f"http://localhost:{port}"
        process.kill()


def log_out(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.locator(".who summary").click()
    page.locator(".who form button").click()
    expect(page.locator(".who summary")).to_contain_text("Your name")


def test_a_passkey_is_added_and_lets_in(page: Page, address: str, complaints: list[str]) -> None:
    device: Any = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(f"{address}/account/new")
    page.locator("#name").fill("Ling")
    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page.locator(".codes code")).to_have_count(8)
    page.get_by_role("link", name="I have saved them").click()
    page.locator(".who summary").click()
    page.get_by_role("link", name="My account").click()
    page.get_by_role("link", name="Add a passkey").click()
    expect(page.locator("[data-without-passkeys]")).to_be_hidden()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.locator(".saved")).to_have_text("Your passkey is added.")
    expect(page.get_by_role("button", name="Remove")).to_have_count(1)
    log_out(page, address)
    page.goto(f"{address}/account/login?next=/rules")
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url(f"{address}/rules")
    page.goto(f"{address}/account")
    expect(page.locator("#name")).to_have_value("Ling")
    page.goto(f"{address}/notices")  # which follows what happens, as the lobby does
    log_out(page, address)
    assert not complaints


def test_an_account_is_made_with_a_passkey_alone(page: Page, address: str, complaints: list[str]) -> None:
    device: Any = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    page.goto(f"{address}/account/new?next=/rules")
    page.locator("#name").fill("Sofia")
    page.get_by_role("button", name="Use a passkey instead").click()
    expect(page.locator(".codes code")).to_have_count(8)
    expect(page.locator("#name")).to_be_hidden()
    page.get_by_role("link", name="I have saved them").click()
    page.wait_for_url(f"{address}/rules")
    page.goto(f"{address}/account")
    expect(page.locator("#name")).to_have_value("Sofia")
    assert not complaints


def test_the_pages_of_accounts_are_fit_for_everybody(browser: Browser, address: str) -> None:
    report = Report()
    for language, name, scheme in (("en", "Tomas", "dark"), ("zh-CN", "Mira", "light")):
        context = browser.new_context(locale=language, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page = context.new_page()

        def look(where: str, page: Page = page, language: str = language) -> None:
            for size in SIZES:
                page.set_viewport_size(size)  # type: ignore[arg-type]
                report.look(page, f"{where} {language} {size['width']}", ALL)
                assert not page.evaluate(WIDE), f"{where} is wider than the screen"

        for path in ("login", "recover", "new", "reset/nothing"):
            page.goto(f"{address}/account/{path}")
            look(path)
        page.goto(f"{address}/account/login")
        page.locator("#name").fill("Nobody")
        page.locator("#password").fill("x")
        page.locator(".ticket form .btn.p").click()
        expect(page.locator("#password")).to_have_attribute("aria-invalid", "true")
        look("what is wrong")
        page.goto(f"{address}/account/new")
        page.locator("#name").fill(name)
        page.locator("#password").fill(PASSWORD)
        page.locator(".ticket form .btn.p").click()
        look("codes")
        for path in ("", "/proof", "/password", "/codes", "/passkeys", "/delete"):
            page.goto(f"{address}/account{path}")
            look(path)
        page.goto(address)
        page.locator(".who summary").click()
        look("lobby")
        box = page.locator(".who .sheet-menu").bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= SIZES[-1]["width"], "the own menu is cut off"
        context.close()
    assert report.clean, f"\n{report}"
