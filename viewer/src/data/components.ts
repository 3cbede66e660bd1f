import { add, type Column, zeros } from "./column.ts";
import { COMPONENT, type Functions } from "./functions.ts";
import type { Tree } from "./tree.ts";

/** Packages call back what is not theirs. */
function isPackage(component: string): boolean {
	return component.startsWith("vendor/") || component === "WordPress core";
}

/**
 * The component of each path, as an index into functions.components: that of the function's file. PHP's own functions
 * belong to their callers; code in no component to the nearest call above that is in one which is no package.
 */
export function componentsOf(tree: Tree, functions: Functions): Int32Array<ArrayBuffer> {
	const component = new Int32Array(tree.count);
	const around = new Int32Array(tree.count);
	const packages = functions.components.map(isPackage);
	for (let node = 0; node < tree.count; node++) {
		const parent = tree.parent[node]!;
		const outside = parent < 0 ? 0 : around[parent]!;
		const own = functions.component(tree.label[node]!);
		if (own === COMPONENT.caller) {
			component[node] = parent < 0 ? 0 : component[parent]!;
		} else {
			component[node] = own === COMPONENT.none ? outside : own;
		}
		around[node] = own < 0 || packages[own] ? outside : own;
	}
	return component;
}

/** The sums of each component. */
export interface ComponentSums {
	own: Column;
	/** Calls within one of the same component do not count again. */
	inclusive: Column;
	/** From other components; null: not recorded. */
	calls: Column | null;
}

export function sumByComponent(
	tree: Tree,
	component: Int32Array,
	count: number,
	own: Column,
	inclusive: Column,
	calls: Column | null,
): ComponentSums {
	const sums: ComponentSums = {
		own: zeros(count, own),
		inclusive: zeros(count, inclusive),
		calls: calls && zeros(count, calls),
	};
	const openUntil = new Int32Array(count);
	for (let node = 0; node < tree.count; node++) {
		const at = component[node]!;
		const parent = tree.parent[node]!;
		add(sums.own, at, own, node);
		if (node >= openUntil[at]!) {
			openUntil[at] = tree.end[node]!;
			add(sums.inclusive, at, inclusive, node);
		}
		if (calls && sums.calls && (parent < 0 || component[parent] !== at)) {
			add(sums.calls, at, calls, node);
		}
	}
	return sums;
}
