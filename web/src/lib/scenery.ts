/** What a place looks like, by the name of its landscape: from above, as that of a planet, and from the side, behind a row. */
import { corners, disc, type Layers, Pen, round } from "./pen";

export const PLANET = { width: 206, height: 168 };
export const SKYLINE = { width: 240, height: 60 };

type Draw = (pen: Pen) => void;

function crater(pen: Pen, x: number, y: number, r: number): void {
  pen.add("low", disc(x, y, r));
  pen.add("line", `M${round(x - r)} ${round(y + r * 0.3)}A${round(r)} ${round(r)} 0 0 1 ${round(x + r * 0.8)} ${round(y - r * 0.6)}`);
}

function peak(pen: Pen, x: number, y: number, wide: number, high: number, cap = true): void {
  const [top, lean] = [y - high, pen.between(-0.2, 0.2) * wide];
  pen.add("low", corners([[x - wide, y], [x + lean, top], [x + wide, y]]));
  pen.add("high", corners([[x - wide, y], [x + lean, top], [x + lean + wide * 0.12, top + high * 0.4], [x - wide * 0.1, top + high * 0.7], [x + wide * 0.1, y]]));
  if (cap) pen.add("mark", corners([[x + lean, top], [x + lean + wide * 0.24, top + high * 0.26], [x + lean, top + high * 0.2], [x + lean - wide * 0.24, top + high * 0.28]]));
}

function tree(pen: Pen, x: number, y: number, size: number): void {
  pen.add("low", corners([[x, y - size * 1.5], [x + size * 0.55, y], [x, y - size * 0.1]]));
  pen.add("high", corners([[x, y - size * 1.5], [x, y - size * 0.1], [x - size * 0.55, y]]));
}

function block(pen: Pen, x: number, y: number, size: number): void {
  const [w, h] = [size * pen.between(0.4, 0.8), size * pen.between(0.4, 0.8)];
  pen.add("low", corners([[x + 3, y + 3], [x + w + 3, y + 3], [x + w + 3, y + h + 3], [x + 3, y + h + 3]]));
  pen.add("high", corners([[x, y], [x + w, y], [x + w, y + h], [x, y + h]]));
  if (pen.roll() < 0.35) pen.add("mark", corners([[x + 3, y + 3], [x + 6, y + 3], [x + 6, y + 6], [x + 3, y + 6]]));
}

