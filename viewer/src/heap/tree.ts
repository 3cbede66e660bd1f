import type { Nodes, Snapshot } from "./load.ts";

/** The tree of dominators: a node's children are those that would be freed with it. */
export class Holding {
	readonly count: number;
	/** Nodes that nothing else keeps alive alone. */
	readonly tops: number[] = [];
	private readonly children: number[][] = [];

	constructor(readonly nodes: Nodes) {
		this.count = nodes.id.length;
		for (let node = 0; node < this.count; node++) {
			this.children.push([]);
			const up = nodes.parent[node]!;
			(up === 0 ? this.tops : this.children[node - up]!).push(node);
		}
		const byRetained = (a: number, b: number) => nodes.retained[b]! - nodes.retained[a]! || a - b;
		this.tops.sort(byRetained);
		for (const list of this.children) {
			list.sort(byRetained);
		}
	}

	childrenOf(node: number): readonly number[] {
		return this.children[node]!;
	}

	/** From the top to the node. */
	pathTo(node: number): number[] {
		const path = [node];
		for (let up = this.nodes.parent[node]!; up !== 0; up = this.nodes.parent[path[0]!]!) {
			path.unshift(path[0]! - up);
		}
		return path;
	}

	rows(open: ReadonlySet<number>): { node: number[]; level: number[] } {
		const rows = { node: [] as number[], level: [] as number[] };
		const waiting = this.tops.map((node) => ({ node, level: 1 })).reverse();
		while (waiting.length > 0) {
			const { node, level } = waiting.pop()!;
			rows.node.push(node);
			rows.level.push(level);
			if (open.has(node)) {
				waiting.push(
					...this.children[node]!.map((child) => ({ node: child, level: level + 1 })).reverse(),
				);
			}
		}
		return rows;
	}
}

/** "Cart", "array(12)", "string(400)": what a node is. */
export function nameOf({ nodes, types }: Snapshot, node: number): string {
	const type = nodes.type[node]!;
	const name = typeName({ types }, type);
	const kind = types.kind[type]!;
	return kind === "array" || kind === "string" ? `${name}(${nodes.count[node]})` : name;
}

/** The class, or the kind of what has none. */
export function typeName({ types }: Pick<Snapshot, "types">, type: number): string {
	return types.class[type] || types.kind[type] || "";
}

/** A step of the way from a root to a node. */
export interface Step {
	/** The row of the node that is reached. */
	node: number;
	/** "global $x", or the property or index by which the step before holds it. */
	by: string;
}

/** The shortest way from a root. */
export function wayTo({ nodes, roots }: Snapshot, node: number): Step[] {
	const way: Step[] = [];
	const seen = new Set<number>();
	for (let at = node; at >= 0 && !seen.has(at); at = nodes.holder[at]!) {
		seen.add(at);
		const root = nodes.root[at]!;
		const by =
			nodes.holder[at]! >= 0
				? nodes.label[at]!
				: root >= 0
					? rootName(roots.kind[root]!, roots.name[root]!)
					: "";
		way.unshift({ node: at, by });
	}
	return way;
}

export function rootName(kind: string, name: string): string {
	return name === "" ? kind : `${kind} ${name}`;
}
