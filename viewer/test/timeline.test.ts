import assert from "node:assert/strict";
import { test } from "node:test";
import { moved, ticks, tickText, within, zoomed } from "../src/axis/scale.ts";
import { callAt, callsOf, drawRow, nextCall, ownTime } from "../src/timeline/calls.ts";
import { drawCurves, pointsOf, sharesOf } from "../src/timeline/curves.ts";

/** main() with two calls of path 1, the second of which calls path 2: events as the file has them. */
const NODE = Uint32Array.from([1, 2, 0, 2, 3, 0, 0, 0]);
const TIME = Float64Array.from([0, 10, 20, 10, 5, 5, 10, 40]);

test("calls are laid out by depth, in order of time", () => {
	const calls = callsOf(TIME, NODE, null);
	assert.deepEqual(calls.lanes, [
		{
			number: 0,
			rows: [
				{ from: 0, to: 1 },
				{ from: 1, to: 3 },
				{ from: 3, to: 4 },
			],
		},
	]);
	assert.deepEqual([...calls.start], [0, 10, 40, 45]);
	assert.deepEqual([...calls.end], [100, 30, 60, 50]);
	assert.deepEqual([...calls.node], [0, 1, 1, 2]);
	assert.deepEqual([calls.length, calls.cut], [100, 0]);
});

test("calls that are open at the end of a full timeline end there", () => {
	const calls = callsOf(TIME.slice(0, 5), NODE.slice(0, 5), null);
	assert.deepEqual([...calls.end], [45, 30, 45, 45]);
	assert.equal(calls.cut, 3);
});

test("an end without a call, of a run that began before its timeline, is skipped", () => {
	const calls = callsOf(Float64Array.from([5, 5, 5]), Uint32Array.from([0, 1, 0]), null);
	assert.deepEqual([...calls.start, ...calls.end], [10, 15]);
});

test("each fiber has a lane, and its depth is its own", () => {
	const lane = Uint32Array.from([0, 0, 0, 7, 7, 7, 7, 0]);
	const calls = callsOf(TIME, NODE, lane);
	assert.deepEqual(
		calls.lanes.map(({ number, rows }) => [number, rows.map(({ from, to }) => to - from)]),
		[
			[0, [1, 1]],
			[7, [1, 1]],
		],
	);
});

test("more fibers than lanes share one, and nothing in it overlaps", () => {
	const lane = Uint32Array.from([0, 70, 70, 80, 90, 90, 80, 0]);
	const calls = callsOf(TIME, NODE, lane);
	const [, shared] = calls.lanes;
	assert.deepEqual([shared!.number, shared!.rows.length], [65, 2]);
});

test("own time is that of the call less its callees", () => {
	const calls = callsOf(TIME, NODE, null);
	const [{ rows }] = calls.lanes as [(typeof calls.lanes)[0]];
	assert.deepEqual(
		[ownTime(calls, 0, rows[1]), ownTime(calls, 2, rows[2]), ownTime(calls, 3, undefined)],
		[60, 15, 5],
	);
});

test("a call is found by its time, and a short one beside it", () => {
	const calls = callsOf(TIME, NODE, null);
	const row = calls.lanes[0]!.rows[1]!;
	assert.deepEqual(
		[9, 10, 29, 31, 35, 60.5].map((time) => callAt(calls, row, time, 1)),
		[1, 1, 1, 1, -1, 2],
	);
});

test("a million calls take as many boxes as there are pixels, and cover the time they take", () => {
	const count = 1_000_000;
	const node = new Uint32Array(2 * count).map((_, i) => (i % 2 === 0 ? 1 : 0));
	const time = new Float64Array(2 * count).map((_, i) => (i % 2 === 0 ? 1 : 3));
	const calls = callsOf(time, node, null);
	let boxes = 0;
	let drawn = 0;
	drawRow(
		calls,
		calls.lanes[0]!.rows[0]!,
		{ from: 0, to: 4 * count, pixels: 1000 },
		(_, __, ___, many, cover) => {
			boxes++;
			drawn += many;
			assert.ok(Math.abs(cover - 0.75) < 0.01, `cover ${cover}`);
		},
	);
	assert.ok(boxes <= 1001, `${boxes} boxes`);
	assert.equal(drawn, count);
});

