import { type Amount, at, type Column } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { rowsWhere, type Sort, sorted } from "../table/order.ts";

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

/** The number or text that a column is sorted by. */
export function keyOf(
	run: Run,
	table: FunctionTable,
	column: string,
): (label: number) => number | string {
	const { functions } = run;
	const keys: Record<string, (label: number) => number | string> = {
		name: (label) => functions.name(label).toLowerCase(),
		own: (label) => table.own.values[label]!,
		ownpart: (label) => table.own.values[label]!,
		inclusive: (label) => table.inclusive.values[label]!,
		inclusivepart: (label) => table.inclusive.values[label]!,
		calls: (label) => table.calls?.values[label] ?? 0,
		min: (label) => table.min(label) ?? -1,
		max: (label) => table.max(label) ?? -1,
		memory: (label) => table.memory?.values[label] ?? 0,
		place: (label) =>
			`${functions.file(label) ?? "\u{10ffff}"}:${String(functions.line(label)).padStart(8)}`,
	};
	return keys[column] ?? keys.own!;
}

/** The functions that match and ran, in order. */
export function functionRows(
	run: Run,
	table: FunctionTable,
	matches: (label: number) => boolean,
	sort: Sort,
): Int32Array<ArrayBuffer> {
	return sorted(rowsWhere(table.count, matches), keyOf(run, table, sort.column), sort.isDescending);
}

/** As text for a spreadsheet: whole numbers, in nanoseconds or bytes. */
export function functionCells(
	run: Run,
	table: FunctionTable,
	metric: { id: string; unit: string },
	labels: Iterable<number>,
): (string | number | bigint)[][] {
	const unit = metric.unit === "count" ? "" : `_${metric.unit}`;
	const head = ["function", `own_${metric.id}${unit}`, `inclusive_${metric.id}${unit}`];
	const cells: (string | number | bigint)[][] = [
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
