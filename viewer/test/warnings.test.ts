import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../src/data/header.ts";
import { warningsOf } from "../src/shell/warnings.ts";

const textsOf = (summary: Record<string, number>): string[] => {
	const report = { kind: "run", notes: [], runs: [{ kind: "tree", summary }] };
	return warningsOf(report as unknown as Report, []).map(({ text }) => text);
};

test("the profiler's own cost is a range, as the estimate is no better", () => {
	assert.deepEqual(textsOf({ own_cost_ns: 2e6, runs: 2 }), [
		"profiler’s own cost: 600 us to 1.70 ms",
	]);
	assert.deepEqual(textsOf({ own_cost_ns: 0, runs: 1 }), []);
});

test("a call that is not recorded stands for all that it called", () => {
	assert.deepEqual(textsOf({ unrecorded_calls: 1 }), [
		"1 call and all below not recorded (C stack)",
	]);
});
