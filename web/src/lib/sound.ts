/** Small sounds made on the spot: what is to be heard when one frame follows another, and how it sounds. */
import { isDie } from "./look";
import type { FrameMessage } from "./protocol";
import type { Duel, Piece, Scene, Zone } from "./scene";
import { arrivals } from "./room";
import { compared } from "./targets";

export type Sound = "turn" | "roll" | "place" | "reveal" | "verdict" | "moment" | "win" | "end" | "chat";

interface Lying {
  zone: string;
  face: string;
  hidden: boolean;
  die: boolean;
}

function lying(scene: Scene): Map<string, Lying> {
  const found = new Map<string, Lying>();
  const put = (piece: Piece, zone: string): void => {
    const hidden = piece.flags?.includes("face_down") ?? false;
    found.set(piece.id, { zone, face: piece.face ?? "", hidden, die: isDie(piece.kind) });
  };
  const look = (zones: readonly Zone[] | undefined, around: string): void => {
    for (const zone of zones ?? []) {
      // A slot belongs to its row: a die that changes its slot there was rolled, not moved.
      const name = zone.kind === "slot" && around ? around : zone.id;
      zone.pieces?.forEach((piece) => put(piece, name));
      look(zone.zones, name);
    }
  };
  look(scene.zones, "");
  scene.panels?.forEach((panel) => look(panel.zones, ""));
  scene.hand?.forEach((piece) => put(piece, "hand"));
  for (const piece of compared(scene.duels)) put(piece, "duel");
  return found;
}

/** What comparisons say: numbers and verdicts. */
const compare = (duels: readonly Duel[] = []): string =>
  JSON.stringify(duels.map(({ sides, verdict, lanes }) => [sides.map(({ value }) => value ?? null), verdict ?? null, compare(lanes)]));

/** What is heard when a frame is shown after another, in the order of hearing. No game is known here, only changes. */
export function soundsOf(before: FrameMessage | null, after: FrameMessage): Sound[] {
  if (!before || before.match !== after.match || before.viewer !== after.viewer) return [];
  const heard = new Set<Sound>();
  const old = lying(before.scene);
  for (const [id, now] of lying(after.scene)) {
    const was = old.get(id);
    if (now.die && was?.face !== now.face) heard.add("roll");
    else if (was?.hidden && !now.hidden) heard.add("reveal");
    else if (!was || was.zone !== now.zone) heard.add("place");
  }
  const [was, now] = [compare(before.scene.duels), compare(after.scene.duels)];
  if (now !== "[]" && now !== was) heard.add("verdict");
  if (after.outcome && !before.outcome) heard.add(!after.spectator && after.outcome.winners.includes(after.viewer) ? "win" : "end");
  else if (after.decision && !before.decision) heard.add("turn");
  if (before.seating && after.seating && arrivals(before.seats, after.seats).length) heard.add("turn");
  return ORDER.filter((sound) => heard.has(sound));
}

const ORDER: readonly Sound[] = ["roll", "reveal", "place", "verdict", "moment", "win", "end", "turn", "chat"];

/** A tone: pitch in hertz, when it starts and how long it rings, in seconds, and how loud. */
interface Tone {
  pitch: number;
  at: number;
  time: number;
  loud: number;
  shape?: OscillatorType;
}
/** A knock of noise, as of a die on wood. */
interface Knock {
  at: number;
  time: number;
  loud: number;
  /** Middle of the noise's band in hertz. */
  band: number;
}

const tone = (pitch: number, at: number, time: number, loud: number, shape: OscillatorType = "sine"): Tone => ({ pitch, at, time, loud, shape });
const knock = (at: number, band: number, loud: number, time = 0.05): Knock => ({ at, band, loud, time });

