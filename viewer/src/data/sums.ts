import { add, type Column, zeros } from "./column.ts";
import type { Tree } from "./tree.ts";

/** The cost of a function over all its paths. Recursion is merged: an inclusive value counts the outermost call. */
export interface FunctionSums {
	own: Column;
	inclusive: Column;
}

export function sumByLabel(
	tree: Tree,
	own: Column,
	inclusive: Column,
	labels: number,
): FunctionSums {
	const { count, label, end } = tree;
	const sums = { own: zeros(labels, own), inclusive: zeros(labels, inclusive) };
	const openUntil = new Int32Array(labels);
	for (let node = 0; node < count; node++) {
		const at = label[node]!;
		add(sums.own, at, own, node);
		if (node >= openUntil[at]!) {
			openUntil[at] = end[node]!;
			add(sums.inclusive, at, inclusive, node);
		}
	}
	return sums;
}

/** A plain sum, for calls. */
export function totalByLabel(tree: Tree, column: Column, labels: number): Column {
	const sum = zeros(labels, column);
	for (let node = 0; node < tree.count; node++) {
		add(sum, tree.label[node]!, column, node);
	}
	return sum;
}
