import { Functions } from "../data/functions.ts";
import { type Measure, NO_EXTRAS, Run } from "../data/run.ts";
import { sizesOf, type Tree } from "../data/tree.ts";
import type { State } from "../view/state.ts";
import type { Chosen } from "./part.ts";
import { type Costs, sliceEvents, sliceMoments } from "./slice.ts";
import type { Times } from "./times.ts";

/** A run that has only what a part of the time has, and how its paths are found in the whole run. */
export interface PartOfRun {
	run: Run;
	/** By path of the part: that of the run. */
	whole: Int32Array<ArrayBuffer>;
	/** By path of the run: that of the part, or of its nearest caller there. */
	place: Int32Array<ArrayBuffer>;
}

export function partOfRun(run: Run, times: Times, part: Chosen): PartOfRun {
	const { summary } = run.header;
	const costs = times.moments
		? sliceMoments(times.moments, part, run.tree.count, memoryBefore(times, summary))
		: sliceEvents(times.events!, part, run.tree.count);
	const { tree, whole, place, labels } = pruned(run.tree, costs);
	const of = (values: Float64Array) => Float64Array.from(whole, (node) => values[node]!);
	const functions = Functions.of(labels.map((label) => ({ functions: run.functions, label })));
	const isSampled = times.moments !== null;
	const header = {
		...run.header,
		nodes: tree.count,
		functions: functions.count,
		pairs: 0,
		metrics: run.header.metrics.filter(({ id }) => costs.own.has(id)),
		summary: { ...summary, effective_samples: costs.effective },
	};
	const { line } = run.extras;
	const calls = isSampled ? null : { values: of(costs.count), exact: null };
	const extras = { ...NO_EXTRAS, calls, line: line && of(line) };
	const made = new Sliced(run.reader.only("queries", header), functions, tree, extras);
	for (const metric of header.metrics) {
		made.setOwn(metric, { values: of(costs.own.get(metric.id)!), exact: null });
	}
	return { run: made, whole, place };
}

/** All of its metrics are there from the beginning on. */
class Sliced extends Run {
	override readonly isPart = true;

	override async measure(id: string): Promise<Measure> {
		return this.loaded(id) ?? this.loaded(this.header.metrics[0]!.id)!;
	}
}

/** What the first sample had grown by is in the sum of all. */
function memoryBefore({ moments }: Times, summary: Record<string, unknown>): number {
	const memory = moments?.memory;
	return memory ? memory[memory.length - 1]! - Number(summary.memory_bytes ?? 0) : 0;
}

/** 1: the path ran, or calls one that did. */
function pathsThatRan(tree: Tree, { own, count }: Costs): Uint8Array {
	const ran = new Uint8Array(tree.count);
	ran[0] = 1;
	const columns = [count, ...own.values()];
	for (let node = tree.count - 1; node > 0; node--) {
		ran[node] ||= columns.some((values) => values[node] !== 0) ? 1 : 0;
		if (ran[node]) {
			ran[tree.parent[node]!] = 1;
		}
	}
	return ran;
}

function pruned(tree: Tree, costs: Costs) {
	const ran = pathsThatRan(tree, costs);
	const whole = Int32Array.from([...ran.keys()].filter((node) => ran[node] === 1));
	const place = new Int32Array(tree.count);
	const labelOf = new Map<number, number>();
	const { length: count } = whole;
	const [parent, label] = [new Int32Array(count), new Int32Array(count)];
	for (let node = 0, next = 0; node < tree.count; node++) {
		const above = tree.parent[node]!;
		place[node] = ran[node] ? next++ : place[above]!;
		if (ran[node]) {
			const old = tree.label[node]!;
			labelOf.set(old, labelOf.get(old) ?? labelOf.size);
			parent[place[node]!] = above < 0 ? -1 : place[above]!;
			label[place[node]!] = labelOf.get(old)!;
		}
	}
	const end = sizesOf(parent, count).map((size, node) => node + size);
	return { tree: { count, parent, end, label }, whole, place, labels: [...labelOf.keys()] };
}

/** What a link says of the whole run's paths, in those of the part. */
export function stateIn({ place }: PartOfRun, state: State): State {
	const at = (node: number) => place[node] ?? 0;
	return { ...state, at: at(state.at), without: state.without.map(at).filter((node) => node > 0) };
}

/** And the other way round. */
export function changeFrom({ whole }: PartOfRun, change: Partial<State>): Partial<State> {
	const { at, without } = change;
	return {
		...change,
		...(at === undefined ? {} : { at: whole[at] ?? 0 }),
		...(without === undefined ? {} : { without: without.map((node) => whole[node] ?? 0) }),
	};
}
