import type { Numbers } from "../data/varint.ts";

/**
 * The calls of a run in order of time, laid out so that any part of millions is drawn in a few thousand steps.
 *
 * The calls of one lane and depth never overlap. They lie next to one another in the arrays, in order of time:
 * a row. A search by halves finds where a span of time begins in a row, and where the calls of one pixel end.
 */
export interface Calls {
	count: number;
	/** By call, row after row: nanoseconds since the start of the run. */
	start: Float64Array<ArrayBuffer>;
	end: Float64Array<ArrayBuffer>;
	/** The call's path, a node of the tree. */
	node: Uint32Array<ArrayBuffer>;
	lanes: Lane[];
	/** When the last event was. */
	length: number;
	/** Calls without an end: the timeline was full. */
	cut: number;
}

export interface Lane {
	/** 0: the program's own; others are fibers. */
	number: number;
	rows: Row[];
}

/** Calls from `from` to before `to`. */
export interface Row {
	from: number;
	to: number;
}

/** As the calls were made. */
export interface Log {
	start: Float64Array<ArrayBuffer>;
	end: Float64Array<ArrayBuffer>;
	node: Uint32Array<ArrayBuffer>;
	depth: Uint32Array<ArrayBuffer>;
	lane: Uint16Array<ArrayBuffer>;
	calls: number;
	now: number;
	cut: number;
}

/** Fibers beyond these share a lane. Their calls have rows of their own where they are open at a time. */
export const FIBERS_MAX = 64;

/**
 * time: nanoseconds since the event before. node: 0, the innermost call ends; n, a call of path n - 1 begins.
 * lane: of each event; null: all are of lane 0.
 */
export function callsOf(time: Numbers, node: Numbers, lane: Numbers | null): Calls {
	return layOut(read(time, node, lane));
}

function read(time: Numbers, node: Numbers, lane: Numbers | null): Log {
	const most = countBegins(node);
	const log: Log = {
		start: new Float64Array(most),
		end: new Float64Array(most),
		node: new Uint32Array(most),
		depth: new Uint32Array(most),
		lane: new Uint16Array(most),
		calls: 0,
		now: 0,
		cut: 0,
	};
	const open: number[] = [];
	const depths: number[] = [];
	for (let i = 0; i < node.length; i++) {
		log.now += time[i]!;
		if (node[i] === 0) {
			end(log, open, depths);
		} else {
			begin(log, open, depths, node[i]! - 1, Math.min(lane?.[i] ?? 0, FIBERS_MAX + 1));
		}
	}
	log.cut = open.length;
	while (open.length > 0) {
		end(log, open, depths);
	}
	return log;
}

function countBegins(node: Numbers): number {
	let count = 0;
	for (let i = 0; i < node.length; i++) {
		count += node[i] === 0 ? 0 : 1;
	}
	return count;
}

function begin(log: Log, open: number[], depths: number[], node: number, lane: number): void {
	const call = log.calls++;
	log.start[call] = log.now;
	log.node[call] = node;
	log.lane[call] = lane;
	log.depth[call] = depths[lane] ?? 0;
	depths[lane] = log.depth[call]! + 1;
	open.push(call);
}

function end(log: Log, open: number[], depths: number[]): void {
	const call = open.pop();
	if (call !== undefined) {
		log.end[call] = log.now;
		depths[log.lane[call]!]!--;
	}
}

/** Sorts the calls by lane and depth, by counting: those of a lane and depth are in order of time already. */
export function layOut(log: Log): Calls {
	const { lanes, next } = rowsOf(log);
	const calls: Calls = {
		count: log.calls,
		start: new Float64Array(log.calls),
		end: new Float64Array(log.calls),
		node: new Uint32Array(log.calls),
		lanes,
		length: log.now,
		cut: log.cut,
	};
	for (let i = 0; i < log.calls; i++) {
		const row = next[log.lane[i]!]!;
		const at = row[log.depth[i]!]!++;
		calls.start[at] = log.start[i]!;
		calls.end[at] = log.end[i]!;
		calls.node[at] = log.node[i]!;
	}
	return calls;
}

