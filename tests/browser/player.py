"""A player with a mouse: sees what is offered on the page and clicks one of it."""

from __future__ import annotations

from playwright.sync_api import Page

from shapan.engine.chance import Stream

OVER = "section.result"
DECIDES = ".question.yours[aria-busy=false]"
RESTED = f"{DECIDES}:not([data-rests])"
"""Keys answer the question now."""
CHOICES = (
    ".question.yours :is([data-option], [data-primary], .done):not([aria-disabled=true]), "
    "button.piece.legal, button.piece.picked, button.cover"
)


def open_table(page: Page, url: str, game: str, *, seats: int = 3, options: dict[str, str] | None = None) -> None:
    """Open a table against bots by the lobby's form; others' moves show at once unless a test sets the speed."""
    page.add_init_script("localStorage.getItem('shapan.speed') || localStorage.setItem('shapan.speed', 'off')")
    page.goto(f"{url}/tables/new?game={game}")
    form = page.locator("#table-form")
    for seat in range(1, seats):
        who = form.locator(f"[name='kind.{seat}']")
        if not who.is_visible():
            form.locator("button.add").click()
        who.select_option(who.locator("option[value^='bot:']").first.get_attribute("value"))
    for name, value in (options or {}).items():
        field = form.locator(f"[name='option.{name}']").first
        if not field.is_visible():
            form.locator(".folded > summary").click()
        field.fill(value)
    form.get_by_role("button").last.click()
    page.wait_for_url("**/match/*")


def uncover(page: Page) -> None:
    """Take the hand-over screen away, if there is one."""
    page.locator(f".hand-over button, {DECIDES}, {OVER}").first.wait_for()
    if page.locator(".hand-over").count():
        page.locator(".hand-over button").click()


def question(page: Page) -> str:
    """Wait until this player is asked or the match is over; return the question, empty at the end."""
    page.wait_for_selector(f"{DECIDES}, {OVER}")
    if page.locator(OVER).count():
        return ""
    return page.locator(f"{DECIDES} h2").first.inner_text()


def answer(page: Page, rng: Stream) -> None:
    """Click one of the things offered, at random; a done button often, so that rows of picks end."""
    done = page.locator(".question.yours :is([data-primary], .done):not([aria-disabled=true])")
    if done.count() and rng.number(3):
        done.first.click()
        return
    choices = page.locator(CHOICES)
    choices.first.wait_for()
    choices.nth(rng.number(choices.count())).click()
