import { type Amount, add, at, type Column, zeros } from "../data/column.ts";
import { forOutermost } from "../data/sums.ts";
import { childrenOf, type Tree } from "../data/tree.ts";

/**
 * A function in the tree of callers, or of callees, of the one in the middle. All paths that have the same
 * functions between the two are one group.
 */
export interface Group {
	label: number;
	/** The cost when called this way: for callers, of the middle; for callees, their own. */
	cost: Amount;
	/** Likewise of calls; null: not recorded. */
	calls: Amount | null;
	level: number;
	/** The cost of the function in the middle itself, where it is on the stack for the first time. */
	isSelf?: boolean;
	/** By path: where this group's function is, and where the cost is. */
	nodes: number[];
	costs: number[];
}

export interface Measured {
	tree: Tree;
	labels: number;
	inclusive: Column;
	calls: Column | null;
}

/** The paths where a function is on the stack for the first time: what is deeper is part of their cost. */
export function outermostOf(tree: Tree, labels: number, label: number): number[] {
	const nodes: number[] = [];
	forOutermost(tree, labels, (node, own, isOutermost) => {
		if (own === label && isOutermost) {
			nodes.push(node);
		}
	});
	return nodes;
}

/** The callers of a group, the most costly first. Their costs add up to the group's, less where it is main(). */
export function callersOf(
	data: Measured,
	nodes: number[],
	costs: number[],
	level: number,
): Group[] {
	const pairs: [number, number][] = [];
	for (const [i, node] of nodes.entries()) {
		const caller = data.tree.parent[node]!;
		if (caller >= 0) {
			pairs.push([caller, costs[i]!]);
		}
	}
	return grouped(data, pairs, level);
}

/** The callees of a group, the most costly first. Their costs and the own cost of its paths add up to its cost. */
export function calleesOf(data: Measured, nodes: number[], level: number): Group[] {
	const pairs: [number, number][] = [];
	for (const node of nodes) {
		for (const callee of childrenOf(data.tree, node)) {
			pairs.push([callee, callee]);
		}
	}
	return grouped(data, pairs, level);
}

function grouped(data: Measured, pairs: [number, number][], level: number): Group[] {
	const groups = new Map<number, { nodes: number[]; costs: number[] }>();
	for (const [node, cost] of pairs) {
		const label = data.tree.label[node]!;
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
			cost: sumAt(data.inclusive, costs),
			calls: data.calls === null ? null : sumAt(data.calls, costs),
		}))
		.sort((a, b) => Number(b.cost) - Number(a.cost) || a.label - b.label);
}

export function sumAt(column: Column, nodes: number[]): Amount {
	const sum = zeros(1, column);
	for (const node of nodes) {
		add(sum, 0, column, node);
	}
	return at(sum, 0);
}
