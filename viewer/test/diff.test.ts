import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../fixture/page.mjs";
import { joinRuns } from "../src/data/join.ts";
import type { Run } from "../src/data/run.ts";
import { changesOf, noiseOf, readSpread } from "../src/diff/changes.ts";
import { Comparison } from "../src/diff/comparison.ts";
import { runOf, runsOf } from "./report.ts";

const BEFORE = () =>
	runOf(
		["main()", "old", "f"],
		[
			[0, 0, 1, 10],
			[0, 1, 1, 50],
			[0, 2, 1, 20],
		],
	);
const AFTER = () =>
	runOf(
		["f", "main()", "new"],
		[
			[0, 1, 1, 10],
			[0, 0, 2, 30],
			[1, 2, 1, 4],
		],
	);

async function joined(before: unknown, after: unknown): Promise<[Run, Run]> {
	const { runs } = await runsOf(pageOf("<!--DATA-->", [before, after]));
	const both = joinRuns(runs[0]!, runs[1]!);
	await Promise.all(both.map((run) => run.measure("wall")));
	return both;
}

test("changes are sorted by own cost, and name what is new and gone", async () => {
	const [before, after] = await joined(BEFORE(), AFTER());
	const comparison = new Comparison(before, after, before.metric("wall"));
	const rows = changesOf(comparison, null).map(({ label, own, inclusive, state }) => [
		after.functions.name(label),
		own,
		inclusive,
		state,
	]);
	assert.deepEqual(rows, [
		["old", -50, -50, "gone"],
		["f", 10, 14, ""],
		["new", 4, 4, "new"],
		["main()", 0, -36, ""],
	]);
});

test("with equal totals a run that only took longer has not changed", async () => {
	const slow = AFTER();
	slow.columns.wall.values = slow.columns.wall.values.map((value) => Number(value) * 3);
	const [before, after] = await joined(AFTER(), slow);
	const comparison = new Comparison(before, after, before.metric("wall"), true);
	assert.deepEqual(
		changesOf(comparison, null).map(({ own }) => own),
		[],
	);
});

test("of sets the change is that of the median, with an interval", async () => {
	const sets = [BEFORE(), AFTER()].map((run, index) => {
		const label = run.functions.name.indexOf("f");
		const values = run.functions.name.flatMap((_, row) =>
			row === label
				? [100, 102, 101, 99, 1000].map((value) => value * (index + 1))
				: [1, 1, 1, 1, 1],
		);
		Object.assign(run.header, { set: { runs: 5, totals: {} } });
		run.header.summary.runs = 5;
		Object.assign(run.columns, { "set-wall": { values, isSigned: true } });
		return run;
	});
	const [before, after] = await joined(sets[0], sets[1]);
	const [was, is] = [await readSpread(before, "wall"), await readSpread(after, "wall")];
	const comparison = new Comparison(before, after, before.metric("wall"));
	const f = changesOf(comparison, [was!, is!]).find(
		({ label }) => after.functions.name(label) === "f",
	)!;
	assert.deepEqual([f.was, f.is, f.own], [101, 202, 101]);
	const interval = noiseOf([was!, is!], f.label)!;
	assert.ok(interval.low <= 101 && interval.high >= 101);
});

test("a change is exact beyond 2^53", async () => {
	const big = 2n ** 60n;
	const run = (more: bigint) => runOf(["main()"], [[0, 0, 1, big + more]]);
	const [before, after] = await joined(run(0n), run(1n));
	const comparison = new Comparison(before, after, before.metric("wall"));
	assert.equal(comparison.change(after.total("wall"), before.total("wall")), 1n);
});
