import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { at } from "../data/column.ts";
import { finder } from "../data/search.ts";
import { comparedCalls, comparedColumns, OneSided } from "../diff/columns.tsx";
import { Comparison } from "../diff/comparison.ts";
import { change, counted, exactly } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import { type Sort, sorted } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import type { ViewProps } from "../view/view.ts";
import { type ComponentTable, componentTable } from "./rows.ts";

/** The components of two runs; both have the tree and functions of both. */
interface Compared {
	comparison: Comparison;
	was: ComponentTable;
	is: ComponentTable;
}

/** What became of plugins, themes and packages. */
export function ComparedComponents(props: ViewProps): JSX.Element {
	const { state, go, metric, measure, measureBefore, decoded } = props;
	const compared = useMemo(() => compare(props), [measure, measureBefore, state.equal, decoded]);
	const [sort, setSort] = useState<Sort>({ column: "change", isDescending: true });
	const rows = useMemo(
		() => (compared ? rowsOf(compared, state.find, sort) : []),
		[compared, state.find, sort],
	);
	if (!compared) {
		return <p class="empty">Only one of both runs has {metric.name}.</p>;
	}
	return (
		<div class="view">
			<div class="view-bar">
				<span>{counted(rows.length, "component")}; the flame graph by component shows where</span>
				<CopyButton
					text={() => tsv(cellsOf(compared, rows))}
					title="Copy these components as tab-separated values"
				>
					Copy table
				</CopyButton>
			</div>
			<Table
				label={`Components by ${metric.name}`}
				columns={columnsOf(compared, rows)}
				rows={rows.length}
				selected={-1}
				sort={sort}
				onSort={setSort}
				onSelect={() => {}}
				onOpen={() => go({ view: "flame", by: "component", at: 0 })}
				empty={`No component’s name has “${state.find}” in it.`}
			/>
		</div>
	);
}

function compare(props: ViewProps): Compared | null {
	const comparison = Comparison.of(props);
	return (
		comparison && {
			comparison,
			was: componentTable(comparison.before, props.metric.id),
			is: componentTable(comparison.after, props.metric.id),
		}
	);
}

type Cost = "own" | "inclusive";

function changed({ comparison, was, is }: Compared, cost: Cost, row: number) {
	return comparison.change(at(is[cost], row), at(was[cost], row));
}

function rowsOf(compared: Compared, find: string, sort: Sort): number[] {
	const { was, is } = compared;
	const test = finder(find);
	const found = [...is.names.keys()].filter(
		(row) => (was.present[row] || is.present[row]) && (!test || test(is.names[row]!)),
	);
	const keys: Record<string, (row: number) => number | string> = {
		name: (row) => is.names[row]!,
		was: (row) => was.own.values[row]!,
		is: (row) => is.own.values[row]!,
		inclusive: (row) => Math.abs(Number(changed(compared, "inclusive", row))),
		calls: (row) => is.calls?.values[row] ?? 0,
	};
	const own = (row: number) => Math.abs(Number(changed(compared, "own", row)));
	return [...sorted(Int32Array.from(found), keys[sort.column] ?? own, sort.isDescending)];
}

function columnsOf(compared: Compared, rows: number[]): ColumnOfTable[] {
	const { comparison, was, is } = compared;
	const { unit } = comparison.metric;
	const inclusive = (row: number) => changed(compared, "inclusive", rows[row]!);
	return [
		{
			id: "name",
			title: "component",
			isText: true,
			render: (row) => (
				<span class="twig">
					<OneSided state={stateOf(compared, rows[row]!)} />
					<Name name={is.names[rows[row]!]!} />
				</span>
			),
			full: (row) => is.names[rows[row]!]!,
		},
		...comparedColumns(
			comparison,
			"own",
			{ was: (row) => at(was.own, rows[row]!), is: (row) => at(is.own, rows[row]!) },
			rows.length,
		),
		{
			id: "inclusive",
			title: "incl. change",
			width: 104,
			from: 960,
			hint: `${comparison.metric.name} with the other components that it calls`,
			render: (row) => change(inclusive(row), unit),
			full: (row) => exactly(inclusive(row), unit),
		},
		...comparedCalls(
			comparison.before,
			comparison.after,
			{ was: was.calls, is: is.calls },
			(row) => rows[row]!,
		),
	];
}

/** Only one of the runs has code of it. */
function stateOf({ was, is }: Compared, row: number): "" | "new" | "gone" {
	const [isBefore, isAfter] = [was, is].map(({ calls, own, inclusive, present }) =>
		calls ? calls.values[row] !== 0 : present[row] && (own.values[row] || inclusive.values[row]),
	);
	return !isBefore === !isAfter ? "" : isAfter ? "new" : "gone";
}

function cellsOf(compared: Compared, rows: number[]): (string | number | bigint)[][] {
	const { comparison, was, is } = compared;
	const { id, unit } = comparison.metric;
	const column = (when: string) => `${when}_${id}${unit === "count" ? "" : `_${unit}`}`;
	return [
		[
			"component",
			column("own_before"),
			column("own_after"),
			column("own_change"),
			column("inclusive_change"),
		],
		...rows.map((row) => [
			is.names[row]!,
			String(comparison.was(at(was.own, row))),
			String(comparison.is(at(is.own, row))),
			String(changed(compared, "own", row)),
			String(changed(compared, "inclusive", row)),
		]),
	];
}
