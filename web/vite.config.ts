import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  // Short names of the styles of a part: they stand at every one of its elements. Equal styles may share one.
  plugins: [svelte({ compilerOptions: { cssHash: ({ hash, css }) => `_${hash(css).slice(0, 4)}` } })],
  // Addresses relative to the file that holds them: the server may mount the folder anywhere.
  base: "./",
  build: {
    outDir: "../src/shapan/server/static/dist",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    // The strict content security policy knows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["src/main.ts", "src/replay.ts"] },
  },
  test: {
    // Most of the library needs no page, and to make one takes longer than its tests do; a file that needs one says so.
    projects: [
      { extends: true, test: { name: "library", environment: "node", include: ["src/lib/**/*.test.ts"] } },
      { extends: true, test: { name: "page", environment: "jsdom", include: ["src/**/*.test.ts"], exclude: ["src/lib/**"] } },
    ],
  },
  // Under Vitest, Svelte's browser build is wanted, not its server build.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
