import { type Amount, at } from "../data/column.ts";
import type { Neighbour, Neighbours } from "../data/neighbours.ts";
import type { Run } from "../data/run.ts";
import type { Comparison } from "../diff/comparison.ts";
import {
	calleesOf,
	callersOf,
	type Group,
	type Measured,
	outermost,
	pathsOf,
	sumAt,
} from "./groups.ts";

export type Side = "callers" | "callees";

/** The rows of one side: groups, and those that are open. */
export interface SideRows {
	groups: Group[];
	/** By row: what tells the group from others, the labels from the middle on. */
	key: string[];
}

/** The callers of the function, or its callees, level by level as the reader opens them. */
export class Neighbourhood {
	private readonly data: Measured | null;
	private readonly cache = new Map<string, Group[]>();
	private readonly paths: number[];
	private readonly around: Neighbours;

	/** The metric must be loaded. */
	constructor(
		private readonly run: Run,
		private readonly label: number,
		private readonly metric: string,
		private readonly comparison: Comparison | null = null,
	) {
		const hasPaths = run.edges === null && run.tree.count > 0;
		this.data = hasPaths
			? {
					tree: run.tree,
					inclusive: run.loaded(metric)!.inclusive,
					calls: run.extras.calls,
				}
			: null;
		this.around = run.neighbours(label, metric);
		this.paths = this.data ? pathsOf(run.tree, label) : [];
	}

	/** Paths are known: each group can be opened. */
	get isDeep(): boolean {
		return this.data !== null;
	}

	/** Calls of the function by itself, which have no row. */
	get recursiveCalls(): Amount {
		return this.around.recursiveCalls;
	}

	rows(side: Side, open: ReadonlySet<string>): SideRows {
		const rows: SideRows = { groups: [], key: [] };
		this.addRows(rows, side, open, this.groups(side, "", null), "");
		return rows;
	}

	/** True if a row has something below it. */
	hasMore(side: Side, group: Group): boolean {
		const { tree } = this.run;
		return group.nodes.some((node) =>
			side === "callers" ? tree.parent[node]! >= 0 : tree.end[node]! > node + 1,
		);
	}

	/** Deep trees must not use up the stack of calls, so that open groups wait in a list. */
	private addRows(
		rows: SideRows,
		side: Side,
		open: ReadonlySet<string>,
		first: Group[],
		above: string,
	): void {
		const waiting = first
			.map((group) => ({ group, key: `${above}/${group.isSelf ? "self" : group.label}` }))
			.reverse();
		while (waiting.length > 0) {
			const { group, key } = waiting.pop()!;
			rows.groups.push(group);
			rows.key.push(key);
			if (open.has(key)) {
				const below = this.groups(side, key, group).map((one) => ({
					group: one,
					key: `${key}/${one.label}`,
				}));
				waiting.push(...below.reverse());
			}
		}
	}

	private groups(side: Side, key: string, group: Group | null): Group[] {
		const name = `${side}${key}`;
		let groups = this.cache.get(name);
		if (groups === undefined) {
			groups = this.find(side, group);
			this.cache.set(name, groups);
		}
		return groups;
	}

	private find(side: Side, group: Group | null): Group[] {
		const { comparison } = this;
		if (group !== null) {
			const below = this.below(side, group);
			return comparison
				? byChange(
						comparison,
						below.map((one) => withPaths(comparison, one)),
					)
				: below;
		}
		const first = this.first(side);
		const groups = comparison ? this.withBefore(comparison, side, first) : first;
		return side === "callees" && groups.length > 0 ? [...groups, this.self()] : groups;
	}

	/** Next to the middle are the callers and callees of either run. */
	private withBefore(comparison: Comparison, side: Side, groups: Group[]): Group[] {
		const before = comparison.before.neighbours(this.label, this.metric)[side];
		const was = new Map(before.map((one) => [one.label, one]));
		const known = new Set(groups.map(({ label }) => label));
		const all = groups.map((group) => ({
			...group,
			was: was.get(group.label)?.inclusive ?? 0,
			callsBefore: group.calls === null ? null : (was.get(group.label)?.calls ?? 0),
		}));
		const hasCalls = groups.every(({ calls }) => calls !== null);
		const gone = before
			.filter(({ label }) => !known.has(label))
			.map((one) => gonePart(one, hasCalls));
		return byChange(comparison, [...all, ...gone]);
	}

	private first(side: Side): Group[] {
		const { data, label, paths } = this;
		if (data === null) {
			return this.around[side].map(flat);
		}
		return side === "callers"
			? callersOf(data, paths, paths, 1, label)
			: calleesOf(data, paths, 1, label);
	}

	private below(side: Side, { nodes, costs, level }: Group): Group[] {
		const { data } = this;
		if (data === null) {
			return [];
		}
		return side === "callers"
			? callersOf(data, nodes, costs, level + 1)
			: calleesOf(data, nodes, level + 1);
	}

	/** With this row the callees add up to the whole, unless they call the function in turn. */
	private self(): Group {
		const cost = at(this.run.sums(this.metric).own, this.label);
		const before = this.comparison?.before.sums(this.metric).own;
		const was = before ? { was: at(before, this.label) } : {};
		return {
			label: this.label,
			cost,
			calls: null,
			level: 1,
			isSelf: true,
			nodes: [],
			costs: [],
			...was,
		};
	}
}

function gonePart({ label, inclusive, calls }: Neighbour, hasCalls: boolean): Group {
	return {
		label,
		cost: 0,
		calls: hasCalls ? 0 : null,
		level: 1,
		nodes: [],
		costs: [],
		was: inclusive,
		callsBefore: calls,
	};
}

/** Further away they are those of the paths that both runs share. */
function withPaths({ before, metric }: Comparison, group: Group): Group {
	const { calls } = before.extras;
	return {
		...group,
		was: sumAt(before.loaded(metric.id)!.inclusive, outermost(before.tree, group.costs)),
		callsBefore: calls && sumAt(calls, group.costs),
	};
}

function byChange(comparison: Comparison, groups: Group[]): Group[] {
	const size = ({ cost, was }: Group) => Math.abs(Number(comparison.change(cost, was ?? 0)));
	return groups.sort((a, b) => size(b) - size(a) || a.label - b.label);
}

function flat({ label, inclusive, calls }: Neighbour): Group {
	return { label, cost: inclusive, calls, level: 1, nodes: [], costs: [] };
}

/** The most costly function of its own: what to show before the reader chose one. */
export function firstLabel(run: Run, metric: string): number {
	const { own } = run.sums(metric);
	let best = run.functions.count > 0 ? 0 : -1;
	for (let label = 1; label < run.functions.count; label++) {
		if (own.values[label]! > own.values[best]!) {
			best = label;
		}
	}
	return best;
}

/** The cost of the function in the middle. */
export function middleOf(run: Run, label: number, metric: string) {
	const { own, inclusive } = run.sums(metric);
	const calls = run.calls();
	return {
		own: at(own, label),
		inclusive: at(inclusive, label),
		calls: calls === null ? null : at(calls, label),
	};
}