test("a part of time that is zoomed to emits only its calls", () => {
	const calls = callsOf(TIME, NODE, null);
	const seen: number[] = [];
	drawRow(calls, calls.lanes[0]!.rows[1]!, { from: 35, to: 50, pixels: 100 }, (call) =>
		seen.push(call),
	);
	assert.deepEqual(seen, [2]);
});

test("parts of time stay within the run", () => {
	assert.deepEqual(within({ from: -50, to: 950 }, 2000), { from: 0, to: 1000 });
	assert.deepEqual(within({ from: 1500, to: 2500 }, 2000), { from: 1000, to: 2000 });
	assert.deepEqual(within({ from: 500, to: 500 }, 2000), { from: 500, to: 600 });
	assert.deepEqual(zoomed({ from: 0, to: 1000 }, 250, 0.5, 1000), { from: 125, to: 625 });
	assert.deepEqual(moved({ from: 0, to: 500 }, 900, 1000), { from: 500, to: 1000 });
});

test("ticks are round, and their labels differ", () => {
	assert.deepEqual(ticks(0, 1e6, 500), [0, 2e5, 4e5, 6e5, 8e5, 1e6]);
	assert.deepEqual(
		[tickText(0, 2e5), tickText(2e5, 2e5), tickText(1e6, 2e5), tickText(1.5e9, 5e8)],
		["0", "200 us", "1.0 ms", "1.5 s"],
	);
	assert.deepEqual(
		ticks(0, 72e11, 400).map((at) => tickText(at, 18e11)),
		["0", "30 min", "60 min", "90 min", "120 min"],
	);
});

test("curves keep peaks that are narrower than a pixel", () => {
	const at = Float64Array.from({ length: 1000 }, (_, i) => i);
	const value = at.map((i) => (i === 501 ? 99 : 1));
	const points = pointsOf(at, value, { from: 0, to: 1000 }, 10);
	assert.equal(Math.max(...points.map(([, y]) => y)), 99);
	assert.ok(points.length < 60);
});

test("no curve is drawn before the part of the run that is shown", () => {
	const did: string[] = [];
	const context = new Proxy({} as CanvasRenderingContext2D, {
		get: (_, name) => () => did.push(String(name)),
		set: () => true,
	});
	const values = Float64Array.from([1, 2, 3]);
	const curves = { at: Float64Array.from([0, 900, 1000]), memory: values, cpu: values };
	const box = { x: 64, y: 0, width: 100, height: 64 };
	const ink = { text: "", line: "", memory: "", cpu: "" };
	drawCurves(context, curves, { from: 800, to: 1000 }, box, ink);
	assert.deepEqual(did.filter((name) => name === "clip" || name === "stroke")[0], "clip");
});

test("the share of CPU time is that of the time between two points", () => {
	const at = Float64Array.from([0, 100, 200]);
	const cpu = Float64Array.from([0, 100, 150]);
	assert.deepEqual(sharesOf(at, cpu, { from: 0, to: 200 }, 100), [
		[0, 100],
		[50, 100],
		[50, 50],
		[100, 50],
	]);
});

test("the next call of some begins after a time, and the first one follows the last", () => {
	const calls = callsOf(TIME, NODE, null);
	const isWanted = (node: number) => node === 1;
	assert.equal(nextCall(calls, -1, 1, isWanted), 1);
	assert.equal(nextCall(calls, 10, 1, isWanted), 2);
	assert.equal(nextCall(calls, 40, 1, isWanted), 1);
	assert.equal(nextCall(calls, 40, -1, isWanted), 1);
	assert.equal(nextCall(calls, 10, -1, isWanted), 2);
	assert.equal(
		nextCall(calls, 0, 1, () => false),
		-1,
	);
});
