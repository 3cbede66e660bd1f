import { at, type Column } from "../data/column.ts";
import type { Tree } from "../data/tree.ts";

/** A path has this many frames at most; a deeper one keeps its ends. As the extension's own formats do. */
export const FRAMES_MAX = 1000;
const INNER_FRAMES = 500;
const OUTER_FRAMES = 499;
const CUT = "(truncated)";

interface Names {
	count: number;
	name(label: number): string;
}

/** A line for each path with own cost: "main();a;b 1234". For flamegraph.pl, inferno, speedscope and others. */
export function* folded(tree: Tree, functions: Names, own: Column): Generator<string> {
	const names = Array.from({ length: functions.count }, (_, label) => plain(functions.name(label)));
	const path: number[] = [];
	const open: number[] = [];
	for (let node = 0; node < tree.count; node++) {
		while (open.length > 0 && tree.end[open[open.length - 1]!]! <= node) {
			open.pop();
			path.pop();
		}
		open.push(node);
		path.push(tree.label[node]!);
		if (own.values[node]! > 0) {
			yield `${frames(path, names).join(";")} ${at(own, node)}\n`;
		}
	}
}

function frames(path: readonly number[], names: readonly string[]): string[] {
	if (path.length <= FRAMES_MAX) {
		return path.map((label) => names[label]!);
	}
	return [
		...path.slice(0, OUTER_FRAMES).map((label) => names[label]!),
		CUT,
		...path.slice(-INNER_FRAMES).map((label) => names[label]!),
	];
}

/** Without characters that would end a frame or a line. */
function plain(name: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
	return name.replace(/;/g, ":").replace(/[\u0000-\u001f\u007f]/g, " ");
}
