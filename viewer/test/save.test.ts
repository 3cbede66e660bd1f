import assert from "node:assert/strict";
import { test } from "node:test";
import formats from "../../tests/format/formats.json";
import { commandOf, targetsOf } from "../src/save/command.ts";
import { blobOf, encoded, fileName } from "../src/save/file.ts";
import { FRAMES_MAX, folded } from "../src/save/folded.ts";
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

async function foldedOf(root: Path, metric: string): Promise<string> {
	const run = await madeRun(root, [WALL, MEMORY]);
	const lines = folded(run.tree, run.functions, run.loaded(metric)!.own);
	return (await blobOf(encoded(lines), "text/plain")).text();
}

function chain(levels: number): Path {
	let path: Path = { name: "leaf", own: { wall: 7 } };
	for (let level = levels - 1; level > 0; level--) {
		path = { name: `f${level}`, below: [path] };
	}
	return path;
}

test("folded has a line for each path with own cost, and no name breaks it", async () => {
	assert.equal(
		await foldedOf(ROOT, WALL.id),
		"main() 10000\nmain();App\\Cart::total 5000\nmain();App\\Cart::total;strlen:  70000\n",
	);
	assert.equal(await foldedOf(ROOT, MEMORY.id), "main();App\\Cart::total 300\n");
});

test("a path that is too deep for other programs keeps its ends", async () => {
	const frames = (await foldedOf(chain(2000), WALL.id)).trim().split(";");
	assert.equal(frames.length, FRAMES_MAX);
	assert.deepEqual(
		[frames[0], frames[498], frames[499], frames[500], frames[999]],
		["f1", "f499", "(truncated)", "f1501", "leaf 7"],
	);
});

test("the command to convert a run names its id or file, and nothing that a shell would run", async () => {
	const { header } = await madeRun(ROOT, [WALL]);
	const command = (more: object) => commandOf({ ...header, ...more }, targetsOf(header)[0]!);
	assert.equal(
		command({ meta: { xhprof: { run: "0a1b2c" } } }),
		"xhprof convert 0a1b2c --format pprof --out 0a1b2c.pb.gz",
	);
	assert.equal(
		command({ title: "cart.xhprof.json.gz" }),
		"xhprof convert cart.xhprof.json.gz --format pprof --out cart.pb.gz",
	);
	for (const title of [
		"",
		"GET /cart",
		"a;rm -rf.json",
		"$(x).json",
		"--to.json",
		"a\nb.json",
		"cart.php",
	]) {
		assert.equal(command({ title }), "xhprof convert RUN --format pprof --out run.pb.gz");
	}
});

test("a run is converted to formats that show what it has", async () => {
	const { header } = await madeRun(ROOT, [WALL]);
	const formats = (more: object) => targetsOf({ ...header, ...more }).map(({ format }) => format);
	assert.deepEqual(formats({}), ["pprof", "speedscope", "callgrind"]);
	assert.deepEqual(formats({ nodes: 0 }), ["callgrind"]);
	assert.deepEqual(formats({ summary: { timeline_events: 3 } }), [
		"pprof",
		"speedscope",
		"callgrind",
		"perfetto",
	]);
});

test("formats have the endings and needs that the extension's table says", async () => {
	const { header } = await madeRun(ROOT, [WALL]);
	const all = { ...header, summary: { timeline_events: 3 } };
	for (const { format, ending } of targetsOf(all)) {
		const row = formats[format as keyof typeof formats];
		assert.equal(ending, row.endings[0], format);
		const shown = (more: object) =>
			targetsOf({ ...all, ...more }).some((target) => target.format === format);
		assert.equal(shown({ nodes: 0 }), !(row.needs as string[]).includes("paths"), format);
		assert.equal(shown({ summary: {} }), !(row.needs as string[]).includes("timeline"), format);
	}
});

test("a file's name is of the run's title, and plain", () => {
	assert.deepEqual(["GET /cart?id=42", "../../etc/passwd", "", "<img>"].map(fileName), [
		"GET-cart-id-42",
		"etc-passwd",
		"run",
		"img",
	]);
});
