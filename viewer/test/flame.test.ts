import assert from "node:assert/strict";
import { test } from "node:test";
import { search } from "../src/data/search.ts";
import { treeOf } from "../src/data/tree.ts";
import { draw } from "../src/flame/draw.ts";
import { nextTo } from "../src/flame/keys.ts";
import { frameAt, layout } from "../src/flame/layout.ts";
import { TextFitter } from "../src/flame/text.ts";

/** 0 → 1 → 2, 0 → 3, 0 → 4 */
const tree = treeOf(Int32Array.of(0, 1, 1, 3, 4), Int32Array.of(0, 1, 2, 3, 4));
const weight = Float64Array.of(1000, 100, 40, 600, 0.2);
const options = {
	tree,
	weight,
	root: 0,
	width: 1000,
	order: "call" as const,
	isHidden: () => false,
};

function nodes(rows: ReturnType<typeof layout>) {
	return rows.map((row) => row.map(({ node, x, width }) => [node, x, Math.round(width * 10) / 10]));
}

test("frames are as wide as they cost, the narrow ones are drawn together", () => {
	assert.deepEqual(nodes(layout(options)), [
		[[0, 0, 1000]],
		[
			[1, 0, 100],
			[3, 100, 600],
			[-1, 700, 0.2],
		],
		[[2, 0, 40]],
	]);
});

test("by weight the widest is first", () => {
	const rows = nodes(layout({ ...options, order: "weight" }));
	assert.deepEqual(rows[1], [
		[3, 0, 600],
		[1, 600, 100],
		[-1, 700, 0.2],
	]);
});

test("a zoomed frame has the whole width, and so have its callers", () => {
	assert.deepEqual(nodes(layout({ ...options, root: 1 })), [
		[[0, 0, 1000]],
		[[1, 0, 1000]],
		[[2, 0, 400]],
	]);
});

test("a hidden frame leaves no gap", () => {
	const rows = nodes(layout({ ...options, isHidden: (node) => node === 1 }));
	assert.deepEqual(rows[1]![0], [3, 0, 600]);
});

test("the frame at a place is found, and none beside it", () => {
	const rows = layout(options);
	assert.equal(frameAt(rows[1], 99.9)?.node, 1);
	assert.equal(frameAt(rows[1], 100)?.node, 3);
	assert.equal(frameAt(rows[1], 900), null);
	assert.equal(frameAt(undefined, 1), null);
});

test("keys walk to the widest callee, the caller and the frame beside", () => {
	const rows = layout(options);
	const root = rows[0]![0]!;
	const widest = nextTo(rows, root, "in")!;
	assert.equal(widest.node, 3);
	assert.equal(nextTo(rows, widest, "left")?.node, 1);
	assert.equal(nextTo(rows, widest, "right"), undefined);
	assert.equal(nextTo(rows, widest, "out")?.node, 0);
});

test("matches within matches count once", () => {
	const names = ["main()", "a", "ab", "c", "d"];
	const all = { count: 5, name: (label: number) => names[label]! };
	const found = search(tree, weight, all, "A");
	assert.deepEqual([found.nodes, found.weight], [[0], 1000]);
	const part = search(tree, weight, all, "/^ab?$/");
	assert.deepEqual([part.nodes, part.weight], [[1], 100]);
	assert.equal(search(tree, weight, all, "/(/").problem, "not a pattern");
	assert.deepEqual(search(tree, weight, all, "").nodes, []);
});

test("a name loses its namespace, then its class, and is cut last", () => {
	const fitter = TextFitter.with(() => 10);
	const name = "App\\Cart\\Cart::total";
	assert.equal(fitter.fit(name, 1000), name);
	assert.equal(fitter.fit(name, 110), "Cart::total");
	assert.equal(fitter.fit(name, 60), "total");
	assert.equal(fitter.fit(name, 45), "tot…");
	assert.equal(fitter.fit(name, 15), "");
	assert.equal(fitter.fit("a\u202eb\0", 1000), "a\ufffdb\ufffd");
	assert.equal(fitter.fit("{closure:/srv/a.php:3}", 1000), "{closure:/srv/a.php:3}");
	assert.equal(fitter.fit("{closure:/srv/a.php:3}", 110), "{a.php:3}");
	assert.equal(fitter.fit("Shop\\{closure:Shop\\Cart::total():3}", 170), "{Cart::total():3}");
});

test("drawing touches only rows in sight", () => {
	let rectangles = 0;
	const context = new Proxy({} as CanvasRenderingContext2D, {
		get: (_, name) =>
			name === "fillRect"
				? () => rectangles++
				: name === "measureText"
					? () => ({ width: 6 })
					: () => {},
		set: () => true,
	});
	const deep = treeOf(new Int32Array(10_000).fill(1).fill(0, 0, 1), new Int32Array(10_000).fill(0));
	const rows = layout({ ...options, tree: deep, weight: new Float64Array(10_000).fill(1) });
	draw(context, {
		rows,
		label: deep.label,
		labels: {
			count: 1,
			name: () => "f",
			owner: () => "own",
			hue: () => "f",
			shade: () => "f",
			function: () => 0,
		},
		width: 1000,
		height: 180,
		top: 90_000,
		isFlame: false,
		look: {
			theme: "light",
			colour: () => [0, 0, 0],
			isHatched: () => false,
			isMatch: null,
			selected: -1,
			above: 0,
			hover: null,
		},
	});
	assert.equal(rectangles, 1 + 10);
});
