import { add, type Column, zeros } from "./column.ts";
import { sizesOf, type Tree } from "./tree.ts";

/** Another tree made of a tree: its nodes, and which of them each node of the first one went into. */
export interface Regrouped {
	tree: Tree;
	nodeOf: Int32Array<ArrayBuffer>;
}

interface Grouping {
	/** The group of each node. */
	group: (node: number) => number;
	groups: number;
	/** Groups whose neighbouring frames become one. */
	folds: (group: number) => boolean;
	/** A frame within another one of its group goes into that. */
	isMerged: boolean;
}

/** Paths with the same groups on them become one path. */
export function regroup(tree: Tree, grouping: Grouping): Regrouped {
	const { group, folds, isMerged } = grouping;
	const builder = new TreeBuilder(tree.count);
	const nodeOf = new Int32Array(tree.count);
	const openUntil = new Int32Array(grouping.groups);
	const openAt = new Int32Array(grouping.groups);
	for (let node = 0; node < tree.count; node++) {
		const key = group(node);
		const above = node === 0 ? -1 : nodeOf[tree.parent[node]!]!;
		if (isMerged && node < openUntil[key]!) {
			nodeOf[node] = openAt[key]!;
		} else if (above >= 0 && builder.label[above] === key && folds(key)) {
			nodeOf[node] = above;
		} else {
			nodeOf[node] = builder.child(above, key);
			openUntil[key] = tree.end[node]!;
			openAt[key] = nodeOf[node]!;
		}
	}
	const { tree: made, place } = builder.finish();
	return { tree: made, nodeOf: nodeOf.map((node) => place[node]!) };
}

/** Own values of the new nodes. */
export function moveInto(made: Regrouped, own: Column): Column {
	const sum = zeros(made.tree.count, own);
	const { nodeOf } = made;
	for (let node = 0; node < nodeOf.length; node++) {
		add(sum, nodeOf[node]!, own, node);
	}
	return sum;
}

/** Makes a tree of nodes that come in any order, but parents first; a path that is there already is found. */
export class TreeBuilder {
	parent: Int32Array<ArrayBuffer>;
	label: Int32Array<ArrayBuffer>;
	count = 0;
	/** Open addressing by parent and label; 0: free, else node + 1. */
	private table: Int32Array<ArrayBuffer>;

	constructor(capacity: number) {
		this.parent = new Int32Array(capacity);
		this.label = new Int32Array(capacity);
		this.table = new Int32Array(2 ** Math.ceil(Math.log2(capacity * 2 + 2)));
	}

	/** The path of that label below a path; -1: there is none. */
	find(parent: number, label: number): number {
		return this.table[this.slot(parent, label)]! - 1;
	}

	/** Where the path is, or would be. */
	private slot(parent: number, label: number): number {
		const mask = this.table.length - 1;
		const mixed = Math.imul(Math.imul(parent + 1, 0x9e3779b1) ^ (label + 1), 0x85ebca6b);
		let slot = (mixed ^ (mixed >>> 15)) & mask;
		for (; this.table[slot] !== 0; slot = (slot + 1) & mask) {
			const node = this.table[slot]! - 1;
			if (this.parent[node] === parent && this.label[node] === label) {
				return slot;
			}
		}
		return slot;
	}

	child(parent: number, label: number): number {
		const slot = this.slot(parent, label);
		if (this.table[slot] !== 0) {
			return this.table[slot]! - 1;
		}
		const node = this.count++;
		this.table[slot] = node + 1;
		this.parent[node] = parent;
		this.label[node] = label;
		return node;
	}

	/** In preorder, siblings as they came. `place`: where each node went. */
	finish(): { tree: Tree; place: Int32Array<ArrayBuffer> } {
		const { count } = this;
		const place = this.places();
		const tree: Tree = {
			count,
			parent: new Int32Array(count),
			end: new Int32Array(count),
			label: new Int32Array(count),
		};
		const size = sizesOf(this.parent, this.count);
		for (let node = 0; node < count; node++) {
			const at = place[node]!;
			tree.parent[at] = node === 0 ? -1 : place[this.parent[node]!]!;
			tree.end[at] = at + size[node]!;
			tree.label[at] = this.label[node]!;
		}
		return { tree, place };
	}

	private places(): Int32Array<ArrayBuffer> {
		const size = sizesOf(this.parent, this.count);
		const place = new Int32Array(this.count);
		const next = new Int32Array(this.count);
		for (let node = 0; node < this.count; node++) {
			if (node > 0) {
				const parent = this.parent[node]!;
				place[node] = next[parent]!;
				next[parent]! += size[node]!;
			}
			next[node] = place[node]! + 1;
		}
		return place;
	}
}
