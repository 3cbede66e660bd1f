import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { at } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { finder } from "../data/search.ts";
import { shareError } from "../data/share-error.ts";
import { counted, errorText } from "../look/units.ts";
import { callsColumn, costColumn, nameColumn, shareColumn } from "../table/columns.tsx";
import { List } from "../table/list.tsx";
import { useMeasures } from "../table/measures.ts";
import { rowsWhere } from "../table/order.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import { type Cell, headOf } from "../table/tsv.ts";
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
	const table = useMemo(
		() => (isReady ? componentTable(run, metric.id) : null),
		[run, metric.id, isReady, props.decoded],
	);
	const found = useMemo(() => {
		const test = finder(state.find);
		const isFound = (row: number) =>
			table!.present[row] === 1 && (!test || test(table!.names[row]!));
		return rowsWhere(table?.names.length ?? 0, isFound);
	}, [table, state.find]);
	const hasCodeOfFiles = useMemo(() => hasCalls(run, "run_init::"), [run]);
	return (
		<div class="view">
			<List
				label={`Components by ${metric.name}`}
				what="components"
				said={`${counted(found.length, "component")}; the flame graph by component shows where`}
				cells={(rows) => (table ? cellsOf(table, props, rows) : [])}
				columns={table ? columnsOf(props, table) : []}
				items={found}
				sortedBy="own"
				selected={-1}
				onSelect={() => {}}
				onOpen={() => go({ view: "flame", by: "component", at: 0 })}
				empty={isReady ? `No component’s name has “${state.find}” in it.` : ""}
			>
				{!hasCodeOfFiles && (
					<span class="hint">
						without run_init, code of a template counts for the function that includes it
					</span>
				)}
			</List>
		</div>
	);
}

function columnsOf({ run, metric }: ViewProps, table: ComponentTable): ColumnOfTable[] {
	const whole = run.total(metric.id);
	const costs = (id: "own" | "inclusive", hint: string): ColumnOfTable[] => [
		shareColumn(table[id], whole, {
			id: `${id}part`,
			title: `${id} %`,
			width: id === "own" ? 196 : 120,
			hint,
			hasBar: id === "own",
			more: (row) => errorText(shareError(run, metric.id, { part: at(table[id], row), whole })),
		}),
		costColumn(run, metric, table[id], { id, hint }),
	];
	return [
		nameColumn("component", (row) => table.names[row]!),
		...costs("own", `${metric.name} of its own code, and of code outside components that it calls`),
		...costs("inclusive", `${metric.name} with the other components that it calls`),
		...callsColumn(run, table.calls, "calls from other components"),
	];
}

function cellsOf(table: ComponentTable, { metric }: ViewProps, rows: Int32Array): Cell[][] {
	return [
		["component", headOf("own", metric), headOf("inclusive", metric), "calls"],
		...Array.from(rows, (row) => [
			table.names[row]!,
			at(table.own, row),
			at(table.inclusive, row),
			table.calls ? at(table.calls, row) : "",
		]),
	];
}
