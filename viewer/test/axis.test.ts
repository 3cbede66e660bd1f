import assert from "node:assert/strict";
import { test } from "node:test";
import { overview } from "../src/axis/overview.ts";
import { chosen, extraOf } from "../src/axis/part.ts";
import { changeFrom, partOfRun, stateIn } from "../src/axis/part-of-run.ts";
import { sliceEvents, sliceMoments } from "../src/axis/slice.ts";
import { CellSums, firstAt } from "../src/axis/spans.ts";
import { loadTimes, type Moments, type Times } from "../src/axis/times.ts";
import { calleesAsTree, callersAsTree } from "../src/callers/merged.ts";
import { RunReader } from "../src/data/reader.ts";
import { Run } from "../src/data/run.ts";
import { outermostOf } from "../src/data/tree.ts";
import { cellsOf, columnOf, gridOf, windowOf } from "../src/heatmap/grid.ts";
import { growthByPath, siteCells, sitesByFunction, sitesWhere } from "../src/memory/rows.ts";
import { callsOfSamples } from "../src/timeline/samples.ts";
import { START } from "../src/view/state.ts";
import { madeRun, varints } from "./made.ts";

/** As in tests/profile/slice/calls.phpt. */
const EVENTS = {
	time: Float64Array.from([0, 10, 10, 10, 0, 0, 10, 5, 5, 10, 5, 0, 5, 20, 5, 5]),
	node: Uint32Array.from([1, 2, 3, 0, 3, 0, 0, 4, 5, 0, 0, 4, 5, 0, 0, 0]),
	lane: Uint32Array.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]),
	memory: { event: Float64Array.from([0, 3, 9]), bytes: Float64Array.from([1000, 1300, 1200]) },
};

function sliced(from: number, to: number, lane = -1): string {
	const { own, count } = sliceEvents(EVENTS, { from, to, lane }, 5);
	return [...own.get("wall")!].map((wall, node) => `${count[node]}/${wall}`).join(" ");
}

/** As in profile/slice/calls.phpt: calls and own time of main(), a, b, d and c. */
test("a part of the time has the calls that ran in it, each with its own time there", () => {
	assert.equal(sliced(0, 25), "1/10 1/10 1/5 0/0 0/0");
	assert.equal(sliced(25, 55), "1/5 1/10 2/5 1/5 1/5");
	assert.equal(sliced(55, 1000), "1/5 0/0 0/0 2/15 2/25");
	assert.equal(sliced(40, 45), "1/5 0/0 0/0 0/0 0/0");
	assert.equal(sliced(0, 1000, 1), "0/0 0/0 0/0 0/0 2/30");
	assert.equal(sliced(200, 300), "0/0 0/0 0/0 0/0 0/0");
	const { own } = sliceEvents(EVENTS, { from: 0, to: 55, lane: -1 }, 5);
	assert.deepEqual([...own.get("memory")!], [0, 0, 300, 0, 0]);
	assert.equal(own.has("peak"), false);
	const later = sliceEvents(EVENTS, { from: 55, to: 100, lane: -1 }, 5);
	assert.deepEqual([...later.own.get("memory")!], [0, 0, 0, 0, -100]);
});

/** As in profile/slice/samples.phpt, laid end to end. */
const MOMENTS: Moments = {
	at: Float64Array.from([1000, 2000, 3000, 5000, 6000, 7000]),
	node: Uint32Array.from([1, 2, 1, 2, 1, 1]),
	samples: Uint32Array.from([2, 2, 2, 5, 2, 2]),
	wall: null,
	lane: null,
	request: null,
	memory: Float64Array.from([1100, 1200, 1300, 1300, 1300, 1250]),
	interval: 1000,
};

test("a part has its part of each sample, and what memory grew by", () => {
	const { own, effective } = sliceMoments(MOMENTS, { from: 2000, to: 4001, lane: -1 }, 3, 1000);
	const rows = ["wall", "cpu", "samples", "memory", "peak"].map((id) => [...own.get(id)!]);
	assert.deepEqual(rows, [
		[0, 1000, 1001],
		[0, 1000, 0],
		[0, 1, 1],
		[0, 100, 0],
		[0, 100, 0],
	]);
	assert.equal(effective, 2);
	assert.deepEqual(
		[0, 1000, 1001, 9000].map((time) => firstAt(MOMENTS.at, time)),
		[0, 0, 1, 6],
	);
});

