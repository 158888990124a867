"""A hand inside the page: one call plays a whole segment as a mouse does, and looks at the table at each question.

A click is a click: on what is offered, enabled and on top at that place, with all the events of a pointer. It waits for
the table's own signs and never for a time.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from playwright.sync_api import Page

from browser.player import CHOICES, DECIDES, OVER
from shapan.engine.chance import Stream

DONE: Final = ".question.yours :is([data-primary], .done):not([aria-disabled=true])"
PATIENCE: Final = 60_000
"""Milliseconds without any sign of the table, after which it hangs."""
_DRAWS: Final = 3
"""Numbers that one click takes at most."""

HAND: Final = """async ({ numbers, most, eager, plain, stop, look, until, OVER, DECIDES, DONE, CHOICES, PATIENCE }) => {
    const [looks, ends] = [eval(look), eval(until)];
    const asked = [], found = [];
    let drawn = 0, clicks = 0, sending = 0, under = null;
    const number = (below) => numbers[drawn++ % numbers.length] % below;
    const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility());
    const frame = () => new Promise(requestAnimationFrame);

    const fetches = window.fetch;
    const signs = new EventTarget();
    window.fetch = async (...request) => {
        sending += 1;
        const end = () => setTimeout(() => {  // once the table has read it
            sending -= 1;
            signs.dispatchEvent(new Event("sent"));
        });
        try {
            const answer = await fetches(...request);
            void answer.clone().arrayBuffer().finally(end);
            return answer;
        } catch (error) {
            end();
            throw error;
        }
    };

    // Waits until the table says so itself.
    const ready = (sign) => new Promise((resolve, reject) => {
        const watch = new MutationObserver(heed);
        const hangs = () => end(reject, new Error(`nothing came of click ${clicks}: ${asked.at(-1)}`));
        const late = setTimeout(hangs, PATIENCE);
        function end(settle, what) {
            clearTimeout(late);
            watch.disconnect();
            signs.removeEventListener("sent", heed);
            settle(what);
        }
        function heed() {
            const there = sign();
            if (there) end(resolve, there);
        }
        watch.observe(document, { subtree: true, childList: true, attributes: true });
        signs.addEventListener("sent", heed);
        heed();
    });

    function heard() {
        if (sending) return null;
        if (document.querySelector(stop ? `${OVER}, ${stop}` : OVER)) return "stop";
        return document.querySelector(DECIDES) && all(CHOICES).length ? "asked" : null;
    }

    // A point of a thing where nothing else lies over it, if there is one.
    function point(node) {
        const { left, top, width, height } = node.getBoundingClientRect();
        for (const [across, down] of [[50, 50], [25, 25], [75, 25], [25, 75], [75, 75], [50, 10], [50, 90], [5, 50]]) {
            const [x, y] = [left + (width * across) / 100, top + (height * down) / 100];
            if (node.contains(document.elementFromPoint(x, y))) return { x, y };
        }
        return null;
    }

    function click(node, { x, y }) {
        const on = document.elementFromPoint(x, y);
        const pointer = { pointerId: 1, isPrimary: true, pointerType: "mouse", detail: 1, clientX: x, clientY: y };
        const at = { bubbles: true, cancelable: true, composed: true, view: window, ...pointer };
        const fire = (kind, name, more = {}, to = on) => to.dispatchEvent(new kind(name, { ...at, ...more }));
        const inner = { bubbles: false, cancelable: false };
        if (under !== node) {
            if (under?.isConnected) {
                fire(PointerEvent, "pointerout", { relatedTarget: on }, under);
                fire(PointerEvent, "pointerleave", inner, under);
                fire(MouseEvent, "mouseout", { relatedTarget: on }, under);
                fire(MouseEvent, "mouseleave", inner, under);
            }
            under = node;
            fire(PointerEvent, "pointerover");
            fire(PointerEvent, "pointerenter", inner, node);
            fire(MouseEvent, "mouseover");
            fire(MouseEvent, "mouseenter", inner, node);
        }
        fire(PointerEvent, "pointermove");
        fire(MouseEvent, "mousemove");
        fire(PointerEvent, "pointerdown", { buttons: 1 });
        if (fire(MouseEvent, "mousedown", { buttons: 1 })) node.focus({ preventScroll: true });
        fire(PointerEvent, "pointerup");
        fire(MouseEvent, "mouseup");
        fire(PointerEvent, "click");
    }

    // Whether it was clicked: what has gone meanwhile cannot be.
    async function press(node) {
        const end = performance.now() + PATIENCE;
        for (;;) {
            if (!node.isConnected) return false;
            let place = point(node);
            if (!place) {
                node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
                place = point(node);
            }
            if (place) {
                click(node, place);
                return true;
            }
            if (performance.now() > end) {
                const { x, y, width, height } = node.getBoundingClientRect();
                const over = document.elementFromPoint(x + width / 2, y + height / 2)?.outerHTML;
                throw new Error(`cannot be clicked: ${node.outerHTML.slice(0, 300)}; over it ${over?.slice(0, 300)}`);
            }
            await frame();
        }
    }

    // A done button often, so that rows of picks end; who is eager clicks what is not chosen yet before the rest.
    function choice() {
        const done = all(DONE);
        if (done.length && number(eager ? 4 : 3)) return done[0];
        const fresh = eager ? all(CHOICES).filter((node) => node.ariaPressed !== "true") : [];
        const offered = fresh.length ? fresh : all(CHOICES);
        return offered[number(offered.length)];
    }

    try {
        for (;;) {
            if ((await ready(heard)) === "stop") break;
            const question = document.querySelector(`${DECIDES} h2`).innerText;
            asked.push(question);
            for (const fault of await looks()) found.push(`${question}: ${fault}`);
            if (clicks >= most || (await ends())) break;
            clicks += await press(question === plain ? all(CHOICES)[0] : choice());
            await new Promise((resolve) => setTimeout(resolve));  // for the table to write what it has heard
        }
        return { asked, found, clicks, over: document.querySelector(OVER) !== null };
    } finally {
        window.fetch = fetches;
    }
}"""


@dataclass
class Stretch:
    """What was seen while a segment was played."""

    asked: list[str]
    """The questions, in order."""
    found: list[str]
    """What the looks found wrong, with the question."""
    clicks: int
    over: bool

    @property
    def kinds(self) -> set[str]:
        """The questions without their numbers."""
        return {re.sub(r"\d+", "N", text) for text in self.asked}


def play(
    page: Page,
    rng: Stream,
    most: int,
    *,
    eager: bool = False,
    plain: str = "",
    stop: str = "",
    look: str = "() => []",
    until: str = "() => false",
) -> Stretch:
    """Play until the match is over, after `most` clicks, or when `until` is true; look at each question.

    `look` is a function in JavaScript that returns what is wrong; `until` one that is asked after each look. Who is
    `eager` does not click again what is chosen; of the question `plain` the first answer is given; it ends too where
    something comes that fits the selector `stop`.
    """
    numbers = [rng.number(1 << 30) for _ in range(_DRAWS * most)]
    wanted: dict[str, Any] = {"numbers": numbers, "most": most, "look": look, "until": until}
    wanted |= {"eager": eager, "plain": plain, "stop": stop}
    names = {"OVER": OVER, "DECIDES": DECIDES, "DONE": DONE, "CHOICES": CHOICES, "PATIENCE": PATIENCE}
    return Stretch(**page.evaluate(HAND, {**wanted, **names}))
