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
		/** The level of recursion: 0 is a call that is not within one of the same function. */
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

	neighbours(label: number, metric: string): Neighbours {
		const isSite = SITES.has(metric);
		const lowest = this.lowestLevels(label);
		return {
			callers: this.side(
				metric,
				(edge) => (this.callee[edge] === label ? this.caller[edge]! : -1),
				(edge) => isSite || this.level[edge] === 0,
			),
			callees: this.side(
				metric,
				(edge) => (this.caller[edge] === label ? this.callee[edge]! : -1),
				(edge) => isSite || this.level[edge] === lowest.get(this.callee[edge]!),
			),
		};
	}

	/** By callee of a function: calls of a higher level of recursion are within those of the lowest one. */
	private lowestLevels(caller: number): Map<number, number> {
		const lowest = new Map<number, number>();
		for (let edge = 0; edge < this.count; edge++) {
			if (this.caller[edge] === caller) {
				const level = lowest.get(this.callee[edge]!) ?? Number.POSITIVE_INFINITY;
				lowest.set(this.callee[edge]!, Math.min(level, this.level[edge]!));
			}
		}
		return lowest;
	}

	private side(
		metric: string,
		other: (edge: number) => number,
		isCounted: (edge: number) => boolean,
	): Neighbour[] {
		const rows = new Map<number, Neighbour>();
		const cost = this.column(metric);
		for (let edge = 0; edge < this.count; edge++) {
			const label = other(edge);
			if (label < 0) {
				continue;
			}
			const row = rows.get(label) ?? { label, inclusive: 0, calls: 0 };
			row.calls = plus(row.calls, at(this.column("calls"), edge));
			row.inclusive = isCounted(edge) ? plus(row.inclusive, at(cost, edge)) : row.inclusive;
			rows.set(label, row);
		}
		return [...rows.values()].sort((a, b) => Number(b.inclusive) - Number(a.inclusive));
	}
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
	return new Edges(count, caller, callee, level, functions, columns, kind === "samples");
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
