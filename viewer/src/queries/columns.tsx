import { amount, count } from "../look/units.ts";
import { shareColumn } from "../table/columns.tsx";
import type { ColumnOfTable } from "../table/table.tsx";
import type { Queries, Query } from "./load.ts";

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

export function columnsOf(all: Queries, whole: string): ColumnOfTable[] {
	const walls = Float64Array.from(all.queries, ({ wall_ns }) => wall_ns);
	return [
		wordColumn(all, "query", ({ text }) => text),
		shareColumn({ values: walls, exact: null }, all.run_ns, { id: "part", title: `${whole} %` }),
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
	rest: Partial<ColumnOfTable> = {},
): ColumnOfTable {
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

function numberColumns({ queries }: Queries): ColumnOfTable[] {
	const number = (
		id: string,
		key: (query: Query) => number,
		text: (number: number) => string,
		rest: Partial<ColumnOfTable> = {},
	): ColumnOfTable => ({
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
