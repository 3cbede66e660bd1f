import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { finder } from "../data/search.ts";
import { count, counted, percent, quantity } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { List } from "../table/list.tsx";
import { rowsWhere } from "../table/order.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import { useLoaded } from "../view/loaded.tsx";
import type { ViewProps } from "../view/view.ts";
import { type Distortion, loadDistortion, ratioOf } from "./load.ts";

/** What recording all calls distorts: by function, beside samples of the same run. */
export function SampledView(props: ViewProps): JSX.Element {
	const [all, waiting] = useLoaded(() => loadDistortion(props.run), [props.run]);
	return all ? <Shares {...props} all={all} /> : waiting;
}

function Shares({ state, go, all }: ViewProps & { all: Distortion }): JSX.Element {
	const columns = columnsOf(all);
	const found = useMemo(() => {
		const test = finder(state.find);
		return rowsWhere(all.name.length, (row) => !test || test(all.name[row]!));
	}, [all, state.find]);
	return (
		<div class="view">
			<List
				label="Recorded and sampled shares"
				what="functions, with shares in millionths,"
				said={saidOf(all)}
				cells={(rows) => [
					columns.map(({ id }) => id),
					...Array.from(rows, (row) => columns.map(({ key }) => key(row))),
				]}
				columns={columns}
				items={found}
				sortedBy=""
				selected={all.name.indexOf(state.fn)}
				onSelect={(row) => go({ fn: all.name[row]! }, "replace")}
				onOpen={(row) => go({ fn: all.name[row]!, view: "callers" })}
				empty={`No function’s name has “${state.find}” in it.`}
			/>
		</div>
	);
}

function saidOf({ distorted, clock, samples, profiler }: Distortion): string {
	const number = distorted.reduce((sum, one) => sum + one, 0);
	const whose =
		number === 0 ? "No function’s" : number === 1 ? "1 function’s" : `${count(number)} functions’`;
	const differs = `share of ${clock} time differs from that in ${counted(samples, "sample")}`;
	const rest = profiler > 0 ? `; ${percent(profiler, 1e6)} more were in the profiler` : "";
	return `${whose} ${differs} by more than chance${rest}`;
}

type Column = ColumnOfTable & Required<Pick<ColumnOfTable, "key">>;

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