const NOTES: Record<Sound, { tones?: Tone[]; knocks?: Knock[]; time: number }> = {
  turn: { tones: [tone(659, 0, 0.35, 0.5), tone(880, 0.12, 0.5, 0.5)], time: 0.4 },
  roll: { knocks: [knock(0, 1900, 0.5), knock(0.09, 1500, 0.6), knock(0.17, 1700, 0.45), knock(0.29, 1200, 0.7, 0.07)], time: 0.32 },
  place: { tones: [tone(150, 0, 0.09, 0.5, "triangle")], knocks: [knock(0, 700, 0.5)], time: 0.12 },
  reveal: { knocks: [knock(0, 3200, 0.35, 0.12)], tones: [tone(520, 0.06, 0.16, 0.2)], time: 0.2 },
  verdict: { tones: [tone(196, 0, 0.3, 0.5, "triangle"), tone(294, 0.1, 0.4, 0.4, "triangle")], time: 0.3 },
  moment: { tones: [tone(330, 0, 0.5, 0.35, "triangle")], time: 0.2 },
  win: { tones: [tone(523, 0, 0.3, 0.45), tone(659, 0.14, 0.3, 0.45), tone(784, 0.28, 0.35, 0.45), tone(1047, 0.42, 0.7, 0.45)], time: 1 },
  end: { tones: [tone(523, 0, 0.4, 0.4), tone(392, 0.18, 0.6, 0.4)], time: 0.6 },
  chat: { tones: [tone(988, 0, 0.12, 0.3), tone(1319, 0.07, 0.16, 0.22)], time: 0.2 },
};

/** The loudspeaker: silent until the first gesture, as browsers demand it. */
export class Speaker {
  #context: AudioContext | null = null;
  #noise: AudioBuffer | null = null;
  #free = 0;

  constructor(private readonly make: () => AudioContext = () => new AudioContext()) {}

  /** To be called in a gesture. One that plays nothing sleeps on: awake it takes power, heard or not. */
  wake(volume: number): void {
    if (volume <= 0) return;
    if (!this.#context) {
      try {
        this.#context = this.make();
      } catch {
        return;
      }
    }
    if (this.#context.state === "suspended") void this.#context.resume();
  }

  play(sounds: readonly Sound[], volume: number): void {
    const context = this.#context;
    if (!context || context.state !== "running" || volume <= 0) return;
    // One after the other, but never a queue of the past.
    let at = Math.min(Math.max(this.#free, context.currentTime), context.currentTime + 0.6);
    const out = context.createGain();
    out.gain.value = volume * 0.5;
    out.connect(context.destination);
    for (const sound of sounds) {
      const { tones = [], knocks = [], time } = NOTES[sound];
      for (const one of tones) this.#ring(context, out, one, at);
      for (const one of knocks) this.#knock(context, out, one, at);
      at += time;
    }
    this.#free = at;
  }

  #envelope(context: AudioContext, out: AudioNode, start: number, time: number, loud: number): GainNode {
    const gain = context.createGain();
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loud, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + time);
    gain.connect(out);
    return gain;
  }

  #ring(context: AudioContext, out: AudioNode, one: Tone, begin: number): void {
    const source = context.createOscillator();
    source.type = one.shape ?? "sine";
    source.frequency.value = one.pitch;
    source.connect(this.#envelope(context, out, begin + one.at, one.time, one.loud));
    source.start(begin + one.at);
    source.stop(begin + one.at + one.time + 0.02);
  }

  #knock(context: AudioContext, out: AudioNode, one: Knock, begin: number): void {
    this.#noise ??= noise(context);
    const source = context.createBufferSource();
    source.buffer = this.#noise;
    const band = context.createBiquadFilter();
    band.type = "bandpass";
    band.frequency.value = one.band;
    band.Q.value = 1.2;
    source.connect(band);
    band.connect(this.#envelope(context, out, begin + one.at, one.time, one.loud));
    source.start(begin + one.at, 0, one.time + 0.02);
  }
}

function noise(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * 0.25), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let place = 0; place < samples.length; place++) samples[place] = Math.random() * 2 - 1;
  return buffer;
}
