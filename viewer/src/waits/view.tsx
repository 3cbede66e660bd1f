import "../queries/queries.css";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { chosen } from "../axis/part.ts";
import { finder } from "../data/search.ts";
import { shareError } from "../data/share-error.ts";
import { amount, count, counted, errorText, exactly, percent } from "../look/units.ts";
import { Share, Value } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import { useMeasures } from "../table/measures.ts";
import type { Sort } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import type { ViewProps } from "../view/view.ts";
import { sumOf, type WaitRow, waitRows } from "./rows.ts";

/** Of samples: the wall time by what was waited for. */
export function WaitsView(props: ViewProps): JSX.Element {
	const { run, state, go, selected } = props;
	const isReady = useMeasures(props, ["wall", "samples"]);
	const isPart = chosen(state, 1) !== null;
	const [sort, setSort] = useState<Sort>({ column: "wall", isDescending: true });
	const all = useMemo(
		() => (isReady ? waitRows(run, isPart) : []),
		[run, isReady, isPart, props.decoded],
	);
	const rows = useMemo(() => order(all, state.find, sort), [all, state.find, sort]);
	const total = sumOf(all);
	const waits = all.filter(({ label }) => label >= 0);
	return (
		<div class="view">
			<div class="view-bar">
				<span>
					{counted(waits.length, "wait")}, {percent(sumOf(waits), total)} of the wall time
				</span>
				<CopyButton
					text={() => tsv(cellsOf(rows))}
					title="Copy these waits as tab-separated values"
				>
					Copy table
				</CopyButton>
			</div>
			<Table
				label="Waits by wall time"
				columns={columnsOf(props, rows, total)}
				rows={rows.length}
				selected={rows.findIndex(({ label }) => label >= 0 && label === selected)}
				sort={sort}
				onSort={setSort}
				onSelect={(row) => select(rows[row]!, "waits")}
				onOpen={(row) => select(rows[row]!, "callers")}
				empty={isReady ? `No wait’s name has “${state.find}” in it.` : ""}
			/>
		</div>
	);

	function select({ label }: WaitRow, view: string): void {
		if (label >= 0) {
			go({ fn: run.functions.name(label), view }, view === "waits" ? "replace" : undefined);
		}
	}
}

function order(all: WaitRow[], find: string, sort: Sort): WaitRow[] {
	const test = finder(find);
	const rows = all.filter(({ name }) => !test || test(name));
	const sign = sort.isDescending ? -1 : 1;
	const keys: Record<string, (row: WaitRow) => number> = {
		weight: ({ weight }) => weight ?? 0,
		wall: ({ wall }) => wall,
		part: ({ wall }) => wall,
	};
	const key = keys[sort.column];
	return rows.sort((a, b) => sign * (key ? key(a) - key(b) : a.name < b.name ? -1 : 1));
}

function columnsOf({ run }: ViewProps, rows: WaitRow[], total: number): ColumnOfTable[] {
	const most = Math.max(1, ...rows.map(({ wall }) => wall));
	const text = ({ wall, label }: WaitRow) =>
		percent(wall, total) +
		errorText(shareError(run, "wall", { part: wall, whole: total, label, column: "own" }));
	const columns: ColumnOfTable[] = [
		{
			id: "name",
			title: "waits for",
			isText: true,
			render: (row) => <span class="query-text">{rows[row]!.name}</span>,
			full: (row) => rows[row]!.name,
		},
		{
			id: "part",
			title: "wall %",
			width: 196,
			render: (row) => <Share value={rows[row]!.wall} most={most} text={text(rows[row]!)} />,
		},
		{
			id: "wall",
			title: "wall time",
			width: 92,
			render: (row) => <Value value={rows[row]!.wall} text={amount(rows[row]!.wall, "ns")} />,
			full: (row) => exactly(rows[row]!.wall, "ns"),
		},
	];
	if (rows.some(({ weight }) => weight !== null)) {
		columns.push({
			id: "weight",
			title: "weight",
			width: 92,
			render: (row) => count(rows[row]!.weight ?? 0),
		});
	}
	return columns;
}

function cellsOf(rows: WaitRow[]): (string | number)[][] {
	return [
		["wait", "wall_ns", "weight"],
		...rows.map(({ name, wall, weight }) => [name, wall, weight ?? ""]),
	];
}