/** The ground of a planet from above. */
const GROUNDS: Record<string, Draw> = {
  barren(pen) {
    pen.spread(46, (x, y) => crater(pen, x, y, pen.between(5, 17)));
    pen.spread(38, (x, y) => pen.add("high", pen.blob(x, y, pen.between(1.5, 4))));
  },
  mountain(pen) {
    pen.spread(30, (x, y) => peak(pen, x, y + 10, pen.between(11, 19), pen.between(13, 24)));
  },
  city(pen) {
    for (let at = pen.between(6, 20); at < pen.width; at += pen.between(26, 44)) pen.add("line", `M${round(at)} 0V${pen.height}`);
    for (let at = pen.between(6, 20); at < pen.height; at += pen.between(22, 36)) pen.add("line", `M0 ${round(at)}H${pen.width}`);
    pen.spread(19, (x, y) => pen.roll() < 0.7 && block(pen, x - 6, y - 6, 17));
  },
  desert(pen) {
    pen.spread(34, (x, y) => {
      const [w, h] = [pen.between(16, 30), pen.between(6, 12)];
      pen.add("high", `M${round(x - w)} ${round(y)}q${round(w * 0.8)} ${round(-h * 1.6)} ${round(2 * w)} ${round(-h * 0.3)}q${round(-w)} ${round(-h * 0.2)} ${round(-2 * w)} ${round(h * 0.3)}z`);
      pen.add("low", `M${round(x - w)} ${round(y)}q${round(w)} ${round(h * 0.4)} ${round(2 * w)} ${round(-h * 0.3)}q${round(-w * 0.7)} ${round(h * 1.4)} ${round(-2 * w)} ${round(h * 0.3)}z`);
    });
    for (let y = 10; y < pen.height; y += 26) pen.add("line", pen.wave(y + pen.between(-5, 5), 5, 34));
  },
  forest(pen) {
    pen.add("line", pen.wave(pen.between(40, 130), 22, 60));
    pen.spread(17, (x, y) => pen.roll() < 0.75 && tree(pen, x, y + 8, pen.between(7, 12)));
  },
  jungle(pen) {
    pen.spread(42, (x, y) => {
      const r = pen.between(15, 25);
      pen.add("low", pen.blob(x + 3, y + 4, r));
      pen.add("high", pen.blob(x, y, r, r * 0.9));
      for (let leaf = 0; leaf < 2; leaf++) pen.add("line", pen.blob(x + pen.between(-0.5, 0.5) * r, y + pen.between(-0.5, 0.5) * r, r * 0.3));
    });
  },
  giant(pen) {
    for (let y = 0, high = true; y < pen.height; high = !high) {
      const deep = pen.between(12, 26);
      pen.add(high ? "high" : "low", `${pen.wave(y, 5, 52)}v${round(deep)}${back(pen, y + deep)}z`);
      pen.add("line", pen.wave(y + deep * 0.5, 3, 40));
      y += deep * pen.between(1, 1.25);
    }
    const [x, y, r] = [pen.between(40, 166), pen.between(60, 120), pen.between(9, 14)];
    pen.add("mark", pen.blob(x, y, r * 2, r, 0.1));
    pen.add("line", pen.blob(x, y, r * 2.8, r * 1.7, 0.08));
  },
  ice(pen) {
    pen.spread(44, (x, y) => pen.add("high", corners(Array.from({ length: 6 }, (_, at) => spoke(x, y, pen.between(9, 24), at / 6)))));
    pen.spread(60, (x, y) => pen.add("low", corners(Array.from({ length: 5 }, (_, at) => spoke(x, y, pen.between(5, 12), at / 5)))));
    for (let at = 0; at < 5; at++) pen.add("line", pen.crack(pen.between(0, pen.width), at % 2 ? 0 : pen.height, at % 2 ? 1.6 : -1.6, 120));
  },
  lava(pen) {
    pen.spread(40, (x, y) => pen.add("low", corners(Array.from({ length: 7 }, (_, at) => spoke(x, y, pen.between(13, 24), at / 7)))));
    for (let at = 0; at < 6; at++) pen.add("mark", seam(pen, pen.between(0, pen.width), pen.between(0, pen.height)));
    pen.spread(80, (x, y) => pen.add("mark", pen.blob(x, y, pen.between(3, 8), pen.between(2, 5))));
  },
  sea(pen) {
    for (let y = 8; y < pen.height; y += 17) pen.add("line", pen.wave(y, 4, 17, pen.between(0, 60), pen.between(140, pen.width)));
    pen.spread(70, (x, y) => {
      const r = pen.between(9, 24);
      pen.add("low", pen.blob(x, y, r * 1.5, r * 1.1));
      pen.add("high", pen.blob(x, y, r, r * 0.7));
    });
  },
  plain(pen) {
    pen.spread(40, (x, y) => {
      const [turn, w, h] = [pen.between(-0.35, 0.35), pen.between(14, 24), pen.between(9, 16)];
      const at = (u: number, v: number) => [x + u * w * Math.cos(turn) - v * h * Math.sin(turn), y + u * w * Math.sin(turn) + v * h * Math.cos(turn)] as const;
      pen.add(pen.roll() < 0.5 ? "high" : "low", corners([at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)]));
      for (let v = -0.6; v < 1; v += 0.4) pen.add("line", corners([at(-1, v), at(1, v)], false));
    });
  },
  ruin(pen) {
    pen.spread(54, (x, y) => crater(pen, x, y, pen.between(8, 20)));
    pen.spread(22, (x, y) => pen.roll() < 0.45 && block(pen, x - 5, y - 5, 12));
    for (let at = 0; at < 3; at++) pen.add("line", pen.crack(pen.between(0, pen.width), pen.between(0, pen.height), pen.between(0, 6), 90));
  },
};

