import { type Amount, at, type Column, zeros } from "./column.ts";
import type { Metric } from "./header.ts";
import type { Neighbour, Neighbours } from "./neighbours.ts";
import { Problem } from "./problem.ts";
import type { RunReader } from "./reader.ts";
import type { FunctionSums } from "./sums.ts";

/** Metrics whose edges exclude callees. */
const SITES = new Set([
	"alloc_bytes",
	"allocs",
	"live_bytes",
	"live",
	"at_peak_bytes",
	"temporary",
]);

/**
 * What functions cost their callers: all that a run without paths knows, and the complete answer where paths were
 * truncated. Values are with callees, except those of allocation sites.
 */
export class Edges {
	constructor(
		readonly count: number,
		/** The function; -1 for the edge to main(). */
		readonly caller: Int32Array,
		readonly callee: Int32Array,
		/**
		 * The caller's level of recursion, and the callee's: 0 is a call that is not within one of the same function.
		 */
		readonly callerLevel: Uint32Array,
		readonly level: Uint32Array,
		readonly functions: number,
		private readonly columns: Map<string, Column>,
		readonly isSampled: boolean,
	) {}

	/** The same edges with other labels. */
	relabelled(labels: Int32Array, functions: number): Edges {
		const caller = this.caller.map((label) => (label < 0 ? -1 : labels[label]!));
		const callee = this.callee.map((label) => labels[label]!);
		return new Edges(
			this.count,
			caller,
			callee,
			this.callerLevel,
			this.level,
			functions,
			this.columns,
			this.isSampled,
		);
	}

	column(metric: string): Column {
		return this.columns.get(metric)!;
	}

	/** The sums of the whole run. */
	total(metric: string): Amount {
		const cost = this.column(metric);
		let sum: Amount = 0;
		for (let edge = 0; edge < this.count; edge++) {
			sum = SITES.has(metric) || this.caller[edge] === -1 ? plus(sum, at(cost, edge)) : sum;
		}
		return sum;
	}

	sums(metric: string): FunctionSums {
		const cost = this.column(metric);
		const sums = { own: zeros(this.functions, cost), inclusive: zeros(this.functions, cost) };
		const isSite = SITES.has(metric);
		for (let edge = 0; edge < this.count; edge++) {
			increase(sums.own, this.callee[edge]!, cost, edge, 1);
			if (this.caller[edge]! >= 0 && !isSite) {
				increase(sums.own, this.caller[edge]!, cost, edge, -1);
			}
			if (this.level[edge] === 0 || isSite) {
				increase(sums.inclusive, this.callee[edge]!, cost, edge, 1);
			}
		}
		return sums;
	}

	/** By function. */
	calls(): Column {
		const sum = zeros(this.functions, this.column("calls"));
		for (let edge = 0; edge < this.count; edge++) {
			if (!this.isSampled || this.level[edge] === 0) {
				increase(sum, this.callee[edge]!, this.column("calls"), edge, 1);
			}
		}
		return sum;
	}

	/** As XHProf\Profile::neighbours() has them. */
	neighbours(label: number, metric: string): Neighbours {
		const sides = { callers: new Map<number, number[]>(), callees: new Map<number, number[]>() };
		const itself: number[] = [];
		for (let edge = 0; edge < this.count; edge++) {
			const caller = this.caller[edge]!;
			const callee = this.callee[edge]!;
			if (caller === label && callee === label) {
				itself.push(edge);
			} else if (callee === label && caller >= 0) {
				pushTo(sides.callers, caller, edge);
			} else if (caller === label) {
				pushTo(sides.callees, callee, edge);
			}
		}
		return {
			callers: this.rows(sides.callers, metric),
			callees: this.rows(sides.callees, metric),
			recursiveCalls: this.callsOf(itself),
		};
	}

	private rows(edgesOf: Map<number, number[]>, metric: string): Neighbour[] {
		const cost = this.column(metric);
		return [...edgesOf]
			.map(([label, edges]) => ({
				label,
				inclusive: sum(cost, SITES.has(metric) ? edges : this.outermost(edges)),
				calls: this.callsOf(edges),
			}))
			.sort((a, b) => Number(b.inclusive) - Number(a.inclusive));
	}

	/** Samples contain callees: they add up as times do. */
	private callsOf(edges: number[]): Amount {
		return sum(this.column("calls"), this.isSampled ? this.outermost(edges) : edges);
	}

	/**
	 * The outermost edges between two functions. Levels do not tell for sure: an edge counts as within another one that
	 * has lower levels of both functions, so that no cost is counted twice.
	 */
	private outermost(edges: number[]): number[] {
		const { callerLevel, level } = this;
		const byLevel = [...edges].sort(
			(a, b) => callerLevel[a]! - callerLevel[b]! || level[a]! - level[b]!,
		);
		let least = Number.POSITIVE_INFINITY;
		let leastHere = Number.POSITIVE_INFINITY;
		return byLevel.filter((edge, i) => {
			if (i > 0 && callerLevel[byLevel[i - 1]!] !== callerLevel[edge]) {
				least = leastHere;
			}
			leastHere = Math.min(leastHere, level[edge]!);
			return least >= level[edge]!;
		});
	}
}

function pushTo(lists: Map<number, number[]>, key: number, edge: number): void {
	const list = lists.get(key);
	if (list) {
		list.push(edge);
	} else {
		lists.set(key, [edge]);
	}
}

function sum(column: Column, edges: number[]): Amount {
	return edges.reduce((sum: Amount, edge) => plus(sum, at(column, edge)), 0);
}

function increase(sum: Column, index: number, cost: Column, edge: number, sign: 1 | -1): void {
	sum.values[index]! += sign * cost.values[edge]!;
	if (sum.exact) {
		sum.exact[index]! += BigInt(sign) * BigInt(at(cost, edge));
	}
}

function plus(a: Amount, b: Amount): Amount {
	return typeof a === "number" && typeof b === "number" ? a + b : BigInt(a) + BigInt(b);
}

export async function readEdges(reader: RunReader): Promise<Edges> {
	const { pairs: count, functions, metrics, kind } = reader.header;
	const caller = await reader.numbers("pairs-caller", new Int32Array(count));
	const callee = await reader.numbers("pairs-function", new Int32Array(count));
	const callerLevel = await reader.numbers("pairs-caller-level", new Uint32Array(count));
	const level = await reader.numbers("pairs-level", new Uint32Array(count));
	for (let edge = 0; edge < count; edge++) {
		caller[edge]! -= 1;
		if (caller[edge]! >= functions || callee[edge]! >= functions) {
			throw new Problem(`Edge ${edge} names a function that is not there: the file was changed.`);
		}
	}
	const columns = new Map<string, Column>();
	columns.set("calls", await reader.column("pairs-calls", false, new Float64Array(count)));
	for (const metric of metrics) {
		columns.set(metric.id, await edgeColumn(reader, metric, columns));
	}
	const isSampled = kind === "samples";
	return new Edges(count, caller, callee, callerLevel, level, functions, columns, isSampled);
}

async function edgeColumn(
	reader: RunReader,
	metric: Metric,
	columns: Map<string, Column>,
): Promise<Column> {
	if (metric.id === "samples") {
		return columns.get("calls")!;
	}
	return reader.column(
		`pairs-${metric.id}`,
		metric.signed === true,
		new Float64Array(reader.header.pairs),
	);
}
