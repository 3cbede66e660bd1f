import { Functions } from "./functions.ts";
import { TreeBuilder } from "./regroup.ts";
import { type Moved, Run } from "./run.ts";

/**
 * Two runs on one tree: functions are the same if their names are, paths if the names on them are. Both results
 * have the same tree and functions; a path that a run has not costs nothing there, and `isThere` says so.
 */
export function joinRuns(before: Run, after: Run): [Run, Run] {
	const { functions, labels } = joinFunctions([after.functions, before.functions]);
	const builder = new TreeBuilder(before.tree.count + after.tree.count);
	const nodes = [after, before].map((run, index) => joinPaths(builder, run, labels[index]!));
	const { tree, place } = builder.finish();
	const [joinedAfter, joinedBefore] = [after, before].map((run, index) => {
		const nodeOf = nodes[index]!.map((node) => place[node]!);
		const isThere = new Uint8Array(tree.count);
		for (const node of nodeOf) {
			isThere[node] = 1;
		}
		const moved: Moved = { nodeOf, isThere, labelOf: labels[index]! };
		const edges = run.edges?.relabelled(labels[index]!, functions.count) ?? null;
		return new Run(run.reader, functions, tree, { ...run.extras }, edges, moved);
	}) as [Run, Run];
	return [joinedBefore, joinedAfter];
}

function joinPaths(builder: TreeBuilder, run: Run, labels: Int32Array): Int32Array<ArrayBuffer> {
	const { tree } = run;
	const nodeOf = new Int32Array(tree.count);
	for (let node = 0; node < tree.count; node++) {
		const parent = node === 0 ? -1 : nodeOf[tree.parent[node]!]!;
		nodeOf[node] = builder.child(parent, labels[tree.label[node]!]!);
	}
	return nodeOf;
}

function joinFunctions(all: Functions[]): {
	functions: Functions;
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
	return { functions: Functions.of(from), labels };
}
