"""The main states look as they looked: pictures are compared with small ones kept here, coarsely, since fonts differ.

The pictures themselves are written to `build/pictures`. After a wanted change: `pytest tests/browser/test_pictures.py
--regen`, then look at them.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser

from browser.conftest import Server
from browser.person import Person, some_answer
from browser.player import DECIDES, OVER
from browser.prepared import lay, played

PICTURES = Path(__file__).resolve().parents[2] / "build/pictures"
KEPT = Path(__file__).parent / "pictures"
DICE = b"the same dice in all pictures"
SMALL = 160
"""Width of the kept pictures: letters are a pixel, boards and dice are seen."""
MAX_MEAN = 5.0
"""Of 255: the mean difference of a point."""
MAX_BLOCK = 14.0
"""Of 255: the mean difference in the worst tenth by tenth of a picture: a board that is missing, in the dark too."""

DESK = {"width": 1440, "height": 900}
LAPTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
STATES = {
    "lobby": ("en", DESK, ""),
    "lobby-phone-zh": ("zh-Hans", PHONE, ""),
    "first-question": ("en", DESK, "choose_race"),
    "action": ("en", DESK, "action"),
    "action-light": ("en", LAPTOP, "action"),
    "action-phone-zh": ("zh-Hans", PHONE, "action"),
    "vote-zh-hant": ("zh-Hant", LAPTOP, "vote"),
    "end": ("en", DESK, "end"),
    "end-phone": ("en", PHONE, "end"),
}


def coarse(picture: Image.Image) -> Image.Image:
    return picture.convert("RGB").resize((SMALL, round(SMALL * picture.height / picture.width)), Image.Resampling.BOX)


def differences(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """Return the mean difference of two pictures, and that of the worst of a hundred blocks."""
    difference = ImageChops.difference(one, other).convert("L")
    wide, high = difference.width // 10, difference.height // 10
    blocks = [
        ImageStat.Stat(difference.crop((x * wide, y * high, (x + 1) * wide, (y + 1) * high))).mean[0]
        for x in range(10)
        for y in range(10)
    ]
    return ImageStat.Stat(difference).mean[0], max(blocks)


def reach(person: Person, match: str, kind: str) -> None:
    """Answer plainly until a question of a kind is asked, or to the end."""
    for _ in range(400):
        frame = person.frame(match)
        decision = frame["decision"]
        if frame["outcome"] or (decision and decision["kind"] == kind):
            return
        if decision:
            person.answer(match, decision, some_answer(decision, "council"))
        else:
            person.page.wait_for_timeout(30)
    raise AssertionError(f"{kind} was never asked")


@pytest.mark.parametrize("state", STATES)
def test_looks_as_it_looked(browser: Browser, server: Server, state: str, request: pytest.FixtureRequest) -> None:
    language, size, kind = STATES[state]
    person = Person(browser, server.url, viewport=size, reduced_motion="reduce")
    theme = "light" if state.endswith("light") else "dark"
    person.context.add_cookies(
        [
            {"name": name, "value": value, "url": server.url}
            for name, value in (("language", language), ("theme", theme))
        ]
    )
    if not kind:
        person.page.goto(server.url)
    else:
        options = {"max_rounds": 2} if kind == "end" else {}
        begun = played("planet_masters", 4, lambda _: True, key=DICE, options=options)
        match = lay(server, begun, person, "me", *["bot:greedy"] * 3)
        reach(person, match, kind)
        person.go(match)
        person.page.wait_for_selector(OVER if kind == "end" else DECIDES)
    person.page.wait_for_timeout(800)
    picture = Image.open(io.BytesIO(person.page.screenshot()))
    person.close()
    PICTURES.mkdir(parents=True, exist_ok=True)
    picture.save(PICTURES / f"{state}.png")
    small = coarse(picture)
    kept = KEPT / f"{state}.png"
    if request.config.getoption("--regen"):
        KEPT.mkdir(exist_ok=True)
        small.save(kept, optimize=True)
        return
    mean, block = differences(small, Image.open(kept).convert("RGB"))
    assert mean <= MAX_MEAN and block <= MAX_BLOCK, (
        f"{state}: mean {mean:.1f}, worst block {block:.1f}; see build/pictures/{state}.png"
    )


def test_a_missing_board_is_noticed() -> None:
    kept = Image.open(KEPT / "action.png").convert("RGB")
    spoilt = kept.copy()
    spoilt.paste((14, 20, 28), (2, 8, 40, 34))
    mean, block = differences(kept, spoilt)
    assert mean > MAX_MEAN or block > MAX_BLOCK
