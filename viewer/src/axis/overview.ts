import { type Cells, type Events, type Moments, type Times, timeOf } from "./times.ts";

/** The whole run in a narrow strip, left to right. */
export interface Overview {
	/** How much was done, of 1: the depth of the stack, or the samples of threads that ran. */
	solid: Float64Array;
	/** Likewise of all samples. */
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

/** A sample is of the time before it. */
function ofMoments(moments: Moments, wanted: Uint8Array, columns: number, scale: number) {
	const [solid, pale, part] = [0, 1, 2].map(() => new Float64Array(columns)) as Float64Array[];
	const { at, node, samples } = moments;
	for (let i = 0; i < at.length; i++) {
		const weight = samples[i]! >>> 1;
		const isRunning = samples[i]! % 2 === 0;
		spread(at[i]! * scale, timeOf(moments, i) * scale, columns, (column, share) => {
			pale![column]! += weight * share;
			solid![column]! += isRunning ? weight * share : 0;
			part![column]! += wanted[node[i]!]! * weight * share;
		});
	}
	return ofWeights(solid!, pale!, part!);
}

/** Until it is known which are wanted. */
function ofCells({ ns, running, waiting }: Cells, columns: number, scale: number) {
	const [solid, pale, part] = [0, 1, 2].map(() => new Float64Array(columns)) as Float64Array[];
	for (let i = 0; i < running.length; i++) {
		spread((i + 1) * ns * scale, ns * scale, columns, (column, share) => {
			pale![column]! += (running[i]! + waiting[i]!) * share;
			solid![column]! += running[i]! * share;
		});
	}
	return ofWeights(solid!, pale!, part!);
}

/** Calls add() for each column from end - length to end with the share of it; whatever is before the first column is left out. */
function spread(
	end: number,
	length: number,
	columns: number,
	add: (column: number, share: number) => void,
): void {
	const from = end - length;
	const last = Math.min(columns - 1, Math.ceil(end) - 1);
	if (Math.floor(from) >= last && last >= 0) {
		add(last, 1);
		return;
	}
	for (let column = Math.max(0, Math.floor(from)); column <= last; column++) {
		add(column, (Math.min(end, column + 1) - Math.max(from, column)) / length);
	}
}

function ofWeights(solid: Float64Array, pale: Float64Array, part: Float64Array): Overview {
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
