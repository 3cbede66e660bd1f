import type { Run } from "../data/run.ts";

/** Shares of own time, by function: of all recorded calls, and of samples taken beside them. */
export interface Distortion {
	clock: "wall" | "cpu";
	/** The run's own times are those without the profiler's overhead. */
	compensated?: boolean;
	samples: number;
	/** All shares are in millionths. This one is of the samples that fell into the profiler. */
	profiler: number;
	name: string[];
	calls: number[];
	distorted: number[];
	traced: number[];
	/** Without the overhead; -1: not known. */
	without: number[];
	sampled: number[];
	/** The truth is from low to high 95 of 100 times. */
	low: number[];
	high: number[];
}

export async function loadDistortion({ reader }: Run): Promise<Distortion> {
	return reader.json("distortion");
}

/** How many times too much the run's times say; NaN without a sample. */
export function ratioOf(all: Distortion, row: number): number {
	const share = (all.compensated ? all.without : all.traced)[row]!;
	return all.sampled[row] ? share / all.sampled[row]! : Number.NaN;
}
