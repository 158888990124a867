import { expect, test } from "vitest";

import { deedLabel, pressing, tallied, waitText } from "./people";
import type { SeatInfo } from "./protocol";
import { Words } from "./words.svelte";

class Said extends Words {
  readonly seats: readonly SeatInfo[] = [];
  readonly called: readonly SeatInfo[] = [];
  readonly server = null as never;
}
const words = new Said();
words.texts = {
  "ui.wait_minutes": "{count} min",
  "ui.wait_hours": "{count} h",
  "ui.wait_seconds": "{count} s",
  "ui.deed_time": "Let time run out",
  "ui.vote_for": "Vote: {deed}",
  "ui.vote_stands": "{deed}: {yes} of {of}, {need} needed",
};
const seat = (rest: Partial<SeatInfo>): SeatInfo => ({ seat: 1, name: "Mia", kind: "player", ...rest });

test("a time is said in the largest unit of which it is several", () => {
  expect([120, 90, 7200, 60, 3600, 86400].map((seconds) => waitText(words, seconds))).toEqual(["2 min", "90 s", "2 h", "60 s", "60 min", "24 h"]);
});

test("a deed that the others must agree on is a vote", () => {
  expect(deedLabel(words, seat({}), "time")).toBe("Let time run out");
  expect(deedLabel(words, seat({ by_vote: true }), "time")).toBe("Vote: Let time run out");
  expect(tallied(words, seat({}), { deed: "time", yes: [0], of: 4 })).toBe("Let time run out: 1 of 4, 3 needed");
});

test("only who keeps the viewer waiting, or is voted about, presses", () => {
  const idle = seat({ deeds: ["mute"] });
  const late = seat({ holds_up: true, deeds: ["time", "mute"] });
  const voted = seat({ by_vote: true, deeds: ["mute"], votes: [{ deed: "mute", yes: [0], of: 2 }] });
  expect(pressing([idle, late, voted, seat({ holds_up: true })])).toEqual([late, voted]);
});
