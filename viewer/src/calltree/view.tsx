import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { at } from "../data/column.ts";
import { nextOf, tester } from "../data/search.ts";
import { childrenOf, pathTo } from "../data/tree.ts";
import { comparedCalls, comparedColumns, OneSided, stateOfPath } from "../diff/columns.tsx";
import { Comparison } from "../diff/comparison.ts";
import { change, count, counted, exactly, percent } from "../look/units.ts";
import { greatest, Name, Share, Value } from "../table/cells.tsx";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { Twig } from "../table/twig.tsx";
import { shown, shownExactly } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import { hasChildren, hottestPath, revealed, type TreeRows, visibleRows } from "./rows.ts";

/** The call paths of a run, opened as far as the reader wants. */
export function CallTreeView(props: ViewProps): JSX.Element {
	if (props.run.tree.count === 0) {
		return (
			<p class="view-note">
				This run has no call paths: it was recorded without XHPROF_FLAGS_TREE. Callers shows who
				called whom.
			</p>
		);
	}
	return <Paths {...props} />;
}

function Paths(props: ViewProps): JSX.Element {
	const { run, state, go, metric, measure } = props;
	const comparison = useMemo(
		() => Comparison.of(props),
		[measure, props.measureBefore, state.equal],
	);
	/** The first rows are the greatest; of a diff, those that changed most. */
	const weight = useMemo(
		() => comparison?.changesByPath().map(Math.abs) ?? measure.inclusive.values,
		[comparison, measure],
	);
	const [open, setOpen] = useState<ReadonlySet<number>>(
		() => new Set(hottestPath(run.tree, 0, comparison ? weight : measure.weight)),
	);
	const [cursor, setCursor] = useState(-1);
	const rows = useMemo(() => visibleRows(run.tree, open, weight), [run, open, weight]);
	const row = useMemo(() => rows.node.indexOf(cursor), [rows, cursor]);
	const columns = useMemo(
		() => columnsOf(props, rows, toggle, comparison),
		[rows, measure, comparison, props.decoded, state.find],
	);

	/* The selection of other views: the path that is zoomed to, else the most costly one of the function. */
	useEffect(() => {
		const node = nodeOfState(props, cursor, weight);
		if (node >= 0) {
			setOpen((now) => revealed(run.tree, now, node));
			setCursor(node);
		}
	}, [run, state.fn, state.at]);

	function toggle(node: number, isOpen = !open.has(node)): void {
		const next = new Set(open);
		if (isOpen) {
			next.add(node);
		} else {
			next.delete(node);
		}
		setOpen(next);
	}
	function select(i: number): void {
		setCursor(rows.node[i]!);
		go({ fn: run.functions.name(run.tree.label[rows.node[i]!]!) }, "replace");
	}
	function openHottest(): void {
		const path = hottestPath(run.tree, Math.max(0, cursor), weight);
		setOpen(new Set([...open, ...pathTo(run.tree, Math.max(0, cursor)), ...path]));
		setCursor(path[path.length - 1] ?? cursor);
	}
	props.stepper.step = (by) => {
		const node = nextOf(props.matches.nodes, cursor, by);
		if (node !== undefined) {
			setOpen(revealed(run.tree, open, node));
			setCursor(node);
			go({ fn: run.functions.name(run.tree.label[node]!) }, "replace");
		}
	};
	function onKey(key: string, i: number): boolean {
		const node = rows.node[i];
		if (node === undefined) {
			return false;
		}
		switch (key) {
			case "ArrowRight":
				if (hasChildren(run.tree, node)) {
					open.has(node) ? select(i + 1) : toggle(node, true);
				}
				return true;
			case "ArrowLeft":
				open.has(node)
					? toggle(node, false)
					: select(Math.max(0, rows.node.indexOf(run.tree.parent[node]!)));
				return true;
			case " ":
				toggle(node);
				return true;
			case "*":
				setOpen(new Set([...open, node, ...childrenOf(run.tree, node)]));
				return true;
			default:
				return false;
		}
	}

	return (
		<div class="view">
			<div class="view-bar">
				<span>{counted(run.tree.count, "path")}</span>
				<button
					type="button"
					class="quiet"
					onClick={openHottest}
					title={`Open the path below the selected row that ${comparison ? "changed most" : "is most costly"}`}
				>
					{comparison ? "Open greatest change" : "Open hottest path"}
				</button>
				<button type="button" class="quiet" onClick={() => setOpen(new Set([0]))}>
					Close all
				</button>
			</div>
			<Table
				label={`Call tree by ${metric.name}`}
				columns={columns}
				rows={rows.node.length}
				selected={row}
				onSelect={select}
				onOpen={(i) =>
					go({
						view: "flame",
						at: rows.node[i]!,
						fn: run.functions.name(run.tree.label[rows.node[i]!]!),
					})
				}
				level={(i) => rows.level[i] ?? 1}
				isOpen={(i) =>
					hasChildren(run.tree, rows.node[i] ?? 0) ? open.has(rows.node[i]!) : undefined
				}
				onKey={onKey}
			/>
		</div>
	);
}

