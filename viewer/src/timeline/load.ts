import { Problem } from "../data/problem.ts";
import type { Run } from "../data/run.ts";
import { type Calls, callsOf } from "./calls.ts";

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
	/** Events that were not recorded, as the timeline was full. */
	lost: number;
}

/** More events than this do not fit into the memory of a page. */
const EVENTS_MAX = 200_000_000;

export function hasTimeline(header: { [key: string]: unknown }): boolean {
	return sizeOf(header.timeline, "events") > 0;
}

export async function loadTimeline(run: Run, progress: (share: number) => void): Promise<Timeline> {
	const { reader, tree } = run;
	const events = sizeOf(reader.header.timeline, "events");
	if (events > EVENTS_MAX) {
		throw new Problem(`The timeline has ${events} events, more than a page can hold.`);
	}
	const part = (from: number) => (_: string, count: number) =>
		progress(from + (0.45 * count) / events);
	const node = await reader.numbers("timeline-node", new Uint32Array(events), part(0));
	const time = await reader.numbers("timeline-time", new Float64Array(events), part(0.45));
	const lane = reader.has("timeline-lane")
		? await reader.numbers("timeline-lane", new Uint32Array(events))
		: null;
	checkNodes(node, tree.count);
	return {
		calls: callsOf(time, node, lane),
		curves: await loadCurves(run),
		lost: sizeOf(reader.header.timeline, "lost"),
	};
}

async function loadCurves({ reader }: Run): Promise<Curves | null> {
	const points = sizeOf(reader.header.curve, "points");
	if (points === 0) {
		return null;
	}
	const summed = async (name: string, isSigned: boolean) => {
		if (!reader.has(name)) {
			return null;
		}
		const { values } = await reader.column(name, isSigned, new Float64Array(points));
		for (let i = 1; i < points; i++) {
			values[i]! += values[i - 1]!;
		}
		return values;
	};
	const at = await summed("curve-time", false);
	return (
		at && { at, memory: await summed("curve-memory", true), cpu: await summed("curve-cpu", true) }
	);
}

function checkNodes(node: Uint32Array, paths: number): void {
	for (let i = 0; i < node.length; i++) {
		if (node[i]! > paths) {
			throw new Problem(
				`Event ${i} of the timeline names path ${node[i]! - 1} of ${paths}: the file was changed.`,
			);
		}
	}
}

function sizeOf(table: unknown, key: string): number {
	const size = (table as Record<string, unknown> | undefined)?.[key];
	return typeof size === "number" && size > 0 ? size : 0;
}
