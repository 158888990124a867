/** The large parts that are fetched when the first of what they hold is shown. */
import { fetched } from "../lib/fetched.svelte";

export const later = () => fetched(() => import("./later"));
export const ground = () => fetched(() => import("./ground"));
