import assert from "node:assert/strict";
import { test } from "node:test";
import { Neighbourhood } from "../src/callers/side.ts";
import { hottestPath, revealed, visibleRows } from "../src/calltree/rows.ts";
import { Edges } from "../src/data/edges.ts";
import { columnsOf } from "../src/functions/columns.tsx";
import { functionCells, functionTable } from "../src/functions/rows.ts";
import { SITE_METRICS, sitesByFunction, sitesByPath, sitesWhere } from "../src/memory/rows.ts";
import { siteColumns, totalsOf } from "../src/memory/view.tsx";
import { inOrder } from "../src/table/list.tsx";
import { rowsWhere } from "../src/table/order.ts";
import { MEMORY, madeRun, type Path, WALL } from "./made.ts";

const ns = (wall: number, memory = 0) => ({ wall, memory });

/** main() → f → f → g, with g below main() too: recursion and two callers. */
const RECURSIVE: Path = {
	name: "main()",
	own: ns(10),
	below: [
		{
			name: "f",
			own: ns(5, 100),
			calls: 2,
			below: [
				{ name: "f", own: ns(3), calls: 4, below: [{ name: "g", own: ns(40, -30), calls: 8 }] },
				{ name: "g", own: ns(20), calls: 1 },
			],
		},
		{ name: "g", own: ns(22), calls: 16 },
	],
};

test("functions have own and inclusive sums, with recursion counted once", async () => {
	const run = await madeRun(RECURSIVE, [WALL, MEMORY], { f: ["/app/f.php", 7] });
	const table = functionTable(run, "wall");
	const sort = { column: "own", isDescending: true };
	const all = rowsWhere(run.functions.count, () => true);
	const labels = inOrder(all, columnsOf({ run, metric: WALL }, table), sort);
	assert.deepEqual(functionCells(run, table, WALL, labels), [
		[
			"function",
			"own_wall_ns",
			"inclusive_wall_ns",
			"calls",
			"min_wall_ns",
			"max_wall_ns",
			"own_memory_bytes",
			"file",
			"line",
		],
		["g", 82, 82, 25, "", "", -30, "", ""],
		["main()", 10, 100, 1, "", "", 0, "", ""],
		["f", 8, 68, 6, "", "", 100, "/app/f.php", 7],
	]);
});

test("functions are sorted by any column, and left out by a search", async () => {
	const run = await madeRun(RECURSIVE, [WALL, MEMORY]);
	const table = functionTable(run, "wall");
	const columns = columnsOf({ run, metric: WALL }, table);
	const names = (column: string, isDescending: boolean, matches = (_: number) => true) => {
		const found = rowsWhere(run.functions.count, matches);
		return Array.from(inOrder(found, columns, { column, isDescending }), (label) =>
			run.functions.name(label),
		);
	};
	assert.deepEqual(names("inclusive", true), ["main()", "g", "f"]);
	assert.deepEqual(names("name", false), ["f", "g", "main()"]);
	assert.deepEqual(names("calls", true), ["g", "f", "main()"]);
	assert.deepEqual(names("memory", false), ["g", "main()", "f"]);
	assert.deepEqual(
		names("own", true, (label) => run.functions.name(label) !== "g"),
		["main()", "f"],
	);
});

test("callers add up to the function, callees and itself to the whole, calls of itself apart", async () => {
	const run = await madeRun(RECURSIVE);
	const label = (name: string) => run.functions.find(name);
	const rows = (name: string, side: "callers" | "callees", open: string[] = []) => {
		const around = new Neighbourhood(run, label(name), "wall");
		return around
			.rows(side, new Set(open))
			.groups.map((group) => [
				group.level,
				group.isSelf ? "itself" : run.functions.name(group.label),
				group.cost,
				group.calls,
			]);
	};
	const f = label("f");
	assert.deepEqual(rows("g", "callers"), [
		[1, "f", 60, 9],
		[1, "main()", 22, 16],
	]);
	assert.deepEqual(rows("g", "callers", [`/${f}`]), [
		[1, "f", 60, 9],
		[2, "f", 40, 8],
		[2, "main()", 20, 1],
		[1, "main()", 22, 16],
	]);
	assert.deepEqual(rows("f", "callers"), [[1, "main()", 68, 2]]);
	assert.deepEqual(rows("f", "callees"), [
		[1, "g", 60, 9],
		[1, "itself", 8, null],
	]);
	assert.equal(new Neighbourhood(run, f, "wall").recursiveCalls, 4);
	assert.deepEqual(rows("main()", "callers"), []);
	assert.deepEqual(rows("g", "callees"), []);
});

