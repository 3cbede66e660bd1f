import { type Amount, add, at, type Column, zeros } from "./column.ts";
import type { Tree } from "./tree.ts";

/** A caller or callee of one function. */
export interface Neighbour {
	label: number;
	/** For a caller, the function's cost when called from there; for a callee, its cost when called by the function. */
	inclusive: Amount;
	calls: Amount;
}

export interface Neighbours {
	callers: Neighbour[];
	callees: Neighbour[];
}

/**
 * Who calls the function, and whom it calls, the most costly first. Recursion is merged: each moment counts
 * once for a neighbour, so callers add up to the function's inclusive value, less where it is the root.
 */
export function neighboursOf(
	tree: Tree,
	label: number,
	labels: number,
	inclusive: Column,
	calls: Column | null,
): Neighbours {
	const callers = new Side(labels, inclusive, calls);
	const callees = new Side(labels, inclusive, calls);
	const countedUntil = new Int32Array(labels);
	let openUntil = 0;
	for (let node = 0; node < tree.count; node++) {
		const parent = tree.parent[node]!;
		const above = parent < 0 ? -1 : tree.label[parent]!;
		const here = tree.label[node]!;
		if (here === label) {
			if (above >= 0) {
				callers.add(above, node, node >= openUntil);
			}
			openUntil = Math.max(openUntil, tree.end[node]!);
		}
		if (above === label) {
			const isFirst = node >= countedUntil[here]!;
			callees.add(here, node, isFirst);
			countedUntil[here] = isFirst ? tree.end[node]! : countedUntil[here]!;
		}
	}
	return { callers: callers.rows(), callees: callees.rows() };
}

class Side {
	private readonly cost: Column;
	private readonly count: Column;
	private readonly seen = new Set<number>();

	constructor(
		labels: number,
		private readonly inclusive: Column,
		private readonly calls: Column | null,
	) {
		this.cost = zeros(labels, inclusive);
		this.count = zeros(labels, calls ?? undefined);
	}

	add(label: number, node: number, isCounted: boolean): void {
		this.seen.add(label);
		if (isCounted) {
			add(this.cost, label, this.inclusive, node);
		}
		if (this.calls) {
			add(this.count, label, this.calls, node);
		}
	}

	rows(): Neighbour[] {
		return [...this.seen]
			.sort((a, b) => this.cost.values[b]! - this.cost.values[a]!)
			.map((label) => ({ label, inclusive: at(this.cost, label), calls: at(this.count, label) }));
	}
}
