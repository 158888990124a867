/** A pen for drawn grounds: chance that begins anew with each seed, and shapes gathered into one path for each tone. */

/** How light a shape is against its ground; a line is drawn, all else is filled. */
export type Tone = "low" | "high" | "mark" | "line";
export type Layers = [tone: Tone, path: string][];

/** Numbers from 0 to 1, the same ones for the same text. */
export function chance(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

export const round = (value: number): number => Math.round(value * 10) / 10;

export const disc = (x: number, y: number, r: number): string => `M${round(x - r)} ${round(y)}a${round(r)} ${round(r)} 0 1 0 ${round(2 * r)} 0a${round(r)} ${round(r)} 0 1 0 ${round(-2 * r)} 0z`;

export const corners = (points: readonly (readonly [number, number])[], shut = true): string => `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}${shut ? "z" : ""}`;

export class Pen {
  private readonly paths = new Map<Tone, string>();
  readonly roll: () => number;

  constructor(
    seed: string,
    readonly width: number,
    readonly height: number,
  ) {
    this.roll = chance(seed);
  }

  get layers(): Layers {
    return [...this.paths];
  }

  add(tone: Tone, path: string): void {
    this.paths.set(tone, (this.paths.get(tone) ?? "") + path);
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.roll();
  }

  /** Spots spread over the width and height, one in each square of a net. */
  spread(step: number, draw: (x: number, y: number) => void): void {
    for (let y = step / 2; y < this.height + step / 2; y += step)
      for (let x = step / 2; x < this.width + step / 2; x += step) draw(x + this.between(-0.4, 0.4) * step, y + this.between(-0.4, 0.4) * step);
  }

  /** A closed shape without corners. */
  blob(x: number, y: number, rx: number, ry = rx, rough = 0.3): string {
    const count = 8;
    const points = Array.from({ length: count }, (_, at) => {
      const [angle, far] = [(at / count) * 2 * Math.PI, 1 + this.between(-rough, rough)];
      return [x + rx * far * Math.cos(angle), y + ry * far * Math.sin(angle)] as const;
    });
    const middle = (at: number) => {
      const [[ax, ay], [bx, by]] = [points[at % count]!, points[(at + 1) % count]!];
      return `${round((ax + bx) / 2)} ${round((ay + by) / 2)}`;
    };
    return `M${middle(count - 1)}${points.map(([px, py], at) => `Q${round(px)} ${round(py)} ${middle(at)}`).join("")}z`;
  }

  /** A wavy line from left to right. */
  wave(y: number, high: number, step: number, from = 0, to = this.width): string {
    let path = `M${round(from)} ${round(y)}`;
    for (let [x, up] = [from, this.roll() < 0.5 ? 1 : -1]; x < to; x += step, up = -up) path += `q${round(step / 2)} ${round(up * high * this.between(0.5, 1.3))} ${round(step)} 0`;
    return path;
  }

  /** A line that turns at random, and branches. */
  crack(x: number, y: number, angle: number, length: number): string {
    let path = `M${round(x)} ${round(y)}`;
    let branch = "";
    for (let left = length; left > 0; ) {
      const step = this.between(8, 18);
      angle += this.between(-0.7, 0.7);
      [x, y, left] = [x + step * Math.cos(angle), y + step * Math.sin(angle), left - step];
      path += `L${round(x)} ${round(y)}`;
      if (left > 20 && this.roll() < 0.3) branch += this.crack(x, y, angle + (this.roll() < 0.5 ? 0.9 : -0.9), left * 0.5);
    }
    return path + branch;
  }
}
