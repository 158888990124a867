import type { Page } from "./pages";

/** What is open around the table: the side panel's tab, the view of a narrow screen, the key map. */
export const SIDES = ["log", "chat", "cards", "rules", "odds", "memo"] as const;
export type Side = (typeof SIDES)[number];
export type Tab = Page | "players" | "side";

/** The link of a notice leads to what was said. */
const CHAT = /[?&]chat/.test(location.search);

export class View {
  side = $state<Side>(CHAT ? "chat" : "log");
  /** Which part a narrow screen shows; a wide one shows the table and the side panel together. */
  tab = $state<Tab>(CHAT ? "side" : "table");
  /** Somebody has chosen it himself. */
  went = CHAT;
  /** The page was opened by a link to what was said: the first question does not lead away from it. */
  linked = CHAT;
  narrow = $state(false);
  /** Where nothing but a finger points there is hardly a keyboard: what is said of keys would only be in the way. */
  get fingers(): boolean {
    return matchMedia("(any-hover: none) and (pointer: coarse)").matches;
  }

  /** A phone on its side: the question stands beside the table. */
  low = $state(false);
  /** The seats stand in a strip above the table, which has no room for them beside it. */
  strip = $state(false);
  /** The board that somebody looks at where there is room for one, and at which question. */
  looked = $state({ seat: -1, ordinal: -1 });
  /** The board that is shown there. */
  focus = $state(-1);
  /** So high is what stands above the map of a phone. */
  above = $state(0);
  /** Whose sheet lies open beside the seats. */
  sheet = $state(-1);
  /** The table is laid out on several pages: map, hand, case. */
  paged = $state(false);
  /** Log, chat or rules lie open over the table, beside a desk that has no room for them. */
  drawer = $state(CHAT);
  /** The desk has room for them below the question. */
  roomy = $state(true);
  /** The viewer has opened his hand or put it away; null: it opens by itself. */
  hand = $state<boolean | null>(null);
  /** It is open, by himself or by the question. */
  holds = $state(false);
  keyMap = $state(false);
  /** What happened since the viewer's last move is told; the link of a notice leads to it. */
  story = $state(/[?&]story/.test(location.search));
  /** The standing orders are shown. */
  orders = $state(false);
  /** The link to one's own seat is shown. */
  wayBack = $state(false);
  /** The people at the table are shown. */
  people = $state(false);
  /** What has to be confirmed, if anything. */
  confirm = $state.raw<Confirm | null>(null);

  /** Shows a tab of the side panel, on a narrow screen in place of the table. */
  open(side: Side): void {
    this.side = side;
    this.drawer = !this.narrow && !this.roomy;
    if (this.narrow) this.go("side");
  }

  /** Whether a person can see this tab now. */
  shows(side: Side): boolean {
    return this.side === side && (!this.narrow || this.tab === "side");
  }

  back(): void {
    this.tab = "table";
    this.went = false;
  }

  /** Somebody goes to a page himself: nothing leads him from it before he is asked anew. */
  go(tab: Tab): void {
    this.tab = tab;
    this.went = true;
  }
}

/** A question before something that cannot be taken back. */
export interface Confirm {
  title: string;
  text: string;
  /** What the confirming button says. */
  label: string;
  act: () => void;
}
