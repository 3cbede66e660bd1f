import { childrenOf, pathTo, type Tree } from "../data/tree.ts";

/** The rows of a call tree: the open paths, and the callees of each. */
export interface TreeRows {
	/** By row. */
	node: number[];
	level: number[];
}

/** The callees of a path, the greatest first; those equal stay in the order of their first call. */
function sortedChildren(tree: Tree, node: number, weight: ArrayLike<number>): number[] {
	return [...childrenOf(tree, node)].sort((a, b) => weight[b]! - weight[a]! || a - b);
}

export function visibleRows(
	tree: Tree,
	open: ReadonlySet<number>,
	weight: ArrayLike<number>,
): TreeRows {
	const rows: TreeRows = { node: [], level: [] };
	const waiting = tree.count > 0 ? [0] : [];
	const levels = [1];
	while (waiting.length > 0) {
		const node = waiting.pop()!;
		const level = levels.pop()!;
		rows.node.push(node);
		rows.level.push(level);
		if (open.has(node)) {
			for (const child of sortedChildren(tree, node, weight).reverse()) {
				waiting.push(child);
				levels.push(level + 1);
			}
		}
	}
	return rows;
}

/** The paths from a node on, as long as one callee is most of its caller: where to look first. */
export function hottestPath(tree: Tree, from: number, weight: ArrayLike<number>): number[] {
	const path: number[] = [];
	let node = from;
	while (hasChildren(tree, node)) {
		const own = weight[node]! / 2;
		const [first] = sortedChildren(tree, node, weight);
		path.push(node);
		if (weight[first!]! < own && path.length > 1) {
			break;
		}
		node = first!;
	}
	return path;
}

export function hasChildren(tree: Tree, node: number): boolean {
	return tree.end[node]! > node + 1;
}

/** With all callers of a node open, so that it is seen. */
export function revealed(tree: Tree, open: ReadonlySet<number>, node: number): ReadonlySet<number> {
	const callers = pathTo(tree, node).slice(0, -1);
	return callers.every((caller) => open.has(caller)) ? open : new Set([...open, ...callers]);
}
