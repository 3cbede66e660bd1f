import "./diff.css";
import { useMemo, useState } from "preact/hooks";
import type { Metric } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { finder } from "../data/search.ts";
import { amount, change, count, counted, exactly } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import type { Sort } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import type { ViewProps } from "../view/view.ts";
import { type Change, changesOf } from "./changes.ts";
import { ChangeBar, callsBetween, OneSided } from "./columns.tsx";
import { Comparison } from "./comparison.ts";
import { useMedians } from "./medians.ts";

/** Of a diff: what became of each function. */
export function ChangesView(props: ViewProps) {
	return <Changed {...props} isAll={false} />;
}

/** Of a diff: all functions before and after. */
export function ComparedFunctions(props: ViewProps) {
	return <Changed {...props} isAll />;
}

function Changed(props: ViewProps & { isAll: boolean }) {
	const { run, go, state, selected, metric, measure, measureBefore, decoded, isAll } = props;
	const comparison = useMemo(
		() => Comparison.of(props),
		[measure, measureBefore, state.equal, decoded],
	);
	const medians = useMedians(props);
	const [sort, setSort] = useState<Sort>({ column: "own", isDescending: true });
	const all = useMemo(
		() => (comparison ? changesOf(comparison, medians, isAll) : []),
		[comparison, medians, isAll],
	);
	const rows = useMemo(() => order(props, all, sort), [all, sort, state.find]);
	if (!comparison) {
		return <p class="empty">Only one of both runs has {metric.name}.</p>;
	}
	const columns = columnsOf(props, rows, medians?.hasIntervals ?? false);
	props.stepper.step = (by) => {
		const at = rows.findIndex(({ label }) => label === selected);
		const next = rows[(Math.max(at, by < 0 ? 0 : -1) + by + rows.length) % rows.length];
		if (next) {
			go({ fn: run.functions.name(next.label) }, "replace");
		}
	};
	return (
		<div class="view">
			<div class="view-bar">
				<span>
					{isAll ? counted(rows.length, "function") : `${count(rows.length)} functions changed`}
					{medians ? `: ${props.report.change?.basis}` : run.runs > 1 ? ": averages of runs" : ""}
				</span>
				<CopyButton text={() => tsv(cells(props, rows))} title="Copy as tab-separated values">
					Copy table
				</CopyButton>
			</div>
			<Table
				label={isAll ? `Functions by ${metric.name}` : `Changes of ${metric.name}`}
				columns={columns}
				rows={rows.length}
				selected={rows.findIndex(({ label }) => label === selected)}
				sort={sort}
				onSort={setSort}
				onSelect={(row) => go({ fn: run.functions.name(rows[row]!.label) }, "replace")}
				onOpen={(row) => go({ fn: run.functions.name(rows[row]!.label), view: "callers" })}
				empty="Nothing changed."
			/>
		</div>
	);
}

function order({ run, state }: ViewProps, all: Change[], sort: Sort): Change[] {
	const test = finder(state.find);
	const rows = all.filter(({ label }) => !test || test(run.functions.name(label)));
	const keys: Record<string, (row: Change) => number> = {
		own: (row) => Math.abs(Number(row.own)),
		was: (row) => Number(row.was),
		is: (row) => Number(row.is),
		inclusive: (row) => Math.abs(Number(row.inclusive)),
		inclusiveWas: (row) => Number(row.inclusiveWas),
		inclusiveIs: (row) => Number(row.inclusiveIs),
		calls: (row) => Math.abs(row.callsAfter - row.callsBefore),
	};
	const key = keys[sort.column];
	const sign = sort.isDescending ? -1 : 1;
	return rows.sort((a, b) =>
		key
			? sign * (key(a) - key(b))
			: sign * (run.functions.name(a.label) < run.functions.name(b.label) ? -1 : 1),
	);
}

function columnsOf(
	{ run, metric }: ViewProps,
	rows: Change[],
	hasIntervals: boolean,
): ColumnOfTable[] {
	const { unit } = metric;
	const number = (
		id: "was" | "is" | "inclusiveWas" | "inclusiveIs",
		title: string,
		from: 960 | 1200 = 960,
	): ColumnOfTable => ({
		id,
		title,
		width: 92,
		from,
		render: (row) => amount(rows[row]![id], unit),
		full: (row) => exactly(rows[row]![id], unit),
	});
	return [
		nameColumn(run, rows),
		ownColumn(rows, unit),
		...(hasIntervals ? [noiseColumn(rows, unit)] : []),
		number("was", "own before"),
		number("is", "own after"),
		{
			id: "inclusive",
			title: "incl. change",
			width: 104,
			render: (row) => change(rows[row]!.inclusive, unit),
			full: (row) => exactly(rows[row]!.inclusive, unit),
		},
		number("inclusiveWas", "incl. before", 1200),
		number("inclusiveIs", "incl. after", 1200),
		...(run.calls() ? [callsColumn(rows)] : []),
	];
}

function nameColumn({ functions }: Run, rows: Change[]): ColumnOfTable {
	return {
		id: "name",
		title: "function",
		isText: true,
		render: (row) => (
			<span class="twig">
				<OneSided state={rows[row]!.state} />
				<Name name={functions.name(rows[row]!.label)} />
			</span>
		),
		full: (row) => functions.name(rows[row]!.label),
	};
}

function ownColumn(rows: Change[], unit: Metric["unit"]): ColumnOfTable {
	const most = Math.max(...rows.slice(0, 1).map(({ own }) => Math.abs(Number(own))), 1);
	return {
		id: "own",
		title: "own change",
		width: 190,
		render: (row) => {
			const { own } = rows[row]!;
			return <ChangeBar value={Number(own)} most={most} text={change(own, unit)} />;
		},
		full: (row) => exactly(rows[row]!.own, unit),
	};
}

function callsColumn(rows: Change[]): ColumnOfTable {
	return {
		id: "calls",
		title: "calls",
		width: 140,
		render: (row) => callsBetween(rows[row]!.callsBefore, rows[row]!.callsAfter),
	};
}

function noiseColumn(rows: Change[], unit: Metric["unit"]): ColumnOfTable {
	const between = "the change of the median lies between these, of the 200 greatest changes";
	return {
		id: "noise",
		title: "95 % between",
		width: 170,
		isUnsorted: true,
		hint: `${between}; “cannot tell” where it may be none`,
		render: (row) => noiseText(rows[row]!, unit),
	};
}

function noiseText({ interval, isNoise }: Change, unit: Metric["unit"]): string {
	if (!interval) {
		return "";
	}
	return isNoise ? "cannot tell" : `${change(interval[0], unit)} … ${change(interval[1], unit)}`;
}

function cells({ run, metric }: ViewProps, rows: Change[]): string[][] {
	const head = ["function", "own change", "own before", "own after", "inclusive change"];
	const unit = metric.unit === "count" ? "" : ` (${metric.unit})`;
	return [
		head.map((title, index) => (index === 0 ? title : title + unit)),
		...rows.map((row) => [
			run.functions.name(row.label),
			...[row.own, row.was, row.is, row.inclusive].map(String),
		]),
	];
}
