import { type Amount, add, at, type Column, zeros } from "../data/column.ts";
import { childrenOf, type Tree } from "../data/tree.ts";

/**
 * A function in the tree of callers, or of callees, of the one in the middle. All paths that have the same functions
 * between the two are one group, and a path counts once for it. The calls of the middle by itself are left out.
 */
export interface Group {
	label: number;
	/** The cost when called this way: for callers, of the middle; for callees, their own. */
	cost: Amount;
	/** The number of calls, counted in the same way; null: not recorded. */
	calls: Amount | null;
	/** Of a diff, the same before. */
	was?: Amount;
	callsBefore?: Amount | null;
	level: number;
	/** The own cost of the function in the middle. */
	isSelf?: boolean;
	/** By path: where this group's function is, and where the cost is. */
	nodes: number[];
	costs: number[];
}

export interface Measured {
	tree: Tree;
	inclusive: Column;
	calls: Column | null;
}

/** All paths of a function. */
export function pathsOf(tree: Tree, label: number): number[] {
	const nodes: number[] = [];
	for (let node = 0; node < tree.count; node++) {
		if (tree.label[node] === label) {
			nodes.push(node);
		}
	}
	return nodes;
}

/** The callers of a group but for `except`, the most costly first. */
export function callersOf(
	data: Measured,
	nodes: number[],
	costs: number[],
	level: number,
	except = -1,
): Group[] {
	const pairs: [number, number][] = [];
	for (const [i, node] of nodes.entries()) {
		const caller = data.tree.parent[node]!;
		if (caller >= 0) {
			pairs.push([caller, costs[i]!]);
		}
	}
	return grouped(data, pairs, level, except);
}

/** The callees of a group but for `except`, the most costly first. */
export function calleesOf(data: Measured, nodes: number[], level: number, except = -1): Group[] {
	const pairs: [number, number][] = [];
	for (const node of nodes) {
		for (const callee of childrenOf(data.tree, node)) {
			pairs.push([callee, callee]);
		}
	}
	return grouped(data, pairs, level, except);
}

function grouped(
	data: Measured,
	pairs: [number, number][],
	level: number,
	except: number,
): Group[] {
	const groups = new Map<number, { nodes: number[]; costs: number[] }>();
	for (const [node, cost] of pairs.sort((a, b) => a[1] - b[1])) {
		const label = data.tree.label[node]!;
		if (label === except) {
			continue;
		}
		let group = groups.get(label);
		if (group === undefined) {
			group = { nodes: [], costs: [] };
			groups.set(label, group);
		}
		group.nodes.push(node);
		group.costs.push(cost);
	}
	return [...groups]
		.map(([label, { nodes, costs }]) => ({
			label,
			level,
			nodes,
			costs,
			cost: sumAt(data.inclusive, outermost(data.tree, costs)),
			calls: data.calls === null ? null : sumAt(data.calls, costs),
		}))
		.sort((a, b) => Number(b.cost) - Number(a.cost) || a.label - b.label);
}

/** Those of ordered paths that are below none of the others: a group costs what it costs there. */
export function outermost(tree: Tree, nodes: number[]): number[] {
	let openUntil = 0;
	return nodes.filter((node) => {
		const isOutermost = node >= openUntil;
		openUntil = isOutermost ? tree.end[node]! : openUntil;
		return isOutermost;
	});
}

export function sumAt(column: Column, nodes: number[]): Amount {
	const sum = zeros(1, column);
	for (const node of nodes) {
		add(sum, 0, column, node);
	}
	return at(sum, 0);
}
