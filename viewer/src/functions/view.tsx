import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { at } from "../data/column.ts";
import type { ErrorColumn } from "../data/run.ts";
import { tester } from "../data/search.ts";
import { errorText, shareError } from "../data/share-error.ts";
import { ComparedFunctions } from "../diff/view.tsx";
import { place } from "../look/names.ts";
import { amount, count, counted, percent } from "../look/units.ts";
import { greatest, Name, Share, Value } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import { useMeasures } from "../table/measures.ts";
import type { Sort } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import { shown, shownExactly } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import { PlaceLink } from "./link.tsx";
import {
	FUNCTION_METRICS,
	type FunctionTable,
	functionCells,
	functionRows,
	functionTable,
} from "./rows.ts";

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
		() => (table ? columnsOf(props, table, rows) : []),
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
	const test = state.find === "" ? "" : tester(state.find);
	if (typeof test === "string") {
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

function columnsOf(props: ViewProps, table: FunctionTable, rows: Int32Array): ColumnOfTable[] {
	const { run, metric } = props;
	const { functions } = run;
	const cost = (id: "own" | "inclusive", label: number) => at(table[id], label);
	const most = greatest(table.own.values);
	const error = (column: ErrorColumn, label: number) => {
		const part = cost(column, label);
		return errorText(shareError(run, metric.id, { part, whole: table.total, label, column }));
	};
	const hasErrors = functions.count > 0 && error("own", 0) !== "";
	const costColumns = (id: "own" | "inclusive", title: string, hint: string): ColumnOfTable[] => [
		{
			id: `${id}part`,
			title: `${title} %`,
			width: (id === "own" ? 160 : 84) + (hasErrors ? 36 : 0),
			...(id === "inclusive" ? { from: 960 } : {}),
			hint,
			render: (row) => {
				const text = `${percent(cost(id, rows[row]!), table.total)}${error(id, rows[row]!)}`;
				return id === "own" ? <Share value={cost(id, rows[row]!)} most={most} text={text} /> : text;
			},
		},
		{
			id,
			title,
			width: 84,
			hint,
			render: (row) => (
				<Value value={cost(id, rows[row]!)} text={shown(run, metric, cost(id, rows[row]!))} />
			),
			full: (row) => shownExactly(run, metric, cost(id, rows[row]!)),
		},
	];
	const time = (id: "min" | "max", hint: string): ColumnOfTable => ({
		id,
		title: id,
		width: 80,
		from: 1200,
		hint,
		render: (row) => optional(table[id](rows[row]!), "ns"),
	});
	const columns: ColumnOfTable[] = [
		{
			id: "name",
			title: "function",
			isText: true,
			render: (row) => <Name name={functions.name(rows[row]!)} />,
			full: (row) => functions.name(rows[row]!),
		},
		...costColumns("own", "own", `${metric.name} of the function itself, without what it calls`),
		...costColumns(
			"inclusive",
			"inclusive",
			`${metric.name} with all that it calls; recursion counts once`,
		),
	];
	if (table.calls) {
		const { calls } = table;
		columns.push({
			id: "calls",
			title: "calls",
			width: 92,
			render: (row) => count(Number(at(calls, rows[row]!)) / run.runs),
		});
	}
	if (run.extras.aboveLongest) {
		columns.push(
			time("min", "wall time of the shortest call"),
			time("max", "wall time of the longest call"),
		);
	}
	if (table.memory) {
		const { memory } = table;
		const bytes = run.metric("memory");
		columns.push({
			id: "memory",
			title: "memory",
			width: 88,
			from: 1200,
			hint: "memory that the function itself grew by, all calls together",
			render: (row) => (
				<Value value={at(memory, rows[row]!)} text={shown(run, bytes, at(memory, rows[row]!))} />
			),
			full: (row) => shownExactly(run, bytes, at(memory, rows[row]!)),
		});
	}
	columns.push({
		id: "place",
		title: "file",
		width: 260,
		isText: true,
		from: 960,
		render: (row) => <PlaceLink functions={functions} label={rows[row]!} />,
		full: (row) => place(functions.file(rows[row]!), functions.line(rows[row]!)),
	});
	return columns;
}

function optional(value: number | null, unit: "ns"): string {
	return value === null ? "" : amount(value, unit);
}
