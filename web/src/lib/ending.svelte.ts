/** The end of a match on its stage: it hides the table until somebody wants to see that, and takes no key by accident. */

/** Keys that look round, and press nothing. */
const LOOKING = ["Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"];
const SILENT = ["Shift", "Control", "Alt", "Meta"];

export class Ending {
  /** The stage is before the table. */
  open = $state(false);
  /** Somebody looks at what is there: before, a key or a click was meant for what was there a moment ago. */
  awake = $state(false);
  #over = false;

  /** The match is over, or not any more; where a coach has something to say of it, the table stays to be seen. */
  set(over: boolean, coached = false): void {
    if (over === this.#over) return;
    this.#over = over;
    this.open = over && !coached;
    this.awake = false;
  }

  #at = "";

  /** Where the pointer is now; a page that changes under a still pointer says it too. */
  pointed({ clientX, clientY }: { clientX: number; clientY: number }): void {
    const at = `${clientX} ${clientY}`;
    if (this.#over && at !== this.#at) this.awake = true;
    this.#at = at;
  }

  /** A finger has come. */
  wake(): void {
    this.awake = true;
  }

  /** A key at the end of a match; returns whether it was taken. */
  key(event: KeyboardEvent): boolean {
    if (!this.#over || event.ctrlKey || event.metaKey || event.altKey || SILENT.includes(event.key)) return false;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog, [role=menu]")) return false;
    if (LOOKING.includes(event.key)) this.awake = true;
    if (this.awake && !(this.open && event.key === "Escape")) return false;
    if (event.key === "Escape") this.open = false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
}
