import type { Chosen } from "../axis/part.ts";
import { within } from "../axis/scale.ts";
import { CellSums, costOf, rangeIn, startOf } from "../axis/spans.ts";
import type { Cells, Moments, Times } from "../axis/times.ts";

/** Cells per column: a second has 50 of 20 ms. Fewer where there would be fewer columns than rows. */
const ROWS = [50, 25, 10, 5, 1];

/** Time of threads by time: columns from left to right, and each from its bottom to its top. */
export interface Grid {
	/** When the first column begins, in ns. */
	from: number;
	/** Ns of a cell. */
	cell: number;
	columns: number;
	rows: number;
	/** Ns by cell, column after column. */
	times: Float64Array<ArrayBuffer>;
	/**
	 * The palest shade is for the least of those that are not 0, but for a hundredth of them; the darkest for the most.
	 */
	least: number;
	most: number;
}

/** The least length of a column that fits, 1, 2 or 5 times a power of ten, of cells no shorter than the gap. */
export function columnOf(length: number, columns: number, gap = 0): { ns: number; rows: number } {
	const rows = ROWS.find((rows) => rows * rows * gap <= length) ?? 1;
	const least = Math.max(length / Math.max(1, columns), rows * gap);
	for (let power = 100; ; power *= 10) {
		const ns = [1, 2, 5].map((n) => n * power).find((size) => size >= least);
		if (ns !== undefined) {
			return { ns, rows };
		}
	}
}

/**
 * isWanted: by path; null: all. withWaits: also samples of threads that did not run. All are 0 as long as the samples
 * are not there.
 */
export function gridOf(
	times: Times,
	part: Chosen,
	columns: number,
	withWaits: boolean,
	isWanted: Uint8Array | null,
): Grid {
	const cells = times.cells!;
	const { ns, rows } = columnOf(part.to - part.from, columns, cells.gap);
	const from = Math.floor(part.from / ns) * ns;
	const cell = ns / rows;
	const isAll = part.lane < 0 && part.from <= 0 && part.to >= times.length && isWanted === null;
	const wide = Math.max(1, Math.ceil((part.to - from) / ns));
	let sums = new Float64Array(wide * rows);
	if (isAll && cell % cells.ns === 0) {
		addCells(sums, cells, cell, withWaits);
	} else if (times.moments) {
		const made = new CellSums(wide * rows, cell);
		addMoments(made, times.moments, { ...part, start: from }, withWaits, isWanted);
		sums = made.sums();
	}
	const ordered = sums.filter((one) => one > 0).sort();
	const most = ordered[ordered.length - 1] ?? 0;
	const least = ordered[Math.floor(ordered.length / 100)] ?? 0;
	return { from, cell, columns: wide, rows, times: sums, least, most };
}

function addCells(sums: Float64Array, cells: Cells, cell: number, withWaits: boolean): void {
	const { ns, running, waiting } = cells;
	for (let i = 0; i < running.length; i++) {
		sums[Math.floor((i * ns) / cell)]! += running[i]! + (withWaits ? waiting[i]! : 0);
	}
}

/** Within the part only. */
function addMoments(
	sums: CellSums,
	moments: Moments,
	part: Chosen & { start: number },
	withWaits: boolean,
	isWanted: Uint8Array | null,
): void {
	const { at, node, samples, lane } = moments;
	const [first, end] = rangeIn(moments, part);
	for (let i = first; i < end; i++) {
		const isIn = (part.lane < 0 || (lane?.[i] ?? 0) === part.lane) && isWanted?.[node[i]!] !== 0;
		if (isIn && (withWaits || samples[i]! % 2 === 0)) {
			const [from, to] = [Math.max(part.from, startOf(moments, i)), Math.min(part.to, at[i]!)];
			from <= to && sums.add(from - part.start, to - part.start, costOf(moments, i));
		}
	}
}

/** The part, and as much around it as gives a picture. */
export function windowOf({ cells, length }: Times, part: Chosen): Chosen {
	const least = ROWS[0]! ** 2 * cells!.gap;
	const room = Math.max(0, least - (part.to - part.from)) / 2;
	return { ...within({ from: part.from - room, to: part.to + room }, length), lane: part.lane };
}

/** When a cell begins. */
export function timeOfCell({ from, cell }: Grid, index: number): number {
	return from + index * cell;
}

/** The cells of a part. */
export function cellsOf({ from, cell, times }: Grid, part: Chosen): [number, number] {
	return [
		Math.max(0, Math.floor((part.from - from) / cell)),
		Math.min(times.length, Math.ceil((part.to - from) / cell)),
	];
}
