import assert from "node:assert/strict";
import { test } from "node:test";
import { inSight, marksOf, namesOf } from "../src/timeline/marks.ts";

const marks = [
	{ at: 10, kind: "exception", text: "A" },
	{ at: 10.1, kind: "exception", text: "B" },
	{ at: 10.2, kind: "exception", text: "B" },
	{ at: 90, kind: "exception", text: "C" },
];

test("marks of a header are those that can be read", () => {
	const rows = marks.map(({ at, kind, text }) => [at, kind, text]);
	assert.deepEqual(marksOf({ timeline: { marks: [...rows, 7, ["x"], [1, 2, 3]] } }), marks);
	assert.deepEqual(marksOf({ moments: { marks: rows } }), marks);
	assert.deepEqual(marksOf({ timeline: { marks: 7 } }), []);
	assert.deepEqual(marksOf({}), []);
});

test("marks near to each other are drawn as one, and none outside of the part", () => {
	assert.deepEqual(inSight(marks, { from: 0, to: 100 }), [
		{ left: 10, marks: marks.slice(0, 3) },
		{ left: 90, marks: marks.slice(3) },
	]);
	assert.deepEqual(inSight(marks, { from: 20, to: 80 }), []);
});

test("names are told by how often they are there", () => {
	assert.equal(namesOf(marks, 3), "B 2x, A, C");
	assert.equal(namesOf(marks, 1), "B 2x, …");
});
