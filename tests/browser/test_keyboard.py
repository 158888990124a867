"""A whole match by keys alone: nothing in this file clicks or moves the focus but by a key."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page

from browser.conftest import Server
from browser.person import Person
from browser.player import DECIDES, OVER, RESTED, question
from browser.prepared import asked, lay, played
from shapan.engine.chance import Stream

FOCUSED = "document.activeElement"
PLACES = "button.piece.legal, button.piece.picked, button.cover"


def tab_to(page: Page, test: str, most: int = 150) -> None:
    """Press Tab until the focused element passes a test in JavaScript, where it is called `it`."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"(() => {{ const it = {FOCUSED}; return Boolean({test}); }})()"):
            return
    raise AssertionError(f"no stop of the Tab key passes: {test}")


def open_by_keys(page: Page, url: str, rounds: int) -> None:
    """Open a table with a turn limit, from the lobby's form."""
    page.goto(f"{url}/tables/new?game=planet_masters")
    tab_to(page, "it.tagName === 'SUMMARY' && it.closest('.folded')")
    page.keyboard.press("Enter")
    tab_to(page, "it.name === 'option.max_rounds'")
    page.keyboard.press("Control+a")
    page.keyboard.type(str(rounds))
    tab_to(page, "it.tagName === 'BUTTON' && it.closest('#new') && it.matches('.p')")
    page.keyboard.press("Enter")
    page.wait_for_url("**/match/*")


def press_something(page: Page, rng: Stream) -> str:
    """Press keys for one of the things offered; return which."""
    options = page.locator(".question.yours [data-option]:not([aria-disabled=true])").count()
    primary = page.locator(".question.yours [data-primary]:not([aria-disabled=true])").count()
    places = page.locator(PLACES).count()
    ways: list[Callable[[], str]] = []
    if options:
        ways.append(lambda: press(page, str(1 + rng.number(min(options, 9)))))
    if primary:
        ways += [lambda: press(page, "Enter")] * 2
    if places:
        ways += [lambda: press(page, *["n"] * (1 + rng.number(places)), rng.choice(("Enter", "Space")))] * 3
        ways.append(lambda: press(page, "b", rng.choice(("ArrowRight", "ArrowDown", "ArrowLeft")), "Enter"))
    assert ways, "there is a question without anything to press"
    return rng.choice(ways)()


def press(page: Page, *keys: str) -> str:
    for key in keys:
        page.keyboard.press(key)
    return " ".join(keys)


def test_a_whole_match_by_keyboard(page: Page, server: Server, complaints: list[str]) -> None:
    open_by_keys(page, server.url, rounds=2)
    rng, pressed = Stream("keys"), []
    for _ in range(300):
        text = question(page)
        if not text:
            break
        page.wait_for_selector(RESTED)
        pressed.append(press_something(page, rng))
        page.wait_for_timeout(60)
    assert page.locator(OVER).count(), f"no end after 300 tries; the last keys: {pressed[-12:]}"
    assert any(keys[0].isdigit() for keys in pressed)
    assert any(keys[0] == "n" for keys in pressed)
    assert complaints == []


def test_the_focus_follows_the_question_and_is_seen(page: Page, server: Server) -> None:
    open_by_keys(page, server.url, rounds=2)
    question(page)
    page.wait_for_timeout(200)
    assert page.evaluate(f"Boolean({FOCUSED}.closest('.question, [id=question]'))")
    page.keyboard.press("r")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    assert not page.locator("dialog[open]").count()
    assert page.evaluate(f"Boolean({FOCUSED}.closest('.question, [id=question]'))"), "the focus is lost after a dialog"
    page.keyboard.press("n")
    ring = page.evaluate(f"getComputedStyle({FOCUSED}).outlineStyle + getComputedStyle({FOCUSED}).boxShadow")
    assert page.locator(DECIDES).count()
    assert ring not in ("none", "nonenone", "none none")


def test_enter_does_what_its_button_says_wherever_the_focus_is(browser: Browser, server: Server) -> None:
    """Planet Masters, managing: nothing is marked at first, so Enter picks; then it confirms, also from the die."""
    person = Person(browser, server.url)
    keys = person.page
    match = played("planet_masters", 2, lambda match: asked(match, 0, "manage") and len(match.legal(0)) > 2)
    name = lay(server, match, person, "me", "bot:random")
    person.go(name)
    keys.wait_for_selector(RESTED)
    marked = keys.locator("[data-primary]")
    assert not marked.count()
    keys.keyboard.press("n")
    keys.keyboard.press("Space")
    die = keys.locator("button.piece.picked")
    die.wait_for()
    marked.wait_for()
    assert marked.get_attribute("aria-keyshortcuts") == "Enter"
    keys.keyboard.press("Space")
    die.wait_for(state="detached")
    keys.keyboard.press("Enter")
    die.wait_for()
    marked.wait_for()
    assert keys.evaluate(f"{FOCUSED}.matches('.piece.picked')")
    ordinal = person.frame(name)["decision"]["ordinal"]
    with keys.expect_response("**/answers"):
        keys.keyboard.press("Enter")
    keys.wait_for_function("() => !document.querySelector('button.piece.picked')")
    assert (person.frame(name)["decision"] or {"ordinal": 0})["ordinal"] != ordinal
    person.close()
