"""Fair dice in two browsers: opened by the form, played to the end, checked by both, and by `shapan verify`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from browser.conftest import Server
from browser.person import Person
from shapan.cli.command import run

ROLL, HOLD = 1 << 40, 2 << 40
ENOUGH = 4
"""So much is rolled in a turn before it is held: a match to 10 has a few turns, whatever falls."""


@pytest.fixture
def people(browser: Browser, server: Server) -> Iterator[tuple[Person, Person]]:
    ling, cy = (Person(browser, server.url, hears=True) for _ in range(2))
    yield ling, cy
    ling.close()
    cy.close()


def play(people: tuple[Person, Person], match: str) -> None:
    """Play a match of Pig to its end, while both pages look on."""
    while True:
        for one in people:
            frame = one.frame(match)
            if frame["outcome"]:
                return
            if frame["decision"]:
                rolled = next(zone["count"] for zone in frame["scene"]["zones"] if zone["id"] == "rolled")
                one.answer(match, frame["decision"], [HOLD if rolled >= ENOUGH else ROLL])


def test_two_browsers_make_the_dice_and_check_them(
    people: tuple[Person, Person], server: Server, tmp_path: Path
) -> None:
    ling, cy = people
    desk = ling.page
    desk.goto(f"{server.url}/tables/new?game=pig&seats=open")
    desk.locator("#name-0").fill("Ling")
    desk.locator("details.more summary").click()
    fair = desk.locator(".option", has_text="Fair dice")
    expect(fair).to_contain_text("no one can choose them")
    kinds = [desk.locator(f"#kind-{place}") for place in range(3)]
    kinds[2].select_option("none")
    kinds[1].select_option("bot:greedy")
    expect(fair).to_be_hidden()
    kinds[1].select_option("open")
    fair.get_by_label("Strict").check()
    desk.locator("input[name='option.target']").fill("10")
    desk.get_by_role("button", name="Open the table").click()
    link = desk.locator("#room-link").input_value()
    expect(desk.locator(".agreed")).to_contain_text("Fair dice")
    cy.join(link.removeprefix(server.url), "Cy")
    match = desk.url.partition("/match/")[2].partition("#")[0]
    cy.page.reload()
    ready = cy.page.locator("footer").get_by_role("button", name="I am ready")
    ready.click()
    desk.locator("footer").get_by_role("button", name="I am ready").click()
    for page in (desk, cy.page):
        expect(page.locator("#board")).to_be_visible()
    desk.reload()  # what was kept of the match is not lost with the page
    play(people, match)
    for page in (desk, cy.page):
        expect(page.locator(".fair").first).to_contain_text("Dice checked by your browser: your part is in them.")
    assert not any('"secret":"' in text for one in people for text in one.received[:-1] if '"outcome":null' in text)

    files = [tmp_path / "match.json"]
    files[0].write_bytes(ling.context.request.get(f"{server.url}/api/matches/{match}/file").body())
    for number, one in enumerate(people):
        one.page.mouse.move(200, 200)
        one.page.mouse.move(220, 220)
        with one.page.expect_download() as saved:
            one.page.locator(".fair").first.get_by_role("button", name="Save what I saw").click()
        files.append(tmp_path / f"{number}.json")
        saved.value.save_as(files[-1])
        kept = json.loads(files[-1].read_text())
        assert kept["viewer"] == number and list(kept["seeds"]) == [str(number)] and len(kept["marks"]) > 1
    assert run(["verify", str(files[0]), "--seen", str(files[1]), "--seen", str(files[2])]) == 0
