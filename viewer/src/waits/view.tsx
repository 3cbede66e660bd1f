import "../queries/queries.css";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { chosen } from "../axis/part.ts";
import { finder } from "../data/search.ts";
import { shareError } from "../data/share-error.ts";
import { amount, count, counted, errorText, exactly, percent } from "../look/units.ts";
import { Value } from "../table/cells.tsx";
import { shareColumn } from "../table/columns.tsx";
import { List } from "../table/list.tsx";
import { useMeasures } from "../table/measures.ts";
import { rowsWhere } from "../table/order.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import type { ViewProps } from "../view/view.ts";
import { sumOf, type WaitRow, waitRows } from "./rows.ts";

/** Of samples: the wall time by what was waited for. */
export function WaitsView(props: ViewProps): JSX.Element {
	const { run, state, go, selected } = props;
	const isReady = useMeasures(props, ["wall", "samples"]);
	const isPart = chosen(state, 1) !== null;
	const all = useMemo(
		() => (isReady ? waitRows(run, isPart) : []),
		[run, isReady, isPart, props.decoded],
	);
	const found = useMemo(() => {
		const test = finder(state.find);
		return rowsWhere(all.length, (row) => !test || test(all[row]!.name));
	}, [all, state.find]);
	const waits = all.filter(({ label }) => label >= 0);
	const show = (row: number, view: string, how?: "replace") => {
		const { label } = all[row]!;
		label >= 0 && go({ fn: run.functions.name(label), view }, how);
	};
	return (
		<div class="view">
			<List
				label="Waits by wall time"
				what="waits"
				said={`${counted(waits.length, "wait")}, ${percent(sumOf(waits), sumOf(all))} of the wall time`}
				cells={(rows) => [
					["wait", "wall_ns", "weight"],
					...Array.from(rows, (row) => [all[row]!.name, all[row]!.wall, all[row]!.weight ?? ""]),
				]}
				columns={columnsOf(props, all)}
				items={found}
				sortedBy="wall"
				selected={all.findIndex(({ label }) => label >= 0 && label === selected)}
				onSelect={(row) => show(row, "waits", "replace")}
				onOpen={(row) => show(row, "callers")}
				empty={isReady ? `No wait’s name has “${state.find}” in it.` : ""}
			/>
		</div>
	);
}

/** Of a table whose items are places in `all`. */
function columnsOf({ run }: ViewProps, all: WaitRow[]): ColumnOfTable[] {
	const whole = sumOf(all);
	const values = Float64Array.from(all, ({ wall }) => wall);
	const columns: ColumnOfTable[] = [
		{
			id: "name",
			title: "waits for",
			isText: true,
			key: (row) => all[row]!.name,
			render: (row) => <span class="query-text">{all[row]!.name}</span>,
			full: (row) => all[row]!.name,
		},
		shareColumn({ values, exact: null }, whole, {
			id: "part",
			title: "wall %",
			width: 196,
			more: (row) => {
				const { wall: part, label } = all[row]!;
				return errorText(shareError(run, "wall", { part, whole, label, column: "own" }));
			},
		}),
		{
			id: "wall",
			title: "wall time",
			width: 92,
			key: (row) => values[row]!,
			render: (row) => <Value value={values[row]!} text={amount(values[row]!, "ns")} />,
			full: (row) => exactly(values[row]!, "ns"),
		},
	];
	if (all.some(({ weight }) => weight !== null)) {
		columns.push({
			id: "weight",
			title: "weight",
			width: 92,
			key: (row) => all[row]!.weight ?? 0,
			render: (row) => count(all[row]!.weight ?? 0),
		});
	}
	return columns;
}
