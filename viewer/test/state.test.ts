import assert from "node:assert/strict";
import { test } from "node:test";
import type { Times } from "../src/axis/times.ts";
import { missingIn } from "../src/shell/link-note.tsx";
import { format, parse, START } from "../src/view/state.ts";
import { madeRun, WALL } from "./made.ts";

test("the fragment of the start is the view alone", () => {
	assert.equal(format(START), "#flame");
	assert.deepEqual(parse(""), START);
	assert.deepEqual(parse("#flame"), START);
});

test("a link shows the same thing", () => {
	const state = {
		...START,
		view: "tree",
		metric: "cpu",
		at: 812,
		fn: "App\\Cart::total;a=b%#\u{1f600}",
		find: "/pdo|sql/",
		by: "package" as const,
		fold: "both" as const,
		merge: true,
		order: "weight" as const,
		flame: true,
		without: [3, 99],
		equal: true,
		extra: { open: "1,2" },
	};
	assert.deepEqual(parse(format(state)), state);
});

test("nonsense in a link is left out", () => {
	const faults: string[] = [];
	const words = ["<b>", "at=-1", "by=planet", "fold=x", "without=1,x,2", "metric=%E0%A4%A"];
	const state = parse(`#${words.join(";")};merge=yes;`, faults);
	assert.deepEqual(state, { ...START, without: [1, 2] });
	assert.deepEqual(faults, [...words, "merge=yes"]);
	parse(format({ ...START, merge: true, at: 3, without: [4], fold: "php" }), faults);
	assert.equal(faults.length, words.length + 1);
});

test("what a link names and a report has not is said", async () => {
	const run = await madeRun({ name: "main()", below: [{ name: "a" }] });
	const target = { views: [{ id: "tree" }], metrics: [WALL], run, times: null };
	assert.deepEqual(missingIn({ ...START, fn: "a", at: 1, metric: "wall" }, target), []);
	const state = { ...START, view: "x", fn: "b", at: 2, metric: "cpu", extra: { lane: "1" } };
	assert.deepEqual(missingIn(state, target), ["view x", "metric cpu", "function b", "path 2"]);
	const times = { length: 100, lanes: [0], isWhole: true } as Times;
	const missing = (extra: Record<string, string>) =>
		missingIn({ ...START, extra }, { ...target, times });
	assert.deepEqual(missing({ from: "0", to: "500", lane: "0" }), []);
	assert.deepEqual(missing({ lane: "1" }), ["lane 1"]);
	assert.deepEqual(missing({ from: "5", to: "4" }), ["time 5..4"]);
	assert.deepEqual(missing({ from: "x" }), ["time x.."]);
});
