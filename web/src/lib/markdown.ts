/** The little Markdown of a rule's paragraph: paragraphs, bold words, rule numbers. */
export interface Run {
  text: string;
  strong?: boolean;
  rule?: boolean;
}

const RUNS = /\*\*(.+?)\*\*|\b([A-Z]{2,4}-[A-Z]*\d+(?:\.\d+)*)\b/g;

function runs(text: string, own: string): Run[] {
  const found: Run[] = [];
  let end = 0;
  for (const match of text.matchAll(RUNS)) {
    const [all, strong, rule] = match;
    if (match.index > end) found.push({ text: text.slice(end, match.index) });
    if (strong !== undefined) found.push({ text: strong, strong: true });
    else if (rule === own) found.push({ text: all });
    else found.push({ text: all, rule: true });
    end = match.index + all.length;
  }
  if (end < text.length) found.push({ text: text.slice(end) });
  return found;
}

/** The paragraphs of a rule's text; the number that leads it is left out, since it stands in the title. */
export function blocks(text: string, own: string): Run[][] {
  const lead = new RegExp(`^(?:[-*]\\s+)?\\*\\*${own.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\*\\*\\s*`);
  return text
    .trim()
    .replace(lead, "")
    .split(/\n\s*\n|\n(?=[-*] )/)
    .map((block) => runs(block.replace(/^[-*] /, "• ").replace(/\s*\n\s*/g, " "), own));
}
