import type { Column } from "../data/column.ts";
import { encoded, type Parts, type Source } from "./source.ts";

const UNITS: Record<string, string> = { ns: "nanoseconds", bytes: "bytes" };

/**
 * For speedscope.app: a profile for each metric. Each path is drawn once, as wide as all its calls together, in
 * the order of first calls.
 */
export function speedscope(source: Source): Parts {
	return encoded(texts(source));
}

function* texts(source: Source): Generator<string> {
	yield '{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"xhprof","name":"xhprof",';
	yield '"activeProfileIndex":0,"shared":{"frames":[';
	yield* frames(source);
	yield ']},"profiles":[';
	for (const [i, { metric, own }] of source.metrics.entries()) {
		yield i === 0 ? "\n" : ",\n";
		yield `{"type":"evented","name":${JSON.stringify(metric.name)},"unit":"${UNITS[metric.unit] ?? "none"}",`;
		yield `"startValue":0,"endValue":${totalOf(own)},"events":[`;
		yield* events(source, own);
		yield "]}";
	}
	yield "]}\n";
}

function* frames({ functions }: Source): Generator<string> {
	for (let label = 0; label < functions.count; label++) {
		const frame: Record<string, unknown> = { name: functions.name(label) };
		if (functions.file(label) !== null) {
			frame.file = functions.file(label);
		}
		if (functions.line(label) > 0) {
			frame.line = functions.line(label);
		}
		yield `${label === 0 ? "\n" : ",\n"}${JSON.stringify(frame)}`;
	}
}

/** A path that gave memory back has no width. */
function widthOf(own: Column, node: number): number {
	return Math.max(0, own.values[node]!);
}

function totalOf(own: Column): number {
	let sum = 0;
	for (let node = 0; node < own.values.length; node++) {
		sum += widthOf(own, node);
	}
	return sum;
}

/** Own cost is drawn behind the callees. */
function* events({ tree }: Source, own: Column): Generator<string> {
	const open: number[] = [];
	let now = 0;
	let comma = "";
	function* close(): Generator<string> {
		const node = open.pop()!;
		now += widthOf(own, node);
		yield `,\n{"type":"C","frame":${tree.label[node]},"at":${now}}`;
	}
	for (let node = 0; node < tree.count; node++) {
		while (open.length > 0 && tree.end[open[open.length - 1]!]! <= node) {
			yield* close();
		}
		open.push(node);
		yield `${comma}\n{"type":"O","frame":${tree.label[node]},"at":${now}}`;
		comma = ",";
	}
	while (open.length > 0) {
		yield* close();
	}
}