/** A lower edge, from right to left. */
function back(pen: Pen, y: number): string {
  let path = "";
  for (let x = Math.ceil(pen.width / 52) * 52; x > 0; x -= 52) path += `Q${round(x - 26)} ${round(y + pen.between(-5, 5))} ${round(x - 52)} ${round(y)}`;
  return path;
}

const spoke = (x: number, y: number, r: number, part: number): [number, number] => [x + r * Math.cos(part * 2 * Math.PI), y + r * 0.8 * Math.sin(part * 2 * Math.PI)];

/** A seam that glows: broad in its middle, pointed at both ends. */
function seam(pen: Pen, x: number, y: number): string {
  const turn = pen.between(-0.6, 0.6);
  const up: [number, number][] = [];
  const down: [number, number][] = [];
  for (let at = 0; at <= 6; at++) {
    const [px, py, half] = [x + at * 11 * Math.cos(turn), y + at * 11 * Math.sin(turn) + pen.between(-5, 5), 2.2 * Math.sin((at / 6) * Math.PI)];
    up.push([px, py - half]);
    down.unshift([px, py + half]);
  }
  return corners([...up, ...down]);
}

/** A row of tops over the lower edge, as one shape. */
function range(pen: Pen, step: number, low: number, high: number, pointed: boolean): string {
  let path = `M0 ${pen.height}V${round(pen.height - pen.between(low, high))}`;
  for (let x = 0; x < pen.width; x += step) {
    const [mid, end] = [pen.height - pen.between(low, high), pen.height - pen.between(low, (low + high) / 2)];
    path += pointed ? `L${round(x + step / 2)} ${round(mid)}L${round(x + step)} ${round(end)}` : `Q${round(x + step / 2)} ${round(mid)} ${round(x + step)} ${round(end)}`;
  }
  return `${path}V${pen.height}z`;
}

function towers(pen: Pen, tone: "low" | "high", low: number, high: number): void {
  for (let x = pen.between(-6, 4); x < pen.width; ) {
    const [w, h] = [pen.between(7, 17), pen.between(low, high)];
    const top = pen.height - h;
    pen.add(tone, corners([[x, pen.height], [x, top], [x + w * pen.between(0, 0.5), top - (pen.roll() < 0.25 ? 6 : 0)], [x + w, top], [x + w, pen.height]]));
    if (tone === "high") for (let y = top + 5; y < pen.height - 3; y += 6) if (pen.roll() < 0.6) pen.add("mark", `M${round(x + 3)} ${round(y)}h2v2.5h-2z`);
    x += w + (pen.roll() < 0.3 ? pen.between(2, 9) : 1);
  }
}

