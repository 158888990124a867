import { mount } from "svelte";

import App from "./App.svelte";
import "./app.css";
import { start } from "./lib/start";

start((target, table) => mount(App, { target, props: { table } }));
