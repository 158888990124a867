"""The frame of a table: bar, seats, map, hand and desk have their sizes at every window, and none lies on another."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from browser.conftest import Server
from browser.person import Person, resize
from browser.prepared import Played, asked, lay, played

MAPS = {"battlestar": 5, "battlefield": 3, "starcraft": 4, "malifaux": 2}
BOARDS = {"planet_masters": 4, "pig": 2, "leduc": 2}
SEATS = {**MAPS, **BOARDS}
RAILS = {"battlestar": (190, 240), "starcraft": (190, 240), "malifaux": (216, 348)}
"""A ring has its seats on it, and needs no rail."""
WIDE = ((1280, 720), (1366, 768), (1440, 900), (1920, 1080))
TABLET, TALL, FLAT, PHONE = (1024, 768), (834, 1194), (844, 390), (390, 844)
SIZES = (*WIDE, TABLET, TALL, FLAT, PHONE)
MORE = ((1100, 560), (1100, 720), (1600, 900), (2560, 1440), (900, 600), (1099, 900), (1280, 540), (899, 700),
        (932, 430), (360, 640), (320, 568), (667, 375))  # fmt: skip
LOOKED = 5
"""So often has the seat been asked before: something lies on the table then."""

PARTS = """() => {
    const all = {
        top: ".top", strip: "nav.strip", rail: ".rail", map: "[data-map]", hand: ".holding", desk: "main > aside",
        sheet: ".desk.sheet", side: ".stage > .foot", tabs: "nav.tabs", window: ".narrow .window, .narrow .ground",
        world: ".world",
    };
    const boxes = {};
    for (const [name, selector] of Object.entries(all)) {
        const node = document.querySelector(selector);
        const { left, top, right, bottom, width, height } = node?.getBoundingClientRect() ?? {};
        if (width && height) boxes[name] = { left, top, right, bottom, width, height };
    }
    boxes.seats = [...document.querySelectorAll(".seat-row")].map((node) => node.offsetHeight);
    boxes.cut = [...document.querySelectorAll(".rail .seats, nav.strip, .holding .line")]
        .filter((node) => node.clientHeight && node.scrollHeight > node.clientHeight + 1)
        .map((node) => node.className);
    // State chips and counts of a seat have lines of their own.
    boxes.mixed = [...document.querySelectorAll(".seat-row")].filter((row) => {
        const box = (selector) => row.querySelector(selector)?.getBoundingClientRect();
        const [states, counts] = [box(".states"), box(".counts")];
        return states?.width && counts.top < states.bottom - 4 && states.top < counts.bottom - 4;
    }).length;
    // A name is whole, or six letters of it and more; only one's own, and those of many seats, may be left out.
    const rows = [...document.querySelectorAll(".seat-row")];
    boxes.names = rows.flatMap((row) => [...row.querySelectorAll(":scope > b.line, .player")].filter((name) => {
        const [box, line] = [name, name.closest(".who") ?? row].map((node) => node.getBoundingClientRect());
        if (!name.innerText.trim()) return false;
        if (box.top > line.bottom - 4) return rows.length < 5 && !row.matches(".own");
        const seen = (name.innerText.length * (name.clientWidth - 14)) / name.scrollWidth;
        return name.scrollWidth > name.clientWidth + 1 && seen < 6;
    }).map((name) => name.innerText));
    boxes.chips = rows.flatMap((row) => [...row.querySelectorAll(".states > *")].filter((chip) => {
        const [one, around, all] = [chip, chip.parentElement, row].map((node) => node.getBoundingClientRect());
        return one.top > around.bottom - 4 || one.left < all.left || one.right > all.right;
    }).map((chip) => chip.innerText));
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    boxes.scrolls = scrollWidth > innerWidth || scrollHeight > innerHeight;
    boxes.stake = !!document.querySelector("nav [data-tab=case][aria-current]");
    boxes.last = Math.max(...[...document.querySelectorAll(".world .board, .world .row-board")]
        .map((node) => node.getBoundingClientRect().bottom));
    return boxes;
}"""


def made(game: str) -> Played:
    """Return a match in which the first seat is asked, not for the first time."""
    seen = 0

    def until(match: Played) -> bool:
        nonlocal seen
        seen += asked(match, 0)
        return seen > (LOOKED if game in MAPS else 1)

    return played(game, SEATS[game], until, bot="greedy", key=b"frame")


def is_phone(width: int, height: int) -> bool:
    """Return whether a window has the frame of a phone."""
    return width < 900 or height < 500


def near(found: float, wanted: float) -> bool:
    """Return whether a length is right but for the parts of a pixel."""
    return abs(found - wanted) < 1.5


def faults(page: Page, game: str, width: int, height: int) -> list[str]:
    """Return what is wrong with the frame in a window of a size."""
    resize(page, width, height)
    found = page.evaluate(PARTS)
    wrong = [f"{name}: {found[name]}" for name in ("cut", "mixed", "names", "chips", "scrolls") if found[name]]
    wrong += phone(found, game, width, height) if is_phone(width, height) else wide(found, game, width, height)
    parts = [name for name in ("top", "strip", "rail", "map", "hand", "desk", "side", "tabs") if name in found]
    if is_phone(width, height) or game == "malifaux":
        parts = [name for name in parts if name != "hand"]
    for at, name in enumerate(parts):
        one = found[name]
        if one["left"] < -1 or one["top"] < -1 or one["right"] > width + 1 or one["bottom"] > height + 1:
            wrong.append(f"{name} is out of the page")
        wrong += [f"{name} lies on {other}" for other in parts[at + 1 :] if lies(one, found[other])]
    return [f"{game} {width}x{height}: {one}" for one in wrong]


def lies(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes cover a common part of the page."""
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return across > 1 and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1


