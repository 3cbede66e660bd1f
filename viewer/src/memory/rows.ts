import type { Costs } from "../axis/slice.ts";
import { add, at, type Column, zeros } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { pathTo } from "../data/tree.ts";
import { rowsWhere } from "../table/order.ts";
import type { Cell } from "../table/tsv.ts";

export const SITE_METRICS = [
	"live_bytes",
	"live",
	"at_peak_bytes",
	"alloc_bytes",
	"allocs",
	"temporary",
] as const;
export type SiteMetric = (typeof SITE_METRICS)[number];

/** Where memory was allocated: a path, an edge, or a function with all of its paths. */
export interface Sites {
	/** The metrics that there are; the first has a bar. */
	ids: readonly string[];
	count: number;
	values: Record<string, Column>;
	/** The function that allocates. */
	label(site: number): number;
	/** The functions that lead there, main() first and without itself. */
	path(site: number): number[];
	/** A path of the tree; -1: none. */
	node(site: number): number;
}

export function hasAllocations(metrics: readonly { id: string }[]): boolean {
	return metrics.some(({ id }) => id === "live_bytes");
}

/** All metrics of sites must be loaded. */
export function sitesByPath(run: Run): Sites {
	const { edges } = run;
	if (run.header.nodes === 0 && edges) {
		return {
			ids: SITE_METRICS,
			count: edges.count,
			values: valuesOf(SITE_METRICS, (id) => edges.column(id)),
			label: (site) => edges.callee[site]!,
			path: (site) => (edges.caller[site]! < 0 ? [] : [edges.caller[site]!]),
			node: () => -1,
		};
	}
	return pathsWith(run, SITE_METRICS, (id) => run.loaded(id)!.own);
}

/** Who made memory grow in a part of the time: nothing else of memory is known by time. */
export function growthByPath(run: Run, { own }: Costs): Sites {
	return pathsWith(run, ["memory"], (id) => ({ values: own.get(id)!, exact: null }));
}

function pathsWith({ tree }: Run, ids: readonly string[], column: (id: string) => Column): Sites {
	return {
		ids,
		count: tree.count,
		values: valuesOf(ids, column),
		label: (site) => tree.label[site]!,
		path: (site) =>
			pathTo(tree, site)
				.slice(0, -1)
				.map((node) => tree.label[node]!),
		node: (site) => site,
	};
}

export function sitesByFunction(run: Run, sites: Sites): Sites {
	const { count } = run.functions;
	const values = valuesOf(sites.ids, (id) => {
		const column = sites.values[id]!;
		const sum = zeros(count, column);
		for (let site = 0; site < sites.count; site++) {
			add(sum, sites.label(site), column, site);
		}
		return sum;
	});
	return { ids: sites.ids, count, values, label: (site) => site, path: () => [], node: () => -1 };
}

function valuesOf(ids: readonly string[], column: (id: string) => Column): Sites["values"] {
	return Object.fromEntries(ids.map((id) => [id, column(id)]));
}

/** Those that allocated. */
export function sitesWhere(
	sites: Sites,
	matches: (label: number) => boolean,
): Int32Array<ArrayBuffer> {
	const all = sites.ids.map((id) => sites.values[id]!.values);
	return rowsWhere(
		sites.count,
		(site) => all.some((values) => values[site] !== 0) && matches(sites.label(site)),
	);
}

export function siteCells(run: Run, sites: Sites, rows: Iterable<number>): Cell[][] {
	const cells: Cell[][] = [["function", ...sites.ids, "path"]];
	for (const site of rows) {
		cells.push([
			run.functions.name(sites.label(site)),
			...sites.ids.map((id) => at(sites.values[id]!, site)),
			sites
				.path(site)
				.map((label) => run.functions.name(label))
				.join(" > "),
		]);
	}
	return cells;
}
