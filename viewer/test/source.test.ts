import assert from "node:assert/strict";
import { test } from "node:test";
import { costliest, type Lines, linesOfFunction } from "../src/source/load.ts";

/** f has lines 11 and 13, the latter with callees; g has line 2; nobody knows the line of the last. */
const LINES: Lines = {
	count: 4,
	label: Int32Array.of(1, 1, 2, 0),
	line: Int32Array.of(11, 13, 2, 0),
	calls: Float64Array.of(3, 0, 5, 9),
	own: Float64Array.of(3000, 0, 5000, 9000),
	inclusive: Float64Array.of(3000, 5000, 5000, 9000),
	code: new Map([
		[1, { from: 10, lines: ["function f() {", "\ta();", "", "\tg();", "}"], note: "" }],
	]),
};

test("a function with source has all of its lines", () => {
	assert.deepEqual(linesOfFunction(LINES, 1), [
		{ line: 10, row: -1, text: "function f() {" },
		{ line: 11, row: 0, text: "\ta();" },
		{ line: 12, row: -1, text: "" },
		{ line: 13, row: 1, text: "\tg();" },
		{ line: 14, row: -1, text: "}" },
	]);
});

test("a function without source has the lines that cost something", () => {
	assert.deepEqual(linesOfFunction(LINES, 2), [{ line: 2, row: 2, text: "" }]);
	assert.deepEqual(linesOfFunction(LINES, 0), []);
});

test("the costliest lines of a run leave out what has no line", () => {
	assert.deepEqual([...costliest(LINES, () => true)], [2, 0, 1]);
	assert.deepEqual([...costliest(LINES, (label) => label === 1)], [0, 1]);
	assert.deepEqual([...costliest({ ...LINES, own: null }, () => true)], [1, 2, 0]);
});
