import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { finder } from "../data/search.ts";
import { ComparedFunctions } from "../diff/view.tsx";
import { count, counted } from "../look/units.ts";
import { CopyButton } from "../table/copy.tsx";
import { useMeasures } from "../table/measures.ts";
import type { Sort } from "../table/order.ts";
import { Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import type { ViewProps } from "../view/view.ts";
import { columnsOf } from "./columns.tsx";
import { FUNCTION_METRICS, functionCells, functionRows, functionTable } from "./rows.ts";

/** All functions: what screen readers get of a run. */
export function FunctionsView(props: ViewProps): JSX.Element {
	return props.measureBefore ? <ComparedFunctions {...props} /> : <Functions {...props} />;
}

function Functions(props: ViewProps): JSX.Element {
	const { run, state, go, metric, selected } = props;
	const isReady = useMeasures(props, FUNCTION_METRICS);
	const [sort, setSort] = useState<Sort>({ column: "own", isDescending: true });
	const table = useMemo(
		() => (isReady ? functionTable(run, metric.id) : null),
		[run, metric.id, isReady, props.decoded],
	);
	const rows = useMemo(
		() => (table ? functionRows(run, table, matcher(props), sort) : new Int32Array(0)),
		[table, state.find, sort],
	);
	const row = useMemo(() => rows.indexOf(selected), [rows, selected]);
	const columns = useMemo(
		() => (table ? columnsOf({ props, table, rows }) : []),
		[table, rows, metric],
	);

	props.stepper.step = (by) => {
		const next = row < 0 ? (by > 0 ? 0 : rows.length - 1) : (row + by + rows.length) % rows.length;
		if (rows.length > 0) {
			go({ fn: run.functions.name(rows[next]!) }, "replace");
		}
	};

	return (
		<div class="view">
			<div class="view-bar">
				<span>
					{rows.length < run.functions.count ? `${count(rows.length)} of ` : ""}
					{counted(run.functions.count, "function")}
				</span>
				<CopyButton
					text={() => (table ? tsv(functionCells(run, table, metric, rows)) : "")}
					title="Copy these functions as tab-separated values"
				>
					Copy table
				</CopyButton>
			</div>
			<Table
				label={`Functions by ${metric.name}`}
				columns={columns}
				rows={rows.length}
				selected={row}
				sort={sort}
				onSort={setSort}
				onSelect={(i) => go({ fn: run.functions.name(rows[i]!) }, "replace")}
				onOpen={(i) => go({ fn: run.functions.name(rows[i]!), view: "callers" })}
				empty={isReady ? `No function's name or file has “${state.find}” in it.` : ""}
			/>
		</div>
	);
}

/** The search has looked at all names; the files are looked at here, each once. */
function matcher({ run, state, matches }: ViewProps): (label: number) => boolean {
	const test = finder(state.find);
	if (!test) {
		return () => true;
	}
	const files = new Map<string, boolean>();
	return (label) => {
		if (matches.isMatch[label] === 1) {
			return true;
		}
		const file = run.functions.file(label) ?? "";
		let isFound = files.get(file);
		if (isFound === undefined) {
			isFound = test(file);
			files.set(file, isFound);
		}
		return isFound;
	};
}
