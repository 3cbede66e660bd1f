import type { BlockText } from "../src/data/blocks.ts";
import type { Report } from "../src/data/header.ts";
import { readHeader } from "../src/data/header.ts";
import { loadExtras, loadRun } from "../src/data/load.ts";
import type { Run } from "../src/data/run.ts";

/** A page's data blocks, as text by id. */
export function blocksOf(page: string): Map<string, string> {
	const blocks = new Map<string, string>();
	for (const [, id, text] of page.matchAll(/<script type="[^"]*" id="([^"]*)">([^<]*)</g)) {
		blocks.set(id!, text!);
	}
	return blocks;
}

export function textOf(blocks: Map<string, string>): BlockText {
	return (id) => blocks.get(id) ?? null;
}

/** All runs of a page, decoded. */
export async function runsOf(page: string): Promise<{ report: Report; runs: Run[] }> {
	const blocks = blocksOf(page);
	const text = textOf(blocks);
	const report = readHeader(text("xhprof"));
	const silent = { progress() {}, first() {} };
	const runs: Run[] = [];
	for (const header of report.runs) {
		const run = await loadRun(header, text, "wall", silent);
		await run.measure("wall");
		await loadExtras(run);
		runs.push(run);
	}
	return { report, runs };
}

/** A small run: paths as [parent's row, function, calls, own wall]. */
export function runOf(names: string[], paths: [number, number, number, number | bigint][]) {
	const column = (values: (number | bigint)[]) => ({ values, isSigned: false });
	return {
		header: {
			title: "",
			kind: "tree",
			meta: null,
			summary: { runs: 1 },
			metrics: [{ id: "wall", name: "wall time", unit: "ns", signed: false }],
			functions: names.length,
			nodes: paths.length,
			pairs: 0,
		},
		functions: {
			name: names,
			file: names.map(() => -1),
			line: names.map(() => 0),
			kind: names.map(() => 0),
			files: [],
		},
		columns: {
			parent: column(paths.map(([parent], row) => (row === 0 ? 0 : row - parent))),
			function: column(paths.map(([, label]) => label)),
			calls: column(paths.map(([, , calls]) => calls)),
			wall: column(paths.map(([, , , wall]) => wall)),
		},
	};
}
