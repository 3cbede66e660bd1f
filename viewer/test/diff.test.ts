import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../fixture/page.mjs";
import { joinRuns } from "../src/data/join.ts";
import type { Run } from "../src/data/run.ts";
import { changesOf } from "../src/diff/changes.ts";
import { Comparison } from "../src/diff/comparison.ts";
import { readMedians } from "../src/diff/medians.ts";
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

test("of sets all of a change is that of the medians, with the interval", async () => {
	const sets = [BEFORE(), AFTER()].map((run) => {
		run.header.summary.runs = 5;
		return run;
	});
	const json = {
		"change-wall": {
			name: ["f", "main()", "not in the page"],
			own_before: [101, 7, 1],
			own_after: [202, 7, 2],
			inclusive_before: [300, 400, 1],
			inclusive_after: [500, 399, 2],
			calls_before: [3, 1, 1],
			calls_after: [4, 1, 1],
			low: [-5, null, null],
			high: [300, null, null],
		},
	};
	const [before, after] = await joined(sets[0], { ...sets[1], json });
	const medians = await readMedians(after, "wall");
	const comparison = new Comparison(before, after, before.metric("wall"));
	const rows = changesOf(comparison, medians).map((row) => [
		after.functions.name(row.label),
		[row.was, row.is, row.own, row.inclusive],
		[row.callsBefore, row.callsAfter],
		row.interval,
	]);
	assert.deepEqual(rows, [
		["f", [101, 202, 101, 200], [3, 4], [-5, 300]],
		["main()", [7, 7, 0, -1], [1, 1], null],
	]);
	assert.equal(await readMedians(before, "wall"), null);
});

test("a change is exact beyond 2^53", async () => {
	const big = 2n ** 60n;
	const run = (more: bigint) => runOf(["main()"], [[0, 0, 1, big + more]]);
	const [before, after] = await joined(run(0n), run(1n));
	const comparison = new Comparison(before, after, before.metric("wall"));
	assert.equal(comparison.change(after.total("wall"), before.total("wall")), 1n);
});
