import { at } from "../data/column.ts";
import { finder } from "../data/search.ts";
import {
	comparedCalls,
	comparedColumns,
	costsOf,
	OneSided,
	stateOfPath,
} from "../diff/columns.tsx";
import type { Comparison } from "../diff/comparison.ts";
import { change, exactly } from "../look/units.ts";
import { Name, Value } from "../table/cells.tsx";
import { callsColumn, costColumn, nameColumn, shareColumn } from "../table/columns.tsx";
import type { ColumnOfTable } from "../table/table.tsx";
import { Twig } from "../table/twig.tsx";
import type { ViewProps } from "../view/view.ts";
import type { TreeRows } from "./rows.ts";

/** Of a table whose items are paths. */
export function columnsOf(
	props: ViewProps,
	rows: TreeRows,
	tree: { isOpen: (node: number) => boolean | undefined; toggle: (node: number) => void },
	comparison: Comparison | null,
): ColumnOfTable[] {
	const { run, state } = props;
	const name = (node: number) => run.functions.name(run.tree.label[node]!);
	const test = finder(state.find);
	return [
		{
			...nameColumn("path", name),
			render: (node, row) => (
				<Twig level={rows.level[row]!} isOpen={tree.isOpen(node)} toggle={() => tree.toggle(node)}>
					{comparison && <OneSided state={stateOfPath(comparison.before, run, node)} />}
					<Name name={name(node)} isFound={test?.(name(node)) ?? false} />
				</Twig>
			),
		},
		...(comparison ? changedColumns(comparison, rows.node) : costColumns(props)),
	];
}

/** What a path costs, how often it was called, and from where. */
function costColumns({ run, metric, measure }: ViewProps): ColumnOfTable[] {
	const { own, inclusive } = measure;
	const { calls, line } = run.extras;
	const lines: ColumnOfTable = {
		id: "line",
		title: "at line",
		width: 72,
		hint: "line of the call, in the caller's file",
		render: (node) => line?.[node] || "",
	};
	return [
		// Memory: a path may take more than is left in the end.
		shareColumn(inclusive, run.total(metric.id), { id: "inclusivepart", title: "inclusive %" }),
		costColumn(run, metric, inclusive, {
			id: "inclusive",
			hint: `${metric.name} of this path with all below it`,
		}),
		costColumn(run, metric, own, { id: "own", hint: `${metric.name} of this path itself` }),
		...callsColumn(run, calls),
		...(line ? [lines] : []),
	];
}

/** Of a diff, in place of shares and costs. */
function changedColumns(comparison: Comparison, nodes: number[]): ColumnOfTable[] {
	const { before, after, metric } = comparison;
	const [was, is] = [before.loaded(metric.id)!, after.loaded(metric.id)!];
	const own = (node: number) => comparison.change(at(is.own, node), at(was.own, node));
	return [
		...comparedColumns(comparison, "inclusive", costsOf(was.inclusive, is.inclusive), nodes),
		{
			id: "own",
			title: "own change",
			width: 100,
			from: 960,
			hint: `the change of ${metric.name} of this path itself`,
			render: (node) => <Value value={own(node)} text={change(own(node), metric.unit)} />,
			full: (node) => exactly(own(node), metric.unit),
		},
		...comparedCalls(comparison, { was: before.extras.calls, is: after.extras.calls }),
	];
}
