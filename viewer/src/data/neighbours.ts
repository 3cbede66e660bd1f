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
	/** Calls of the function by itself, which is neither a caller nor a callee of its own. */
	recursiveCalls: Amount;
}

/**
 * The callers and callees of the function, the most costly first. A path counts once for a neighbour, however often the
 * call of one by the other is on it, as in pprof and XHProf\Profile::neighbours().
 */
export function neighboursOf(
	tree: Tree,
	label: number,
	labels: number,
	inclusive: Column,
	calls: Column | null,
): Neighbours {
	const callers = new Side(tree, labels, inclusive, calls);
	const callees = new Side(tree, labels, inclusive, calls);
	const recursiveCalls = zeros(1, calls ?? undefined);
	for (let node = 1; node < tree.count; node++) {
		const above = tree.label[tree.parent[node]!]!;
		const here = tree.label[node]!;
		if (here === label && above === label) {
			if (calls) {
				add(recursiveCalls, 0, calls, node);
			}
		} else if (here === label) {
			callers.add(above, node);
		} else if (above === label) {
			callees.add(here, node);
		}
	}
	return {
		callers: callers.rows(),
		callees: callees.rows(),
		recursiveCalls: at(recursiveCalls, 0),
	};
}

class Side {
	private readonly cost: Column;
	private readonly count: Column;
	private readonly openUntil: Int32Array;
	private readonly seen = new Set<number>();

	constructor(
		private readonly tree: Tree,
		labels: number,
		private readonly inclusive: Column,
		private readonly calls: Column | null,
	) {
		this.cost = zeros(labels, inclusive);
		this.count = zeros(labels, calls ?? undefined);
		this.openUntil = new Int32Array(labels);
	}

	add(label: number, node: number): void {
		this.seen.add(label);
		if (node >= this.openUntil[label]!) {
			this.openUntil[label] = this.tree.end[node]!;
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
