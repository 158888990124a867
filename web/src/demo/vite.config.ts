import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const path = (to: string) => decodeURIComponent(new URL(to, import.meta.url).pathname);

export default defineConfig({
  root: path("."),
  base: "./",
  publicDir: path("../../.cache/moments"),
  plugins: [svelte({ configFile: path("../../svelte.config.js") })],
  build: {
    outDir: path("../../.cache/demo"),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { fs: { allow: [path("../../..")] } },
});