test("the call tree shows what is open, the most costly callee first", async () => {
	const run = await madeRun({
		name: "main()",
		below: [
			{ name: "a", own: ns(10) },
			{
				name: "b",
				own: ns(5),
				below: [
					{ name: "c", own: ns(80) },
					{ name: "a", own: ns(1) },
				],
			},
		],
	});
	const weight = run.loaded("wall")!.inclusive.values;
	assert.deepEqual(visibleRows(run.tree, new Set(), weight), { node: [0], level: [1] });
	assert.deepEqual(visibleRows(run.tree, new Set([0]), weight), {
		node: [0, 2, 1],
		level: [1, 2, 2],
	});
	assert.deepEqual(visibleRows(run.tree, new Set([0, 2]), weight).node, [0, 2, 3, 4, 1]);
	assert.deepEqual(visibleRows(run.tree, new Set([2]), weight).node, [0]);
	assert.deepEqual(hottestPath(run.tree, 0, weight), [0, 2]);
	assert.deepEqual([...revealed(run.tree, new Set(), 3)], [0, 2]);
	const open = new Set([0, 2]);
	assert.equal(revealed(run.tree, open, 4), open);
});

test("a path of 10,000 levels is opened without recursion", async () => {
	let path: Path = { name: "leaf", own: ns(1) };
	for (let level = 0; level < 10_000; level++) {
		path = { name: `f${level % 7}`, below: [path] };
	}
	const run = await madeRun(path).catch((error: Error) => error);
	assert.ok(!(run instanceof Error), String(run));
	const weight = run.loaded("wall")!.inclusive.values;
	const open = hottestPath(run.tree, 0, weight);
	assert.equal(visibleRows(run.tree, new Set(open), weight).node.length, 10_001);
	const around = new Neighbourhood(run, run.functions.find("leaf"), "wall");
	assert.equal(around.rows("callers", new Set()).groups.length, 1);
});

test("allocation sites are paths or functions that allocated", async () => {
	const own = (live: number, allocated: number) => ({
		live_bytes: live,
		live: live / 10,
		at_peak_bytes: allocated / 2,
		alloc_bytes: allocated,
		allocs: allocated / 10,
		temporary: 0,
	});
	const metrics = SITE_METRICS.map((id) => ({ id, name: id, unit: "bytes" as const }));
	const run = await madeRun(
		{
			name: "main()",
			below: [
				{ name: "a", own: own(20, 100), below: [{ name: "b", own: own(50, 60) }] },
				{ name: "b", own: own(0, 400) },
			],
		},
		metrics,
	);
	const sites = sitesByPath(run);
	const show = (of: typeof sites, column: string) =>
		Array.from(
			inOrder(
				sitesWhere(of, () => true),
				siteColumns(run, of, totalsOf(of)),
				{ column, isDescending: true },
			),
			(site) =>
				[...of.path(site), of.label(site)].map((label) => run.functions.name(label)).join(">"),
		);
	assert.deepEqual(show(sites, "live_bytes"), ["main()>a>b", "main()>a", "main()>b"]);
	assert.deepEqual(show(sites, "alloc_bytes"), ["main()>b", "main()>a", "main()>a>b"]);
	const functions = sitesByFunction(run, sites);
	assert.deepEqual(show(functions, "live_bytes"), ["b", "a"]);
	assert.deepEqual([...functions.values.alloc_bytes.values], [0, 100, 460]);
});

test("a group of callers or callees costs what its paths cost that are not within one of the same group", async () => {
	// main() → f → g → f → g: twice the same, within itself
	const run = await madeRun({
		name: "main()",
		own: ns(1),
		below: [
			{
				name: "f",
				own: ns(2),
				calls: 3,
				below: [
					{
						name: "g",
						own: ns(4),
						calls: 5,
						below: [
							{
								name: "f",
								own: ns(8),
								calls: 7,
								below: [{ name: "g", own: ns(16), calls: 9 }],
							},
						],
					},
				],
			},
		],
	});
	const [f, g] = ["f", "g"].map((name) => run.functions.find(name));
	const around = new Neighbourhood(run, f!, "wall");
	const rows = (side: "callers" | "callees", open: string) =>
		around
			.rows(side, new Set([open]))
			.groups.map(({ level, label, cost, calls }) => [level, label, cost, calls]);
	assert.deepEqual(rows("callers", `/${g}`), [
		[1, 0, 30, 3],
		[1, g, 24, 7],
		[2, f, 24, 7],
	]);
	assert.deepEqual(rows("callees", `/${g}`), [
		[1, g, 28, 14],
		[2, f, 24, 7],
		[1, f, 10, null],
	]);
});

test("without paths, a function within itself is no larger than itself", () => {
	const values = (...list: number[]) => ({ values: Float64Array.from(list), exact: null });
	// main() → f (90) → f (70) → f (40) → g (30); f → g (5)
	const edges = new Edges(
		5,
		Int32Array.from([0, 1, 1, 1, 1]),
		Int32Array.from([1, 1, 1, 2, 2]),
		Uint32Array.from([0, 0, 1, 2, 0]),
		Uint32Array.from([0, 1, 2, 0, 0]),
		3,
		new Map([
			["wall", values(90, 70, 40, 30, 5)],
			["calls", values(1, 2, 3, 4, 5)],
		]),
		false,
	);
	assert.deepEqual(edges.neighbours(1, "wall"), {
		callers: [{ label: 0, inclusive: 90, calls: 1 }],
		callees: [{ label: 2, inclusive: 35, calls: 9 }],
		recursiveCalls: 5,
	});
});