def wide(found: dict[str, Any], game: str, width: int, height: int) -> list[str]:
    """Return what is wrong beside a desk."""
    top, has_rail = 52 if height >= 860 else 44, game in RAILS and width >= 1100 and height >= 560
    desk = min(440, max(340, 348 + (width - 1280) * 0.465))
    wanted = {"top": ("height", top), "desk": ("width", desk)}
    if game in RAILS and not has_rail:
        wanted["strip"] = ("height", 44)
    wrong = [
        f"{name} is {found.get(name)}"
        for name, (way, much) in wanted.items()
        if name not in found or not near(found[name][way], much)
    ]
    if ("rail" in found) != has_rail:
        wrong.append("a rail" if "rail" in found else "no rail")
    if has_rail and "rail" in found:
        least, most = RAILS[game]
        if not least <= found["rail"]["width"] <= most:
            wrong.append(f"the rail is {found['rail']['width']} wide")
        if any(one not in (54, 78, 100) for one in found["seats"]):
            wrong.append(f"seats are {found['seats']} high")
    if game in BOARDS:
        world = found["world"]
        if not near(world["left"], 0) or not near(world["right"], width - desk) or height - found["last"] > 40:
            wrong.append(f"the boards leave room: {world}, down to {found['last']}")
        return wrong
    hand = found.get("hand", {"height": 0})["height"] if game != "malifaux" else 0
    if not any(near(hand, one) for one in ((0, 44, 136) if height < 860 else (0, 136))):
        wrong.append(f"the hand is {hand} high")
    strip = found.get("strip", {"height": 0})["height"]
    rail = found.get("rail", {"width": 0})["width"]
    room = found["map"]
    if not near(room["width"], width - desk - rail) or not near(room["height"], height - top - strip - hand):
        wrong.append(f"the map has not all the rest: {room}")
    if width >= 1100 and height >= 680 and (room["width"] < 560 or room["height"] < 480):
        wrong.append(f"the map is {room['width']}x{room['height']}")
    return wrong


