"""How smooth the table is in a browser: python bench/frames.py [--seconds 4] [--rounds 3] [--write].

A match of Battlestar is played by the engine up to a question of seat 0 with a long log, laid into the data of a
server, and opened in Chromium. The times between frames of the page are taken while nothing happens, while a moment is
staged again and again, while the map is zoomed, and while the log is scrolled from end to end. Chromium draws without a
graphics card here, so the figures compare builds on one machine and tell nothing of a screen.

To compare with another state of the sources, run it there: `git worktree add FOLDER COMMIT`, and copy this file.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from page import put
from playwright.sync_api import Browser, Page, sync_playwright

from browser.conftest import FLAGS, WINDOWED, Server, chromium, free_port, launch
from browser.person import Person
from browser.prepared import Played, lay, played

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "performance.md"
BEGIN, END = "<!-- frames: written by bench/frames.py --write -->", "<!-- end of the frames -->"
VIEW = {"width": 1280, "height": 720}
LONG = 250
"""Events that the log has at least."""
FRAMES = """milliseconds => new Promise(done => {
    const times = [], begin = performance.now();
    let last = begin;
    requestAnimationFrame(function next(now) {
        times.push(now - last);
        last = now;
        if (now - begin < milliseconds) requestAnimationFrame(next);
        else done(times.slice(1));
    });
})"""
STAGE = """() => { window.measured = setInterval(() => {
    if (!document.querySelector(".staged")) document.querySelector("#log .again, .again")?.click();
}, 50); }"""
ZOOM = """() => { let at = 0; window.measured = setInterval(() => {
    const stage = document.querySelector(".world"), box = stage.getBoundingClientRect();
    const point = { bubbles: true, cancelable: true, clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    stage.dispatchEvent(new WheelEvent("wheel", { ...point, ctrlKey: true, deltaY: (at++ % 20) < 10 ? -60 : 60 }));
}, 33); }"""
SCROLL = """() => { let at = 0; const log = [...document.querySelectorAll("*")]
    .filter(node => node.scrollHeight > node.clientHeight + 200 && /auto|scroll/.test(getComputedStyle(node).overflowY))
    .sort((one, other) => other.scrollHeight - one.scrollHeight)[0];
    window.measured = setInterval(() => { log.scrollTop = (at += 60) % log.scrollHeight; }, 16); }"""
STILL = "() => { clearInterval(window.measured); }"


@dataclass
class Line:
    """One thing that the page does, and the milliseconds between its frames."""

    name: str
    begin: str
    times: list[float] = field(default_factory=list)

    def row(self) -> str:
        """Return it as a row of the table."""
        times = sorted(self.times)
        late = sum(time > 50 for time in times)
        p95 = times[int(len(times) * 0.95)]
        return f"| {self.name} | {statistics.median(times):.1f} | {p95:.1f} | {100 * late / len(times):.1f} % |"


def lines() -> list[Line]:
    """Return what is measured."""
    return [
        Line("nothing happens", "() => {}"),
        Line("a moment is staged", STAGE),
        Line("the map is zoomed", ZOOM),
        Line("the log is scrolled", SCROLL),
    ]


def long_enough(match: Played) -> bool:
    """Whether seat 0 is asked beside a long log, in which something was compared."""
    staged = [moment for moment in match.moments_for(0) if moment is not None and not moment.waits]
    return 0 in match.decisions and match.event_count(0) >= LONG and bool(staged)


def measure(page: Page, line: Line, seconds: float) -> None:
    """Take the times of one line."""
    page.evaluate(line.begin)
    line.times += page.evaluate(FRAMES, seconds * 1000)
    page.evaluate(STILL)
    page.wait_for_timeout(300)


def opened(browser: Browser, server: Server) -> Person:
    """Return a person before the match."""
    person = Person(browser, server.url, viewport=VIEW)
    match = played("battlestar", 4, long_enough)
    page, name = person.page, lay(server, match, person, "me", *["bot:random"] * 3)
    page.goto(f"{server.url}/match/{name}")
    page.wait_for_selector(".prompt.yours", timeout=120_000)
    page.wait_for_timeout(2_000)
    return person


def main(out: Callable[[str], None] = print) -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round of a line")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", action="store_true", help="put the table into docs/reference/performance.md")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        data, port = Path(folder), free_port()
        server = Server(data, port, launch(data, port))
        browser = playwright.chromium.launch(executable_path=chromium(*WINDOWED), args=FLAGS)
        try:
            page, found = opened(browser, server).page, lines()
            for _ in range(given.rounds):
                for line in found:
                    measure(page, line, given.seconds)
        finally:
            browser.close()
            server.stop()
    table = "\n".join(
        ["| while | median ms | p95 ms | over 50 ms |", "| --- | --- | --- | --- |", *(line.row() for line in found)]
    )
    out(table)
    if given.write:
        put(PAGE, BEGIN, END, table)


if __name__ == "__main__":
    main()
