import type { Metric } from "../data/header.ts";

export type Cell = string | number | bigint;

/** Tabs and line ends would shift cells: they become spaces. */
function cell(value: Cell): string {
	return typeof value === "string" ? value.replace(/[\t\r\n]+/g, " ") : value.toString();
}

/** Rows as spreadsheets take them. */
export function tsv(rows: readonly (readonly Cell[])[]): string {
	return rows.map((row) => `${row.map(cell).join("\t")}\n`).join("");
}

/** "own_wall_ns" */
export function headOf(what: string, { id, unit }: Metric): string {
	return `${what}_${id}${unit === "count" ? "" : `_${unit}`}`;
}
