import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../fixture/page.mjs";
import { joinRuns } from "../src/data/join.ts";
import type { Run } from "../src/data/run.ts";
import { changesOf } from "../src/diff/changes.ts";
import { Comparison } from "../src/diff/comparison.ts";
import { goneNodes } from "../src/diff/gone.tsx";
import { readMedians } from "../src/diff/medians.ts";
import { madeRun, type Path } from "./made.ts";
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
			noise: [true, false, false],
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
		row.isNoise,
	]);
	assert.deepEqual(rows, [
		["f", [101, 202, 101, 200], [3, 4], [-5, 300], true],
		["main()", [7, 7, 0, -1], [1, 1], null, false],
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

/** A page whose body is called by callMacro() before, and by legacy() in call() after. */
async function movedRuns(): Promise<[was: Run, is: Run]> {
	const files: Record<string, [string, number]> = {};
	for (const name of ["page", "callMacro", "call", "legacy", "body", "row"]) {
		files[name] = ["/app/page.php", 1];
	}
	const body = (ns: number): Path => ({
		name: "body",
		own: { wall: ns },
		below: [
			{ name: "row", own: { wall: 2 * ns }, below: [{ name: "strlen", own: { wall: 1 } }] },
			{ name: "strtr", own: { wall: 3 } },
		],
	});
	const page = (below: Path): Promise<Run> =>
		madeRun(
			{ name: "main()", below: [{ name: "page", own: { wall: 10 }, below: [below] }] },
			undefined,
			files,
		);
	const legacy = { name: "legacy", own: { wall: 6 }, below: [body(130)] };
	const [was, is] = joinRuns(
		await page({ name: "callMacro", own: { wall: 5 }, below: [body(100)] }),
		await page({ name: "call", own: { wall: 4 }, below: [legacy] }),
	);
	await Promise.all([was, is].map((run) => run.measure("wall")));
	return [was, is];
}

test("what is below other callers than before keeps its before", async () => {
	const [was, is] = await movedRuns();
	const { tree, functions } = is;
	const paths = Array.from({ length: tree.count }, (_, node) => [
		functions.name(tree.label[node]!),
		was.loaded("wall")!.inclusive.values[node],
		is.loaded("wall")!.inclusive.values[node],
		was.moved!.isThere[node],
	]);
	assert.deepEqual(paths, [
		["main()", 319, 414, 1],
		["page", 319, 414, 1],
		["call", 304, 404, 0],
		["legacy", 304, 400, 0],
		["body", 304, 394, 1],
		["row", 201, 261, 1],
		["strlen", 1, 1, 1],
		["strtr", 3, 3, 1],
		["callMacro", 5, 0, 1],
	]);
	assert.deepEqual(
		goneNodes(was, is, was.loaded("wall")!.inclusive).map((node) =>
			functions.name(tree.label[node]!),
		),
		["callMacro"],
	);
});

test("sums and callers are those of each run, also of what is below others than before", async () => {
	const [was, { functions }] = await movedRuns();
	const sums = (name: string) => {
		const { own, inclusive } = was.sums("wall");
		return [own.values[functions.find(name)], inclusive.values[functions.find(name)]];
	};
	assert.deepEqual(sums("callMacro"), [5, 309]);
	assert.deepEqual(sums("call"), [0, 0]);
	assert.deepEqual(
		was
			.neighbours(functions.find("body"), "wall")
			.callers.map(({ label }) => functions.name(label)),
		["callMacro"],
	);
});

test("a path is not moved to one of the same name that does something else", async () => {
	const files: Record<string, [string, number]> = {
		f: ["/a.php", 1],
		a: ["/a.php", 2],
		b: ["/a.php", 3],
	};
	const run = (caller: string, callee: string) =>
		madeRun(
			{
				name: "main()",
				below: [
					{ name: caller, below: [{ name: "f", own: { wall: 7 }, below: [{ name: callee }] }] },
				],
			},
			undefined,
			files,
		);
	const [was] = joinRuns(await run("a", "strlen"), await run("b", "usleep"));
	assert.equal(was.tree.count, 7);
	assert.equal(was.moved!.own, undefined);
});
