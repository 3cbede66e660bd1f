import assert from "node:assert/strict";
import { test } from "node:test";
import { componentsOf, sumByComponent } from "../src/data/components.ts";
import { Functions } from "../src/data/functions.ts";
import { treeOf } from "../src/data/tree.ts";

const FUNCTIONS = new Functions({
	name: ["main()", "plugin", "core", "strlen", "bus", "handler"],
	component: [-1, 1, -2, -1, 2, -2],
	components: ["(application)", "wp-content/plugins/shop", "vendor/acme/bus"],
});

/** main() > plugin > core > strlen, > bus > handler > plugin, > strlen; main() > bus > handler. */
const TREE = treeOf(
	Int32Array.of(0, 1, 1, 1, 3, 1, 1, 3, 8, 1),
	Int32Array.of(0, 1, 2, 3, 4, 5, 1, 3, 4, 5),
);

test("code in no component belongs to the plugin above, and never to a package", () => {
	assert.deepEqual([...componentsOf(TREE, FUNCTIONS)], [0, 1, 1, 1, 2, 1, 1, 2, 2, 0]);
});

test("nested calls of a component count once", () => {
	const own = { values: Float64Array.of(1, 2, 4, 8, 16, 32, 64, 128, 256, 512), exact: null };
	const inclusive = { values: own.values.slice(), exact: null };
	for (let node = TREE.count - 1; node > 0; node--) {
		inclusive.values[TREE.parent[node]!]! += inclusive.values[node]!;
	}
	const calls = { values: new Float64Array(TREE.count).fill(1), exact: null };
	const component = componentsOf(TREE, FUNCTIONS);
	const sums = sumByComponent(TREE, component, 3, own, inclusive, calls);
	assert.deepEqual([...sums.own.values], [513, 110, 400]);
	assert.deepEqual([...sums.inclusive.values], [1023, 254, 1008]);
	assert.deepEqual([...sums.calls!.values], [2, 2, 2]);
});

test("functions of two runs have one list of components", () => {
	const other = new Functions({
		name: ["theme"],
		component: [1],
		components: ["(application)", "wp-content/themes/blue"],
	});
	const joined = Functions.of([
		{ functions: FUNCTIONS, label: 1 },
		{ functions: other, label: 0 },
		{ functions: FUNCTIONS, label: 3 },
	]);
	assert.deepEqual(
		[0, 1, 2].map((label) => joined.components[joined.component(label)] ?? null),
		["wp-content/plugins/shop", "wp-content/themes/blue", null],
	);
});
