import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { start } from "./lib/start";

/** Milliseconds until a table is surely read: then come the parts that it will need. */
const LEISURE = 2000;

start((target, table) => mount(App, { target, props: { table } }));
setTimeout(() => void import("./parts/later").catch(() => undefined), LEISURE);
