import type { BlockText } from "./blocks.ts";
import { readEdges } from "./edges.ts";
import { estimateTree } from "./estimate.ts";
import { Functions } from "./functions.ts";
import { columnOf, type RunHeader } from "./header.ts";
import { Problem } from "./problem.ts";
import { RunReader } from "./reader.ts";
import { type Extras, NO_EXTRAS, Run } from "./run.ts";
import { treeOf } from "./tree.ts";

/** Paths in the first picture, if there are more. */
const FIRST_PATHS = 2000;

interface LoadEvents {
	/** From 0 to 1. */
	progress(share: number): void;
	/** A run of the first paths, to be drawn until all are there. */
	first(run: Run): void;
}

/** Decodes a run of call paths as far as a flame graph of one metric needs it. */
export async function loadRun(
	header: RunHeader,
	text: BlockText,
	metricId: string,
	events: LoadEvents,
): Promise<Run> {
	const reader = new RunReader(header, text);
	if (header.nodes === 0) {
		return loadEdges(reader);
	}
	const metric = header.metrics.find(({ id }) => id === metricId) ?? header.metrics[0];
	if (!metric) {
		throw new Problem("The report names no metric of this run.");
	}
	const delta = new Int32Array(header.nodes);
	const label = new Int32Array(header.nodes);
	const own = new Float64Array(header.nodes);
	const column = columnOf(metric);
	const counts = new Map([
		["parent", 0],
		["function", 0],
		[column, 0],
	]);
	let functions: Functions | null = null;
	let isFirstDone = header.nodes <= FIRST_PATHS * 5;

	function arrived(name: string, count: number): void {
		counts.set(name, count);
		const all = [...counts.values()];
		events.progress(all.reduce((sum, one) => sum + one, 0) / (all.length * header.nodes));
		if (!isFirstDone && functions && Math.min(...all) >= FIRST_PATHS) {
			isFirstDone = true;
			const tree = treeOf(delta.slice(0, FIRST_PATHS), label.slice(0, FIRST_PATHS));
			const first = new Run(reader, functions, tree, { ...NO_EXTRAS });
			first.setOwn(metric!, { values: own.slice(0, FIRST_PATHS), exact: null });
			events.first(first);
		}
	}

	const [names, , , values] = await Promise.all([
		reader.bytes("functions").then((bytes) => {
			functions = Functions.read(bytes, header.functions, reader.id("functions"));
			return functions;
		}),
		reader.numbers("parent", delta, arrived),
		reader.numbers("function", label, arrived),
		reader.column(column, metric.signed === true, own, arrived),
	]);
	checkLabels(label, header.functions, reader.id("function"));
	const run = new Run(reader, names, treeOf(delta, label), { ...NO_EXTRAS });
	run.setOwn(metric, values);
	return run;
}

/** A run without paths: functions and edges only, or nothing at all. */
async function loadEdges(reader: RunReader): Promise<Run> {
	const { header } = reader;
	const names =
		header.functions > 0
			? await reader.bytes("functions")
			: new TextEncoder().encode('{"name":[]}');
	const functions = Functions.read(names, header.functions, reader.id("functions"));
	if (header.pairs === 0) {
		return new Run(reader, functions, treeOf(new Int32Array(0), new Int32Array(0)), {
			...NO_EXTRAS,
		});
	}
	const edges = await readEdges(reader);
	const { tree, share } = estimateTree(edges, header.metrics[0]!.id);
	return new Run(reader, functions, tree, { ...NO_EXTRAS, share }, edges);
}

/** Decodes what the picture did not need: calls, lines, shortest and longest calls. */
export async function loadExtras(run: Run): Promise<void> {
	const { reader, extras } = run;
	if (!run.moved) {
		extras.errors = await readErrors(reader);
	}
	if (reader.header.nodes === 0) {
		return;
	}
	if (reader.header.pairs > 0) {
		const edges = await readEdges(reader);
		run.complete(run.moved ? edges.relabelled(run.moved.labelOf, run.functions.count) : edges);
	}
	if (reader.header.kind !== "samples" && reader.has("calls")) {
		extras.calls = await run.column("calls", false);
	}
	if (reader.has("line")) {
		extras.line = (await run.column("line", false)).values;
	}
	if (reader.has("min") && reader.has("max")) {
		extras.aboveLongest = (await run.column("max", false)).values;
		extras.belowLongest = (await run.column("min", false)).values;
	}
}

/** A diff shows none. */
async function readErrors(reader: RunReader): Promise<Extras["errors"]> {
	const errors: NonNullable<Extras["errors"]> = new Map();
	const read = (name: string) => reader.numbers(name, new Float64Array(reader.header.functions));
	for (const metric of ["wall", "cpu"]) {
		if (reader.has(`error-${metric}-own`)) {
			const own = await read(`error-${metric}-own`);
			errors.set(metric, { own, inclusive: await read(`error-${metric}-inclusive`) });
		}
	}
	return errors;
}

function checkLabels(label: Int32Array, functions: number, block: string): void {
	for (let node = 0; node < label.length; node++) {
		if (label[node]! >= functions || label[node]! < 0) {
			const named = `function ${label[node]} of ${functions}`;
			throw new Problem(`Path ${node} names ${named} (block “${block}”): the file was changed.`);
		}
	}
}
