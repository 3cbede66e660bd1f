import type { Chosen } from "./part.ts";
import { cut, type Piece, rangeIn, startOf, timeOf } from "./spans.ts";
import type { Events, Moments } from "./times.ts";

/** The cost of each path in a part of the run, without callees: as profile/slice.c has them. */
export interface Costs {
	/** By metric. */
	own: Map<string, Float64Array<ArrayBuffer>>;
	/** Calls that ran in the part, or the weight of samples. */
	count: Float64Array<ArrayBuffer>;
	/** The effective sample size: the number of equally weighted samples with the same error; 0: no samples. */
	effective: number;
}

/**
 * Calls have wall time and memory; other metrics have no times. Which call raised the peak is not known either, as that
 * may have been between two events.
 */
export function sliceEvents(events: Events, part: Chosen, paths: number): Costs {
	const { time, node } = events;
	const slice = new EventSlice(events, part, paths);
	let last = 0;
	for (let i = 0; i < node.length; i++) {
		const now = last + time[i]!;
		if (now >= part.to) {
			slice.begin();
			slice.spend(last, part.to);
			break;
		}
		slice.spend(last, now);
		slice.grow(i, now);
		slice.take(i, now);
		last = now;
	}
	const own = new Map([["wall", slice.wall]]);
	if (slice.grown) {
		own.set("memory", slice.grown);
	}
	return { own, count: slice.count, effective: 0 };
}

class EventSlice {
	readonly wall: Float64Array<ArrayBuffer>;
	readonly count: Float64Array<ArrayBuffer>;
	/** Of the open calls: the path, or -1 - path of one in another lane. */
	private readonly open: number[] = [];
	private hasBegun = false;
	readonly grown: Float64Array<ArrayBuffer> | null;
	/** The next change of memory, and how much was in use before it. */
	private next = 0;
	private bytes = 0;

	constructor(
		private readonly events: Events,
		private readonly part: Chosen,
		paths: number,
	) {
		this.wall = new Float64Array(paths);
		this.count = new Float64Array(paths);
		this.grown = events.memory && new Float64Array(paths);
	}

	/** The calls that are open when the part begins run in it. */
	begin(): void {
		for (const path of this.hasBegun ? [] : this.open) {
			this.count[path]! += path < 0 ? 0 : 1;
		}
		this.hasBegun = true;
	}

	/** The innermost call takes the time. */
	spend(from: number, to: number): void {
		const path = this.open.length > 0 ? this.open[this.open.length - 1]! : -1;
		const start = Math.max(from, this.part.from);
		if (path >= 0 && to > start) {
			this.wall[path]! += to - start;
		}
	}

	/** What memory grew by since the event before belongs to the innermost call. */
	grow(event: number, now: number): void {
		const { memory } = this.events;
		if (memory?.event[this.next] !== event) {
			return;
		}
		const bytes = memory.bytes[this.next++]!;
		const path = this.open.length > 0 ? this.open[this.open.length - 1]! : -1;
		if (path >= 0 && now >= this.part.from) {
			this.grown![path]! += bytes - this.bytes;
		}
		this.bytes = bytes;
	}

	take(event: number, now: number): void {
		const { part, events } = this;
		const path = events.node[event]! - 1;
		// A call that ends as the part begins does not run in it.
		if (!this.hasBegun && (now > part.from || (now === part.from && path >= 0))) {
			this.begin();
		}
		if (path < 0) {
			this.open.pop();
			return;
		}
		const isIn = part.lane < 0 || part.lane === (events.lane?.[event] ?? 0);
		this.open.push(isIn ? path : -1 - path);
		if (isIn && this.hasBegun) {
			this.count[path]!++;
		}
	}
}

/** Samples of a ring are worth half as many independent ones. */
const DESIGN_EFFECT = 2;

/** `before`: the memory ahead of the first sample. */
export function sliceMoments(moments: Moments, part: Chosen, paths: number, before: number): Costs {
	const { node, samples, lane, memory } = moments;
	const empty = () => new Float64Array(paths);
	const [wall, cpu, count] = [empty(), empty(), empty()];
	let [weights, squares] = [0, 0];
	const [first, end] = rangeIn(moments, part);
	for (let i = first; i < end; i++) {
		const isIn = part.lane < 0 || (lane?.[i] ?? 0) === part.lane;
		const piece = isIn ? cut(moments, i, part) : null;
		if (piece) {
			const path = node[i]!;
			wall[path]! += piece.cost;
			cpu[path]! += samples[i]! % 2 === 0 ? piece.cost : 0;
			count[path]! += piece.weight;
			weights += lane ? piece.cost : piece.weight;
			squares += squareOf(moments, i, piece);
		}
	}
	const own = new Map([
		["wall", wall],
		["cpu", cpu],
		["samples", count],
	]);
	if (memory) {
		grow(own, memory, moments, part, before);
	}
	return { own, count, effective: squares > 0 ? (weights * weights) / squares : 0 };
}

/**
 * Time in a place that the thread did not leave was measured, not drawn, and what the program took is not left to
 * chance.
 */
function squareOf(moments: Moments, i: number, piece: Piece): number {
	const { samples, lane, interval } = moments;
	const weight = lane ? piece.cost : piece.weight;
	const isDrawn = samples[i]! % 2 === 0 && (lane || timeOf(moments, i) > 0);
	const most = isDrawn ? weight : Math.min(weight, lane ? interval || weight : 1);
	return (lane ? DESIGN_EFFECT : 1) * weight * most;
}

/**
 * Memory that grew since the sample before belongs to the path of this one, where it begins; and so does what its peak
 * rose.
 */
function grow(
	own: Costs["own"],
	memory: Float64Array,
	moments: Moments,
	part: Chosen,
	before: number,
): void {
	const { at, node } = moments;
	const [grown, risen] = [0, 1].map(() => own.get("wall")!.map(() => 0)) as [
		Float64Array<ArrayBuffer>,
		Float64Array<ArrayBuffer>,
	];
	let [last, peak] = [before, before];
	for (let i = 0; i < at.length; i++) {
		if (startOf(moments, i) >= part.from && cut(moments, i, part)) {
			grown[node[i]!]! += memory[i]! - last;
			risen[node[i]!]! += Math.max(0, memory[i]! - peak);
		}
		last = memory[i]!;
		peak = Math.max(peak, last);
	}
	own.set("memory", grown);
	own.set("peak", risen);
}