/** A landscape from the side, along the lower edge. */
const SKYLINES: Record<string, Draw> = {
  city(pen) {
    towers(pen, "low", 16, 48);
    towers(pen, "high", 6, 26);
  },
  plain(pen) {
    pen.add("low", range(pen, 80, 12, 26, false));
    pen.add("high", range(pen, 120, 4, 14, false));
    for (let x = pen.between(0, 8); x < pen.width; x += pen.between(9, 20)) pen.add("line", `M${round(x)} ${pen.height}l${round(pen.between(-3, 3))} ${round(-pen.between(5, 12))}`);
  },
  mountain(pen) {
    pen.add("low", range(pen, 34, 16, 44, true));
    for (let x = pen.between(0, 30); x < pen.width; x += pen.between(34, 62)) peak(pen, x, pen.height, pen.between(20, 34), pen.between(22, 46));
  },
  forest(pen) {
    pen.add("low", range(pen, 14, 14, 32, false));
    for (let x = pen.between(0, 8); x < pen.width; x += pen.between(8, 15)) tree(pen, x, pen.height + 1, pen.between(11, 21));
  },
  sea(pen) {
    const [x, r] = [pen.between(130, 215), pen.between(16, 30)];
    pen.add("low", `M${round(x - r)} ${pen.height - 22}q${round(r)} ${round(-r)} ${round(2 * r)} 0z`);
    pen.add("high", `${pen.wave(pen.height - 22, 2, 16)}V${pen.height}H0z`);
    for (const y of [16, 10, 4]) pen.add("line", pen.wave(pen.height - y, 5, 15, pen.between(-14, 0)));
  },
  desert(pen) {
    pen.add("mark", disc(pen.between(150, 220), pen.height - pen.between(16, 24), pen.between(8, 11)));
    pen.add("low", range(pen, 92, 8, 36, false));
    pen.add("high", range(pen, 68, 2, 22, false));
    for (const y of [9, 4]) pen.add("line", pen.wave(pen.height - y, 3, 44));
  },
  orbit(pen) {
    const [x, far] = [pen.between(140, 200), pen.between(150, 240)];
    pen.add("low", disc(x, pen.height + far - 24, far));
    pen.add("high", disc(x + 14, pen.height + far - 15, far));
    for (let at = 0; at < 16; at++) pen.add("mark", disc(pen.between(0, pen.width), pen.between(0, 30), pen.between(0.4, 0.9)));
    const [sx, sy, r] = [pen.between(70, 130), pen.between(20, 32), pen.between(9, 15)];
    pen.add("line", `${pen.blob(sx, sy, r, r * 0.4, 0)}M${round(sx - r)} ${round(sy)}h${round(2 * r)}M${round(sx)} ${round(sy - r * 0.8)}v${round(r * 1.6)}`);
    pen.add("mark", disc(sx, sy, 2));
  },
};

const memory = new Map<string, Layers>();

function drawn(draws: Record<string, Draw>, form: string, kind: string, id: string, { width, height }: typeof PLANET): Layers {
  const seed = `${form} ${kind} ${id}`;
  let layers = memory.get(seed);
  if (!layers) {
    const pen = new Pen(seed, width, height);
    draws[kind]?.(pen);
    memory.set(seed, (layers = pen.layers));
  }
  return layers;
}

/** The ground of a planet; nothing for a landscape that nobody has drawn. */
export const groundOf = (kind: string, id: string): Layers => drawn(GROUNDS, "ground", kind, id, PLANET);

export const skylineOf = (kind: string, id: string): Layers => drawn(SKYLINES, "skyline", kind, id, SKYLINE);

/** Stars of two sizes, over any width and height. */
export function starsOf(id: string, width: number, height: number, count: number): Layers {
  const pen = new Pen(`stars ${id}`, width, height);
  for (let at = 0; at < count; at++) pen.add(at % 4 ? "high" : "mark", disc(pen.between(0, width), pen.between(0, height), at % 4 ? pen.between(0.7, 1.3) : pen.between(1.1, 1.9)));
  return pen.layers;
}

export interface Limb {
  x: number;
  y: number;
  r: number;
  /** What stands in the sky beside it. */
  stars: string[];
  moon: string;
}

/** How a planet stands in its frame: its disc rises in the head of the tile, with some stars and perhaps a moon over it. */
export function limbOf(id: string): Limb {
  const pen = new Pen(`limb ${id}`, PLANET.width, PLANET.height);
  const r = round(pen.between(170, 250));
  const x = round(pen.between(0.4, 0.6) * PLANET.width);
  const stars = Array.from({ length: 7 }, () => disc(pen.between(4, PLANET.width - 4), pen.between(2, 24), pen.between(0.5, 1)));
  const moon = pen.roll() < 0.45 ? disc(x < PLANET.width / 2 ? PLANET.width - 12 : 12, pen.between(10, 16), pen.between(4, 6)) : "";
  return { x, y: r + 7, r, stars, moon };
}

export const KINDS = { ground: Object.keys(GROUNDS), skyline: Object.keys(SKYLINES) };
