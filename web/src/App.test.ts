import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";

import App from "./App.svelte";

test("the table shows its name", () => {
  const app = mount(App, { target: document.body });
  flushSync();
  expect(document.querySelector("h1")?.textContent).toBe("Shapan");
  void unmount(app);
});
