import type { Column } from "../data/column.ts";
import type { Metric } from "../data/header.ts";
import type { Tree } from "../data/tree.ts";

/** The input of the formats: paths, and the own values of each metric. */
export interface Source {
	tree: Tree;
	functions: {
		count: number;
		name(label: number): string;
		file(label: number): string | null;
		line(label: number): number;
	};
	metrics: { metric: Metric; own: Column }[];
	/** By node; null: not recorded. */
	calls: Column | null;
	/** By node, the line of the call in its caller. */
	line: ArrayLike<number> | null;
	isSampled: boolean;
	startedNs: number;
	intervalNs: number;
}

/** A path has this many frames at most; a deeper one keeps its ends. As the extension's own formats do. */
export const FRAMES_MAX = 1000;
export const INNER_FRAMES = 500;
export const OUTER_FRAMES = 499;
export const CUT = "(truncated)";

/** Parts of a file, each made when it is asked for. */
export type Parts = Generator<Uint8Array<ArrayBuffer>>;

const PART_BYTES = 1 << 16;

/** Joins small texts into larger parts. */
export function* encoded(texts: Iterable<string>): Parts {
	const encoder = new TextEncoder();
	let waiting = "";
	for (const text of texts) {
		waiting += text;
		if (waiting.length >= PART_BYTES) {
			yield encoder.encode(waiting);
			waiting = "";
		}
	}
	yield encoder.encode(waiting);
}
