import { type Amount, at } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { mean } from "../view/amounts.ts";
import { type OneSide, sideOf } from "./columns.tsx";
import type { Comparison } from "./comparison.ts";
import type { Interval, Medians } from "./medians.ts";

/** The change of a function. */
export interface Change {
	label: number;
	was: Amount;
	is: Amount;
	own: Amount;
	inclusiveWas: Amount;
	inclusiveIs: Amount;
	inclusive: Amount;
	callsBefore: number;
	callsAfter: number;
	/** 95 % of the change of own cost. */
	interval: Interval;
	/** The change of own cost may be none at all. */
	isNoise: boolean;
	/** Only one of the runs called it. */
	state: OneSide;
}

/**
 * Functions that changed or ran in one run only, the greatest change of own cost first. Of sets these are changes
 * of the median, as in `xhprof diff`. `isAll`: those that did not change as well.
 */
export function changesOf(
	comparison: Comparison,
	medians: Medians | null,
	isAll = false,
): Change[] {
	const { before, after, metric } = comparison;
	const [a, b] = [before, after].map((run) => run.sums(metric.id)) as [Sums, Sums];
	const calls = [before, after].map((run) => run.calls());
	const changes: Change[] = [];
	for (let label = 0; label < after.functions.count; label++) {
		const counts = calls.map((column) => (column ? Number(at(column, label)) : 0));
		const row: Change = {
			label,
			...(medians
				? ofMedians(medians, label)
				: ofMeans(comparison, [a, b], label, [
						Number(mean(counts[0]!, before.runs)),
						Number(mean(counts[1]!, after.runs)),
					])),
			state: sideOf(before.hasFunction(label), after.hasFunction(label)),
		};
		if (
			isAll ||
			Number(row.own) !== 0 ||
			Number(row.inclusive) !== 0 ||
			row.callsBefore !== row.callsAfter
		) {
			changes.push(row);
		}
	}
	return changes.sort((x, y) => Math.abs(Number(y.own)) - Math.abs(Number(x.own)));
}

function ofMeans(
	comparison: Comparison,
	[a, b]: [Sums, Sums],
	label: number,
	[callsBefore, callsAfter]: [number, number],
) {
	const [was, is] = [at(a.own, label), at(b.own, label)];
	return {
		was: comparison.was(was),
		is: comparison.is(is),
		own: comparison.change(is, was),
		inclusiveWas: comparison.was(at(a.inclusive, label)),
		inclusiveIs: comparison.is(at(b.inclusive, label)),
		inclusive: comparison.change(at(b.inclusive, label), at(a.inclusive, label)),
		callsBefore,
		callsAfter,
		interval: null,
		isNoise: false,
	};
}

function ofMedians(medians: Medians, label: number) {
	const { own, inclusive, calls, interval, isNoise } = medians.of(label);
	return {
		was: own[0],
		is: own[1],
		own: own[1] - own[0],
		inclusiveWas: inclusive[0],
		inclusiveIs: inclusive[1],
		inclusive: inclusive[1] - inclusive[0],
		callsBefore: calls[0],
		callsAfter: calls[1],
		interval,
		isNoise,
	};
}

type Sums = ReturnType<Run["sums"]>;
