import { CellSums, costOf, startOf } from "./spans.ts";
import type { Cells, Events, Moments, Times } from "./times.ts";

/** The whole run in a narrow strip, left to right. */
export interface Overview {
	/** How much was done, of 1: the depth of the stack, or the time of threads that ran. */
	solid: Float64Array;
	/** The same of all threads, with those that did not run. */
	pale: Float64Array | null;
	/** The part of each that wanted paths took. */
	part: Float64Array;
}

/** wanted: by path, 1 or 0. */
export function overview(times: Times, wanted: Uint8Array, columns: number): Overview {
	const scale = columns / Math.max(1, times.length);
	const { events, cells, moments } = times;
	return events
		? ofEvents(events, wanted, columns, scale)
		: moments
			? ofMoments(moments, wanted, columns, scale)
			: ofCells(cells!, columns, scale);
}

function ofMoments(moments: Moments, wanted: Uint8Array, columns: number, scale: number) {
	const { at, node, samples } = moments;
	const [solid, pale, part] = [0, 1, 2].map(() => new CellSums(columns, 1 / scale)) as CellSums[];
	for (let i = 0; i < at.length; i++) {
		const [start, end, cost] = [startOf(moments, i), at[i]!, costOf(moments, i)];
		pale!.add(start, end, cost);
		samples[i]! % 2 === 0 && solid!.add(start, end, cost);
		wanted[node[i]!] && part!.add(start, end, cost);
	}
	return ofTimes(solid!.sums(), pale!.sums(), part!.sums());
}

/** Until it is known which are wanted. */
function ofCells({ ns, running, waiting }: Cells, columns: number, scale: number) {
	const [solid, pale] = [new Float64Array(columns), new Float64Array(columns)];
	for (let i = 0; i < running.length; i++) {
		const [from, to] = [i * ns * scale, (i + 1) * ns * scale];
		for (let column = Math.floor(from); column < Math.min(columns, to); column++) {
			const share = (Math.min(to, column + 1) - Math.max(from, column)) / (to - from);
			solid[column]! += running[i]! * share;
			pale[column]! += (running[i]! + waiting[i]!) * share;
		}
	}
	return ofTimes(solid, pale, new Float64Array(columns));
}

function ofTimes(solid: Float64Array, pale: Float64Array, part: Float64Array): Overview {
	const most = pale.reduce((most, one) => Math.max(most, one), 1);
	return {
		solid: solid.map((one) => one / most),
		pale: pale.map((one) => one / most),
		part: part.map((one, column) => one / (pale[column] || 1)),
	};
}

function ofEvents({ time, node }: Events, wanted: Uint8Array, columns: number, scale: number) {
	const solid = new Float64Array(columns);
	const part = new Float64Array(columns);
	const open: number[] = [];
	let now = 0;
	for (let i = 0; i < node.length; i++) {
		const next = now + time[i]! * scale;
		const depth = open.length;
		const isWanted = depth > 0 && wanted[open[depth - 1]!] === 1;
		for (let x = now; x < next; ) {
			const column = Math.min(columns - 1, Math.floor(x));
			const end = column === columns - 1 ? next : Math.min(next, column + 1);
			solid[column]! += (end - x) * depth;
			part[column]! += isWanted ? end - x : 0;
			x = end;
		}
		now = next;
		if (node[i] === 0) {
			open.pop();
		} else {
			open.push(node[i]! - 1);
		}
	}
	const most = solid.reduce((most, one) => Math.max(most, one), 1e-9);
	return { solid: solid.map((one) => one / most), pale: null, part };
}
