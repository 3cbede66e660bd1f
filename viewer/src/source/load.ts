import type { Run } from "../data/run.ts";

/** The cost of lines: a row for each function and line. */
export interface Lines {
	count: number;
	label: Int32Array<ArrayBuffer>;
	line: Int32Array<ArrayBuffer>;
	/** Samples without callees; of a run of calls, how often the line began. */
	calls: Float64Array<ArrayBuffer>;
	/** Wall time without callees in ns; null: not known. */
	own: Float64Array<ArrayBuffer> | null;
	/** With callees. */
	inclusive: Float64Array<ArrayBuffer>;
	/** By function; what nobody put into the report is not there. */
	code: Map<number, Code>;
}

export interface Code {
	from: number;
	lines: string[];
	/** Why it may not be what ran. */
	note: string;
}

export async function loadLines({ reader }: Run): Promise<Lines> {
	const count = reader.header.lines as number;
	const times = (name: string) => reader.numbers(`lines-${name}`, new Float64Array(count));
	return {
		count,
		label: await reader.numbers("lines-function", new Int32Array(count)),
		line: await reader.numbers("lines-line", new Int32Array(count)),
		calls: await times("calls"),
		own: reader.has("lines-wall") ? await times("wall") : null,
		inclusive: await times(reader.has("lines-inclusive") ? "inclusive" : "wall"),
		code: reader.has("source") ? codeOf(await reader.json("source")) : new Map(),
	};
}

interface Stored {
	function: number[];
	from: number[];
	text: string[];
	note: string[];
}

function codeOf({ function: labels, from, text, note }: Stored): Map<number, Code> {
	return new Map(
		labels.map((label, i) => [
			label,
			{ from: from[i]!, lines: text[i]!.split("\n").slice(0, -1), note: note[i]! },
		]),
	);
}

/** A line to be shown: `row` of the lines, -1 without costs. */
export interface Shown {
	line: number;
	row: number;
	text: string;
}

/** The lines of a function: all of its source, or those that cost something. */
export function linesOfFunction(lines: Lines, label: number): Shown[] {
	const code = lines.code.get(label);
	const text = (line: number) => code?.lines[line - code.from] ?? "";
	const shown = new Map<number, Shown>();
	code?.lines.forEach((one, i) => {
		const line = code.from + i;
		shown.set(line, { line, row: -1, text: one });
	});
	for (let row = 0; row < lines.count; row++) {
		const line = lines.line[row]!;
		if (lines.label[row] === label && line > 0) {
			shown.set(line, { line, row, text: text(line) });
		}
	}
	return [...shown.values()].sort((a, b) => a.line - b.line);
}

/** Rows of the lines, the costliest first. */
export function costliest(lines: Lines, isMatch: (label: number) => boolean): Int32Array {
	const cost = lines.own ?? lines.inclusive;
	return Int32Array.from({ length: lines.count }, (_, row) => row)
		.filter((row) => lines.line[row]! > 0 && isMatch(lines.label[row]!))
		.sort((a, b) => cost[b]! - cost[a]! || a - b);
}
