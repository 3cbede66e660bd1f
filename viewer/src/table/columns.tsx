import { type Amount, at, type Column } from "../data/column.ts";
import type { Metric } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { percent } from "../look/units.ts";
import { shown, shownCalls, shownExactly } from "../view/amounts.ts";
import { greatest, Name, Share, Value } from "./cells.tsx";
import type { ColumnOfTable } from "./table.tsx";

/** Names, which have the room that other columns leave; sorted without regard to their case. */
export function nameColumn(title: string, name: (item: number) => string): ColumnOfTable {
	return {
		id: "name",
		title,
		isText: true,
		key: (item) => name(item).toLowerCase(),
		render: (item) => <Name name={name(item)} />,
		full: name,
	};
}

/** A cost by item, as people read it. */
export function costColumn(
	run: Run,
	metric: Metric,
	costs: Column,
	rest: Pick<ColumnOfTable, "id"> & Partial<ColumnOfTable>,
): ColumnOfTable {
	const cost = (item: number) => at(costs, item);
	return {
		title: rest.id,
		width: 84,
		key: (item) => costs.values[item]!,
		render: (item) => <Value value={cost(item)} text={shown(run, metric, cost(item))} />,
		full: (item) => shownExactly(run, metric, cost(item)),
		...rest,
	};
}

/** The same as parts of a whole, with a bar or without; `more` is what follows the percents. */
export function shareColumn(
	costs: Column,
	whole: Amount,
	shape: Pick<ColumnOfTable, "id" | "title"> &
		Partial<ColumnOfTable> & { hasBar?: boolean; more?: (item: number) => string },
): ColumnOfTable {
	const { hasBar = true, more = () => "", ...rest } = shape;
	const most = greatest(costs.values);
	return {
		width: 160,
		key: (item) => costs.values[item]!,
		render: (item) => {
			const cost = at(costs, item);
			const text = percent(cost, whole) + more(item);
			return hasBar ? <Share value={cost} most={most} text={text} /> : text;
		},
		...rest,
	};
}

/** None, if the run has no calls. */
export function callsColumn(run: Run, calls: Column | null, hint?: string): ColumnOfTable[] {
	return calls
		? [
				{
					id: "calls",
					title: "calls",
					width: 92,
					...(hint ? { hint } : {}),
					key: (item) => calls.values[item]!,
					render: (item) => shownCalls(run, at(calls, item)),
				},
			]
		: [];
}
