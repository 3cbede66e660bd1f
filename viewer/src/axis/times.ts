import { Problem } from "../data/problem.ts";
import type { RunReader } from "../data/reader.ts";
import type { Run } from "../data/run.ts";

/** The begins and ends of calls, in order of time. */
export interface Events {
	/** By event: ns since the one before. */
	time: Float64Array<ArrayBuffer>;
	/** 0: the innermost call ends; n: a call of path n - 1 begins. */
	node: Uint32Array<ArrayBuffer>;
	/** Of the call that begins: 0 the program, n a fiber; null: there are no fibers. */
	lane: Uint32Array<ArrayBuffer> | null;
	/** Where memory in use changed; null: not recorded. */
	memory: { event: Float64Array<ArrayBuffer>; bytes: Float64Array<ArrayBuffer> } | null;
}

/** The samples, in order of time. */
export interface Moments {
	/** When it ends, in ns since the start of the run. */
	at: Float64Array<ArrayBuffer>;
	/** The innermost path. */
	node: Uint32Array<ArrayBuffer>;
	/** Twice the weight in samples; and 1 if the thread did not run. */
	samples: Uint32Array<ArrayBuffer>;
	/** The time that it stands for; null: its samples times the interval. */
	wall: Float64Array<ArrayBuffer> | null;
	/** The process, from 0 on; null: it was not sampled from another one. */
	lane: Uint32Array<ArrayBuffer> | null;
	/** The request of that process; null: it was not sampled from another one. */
	request: Uint32Array<ArrayBuffer> | null;
	/** In use from its begin on. */
	memory: Float64Array<ArrayBuffer> | null;
	interval: number;
}

/** How much was sampled when: all that a picture of the whole run needs. */
export interface Cells {
	/** Ns of a cell; the first begins with the run. */
	ns: number;
	/** Ns between samples on average, or of a process; shorter cells would be empty for the most part. */
	gap: number;
	/** Ns by cell, of threads that ran, and that did not. */
	running: Float64Array<ArrayBuffer>;
	waiting: Float64Array<ArrayBuffer>;
}

/** When the run did what. */
export interface Times {
	/** Of a run of calls. */
	events: Events | null;
	/** Of a run of samples. */
	cells: Cells | null;
	/** Of a run of samples, once all of it is there. */
	moments: Moments | null;
	/** When the last event was. */
	length: number;
	/** The fibers and processes that there are, ascending; the program itself is 0. */
	lanes: number[];
	/** Events or samples that were not kept. */
	lost: number;
	/** False: of a run of samples only the cells are there. */
	isWhole: boolean;
}

/** More than this do not fit into the memory of a page. */
const EVENTS_MAX = 200_000_000;

export function sizeOf(table: unknown, key: string): number {
	const size = (table as Record<string, unknown> | undefined)?.[key];
	return typeof size === "number" && size > 0 ? size : 0;
}

/** Events or samples with a time; 0: the run does not know when anything was. */
export function countOfTimes(header: { [key: string]: unknown }): number {
	return sizeOf(header.moments, "samples") || sizeOf(header.timeline, "events");
}

/** Samples were taken of several processes, which run at the same time. */
export function isPool({ cells, lanes }: Times): boolean {
	return cells !== null && lanes.length > 1;
}

/** "fiber 3" */
export function laneName(times: Times, lane: number): string {
	return isPool(times) ? `process ${lane + 1}` : lane === 0 ? "main" : `fiber ${lane}`;
}

type Progress = (share: number) => void;

interface Loading {
	/** Enough for a picture of how many samples there are when. */
	first: Promise<Times>;
	whole: Promise<Times>;
}

const loaded = new WeakMap<object, Loading>();

/** Decodes them once. */
export function loadTimes(run: Run, progress: Progress): Loading {
	const known = loaded.get(run);
	if (known) {
		return known;
	}
	const isSampled = sizeOf(run.header.moments, "samples") > 0;
	const first = isSampled ? loadCells(run) : loadEvents(run, progress);
	const whole = isSampled ? first.then((times) => loadMoments(run, times, progress)) : first;
	loaded.set(run, { first, whole });
	return { first, whole };
}

