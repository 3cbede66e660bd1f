import assert from "node:assert/strict";
import { test } from "node:test";
import { pageOf } from "../fixture/page.mjs";
import { at } from "../src/data/column.ts";
import { readHeader } from "../src/data/header.ts";
import { joinRuns } from "../src/data/join.ts";
import { loadRun } from "../src/data/load.ts";
import { regroup } from "../src/data/regroup.ts";
import { goneNodes } from "../src/diff/gone.tsx";
import { blocksOf, runOf, runsOf, textOf } from "./report.ts";

const PAGE = "<!--DATA-->";
/** main → f → g → f, main → g */
const RECURSIVE = runOf(
	["main()", "f", "g"],
	[
		[0, 0, 1, 10],
		[0, 1, 2, 5],
		[1, 2, 3, 7],
		[2, 1, 4, 11],
		[0, 2, 5, 100],
	],
);

test("inclusive values are sums over the tree, of a function those of its outermost calls", async () => {
	const [run] = (await runsOf(pageOf(PAGE, [RECURSIVE]))).runs;
	const sums = run!.sums("wall");
	assert.deepEqual([...run!.loaded("wall")!.inclusive.values], [133, 23, 18, 11, 100]);
	assert.deepEqual([...sums.own.values], [10, 16, 107]);
	assert.deepEqual([...sums.inclusive.values], [133, 23, 118]);
	assert.deepEqual([...run!.calls()!.values], [1, 6, 8]);
	assert.equal(run!.total("wall"), 133);
});

test("each path counts once for a caller and for a callee", async () => {
	const [run] = (await runsOf(pageOf(PAGE, [RECURSIVE]))).runs;
	assert.deepEqual(run!.neighbours(1, "wall"), {
		callers: [
			{ label: 0, inclusive: 23, calls: 2 },
			{ label: 2, inclusive: 11, calls: 4 },
		],
		callees: [{ label: 2, inclusive: 18, calls: 3 }],
		recursiveCalls: 0,
	});
});

test("sums are exact beyond 2^53", async () => {
	const big = 2n ** 53n;
	const page = pageOf(PAGE, [
		runOf(
			["main()", "f"],
			[
				[0, 0, 1, big],
				[0, 1, 1, 1n],
				[1, 1, 1, 2n],
			],
		),
	]);
	const [run] = (await runsOf(page)).runs;
	assert.equal(run!.total("wall"), big + 3n);
	assert.equal(at(run!.sums("wall").inclusive, 1), 3n);
});

test("a path of 10,000 levels needs no recursion", async () => {
	const paths = Array.from({ length: 10_000 }, (_, row): [number, number, number, number] => [
		Math.max(0, row - 1),
		row % 2,
		1,
		1,
	]);
	const [run] = (await runsOf(pageOf(PAGE, [runOf(["main()", "f"], paths)]))).runs;
	assert.equal(run!.total("wall"), 10_000);
	assert.equal(run!.sums("wall").inclusive.values[1], 9999);
});

test("a run of no paths is a run", async () => {
	const { runs } = await runsOf(pageOf(PAGE, [runOf([], [])]));
	assert.equal(runs[0]!.total("wall"), 0);
});

test("recursion that is merged keeps the total, and each function once on a path", async () => {
	const [run] = (await runsOf(pageOf(PAGE, [RECURSIVE]))).runs;
	const made = regroup(run!.tree, {
		group: (node) => run!.tree.label[node]!,
		groups: 3,
		folds: () => false,
		isMerged: true,
	});
	assert.deepEqual([...made.nodeOf], [0, 1, 2, 1, 3]);
	assert.deepEqual([...made.tree.label], [0, 1, 2, 2]);
	assert.deepEqual([...made.tree.end], [4, 3, 3, 4]);
});

test("folded neighbours are one frame, and equal siblings are one", async () => {
	const [run] = (await runsOf(pageOf(PAGE, [RECURSIVE]))).runs;
	const made = regroup(run!.tree, {
		group: (node) => Math.min(1, run!.tree.label[node]!),
		groups: 2,
		folds: (group) => group === 1,
		isMerged: false,
	});
	assert.deepEqual([...made.nodeOf], [0, 1, 1, 1, 1]);
});

test("two runs are joined by names, whatever the order of their functions", async () => {
	const before = runOf(
		["main()", "old", "f"],
		[
			[0, 0, 1, 1],
			[0, 1, 1, 50],
			[0, 2, 1, 20],
		],
	);
	const after = runOf(
		["f", "main()", "new"],
		[
			[0, 1, 1, 2],
			[0, 0, 1, 30],
			[1, 2, 1, 4],
		],
	);
	const { runs } = await runsOf(pageOf(PAGE, [before, after]));
	const [a, b] = joinRuns(runs[0]!, runs[1]!);
	await Promise.all([a.measure("wall"), b.measure("wall")]);
	const names = Array.from(b.tree.label, (label) => b.functions.name(label));
	assert.deepEqual(names, ["main()", "f", "new", "old"]);
	assert.deepEqual([...a.loaded("wall")!.own.values], [1, 20, 0, 50]);
	assert.deepEqual([...b.loaded("wall")!.own.values], [2, 30, 4, 0]);
	assert.deepEqual([a.total("wall"), b.total("wall")], [71, 36]);
	assert.deepEqual(goneNodes(a, b, a.loaded("wall")!.inclusive), [3]);
});

test("broken data says what is broken", async () => {
	const whole = blocksOf(pageOf(PAGE, [RECURSIVE]));
	const broken = async (id: string, text: string | null) => {
		const blocks = new Map(whole);
		if (text === null) {
			blocks.delete(id);
		} else {
			blocks.set(id, text);
		}
		const header = readHeader(textOf(blocks)("xhprof"));
		return loadRun(header.runs[0]!, textOf(blocks), "wall", { progress() {}, first() {} });
	};
	await assert.rejects(broken("a-wall", "!!!"), /“a-wall” is not base64/);
	await assert.rejects(broken("a-wall", "AAAA"), /“a-wall” cannot be unpacked/);
	await assert.rejects(broken("a-parent", null), /“a-parent” is missing/);
	await assert.rejects(broken("a-parent", whole.get("a-wall")!), /do not form a tree at path 1/);
	await assert.rejects(broken("a-function", whole.get("a-wall")!), /names function 10 of 3/);
	await assert.rejects(broken("a-functions", whole.get("a-wall")!), /“a-functions”\) are not JSON/);
	const short = blocksOf(pageOf(PAGE, [runOf(["main()"], [[0, 0, 1, 1]])])).get("a-wall")!;
	await assert.rejects(broken("a-wall", short), /“a-wall” has 1 of 5 numbers/);
});

test("a report of the future, or none, is refused in words", () => {
	assert.throws(() => readHeader(null), /no data/);
	assert.throws(() => readHeader("{"), /not JSON/);
	assert.throws(() => readHeader('{"schema":"other"}'), /not a report/);
	assert.throws(
		() => readHeader('{"schema":"xhprof-report","version":2,"generator":"xhprof 9"}'),
		/newer xhprof \(format 2, xhprof 9\)/,
	);
	const head = '{"schema":"xhprof-report","version":1,"kind":"run","runs":[{"nodes":-1}]}';
	assert.throws(() => readHeader(head), /“-1” nodes/);
});