def phone(found: dict[str, Any], game: str, width: int, height: int) -> list[str]:
    """Return what is wrong on a phone, upright or on its side."""
    wanted = {"top": ("height", 44), "strip": ("height", 42)}
    flat = height < 500 and width > height
    wanted |= {"tabs": ("width", 48), "side": ("width", 320)} if flat else {"tabs": ("height", 54)}
    wrong = [
        f"{name} is {found.get(name)}"
        for name, (way, much) in wanted.items()
        if name not in found or not near(found[name][way], much)
    ]
    if "rail" in found:
        wrong.append("a rail")
    if flat:
        return wrong
    sheet = found["sheet"]
    most = height - 342 if found["stake"] else 0.46 * height
    if sheet["width"] > min(720, width) or sheet["height"] > max(190, most) + 1:
        wrong.append(f"the sheet is {sheet['width']}x{sheet['height']}")
    if game in MAPS and "window" in found and found["window"]["height"] < 299:
        wrong.append(f"the map is {found['window']['height']} high")
    return wrong


def look(
    browser: Browser,
    server: Server,
    game: str,
    sizes: tuple[tuple[int, int], ...],
    locale: str,
    match: Played | None = None,
) -> list[str]:
    """Open a match of a game and return what is wrong at some sizes."""
    match = match or made(game)
    ling = Person(browser, server.url, locale=locale, reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    ling.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    ling.go(lay(server, match, ling, "me", *["bot:greedy"] * (match.seats - 1)))
    ling.page.wait_for_selector(".question.yours")
    found = [one for width, height in sizes for one in faults(ling.page, game, width, height)]
    ling.close()
    return found


@pytest.mark.parametrize("game", [*MAPS, "planet_masters"])
def test_every_part_of_a_table_has_its_size_and_its_place(browser: Browser, server: Server, game: str) -> None:
    assert look(browser, server, game, SIZES, "en") == []


@pytest.mark.parametrize("locale", ["en", pytest.param("zh-CN", marks=pytest.mark.long)])
def test_a_name_has_room_beside_two_signs_of_a_seat(browser: Browser, server: Server, locale: str) -> None:
    def until(match: Played) -> bool:
        if not asked(match, 0, "start_of_battle"):
            return False
        view = match.view(0)
        return bool(view.first_player == view.active == 1)

    match = played("starcraft", 3, until, bot="greedy")
    assert look(browser, server, "starcraft", WIDE, locale, match) == []


def test_the_hand_opens_over_the_map_by_the_mouse_and_beside_it_by_a_key(browser: Browser, server: Server) -> None:
    ling = Person(browser, server.url, locale="en", reduced_motion="reduce", viewport={"width": 1280, "height": 720})
    ling.page.add_init_script("localStorage.setItem('shapan.speed', 'off')")
    ling.go(lay(server, made("battlefield"), ling, "me", "bot:greedy", "bot:greedy"))
    page = ling.page
    page.wait_for_selector(".question.yours")
    page.locator("[data-map]").first.wait_for()  # it is fetched by itself

    def heights() -> list[float]:
        return [page.evaluate(PARTS)[name]["height"] for name in ("map", "hand")]

    closed = [632, 44]
    assert heights() == closed
    page.mouse.move(20, 700)
    page.locator(".holding .cards .card").first.wait_for()
    assert heights() == closed, "the mouse has moved the map"
    page.mouse.move(400, 200)
    page.locator(".holding .line").wait_for()
    page.keyboard.press("Shift+H")
    page.locator(".holding.open").wait_for()
    assert heights() == [632 - 92, 136]
    assert page.evaluate("document.activeElement.closest('#hand') !== null")
    page.keyboard.press("Shift+H")
    page.locator(".holding .line").wait_for()
    assert heights() == closed
    ling.close()


@pytest.mark.long
@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_every_part_has_its_place_at_other_sizes(browser: Browser, server: Server, game: str, locale: str) -> None:
    assert look(browser, server, game, (*SIZES, *MORE), locale) == []
