import { bytesOf } from "../data/blocks.ts";
import { type Amount, at } from "../data/column.ts";
import { Problem } from "../data/problem.ts";
import type { Run } from "../data/run.ts";
import { bigVarints } from "../data/varint.ts";
import type { Comparison } from "./comparison.ts";
import { type Interval, intervalOf } from "./noise.ts";

/** What became of a function. */
export interface Change {
	label: number;
	was: Amount;
	is: Amount;
	own: Amount;
	inclusive: Amount;
	callsBefore: number;
	callsAfter: number;
	/** Only one of the runs called it. */
	state: "" | "new" | "gone";
}

/** Functions that changed or ran in one run only, the greatest change of own cost first. */
export function changesOf(comparison: Comparison): Change[] {
	const { before, after, metric } = comparison;
	const [a, b] = [before, after].map((run) => run.sums(metric.id)) as [Sums, Sums];
	const calls = [before, after].map((run) => run.calls());
	const changes: Change[] = [];
	for (let label = 0; label < after.functions.count; label++) {
		const counts = calls.map((column) => (column ? Number(at(column, label)) : 0));
		const row: Change = {
			label,
			was: comparison.was(at(a.own, label)),
			is: comparison.is(at(b.own, label)),
			own: comparison.change(at(b.own, label), at(a.own, label)),
			inclusive: comparison.change(at(b.inclusive, label), at(a.inclusive, label)),
			callsBefore: counts[0]! / before.runs,
			callsAfter: counts[1]! / after.runs,
			state: stateOf(before, after, label),
		};
		if (
			Number(row.own) !== 0 ||
			Number(row.inclusive) !== 0 ||
			row.callsBefore !== row.callsAfter
		) {
			changes.push(row);
		}
	}
	return changes.sort((x, y) => Math.abs(Number(y.own)) - Math.abs(Number(x.own)));
}

type Sums = ReturnType<Run["sums"]>;

function stateOf(before: Run, after: Run, label: number): Change["state"] {
	const isBefore = before.hasFunction(label);
	const isAfter = after.hasFunction(label);
	return isBefore === isAfter ? "" : isAfter ? "new" : "gone";
}

/** Own cost of each function in each run of a set. */
export interface Spread {
	runs: number;
	/** By the function's index in the run's own list, `runs` numbers each. */
	values: Float64Array;
}

/** Null: the run is no set, or the set does not say. */
export async function readSpread(run: Run, metric: string): Promise<Spread | null> {
	const { reader, header } = run;
	const name = `set-${metric}`;
	if (!header.set || !reader.has(name)) {
		return null;
	}
	const { runs } = header.set;
	const numbers = bigVarints(await bytesOf(reader.pieces(name)), true);
	if (numbers.length !== runs * header.functions) {
		throw new Problem(
			`The block “${reader.id(name)}” has ${numbers.length} numbers of ${runs * header.functions}.`,
		);
	}
	return { runs, values: Float64Array.from(numbers, Number) };
}

/** Of the own cost of a function of the joined list; null: noise is not known. */
export function noiseOf(
	comparison: Comparison,
	spreads: (Spread | null)[],
	label: number,
): Interval | null {
	const [before, after] = [comparison.before, comparison.after].map((run, index) => {
		const spread = spreads[index];
		const own = run.moved?.labelOf.indexOf(label) ?? label;
		if (!spread) {
			return [];
		}
		const from = own * spread.runs;
		return own < 0
			? new Array<number>(spread.runs).fill(0)
			: [...spread.values.subarray(from, from + spread.runs)];
	}) as [number[], number[]];
	return intervalOf(before, after);
}
