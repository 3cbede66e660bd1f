import { at, type Column } from "../data/column.ts";
import {
	CUT,
	encoded,
	FRAMES_MAX,
	INNER_FRAMES,
	OUTER_FRAMES,
	type Parts,
	type Source,
} from "./source.ts";

/** A line for each path with own cost: "main();a;b 1234". For flamegraph.pl, inferno, speedscope and others. */
export function folded(source: Source, own: Column): Parts {
	return encoded(lines(source, own));
}

function* lines(source: Source, own: Column): Generator<string> {
	const { tree } = source;
	const names = Array.from({ length: source.functions.count }, (_, label) =>
		plain(source.functions.name(label)),
	);
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
