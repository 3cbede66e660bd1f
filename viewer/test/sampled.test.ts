import assert from "node:assert/strict";
import { test } from "node:test";
import type { Report } from "../src/data/header.ts";
import { type Distortion, ratioOf } from "../src/sampled/load.ts";
import { VIEWS } from "../src/shell/views.ts";

const ALL: Distortion = {
	clock: "wall",
	samples: 1000,
	profiler: 50_000,
	name: ["leaf", "hot", "abs"],
	calls: [10_000, 1, 40],
	distorted: [1, 0, 0],
	traced: [600_000, 390_000, 10_000],
	without: [450_000, 540_000, 10_000],
	sampled: [300_000, 700_000, 0],
	low: [272_000, 670_000, 0],
	high: [330_000, 728_000, 4_200],
};

test("a ratio is that of the run's own times to the samples", () => {
	assert.equal(ratioOf(ALL, 0), 2);
	assert.equal(ratioOf({ ...ALL, compensated: true }, 0), 1.5);
	assert.ok(Number.isNaN(ratioOf(ALL, 2)));
});

test("only a run with samples beside its calls has the table", () => {
	const { has } = VIEWS.find(({ id }) => id === "sampled")!;
	const of = (header: object) => has({ kind: "run", runs: [header] } as unknown as Report);
	assert.deepEqual([of({ distortion: 3 }), of({})], [true, false]);
});
