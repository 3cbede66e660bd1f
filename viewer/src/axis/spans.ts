import type { Part } from "./scale.ts";
import type { Moments } from "./times.ts";

/**
 * A sample is a span of time that ends at `at` and is as long as the time that it stands for. The writer has laid those
 * of a process end to end (profile/moments.h): none overlap. One that the program took stands for no time, and is a
 * point.
 */
export function timeOf({ wall, samples, interval }: Moments, i: number): number {
	return wall ? wall[i]! : (samples[i]! >>> 1) * interval;
}

export function startOf(moments: Moments, i: number): number {
	return moments.at[i]! - timeOf(moments, i);
}

/** What it adds to the times of the run. */
export function costOf(moments: Moments, i: number): number {
	const { samples, lane, interval } = moments;
	return timeOf(moments, i) || (lane ? 0 : (samples[i]! >>> 1) * interval);
}

/** The part of a sample in a part of the run. */
export interface Piece {
	cost: number;
	/** In whole intervals, so that those of parts add up. */
	weight: number;
}

/** null: it has no part in it. As hp_profile_cut_moment(). */
export function cut(moments: Moments, i: number, { from, to }: Part): Piece | null {
	const { at, samples } = moments;
	const [time, weight] = [timeOf(moments, i), samples[i]! >>> 1];
	if (time <= 0) {
		return at[i]! >= from && at[i]! < to ? { cost: costOf(moments, i), weight } : null;
	}
	const start = at[i]! - time;
	const [first, end] = [Math.max(start, from), Math.min(at[i]!, to)];
	const until = (when: number) =>
		when >= at[i]! ? weight : Math.floor((weight * (when - start)) / time);
	return first < end ? { cost: end - first, weight: until(end) - until(first) } : null;
}

const longest = new WeakMap<Moments, number>();

/** Samples from the first to before the end are all that may have a part in it; others may be between them. */
export function rangeIn(moments: Moments, { from, to }: Part): [first: number, end: number] {
	let most = longest.get(moments);
	if (most === undefined) {
		most = moments.at.reduce((most, _, i) => Math.max(most, timeOf(moments, i)), 0);
		longest.set(moments, most);
	}
	return [firstAt(moments.at, from), firstAt(moments.at, to + most)];
}

/** The first sample that ends at a time or after it. */
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

/** The time that spans take of each of some cells. A span is added in a few steps, however many cells it has. */
export class CellSums {
	private readonly parts: Float64Array<ArrayBuffer>;
	/** Of cells that spans take whole: how many more they are than of the cell before. */
	private readonly wholes: Float64Array<ArrayBuffer>;

	constructor(
		private readonly cells: number,
		private readonly size: number,
	) {
		this.parts = new Float64Array(cells);
		this.wholes = new Float64Array(cells + 1);
	}

	/** What is outside of the cells is left out. `cost` of a point has no length. */
	add(from: number, to: number, cost: number): void {
		const { cells, size, parts, wholes } = this;
		const [start, end] = [Math.max(0, from), Math.min(cells * size, to)];
		if (end < start || from >= cells * size) {
			return;
		}
		const first = Math.min(cells - 1, Math.floor(start / size));
		if (from === to) {
			parts[first]! += cost;
			return;
		}
		const last = Math.min(cells - 1, Math.floor(end / size));
		if (first === last) {
			parts[first]! += end - start;
			return;
		}
		parts[first]! += (first + 1) * size - start;
		parts[last]! += end - last * size;
		wholes[first + 1]!++;
		wholes[last]!--;
	}

	sums(): Float64Array<ArrayBuffer> {
		let whole = 0;
		return this.parts.map((part, i) => {
			whole += this.wholes[i]!;
			return part + whole * this.size;
		});
	}
}
