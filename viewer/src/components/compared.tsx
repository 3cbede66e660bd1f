import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { at } from "../data/column.ts";
import { finder } from "../data/search.ts";
import {
	comparedCalls,
	comparedColumns,
	costsOf,
	type OneSide,
	OnlyOne,
	sidedNameColumn,
	sideOf,
} from "../diff/columns.tsx";
import { type Comparison, useComparison } from "../diff/comparison.ts";
import { change, counted, exactly } from "../look/units.ts";
import { List } from "../table/list.tsx";
import { rowsWhere } from "../table/order.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import { type Cell, headOf } from "../table/tsv.ts";
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
	const { state, go, metric, decoded } = props;
	const comparison = useComparison(props);
	const compared = useMemo(() => comparison && compare(comparison), [comparison, decoded]);
	const found = useMemo(() => compared && foundIn(compared, state.find), [compared, state.find]);
	if (!compared || !found) {
		return <OnlyOne metric={metric} />;
	}
	return (
		<div class="view">
			<List
				label={`Components by ${metric.name}`}
				what="components"
				said={`${counted(found.length, "component")}; the flame graph by component shows where`}
				cells={(rows) => cellsOf(compared, rows)}
				columns={columnsOf(compared, found)}
				items={found}
				sortedBy="change"
				selected={-1}
				onSelect={() => {}}
				onOpen={() => go({ view: "flame", by: "component", at: 0 })}
				empty={`No component’s name has “${state.find}” in it.`}
			/>
		</div>
	);
}

function compare(comparison: Comparison): Compared {
	const [was, is] = [comparison.before, comparison.after].map((run) =>
		componentTable(run, comparison.metric.id),
	) as [ComponentTable, ComponentTable];
	return { comparison, was, is };
}

type Cost = "own" | "inclusive";

function changed({ comparison, was, is }: Compared, cost: Cost, row: number) {
	return comparison.change(at(is[cost], row), at(was[cost], row));
}

function foundIn({ was, is }: Compared, find: string): Int32Array<ArrayBuffer> {
	const test = finder(find);
	const isThere = (row: number) => was.present[row] === 1 || is.present[row] === 1;
	return rowsWhere(is.names.length, (row) => isThere(row) && (!test || test(is.names[row]!)));
}

function columnsOf(compared: Compared, rows: Int32Array): ColumnOfTable[] {
	const { comparison, was, is } = compared;
	const { unit } = comparison.metric;
	const inclusive = (row: number) => changed(compared, "inclusive", row);
	return [
		sidedNameColumn(
			"component",
			(row) => is.names[row]!,
			(row) => stateOf(compared, row),
		),
		...comparedColumns(comparison, "own", costsOf(was.own, is.own), rows),
		{
			id: "inclusive",
			title: "incl. change",
			width: 104,
			from: 960,
			hint: `${comparison.metric.name} with the other components that it calls`,
			key: (row) => Math.abs(Number(inclusive(row))),
			render: (row) => change(inclusive(row), unit),
			full: (row) => exactly(inclusive(row), unit),
		},
		...comparedCalls(comparison, { was: was.calls, is: is.calls }),
	];
}

/** Only one of the runs has code of it. */
function stateOf({ was, is }: Compared, row: number): OneSide {
	const isIn = ({ calls, own, inclusive, present }: ComponentTable) =>
		calls
			? calls.values[row] !== 0
			: present[row] === 1 && (own.values[row] !== 0 || inclusive.values[row] !== 0);
	return sideOf(isIn(was), isIn(is));
}

function cellsOf(compared: Compared, rows: Int32Array): Cell[][] {
	const { comparison, was, is } = compared;
	const costs = ["own_before", "own_after", "own_change", "inclusive_change"];
	return [
		["component", ...costs.map((cost) => headOf(cost, comparison.metric))],
		...Array.from(rows, (row) => [
			is.names[row]!,
			comparison.was(at(was.own, row)),
			comparison.is(at(is.own, row)),
			changed(compared, "own", row),
			changed(compared, "inclusive", row),
		]),
	];
}
