import type { Chosen } from "../axis/part.ts";
import { costOf, rangeIn, startOf } from "../axis/spans.ts";
import { type Moments, sizeOf, summed, type Times } from "../axis/times.ts";
import type { Run } from "../data/run.ts";
import { type Calls, callsOf } from "./calls.ts";
import { callsOfSamples } from "./samples.ts";

/** Memory and CPU time over time; null: not recorded. */
export interface Curves {
	/** Nanoseconds since the start of the run. */
	at: Float64Array<ArrayBuffer>;
	memory: Float64Array<ArrayBuffer> | null;
	cpu: Float64Array<ArrayBuffer> | null;
}

export interface Timeline {
	calls: Calls;
	curves: Curves | null;
	/** Events or samples that were not recorded, as the timeline was full. */
	lost: number;
	/** One sample in this many is drawn: with all, each pixel would have many. */
	step: number;
}

/** The most samples that are drawn at once. */
const SAMPLES_MAX = 100_000;

const made = new WeakMap<Times, Calls>();

/** The calls of a run of calls are made once; those of samples for each part that is seen. */
export function timelineOf(run: Run, times: Times, curves: Curves | null, part: Chosen): Timeline {
	const { events, moments, lost } = times;
	if (!moments) {
		const calls = made.get(times) ?? callsOf(events!.time, events!.node, events!.lane);
		made.set(times, calls);
		return { calls, curves, lost, step: 1 };
	}
	const [first, end] = rangeIn(moments, part);
	const step = Math.max(1, Math.ceil((end - first) / SAMPLES_MAX));
	const calls = callsOfSamples(moments, run.tree, { first, end, step });
	return { calls: { ...calls, length: times.length }, curves, lost, step };
}

export async function loadCurves(
	{ reader }: Run,
	{ moments, lanes }: Times,
): Promise<Curves | null> {
	if (moments) {
		return lanes.length > 1 ? null : curvesOf(moments);
	}
	const points = sizeOf(reader.header.curve, "points");
	if (points === 0) {
		return null;
	}
	const column = async (name: string, isSigned: boolean) =>
		reader.has(name) ? summed(reader, name, isSigned, points) : null;
	const at = await column("curve-time", false);
	return (
		at && { at, memory: await column("curve-memory", true), cpu: await column("curve-cpu", true) }
	);
}

/** The CPU time when each span begins, and the memory from then on; then those at the end. */
function curvesOf(moments: Moments): Curves {
	const { memory, samples } = moments;
	const count = moments.at.length;
	const at = new Float64Array(count + 1);
	const cpu = new Float64Array(count + 1);
	for (let i = 0; i < count; i++) {
		at[i] = startOf(moments, i);
		cpu[i + 1] = cpu[i]! + (samples[i]! % 2 === 0 ? costOf(moments, i) : 0);
	}
	at[count] = moments.at[count - 1] ?? 0;
	return { at, memory: memory && withLast(memory), cpu };
}

function withLast(values: Float64Array): Float64Array<ArrayBuffer> {
	const more = new Float64Array(values.length + 1);
	more.set(values);
	more[values.length] = values[values.length - 1] ?? 0;
	return more;
}
