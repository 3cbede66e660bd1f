import { useMemo } from "preact/hooks";
import { type Part, partText } from "../axis/scale.ts";
import { type Amount, at } from "../data/column.ts";
import type { Metric } from "../data/header.ts";
import type { Neighbour } from "../data/neighbours.ts";
import { wayOf } from "../diff/columns.tsx";
import { Comparison } from "../diff/comparison.ts";
import { type MedianRow, useMedians } from "../diff/medians.ts";
import { type ComparedNeighbour, comparedCallsOf, comparedNeighbours } from "../diff/neighbours.ts";
import { amount, change, count, cut, exactly, percent } from "../look/units.ts";
import { Name } from "../table/cells.tsx";
import { CloseButton } from "../table/close.tsx";
import { ofThem, shown, shownCalls, shownExactly } from "../view/amounts.ts";
import { FileLink } from "../view/file-link.tsx";
import type { ViewProps } from "../view/view.ts";

interface Props extends ViewProps {
	/** The part of the time that is chosen; the run is of it, or the whole one. */
	part: Part | null;
	close: () => void;
	select: (fn: string) => void;
}

/** The selected function: the sandwich in small. */
export function Panel(props: Props) {
	const { run, metric, measure, selected, close, decoded, part } = props;
	const calls = run.calls();
	const ranges = run.ranges();
	const neighbours = useMemo(
		() => run.neighbours(selected, metric.id),
		[run, measure, selected, decoded],
	);
	const comparison = Comparison.of(props);
	const compared = useMemo(() => {
		if (!comparison) {
			return null;
		}
		const old = comparison.before.neighbours(selected, metric.id);
		return {
			callers: comparedNeighbours(comparison, old.callers, neighbours.callers),
			callees: comparedNeighbours(comparison, old.callees, neighbours.callees),
		};
	}, [neighbours, props.measureBefore, props.state.equal]);
	const name = run.functions.name(selected);
	const oldName = props.report.change?.renamed?.find(({ after }) => after === name)?.before;
	const medians = useMedians(props)?.of(selected);
	return (
		<aside class="panel" aria-label="selected function">
			<CloseButton close={close} />
			<h2 title={name}>{cut(name, 200)}</h2>
			{oldName && <p class="range">before: {cut(oldName, 200)}</p>}
			<FileLink functions={run.functions} label={selected} />
			{part && (
				<p class="range">
					{run.isPart ? `${metric.name} from ${partText(part)}` : "in the whole run, not the part"}
				</p>
			)}
			<dl class="facts">
				<Cost {...props} {...{ comparison, medians }} name="own" />
				<Cost {...props} {...{ comparison, medians }} name="inclusive" />
				{calls && (
					<>
						<dt>calls</dt>
						<dd>{shownCalls(run, at(calls, selected))}</dd>
						<dd>{ofThem(run, neighbours.recursiveCalls).slice(2)}</dd>
						{comparison && <WasCalled comparison={comparison} label={selected} />}
					</>
				)}
			</dl>
			{ranges.max[selected]! >= 0 && (
				<p class="range">
					{amount(ranges.min[selected]!, "ns")} … {amount(ranges.max[selected]!, "ns")} each
				</p>
			)}
			<Side {...props} title="callers" rows={compared?.callers ?? neighbours.callers} />
			<Side {...props} title="callees" rows={compared?.callees ?? neighbours.callees} />
		</aside>
	);
}

type CostProps = ViewProps & {
	comparison: Comparison | null;
	medians: MedianRow | undefined;
	name: "own" | "inclusive";
};

/** For two sets the medians of their runs, as in Changes; else the run's cost, or the average. */
function Cost({ run, report, metric, selected, comparison, medians, name }: CostProps) {
	const { unit } = metric;
	if (medians) {
		const [was, is] = medians[name];
		return (
			<>
				<dt>{name}</dt>
				<dd title={exactly(is, unit)}>{amount(is, unit)}</dd>
				<dd>{percent(is, report.change?.totals[metric.id]?.after ?? 0)}</dd>
				<Was was={was} changed={is - was} unit={unit} />
			</>
		);
	}
	const is = at(run.sums(metric.id)[name], selected);
	const was = comparison && at(comparison.before.sums(metric.id)[name], selected);
	return (
		<>
			<dt>{name}</dt>
			<dd title={shownExactly(run, metric, is)}>{shown(run, metric, is)}</dd>
			<dd>{percent(is, run.total(metric.id))}</dd>
			{comparison && was !== null && (
				<Was was={comparison.was(was)} changed={comparison.change(is, was)} unit={unit} />
			)}
		</>
	);
}

/** Of a diff: what it cost before, and the change. */
function Was({ was, changed, unit }: { was: Amount; changed: Amount; unit: Metric["unit"] }) {
	return (
		<>
			<dt class="was">before</dt>
			<dd>{amount(was, unit)}</dd>
			<dd class={wayOf(changed)}>{change(changed, unit)}</dd>
		</>
	);
}

function WasCalled({ comparison, label }: { comparison: Comparison; label: number }) {
	const calls = comparedCallsOf(comparison, label);
	return (
		calls && (
			<>
				<dt class="was">before</dt>
				<dd>{count(calls[0])}</dd>
				<dd>{change(calls[1] - calls[0], "count")}</dd>
			</>
		)
	);
}

/** The costliest rows are enough here; Callers has all. */
const ROWS = 12;

type SideProps = Props & { title: string; rows: (Neighbour | ComparedNeighbour)[] };

/** Of a diff, the change of each. */
function Side({ run, metric, select, title, rows }: SideProps) {
	if (rows.length === 0) {
		return null;
	}
	const size = (row: SideProps["rows"][number]) =>
		Math.abs(Number("change" in row ? row.change : row.inclusive));
	const most = Math.max(...rows.slice(0, ROWS).map(size), 1);
	return (
		<section class="side">
			<h3>
				{title} ({count(rows.length)}){rows.some((row) => "change" in row) && ", change"}
			</h3>
			<ul>
				{rows.slice(0, ROWS).map((row) => (
					<li key={row.label}>
						<button
							type="button"
							title={run.functions.name(row.label)}
							onClick={() => select(run.functions.name(row.label))}
						>
							<span
								class="bar"
								aria-hidden="true"
								style={{ width: `${((100 * size(row)) / most).toFixed(1)}%` }}
							/>
							<span class="name">
								<Name name={run.functions.name(row.label)} />
							</span>
							<span class="amount">
								{"change" in row
									? change(row.change, metric.unit)
									: shown(run, metric, row.inclusive)}
							</span>
						</button>
					</li>
				))}
			</ul>
			{rows.length > ROWS && <p class="more">and {count(rows.length - ROWS)} more</p>}
		</section>
	);
}
