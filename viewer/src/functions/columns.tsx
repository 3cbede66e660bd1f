import { at } from "../data/column.ts";
import type { ErrorColumn } from "../data/run.ts";
import { shareError } from "../data/share-error.ts";
import { place } from "../look/names.ts";
import { amount, count, errorText, percent } from "../look/units.ts";
import { greatest, Name, Share, Value } from "../table/cells.tsx";
import type { ColumnOfTable } from "../table/table.tsx";
import { shown, shownExactly } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import { PlaceLink } from "./link.tsx";
import type { FunctionTable } from "./rows.ts";

/** What a cell is made of: the function of a row, and its costs. */
interface Cells {
	props: ViewProps;
	table: FunctionTable;
	/** By row the function. */
	rows: Int32Array;
}

export function columnsOf(cells: Cells): ColumnOfTable[] {
	const { props, rows } = cells;
	const { run, metric } = props;
	const { functions } = run;
	return [
		{
			id: "name",
			title: "function",
			isText: true,
			render: (row) => <Name name={functions.name(rows[row]!)} />,
			full: (row) => functions.name(rows[row]!),
		},
		...costColumns(cells, "own", `${metric.name} of the function itself, without what it calls`),
		...costColumns(
			cells,
			"inclusive",
			`${metric.name} with all that it calls; recursion counts once`,
		),
		...callColumns(cells),
		...memoryColumns(cells),
		{
			id: "place",
			title: "file",
			width: 260,
			isText: true,
			from: 960,
			render: (row) => <PlaceLink functions={functions} label={rows[row]!} />,
			full: (row) => place(functions.file(rows[row]!), functions.line(rows[row]!)),
		},
	];
}

function costColumns(
	{ props: { run, metric }, table, rows }: Cells,
	id: ErrorColumn,
	hint: string,
): ColumnOfTable[] {
	const isOwn = id === "own";
	const cost = (label: number) => at(table[id], label);
	const most = greatest(table.own.values);
	const error = (column: ErrorColumn, label: number) => {
		const part = at(table[column], label);
		return errorText(shareError(run, metric.id, { part, whole: table.total, label, column }));
	};
	const hasErrors = run.functions.count > 0 && error("own", 0) !== "";
	return [
		{
			id: `${id}part`,
			title: `${id} %`,
			width: (isOwn ? 160 : 84) + (hasErrors ? 36 : 0),
			...(isOwn ? {} : { from: 960 }),
			hint,
			render: (row) => {
				const text = `${percent(cost(rows[row]!), table.total)}${error(id, rows[row]!)}`;
				return isOwn ? <Share value={cost(rows[row]!)} most={most} text={text} /> : text;
			},
		},
		{
			id,
			title: id,
			width: 84,
			hint,
			render: (row) => (
				<Value value={cost(rows[row]!)} text={shown(run, metric, cost(rows[row]!))} />
			),
			full: (row) => shownExactly(run, metric, cost(rows[row]!)),
		},
	];
}

function callColumns({ props: { run }, table, rows }: Cells): ColumnOfTable[] {
	const time = (id: "min" | "max", hint: string): ColumnOfTable => ({
		id,
		title: id,
		width: 80,
		from: 1200,
		hint,
		render: (row) => optional(table[id](rows[row]!), "ns"),
	});
	const columns: ColumnOfTable[] = [];
	if (table.calls) {
		const { calls } = table;
		columns.push({
			id: "calls",
			title: "calls",
			width: 92,
			render: (row) => count(Number(at(calls, rows[row]!)) / run.runs),
		});
	}
	if (run.extras.aboveLongest) {
		columns.push(
			time("min", "wall time of the shortest call"),
			time("max", "wall time of the longest call"),
		);
	}
	return columns;
}

function memoryColumns({ props: { run }, table: { memory }, rows }: Cells): ColumnOfTable[] {
	if (!memory) {
		return [];
	}
	const bytes = run.metric("memory");
	return [
		{
			id: "memory",
			title: "memory",
			width: 88,
			from: 1200,
			hint: "growth of memory by the function itself, over all calls",
			render: (row) => (
				<Value value={at(memory, rows[row]!)} text={shown(run, bytes, at(memory, rows[row]!))} />
			),
			full: (row) => shownExactly(run, bytes, at(memory, rows[row]!)),
		},
	];
}

function optional(value: number | null, unit: "ns"): string {
	return value === null ? "" : amount(value, unit);
}
