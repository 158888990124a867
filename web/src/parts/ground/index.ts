/** What only games have that measure. */
export { default as Actions } from "./Actions.svelte";
export { default as Acts } from "./Acts.svelte";
export { default as Scale } from "./Scale.svelte";
