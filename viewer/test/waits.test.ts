import assert from "node:assert/strict";
import { test } from "node:test";
import type { Metric } from "../src/data/header.ts";
import { sumOf, waitRows } from "../src/waits/rows.ts";
import { madeRun, WALL } from "./made.ts";

const SAMPLES: Metric = { id: "samples", name: "samples", unit: "count" };

/** Ten samples: six in waits, four on a CPU, where 20 ns more are without a name. */
async function sampledRun() {
	const run = await madeRun(
		{
			name: "main()",
			own: { wall: 50 },
			calls: 4,
			below: [
				{ name: "{sleep}", own: { wall: 20 }, calls: 2 },
				{
					name: "f",
					calls: 0,
					below: [
						{ name: "{flock /a}", own: { wall: 35 }, calls: 3 },
						{ name: "{sleep}", own: { wall: 10 }, calls: 1 },
					],
				},
			],
		},
		[WALL, SAMPLES],
	);
	Object.assign(run.header.summary, { calls: 10, cpu_ns: 30 });
	return run;
}

test("waits and the rest add up to the run, in time and in samples", async () => {
	const rows = waitRows(await sampledRun(), false);
	assert.deepEqual(
		rows.map(({ name, wall, weight }) => [name, wall, weight]),
		[
			["flock /a", 35, 3],
			["sleep", 30, 3],
			["(on a CPU)", 30, 4],
			["(not named)", 20, 0],
		],
	);
	assert.equal(sumOf(rows), 115);
});

test("a part of the time does not know what was on a CPU", async () => {
	const rows = waitRows(await sampledRun(), true);
	assert.deepEqual(
		rows.map(({ name, wall, weight }) => [name, wall, weight]),
		[
			["(on a CPU, or not named)", 50, null],
			["flock /a", 35, 3],
			["sleep", 30, 3],
		],
	);
});
