import type { Metric, RunHeader } from "../src/data/header.ts";
import { loadExtras, loadRun } from "../src/data/load.ts";
import type { Run } from "../src/data/run.ts";

/** A path for a test: its function, own values by column, and the paths below. */
export interface Path {
	name: string;
	own?: Record<string, number>;
	calls?: number;
	line?: number;
	below?: Path[];
}

export const WALL: Metric = { id: "wall", name: "wall time", unit: "ns" };
export const MEMORY: Metric = { id: "memory", name: "memory grown", unit: "bytes", signed: true };

/** The run that a report with these paths would give, decoded from blocks as the page does. */
export async function madeRun(
	root: Path,
	metrics: Metric[] = [WALL],
	files: Record<string, [file: string, line: number]> = {},
	components: Record<string, string> = {},
): Promise<Run> {
	const blocks = new Map<string, string>();
	const header = describe(root, metrics, files, blocks, components);
	const text = (id: string) => blocks.get(id) ?? null;
	const run = await loadRun(header, text, metrics[0]!.id, { progress() {}, first() {} });
	for (const { id } of metrics) {
		await run.measure(id);
	}
	await loadExtras(run);
	return run;
}

function describe(
	root: Path,
	metrics: Metric[],
	files: Record<string, [string, number]>,
	blocks: Map<string, string>,
	components: Record<string, string>,
): RunHeader {
	const { columns, names } = pathsOf(root, metrics);
	for (const [name, values] of Object.entries(columns)) {
		blocks.set(`a-${name}`, varints(values).toString("base64"));
	}
	const functions = functionsOf(names, files, components);
	blocks.set("a-functions", Buffer.from(JSON.stringify(functions)).toString("base64"));
	return {
		meta: null,
		summary: { runs: 1, started: 1.5 },
		title: "",
		kind: "tree",
		metrics,
		nodes: columns.parent!.length,
		functions: names.length,
		pairs: 0,
		blocks: "a",
		coding: "plain",
	};
}

/** The columns of all paths, in preorder, and the names that they refer to. */
function pathsOf(root: Path, metrics: Metric[]) {
	const columns: Record<string, number[]> = { parent: [], function: [], calls: [], line: [] };
	for (const { id } of metrics) {
		columns[id] = [];
	}
	const names: string[] = [];
	const add = (path: Path, above: number) => {
		const node = columns.parent!.length;
		const label = names.includes(path.name) ? names.indexOf(path.name) : names.push(path.name) - 1;
		columns.parent!.push(node === 0 ? 0 : node - above);
		columns.function!.push(label);
		columns.calls!.push(path.calls ?? 1);
		columns.line!.push(path.line ?? 0);
		for (const { id, signed } of metrics) {
			const value = path.own?.[id] ?? 0;
			columns[id]!.push(signed ? zigzag(value) : value);
		}
		return node;
	};
	const waiting: [Path, number][] = [[root, 0]];
	while (waiting.length > 0) {
		const [path, above] = waiting.pop()!;
		const node = add(path, above);
		waiting.push(...(path.below ?? []).map((below): [Path, number] => [below, node]).reverse());
	}
	return { columns, names };
}

function functionsOf(
	names: string[],
	files: Record<string, [string, number]>,
	components: Record<string, string>,
) {
	const paths = [...new Set(Object.values(files).map(([file]) => file))];
	const known = ["(application)", ...new Set(Object.values(components))];
	return {
		component: names.map((name) =>
			components[name] ? known.indexOf(components[name]) : files[name] ? 0 : -1,
		),
		components: known,
		name: names,
		files: paths,
		file: names.map((name) => (files[name] ? paths.indexOf(files[name][0]) : -1)),
		line: names.map((name) => files[name]?.[1] ?? 0),
		kind: names.map((name) =>
			name === "main()" ? 4 : files[name] ? 0 : name.startsWith("{") ? 5 : 1,
		),
	};
}

function zigzag(value: number): number {
	return value < 0 ? -2 * value - 1 : 2 * value;
}

export function varints(values: Iterable<number>): Buffer {
	const bytes: number[] = [];
	for (const value of values) {
		let rest = value;
		for (; rest > 127; rest = Math.floor(rest / 128)) {
			bytes.push((rest % 128) | 128);
		}
		bytes.push(rest);
	}
	return Buffer.from(bytes);
}
