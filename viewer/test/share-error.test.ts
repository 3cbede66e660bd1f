import assert from "node:assert/strict";
import { test } from "node:test";
import type { Metric } from "../src/data/header.ts";
import { loadExtras } from "../src/data/load.ts";
import { RunReader } from "../src/data/reader.ts";
import { Run } from "../src/data/run.ts";
import { shareError } from "../src/data/share-error.ts";
import { errorText } from "../src/look/units.ts";
import { madeRun, varints, WALL } from "./made.ts";

const CPU: Metric = { id: "cpu", name: "CPU time", unit: "ns" };

/** Half of the wall time is CPU time. */
async function runOf(
	summary: Record<string, number>,
	columns: Record<string, number[]> = {},
): Promise<Run> {
	const root = { name: "main()", below: [{ name: "f", own: { wall: 100, cpu: 50 } }] };
	const { header, functions, tree, extras } = await madeRun(root, [WALL, CPU]);
	const reader = new RunReader({ ...header, summary }, (id) => {
		const column = columns[id.replace("a-error-", "")];
		return column ? varints(column).toString("base64") : null;
	});
	const run = new Run(reader, functions, tree, extras);
	await loadExtras(run);
	for (const metric of [WALL, CPU]) {
		run.setOwn(metric, { values: Float64Array.of(0, metric === CPU ? 50 : 100), exact: null });
	}
	return run;
}

test("a share of samples has the error of Wilson's interval by effective samples", async () => {
	const of = async (effective: number, part: number, greatest = 5) => {
		const run = await runOf({ effective_samples: effective, share_error_points: greatest });
		return shareError(run, "wall", { part, whole: 100 })?.toFixed(2);
	};
	assert.equal(await of(100, 30), "9.79"); // as tests/profile/shares.phpt has them
	assert.equal(await of(100, 0), "3.85");
	assert.equal(await of(4, 100), "50.00");
	assert.equal(await of(4, 60), "40.00");
	assert.equal(await of(4, 60, 0), "0.00");
});

test("no more samples count than the extension says, as many do not mend every error", async () => {
	const of = async (most: number) => {
		const run = await runOf({
			effective_samples: 1e6,
			share_samples_most: most,
			share_error_points: 1,
		});
		return ["wall", "cpu"].map((id) =>
			shareError(run, id, { part: 25, whole: id === "cpu" ? 50 : 100 })?.toFixed(2),
		);
	};
	assert.deepEqual(await of(2500), ["1.77", "2.82"]);
	assert.deepEqual(await of(10_000), ["0.88", "1.41"]);
});

test("samples off the CPU tell nothing of a share of CPU time", async () => {
	const run = await runOf({ effective_samples: 200, share_error_points: 5 });
	assert.equal(shareError(run, "cpu", { part: 15, whole: 50 })?.toFixed(2), "9.79");
});

test("other metrics, runs of calls and empty runs have none", async () => {
	const run = await runOf({ effective_samples: 100, share_error_points: 5 });
	assert.equal(shareError(run, "memory", { part: 1, whole: 2 }), null);
	assert.equal(shareError(await runOf({}), "wall", { part: 1, whole: 2 }), null);
	assert.equal(shareError(run, "wall", { part: 0, whole: 0 }), null);
	const empty = await runOf({ effective_samples: 0, share_error_points: 100 });
	assert.equal(shareError(empty, "wall", { part: 0, whole: 1 }), null);
});

test("a function has the error that the report has for it, of each metric its own", async () => {
	const run = await runOf(
		{ effective_samples: 100, share_error_points: 5 },
		{
			"wall-own": [10000, 35],
			"wall-inclusive": [0, 1],
			"cpu-own": [3, 1234],
			"cpu-inclusive": [3, 4],
		},
	);
	const of = (metric: string, column: "own" | "inclusive", label: number) =>
		errorText(shareError(run, metric, { part: 50n, whole: 100, label, column }));
	assert.deepEqual(
		[of("wall", "own", 0), of("wall", "own", 1), of("wall", "inclusive", 1)],
		[" ±100.0", " ±0.4", " ±0.0"],
	);
	assert.deepEqual([of("cpu", "own", 1), of("cpu", "inclusive", 1)], [" ±12.3", " ±0.0"]);
	assert.equal(of("wall", "own", -1), " ±9.8", "what is no function has Wilson's");
	assert.equal(errorText(null), "");
});
