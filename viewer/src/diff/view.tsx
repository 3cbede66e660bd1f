import "./diff.css";
import { useMemo } from "preact/hooks";
import type { Metric } from "../data/header.ts";
import { finder } from "../data/search.ts";
import { amount, change, count, counted, exactly } from "../look/units.ts";
import { List } from "../table/list.tsx";
import { rowsWhere } from "../table/order.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import type { ViewProps } from "../view/view.ts";
import { type Change, changesOf } from "./changes.ts";
import { callsBetween, callsColumn, changeColumn, OnlyOne, sidedNameColumn } from "./columns.tsx";
import { useComparison } from "./comparison.ts";
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
	const { run, go, state, selected, metric, decoded, isAll } = props;
	const comparison = useComparison(props);
	const medians = useMedians(props);
	const all = useMemo(
		() => (comparison ? changesOf(comparison, medians, isAll) : []),
		[comparison, medians, isAll, decoded],
	);
	const name = (row: number) => run.functions.name(all[row]!.label);
	const found = useMemo(() => {
		const test = finder(state.find);
		return rowsWhere(all.length, (row) => !test || test(name(row)));
	}, [all, state.find]);
	if (!comparison) {
		return <OnlyOne metric={metric} />;
	}
	const basis = medians
		? `: ${props.report.change?.basis}`
		: run.runs > 1
			? ": averages of runs"
			: "";
	return (
		<div class="view">
			<List
				label={isAll ? `Functions by ${metric.name}` : `Changes of ${metric.name}`}
				what="functions"
				said={
					(isAll ? counted(found.length, "function") : `${count(found.length)} functions changed`) +
					basis
				}
				cells={(rows) =>
					cellsOf(
						props,
						Array.from(rows, (row) => all[row]!),
					)
				}
				columns={columnsOf(props, all, all[found[0]!], medians?.hasIntervals ?? false)}
				items={found}
				sortedBy="own"
				selected={all.findIndex(({ label }) => label === selected)}
				onSelect={(row) => go({ fn: name(row) }, "replace")}
				onOpen={(row) => go({ fn: name(row), view: "callers" })}
				stepper={props.stepper}
				empty="Nothing changed."
			/>
		</div>
	);
}

/** Of a table whose items are places in `all`; `greatest`: of those that are shown. */
function columnsOf(
	{ run, metric }: ViewProps,
	all: Change[],
	greatest: Change | undefined,
	hasIntervals: boolean,
): ColumnOfTable[] {
	const { unit } = metric;
	const most = Math.abs(Number(greatest?.own ?? 0));
	const number = (
		id: "was" | "is" | "inclusiveWas" | "inclusiveIs",
		title: string,
		from: 960 | 1200 = 960,
	): ColumnOfTable => ({
		id,
		title,
		width: 92,
		from,
		key: (row) => Number(all[row]![id]),
		render: (row) => amount(all[row]![id], unit),
		full: (row) => exactly(all[row]![id], unit),
	});
	const calls: ColumnOfTable = {
		...callsColumn((row) => callsBetween(all[row]!.callsBefore, all[row]!.callsAfter)),
		key: (row) => Math.abs(all[row]!.callsAfter - all[row]!.callsBefore),
	};
	return [
		sidedNameColumn(
			"function",
			(row) => run.functions.name(all[row]!.label),
			(row) => all[row]!.state,
		),
		changeColumn("own", "own change", unit, most, (row) => all[row]!.own),
		...(hasIntervals ? [noiseColumn(all, unit)] : []),
		number("was", "own before"),
		number("is", "own after"),
		{
			id: "inclusive",
			title: "incl. change",
			width: 104,
			key: (row) => Math.abs(Number(all[row]!.inclusive)),
			render: (row) => change(all[row]!.inclusive, unit),
			full: (row) => exactly(all[row]!.inclusive, unit),
		},
		number("inclusiveWas", "incl. before", 1200),
		number("inclusiveIs", "incl. after", 1200),
		...(run.calls() ? [calls] : []),
	];
}

function noiseColumn(all: Change[], unit: Metric["unit"]): ColumnOfTable {
	const between = "the change of the median lies between these, of the 200 greatest changes";
	return {
		id: "noise",
		title: "95 % between",
		width: 170,
		hint: `${between}; “cannot tell” where it may be none`,
		render: (row) => {
			const { interval, isNoise } = all[row]!;
			const text = interval?.map((bound) => change(bound, unit)).join(" … ") ?? "";
			return interval && isNoise ? "cannot tell" : text;
		},
	};
}

function cellsOf({ run, metric }: ViewProps, rows: Change[]): string[][] {
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
