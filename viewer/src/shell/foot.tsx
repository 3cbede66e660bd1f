import { pathTo } from "../data/tree.ts";
import { count, counted, cut, percent } from "../look/units.ts";
import { shown } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import { useStackCopy } from "./stack.ts";

/** How many steps of a deep path are shown at its ends. */
const STEPS = 6;

/** Where the picture is zoomed to, what was taken out, and what the search found. */
export function Foot(props: ViewProps) {
	const { run, state, go } = props;
	useStackCopy(run, state.at, props.selected);
	const path = run.tree.count > 0 && state.at < run.tree.count ? pathTo(run.tree, state.at) : [];
	const steps =
		path.length > 2 * STEPS ? [...path.slice(0, STEPS), -1, ...path.slice(-STEPS)] : path;
	return (
		<footer class="foot">
			<ol class="crumbs" aria-label="path">
				{steps.map((node) =>
					node < 0 ? (
						<li key="gap">… {count(path.length - 2 * STEPS)} more</li>
					) : (
						<li key={node}>
							<button
								type="button"
								title={run.functions.name(run.tree.label[node]!)}
								onClick={() => go({ at: node })}
							>
								{cut(run.functions.name(run.tree.label[node]!), 40)}
							</button>
						</li>
					),
				)}
			</ol>
			{state.without.length > 0 && (
				<button type="button" class="without" onClick={() => go({ without: [] })}>
					{counted(state.without.length, "stack")} taken out · put back
				</button>
			)}
			<Found {...props} />
		</footer>
	);
}

function Found({ run, metric, matches, measure, state }: ViewProps) {
	if (state.find === "") {
		return null;
	}
	if (matches.problem) {
		return <output class="found">{matches.problem}</output>;
	}
	const whole = measure.weight[0] ?? 0;
	return (
		<output class="found">
			matches: <b>{shown(run, metric, matches.weight)}</b> {percent(matches.weight, whole)} in{" "}
			{counted(matches.nodes.length, "place")}
		</output>
	);
}
