import { type Amount, add, at, type Column, zeros } from "./column.ts";
import type { Edges } from "./edges.ts";
import { estimateOwn } from "./estimate.ts";
import type { Functions } from "./functions.ts";
import { columnOf, type Metric, type RunHeader } from "./header.ts";
import { type Neighbours, neighboursOf } from "./neighbours.ts";
import type { RunReader } from "./reader.ts";
import { type FunctionSums, sumByLabel, totalByLabel } from "./sums.ts";
import { inclusive, type Tree } from "./tree.ts";

/** One metric of a run, by path. */
export interface Measure {
	metric: Metric;
	own: Column;
	inclusive: Column;
	/** How wide a path is drawn: its inclusive value; of memory what was grown, frees left out. */
	weight: Float64Array<ArrayBuffer>;
}

/** Columns by path of a tree. */
export interface Paths {
	tree: Tree;
	own: Column;
	inclusive: Column;
	calls: Column | null;
}

/** Wall times of calls, in ns. */
export interface Range {
	min: number;
	max: number;
}

/** The same by function. */
interface Ranges {
	min: Float64Array<ArrayBuffer>;
	max: Float64Array<ArrayBuffer>;
}

/** The values that only a run of paths has beside the tree; null: not in the report. */
export interface Extras {
	calls: Column | null;
	/** The line of the call in the caller's file; 0: not known. */
	line: Float64Array<ArrayBuffer> | null;
	/** 0: unknown; else 1 + zigzag(inclusive wall time - wall time of the longest call), in ns. */
	aboveLongest: Float64Array<ArrayBuffer> | null;
	/** Wall time of the longest call - that of the shortest, in ns. */
	belowLongest: Float64Array<ArrayBuffer> | null;
	/** For a run without paths, whose tree is an estimate: each path's part of its function's cost. */
	share: Float64Array<ArrayBuffer> | null;
	/** Of samples by metric and function: how far a share may be off, in hundredths of a point. */
	errors: Map<string, Record<ErrorColumn, Float64Array<ArrayBuffer>>> | null;
}

export const NO_EXTRAS: Readonly<Extras> = {
	calls: null,
	line: null,
	aboveLongest: null,
	belowLongest: null,
	share: null,
	errors: null,
};

export type ErrorColumn = "own" | "inclusive";

/** How a run's own nodes and functions are found in a tree and a list that it shares with another run. */
export interface Moved {
	nodeOf: Int32Array<ArrayBuffer>;
	/** By node of the shared tree: this run has the path. */
	isThere: Uint8Array<ArrayBuffer>;
	labelOf: Int32Array<ArrayBuffer>;
	/** Its own tree, with labels of the shared list, if paths are not below their own callers there. */
	own?: Tree;
}

/** A decoded run: the tree of call paths, and per metric what each costs. */
export class Run {
	/** It is a part of another run's time. */
	readonly isPart: boolean = false;
	private readonly cachedSums = new Map<string, FunctionSums>();
	private cachedCalls: Column | null = null;
	private cachedRanges: Ranges | null = null;
	private cachedHas: Set<number> | null = null;
	private readonly measures = new Map<string, Measure>();
	/** Columns by node of the run's own tree, where that is needed. */
	private readonly unmoved = new Map<string, Column>();

	constructor(
		readonly reader: RunReader,
		readonly functions: Functions,
		readonly tree: Tree,
		/** Decoded after the first picture: see load.ts. */
		readonly extras: Extras,
		/** Complete sums, where there are no paths or these are truncated. */
		public edges: Edges | null = null,
		/** Set for a run in a diff, whose tree is not its own: where its functions went. */
		readonly moved: Moved | null = null,
	) {}

	get header(): RunHeader {
		return this.reader.header;
	}

	metric(id: string): Metric {
		return this.header.metrics.find((metric) => metric.id === id) ?? this.header.metrics[0]!;
	}

	/** Only what measure() or setOwn() has made. */
	loaded(id: string): Measure | undefined {
		return this.measures.get(id);
	}

	/** Decodes the metric when it is first asked for. */
	async measure(id: string): Promise<Measure> {
		const known = this.measures.get(id);
		if (known) {
			return known;
		}
		const metric = this.metric(id);
		if (this.header.nodes === 0) {
			return this.setOwn(metric, this.estimate(metric));
		}
		return this.setOwn(metric, await this.column(columnOf(metric), metric.signed === true));
	}

	private estimate({ id }: Metric): Column {
		const { edges, extras, tree, moved } = this;
		return edges && extras.share
			? estimateOwn(tree, extras.share, edges.sums(id).own, moved?.nodeOf ?? null)
			: zeros(tree.count);
	}