function nodeOfState({ run, state }: ViewProps, cursor: number, weight: ArrayLike<number>): number {
	const { tree, functions } = run;
	const isOf = (node: number) => functions.name(tree.label[node]!) === state.fn;
	if (state.fn === "") {
		return state.at > 0 && state.at < tree.count ? state.at : -1;
	}
	if (cursor >= 0 && cursor < tree.count && isOf(cursor)) {
		return cursor;
	}
	if (state.at < tree.count && isOf(state.at)) {
		return state.at;
	}
	let best = -1;
	for (let node = 0; node < tree.count; node++) {
		if ((best < 0 || weight[node]! > weight[best]!) && isOf(node)) {
			best = node;
		}
	}
	return best;
}

function columnsOf(
	{ run, state, metric, measure }: ViewProps,
	rows: TreeRows,
	toggle: (node: number) => void,
	comparison: Comparison | null,
): ColumnOfTable[] {
	const { tree, functions, extras } = run;
	const { own, inclusive } = measure;
	const total = run.total(metric.id);
	// Memory: a path may take more than is left in the end.
	const most = greatest(inclusive.values);
	const name = (row: number) => functions.name(tree.label[rows.node[row]!]!);
	const test = state.find === "" ? "" : tester(state.find);
	const cost = (id: string, title: string, column: typeof own, hint: string): ColumnOfTable => ({
		id,
		title,
		width: 84,
		hint,
		render: (row) => (
			<Value
				value={at(column, rows.node[row]!)}
				text={shown(run, metric, at(column, rows.node[row]!))}
			/>
		),
		full: (row) => shownExactly(run, metric, at(column, rows.node[row]!)),
	});
	const nameColumn: ColumnOfTable = {
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
				<Name name={name(row)} isFound={typeof test === "function" && test(name(row))} />
			</Twig>
		),
	};
	if (comparison) {
		return [nameColumn, ...changedColumns(comparison, rows)];
	}
	const columns: ColumnOfTable[] = [
		nameColumn,
		{
			id: "inclusivepart",
			title: "inclusive %",
			width: 160,
			render: (row) => {
				const value = at(inclusive, rows.node[row]!);
				return <Share value={value} most={most} text={percent(value, total)} />;
			},
		},
		cost("inclusive", "inclusive", inclusive, `${metric.name} of this path with all below it`),
		cost("own", "own", own, `${metric.name} of this path itself`),
	];
	if (extras.calls) {
		const { calls } = extras;
		columns.push({
			id: "calls",
			title: "calls",
			width: 92,
			render: (row) => count(Number(at(calls, rows.node[row]!)) / run.runs),
		});
	}
	if (extras.line) {
		const { line } = extras;
		columns.push({
			id: "line",
			title: "at line",
			width: 72,
			hint: "line of the call, in the caller's file",
			render: (row) => (line[rows.node[row]!] ? String(line[rows.node[row]!]) : ""),
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