test("a sample that the program took counts as CPU time, and nothing of it is left to chance", () => {
	const moments: Moments = {
		...MOMENTS,
		at: Float64Array.from([1000, 1500, 2000]),
		node: Uint32Array.from([1, 2, 1]),
		samples: Uint32Array.from([2, 80, 2]),
		wall: Float64Array.from([1000, 0, 1000]),
		memory: null,
	};
	const { own, effective } = sliceMoments(moments, { from: 0, to: 9000, lane: -1 }, 3, 0);
	assert.deepEqual(
		[[...own.get("wall")!], [...own.get("cpu")!]],
		[
			[0, 2000, 40000],
			[0, 2000, 40000],
		],
	);
	assert.equal(effective, 42);
});

test("parts of a run add up to it, wherever it is cut", () => {
	const [whole, ...parts] = [
		[0, 9000],
		[0, 1],
		[1, 2500],
		[2500, 3001],
		[3001, 4999],
		[4999, 9000],
	].map(([from, to]) => sliceMoments(MOMENTS, { from: from!, to: to!, lane: -1 }, 3, 1000).own);
	for (const [id, values] of whole!) {
		const sums = parts.reduce(
			(sums, own) => sums.map((sum, i) => sum + own.get(id)![i]!),
			[0, 0, 0],
		);
		assert.deepEqual(sums, [...values], id);
	}
});

test("cells have the time that spans take of them, and points are in one", () => {
	const cells = new CellSums(4, 10);
	cells.add(-5, 3, 0);
	cells.add(8, 35, 0);
	cells.add(10, 10, 7);
	cells.add(39, 45, 0);
	cells.add(40, 50, 0);
	assert.deepEqual([...cells.sums()], [5, 17, 10, 6]);
});

/** Of the same samples. */
const SAMPLED: Times = {
	events: null,
	cells: {
		ns: 1000,
		gap: 1000,
		running: Float64Array.from([1000, 1000, 1000, 0, 0, 1000, 1000, 0]),
		waiting: Float64Array.from([0, 0, 0, 1000, 1000, 0, 0, 0]),
	},
	moments: MOMENTS,
	length: 7001,
	lanes: [0],
	lost: 0,
	isWhole: true,
};

const TREE = {
	name: "main()",
	own: { wall: 20 },
	below: [
		{ name: "a", own: { wall: 20 }, below: [{ name: "b", own: { wall: 10 }, calls: 2 }] },
		{ name: "d", own: { wall: 20 }, below: [{ name: "c", own: { wall: 30 }, calls: 2 }] },
	],
};

function timesOf(events: Times["events"], length: number): Times {
	return { ...SAMPLED, events, cells: null, moments: null, length };
}

test("the run of a part has its paths and functions only, and finds those of links", async () => {
	const whole = await madeRun(TREE);
	const part = partOfRun(whole, timesOf(EVENTS, 100), { from: 55, to: 100, lane: -1 });
	const { run } = part;
	const names = [...run.tree.label].map((label) => run.functions.name(label));
	assert.deepEqual(names, ["main()", "d", "c"]);
	assert.deepEqual([...run.sums("wall").inclusive.values], [45, 40, 25]);
	assert.deepEqual([...run.tree.parent, ...run.tree.end], [-1, 0, 1, 3, 3, 3]);
	assert.equal(run.total("wall"), 45);
	assert.equal(stateIn(part, { ...START, at: 4 }).at, 2);
	assert.equal(stateIn(part, { ...START, at: 2 }).at, 0);
	assert.deepEqual(changeFrom(part, { at: 2, fn: "c" }), { at: 4, fn: "c" });
	assert.deepEqual(changeFrom(part, { view: "tree" }), { view: "tree" });
});

