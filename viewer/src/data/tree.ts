import { add, type Column } from "./column.ts";
import { Problem } from "./problem.ts";

/**
 * Call paths in preorder: node 0 is the root, a node's first child follows it, and the paths below node i are
 * i + 1 … end[i] - 1. So siblings are found by end[], and nothing here needs recursion.
 */
export interface Tree {
	readonly count: number;
	/** The caller's node; of the root: -1. */
	readonly parent: Int32Array<ArrayBuffer>;
	/** One past the last node below. */
	readonly end: Int32Array<ArrayBuffer>;
	/** The index of the node's function, or of its group. */
	readonly label: Int32Array<ArrayBuffer>;
}

/** `delta`: i - parent(i), as stored. Checks that it is a tree in preorder. The array becomes the tree's own. */
export function treeOf(delta: Int32Array<ArrayBuffer>, label: Int32Array<ArrayBuffer>): Tree {
	const count = delta.length;
	const parent = delta;
	const end = new Int32Array(count);
	let open = -1;
	for (let node = 0; node < count; node++) {
		const above = node === 0 ? -1 : node - delta[node]!;
		while (open > above) {
			end[open] = node;
			open = parent[open]!;
		}
		if (open !== above || (node > 0 && above < 0)) {
			throw new Problem(
				`The call paths (block “parent”) do not form a tree at path ${node}: the file was changed.`,
			);
		}
		parent[node] = above;
		open = node;
	}
	for (; open >= 0; open = parent[open]!) {
		end[open] = count;
	}
	return { count, parent, end, label };
}

/** Each node's value with all below it. */
export function inclusive(tree: Tree, own: Column): Column {
	const values = own.values.slice();
	const exact = own.exact?.slice() ?? null;
	const sum: Column = { values, exact };
	const { parent } = tree;
	if (exact) {
		for (let node = tree.count - 1; node > 0; node--) {
			add(sum, parent[node]!, sum, node);
		}
		return sum;
	}
	for (let node = tree.count - 1; node > 0; node--) {
		values[parent[node]!]! += values[node]!;
	}
	return sum;
}

/** Of nodes whose parents come before them: how many each is with those below it. */
export function sizesOf(parent: ArrayLike<number>, count: number): Int32Array<ArrayBuffer> {
	const size = new Int32Array(count).fill(1);
	for (let node = count - 1; node > 0; node--) {
		size[parent[node]!]! += size[node]!;
	}
	return size;
}

/** The wanted nodes that are below no other of them. */
export function outermostOf(tree: Tree, isWanted: (node: number) => boolean): number[] {
	const nodes: number[] = [];
	for (let node = 0; node < tree.count; node++) {
		if (isWanted(node)) {
			nodes.push(node);
			node = tree.end[node]! - 1;
		}
	}
	return nodes;
}

/** From the root to the node. */
export function pathTo(tree: Tree, node: number): number[] {
	const path: number[] = [];
	for (let at = node; at >= 0; at = tree.parent[at]!) {
		path.push(at);
	}
	return path.reverse();
}

/** The node's children, in the order of their first call. */
export function* childrenOf(tree: Tree, node: number): Generator<number> {
	const { end } = tree;
	for (let child = node + 1; child < end[node]!; child = end[child]!) {
		yield child;
	}
}

/** By path, 1: a wanted function is on it. isWanted: by label, 1 or 0. */
export function onPath(
	tree: Pick<Tree, "count" | "parent" | "label">,
	isWanted: Uint8Array,
): Uint8Array {
	const is = new Uint8Array(tree.count);
	for (let node = 0; node < tree.count; node++) {
		is[node] = isWanted[tree.label[node]!]! | (node > 0 ? is[tree.parent[node]!]! : 0);
	}
	return is;
}
