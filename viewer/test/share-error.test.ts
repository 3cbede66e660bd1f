import assert from "node:assert/strict";
import { test } from "node:test";
import { shareError } from "../src/data/share-error.ts";

test("a share of samples has the error of Wilson's interval by effective samples", () => {
	const of = (effective: number, part: number, greatest = 5) =>
		shareError(
			{ effective_samples: effective, share_error_points: greatest },
			"wall",
			part,
			100,
		)?.toFixed(2);
	assert.equal(of(100, 30), "9.79"); // as tests/profile/shares.phpt has them
	assert.equal(of(100, 0), "3.85");
	assert.equal(of(4, 100), "50.00");
	assert.equal(of(4, 60), "40.00");
	assert.equal(of(4, 60, 0), "0.00");
});

test("other metrics, runs of calls and empty runs have none", () => {
	const summary = { effective_samples: 100, share_error_points: 5 };
	assert.equal(shareError(summary, "cpu", 1, 2), null);
	assert.equal(shareError({}, "wall", 1, 2), null);
	assert.equal(shareError(summary, "wall", 0, 0), null);
	assert.equal(shareError({ effective_samples: 0, share_error_points: 100 }, "wall", 0, 1), null);
});
