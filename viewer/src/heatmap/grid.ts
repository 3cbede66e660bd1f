import type { Chosen } from "../axis/part.ts";
import { within } from "../axis/scale.ts";
import { firstAt } from "../axis/slice.ts";
import type { Moments } from "../axis/times.ts";

/** A column has so many cells, as a second has of 20 ms. */
export const ROWS = 50;

/** Samples by time: columns from left to right, and each from its bottom to its top. */
export interface Grid {
	/** When the first column begins, in ns. */
	from: number;
	/** Ns of a cell. */
	cell: number;
	columns: number;
	/** Weights by cell, column after column. */
	counts: Float64Array<ArrayBuffer>;
	/** The palest shade is for the least of those that are not 0, but for a hundredth of them; the darkest for the most. */
	least: number;
	most: number;
}

/** The least length of a column that fits, 1, 2 or 5 times a power of ten; a cell is no shorter than the interval. */
export function columnOf(length: number, columns: number, interval = 0): number {
	const least = Math.max(length / Math.max(1, columns), ROWS * interval);
	for (let power = 1e4; ; power *= 10) {
		const size = [1, 2, 5].map((n) => n * power).find((size) => size >= least);
		if (size !== undefined) {
			return size;
		}
	}
}

/** Shorter cells would be empty for the most part. */
function intervalOf({ at, interval }: Moments): number {
	return Math.max(interval, (at[at.length - 1]! - at[0]!) / at.length);
}

/** isWanted: by path; null: all. withWaits: also samples of threads that did not run. */
export function gridOf(
	moments: Moments,
	part: Chosen,
	columns: number,
	withWaits: boolean,
	isWanted: Uint8Array | null,
): Grid {
	const { at, node, samples, lane } = moments;
	const column = columnOf(part.to - part.from, columns, intervalOf(moments));
	const first = Math.floor(part.from / column);
	const from = first * column;
	const cell = column / ROWS;
	const grid: Grid = {
		from,
		cell,
		columns: Math.max(1, Math.ceil((part.to - from) / column)),
		counts: new Float64Array(0),
		least: 0,
		most: 0,
	};
	const counts = new Float64Array(grid.columns * ROWS);
	const end = firstAt(at, part.to);
	for (let i = firstAt(at, part.from); i < end; i++) {
		const isIn = (part.lane < 0 || (lane?.[i] ?? 0) === part.lane) && isWanted?.[node[i]!] !== 0;
		if (isIn && (withWaits || samples[i]! % 2 === 0)) {
			counts[Math.floor((at[i]! - from) / cell)]! += samples[i]! >>> 1;
		}
	}
	grid.counts = counts;
	const ordered = counts.filter((one) => one > 0).sort();
	grid.most = ordered[ordered.length - 1] ?? 0;
	grid.least = ordered[Math.floor(ordered.length / 100)] ?? 0;
	return grid;
}

/** The part, and as much around it as gives a picture. */
export function windowOf(moments: Moments, part: Chosen, length: number): Chosen {
	const least = ROWS * ROWS * intervalOf(moments);
	const room = Math.max(0, least - (part.to - part.from)) / 2;
	return { ...within({ from: part.from - room, to: part.to + room }, length), lane: part.lane };
}

/** When a cell begins. */
export function timeOfCell({ from, cell }: Grid, index: number): number {
	return from + index * cell;
}

/** The cells of a part. */
export function cellsOf({ from, cell, counts }: Grid, part: Chosen): [number, number] {
	return [
		Math.max(0, Math.floor((part.from - from) / cell)),
		Math.min(counts.length, Math.ceil((part.to - from) / cell)),
	];
}

/** By path, 1: a function that is found is on it. */
export function onPath(
	tree: { count: number; parent: Int32Array; label: Int32Array },
	isMatch: Uint8Array,
): Uint8Array {
	const found = new Uint8Array(tree.count);
	for (let node = 0; node < tree.count; node++) {
		found[node] = isMatch[tree.label[node]!]! | (node > 0 ? found[tree.parent[node]!]! : 0);
	}
	return found;
}
