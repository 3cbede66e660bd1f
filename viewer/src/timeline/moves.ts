import { useRef } from "preact/hooks";
import { extraOf } from "../axis/part.ts";
import { type Part, within } from "../axis/scale.ts";
import { isPool } from "../axis/times.ts";
import { GC } from "../data/functions.ts";
import type { State } from "../view/state.ts";
import { nextCall } from "./calls.ts";
import type { Stage } from "./stage.ts";

/** Shows another part of the time, in the lane that is shown or in another one. */
export function show(
	{ go, state, part, times }: Stage,
	next: Part & { lane?: number },
	change: Partial<State> = {},
	how: "push" | "replace" = "push",
): void {
	go({ ...change, extra: extraOf(state, { lane: part.lane, ...next }, times.length) }, how);
}

export function nameOf({ run, calls }: Stage, call: number): string {
	return run.functions.name(run.tree.label[calls.node[call]!]!);
}

/** Nothing but this call: other processes run meanwhile. */
export function showCall(stage: Stage, call: number, lane: number): void {
	const [from, end] = [stage.calls.start[call]!, stage.calls.end[call]!];
	const only: Part = { from, to: Math.max(end, from + 1) };
	show(stage, { ...only, ...(isPool(stage.times) ? { lane } : {}) }, { fn: nameOf(stage, call) });
}

/**
 * Sets how the page steps to the next match of the search. Returns what shows the next run of the garbage collector;
 * null: there is none.
 */
export function useSteps(stage: Stage): (() => void) | null {
	const { calls, run, matches, times } = stage;
	const { label } = run.tree;
	/** Where the last step led. */
	const seen = useRef(-1);
	stage.stepper.step = (by) => {
		const start = by < 0 && seen.current < 0 ? times.length : seen.current;
		const call = nextCall(calls, start, by, (node) => matches.isMatch[label[node]!] === 1);
		if (call >= 0) {
			seen.current = calls.start[call]!;
			show(stage, around(stage, call), { fn: nameOf(stage, call) });
		}
	};
	const gc = run.functions.find(GC);
	const showNextPause = () => {
		const call = nextCall(calls, seen.current, 1, (node) => label[node] === gc);
		seen.current = calls.start[call] ?? -1;
		call >= 0 && showCall(stage, call, 0);
	};
	return gc < 0 ? null : showNextPause;
}

/** A call with as much time beside it as it takes, but no more than is shown. */
function around({ calls, part, times }: Stage, call: number): Part {
	const [start, end] = [calls.start[call]!, calls.end[call]!];
	const size = Math.min(part.to - part.from, 3 * (end - start));
	const room = Math.max(0, size - (end - start)) / 2;
	return within({ from: start - room, to: end + room }, times.length);
}
