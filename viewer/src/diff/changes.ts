import { type Amount, at } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import type { Comparison } from "./comparison.ts";
import { type Interval, intervalOf, median } from "./noise.ts";

/** The change of a function. */
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

/**
 * Functions that changed or ran in one run only, the greatest change of own cost first. Of sets these are changes
 * of the median, as in `xhprof diff`.
 */
export function changesOf(comparison: Comparison, spreads: Spreads): Change[] {
	const { before, after, metric } = comparison;
	const [a, b] = [before, after].map((run) => run.sums(metric.id)) as [Sums, Sums];
	const calls = [before, after].map((run) => run.calls());
	const changes: Change[] = [];
	for (let label = 0; label < after.functions.count; label++) {
		const counts = calls.map((column) => (column ? Number(at(column, label)) : 0));
		const row: Change = {
			label,
			...(spreads ? ofMedians(spreads, label) : ofMeans(comparison, [a, b], label)),
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

function ofMeans(comparison: Comparison, [a, b]: [Sums, Sums], label: number) {
	const [was, is] = [at(a.own, label), at(b.own, label)];
	return { was: comparison.was(was), is: comparison.is(is), own: comparison.change(is, was) };
}

function ofMedians(spreads: [Spread, Spread], label: number) {
	const [was, is] = spreads.map((spread) => median(ownRuns(spread, label))) as [number, number];
	return { was, is, own: is - was };
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
	/** By function, `runs` numbers each. */
	values: Float64Array;
}

/** The noise of before and after; null: it is not known. */
export type Spreads = [Spread, Spread] | null;

/** Null: the run is no set, or the set does not say. */
export async function readSpread(run: Run, metric: string): Promise<Spread | null> {
	const { reader, header, moved } = run;
	const name = `set-${metric}`;
	if (!header.set || !reader.has(name)) {
		return null;
	}
	const { runs } = header.set;
	const into = new Float64Array(runs * header.functions);
	const numbers = (await reader.column(name, true, into)).values;
	const values = new Float64Array(runs * run.functions.count);
	for (let label = 0; label < header.functions; label++) {
		const own = numbers.subarray(label * runs, (label + 1) * runs);
		values.set(own, (moved?.labelOf[label] ?? label) * runs);
	}
	return { runs, values };
}

/** The bounds of the change of a function's own cost. */
export function noiseOf([before, after]: [Spread, Spread], label: number): Interval | null {
	return intervalOf(ownRuns(before, label), ownRuns(after, label));
}

function ownRuns({ runs, values }: Spread, label: number): number[] {
	return [...values.subarray(label * runs, (label + 1) * runs)];
}