test("how much was sampled when is there before the samples", async () => {
	const run = await madeRun(TREE);
	const columns: Record<string, number[]> = {
		"cell-running": [1, 0, 2],
		"cell-waiting": [0, 1, 0],
		time: [10, 5, 5],
		samples: [2, 3, 4],
		node: [1, 2, 4],
		lane: [0, 1, 0],
	};
	const asked: string[] = [];
	const reader = new RunReader(
		{
			...run.header,
			moments: { samples: 3, lost: 1, cells: 3, cell_ns: 10, last_ns: 20 },
			summary: { interval_ns: 5 },
		},
		(id) => {
			asked.push(id);
			const column = columns[id.replace("a-moment-", "")];
			return column ? varints(column).toString("base64") : null;
		},
	);
	const timed = new Run(reader, run.functions, run.tree, run.extras);
	const { first, whole } = loadTimes(timed, () => {});
	const early = await first;
	assert.deepEqual(
		asked.slice(0, 3),
		["cell-running", "cell-waiting", "time"].map((name) => `a-moment-${name}`),
	);
	assert.deepEqual([early.cells!.ns, early.cells!.gap, early.moments], [10, 7, null]);
	assert.deepEqual([...early.cells!.running, ...early.cells!.waiting], [1, 0, 2, 0, 1, 0]);
	assert.deepEqual([early.isWhole, early.length, early.lanes, early.lost], [false, 21, [0], 1]);
	const all = await whole;
	assert.deepEqual([...all.moments!.node, ...all.moments!.lane!], [1, 2, 4, 0, 1, 0]);
	assert.deepEqual([all.isWhole, all.length, all.lanes, all.lost], [true, 21, [0, 1], 1]);
	assert.deepEqual([...all.moments!.at, ...all.moments!.samples], [10, 15, 20, 2, 3, 4]);
	assert.equal(all.cells, early.cells);
	assert.equal(loadTimes(timed, () => {}).whole, whole);
});

test("who made memory grow in a part is known by path and by function", async () => {
	const run = await madeRun(TREE);
	const paths = growthByPath(run, sliceEvents(EVENTS, { from: 0, to: 100, lane: -1 }, 5));
	const cells = (sites: typeof paths) =>
		siteCells(
			run,
			sites,
			sitesWhere(sites, () => true),
		);
	assert.deepEqual(cells(paths), [
		["function", "memory", "path"],
		["b", 300, "main() > a"],
		["c", -100, "main() > d"],
	]);
	assert.deepEqual(cells(sitesByFunction(run, paths)), [
		["function", "memory", "path"],
		["b", 300, ""],
		["c", -100, ""],
	]);
});

test("a link carries the part, and other words stay", () => {
	const part = { from: 10, to: 30, lane: 2 };
	const extra = extraOf({ extra: { sites: "functions", from: "1" } }, part, 100);
	assert.deepEqual(extra, { sites: "functions", from: "10", to: "30", lane: "2" });
	assert.deepEqual(chosen({ extra }, 100), part);
	assert.deepEqual(chosen({ extra: { lane: "1" } }, 1000), { from: 0, to: 1000, lane: 1 });
	assert.equal(chosen({ extra: { from: "5", to: "4" } }, 100), null);
	assert.deepEqual(extraOf({ extra }, { from: 0, to: 100, lane: -1 }, 100), { sites: "functions" });
});

