import type { Report, RunHeader } from "../data/header.ts";

type Meta = Record<string, unknown>;

/** "GET /cart", or what else tells what ran. */
export function titleOf(report: Report): string {
	const traces = report.runs.map((run) => textAt(objectAt(run.meta, "xhprof"), "trace"));
	const title = [namesOf(report), ...new Set(traces)].filter(Boolean).join(" · ");
	return title ? `${title} · xhprof` : "xhprof report";
}

/** The title; of a diff both, if they differ. */
export function namesOf(report: Report): string {
	const names = new Set(report.runs.map(nameOf).filter(Boolean));
	return [...names].join(" → ");
}

/** The request, else the name that the command line gave, such as that of the file. */
export function nameOf(run: RunHeader): string {
	const request = objectAt(run.meta, "xhprof");
	const server = objectAt(run.meta, "SERVER");
	const method = textAt(request, "method") ?? textAt(server, "REQUEST_METHOD");
	const url =
		textAt(run.meta, "url") ?? textAt(server, "REQUEST_URI") ?? textAt(server, "SCRIPT_NAME");
	const isRequest = method !== null && url !== null && url !== "unknown";
	return isRequest || run.title === "" ? [method, url].filter(Boolean).join(" ") : run.title;
}

export function objectAt(object: Meta | null | undefined, key: string): Meta | null {
	const value = object?.[key];
	return typeof value === "object" && value !== null ? (value as Meta) : null;
}

/** A text or number that is there and not empty. */
export function textAt(object: Meta | null | undefined, key: string): string | null {
	const value = object?.[key];
	return (typeof value === "string" && value !== "") || typeof value === "number"
		? String(value)
		: null;
}

export function numberAt(object: Meta | null | undefined, key: string): number | null {
	const value = object?.[key];
	return typeof value === "number" ? value : null;
}
