import { TreeBuilder } from "../data/regroup.ts";
import type { Tree } from "../data/tree.ts";

/** All paths of a function as one tree that begins with it: of its callees, or of its callers. */
export interface Merged {
	tree: Tree;
	weight: Float64Array<ArrayBuffer>;
}

export function calleesAsTree(tree: Tree, nodes: number[], weight: ArrayLike<number>): Merged {
	const count = nodes.reduce((sum, node) => sum + tree.end[node]! - node, 0);
	const work = new Work(count);
	const made = new Int32Array(tree.count);
	for (const root of nodes) {
		for (let node = root; node < tree.end[root]!; node++) {
			const above = node === root ? -1 : made[tree.parent[node]!]!;
			made[node] = work.add(above, tree.label[node]!, weight[node]!);
		}
	}
	return work.finish();
}

/** The upper limit of frames: with many calls, paths are cut off. */
const FRAMES_MAX = 2_000_000;

export function callersAsTree(tree: Tree, nodes: number[], weight: ArrayLike<number>): Merged {
	const deepest = Math.max(4, Math.floor(FRAMES_MAX / Math.max(1, nodes.length)));
	let count = 0;
	eachUp(tree, nodes, deepest, () => count++);
	const work = new Work(count);
	let above = -1;
	eachUp(tree, nodes, deepest, (node, from) => {
		above = work.add(node === from ? -1 : above, tree.label[node]!, weight[from]!);
	});
	return work.finish();
}

/** From each node to the root. */
function eachUp(
	tree: Tree,
	nodes: number[],
	deepest: number,
	take: (node: number, from: number) => void,
): void {
	for (const from of nodes) {
		for (let node = from, i = 0; node >= 0 && i < deepest; node = tree.parent[node]!, i++) {
			take(node, from);
		}
	}
}

class Work {
	private readonly builder: TreeBuilder;
	private readonly weight: Float64Array;

	constructor(capacity: number) {
		this.builder = new TreeBuilder(capacity);
		this.weight = new Float64Array(capacity);
	}

	add(above: number, label: number, weight: number): number {
		const node = this.builder.child(above, label);
		this.weight[node]! += weight;
		return node;
	}

	finish(): Merged {
		const { tree, place } = this.builder.finish();
		const weight = new Float64Array(tree.count);
		place.forEach((to, from) => {
			weight[to] = this.weight[from]!;
		});
		return { tree, weight };
	}
}
