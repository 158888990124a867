/** What is drawn on the back of a card, 48 by 67: sand and the lines of a chart. */
export const LINES = "M6 40c8-6 12-1 18-5s8-9 18-10M6 48c8-6 12-1 18-5s8-9 18-10M6 56c10-5 14-1 20-5s8-8 16-9";

/** A drawing of it for what no part draws; made piece by piece, since a strict page takes no text for markup. */
export function contour(): SVGElement {
  const made = (name: string, of: Record<string, string | number>) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(of)) node.setAttribute(key, `${value}`);
    return node;
  };
  const svg = made("svg", { viewBox: "0 0 48 67" });
  svg.append(made("path", { d: LINES }), made("circle", { cx: 15, cy: 16, r: 4 }));
  return svg;
}
