import assert from "node:assert/strict";
import { test } from "node:test";
import { format, parse, START } from "../src/view/state.ts";

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
	const state = parse("#<b>;at=-1;by=planet;fold=x;without=1,x,2;metric=%E0%A4%A;merge=yes;");
	assert.deepEqual(state, { ...START, without: [1, 2] });
});