test("the strip has the depth of the stack, or the samples, and the collector", () => {
	const gc = Uint8Array.from([0, 0, 1, 0, 0]);
	const { solid, part } = overview(timesOf(EVENTS, 100), gc, 10);
	assert.deepEqual(
		[...solid],
		[1, 2, 3, 2, 1.5, 3, 2, 3, 3, 1.5].map((depth) => depth / 3),
	);
	assert.deepEqual([...part], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
	const times = { ...SAMPLED, length: 7000 };
	const samples = overview(times, gc.slice(0, 3), 2);
	assert.deepEqual(
		[...samples.solid, ...samples.pale!].map((share) => Math.round(share * 3500)),
		[3000, 2000, 3500, 3500],
	);
	const early = overview({ ...times, moments: null }, gc, 2);
	assert.deepEqual(
		[...early.solid, ...early.pale!].map((share) => Math.round(share * 3500)),
		[3000, 2000, 3500, 3500],
	);
});

test("samples at equal distances are a level strip, of any width", () => {
	const moments = {
		...MOMENTS,
		at: Float64Array.from({ length: 100 }, (_, i) => (i + 1) * 1000),
		node: new Uint32Array(100),
		samples: new Uint32Array(100).fill(2),
	};
	for (const columns of [1, 3, 75, 100, 130]) {
		const { solid } = overview({ ...SAMPLED, moments, length: 1e5 }, new Uint8Array(1), columns);
		assert.ok(
			solid.every((one) => Math.abs(one - solid[0]!) < 1e-9),
			`${columns}`,
		);
	}
});

test("samples in a row are a call; it ends where samples are missing", async () => {
	const { tree } = await madeRun({ name: "main()", below: [{ name: "a" }, { name: "b" }] });
	const later = { ...MOMENTS, at: Float64Array.from([1000, 2000, 3000, 5000, 6400, 8000]) };
	const spans = (step: number) => {
		const calls = callsOfSamples(later, tree, { first: 0, end: 6, step });
		return calls.lanes[0]!.rows.map(({ from, to }) =>
			Array.from({ length: to - from }, (_, i) => [calls.start[from + i], calls.end[from + i]]),
		);
	};
	const [main, below] = spans(1);
	assert.deepEqual(main, [
		[0, 6400],
		[7000, 8000],
	]);
	assert.deepEqual(below!.slice(2, 5), [
		[2000, 3000],
		[3000, 5000],
		[5000, 6400],
	]);
	assert.deepEqual(spans(4)[0], [[0, 6400]]);
});

test("a heatmap has columns of fifty cells, none shorter than the interval; of a short run fewer", () => {
	const sizes = [columnOf(7200e9, 700), columnOf(60e9, 700), columnOf(60e9, 700, 20e6)];
	assert.deepEqual(
		sizes.map(({ ns, rows }) => `${ns}/${rows}`),
		["20000000000/50", "100000000/50", "1000000000/50"],
	);
	const short = [20, 6, 1, 0.1].map((seconds) => columnOf(seconds * 1e9, 700, 20e6));
	assert.deepEqual(
		short.map(({ ns, rows }) => `${ns / 1e6}/${rows}`),
		["500/25", "200/10", "100/5", "20/1"],
	);
	const whole = { from: 0, to: 7001, lane: -1 };
	const early = { ...SAMPLED, moments: null };
	const grid = gridOf(SAMPLED, whole, 10, true, null);
	assert.deepEqual([grid.cell, grid.rows, grid.columns, grid.from], [1000, 1, 8, 0]);
	assert.deepEqual([...grid.times], [1000, 1000, 1000, 1000, 1000, 1000, 1000, 0]);
	assert.equal(gridOf(SAMPLED, whole, 10, false, null).times[4], 0);
	assert.equal(gridOf(SAMPLED, whole, 10, true, Uint8Array.from([0, 1, 0])).times[1], 0);
	assert.deepEqual(cellsOf(grid, { from: 2000, to: 4000, lane: -1 }), [2, 4]);
	assert.equal(windowOf({ ...SAMPLED, length: 1e9 }, { from: 2000, to: 3000, lane: -1 }).to, 25e5);
	for (const withWaits of [false, true]) {
		assert.deepEqual(
			gridOf(early, whole, 10, withWaits, null),
			gridOf(SAMPLED, whole, 10, withWaits, null),
		);
	}
	const later = { ...whole, from: 3000 };
	assert.equal(gridOf(SAMPLED, later, 10, true, null).most, 2000);
	assert.equal(gridOf(early, later, 10, true, null).most, 0);
});

test("a function within itself counts once, between its callers and its callees", async () => {
	const f = { name: "f", own: { wall: 5 }, below: [{ name: "g", own: { wall: 2 } }] };
	const outer = { ...f, below: [...f.below, { name: "h", own: { wall: 1 }, below: [f] }] };
	const { tree, functions } = await madeRun({
		name: "main()",
		own: { wall: 1 },
		below: [outer, { name: "k", below: [f] }],
	});
	const weight = Float64Array.from([23, 15, 2, 8, 7, 2, 7, 7, 2]);
	const nodes = outermostOf(tree, (node) => tree.label[node] === functions.find("f"));
	assert.deepEqual(nodes, [1, 7]);
	const names = (made: { tree: typeof tree; weight: Float64Array }) =>
		[...made.tree.label].map((label, node) => `${functions.name(label)} ${made.weight[node]}`);
	assert.deepEqual(names(calleesAsTree(tree, nodes, weight)), ["f 22", "g 4", "h 8", "f 7", "g 2"]);
	assert.deepEqual(names(callersAsTree(tree, nodes, weight)), [
		"f 22",
		"main() 15",
		"k 7",
		"main() 7",
	]);
});
