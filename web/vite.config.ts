import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The parts in the order of their names: the styles of each are called by its place, the same in every build. */
const PARTS = readdirSync(resolve(import.meta.dirname, "src"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".svelte"))
  .sort()
  .map((name) => resolve(import.meta.dirname, "src", name));

/** Beside each file of the client it stands packed, as well as can be: the server sends those, and packs nothing itself. */
const packed: Plugin = {
  name: "packed",
  writeBundle({ dir = "." }, files) {
    for (const file of Object.values(files)) {
      if (!/\.(css|js|svg)$/.test(file.fileName)) continue;
      const body = Buffer.from(file.type === "chunk" ? file.code : file.source);
      writeFileSync(resolve(dir, `${file.fileName}.br`), brotliCompressSync(body));
      writeFileSync(resolve(dir, `${file.fileName}.gz`), gzipSync(body, { level: 9 }));
    }
  },
};

export default defineConfig({
  // Short names of the styles of a part: they stand at every one of its elements.
  plugins: [svelte({ compilerOptions: { runes: true, discloseVersion: false, cssHash: ({ filename }) => `_${PARTS.indexOf(resolve(filename)).toString(36)}` } }), packed],
  // Addresses relative to the file that holds them: the server may mount the folder anywhere.
  base: "./",
  build: {
    outDir: "../src/shapan/server/static/dist",
    emptyOutDir: true,
    manifest: "manifest.json",
    target: "es2022",
    // The strict content security policy knows neither inline scripts nor data: addresses.
    assetsInlineLimit: 0,
    // One sheet for the table and the replay: packed together they are smaller than apart, and who goes from one to the other has it.
    cssCodeSplit: false,
    // What a part that comes later is made of is there already.
    modulePreload: false,
    rolldownOptions: {
      input: ["src/main.ts", "src/replay.ts"],
      // What two of the files share stands in one more: many small ones are larger together, and each is a request.
      output: { codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] } },
    },
  },
  // The script of the other pages lies with the server; tests read it.
  server: { fs: { allow: [resolve(import.meta.dirname, "..")] } },
  test: {
    // No test depends on being quick: this ends one that hangs.
    testTimeout: 120_000,
    // Most of the library needs no page, and to make one takes longer than its tests do; a file that needs one says so.
    projects: [
      { extends: true, test: { name: "library", environment: "node", include: ["src/lib/**/*.test.ts"] } },
      { extends: true, test: { name: "page", environment: "jsdom", include: ["src/**/*.test.ts"], exclude: ["src/lib/**"] } },
    ],
  },
  // Under Vitest, Svelte's browser build is wanted, not its server build.
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
