import { at, type Column } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { outermostOf } from "../data/tree.ts";
import { withoutNamespace } from "../look/names.ts";
import { amount, counted, cut } from "../look/units.ts";
import type { Go } from "../view/history.ts";
import type { Comparison } from "./comparison.ts";

/** Paths shown; the rest are summed. */
const MOST = 24;

/** Paths that the after has not, as a strip of their own: in the widths of the after they have none. */
export function GoneStrip(props: { comparison: Comparison; nodes: number[]; go: Go }) {
	const { comparison, nodes, go } = props;
	const { before, metric } = comparison;
	if (nodes.length === 0) {
		return null;
	}
	const measure = before.loaded(metric.id)!;
	const costs = nodes.map((node) => Number(comparison.was(at(measure.inclusive, node))));
	const all = costs.reduce((sum, cost) => sum + cost, 0);
	const name = (node: number) => before.functions.name(before.tree.label[node]!);
	return (
		<div class="gone">
			<span class="gone-title">
				gone: <b>{amount(all, metric.unit)}</b> in {counted(nodes.length, "path")}
			</span>
			<ul>
				{nodes.slice(0, MOST).map((node, index) => (
					<li key={node} style={{ flexGrow: Math.max(1, (1000 * costs[index]!) / (all || 1)) }}>
						<button
							type="button"
							title={`${cut(name(node), 300)}\n${amount(costs[index]!, metric.unit)}`}
							onClick={() => go({ fn: name(node) })}
						>
							<span>{withoutNamespace(name(node))}</span>
						</button>
					</li>
				))}
			</ul>
		</div>
	);
}

/** The outermost paths that only the before has, the most costly first. */
export function goneNodes(before: Run, after: Run, inclusive: Column): number[] {
	const [was, is] = [before.moved?.isThere, after.moved?.isThere];
	const nodes = outermostOf(after.tree, (node) => is?.[node] === 0 && was?.[node] === 1);
	return nodes.sort((a, b) => inclusive.values[b]! - inclusive.values[a]!);
}
