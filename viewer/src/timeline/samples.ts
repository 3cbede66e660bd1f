import { startOf, timeOf } from "../axis/spans.ts";
import type { Moments } from "../axis/times.ts";
import { pathTo, type Tree } from "../data/tree.ts";
import { type Calls, FIBERS_MAX, type Log, layOut } from "./calls.ts";

/** The calls of a process that are open, outermost first. */
interface Open {
	nodes: number[];
	calls: number[];
	/** The last sample ends; -1: there was none. */
	at: number;
	/** All that was drawn ends, or what is not begins. */
	since: number;
	request: number;
}

/** Samples from the first to before the end, one in `step`. */
export interface Sight {
	first: number;
	end: number;
	step: number;
}

/**
 * Samples in a row that have a call on their stack are one call: each is a span of time. Where samples are missing, or
 * a request ends, all calls end. Of one sample in some, each is drawn from the one before it on.
 */
export function callsOfSamples(moments: Moments, tree: Tree, { first, end, step }: Sight): Calls {
	const { at, node, lane } = moments;
	const log = {
		...{ start: [] as number[], end: [] as number[], node: [] as number[] },
		...{ depth: [] as number[], lane: [] as number[] },
	};
	const lanes: Open[] = [];
	for (let i = first; i < Math.min(end, at.length); i++) {
		const number = Math.min(lane?.[i] ?? 0, FIBERS_MAX + 1);
		lanes[number] ??= { nodes: [], calls: [], at: -1, since: 0, request: -1 };
		const open = lanes[number];
		goOn(open, moments, i, log.end);
		if ((i - first) % step > 0) {
			continue;
		}
		const path = pathTo(tree, node[i]!);
		keepCommon(open, path);
		for (let depth = open.nodes.length; depth < path.length; depth++) {
			open.nodes.push(path[depth]!);
			open.calls.push(log.start.push(open.since) - 1);
			log.node.push(path[depth]!);
			log.depth.push(depth);
			log.lane.push(number);
		}
		open.since = at[i]!;
		for (const call of open.calls) {
			log.end[call] = at[i]!;
		}
	}
	for (const open of Object.values(lanes)) {
		endAll(open, log.end);
	}
	return layOut(typed(log));
}

/** A gap of up to half the span behind it ends no call, as in profile/moments.c. */
function goOn(open: Open, moments: Moments, i: number, ends: number[]): void {
	const request = moments.request?.[i] ?? 0;
	const start = startOf(moments, i);
	const goesOn =
		open.at >= 0 && request === open.request && start - open.at <= timeOf(moments, i) / 2;
	if (!goesOn) {
		endAll(open, ends);
		open.nodes.length = 0;
		open.calls.length = 0;
		open.since = start;
	}
	open.at = moments.at[i]!;
	open.request = request;
}

/** With all of the samples, also those that are not drawn. */
function endAll({ calls, at }: Open, ends: number[]): void {
	for (const call of calls) {
		ends[call] = at;
	}
}

function keepCommon(open: Open, path: number[]): void {
	let common = 0;
	while (common < path.length && path[common] === open.nodes[common]) {
		common++;
	}
	open.nodes.length = common;
	open.calls.length = common;
}

function typed(log: Record<"start" | "end" | "node" | "depth" | "lane", number[]>): Log {
	return {
		start: Float64Array.from(log.start),
		end: Float64Array.from(log.end),
		node: Uint32Array.from(log.node),
		depth: Uint32Array.from(log.depth),
		lane: Uint16Array.from(log.lane),
		calls: log.start.length,
		now: 0,
		cut: 0,
	};
}
