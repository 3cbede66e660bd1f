import { type Amount, at } from "../data/column.ts";
import type { Neighbour } from "../data/neighbours.ts";
import { mean } from "../view/amounts.ts";
import type { Comparison } from "./comparison.ts";

/** A caller or callee of a function in both runs. */
export interface ComparedNeighbour extends Neighbour {
	was: Amount;
	change: Amount;
}

/** Of both runs, the greatest change first; one that a run lacks costs nothing there. */
export function comparedNeighbours(
	comparison: Comparison,
	before: Neighbour[],
	after: Neighbour[],
): ComparedNeighbour[] {
	const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [row.label, row])));
	const rows = [...new Set([...is!.keys(), ...was!.keys()])].map((label) => {
		const [old, now] = [was!.get(label)?.inclusive ?? 0, is!.get(label)?.inclusive ?? 0];
		return {
			label,
			inclusive: now,
			calls: is!.get(label)?.calls ?? 0,
			was: old,
			change: comparison.change(now, old),
		};
	});
	return rows.sort((a, b) => Math.abs(Number(b.change)) - Math.abs(Number(a.change)));
}

/** Calls of a function in an average run of each; null: one run did not count them. */
export function comparedCallsOf(comparison: Comparison, label: number): [number, number] | null {
	const [was, is] = [comparison.before, comparison.after].map((run) => {
		const calls = run.calls();
		return calls && Number(mean(at(calls, label), run.runs));
	});
	return typeof was === "number" && typeof is === "number" ? [was, is] : null;
}
