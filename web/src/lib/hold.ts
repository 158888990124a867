/** Keeps an element as high as it has been: what is said under the pointer must not move what the pointer is on. */
import type { Attachment } from "svelte/attachments";

/** Hold the greatest height of an element at its width, until what `since` reads has changed. */
export function holding(since: () => unknown): Attachment<HTMLElement> {
  return (node) => {
    since();
    let height = 0;
    let width = node.offsetWidth;
    const watch = new ResizeObserver(() => {
      if (node.offsetWidth !== width) {
        width = node.offsetWidth;
        height = 0;
        node.style.minHeight = "";
      }
      if (node.offsetHeight <= height) return;
      height = node.offsetHeight;
      node.style.minHeight = `${height}px`;
    });
    watch.observe(node);
    return () => {
      watch.disconnect();
      node.style.minHeight = "";
    };
  };
}
