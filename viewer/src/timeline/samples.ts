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

/**
 * Samples in a row that have a call on their stack are one call: a sample stands for the time since the one before
 * it. Where samples are missing, or a request ends, all calls end.
 */
export function callsOfSamples(moments: Moments, tree: Tree, from: number, to: number): Calls {
	const { at, node, lane, request } = moments;
	const log = {
		...{ start: [] as number[], end: [] as number[], node: [] as number[] },
		...{ depth: [] as number[], lane: [] as number[] },
	};
	const lanes: Open[] = [];
	for (let i = from; i < Math.min(to, at.length); i++) {
		const number = Math.min(lane?.[i] ?? 0, FIBERS_MAX + 1);
		const open = (lanes[number] ??= { nodes: [], calls: [], at: -1, request: -1 });
		const span = timeOf(moments, i);
		const isBehind = at[i]! - open.at <= 1.5 * span && (request?.[i] ?? 0) === open.request;
		const path = pathOf(tree, node[i]!);
		let common = 0;
		while (isBehind && common < path.length && path[common] === open.nodes[common]) {
			common++;
		}
		open.nodes.length = common;
		open.calls.length = common;
		const start = isBehind ? open.at : Math.max(open.at, at[i]! - span);
		for (let depth = common; depth < path.length; depth++) {
			open.nodes.push(path[depth]!);
			open.calls.push(log.start.push(start) - 1);
			log.node.push(path[depth]!);
			log.depth.push(depth);
			log.lane.push(number);
		}
		for (const call of open.calls) {
			log.end[call] = at[i]!;
		}
		open.at = at[i]!;
		open.request = request?.[i] ?? 0;
	}
	return layOut(typed(log));
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
