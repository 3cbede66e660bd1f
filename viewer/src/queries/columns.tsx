import { amount, count, percent } from "../look/units.ts";
import { greatest, Share } from "../table/cells.tsx";
import type { ColumnOfTable } from "../table/table.tsx";
import type { Queries, Query } from "./load.ts";

export type Column = ColumnOfTable & { key(row: number): number | string };

export function times(calls: number): string {
	return calls === 1 ? "once" : `${count(calls)} times`;
}

/** "120 times from Related_Shop_Widget::content". */
function caller({ callers }: Query): string {
	const [first] = callers;
	return first
		? `${times(first.calls)} from ${first.function}${callers.length > 1 ? ` and ${callers.length - 1} more` : ""}`
		: "";
}

export function columnsOf(all: Queries, whole: string): Column[] {
	return [
		wordColumn(all, "query", ({ text }) => text),
		partColumn(all, whole),
		...numberColumns(all),
		wordColumn(all, "kind", ({ kind }) => kind, { width: 72, from: 1200 }),
		wordColumn(all, "caller", caller, {
			title: "from",
			width: 330,
			from: 960,
			hint: "the first caller outside of libraries",
		}),
	];
}

function wordColumn(
	{ queries }: Queries,
	id: string,
	text: (query: Query) => string,
	rest: Partial<Column> = {},
): Column {
	return {
		id,
		title: id,
		isText: true,
		key: (row) => text(queries[row]!),
		render: (row) => <span class="query-text">{text(queries[row]!)}</span>,
		full: (row) => text(queries[row]!),
		...rest,
	};
}

function partColumn({ queries, run_ns }: Queries, whole: string): Column {
	const most = greatest(queries.map(({ wall_ns }) => wall_ns));
	return {
		id: "part",
		title: `${whole} %`,
		width: 160,
		key: (row) => queries[row]!.wall_ns,
		render: (row) => (
			<Share
				value={queries[row]!.wall_ns}
				most={most}
				text={percent(queries[row]!.wall_ns, run_ns)}
			/>
		),
	};
}

function numberColumns({ queries }: Queries): Column[] {
	const number = (
		id: string,
		key: (query: Query) => number,
		text: (number: number) => string,
		rest: Partial<Column> = {},
	): Column => ({
		id,
		title: id,
		width: 84,
		key: (row) => key(queries[row]!),
		render: (row) => text(key(queries[row]!)),
		...rest,
	});
	const time = (ns: number) => amount(ns, "ns");
	return [
		number("total", ({ wall_ns }) => wall_ns, time),
		number("calls", ({ calls }) => calls, count),
		number(
			"longest",
			({ longest_ns }) => longest_ns ?? -1,
			(ns) => (ns < 0 ? "" : time(ns)),
		),
		number("mean", ({ wall_ns, calls }) => wall_ns / calls, time, { from: 960 }),
	];
}
