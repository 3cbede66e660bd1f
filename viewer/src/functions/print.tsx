import { useMemo } from "preact/hooks";
import { at } from "../data/column.ts";
import { place } from "../look/names.ts";
import { count, percent } from "../look/units.ts";
import { rowsWhere, sorted } from "../table/order.ts";
import { shown } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";

const ROWS = 50;

/** On paper, below the picture: the functions that cost most. A page on a screen does not show it. */
export function PrintedFunctions(props: ViewProps) {
	const { run, metric, isWhole, decoded } = props;
	const rows = useMemo(() => {
		const { own } = run.sums(metric.id);
		const all = rowsWhere(run.functions.count, () => true);
		return sorted(all, (label) => own.values[label]!, true).slice(0, ROWS);
	}, [run, metric.id, isWhole, decoded]);
	const sums = run.sums(metric.id);
	const total = run.total(metric.id);
	const calls = run.calls();

	return (
		<table class="printed" aria-hidden="true">
			<caption>
				Functions by {metric.name}
				{run.functions.count > ROWS && `: the first ${ROWS} of ${count(run.functions.count)}`}
			</caption>
			<thead>
				<tr>
					<th>function</th>
					<th>own %</th>
					<th>own</th>
					<th>inclusive %</th>
					<th>inclusive</th>
					{calls && <th>calls</th>}
					<th>file</th>
				</tr>
			</thead>
			<tbody>
				{Array.from(rows, (label) => (
					<tr key={label}>
						<td>{run.functions.name(label)}</td>
						<td>{percent(at(sums.own, label), total)}</td>
						<td>{shown(run, metric, at(sums.own, label))}</td>
						<td>{percent(at(sums.inclusive, label), total)}</td>
						<td>{shown(run, metric, at(sums.inclusive, label))}</td>
						{calls && <td>{count(Number(at(calls, label)) / run.runs)}</td>}
						<td>{place(run.functions.shortFile(label), run.functions.line(label))}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}
