import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../src/data/header.ts";
import { warningsOf } from "../src/shell/warnings.ts";

const textsOf = (
	summary: Record<string, number | string>,
	metric?: string,
	meta = {},
): string[] => {
	const report = { kind: "run", notes: [], runs: [{ kind: "tree", summary, meta }] };
	return warningsOf(report as unknown as Report, [], metric).map(({ text }) => text);
};

test("the profiler's own cost is a range, as the estimate is no better", () => {
	assert.deepEqual(textsOf({ own_cost_ns: 2e6, runs: 2 }), [
		"profiler overhead: 600 us to 1.70 ms",
	]);
	assert.deepEqual(textsOf({ own_cost_ns: 0, runs: 1 }), []);
});

test("a call that is not recorded stands for all that it called", () => {
	assert.deepEqual(textsOf({ unrecorded_calls: 1 }), [
		"1 call and all below not recorded (C stack)",
	]);
});

test("the error of shares is that of the metric that is shown, and beside it is what no sample saw", () => {
	const summary = {
		wall_ns: 100e6,
		cpu_ns: 10e6,
		share_error_points: 2.34,
		cpu_share_error_points: 15.7,
		inferred_ns: 12e6,
	};
	const wall = ["shares are within ±2.3 points, 12.0 % inferred"];
	assert.deepEqual(textsOf(summary), wall);
	assert.deepEqual(textsOf(summary, "memory"), wall);
	assert.deepEqual(textsOf(summary, "cpu"), [
		"not enough samples of CPU time: sample for longer, 12.0 % inferred",
	]);
	assert.deepEqual(textsOf({ ...summary, cpu_share_error_points: 5.7 }, "cpu"), [
		"shares of CPU time are within ±5.7 points, 12.0 % inferred",
	]);
	assert.deepEqual(textsOf({ ...summary, share_error_points: 12 }), [
		"not enough samples: sample for longer, 12.0 % inferred",
	]);
	assert.deepEqual(textsOf({ ...summary, inferred_ns: 0.9e6 }), ["shares are within ±2.3 points"]);
	assert.deepEqual(textsOf({ ...summary, cpu_ns: 0, inferred_ns: 0 }, "cpu"), [
		"shares are within ±2.3 points",
	]);
});

test("by what samples were taken is said as the summary has it, of a diff only by a note where it differs", () => {
	const sampled = "sampled by timer signals: the system does not permit perf";
	assert.deepEqual(textsOf({ sampled }), [sampled]);
	assert.deepEqual(textsOf({ sampled, samples_beside: 20 }), [sampled]);
	assert.deepEqual(textsOf({}), []);
	const runs = [{ kind: "tree", summary: { sampled }, meta: {} }];
	const diff = { kind: "diff", notes: ["sampled differently"], runs: [...runs, ...runs] };
	assert.deepEqual(
		warningsOf(diff as unknown as Report, []).map(({ text }) => text),
		["sampled differently"],
	);
});
