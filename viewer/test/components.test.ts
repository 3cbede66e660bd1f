import assert from "node:assert/strict";
import { test } from "node:test";
import { componentsOf, sumByComponent } from "../src/data/components.ts";
import { Functions } from "../src/data/functions.ts";
import { treeOf } from "../src/data/tree.ts";
import { labelsOf, pictureOf, shapeOf } from "../src/flame/picture.ts";
import { madeRun } from "./made.ts";

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

test("folded, a component with what it calls of PHP is one frame, and the application stays as it is", async () => {
	const run = await madeRun(
		{
			name: "main()",
			below: [
				{
					name: "Cart::show",
					own: { wall: 1 },
					below: [
						{
							name: "Shop::hook",
							own: { wall: 2 },
							below: [
								{
									name: "Shop::query",
									own: { wall: 4 },
									below: [{ name: "strlen", own: { wall: 8 } }],
								},
								{ name: "Cart::total", own: { wall: 16 } },
							],
						},
						{ name: "strlen", own: { wall: 32 } },
					],
				},
			],
		},
		undefined,
		{
			"Cart::show": ["/srv/src/Cart.php", 1],
			"Cart::total": ["/srv/src/Cart.php", 9],
			"Shop::hook": ["/srv/wp-content/plugins/shop/shop.php", 1],
			"Shop::query": ["/srv/wp-content/plugins/shop/shop.php", 5],
		},
		{ "Shop::hook": "wp-content/plugins/shop", "Shop::query": "wp-content/plugins/shop" },
	);
	const shape = { by: "function", fold: "component", merge: false } as const;
	const picture = pictureOf(run, run.loaded("wall")!, shapeOf(run, shape));
	const frames = [...picture.tree.label].map((label, node) => [
		picture.labels.name(label),
		picture.tree.parent[node],
		picture.own.values[node],
	]);
	assert.deepEqual(frames, [
		["main()", -1, 0],
		["Cart::show", 0, 1],
		["[wp-content/plugins/shop]", 1, 14],
		["Cart::total", 2, 16],
		["strlen", 1, 32],
	]);
	const plain = labelsOf(run);
	const colours = ["Cart::show", "Shop::hook", "strlen"].map((name) => {
		const label = run.functions.find(name);
		return [plain.owner(label), plain.hue(label), plain.shade(label)];
	});
	assert.deepEqual(colours, [
		["own", "Cart", "Cart"],
		["vendor", "wp-content/plugins/shop", "Shop"],
		["php", "strlen", "strlen"],
	]);
});
