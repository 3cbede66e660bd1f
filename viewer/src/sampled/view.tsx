import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { finder } from "../data/search.ts";
import { count, counted, percent, quantity } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import { rowsWhere, type Sort, sorted } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import type { ViewProps } from "../view/view.ts";
import { type Distortion, loadDistortion, ratioOf } from "./load.ts";

/** What recording all calls distorts: by function, beside samples of the same run. */
export function SampledView(props: ViewProps): JSX.Element {
	const { run } = props;
	const [all, setAll] = useState<Distortion | string | null>(null);
	useEffect(() => {
		loadDistortion(run).then(setAll, (error: Error) => setAll(error.message));
	}, [run]);
	if (typeof all === "string") {
		return <p class="view-note">{all}</p>;
	}
	return all ? <Shares {...props} all={all} /> : <div class="view" />;
}

function Shares({ state, go, all }: ViewProps & { all: Distortion }): JSX.Element {
	const [sort, setSort] = useState<Sort>({ column: "", isDescending: false });
	const columns = columnsOf(all);
	const rows = useMemo(() => {
		const test = finder(state.find);
		const isFound = (row: number) => !test || test(all.name[row]!);
		const found = rowsWhere(all.name.length, isFound);
		const key = columns.find(({ id }) => id === sort.column)?.key;
		return key ? sorted(found, key, sort.isDescending) : found;
	}, [all, state.find, sort]);
	const distorted = all.distorted.reduce((sum, one) => sum + one, 0);
	return (
		<div class="view">
			<div class="view-bar">
				<span>
					{distorted === 0
						? "No function’s"
						: distorted === 1
							? "1 function’s"
							: `${count(distorted)} functions’`}{" "}
					share of {all.clock} time differs from that in {counted(all.samples, "sample")} by more
					than chance
					{all.profiler > 0 && `; ${percent(all.profiler, 1e6)} more were in the profiler`}
				</span>
				<CopyButton
					text={() =>
						tsv([
							columns.map(({ id }) => id),
							...[...rows].map((row) => columns.map(({ key }) => key(row))),
						])
					}
					title="Copy these functions as tab-separated values; shares in millionths"
				>
					Copy table
				</CopyButton>
			</div>
			<Table
				label="Recorded and sampled shares"
				columns={columns.map((column) => ({
					...column,
					render: (i) => column.render(rows[i]!),
					full: (i) => column.full?.(rows[i]!) ?? "",
				}))}
				rows={rows.length}
				selected={rows.findIndex((row) => all.name[row] === state.fn)}
				sort={sort}
				onSort={setSort}
				onSelect={(i) => go({ fn: all.name[rows[i]!]! }, "replace")}
				onOpen={(i) => go({ fn: all.name[rows[i]!]!, view: "callers" })}
				empty={`No function’s name has “${state.find}” in it.`}
			/>
		</div>
	);
}

type Column = ColumnOfTable & { key(row: number): number | string };

function columnsOf(all: Distortion): Column[] {
	const share = (id: "traced" | "without" | "sampled", rest: Partial<Column>): Column => ({
		id,
		title: id,
		width: 84,
		key: (row) => all[id][row]!,
		render: (row) => (all[id][row]! < 0 ? "" : percent(all[id][row]!, 1e6)),
		...rest,
	});
	return [
		{
			id: "function",
			title: "function",
			isText: true,
			key: (row) => all.name[row]!,
			render: (row) => <Name name={all.name[row]!} isFound={all.distorted[row] === 1} />,
			full: (row) => all.name[row]!,
		},
		share("traced", { hint: "own time as recorded, with the profiler’s overhead" }),
		share("without", {
			hint: "without the profiler’s overhead of each call",
		}),
		share("sampled", { hint: "own time in the samples" }),
		{
			id: "high",
			title: "95 % between",
			width: 140,
			hint: "the true share lies between these in 95 of 100 runs",
			key: (row) => all.high[row]!,
			render: (row) => `${percent(all.low[row]!, 1e6)} … ${percent(all.high[row]!, 1e6)}`,
		},
		{
			id: "ratio",
			title: "ratio",
			width: 84,
			hint: "the run’s share divided by the sampled one; marked where chance does not explain it",
			key: (row) => ratioOf(all, row) || 0,
			render: (row) => {
				const ratio = ratioOf(all, row);
				const text = Number.isNaN(ratio) ? "" : `× ${quantity(ratio)}`;
				return all.distorted[row] ? <b style="color:var(--warn)">⚠ {text}</b> : text;
			},
		},
		{
			id: "calls",
			title: "calls",
			width: 92,
			from: 960,
			key: (row) => all.calls[row]!,
			render: (row) => count(all.calls[row]!),
		},
	];
}
