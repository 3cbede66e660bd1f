import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { nextOf } from "../data/search.ts";
import { childrenOf, pathTo, type Tree } from "../data/tree.ts";
import { useComparison } from "../diff/comparison.ts";
import { counted } from "../look/units.ts";
import { Table } from "../table/table.tsx";
import type { ViewProps } from "../view/view.ts";
import { columnsOf } from "./columns.tsx";
import { hasChildren, hottestPath, revealed, visibleRows } from "./rows.ts";

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
	const { run, state, go, metric } = props;
	const tree = useTree(props);
	const { comparison, rows } = tree;
	const columns = useMemo(
		() => columnsOf(props, rows, tree, comparison),
		[rows, props.measure, comparison, props.decoded, state.find],
	);
	const changed = comparison ? "changed most" : "is most costly";
	return (
		<div class="view">
			<div class="view-bar">
				<span>{counted(run.tree.count, "path")}</span>
				<button
					type="button"
					class="quiet"
					onClick={tree.openHottest}
					title={`Open the path below the selected row that ${changed}`}
				>
					{comparison ? "Open greatest change" : "Open hottest path"}
				</button>
				<button type="button" class="quiet" onClick={() => tree.setOpen(new Set([0]))}>
					Close all
				</button>
			</div>
			<Table
				label={`Call tree by ${metric.name}`}
				columns={columns}
				items={rows.node}
				selected={tree.cursor}
				onSelect={tree.select}
				onOpen={(node) =>
					go({ view: "flame", at: node, fn: run.functions.name(run.tree.label[node]!) })
				}
				level={(i) => rows.level[i] ?? 1}
				isOpen={tree.isOpen}
				onKey={(key, i) => takeKey(run.tree, tree, key, i)}
			/>
		</div>
	);
}

type OpenTree = ReturnType<typeof useTree>;

/** The rows that are open, the one with the cursor, and what changes them. */
function useTree(props: ViewProps) {
	const { run, state, go, measure } = props;
	const comparison = useComparison(props);
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
		isOpen ? next.add(node) : next.delete(node);
		setOpen(next);
	}
	function select(node: number): void {
		setCursor(node);
		go({ fn: run.functions.name(run.tree.label[node]!) }, "replace");
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
			select(node);
		}
	};
	const isOpen = (node: number) => (hasChildren(run.tree, node) ? open.has(node) : undefined);
	return { comparison, rows, cursor, open, isOpen, setOpen, toggle, select, openHottest };
}

/** True: the key opened or closed a path, or moved the cursor. */
function takeKey(
	tree: Tree,
	{ rows, open, setOpen, toggle, select }: OpenTree,
	key: string,
	i: number,
): boolean {
	const node = rows.node[i];
	if (node === undefined) {
		return false;
	}
	switch (key) {
		case "ArrowRight":
			if (hasChildren(tree, node)) {
				open.has(node) ? select(rows.node[i + 1]!) : toggle(node, true);
			}
			return true;
		case "ArrowLeft":
			open.has(node) ? toggle(node, false) : select(Math.max(0, tree.parent[node]!));
			return true;
		case " ":
			toggle(node);
			return true;
		case "*":
			setOpen(new Set([...open, node, ...childrenOf(tree, node)]));
			return true;
		default:
			return false;
	}
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
