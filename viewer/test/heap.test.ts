import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunHeader } from "../src/data/header.ts";
import { loadSnapshot } from "../src/heap/load.ts";
import { sitesTable, typesTable } from "../src/heap/tables.ts";
import { Holding, nameOf, wayTo } from "../src/heap/tree.ts";

/** $r → Registry → array(2) → two Listeners, one of which is alone in a cycle. */
const TABLES: Record<string, object> = {
	types: {
		kind: ["object", "array", "object"],
		class: ["Registry", "", "Listener"],
		count: [1, 1, 2],
		bytes: [56, 320, 192],
		retained: [472, 416, 192],
	},
	nodes: {
		parent: [0, 1, 1, 0],
		id: [11, 12, 13, 14],
		type: [0, 1, 2, 2],
		bytes: [56, 320, 96, 96],
		retained: [472, 416, 96, 96],
		refs: [1, 1, 1, 1],
		count: [1, 2, 3, 4],
		value: ["", "", "", ""],
		rest_count: [0, 0, 0, 0],
		rest_bytes: [0, 0, 0, 0],
		holder: [-1, 0, 1, -1],
		label: ["", "->all", "[0]", ""],
		root: [0, -1, -1, -1],
		state: ["live", "live", "live", "cycle"],
	},
	roots: { kind: ["global"], name: ["$r"], bytes: [56], retained: [472] },
	sites: { site: ["main()==>Listener::__construct"], count: [2], bytes: [192] },
};

function snapshotOf(tables: Record<string, object>, blocks = "a") {
	const header = { blocks, coding: "plain", kind: "heap", summary: {} } as unknown as RunHeader;
	const text = (id: string) => {
		const table = tables[id.slice(`${blocks}-heap-`.length)];
		return table ? Buffer.from(JSON.stringify(table)).toString("base64") : null;
	};
	return loadSnapshot(header, text);
}

test("values are under what keeps them alive", async () => {
	const snapshot = await snapshotOf(TABLES);
	const holding = new Holding(snapshot.nodes);
	assert.deepEqual(holding.tops, [0, 3]);
	assert.deepEqual(holding.rows(new Set([0, 1])), { node: [0, 1, 2, 3], level: [1, 2, 3, 1] });
	assert.deepEqual(holding.rows(new Set([1])), { node: [0, 3], level: [1, 1] });
	assert.deepEqual(holding.pathTo(2), [0, 1, 2]);
	assert.deepEqual(
		[0, 1, 2].map((node) => nameOf(snapshot, node)),
		["Registry", "array(2)", "Listener"],
	);
});

test("the way from a root says by what each step holds the next", async () => {
	const snapshot = await snapshotOf(TABLES);
	assert.deepEqual(wayTo(snapshot, 2), [
		{ node: 0, by: "global $r" },
		{ node: 1, by: "->all" },
		{ node: 2, by: "[0]" },
	]);
	assert.deepEqual(wayTo(snapshot, 3), [{ node: 3, by: "" }]);
});

test("types of two snapshots are subtracted, by kind and class", async () => {
	const before = await snapshotOf({
		types: { kind: ["object"], class: ["Listener"], count: [1], bytes: [96], retained: [96] },
	});
	const table = typesTable(await snapshotOf(TABLES), before);
	const rows = Array.from({ length: table.rows }, (_, row) =>
		["class", "retained", "bytes", "count"].map((column) => table.value(row, column)),
	);
	assert.deepEqual(rows, [
		["Registry", 472, 56, 1],
		["array", 416, 320, 1],
		["Listener", 96, 96, 1],
	]);
});

test("allocation sites are read from the allocating function on", async () => {
	const table = sitesTable(await snapshotOf(TABLES));
	assert.equal(table.value(0, "site"), "Listener::__construct ‹ main()");
});

test("a snapshot without rows, or one that was changed, is told", async () => {
	const empty = await snapshotOf({});
	assert.equal(new Holding(empty.nodes).tops.length, 0);
	const nodes = { ...TABLES.nodes, parent: [0, 2, 1, 0] };
	await assert.rejects(snapshotOf({ ...TABLES, nodes }), /“a-heap-nodes” has no sound row 1/);
	const types = { ...TABLES.types, count: [1] };
	await assert.rejects(
		snapshotOf({ ...TABLES, types }),
		/“a-heap-types” has 1 of 3 values of “count”/,
	);
	const loop = { ...TABLES.nodes, holder: [1, 0, 1, -1] };
	assert.equal(wayTo(await snapshotOf({ ...TABLES, nodes: loop }), 2).length, 3);
});
