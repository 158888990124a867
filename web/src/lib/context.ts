import { createContext } from "svelte";
import type { Table } from "./table.svelte";

/** The table that the parts draw. */
export const [useTable, setTable] = createContext<Table>();
