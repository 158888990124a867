import { mount } from "svelte";

import "./app.css";
import { fetchRecording, Replay } from "./lib/replay.svelte";
import { start } from "./lib/start";
import ReplayPage from "./Replay.svelte";

start((target, table, boot) => mount(ReplayPage, { target, props: { replay: new Replay(table, fetchRecording(boot)) } }));
