import type { Amount } from "../data/column.ts";
import type { Metric } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { amount, count, counted, exactly } from "../look/units.ts";

/** A value as it is shown: of merged runs the average, but of peaks, which are not added up. */
export function shown(run: Run, metric: Metric, value: Amount): string {
	return amount(average(run, metric, value), metric.unit);
}

/** The whole value, for a title. */
export function shownExactly(run: Run, metric: Metric, value: Amount): string {
	const text = exactly(value, metric.unit);
	return run.runs > 1 && metric.id !== "peak" ? `${text} in ${run.runs} runs` : text;
}

export function average(run: Run, metric: Metric, value: Amount): Amount {
	return metric.id === "peak" ? value : mean(value, run.runs);
}

/** A whole number; a half is rounded away from 0, as by the command, so that its sentence and a table agree. */
export function mean(sum: Amount, runs: number): Amount {
	const value = Number(sum) / runs;
	return runs === 1 ? sum : Math.sign(value) * Math.round(Math.abs(value)) + 0;
}

/** Calls, of merged runs the average. */
export function shownCalls(run: Run, calls: Amount): string {
	return count(callsOf(run, calls));
}

/** "1 call" */
export function countedCalls(run: Run, calls: Amount): string {
	return counted(callsOf(run, calls), "call");
}

function callsOf(run: Run, calls: Amount): Amount {
	return mean(calls, run.runs);
}

/** Behind the calls of a function: those by itself. */
export function ofThem(run: Run, recursiveCalls: Amount): string {
	return Number(recursiveCalls) > 0 ? `, ${shownCalls(run, recursiveCalls)} by itself` : "";
}
