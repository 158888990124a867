// @vitest-environment jsdom
/** The one script of the pages that need none. */
import { beforeAll, expect, test, vi } from "vitest";

import SCRIPT from "../../../src/shapan/server/static/site.js?raw";

function page(html: string): void {
  document.body.innerHTML = html;
  document.dispatchEvent(new Event("DOMContentLoaded"));
}

beforeAll(() => {
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
  document.documentElement.dataset["theme"] = "dark";
  new Function(SCRIPT)();
});

test("moments are told by the clock of the reader, and dates are meant by it", () => {
  document.documentElement.lang = "en";
  page(`<p>Until <time datetime="2026-12-05T19:30Z" data-at>2026-12-05 19:30 UTC</time>.</p>
    <p id="d-help">in UTC</p><input type="datetime-local" aria-labelledby="d" value="2026-12-05T19:30"><input type="hidden" data-ahead="by your clock">`);
  const told = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(Date.UTC(2026, 11, 5, 19, 30));
  expect(document.querySelector("time")!.textContent).toBe(told);
  expect(document.getElementById("d-help")!.textContent).toBe("by your clock");
  expect(document.querySelector<HTMLInputElement>("[data-ahead]")!.value).toBe(String(-new Date("2026-12-05T19:30").getTimezoneOffset()));
});

test("a list of codes is copied a line each, a link as it stands", async () => {
  const write = vi.fn(async () => undefined);
  vi.stubGlobal("navigator", { clipboard: { writeText: write } });
  page(`<ol class="codes"><li><code>aa-1</code></li>
    <li><code>bb-2</code></li></ol><button data-copied="Copied" data-copies="ol.codes" hidden>Copy</button><p><input value="https://x"><button data-copied="Copied" hidden>Copy</button></p>`);
  const buttons = [...document.querySelectorAll("button")];
  expect(buttons.map((one) => one.hidden)).toEqual([false, false]);
  for (const one of buttons) one.click();
  await vi.waitFor(() => expect(buttons.map((one) => one.textContent)).toEqual(["Copied", "Copied"]));
  expect(write.mock.calls).toEqual([["aa-1\nbb-2"], ["https://x"]]);
});

test("who logs out leaves nothing that they wrote for themselves", () => {
  localStorage.setItem("shapan.memo.m.0", "secret");
  localStorage.setItem("shapan.kept", "yes");
  page(`<form action="/name"></form><form action="/account/logout" method="post"></form>`);
  const [name, out] = [...document.querySelectorAll("form")];
  for (const form of [name!, out!]) {
    form.addEventListener("submit", (event) => event.preventDefault());
    expect(localStorage.getItem("shapan.memo.m.0")).toBe("secret");
    form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  }
  expect([localStorage.getItem("shapan.memo.m.0"), localStorage.getItem("shapan.kept")]).toEqual([null, "yes"]);
});
