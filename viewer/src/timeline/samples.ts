import { type Moments, timeOf } from "../axis/times.ts";
import type { Tree } from "../data/tree.ts";
import { type Calls, FIBERS_MAX, type Log, layOut } from "./calls.ts";

/** The calls of a process that are open at its last sample, outermost first. */
interface Open {
	nodes: number[];
	calls: number[];
	at: number;
	request: number;
}

/** Samples from the first to before the end, one in `step`. */
export interface Sight {
	first: number;
	end: number;
	step: number;
}

/**
 * Samples in a row that have a call on their stack are one call: a sample stands for the time since the one before
 * it. Where samples are missing, or a request ends, all calls end.
 */
export function callsOfSamples(moments: Moments, tree: Tree, { first, end, step }: Sight): Calls {
	const { at, node, lane } = moments;
	const log = {
		...{ start: [] as number[], end: [] as number[], node: [] as number[] },
		...{ depth: [] as number[], lane: [] as number[] },
	};
	const lanes: Open[] = [];
	for (let i = first; i < Math.min(end, at.length); i += step) {
		const number = Math.min(lane?.[i] ?? 0, FIBERS_MAX + 1);
		lanes[number] ??= { nodes: [], calls: [], at: -1, request: -1 };
		const open = lanes[number];
		const path = pathOf(tree, node[i]!);
		const start = goOn(open, path, moments, i, step);
		for (let depth = open.nodes.length; depth < path.length; depth++) {
			open.nodes.push(path[depth]!);
			open.calls.push(log.start.push(start) - 1);
			log.node.push(path[depth]!);
			log.depth.push(depth);
			log.lane.push(number);
		}
		for (const call of open.calls) {
			log.end[call] = at[i]!;
		}
	}
	return layOut(typed(log));
}

/** Ends the calls that the sample does not have. Returns when its own begin. */
function goOn(open: Open, path: number[], moments: Moments, i: number, step: number): number {
	const { at, request } = moments;
	const span = timeOf(moments, i) * step;
	const before = open.at;
	const isSame = (request?.[i] ?? 0) === open.request;
	// Of one sample in some, those of a process come at random.
	const goesOn = before >= 0 && isSame && at[i]! - before <= span * (step > 1 ? 6 : 1.5);
	let common = 0;
	while (goesOn && common < path.length && path[common] === open.nodes[common]) {
		common++;
	}
	open.nodes.length = common;
	open.calls.length = common;
	open.at = at[i]!;
	open.request = request?.[i] ?? 0;
	return goesOn ? before : Math.max(0, before, at[i]! - span);
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

function pathOf(tree: Tree, node: number): number[] {
	const path: number[] = [];
	for (let at = node; at >= 0; at = tree.parent[at]!) {
		path.push(at);
	}
	return path.reverse();
}
