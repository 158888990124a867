/** The kinds of staged moments as small signs, and where many stand together on a track. */
import type { Mark } from "./reel";

/** Drawn in a box of 24, filled by the even-odd rule; the order is that in which one stands for several. */
export const SIGNS: Record<string, string> = {
  reveal: "M1.5 12c4.5-8 16.5-8 21 0-4.5 8-16.5 8-21 0zM12 8a4 4 0 1 0 .01 0z",
  role: "M6 2h12a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1zM12 8a4 4 0 1 0 .01 0z",
  journey: "M3 4h4l6 8-6 8H3l6-8zM12 4h4l6 8-6 8h-4l6-8z",
  capture: "M4 2h3v20H4zM9 3h12l-3.5 5L21 13H9z",
  title: "M2 6l5.5 4.500L12 3l4.5 7.500L22 6l-2.5 14h-15z",
  loss: "M9 2h6v10h5.500L12 22 3.5 12H9z",
  vote: "M3 3h18v18H3zM6.5 12.500l4.5 4 7-8.5-2-1.6-5.4 6.6-2.5-2.2z",
  fight: "M3 3h4l5 5 5-5h4v4l-5 5 5 5v4h-4l-5-5-5 5H3v-4l5-5-5-5z",
  check: "M3 13h5v8H3zM9.5 8h5v13h-5zM16 3h5v18h-5z",
  die: "M12 1l10 5.500v11L12 23 2 17.500v-11zM12 8.500a3.5 3.5 0 1 0 .01 0z",
  roll: "M3 3h18v18H3zM7 7h4v4H7zM13 13h4v4h-4z",
};

const RANK = Object.keys(SIGNS);
const rank = ({ staging }: Mark): number => (RANK.includes(staging) ? RANK.indexOf(staging) : RANK.length);

/** Moments that stand so near each other on a track that one sign stands for them. */
export interface Cluster {
  marks: Mark[];
  /** The one whose sign is shown. */
  chief: Mark;
  /** Where it stands: 0 at the beginning of the track, 1 at its end. */
  at: number;
}

/** The staged moments of a match in clusters: no two nearer than `room`, in parts of the track. */
export function clustersOf(marks: readonly Mark[], steps: number, room: number): Cluster[] {
  const last = Math.max(1, steps - 1);
  const found: Cluster[] = [];
  for (const mark of marks) {
    if (!mark.staging) continue;
    const at = mark.step / last;
    const now = found.at(-1);
    if (now && at - now.at < room) {
      now.marks.push(mark);
      if (rank(mark) < rank(now.chief)) now.chief = mark;
    } else found.push({ marks: [mark], chief: mark, at });
  }
  return found;
}

/** The step to which a cluster leads from where the replay stands: its chief, then one after another. */
export function stepIn({ marks, chief }: Cluster, step: number): number {
  if (!marks.some((mark) => mark.step === step)) return chief.step;
  return (marks.find((mark) => mark.step > step) ?? marks[0] ?? chief).step;
}
