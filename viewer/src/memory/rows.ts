import { type Amount, add, at, type Column, zeros } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { pathTo } from "../data/tree.ts";
import { rowsWhere, type Sort, sorted } from "../table/order.ts";

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
	count: number;
	values: Record<SiteMetric, Column>;
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
	const { tree, edges } = run;
	if (run.header.nodes === 0 && edges) {
		return {
			count: edges.count,
			values: valuesOf((id) => edges.column(id)),
			label: (site) => edges.callee[site]!,
			path: (site) => (edges.caller[site]! < 0 ? [] : [edges.caller[site]!]),
			node: () => -1,
		};
	}
	return {
		count: tree.count,
		values: valuesOf((id) => run.loaded(id)!.own),
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
	const values = valuesOf((id) => {
		const sum = zeros(count, sites.values[id]);
		for (let site = 0; site < sites.count; site++) {
			add(sum, sites.label(site), sites.values[id], site);
		}
		return sum;
	});
	return { count, values, label: (site) => site, path: () => [], node: () => -1 };
}

function valuesOf(column: (id: SiteMetric) => Column): Record<SiteMetric, Column> {
	return Object.fromEntries(SITE_METRICS.map((id) => [id, column(id)])) as Record<
		SiteMetric,
		Column
	>;
}

/** Those that allocated, in order. */
export function siteRows(
	run: Run,
	sites: Sites,
	matches: (label: number) => boolean,
	sort: Sort,
): Int32Array<ArrayBuffer> {
	const { values } = sites;
	const column =
		values[(sort.column === "livepart" ? "live_bytes" : sort.column) as SiteMetric]?.values;
	const isSite = (site: number) =>
		(values.allocs.values[site] !== 0 ||
			values.live_bytes.values[site] !== 0 ||
			values.at_peak_bytes.values[site] !== 0) &&
		matches(sites.label(site));
	const key = column
		? (site: number) => column[site]!
		: (site: number) => run.functions.name(sites.label(site)).toLowerCase();
	return sorted(rowsWhere(sites.count, isSite), key, sort.isDescending);
}

export function siteCells(run: Run, sites: Sites, rows: Iterable<number>): (string | Amount)[][] {
	const cells: (string | Amount)[][] = [["function", ...SITE_METRICS, "path"]];
	for (const site of rows) {
		cells.push([
			run.functions.name(sites.label(site)),
			...SITE_METRICS.map((id) => at(sites.values[id], site)),
			sites
				.path(site)
				.map((label) => run.functions.name(label))
				.join(" > "),
		]);
	}
	return cells;
}
