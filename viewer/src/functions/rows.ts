import { type Amount, at, type Column } from "../data/column.ts";
import type { Metric } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { type Cell, headOf } from "../table/tsv.ts";

/** The columns of the table of functions, by function. Values that the run lacks are null. */
export interface FunctionTable {
	count: number;
	own: Column;
	inclusive: Column;
	calls: Column | null;
	memory: Column | null;
	total: Amount;
	min(label: number): number | null;
	max(label: number): number | null;
}

/** Shown beside the chosen one. */
export const FUNCTION_METRICS = ["wall", "memory"];

/** The metric must be loaded; memory is shown if it is loaded, too. */
export function functionTable(run: Run, metric: string): FunctionTable {
	const sums = run.sums(metric);
	const ranges = run.extras.aboveLongest && run.loaded("wall") ? run.ranges() : null;
	return {
		count: run.functions.count,
		own: sums.own,
		inclusive: sums.inclusive,
		calls: run.calls(),
		memory: metric !== "memory" && run.loaded("memory") ? run.sums("memory").own : null,
		total: run.total(metric),
		min: (label) => (ranges && ranges.max[label]! >= 0 ? ranges.min[label]! : null),
		max: (label) => (ranges && ranges.max[label]! >= 0 ? ranges.max[label]! : null),
	};
}

/** As text for a spreadsheet: whole numbers, in nanoseconds or bytes. */
export function functionCells(
	run: Run,
	table: FunctionTable,
	metric: Metric,
	labels: Iterable<number>,
): Cell[][] {
	const head = ["function", ...["own", "inclusive"].map((cost) => headOf(cost, metric))];
	const cells: Cell[][] = [
		[...head, "calls", "min_wall_ns", "max_wall_ns", "own_memory_bytes", "file", "line"],
	];
	for (const label of labels) {
		cells.push([
			run.functions.name(label),
			at(table.own, label),
			at(table.inclusive, label),
			table.calls ? at(table.calls, label) : "",
			table.min(label) ?? "",
			table.max(label) ?? "",
			table.memory ? at(table.memory, label) : "",
			run.functions.file(label) ?? "",
			run.functions.line(label) || "",
		]);
	}
	return cells;
}
