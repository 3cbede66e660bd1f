import { type ComponentSums, componentsOf, sumByComponent } from "../data/components.ts";
import type { RunHeader } from "../data/header.ts";
import type { Run } from "../data/run.ts";

/** Without call paths nobody knows for which component the code outside of components ran. */
export function hasComponents(run: RunHeader): boolean {
	return (run.components ?? 0) > 0 && run.kind !== "pairs" && run.nodes > 0;
}

export interface ComponentTable extends ComponentSums {
	names: readonly string[];
	/** Those with a path. */
	present: Uint8Array;
}

/** The metric must be loaded. */
export function componentTable(run: Run, metric: string): ComponentTable {
	const { tree, own, inclusive, calls } = run.paths(metric);
	const component = componentsOf(tree, run.functions);
	const names = run.functions.components;
	const present = new Uint8Array(names.length);
	for (const at of component) {
		present[at] = 1;
	}
	const sums = sumByComponent(tree, component, names.length, own, inclusive, calls);
	return { ...sums, calls: run.header.kind === "samples" ? null : sums.calls, names, present };
}
