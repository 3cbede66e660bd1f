import type { Chosen } from "../axis/part.ts";
import { firstAt } from "../axis/slice.ts";
import { type Moments, sizeOf, summed, type Times, timeOf } from "../axis/times.ts";
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
	/** Of so many samples one is drawn: with all, each pixel would have many. */
	step: number;
}

/** So many samples in sight are drawn. */
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
	const [first, end] = [firstAt(moments.at, part.from), firstAt(moments.at, part.to) + 1];
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

function curvesOf(moments: Moments): Curves {
	const { at, memory, samples } = moments;
	const cpu = new Float64Array(at.length);
	for (let i = 0; i < at.length; i++) {
		cpu[i] = (cpu[i - 1] ?? 0) + (samples[i]! % 2 === 0 ? timeOf(moments, i) : 0);
	}
	return { at, memory, cpu };
}
