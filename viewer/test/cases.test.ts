import assert from "node:assert/strict";
import { test } from "node:test";
import cases from "../../tests/format/page/cases.json";
import { partOfRun } from "../src/axis/part-of-run.ts";
import { loadTimes } from "../src/axis/times.ts";
import { componentTable } from "../src/components/rows.ts";
import { at, type Column } from "../src/data/column.ts";
import { readHeader } from "../src/data/header.ts";
import { loadExtras, loadRun } from "../src/data/load.ts";
import type { Run } from "../src/data/run.ts";
import { shareError } from "../src/data/share-error.ts";
import { pathTo } from "../src/data/tree.ts";
import { pictureOf, shapeOf } from "../src/flame/picture.ts";
import { waitRows } from "../src/waits/rows.ts";

/** The extension's answers about runs, as tests/format/page/cases.inc has made them. */
type Numbers = (number | null)[];
interface Part {
	from: number;
	to: number;
	lane: number;
	effective: number;
	functions: Record<string, Numbers>;
	components: Record<string, Numbers>;
}
interface Case {
	report: { head: unknown; blocks: Record<string, string> };
	functions: Record<string, Numbers>;
	neighbours: Record<
		string,
		{
			recursive_calls: number | null;
			callers: Record<string, Numbers>;
			callees: Record<string, Numbers>;
		}
	>;
	components?: Record<string, Numbers>;
	folded?: Record<string, Numbers>;
	waits?: Record<string, Numbers>;
	parts: Part[];
}

/** The run as the page reads it, with all metrics. */
async function loaded({ report }: Case): Promise<Run> {
	const text = (id: string) => report.blocks[id] ?? null;
	const header = readHeader(JSON.stringify(report.head)).runs[0]!;
	const run = await loadRun(header, text, "wall", { progress() {}, first() {} });
	for (const { id } of header.metrics) {
		await run.measure(id);
	}
	await loadExtras(run);
	return run;
}

const isSampled = (run: Run) => run.header.kind === "samples";

/** Sorted by name, as the extension's answers are. */
function byName(rows: [string, Numbers][]): Record<string, Numbers> {
	return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function numberAt(column: Column | undefined, row: number): number | null {
	return column ? Number(at(column, row)) : null;
}

/** Calls, or samples with callees; own and inclusive wall time; own CPU time, memory and peak. */
function functionRows(run: Run): Record<string, Numbers> {
	const sums = (id: string) => (run.loaded(id) ? run.sums(id) : undefined);
	const calls = isSampled(run) ? sums("samples")!.inclusive : run.calls()!;
	const columns = [
		calls,
		sums("wall")!.own,
		sums("wall")!.inclusive,
		...["cpu", "memory", "peak"].map((id) => sums(id)?.own),
	];
	return byName(
		Array.from({ length: run.functions.count }, (_, label) => [
			run.functions.name(label),
			columns.map((column) => numberAt(column, label)),
		]),
	);
}

/** Wall time and calls of each caller and callee. */
function neighbourRows(run: Run, name: string): Case["neighbours"][string] {
	const label = run.functions.find(name);
	const of = run.neighbours(label, "wall");
	const counted = isSampled(run) ? run.neighbours(label, "samples") : null;
	const rows = (side: "callers" | "callees") =>
		byName(
			of[side].map((row) => {
				const counts = counted?.[side].find(({ label }) => label === row.label);
				const calls = counts ? counts.inclusive : row.calls;
				return [run.functions.name(row.label), [Number(row.inclusive), Number(calls)]];
			}),
		);
	return {
		// The page has no such number of samples.
		recursive_calls: isSampled(run) ? null : Number(of.recursiveCalls),
		callers: rows("callers"),
		callees: rows("callees"),
	};
}

/** Calls, or samples; own and inclusive wall time, and the error of the share of each. What did not run has no row. */
function componentRows(run: Run): Record<string, Numbers> {
	const { names, own, inclusive, calls } = componentTable(run, "wall");
	const counts = isSampled(run) ? componentTable(run, "samples").inclusive : calls!;
	const whole = run.total("wall");
	const points = (column: Column, row: number) => {
		const error = shareError(run, "wall", { part: at(column, row), whole });
		return error === null ? null : Math.round(error * 1e6) / 1e6;
	};
	const rows = names.map((name, row): [string, Numbers] => [
		name,
		[
			...[counts, own, inclusive].map((column) => numberAt(column, row)),
			points(own, row),
			points(inclusive, row),
		],
	]);
	return byName(rows.filter(([, [count, , inclusive]]) => count !== 0 || inclusive !== 0));
}

/** Calls, or samples without callees; own wall time. The extension has no path without either. */
function foldedRows(run: Run): Record<string, Numbers> {
	const shaped = shapeOf(run, { by: "function", fold: "vendor", merge: false });
	const { tree, labels, own, calls } = pictureOf(run, run.loaded("wall")!, shaped);
	const counts = isSampled(run) ? pictureOf(run, run.loaded("samples")!, shaped).own : calls!;
	const nameOf = (node: number) =>
		pathTo(tree, node)
			.map((at) => labels.name(tree.label[at]!))
			.join(" ");
	const rows = Array.from({ length: tree.count }, (_, node): [string, Numbers] => [
		nameOf(node),
		[numberAt(counts, node), numberAt(own, node)],
	]);
	return byName(rows.filter(([, [count, ns]]) => count !== 0 || ns !== 0));
}

for (const [name, of] of Object.entries(cases as unknown as Record<string, Case>)) {
	test(`${name}: functions, callers and callees are those of the extension`, async () => {
		const run = await loaded(of);
		assert.deepEqual(functionRows(run), of.functions);
		for (const [fn, answer] of Object.entries(of.neighbours)) {
			assert.deepEqual(neighbourRows(run, fn), answer, fn);
		}
	});

	if (of.components && of.folded) {
		test(`${name}: components, and packages as one frame, are those of the extension`, async () => {
			const run = await loaded(of);
			assert.deepEqual(componentRows(run), of.components);
			assert.deepEqual(foldedRows(run), of.folded);
		});
	}

	if (of.waits) {
		test(`${name}: waits are those of the command`, async () => {
			const rows = waitRows(await loaded(of), false);
			const waits = rows.map((row): [string, Numbers] => [row.name, [row.weight, row.wall]]);
			assert.deepEqual(byName(waits), of.waits);
		});
	}

	for (const part of of.parts) {
		const { from, to, lane } = part;
		test(`${name}: from ${from} to ${to}, lane ${lane}, all is as in the extension`, async () => {
			const run = await loaded(of);
			const times = await loadTimes(run, () => {}).whole;
			const { run: made } = partOfRun(run, times, part);
			const effective = Number(made.header.summary.effective_samples);
			assert.ok(Math.abs(effective - part.effective) <= 1e-6 * effective + 1e-3, `${effective}`);
			assert.deepEqual(functionRows(made), part.functions);
			assert.deepEqual(componentRows(made), part.components);
		});
	}
}