	/** A column of the report, by node of this tree. */
	async column(name: string, isSigned: boolean): Promise<Column> {
		const column = await this.reader.column(name, isSigned, new Float64Array(this.header.nodes));
		if (!this.moved) {
			return column;
		}
		if (this.moved.own) {
			this.unmoved.set(name, column);
		}
		const moved = zeros(this.tree.count, column);
		for (let node = 0; node < this.header.nodes; node++) {
			add(moved, this.moved.nodeOf[node]!, column, node);
		}
		return moved;
	}

	setOwn(metric: Metric, own: Column): Measure {
		const sum = inclusive(this.tree, own);
		const weight = metric.signed ? inclusive(this.tree, grown(own)).values : sum.values;
		const measure = { metric, own, inclusive: sum, weight };
		this.measures.set(metric.id, measure);
		return measure;
	}

	/** Complete sums take the place of those of truncated paths. */
	complete(edges: Edges): void {
		this.edges = edges;
		this.cachedSums.clear();
		this.cachedCalls = null;
	}

	/** Own and inclusive values by function; the metric must be loaded. */
	sums(id: string): FunctionSums {
		let sums = this.cachedSums.get(id);
		if (!sums) {
			sums = this.edges?.sums(id) ?? this.sumsOfPaths(id);
			this.cachedSums.set(id, sums);
		}
		return sums;
	}

	private sumsOfPaths(id: string): FunctionSums {
		const paths = this.paths(id);
		return sumByLabel(paths.tree, paths.own, paths.inclusive, this.functions.count);
	}

	/** Each path below its own callers, as they are not in every shared tree; the metric must be loaded. */
	paths(id: string): Paths {
		const measure = this.measures.get(id)!;
		const tree = this.moved?.own;
		const own = this.unmoved.get(columnOf(measure.metric));
		const { calls } = this.extras;
		return tree && own
			? {
					tree,
					own,
					inclusive: inclusive(tree, own),
					calls: calls && (this.unmoved.get("calls") ?? calls),
				}
			: { tree: this.tree, own: measure.own, inclusive: measure.inclusive, calls };
	}

	/** Calls by function; null: not counted, or not decoded yet. */
	calls(): Column | null {
		if (!this.cachedCalls && (this.edges || this.extras.calls)) {
			this.cachedCalls =
				this.edges?.calls() ?? totalByLabel(this.tree, this.extras.calls!, this.functions.count);
		}
		return this.cachedCalls;
	}

	neighbours(label: number, id: string): Neighbours {
		const { tree, inclusive, calls } = this.paths(id);
		return (
			this.edges?.neighbours(label, id) ??
			neighboursOf(tree, label, this.functions.count, inclusive, calls)
		);
	}

	/** Wall times of the path's shortest and longest call in ns; null: not known, or wall time is not decoded. */
	rangeOf(node: number): Range | null {
		const max = this.longestOf(node);
		return max < 0 ? null : { min: max - this.extras.belowLongest![node]!, max };
	}

	/** By function, over all its paths; max is -1 where it is not known. */
	ranges(): Ranges {
		if (!this.cachedRanges) {
			const { count, label } = this.tree;
			const min = new Float64Array(this.functions.count).fill(Number.POSITIVE_INFINITY);
			const max = new Float64Array(this.functions.count).fill(-1);
			for (let node = 0; node < count; node++) {
				const longest = this.longestOf(node);
				if (longest >= 0) {
					const at = label[node]!;
					max[at] = Math.max(max[at]!, longest);
					min[at] = Math.min(min[at]!, longest - this.extras.belowLongest![node]!);
				}
			}
			const ranges = { min, max };
			if (!this.extras.belowLongest || !this.measures.has("wall")) {
				return ranges;
			}
			this.cachedRanges = ranges;
		}
		return this.cachedRanges;
	}

	private longestOf(node: number): number {
		const { aboveLongest, belowLongest } = this.extras;
		const above = aboveLongest?.[node] ?? 0;
		const wall = this.measures.get("wall");
		if (above === 0 || !belowLongest || !wall) {
			return -1;
		}
		const folded = above - 1;
		return wall.inclusive.values[node]! - (folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2);
	}

	/** The whole run's value; the metric must be loaded. */
	total(id: string): Amount {
		const measure = this.measures.get(id)!;
		if (this.header.nodes === 0) {
			return this.edges?.total(id) ?? 0;
		}
		return at(measure.inclusive, 0);
	}

	/** False: a function of the other run of a diff. */
	hasFunction(label: number): boolean {
		this.cachedHas ??= this.moved && new Set(this.moved.labelOf);
		return this.cachedHas?.has(label) ?? true;
	}

	/** The number of runs that this is the sum of. */
	get runs(): number {
		const { runs } = this.header.summary;
		return typeof runs === "number" && runs > 0 ? runs : 1;
	}
}

function grown(own: Column): Column {
	return { values: own.values.map((value) => Math.max(0, value)), exact: null };
}
