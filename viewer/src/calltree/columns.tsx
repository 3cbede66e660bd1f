import { at, type Column } from "../data/column.ts";
import { finder } from "../data/search.ts";
import { comparedCalls, comparedColumns, OneSided, stateOfPath } from "../diff/columns.tsx";
import type { Comparison } from "../diff/comparison.ts";
import { change, count, exactly, percent } from "../look/units.ts";
import { greatest, Name, Share, Value } from "../table/cells.tsx";
import type { ColumnOfTable } from "../table/table.tsx";
import { Twig } from "../table/twig.tsx";
import { shown, shownExactly } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import { hasChildren, type TreeRows } from "./rows.ts";

export function columnsOf(
	props: ViewProps,
	rows: TreeRows,
	toggle: (node: number) => void,
	comparison: Comparison | null,
): ColumnOfTable[] {
	const name = nameColumn(props, rows, toggle, comparison);
	return comparison
		? [name, ...changedColumns(comparison, rows)]
		: [name, ...costColumns(props, rows), ...placeColumns(props, rows)];
}

function nameColumn(
	{ run, state }: ViewProps,
	rows: TreeRows,
	toggle: (node: number) => void,
	comparison: Comparison | null,
): ColumnOfTable {
	const { tree, functions } = run;
	const name = (row: number) => functions.name(tree.label[rows.node[row]!]!);
	const test = finder(state.find);
	return {
		id: "name",
		title: "path",
		isText: true,
		full: name,
		render: (row) => (
			<Twig
				level={rows.level[row]!}
				isOpen={
					hasChildren(tree, rows.node[row]!)
						? (rows.level[row + 1] ?? 0) > rows.level[row]!
						: undefined
				}
				toggle={() => toggle(rows.node[row]!)}
			>
				{comparison && <OneSided state={stateOfPath(comparison.before, run, rows.node[row]!)} />}
				<Name name={name(row)} isFound={test?.(name(row)) ?? false} />
			</Twig>
		),
	};
}

function costColumns({ run, metric, measure }: ViewProps, { node }: TreeRows): ColumnOfTable[] {
	const { own, inclusive } = measure;
	const total = run.total(metric.id);
	// Memory: a path may take more than is left in the end.
	const most = greatest(inclusive.values);
	const cost = (id: string, column: Column, hint: string): ColumnOfTable => ({
		id,
		title: id,
		width: 84,
		hint,
		render: (row) => (
			<Value value={at(column, node[row]!)} text={shown(run, metric, at(column, node[row]!))} />
		),
		full: (row) => shownExactly(run, metric, at(column, node[row]!)),
	});
	return [
		{
			id: "inclusivepart",
			title: "inclusive %",
			width: 160,
			render: (row) => {
				const value = at(inclusive, node[row]!);
				return <Share value={value} most={most} text={percent(value, total)} />;
			},
		},
		cost("inclusive", inclusive, `${metric.name} of this path with all below it`),
		cost("own", own, `${metric.name} of this path itself`),
	];
}

/** How often a path was called, and from where. */
function placeColumns({ run }: ViewProps, { node }: TreeRows): ColumnOfTable[] {
	const { calls, line } = run.extras;
	const columns: ColumnOfTable[] = [];
	if (calls) {
		columns.push({
			id: "calls",
			title: "calls",
			width: 92,
			render: (row) => count(Number(at(calls, node[row]!)) / run.runs),
		});
	}
	if (line) {
		columns.push({
			id: "line",
			title: "at line",
			width: 72,
			hint: "line of the call, in the caller's file",
			render: (row) => (line[node[row]!] ? String(line[node[row]!]) : ""),
		});
	}
	return columns;
}

/** Of a diff, in place of shares and costs. */
function changedColumns(comparison: Comparison, { node }: TreeRows): ColumnOfTable[] {
	const { before, after, metric } = comparison;
	const [was, is] = [before, after].map((run) => run.loaded(metric.id)!);
	const own = (row: number) => comparison.change(at(is!.own, node[row]!), at(was!.own, node[row]!));
	return [
		...comparedColumns(
			comparison,
			"inclusive",
			{
				was: (row) => at(was!.inclusive, node[row]!),
				is: (row) => at(is!.inclusive, node[row]!),
			},
			node.length,
		),
		{
			id: "own",
			title: "own change",
			width: 100,
			from: 960,
			hint: `the change of ${metric.name} of this path itself`,
			render: (row) => <Value value={own(row)} text={change(own(row), metric.unit)} />,
			full: (row) => exactly(own(row), metric.unit),
		},
		...comparedCalls(
			before,
			after,
			{ was: before.extras.calls, is: after.extras.calls },
			(row) => node[row]!,
		),
	];
}
