/** The heights at which the sheet of a phone stands: the question alone, at most half of the page, all of it. */
export const STOPS = ["line", "half", "full"] as const;
export type Stop = (typeof STOPS)[number];
