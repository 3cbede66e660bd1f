import type { RunHeader } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { childrenOf } from "../data/tree.ts";

/** What a rule of `xhprof advise` says of the run. */
export interface Finding {
	id: string;
	text: string;
	cost_ns: number;
	calls: number | null;
	/** From main() to the call that costs; empty: the whole run. */
	path: string[];
	/** Of the call to change. */
	file: string | null;
	line: number | null;
	evidence: string[];
	change: string;
	/** Shows whether the change helps. */
	command: string;
}

export interface Advice {
	/** Number of rules that ran. */
	rules: number;
	/** Without the profiler's own. */
	wall_ns: number;
	/** Beside it. */
	profiler_ns?: number;
	findings: Finding[];
}

/** Null: nobody looked for any. */
export function adviceOf(header: RunHeader): Advice | null {
	const advice = header.advice as Partial<Advice> | undefined;
	return Array.isArray(advice?.findings) ? (advice as Advice) : null;
}

export function findingsOf(header: RunHeader): Finding[] {
	return adviceOf(header)?.findings ?? [];
}

/** The node of a path of names; -1: the run has none, as without call paths. */
export function nodeOf(run: Run, path: readonly string[]): number {
	const { tree, functions } = run;
	let node = 0;
	if (
		run.header.kind === "pairs" ||
		tree.count === 0 ||
		functions.name(tree.label[0]!) !== path[0]
	) {
		return -1;
	}
	for (const name of path.slice(1)) {
		const label = functions.find(name);
		let next = -1;
		for (const child of childrenOf(tree, node)) {
			if (tree.label[child] === label) {
				next = child;
				break;
			}
		}
		if (next < 0) {
			return -1;
		}
		node = next;
	}
	return node;
}