/** A column of differences. */
export async function summed(
	reader: RunReader,
	name: string,
	isSigned: boolean,
	count: number,
	progress?: (name: string, done: number) => void,
): Promise<Float64Array<ArrayBuffer>> {
	const { values } = await reader.column(name, isSigned, new Float64Array(count), progress);
	for (let i = 1; i < count; i++) {
		values[i]! += values[i - 1]!;
	}
	return values;
}

function checked(count: number): number {
	if (count > EVENTS_MAX) {
		throw new Problem(`The timeline has ${count} events, more than a page can hold.`);
	}
	return count;
}

async function loadEvents({ reader, tree }: Run, progress: Progress): Promise<Times> {
	const count = checked(sizeOf(reader.header.timeline, "events"));
	const part = (from: number) => (_: string, done: number) =>
		progress(from + (0.45 * done) / count);
	const node = await reader.numbers("timeline-node", new Uint32Array(count), part(0));
	const time = await reader.numbers("timeline-time", new Float64Array(count), part(0.45));
	const lane = reader.has("timeline-lane")
		? await reader.numbers("timeline-lane", new Uint32Array(count))
		: null;
	const memories = sizeOf(reader.header.timeline, "memories");
	const memory = memories
		? {
				event: await summed(reader, "timeline-memory-event", false, memories),
				bytes: await summed(reader, "timeline-memory-bytes", true, memories),
			}
		: null;
	checkNodes(node, tree.count, 1);
	return {
		events: { time, node, lane, memory },
		cells: null,
		moments: null,
		length: time.reduce((sum, one) => sum + one, 0),
		lanes: lanesOf(lane),
		lost: sizeOf(reader.header.timeline, "lost"),
		isWhole: true,
	};
}

async function loadCells({ reader }: Run): Promise<Times> {
	const { moments } = reader.header;
	const cells = checked(sizeOf(moments, "cells"));
	const length = sizeOf(moments, "last_ns") + 1;
	const column = (name: string) => reader.numbers(name, new Float64Array(cells));
	return {
		events: null,
		cells: {
			ns: sizeOf(moments, "cell_ns"),
			gap: Math.max(intervalOf(reader.header), length / sizeOf(moments, "samples")),
			running: await column("moment-cell-running"),
			waiting: await column("moment-cell-waiting"),
		},
		moments: null,
		length,
		lanes: [0],
		lost: sizeOf(moments, "lost"),
		isWhole: false,
	};
}

async function loadMoments(
	{ reader, tree }: Run,
	first: Times,
	progress: Progress,
): Promise<Times> {
	const count = checked(sizeOf(reader.header.moments, "samples"));
	const part = (from: number) => (_: string, done: number) => progress(from + (0.3 * done) / count);
	const numbers = (name: string, progress?: (name: string, done: number) => void) =>
		reader.numbers(name, new Uint32Array(count), progress);
	const ifAny = (name: string) => (reader.has(name) ? numbers(name) : null);
	const at = await summed(reader, "moment-time", false, count, part(0));
	const samples = await numbers("moment-samples", part(0.3));
	const node = await numbers("moment-node", part(0.6));
	checkNodes(node, tree.count, 0);
	const lane = await ifAny("moment-lane");
	return {
		...first,
		moments: {
			at,
			node,
			samples,
			wall: reader.has("moment-wall")
				? await reader.numbers("moment-wall", new Float64Array(count))
				: null,
			lane,
			request: await ifAny("moment-request"),
			memory: reader.has("moment-memory")
				? await summed(reader, "moment-memory", true, count)
				: null,
			interval: intervalOf(reader.header),
		},
		lanes: lanesOf(lane),
		isWhole: true,
	};
}

/** Ns between the samples of a process. */
function intervalOf({ summary }: { summary: Record<string, unknown> }): number {
	return Number(summary.interval_ns ?? 0);
}

function lanesOf(lane: Uint32Array | null): number[] {
	return lane ? [...new Set(lane)].sort((a, b) => a - b) : [0];
}

function checkNodes(node: Uint32Array, paths: number, ends: 0 | 1): void {
	for (let i = 0; i < node.length; i++) {
		if (node[i]! >= paths + ends) {
			throw new Problem(
				`Event ${i} of the timeline names path ${node[i]! - ends} of ${paths}: the file was changed.`,
			);
		}
	}
}
