import { Bridges } from "./bridge.ts";
import { Functions } from "./functions.ts";
import { TreeBuilder } from "./regroup.ts";
import { type Moved, Run } from "./run.ts";
import type { Tree } from "./tree.ts";

/**
 * Two runs on one tree: functions are the same if their names are, paths if the names on them are; what is below a path
 * that moved is found by bridge.ts. The names of the before are those that the command line matched. Both results have
 * the same tree and functions; a path that a run has not costs nothing there, and `isThere` says so.
 */
export function joinRuns(before: Run, after: Run): [Run, Run] {
	const { functions: both, labels } = joinFunctions([after.functions, before.functions]);
	const functions = both[0]!;
	const builder = new TreeBuilder(before.tree.count + after.tree.count);
	const ofAfter = joinPaths(builder, after.tree, labels[0]!);
	const ofBefore = joinMoved(builder, { before, after, labels, functions });
	const { tree, place } = builder.finish();
	const [joinedAfter, joinedBefore] = [after, before].map((run, index) => {
		const nodeOf = (index === 0 ? ofAfter : ofBefore.nodes).map((node) => place[node]!);
		const isThere = new Uint8Array(tree.count);
		for (const node of nodeOf) {
			isThere[node] = 1;
		}
		const moved: Moved = { nodeOf, isThere, labelOf: labels[index]! };
		if (index === 1 && ofBefore.hasBridges) {
			moved.own = { ...run.tree, label: run.tree.label.map((label) => labels[1]![label]!) };
		}
		const edges = run.edges?.relabelled(labels[index]!, functions.count) ?? null;
		return new Run(run.reader, both[index]!, tree, { ...run.extras, errors: null }, edges, moved);
	}) as [Run, Run];
	return [joinedBefore, joinedAfter];
}

function joinPaths(builder: TreeBuilder, tree: Tree, labels: Int32Array): Int32Array<ArrayBuffer> {
	const nodeOf = new Int32Array(tree.count);
	for (let node = 0; node < tree.count; node++) {
		const parent = node === 0 ? -1 : nodeOf[tree.parent[node]!]!;
		nodeOf[node] = builder.child(parent, labels[tree.label[node]!]!);
	}
	return nodeOf;
}

interface Joined {
	before: Run;
	after: Run;
	labels: Int32Array<ArrayBuffer>[];
	functions: Functions;
}

/** The places of the before's paths in a builder that has those of the after, and no others. */
function joinMoved(builder: TreeBuilder, { before, after, labels, functions }: Joined) {
	const { tree } = before;
	const [ofAfter, ofBefore] = labels as [Int32Array, Int32Array];
	const isShared = sharedPaths(builder, before, ofBefore);
	const bridges = new Bridges(
		{ tree, labels: ofBefore },
		{ tree: after.tree, labels: ofAfter },
		isShared,
		functions,
	);
	const canMove =
		before.header.nodes > 0 && after.header.nodes > 0 && builder.count === after.tree.count;
	const nodes = new Int32Array(tree.count);
	/** The nearest path above that the after has. */
	const anchor = new Int32Array(tree.count);
	let hasBridges = false;
	for (let node = 0; node < tree.count; node++) {
		const above = tree.parent[node]!;
		const parent = node === 0 ? -1 : nodes[above]!;
		const label = ofBefore[tree.label[node]!]!;
		let at = builder.find(parent, label);
		if (at < 0 && node > 0 && canMove) {
			at = bridges.find(node, anchor[above]!);
			hasBridges ||= at >= 0;
		}
		nodes[node] = at < 0 ? builder.child(parent, label) : at;
		anchor[node] = nodes[node]! < after.tree.count ? nodes[node]! : (anchor[above] ?? 0);
	}
	return { nodes, hasBridges };
}

/** By path of the after: the before has one with the same names. */
function sharedPaths(builder: TreeBuilder, { tree }: Run, labels: Int32Array): Uint8Array {
	const isShared = new Uint8Array(builder.count);
	const place = new Int32Array(tree.count);
	for (let node = 0; node < tree.count; node++) {
		const parent = node === 0 ? -1 : place[tree.parent[node]!]!;
		const at = parent < 0 && node > 0 ? -2 : builder.find(parent, labels[tree.label[node]!]!);
		place[node] = at < 0 ? -2 : at;
		if (at >= 0) {
			isShared[at] = 1;
		}
	}
	return isShared;
}

/**
 * A list for each, with the same names; places and components are its own, or those of the one that has the function.
 */
function joinFunctions(all: Functions[]): {
	functions: Functions[];
	labels: Int32Array<ArrayBuffer>[];
} {
	const known = new Map<string, number>();
	const from: { functions: Functions; label: number }[] = [];
	const labels = all.map((functions) => {
		const labelOf = new Int32Array(functions.count);
		for (let label = 0; label < functions.count; label++) {
			const name = functions.name(label);
			let index = known.get(name);
			if (index === undefined) {
				index = from.push({ functions, label }) - 1;
				known.set(name, index);
			}
			labelOf[label] = index;
		}
		return labelOf;
	});
	const components = all.flatMap((functions) => functions.components);
	const functions = all.map((own, i) => {
		const mine = [...from];
		labels[i]!.forEach((index, label) => {
			mine[index] = { functions: own, label };
		});
		return Functions.of(mine, components);
	});
	return { functions, labels };
}
