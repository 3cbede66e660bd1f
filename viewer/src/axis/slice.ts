import type { Chosen } from "./part.ts";
import { type Events, type Moments, timeOf } from "./times.ts";

/** The cost of each path in a part of the run, without callees: as profile/slice.c has them. */
export interface Costs {
	/** By metric. */
	own: Map<string, Float64Array<ArrayBuffer>>;
	/** Calls that ran in the part, or samples. */
	count: Float64Array<ArrayBuffer>;
	/** Of samples: so many of one interval each would be as exact. */
	effective: number;
}

/** Calls have wall time only: nothing else is known by time. */
export function sliceEvents({ time, node, lane }: Events, part: Chosen, paths: number): Costs {
	const wall = new Float64Array(paths);
	const count = new Float64Array(paths);
	const isWanted = (number: number) => part.lane < 0 || number === part.lane;
	/** Of the open calls: the path, or -1 - path of one in another lane. */
	const open: number[] = [];
	let hasBegun = false;
	const begin = () => {
		for (const path of hasBegun ? [] : open) {
			count[path]! += path < 0 ? 0 : 1;
		}
		hasBegun = true;
	};
	const spend = (from: number, to: number) => {
		const path = open.length > 0 ? open[open.length - 1]! : -1;
		if (path >= 0 && to > from) {
			wall[path]! += to - from;
		}
	};
	let last = 0;
	for (let i = 0; i < node.length; i++) {
		const now = last + time[i]!;
		if (now >= part.to) {
			begin();
			spend(Math.max(last, part.from), part.to);
			break;
		}
		spend(Math.max(last, part.from), now);
		const begins = node[i]! - 1;
		// A call that ends as the part begins does not run in it.
		if (now > part.from || (now === part.from && begins >= 0)) {
			begin();
		}
		if (begins < 0) {
			open.pop();
		} else {
			const path = isWanted(lane?.[i] ?? 0) ? begins : -1 - begins;
			open.push(path);
			if (hasBegun && path >= 0) {
				count[path]!++;
			}
		}
		last = now;
	}
	return { own: new Map([["wall", wall]]), count, effective: 0 };
}

/** Samples of a ring are worth half as many independent ones. */
const DESIGN_EFFECT = 2;

/** `before`: the memory ahead of the first sample. */
export function sliceMoments(moments: Moments, part: Chosen, paths: number, before: number): Costs {
	const { at, node, samples, lane, memory } = moments;
	const [wall, cpu, count] = [0, 1, 2].map(() => new Float64Array(paths)) as [
		Float64Array<ArrayBuffer>,
		Float64Array<ArrayBuffer>,
		Float64Array<ArrayBuffer>,
	];
	let [weights, squares] = [0, 0];
	const end = firstAt(at, part.to);
	for (let i = firstAt(at, part.from); i < end; i++) {
		if (part.lane < 0 || (lane?.[i] ?? 0) === part.lane) {
			const path = node[i]!;
			const time = timeOf(moments, i);
			const isOff = samples[i]! % 2 === 1;
			const weight = moments.wall ? time : samples[i]! >>> 1;
			const most = moments.wall ? moments.interval || time : 1;
			wall[path]! += time;
			cpu[path]! += isOff ? 0 : time;
			count[path]! += samples[i]! >>> 1;
			weights += weight;
			squares +=
				(moments.wall ? DESIGN_EFFECT : 1) * weight * (isOff ? Math.min(weight, most) : weight);
		}
	}
	const own = new Map([
		["wall", wall],
		["cpu", cpu],
		["samples", count],
	]);
	if (memory) {
		grow(own, memory, moments, part, paths, before);
	}
	return { own, count, effective: squares > 0 ? (weights * weights) / squares : 0 };
}

/** Memory that grew since the sample before belongs to the path of this one, and so does what its peak rose. */
function grow(
	own: Costs["own"],
	memory: Float64Array,
	{ at, node }: Moments,
	part: Chosen,
	paths: number,
	before: number,
): void {
	const grown = new Float64Array(paths);
	const risen = new Float64Array(paths);
	let [last, peak] = [before, before];
	for (let i = 0; i < at.length && at[i]! < part.to; i++) {
		if (at[i]! >= part.from) {
			grown[node[i]!]! += memory[i]! - last;
			risen[node[i]!]! += Math.max(0, memory[i]! - peak);
		}
		last = memory[i]!;
		peak = Math.max(peak, last);
	}
	own.set("memory", grown);
	own.set("peak", risen);
}

/** The first sample at a time or after it. */
export function firstAt(at: Float64Array, time: number): number {
	let [low, high] = [0, at.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (at[middle]! < time) {
			low = middle + 1;
		} else {
			high = middle;
		}
	}
	return low;
}
