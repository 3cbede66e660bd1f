import { Problem } from "./problem.ts";

/** The JSON block of the report, see docs/report-format.md. Only what a view needs is named here. */
export interface Metric {
	id: string;
	name: string;
	unit: "ns" | "bytes" | "count";
	signed?: boolean;
}

export interface RunHeader {
	meta: Record<string, unknown> | null;
	summary: Record<string, unknown>;
	title: string;
	kind: "tree" | "pairs" | "samples" | "heap";
	metrics: Metric[];
	nodes: number;
	functions: number;
	/** Components beside the application's own code. */
	components?: number;
	/** Rows of edges; not 0 in kind "pairs", and where paths were truncated. */
	pairs: number;
	blocks: string;
	coding: "gzip" | "plain";
	/** By metric the median of the run's totals, and its 95 % interval; null: there are too few runs. */
	set?: {
		runs: number;
		totals: Record<string, { median: number; interval: [number, number] | null }>;
	};
	[other: string]: unknown;
}

/** A total before and after, of sets of runs the medians; the 95 % interval is that of the change. */
export interface TotalChange {
	before: number;
	after: number;
	interval: [number, number] | null;
	/** The change may be none at all, as the command decides. */
	noise: boolean;
	/** That of the change as a part of what was before. */
	relative?: [number, number] | null;
}

export interface Report {
	schema: string;
	version: number;
	kind: "run" | "diff" | "heap";
	generator: string;
	runs: RunHeader[];
	notes: string[];
	/** In a diff: what the numbers are, why noise is not known, and the totals by metric. */
	change?: {
		basis: string;
		doubt: string;
		totals: Record<string, TotalChange>;
		/** By metric the verdict, with names of functions in it. */
		words?: Record<string, (string | { fn: string })[]>;
		/** Why the runs cannot be compared; "": they can. */
		differences?: string;
		/** Functions that had another name before. */
		renamed?: { before: string; after: string }[];
	};
	/** Where the list is that the reader came from, of xhprof serve. */
	list?: string;
	[other: string]: unknown;
}

/** The newest version of the format that this page reads. */
const VERSION = 1;

/** Reads the JSON block; null: the page has none. */
export function readHeader(text: string | null): Report {
	if (text === null) {
		throw new Problem(
			"This page has no data: it is the empty viewer, or the file was cut off before the data.",
		);
	}
	const report = parse(text);
	if (report?.schema !== "xhprof-report") {
		throw new Problem(
			"The data in this page is not a report of xhprof (no schema “xhprof-report”).",
		);
	}
	if (!Number.isInteger(report.version) || report.version > VERSION) {
		throw new Problem(
			`This report was written by a newer xhprof (format ${report.version}, ${report.generator}); ` +
				`this page reads format ${VERSION}. Open the report with the version that wrote it.`,
		);
	}
	checkRuns(report);
	report.notes ??= [];
	if (!/^\.\.?\/(\?[\w%.~&=+-]*)?$/.test(report.list ?? "")) {
		delete report.list;
	}
	return report;
}

function parse(text: string): Report {
	try {
		return JSON.parse(text);
	} catch {
		throw new Problem(
			"The description of the run (block “xhprof”) is not JSON: the file was cut off or changed.",
		);
	}
}

function checkRuns(report: Report): void {
	if (report.kind === "heap") {
		return;
	}
	const wanted = report.kind === "diff" ? 2 : 1;
	if (!Array.isArray(report.runs) || report.runs.length < wanted) {
		throw new Problem(
			`This report should hold ${wanted === 1 ? "a run" : "two runs"}, and does not.`,
		);
	}
	for (const run of report.runs) {
		run.pairs ??= 0;
		for (const key of ["nodes", "functions", "pairs"] as const) {
			if (!Number.isInteger(run[key]) || run[key] < 0 || run[key] > 2 ** 30) {
				throw new Problem(
					`The report says that the run has “${run[key]}” ${key}: the file was changed.`,
				);
			}
		}
	}
}

/** The block with the metric's own values. */
export function columnOf(metric: Metric): string {
	return metric.id === "samples" ? "calls" : metric.id;
}
