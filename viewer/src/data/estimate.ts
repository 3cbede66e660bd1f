import { type Column, zeros } from "./column.ts";
import type { Edges } from "./edges.ts";
import { sizesOf, type Tree } from "./tree.ts";

/** Paths that would cost less than this share of the run are left out. */
const LEAST = 1 / 4000;
const DEEPEST = 100;

interface Estimate {
	tree: Tree;
	/** By path: its part of all that its function cost. */
	share: Float64Array<ArrayBuffer>;
}

interface Step {
	label: number;
	parent: number;
	depth: number;
	cost: number;
}

/**
 * Paths of a run that knows only pairs: from main() on, what a function cost is shared out among its callees as
 * its callers had them all alike. An estimate, which the page says.
 */
export function estimateTree(edges: Edges, metric: string): Estimate {
	const graph = graphOf(edges, metric);
	const parent: number[] = [];
	const label: number[] = [];
	const cost: number[] = [];
	const root = edges.caller.indexOf(-1);
	const open: Step[] = [];
	if (root >= 0) {
		const total = edges.column(metric).values[root]!;
		open.push({ label: edges.callee[root]!, parent: -1, depth: 0, cost: total });
	}
	const least = (open[0]?.cost ?? 0) * LEAST;
	while (open.length > 0) {
		const step = open.pop()!;
		const node = parent.push(step.parent) - 1;
		label.push(step.label);
		cost.push(step.cost);
		const callees = step.depth < DEEPEST ? (graph.get(step.label) ?? []) : [];
		const whole = callees.reduce((sum, { cost }) => sum + cost, 0);
		const scale = Math.min(1, whole > 0 ? step.cost / whole : 0);
		for (const { callee, cost } of [...callees].reverse()) {
			if (cost * scale > least) {
				open.push({ label: callee, parent: node, depth: step.depth + 1, cost: cost * scale });
			}
		}
	}
	const tree = preorder(parent, label);
	return { tree, share: sharesOf(tree, cost, edges.functions) };
}

interface Callee {
	callee: number;
	cost: number;
}

function graphOf(edges: Edges, metric: string): Map<number, Callee[]> {
	const graph = new Map<number, Callee[]>();
	const cost = edges.column(metric).values;
	for (let edge = 0; edge < edges.count; edge++) {
		const caller = edges.caller[edge]!;
		const callees = graph.get(caller) ?? [];
		graph.set(caller, callees);
		const callee = edges.callee[edge]!;
		const known = callees.find((one) => one.callee === callee);
		if (known) {
			known.cost += cost[edge]!;
		} else {
			callees.push({ callee, cost: Math.max(0, cost[edge]!) });
		}
	}
	return graph;
}

/** The steps came in preorder already, as each was made when it was taken. */
function preorder(parent: number[], label: number[]): Tree {
	return {
		count: parent.length,
		parent: Int32Array.from(parent),
		end: sizesOf(parent, parent.length).map((size, node) => node + size),
		label: Int32Array.from(label),
	};
}

/** By path: its part of all that its function cost. */
function sharesOf(tree: Tree, cost: number[], functions: number): Float64Array<ArrayBuffer> {
	const whole = new Float64Array(functions);
	for (let node = 0; node < tree.count; node++) {
		whole[tree.label[node]!]! += cost[node]!;
	}
	return Float64Array.from(cost, (part, node) => part / (whole[tree.label[node]!]! || 1));
}

/** The own cost of a function, shared out among its paths. `nodeOf`: where a path is in the tree. */
export function estimateOwn(
	tree: Tree,
	share: Float64Array,
	own: Column,
	nodeOf: Int32Array | null,
): Column {
	const column = zeros(tree.count);
	for (let path = 0; path < share.length; path++) {
		const node = nodeOf?.[path] ?? path;
		column.values[node]! += Math.round(own.values[tree.label[node]!]! * share[path]!);
	}
	return column;
}
