import type { Cells, Events, Moments, Times } from "./times.ts";

/** The whole run in a narrow strip, left to right. */
export interface Overview {
	/** How much was done, of 1: the depth of the stack, or the samples of threads that ran. */
	solid: Float64Array;
	/** Likewise of all samples. */
	pale: Float64Array | null;
	/** The part of each that the garbage collector took. */
	collector: Float64Array;
}

/** gc: by path, 1 for those of the garbage collector, or of whatever else its part is asked for. */
export function overview(times: Times, gc: Uint8Array, columns: number): Overview {
	const scale = columns / Math.max(1, times.length);
	const { events, cells, moments } = times;
	return events
		? ofEvents(events, gc, columns, scale)
		: moments
			? ofMoments(moments, gc, columns, scale)
			: ofCells(cells!, columns, scale);
}

function ofMoments({ at, node, samples }: Moments, gc: Uint8Array, columns: number, scale: number) {
	const [solid, pale, collector] = [0, 1, 2].map(() => new Float64Array(columns)) as Float64Array[];
	for (let i = 0; i < at.length; i++) {
		const column = Math.min(columns - 1, Math.floor(at[i]! * scale));
		const weight = samples[i]! >>> 1;
		pale![column]! += weight;
		solid![column]! += samples[i]! % 2 === 0 ? weight : 0;
		collector![column]! += gc[node[i]!]! * weight;
	}
	return ofWeights(solid!, pale!, collector!);
}

/** Until it is known which are of the garbage collector. */
function ofCells({ ns, running, waiting }: Cells, columns: number, scale: number) {
	const [solid, pale, collector] = [0, 1, 2].map(() => new Float64Array(columns)) as Float64Array[];
	for (let i = 0; i < running.length; i++) {
		const column = Math.min(columns - 1, Math.floor((i + 0.5) * ns * scale));
		pale![column]! += running[i]! + waiting[i]!;
		solid![column]! += running[i]!;
	}
	return ofWeights(solid!, pale!, collector!);
}

function ofWeights(solid: Float64Array, pale: Float64Array, collector: Float64Array): Overview {
	const most = pale.reduce((most, one) => Math.max(most, one), 1);
	return {
		solid: solid.map((one) => one / most),
		pale: pale.map((one) => one / most),
		collector: collector.map((one, column) => one / (pale[column] || 1)),
	};
}

function ofEvents({ time, node }: Events, gc: Uint8Array, columns: number, scale: number) {
	const solid = new Float64Array(columns);
	const collector = new Float64Array(columns);
	const open: number[] = [];
	let now = 0;
	for (let i = 0; i < node.length; i++) {
		const next = now + time[i]! * scale;
		const depth = open.length;
		const isCollector = depth > 0 && gc[open[depth - 1]!] === 1;
		for (let x = now; x < next; ) {
			const column = Math.min(columns - 1, Math.floor(x));
			const end = column === columns - 1 ? next : Math.min(next, column + 1);
			solid[column]! += (end - x) * depth;
			collector[column]! += isCollector ? end - x : 0;
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
	return { solid: solid.map((one) => one / most), pale: null, collector };
}
