import { type Amount, at, type Column } from "../data/column.ts";
import { Message } from "./proto.ts";
import { CUT, FRAMES_MAX, INNER_FRAMES, OUTER_FRAMES, type Parts, type Source } from "./source.ts";

/** Fields of perftools.profiles.Profile. */
const PROFILE = {
	sampleType: 1,
	sample: 2,
	location: 4,
	function: 5,
	string: 6,
	timeNanos: 9,
	durationNanos: 10,
	periodType: 11,
	period: 12,
	comment: 13,
	defaultType: 14,
};

const PART_BYTES = 1 << 16;

/** A value of each sample. */
interface Value {
	name: string;
	unit: string;
	of(node: number): Amount;
}

/** For go tool pprof and other readers: a sample for each path, with its own cost. Not packed yet. */
export function pprof(source: Source): Parts {
	return new Writer(source).parts();
}

class Writer {
	private readonly out = new Message();
	private readonly inner = new Message();
	private readonly deepest = new Message();
	private readonly encoder = new TextEncoder();
	private readonly strings = new Map<string, number>();
	private readonly locations = new Map<number, number>();
	private readonly values: Value[];
	private cut = 0;

	constructor(private readonly source: Source) {
		this.values = valuesOf(source);
	}

	*parts(): Parts {
		this.head();
		for (let label = 0; label < this.source.functions.count; label++) {
			this.function(label);
		}
		this.cutFunction();
		const path: number[] = [];
		const { tree } = this.source;
		for (let node = 0; node < tree.count; node++) {
			while (path.length > 0 && tree.end[path[path.length - 1]!]! <= node) {
				path.pop();
			}
			path.push(node);
			this.sample(node, path);
			if (this.out.size >= PART_BYTES) {
				yield this.out.take();
			}
		}
		this.tail();
		yield this.out.take();
	}

	private head(): void {
		const { out, source } = this;
		this.text("");
		for (const { name, unit } of this.values) {
			this.type(PROFILE.sampleType, name, unit);
		}
		this.type(PROFILE.periodType, "wall", "nanoseconds");
		const comment = this.text("xhprof");
		const wall = this.text("wall");
		out.number(PROFILE.period, Math.max(1, source.intervalNs));
		out.number(PROFILE.defaultType, wall);
		out.number(PROFILE.comment, comment);
		out.number(PROFILE.timeNanos, source.startedNs);
	}

	private tail(): void {
		const wall = this.source.metrics.find(({ metric }) => metric.id === "wall")?.own;
		const duration = wall?.values.reduce((sum, value) => sum + value, 0) ?? 0;
		this.out.number(PROFILE.durationNanos, duration);
		if (this.cut > 0) {
			const words = `${this.cut} stacks of more than ${FRAMES_MAX} frames have ${CUT} in the middle`;
			this.out.number(PROFILE.comment, this.text(words));
		}
	}

	/** The position of a text in the table of texts, which a new one joins. */
	private text(text: string): number {
		let place = this.strings.get(text);
		if (place === undefined) {
			place = this.strings.size;
			this.strings.set(text, place);
			this.out.block(PROFILE.string, this.encoder.encode(text));
		}
		return place;
	}

	private type(field: number, name: string, unit: string): void {
		const names = [this.text(name), this.text(unit)] as const;
		this.out.block(field, this.inner.clear().number(1, names[0]).number(2, names[1]).view);
	}

	private function(label: number): void {
		const { functions } = this.source;
		this.functionOf(
			label + 1,
			functions.name(label),
			functions.file(label) ?? "",
			functions.line(label),
		);
	}

	private cutFunction(): void {
		this.functionOf(this.source.functions.count + 1, CUT, "", 0);
	}

	private functionOf(id: number, text: string, path: string, line: number): void {
		const name = this.text(text);
		const file = this.text(path);
		const fields = this.inner
			.clear()
			.number(1, id)
			.number(2, name)
			.number(3, name)
			.number(4, file)
			.number(5, line);
		this.out.block(PROFILE.function, fields.view);
	}

	/** The id of a line within a function. */
	private location(label: number, line: number): number {
		const key = label * 2 ** 26 + Math.min(line, 2 ** 26 - 1);
		let id = this.locations.get(key);
		if (id === undefined) {
			id = this.locations.size + 1;
			this.locations.set(key, id);
			const position = this.deepest
				.clear()
				.number(1, label + 1)
				.number(2, line).view;
			const body = new Message().number(1, id).block(4, position).view;
			this.out.block(PROFILE.location, body);
		}
		return id;
	}

	private sample(node: number, path: readonly number[]): void {
		const stack = this.stack(path);
		const ids = this.deepest.clear();
		for (const id of stack) {
			ids.varint(id);
		}
		const body = this.inner.clear().block(1, ids.view);
		const values = this.deepest.clear();
		for (const value of this.values) {
			const amount = value.of(node);
			values.varint(amount > 0 ? amount : 0);
		}
		this.out.block(PROFILE.sample, body.block(2, values.view).view);
	}

	/** The innermost first: where it is declared, then where each caller calls. */
	private stack(path: readonly number[]): number[] {
		const { tree, functions, line } = this.source;
		const depth = path.length;
		const leaf = tree.label[path[depth - 1]!]!;
		const ids = [this.location(leaf, functions.line(leaf))];
		for (let i = depth - 1; i > 0; i--) {
			if (depth > FRAMES_MAX && ids.length === INNER_FRAMES) {
				ids.push(this.location(functions.count, 0));
				i = OUTER_FRAMES;
				this.cut++;
			}
			ids.push(this.location(tree.label[path[i - 1]!]!, line?.[path[i]!] ?? 0));
		}
		return ids;
	}
}

/** No value is negative: memory is what grew, and what was freed. */
function valuesOf(source: Source): Value[] {
	const values: Value[] = [];
	if (source.calls) {
		const { calls } = source;
		values.push({
			name: source.isSampled ? "samples" : "calls",
			unit: "count",
			of: (node) => at(calls, node),
		});
	}
	for (const { metric, own } of source.metrics) {
		values.push(...valuesOfMetric(metric.id, metric.unit, own));
	}
	return values;
}

const NAMES: Record<string, string> = {
	peak: "peak_grown",
	allocs: "alloc_objects",
	alloc_bytes: "alloc_space",
	live: "inuse_objects",
	live_bytes: "inuse_space",
};

function valuesOfMetric(id: string, short: string, own: Column): Value[] {
	const unit = short === "ns" ? "nanoseconds" : short;
	if (id === "memory") {
		return [
			{ name: "memory_grown", unit, of: (node) => at(own, node) },
			{ name: "memory_freed", unit, of: (node) => minus(at(own, node)) },
		];
	}
	// Pyroscope's intake refuses a type with a hyphen, as events have.
	const name = NAMES[id] ?? id.replaceAll("-", "_");
	return [{ name, unit, of: (node) => at(own, node) }];
}

function minus(amount: Amount): Amount {
	return typeof amount === "bigint" ? -amount : -amount;
}
