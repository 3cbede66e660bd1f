import "./source.css";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { place } from "../look/names.ts";
import { amount, count, counted, percent } from "../look/units.ts";
import { greatest, Name, Share } from "../table/cells.tsx";
import { nameColumn } from "../table/columns.tsx";
import { useMeasures } from "../table/measures.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { useLoaded } from "../view/loaded.tsx";
import type { ViewProps } from "../view/view.ts";
import { costliest, type Lines, linesOfFunction, loadLines, type Shown } from "./load.ts";

/** What each line cost: of the selected function with its source, else the costliest lines of the run. */
export function SourceView(props: ViewProps): JSX.Element {
	const { run, selected } = props;
	const [lines, waiting] = useLoaded(() => loadLines(run), [run]);
	const isReady = useMeasures(props, ["wall"]);
	if (!lines || !isReady) {
		return waiting;
	}
	return selected >= 0 ? (
		<OfFunction {...props} lines={lines} key={selected} />
	) : (
		<OfRun {...props} lines={lines} />
	);
}

type Props = ViewProps & { lines: Lines };

function OfFunction(props: Props): JSX.Element {
	const { run, selected, lines, go } = props;
	const rows = useMemo(() => linesOfFunction(lines, selected), [lines, selected]);
	const cost = lines.own ?? lines.inclusive;
	const [cursor, setCursor] = useState(() => {
		const costs = rows.map(({ row }) => (row < 0 ? -1 : cost[row]!));
		return costs.indexOf(Math.max(...costs));
	});
	const code = lines.code.get(selected);
	const columns = columnsOf(
		props,
		(i) => rows[i]!.row,
		run.sums("wall").inclusive.values[selected]!,
		"of the function",
	);
	return (
		<div class="view">
			<div class="view-bar">
				<span>{noteOf(rows, code?.note, code !== undefined && code.lines.length > 0)}</span>
				<button type="button" class="quiet" onClick={() => go({ fn: "" })}>
					costliest lines of the run
				</button>
			</div>
			<Table
				label="Lines"
				columns={[
					...columns,
					{ id: "line", title: "line", width: 64, render: (i) => rows[i]!.line },
					{
						id: "code",
						title: "source",
						isText: true,
						render: (i) => <code class="code">{rows[i]!.text}</code>,
						full: (i) => rows[i]!.text.trim(),
					},
				]}
				items={[...rows.keys()]}
				selected={cursor}
				onSelect={setCursor}
			/>
		</div>
	);
}

function noteOf(rows: Shown[], note: string | undefined, hasCode: boolean): JSX.Element {
	if (note) {
		return <span style="color:var(--warn)">⚠ {note}</span>;
	}
	if (hasCode) {
		return <>The source when the report was made.</>;
	}
	return rows.length === 0 ? (
		<>It has no lines.</>
	) : (
		<>
			The source is not in this report: <code>xhprof report RUN --source</code> puts it in.
		</>
	);
}

function OfRun(props: Props): JSX.Element {
	const { run, lines, state, go, matches } = props;
	const rows = useMemo(
		() => costliest(lines, (label) => state.find === "" || matches.isMatch[label] === 1),
		[lines, matches],
	);
	const { functions } = run;
	const label = (row: number) => lines.label[row]!;
	const name = (row: number) => functions.name(label(row));
	const columns = columnsOf(props, (row) => row, Number(run.total("wall")), "of the run");
	return (
		<div class="view">
			<div class="view-bar">
				<span>{counted(rows.length, "line")}, the costliest first</span>
			</div>
			<Table
				label="Most expensive lines"
				columns={[
					nameColumn("function", name),
					{
						id: "place",
						title: "line",
						width: 260,
						isText: true,
						render: (row) => (
							<Name name={place(functions.shortFile(label(row)), lines.line[row]!)} />
						),
						full: (row) => place(functions.file(label(row)), lines.line[row]!),
					},
					...columns,
				]}
				items={rows}
				selected={-1}
				onSelect={(row) => go({ fn: name(row) })}
			/>
		</div>
	);
}

/** By item of the table the line's own row, -1 for none. */
type RowOf = (i: number) => number;

/** The numbers of lines, as a table shows them. */
function columnsOf(props: Props, rowOf: RowOf, whole: number, ofWhat: string): ColumnOfTable[] {
	const isSampled = props.run.header.kind === "samples";
	return [
		...(isSampled ? [] : hitColumns(props, rowOf)),
		...costColumns(props, rowOf, whole, ofWhat),
	];
}

/** A line without a row of its own has an empty cell. */
function cell(rowOf: RowOf, text: (row: number) => JSX.Element | string): ColumnOfTable["render"] {
	return (i) => (rowOf(i) < 0 ? "" : text(rowOf(i)));
}

function hitColumns({ run, lines }: Props, rowOf: RowOf): ColumnOfTable[] {
	const { inclusive, calls } = lines;
	const each = (row: number) => amount(inclusive[row]! / calls[row]!, "ns");
	return [
		{
			id: "hits",
			title: "hits",
			width: 84,
			render: cell(rowOf, (row) => count(calls[row]! / run.runs)),
		},
		{
			id: "each",
			title: "each",
			width: 80,
			render: cell(rowOf, (row) => (calls[row] ? each(row) : "")),
		},
	];
}

function costColumns(
	{ run, lines }: Props,
	rowOf: RowOf,
	whole: number,
	ofWhat: string,
): ColumnOfTable[] {
	const { own, inclusive } = lines;
	const time = (ns: number) => (ns === 0 ? "" : amount(ns / run.runs, "ns"));
	const most = greatest(own ?? inclusive);
	const share = (ns: number) => <Share value={ns} most={most} text={percent(ns, whole)} />;
	const columns: ColumnOfTable[] = [];
	if (own) {
		columns.push(
			{
				id: "ownpart",
				title: "own %",
				width: 140,
				hint: `without PHP code that it calls, ${ofWhat}`,
				render: cell(rowOf, (row) => (own[row] ? share(own[row]!) : "")),
			},
			{ id: "own", title: "own", width: 80, render: cell(rowOf, (row) => time(own[row]!)) },
		);
	}
	columns.push(
		{
			id: "inclusivepart",
			title: own ? "inclusive %" : "%",
			width: own ? 92 : 140,
			hint: `with what it calls, ${ofWhat}`,
			render: cell(rowOf, (row) =>
				own ? percent(inclusive[row]!, whole) : share(inclusive[row]!),
			),
		},
		{
			id: "inclusive",
			title: "inclusive",
			width: 84,
			render: cell(rowOf, (row) => time(inclusive[row]!)),
		},
	);
	return columns;
}
