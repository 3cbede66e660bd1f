import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { at } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { finder } from "../data/search.ts";
import { shareError } from "../data/share-error.ts";
import { count, counted, errorText, percent } from "../look/units.ts";
import { greatest, Name, Share, Value } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import { useMeasures } from "../table/measures.ts";
import { rowsWhere, type Sort, sorted } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import { shown, shownExactly } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import { ComparedComponents } from "./compared.tsx";
import { type ComponentTable, componentTable } from "./rows.ts";

/** What plugins, themes and packages cost; of a diff before and after. */
export function ComponentsView(props: ViewProps): JSX.Element {
	return props.before ? <ComparedComponents {...props} /> : <Components {...props} />;
}

function hasCalls({ functions }: Run, prefix: string): boolean {
	for (let label = 0; label < functions.count; label++) {
		if (functions.name(label).startsWith(prefix)) {
			return true;
		}
	}
	return false;
}

function Components(props: ViewProps): JSX.Element {
	const { run, state, go, metric } = props;
	const isReady = useMeasures(props, ["wall"]);
	const [sort, setSort] = useState<Sort>({ column: "own", isDescending: true });
	const table = useMemo(
		() => (isReady ? componentTable(run, metric.id) : null),
		[run, metric.id, isReady, props.decoded],
	);
	const rows = useMemo(
		() => (table ? rowsOf(table, state.find, sort) : new Int32Array(0)),
		[table, state.find, sort],
	);
	const hasCodeOfFiles = useMemo(() => hasCalls(run, "run_init::"), [run]);
	return (
		<div class="view">
			<div class="view-bar">
				<span>{counted(rows.length, "component")}; the flame graph by component shows where</span>
				{!hasCodeOfFiles && (
					<span class="hint">
						without run_init, code of a template counts for the function that includes it
					</span>
				)}
				<CopyButton
					text={() => (table ? tsv(cellsOf(table, metric, rows)) : "")}
					title="Copy these components as tab-separated values"
				>
					Copy table
				</CopyButton>
			</div>
			<Table
				label={`Components by ${metric.name}`}
				columns={table ? columnsOf(props, table, rows) : []}
				rows={rows.length}
				selected={-1}
				sort={sort}
				onSort={setSort}
				onSelect={() => {}}
				onOpen={() => go({ view: "flame", by: "component", at: 0 })}
				empty={isReady ? `No component’s name has “${state.find}” in it.` : ""}
			/>
		</div>
	);
}

function rowsOf(table: ComponentTable, find: string, sort: Sort): Int32Array<ArrayBuffer> {
	const test = finder(find);
	const found = rowsWhere(
		table.names.length,
		(row) => table.present[row] === 1 && (!test || test(table.names[row]!)),
	);
	const keys: Record<string, (row: number) => number | string> = {
		name: (row) => table.names[row]!,
		inclusive: (row) => table.inclusive.values[row]!,
		calls: (row) => table.calls?.values[row] ?? 0,
	};
	const own = (row: number) => table.own.values[row]!;
	return sorted(found, keys[sort.column.replace("part", "")] ?? own, sort.isDescending);
}

function columnsOf(props: ViewProps, table: ComponentTable, rows: Int32Array): ColumnOfTable[] {
	const { run, metric } = props;
	const total = run.total(metric.id);
	const most = greatest(table.own.values);
	const costs = (id: "own" | "inclusive", hint: string): ColumnOfTable[] => {
		const cost = (row: number) => at(table[id], rows[row]!);
		const text = (row: number) =>
			percent(cost(row), total) +
			errorText(shareError(run, metric.id, { part: cost(row), whole: total }));
		return [
			{
				id: `${id}part`,
				title: `${id} %`,
				width: id === "own" ? 196 : 120,
				hint,
				render: (row) =>
					id === "own" ? <Share value={cost(row)} most={most} text={text(row)} /> : text(row),
			},
			{
				id,
				title: id,
				width: 84,
				hint,
				render: (row) => <Value value={cost(row)} text={shown(run, metric, cost(row))} />,
				full: (row) => shownExactly(run, metric, cost(row)),
			},
		];
	};
	const { calls } = table;
	return [
		{
			id: "name",
			title: "component",
			isText: true,
			render: (row) => <Name name={table.names[rows[row]!]!} />,
			full: (row) => table.names[rows[row]!]!,
		},
		...costs("own", `${metric.name} of its own code, and of code outside components that it calls`),
		...costs("inclusive", `${metric.name} with the other components that it calls`),
		...(calls
			? [
					{
						id: "calls",
						title: "calls",
						width: 92,
						hint: "calls from other components",
						render: (row: number) => count(Number(at(calls, rows[row]!)) / run.runs),
					},
				]
			: []),
	];
}

function cellsOf(
	table: ComponentTable,
	metric: { id: string; unit: string },
	rows: Int32Array,
): (string | number | bigint)[][] {
	const unit = metric.unit === "count" ? "" : `_${metric.unit}`;
	const cells = [...rows].map((row) => [
		table.names[row]!,
		at(table.own, row),
		at(table.inclusive, row),
		table.calls ? at(table.calls, row) : "",
	]);
	return [
		["component", `own_${metric.id}${unit}`, `inclusive_${metric.id}${unit}`, "calls"],
		...cells,
	];
}
