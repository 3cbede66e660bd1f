import type { Functions } from "./functions.ts";
import { childrenOf, type Tree } from "./tree.ts";

/** Limits of the search for where a moved path went: levels below its anchor, and paths. */
const MOST_DEPTH = 12;
const MOST_PATHS = 5000;

/** Candidates per path, and comparisons in total: two runs may have nothing in common. */
const MOST_CANDIDATES = 8;
const MOST_COMPARED = 300_000;

/** The minimum share of common callees, of the smaller set. */
const LEAST_COMMON = 0.5;

/**
 * Finds paths of an earlier run below other callers in a later one: frames were put between, or taken out. Only below a
 * path that both have, among paths that only the later one has, of the same function with the same callees. Labels are
 * those of both runs.
 */
export class Bridges {
	/** By path that both have: those below it that only the after has, by label; the nearest first. */
	private readonly fresh = new Map<number, Map<number, number[]>>();
	private readonly used = new Set<number>();
	private compared = 0;

	constructor(
		private readonly before: { tree: Tree; labels: Int32Array },
		private readonly after: { tree: Tree; labels: Int32Array },
		/** By path of the after: the before has it, too. */
		private readonly isShared: Uint8Array,
		private readonly functions: Functions,
	) {}

	/** A path of the after for one of the before that is below `anchor`, a path of the after; -1: there is none. */
	find(node: number, anchor: number): number {
		const { before, after } = this;
		const label = before.labels[before.tree.label[node]!]!;
		if (before.tree.end[node] === node + 1 || this.functions.file(label) === null) {
			return -1;
		}
		if (this.compared > MOST_COMPARED) {
			return -1;
		}
		const candidates = this.below(anchor).get(label) ?? [];
		for (const candidate of candidates.slice(0, MOST_CANDIDATES)) {
			this.compared++;
			if (this.isFree(candidate, anchor) && isAlike(before, node, after, candidate)) {
				this.used.add(candidate);
				return candidate;
			}
		}
		return -1;
	}

	private isFree(candidate: number, anchor: number): boolean {
		for (let node = candidate; node !== anchor; node = this.after.tree.parent[node]!) {
			if (this.used.has(node)) {
				return false;
			}
		}
		return true;
	}

	private below(anchor: number): Map<number, number[]> {
		let found = this.fresh.get(anchor);
		if (!found) {
			found = new Map();
			this.fresh.set(anchor, found);
			let seen = 0;
			let level = [anchor];
			for (let depth = 0; depth < MOST_DEPTH && seen < MOST_PATHS; depth++) {
				level = level.flatMap((node) => this.freshBelow(node));
				for (const node of level) {
					const label = this.after.labels[this.after.tree.label[node]!]!;
					const known = found.get(label);
					known ? known.push(node) : found.set(label, [node]);
				}
				seen += level.length;
			}
		}
		return found;
	}

	private freshBelow(node: number): number[] {
		return [...childrenOf(this.after.tree, node)].filter((child) => this.isShared[child] === 0);
	}
}

function isAlike(
	before: Bridges["before"],
	node: number,
	after: Bridges["after"],
	candidate: number,
): boolean {
	const [one, other] = [callees(before, node), callees(after, candidate)];
	let common = 0;
	for (const label of one) {
		common += other.has(label) ? 1 : 0;
	}
	return common > 0 && common >= LEAST_COMMON * Math.min(one.size, other.size);
}

function callees({ tree, labels }: { tree: Tree; labels: Int32Array }, node: number): Set<number> {
	return new Set([...childrenOf(tree, node)].map((child) => labels[tree.label[child]!]!));
}
