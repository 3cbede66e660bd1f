import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { blobOf, fileName, gzip } from "../src/save/file.ts";
import { folded } from "../src/save/folded.ts";
import { pprof } from "../src/save/pprof.ts";
import { FRAMES_MAX, type Parts, type Source } from "../src/save/source.ts";
import { speedscope } from "../src/save/speedscope.ts";
import { MEMORY, madeRun, type Path, WALL } from "./made.ts";

const ROOT: Path = {
	name: "main()",
	own: { wall: 10_000 },
	below: [
		{
			name: "App\\Cart::total",
			own: { wall: 5_000, memory: 300 },
			calls: 2,
			line: 12,
			below: [
				{ name: "strlen;\n", own: { wall: 70_000, memory: -100 }, calls: 9, line: 41 },
				{ name: "idle", line: 42 },
			],
		},
	],
};

async function sourceOf(root: Path): Promise<Source> {
	const run = await madeRun(root, [WALL, MEMORY], { "App\\Cart::total": ["/srv/Cart.php", 40] });
	return {
		tree: run.tree,
		functions: run.functions,
		metrics: [WALL, MEMORY].map((metric) => ({ metric, own: run.loaded(metric.id)!.own })),
		calls: run.extras.calls,
		line: run.extras.line,
		isSampled: false,
		startedNs: 1_500_000_000,
		intervalNs: 0,
	};
}

async function text(parts: Parts): Promise<string> {
	return (await blobOf(parts, "text/plain")).text();
}

function chain(levels: number): Path {
	let path: Path = { name: "leaf", own: { wall: 7 } };
	for (let level = levels - 1; level > 0; level--) {
		path = { name: `f${level}`, below: [path] };
	}
	return path;
}

test("folded has a line for each path with own cost, and no name breaks it", async () => {
	const source = await sourceOf(ROOT);
	assert.equal(
		await text(folded(source, source.metrics[0]!.own)),
		"main() 10000\nmain();App\\Cart::total 5000\nmain();App\\Cart::total;strlen:  70000\n",
	);
	assert.equal(await text(folded(source, source.metrics[1]!.own)), "main();App\\Cart::total 300\n");
});

test("a path that is too deep for other programs keeps its ends", async () => {
	const source = await sourceOf(chain(2000));
	const line = await text(folded(source, source.metrics[0]!.own));
	const frames = line.trim().split(";");
	assert.equal(frames.length, FRAMES_MAX);
	assert.deepEqual(
		[frames[0], frames[498], frames[499], frames[500], frames[999]],
		["f1", "f499", "(truncated)", "f1501", "leaf 7"],
	);
});

test("speedscope opens and closes each path once, as wide as its cost", async () => {
	const file = JSON.parse(await text(speedscope(await sourceOf(ROOT))));
	assert.equal(file.$schema, "https://www.speedscope.app/file-format-schema.json");
	assert.deepEqual(file.shared.frames[1], {
		name: "App\\Cart::total",
		file: "/srv/Cart.php",
		line: 40,
	});
	assert.deepEqual(
		file.profiles.map((profile: Record<string, unknown>) => [
			profile.name,
			profile.unit,
			profile.endValue,
		]),
		[
			["wall time", "nanoseconds", 85_000],
			["memory grown", "bytes", 300],
		],
	);
	assert.deepEqual(
		file.profiles[0].events.map(({ type, frame, at }: Record<string, unknown>) => [
			type,
			frame,
			at,
		]),
		[
			["O", 0, 0],
			["O", 1, 0],
			["O", 2, 0],
			["C", 2, 70_000],
			["O", 3, 70_000],
			["C", 3, 70_000],
			["C", 1, 75_000],
			["C", 0, 85_000],
		],
	);
});

const hasGo = spawnSync("go", ["version"]).status === 0;

test("go tool pprof reads a saved run", { skip: hasGo ? false : "needs go" }, async () => {
	const packed = await gzip(await blobOf(pprof(await sourceOf(ROOT)), ""));
	const top = (index: string) => go(packed, ["-top", "-unit=ns", `-sample_index=${index}`]);
	assert.match(await top("wall"), /Total samples = 85000ns|of 85000ns total/);
	assert.deepEqual(rows(await top("wall")), {
		"strlen;": [70_000, 70_000],
		"main()": [10_000, 85_000],
		"App\\Cart::total": [5_000, 75_000],
	});
	assert.deepEqual(rows(await top("calls")), {
		"strlen;": [9, 9],
		"main()": [1, 13],
		"App\\Cart::total": [2, 12],
		idle: [1, 1],
	});
	assert.match(await go(packed, ["-raw"]), /App\\Cart::total .*Cart\.php:41/);
});

test("go tool pprof reads a path that is cut", { skip: hasGo ? false : "needs go" }, async () => {
	const packed = await gzip(await blobOf(pprof(await sourceOf(chain(2000))), ""));
	const listed = await go(packed, ["-comments"]);
	assert.match(listed, /\d+ stacks of more than 1000 frames have \(truncated\) in the middle/);
	assert.deepEqual(rows(await go(packed, ["-top", "-unit=ns", "-sample_index=wall"])).leaf, [7, 7]);
});

async function go(file: Blob, options: string[]): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), "xhprof-viewer-"));
	try {
		const path = join(folder, "run.pb.gz");
		writeFileSync(path, Buffer.from(await file.arrayBuffer()));
		assert.deepEqual([...readFileSync(path).subarray(0, 2)], [0x1f, 0x8b]);
		const all = ["-symbolize=none", "-nodecount=99999", "-nodefraction=0"];
		const done = spawnSync("go", ["tool", "pprof", ...all, ...options, path], {
			encoding: "utf8",
			env: { ...process.env, PPROF_TMPDIR: folder },
		});
		assert.equal(done.status, 0, done.stderr);
		return done.stdout;
	} finally {
		rmSync(folder, { recursive: true });
	}
}

/** Own and inclusive of each function in pprof's table. */
function rows(top: string): Record<string, [number, number]> {
	const found: Record<string, [number, number]> = {};
	for (const match of top.matchAll(/^ *(\d+)\S* +\S+ +\S+ +(\d+)\S* +\S+ +(.+)$/gm)) {
		found[match[3]!.trim()] = [Number(match[1]), Number(match[2])];
	}
	return found;
}

test("a file's name is of the run's title, and plain", () => {
	assert.deepEqual(["GET /cart?id=42", "../../etc/passwd", "", "<img>"].map(fileName), [
		"GET-cart-id-42",
		"etc-passwd",
		"run",
		"img",
	]);
});