function rowsOf(log: Log): { lanes: Lane[]; next: number[][] } {
	const counts: number[][] = [];
	for (let i = 0; i < log.calls; i++) {
		counts[log.lane[i]!] ??= [];
		const lane = counts[log.lane[i]!]!;
		lane[log.depth[i]!] = (lane[log.depth[i]!] ?? 0) + 1;
	}
	const lanes: Lane[] = [];
	const next: number[][] = [];
	let at = 0;
	counts.forEach((depths, number) => {
		const rows = depths.map((count) => {
			at += count;
			return { from: at - count, to: at };
		});
		lanes.push({ number, rows });
		next[number] = rows.map((row) => row.from);
	});
	return { lanes, next };
}

/** The first call of a row that ends after a time; `to` if there is none. */
export function firstAfter(end: Float64Array, from: number, to: number, time: number): number {
	let low = from;
	let high = to;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (end[middle]! > time) {
			high = middle;
		} else {
			low = middle + 1;
		}
	}
	return low;
}

/** The same, for one that is near: steps that double, then halves. */
function near(end: Float64Array, from: number, to: number, time: number): number {
	let step = 1;
	while (from + step < to && end[from + step]! <= time) {
		step *= 2;
	}
	return firstAfter(end, from, Math.min(to, from + step + 1), time);
}

/** A part of time, and on how many pixels it is drawn. */
interface Span {
	from: number;
	to: number;
	pixels: number;
}

/**
 * Calls `draw` for what is seen of a row: for each call of a pixel or more, and once for the calls that share
 * a pixel. There, `count` is above 0 and `cover` is the part of the pixel's time that calls take. The cost is
 * in proportion to the pixels, not to the calls.
 */
export function drawRow(
	calls: Calls,
	row: Row,
	span: Span,
	draw: (call: number, x: number, width: number, count: number, cover: number) => void,
): void {
	const { start, end } = calls;
	const pixel = (span.to - span.from) / span.pixels;
	let call = firstAfter(end, row.from, row.to, span.from);
	while (call < row.to && start[call]! < span.to) {
		const x = (start[call]! - span.from) / pixel;
		const width = (end[call]! - start[call]!) / pixel;
		if (width >= 1) {
			draw(call, x, width, 0, 1);
			call++;
			continue;
		}
		const next = Math.max(call + 1, near(end, call, row.to, start[call]! + pixel));
		draw(call, x, 1, next - call, Math.min(1, lengthOf(calls, call, next) / pixel));
		call = next;
	}
}

/** The time that calls take, from up to eight of them. */
function lengthOf(calls: Calls, from: number, to: number): number {
	const step = Math.max(1, Math.floor((to - from) / 8));
	let sum = 0;
	let seen = 0;
	for (let call = from; call < to; call += step) {
		sum += calls.end[call]! - calls.start[call]!;
		seen++;
	}
	return (sum / seen) * (to - from);
}

/** The call of a row at a time, or -1. `slack`: how far beside a call still hits it. */
export function callAt(calls: Calls, row: Row, time: number, slack: number): number {
	const call = firstAfter(calls.end, row.from, row.to, time);
	for (const near of [call, call - 1]) {
		if (
			near >= row.from &&
			near < row.to &&
			calls.start[near]! <= time + slack &&
			calls.end[near]! >= time - slack
		) {
			return near;
		}
	}
	return -1;
}

/** The own time of a call: its time less that of the calls below it, in the next row. */
export function ownTime(calls: Calls, call: number, below: Row | undefined): number {
	let own = calls.end[call]! - calls.start[call]!;
	if (below === undefined) {
		return own;
	}
	for (
		let i = firstAfter(calls.end, below.from, below.to, calls.start[call]!);
		i < below.to && calls.start[i]! < calls.end[call]!;
		i++
	) {
		own -= calls.end[i]! - calls.start[i]!;
	}
	return own;
}

/** The call that begins next after a time, or last before it, of those wanted; round at the ends. -1: there is none. */
export function nextCall(
	calls: Calls,
	time: number,
	by: 1 | -1,
	isWanted: (node: number) => boolean,
): number {
	let [next, first] = [-1, -1];
	const isNearer = (call: number, than: number) =>
		than < 0 || by * calls.start[call]! < by * calls.start[than]!;
	for (let call = 0; call < calls.count; call++) {
		if (isWanted(calls.node[call]!)) {
			first = isNearer(call, first) ? call : first;
			next = by * (calls.start[call]! - time) > 0 && isNearer(call, next) ? call : next;
		}
	}
	return next < 0 ? first : next;
}
