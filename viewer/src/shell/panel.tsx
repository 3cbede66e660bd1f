import { useMemo } from "preact/hooks";
import { type Amount, at } from "../data/column.ts";
import type { Neighbour } from "../data/neighbours.ts";
import { Comparison } from "../diff/comparison.ts";
import { amount, change, count, cut, percent } from "../look/units.ts";
import { shown, shownCalls, shownExactly } from "./amounts.ts";
import { FileLink } from "./file-link.tsx";
import type { ViewProps } from "./view.ts";

interface Props extends ViewProps {
	close: () => void;
	select: (fn: string) => void;
}

/** The selected function: the sandwich in small. */
export function Panel(props: Props) {
	const { run, metric, measure, selected, close, decoded } = props;
	const sums = run.sums(metric.id);
	const calls = run.calls();
	const total = run.total(metric.id);
	const ranges = run.ranges();
	const neighbours = useMemo(
		() => run.neighbours(selected, metric.id),
		[run, measure, selected, decoded],
	);
	const comparison = Comparison.of(props);
	const sumBefore = (name: "own" | "inclusive") =>
		at(comparison!.before.sums(metric.id)[name], selected);
	const own = at(sums.own, selected);
	const inclusive = at(sums.inclusive, selected);
	return (
		<aside class="panel" aria-label="selected function">
			<button type="button" class="icon close" title="close (Esc)" onClick={close}>
				×
			</button>
			<h2 title={run.functions.name(selected)}>{cut(run.functions.name(selected), 200)}</h2>
			<FileLink functions={run.functions} label={selected} />
			<dl class="facts">
				<dt>own</dt>
				<dd title={shownExactly(run, metric, own)}>{shown(run, metric, own)}</dd>
				<dd>{percent(own, total)}</dd>
				{comparison && <Was {...{ comparison }} is={own} was={sumBefore("own")} />}
				<dt>inclusive</dt>
				<dd title={shownExactly(run, metric, inclusive)}>{shown(run, metric, inclusive)}</dd>
				<dd>{percent(inclusive, total)}</dd>
				{comparison && <Was {...{ comparison }} is={inclusive} was={sumBefore("inclusive")} />}
				{calls && (
					<>
						<dt>calls</dt>
						<dd>{shownCalls(run, at(calls, selected))}</dd>
						<dd />
					</>
				)}
			</dl>
			{ranges.max[selected]! >= 0 && (
				<p class="range">
					{amount(ranges.min[selected]!, "ns")} … {amount(ranges.max[selected]!, "ns")} each
				</p>
			)}
			<Side {...props} title="callers" rows={neighbours.callers} />
			<Side {...props} title="callees" rows={neighbours.callees} />
		</aside>
	);
}

/** Of a diff: what it cost before, and the change. */
function Was({ comparison, is, was }: { comparison: Comparison; is: Amount; was: Amount }) {
	const { unit } = comparison.metric;
	const changed = comparison.change(is, was);
	const way = Number(changed) > 0 ? "grew" : Number(changed) < 0 ? "shrank" : "";
	return (
		<>
			<dt class="was">before</dt>
			<dd>{amount(comparison.was(was), unit)}</dd>
			<dd class={way}>{change(changed, unit)}</dd>
		</>
	);
}

/** The costliest rows are enough here; Callers has all. */
const ROWS = 12;

function Side({ run, metric, select, title, rows }: Props & { title: string; rows: Neighbour[] }) {
	if (rows.length === 0) {
		return null;
	}
	const most = Math.max(
		...rows.slice(0, ROWS).map(({ inclusive }) => Math.abs(Number(inclusive))),
		1,
	);
	return (
		<section class="side">
			<h3>
				{title} ({count(rows.length)})
			</h3>
			<ul>
				{rows.slice(0, ROWS).map(({ label, inclusive }) => (
					<li key={label}>
						<button
							type="button"
							title={run.functions.name(label)}
							onClick={() => select(run.functions.name(label))}
						>
							<span
								class="bar"
								aria-hidden="true"
								style={{ width: `${((100 * Math.abs(Number(inclusive))) / most).toFixed(1)}%` }}
							/>
							<span class="name">{cut(run.functions.name(label), 60)}</span>
							<span class="amount">{shown(run, metric, inclusive)}</span>
						</button>
					</li>
				))}
			</ul>
			{rows.length > ROWS && <p class="more">and {count(rows.length - ROWS)} more</p>}
		</section>
	);
}
