import { type Amount, at, type Column } from "../data/column.ts";
import type { Metric } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { amount, change, count, exactly } from "../look/units.ts";
import { greatest, Name } from "../table/cells.tsx";
import { nameColumn } from "../table/columns.tsx";
import type { ColumnOfTable } from "../table/table.tsx";
import { mean } from "../view/amounts.ts";
import type { Comparison } from "./comparison.ts";

/** The costs of an item, each as its run has it. */
interface Costs {
	was(item: number): Amount;
	is(item: number): Amount;
}

export function costsOf(was: Column, is: Column): Costs {
	return { was: (item) => at(was, item), is: (item) => at(is, item) };
}

/** Change, before and after of the items of a table. `title`: "inclusive". */
export function comparedColumns(
	comparison: Comparison,
	title: string,
	costs: Costs,
	items: ArrayLike<number>,
): ColumnOfTable[] {
	const { unit } = comparison.metric;
	const changed = (item: number) => comparison.change(costs.is(item), costs.was(item));
	const side = (id: "was" | "is", when: string): ColumnOfTable => ({
		id,
		title: when,
		width: 84,
		hint: `${title} ${when}`,
		key: (item) => Number(costs[id](item)),
		render: (item) => amount(comparison[id](costs[id](item)), unit),
		full: (item) => exactly(comparison[id](costs[id](item)), unit),
	});
	const most = greatest(Array.from(items, (item) => Math.abs(Number(changed(item)))));
	return [
		changeColumn("change", `${title} change`, unit, most, changed),
		side("was", "before"),
		side("is", "after"),
	];
}

/** With a bar. */
export function changeColumn(
	id: string,
	title: string,
	unit: Metric["unit"],
	most: number,
	changed: (item: number) => Amount,
): ColumnOfTable {
	return {
		id,
		title,
		width: 190,
		key: (item) => Math.abs(Number(changed(item))),
		render: (item) => (
			<ChangeBar value={Number(changed(item))} most={most} text={change(changed(item), unit)} />
		),
		full: (item) => exactly(changed(item), unit),
	};
}

/** "12 → 1,152", or the one number of both. */
export function callsBetween(before: Amount, after: Amount): string {
	const [was, is] = [count(before), count(after)];
	return was === is ? is : `${was} → ${is}`;
}

/** The calls of both runs; none, if one did not count them. */
export function comparedCalls(
	{ before, after }: Comparison,
	{ was, is }: { was: Column | null; is: Column | null },
): ColumnOfTable[] {
	const text = (item: number) =>
		callsBetween(mean(at(was!, item), before.runs), mean(at(is!, item), after.runs));
	return was && is ? [{ ...callsColumn(text), key: (item) => is.values[item]! }] : [];
}

/** "12 → 1,152" by item. */
export function callsColumn(render: (item: number) => string): ColumnOfTable {
	return { id: "calls", title: "calls", width: 140, render };
}

/** From the middle: to the right what grew, to the left what shrank. */
function ChangeBar({ value, most, text }: { value: number; most: number; text: string }) {
	const width = `${(50 * Math.min(1, Math.abs(value) / Math.max(1, most))).toFixed(1)}%`;
	return (
		<span class="change">
			<span class="change-track" aria-hidden="true">
				<span class={value > 0 ? "change-grew" : "change-shrank"} style={{ width }} />
			</span>
			<span class="change-text">{text}</span>
		</span>
	);
}

/** Of what only one of both runs may have. */
export type OneSide = "" | "new" | "gone";

export function sideOf(isBefore: boolean, isAfter: boolean): OneSide {
	return isBefore === isAfter ? "" : isAfter ? "new" : "gone";
}

/** A path or function that only one of both runs has. */
export function OneSided({ state }: { state: OneSide }) {
	return state === "" ? null : <span class="tag">{state}</span>;
}

export function sidedNameColumn(
	title: string,
	name: (item: number) => string,
	state: (item: number) => OneSide,
): ColumnOfTable {
	return {
		...nameColumn(title, name),
		render: (item) => (
			<span class="twig">
				<OneSided state={state(item)} />
				<Name name={name(item)} />
			</span>
		),
	};
}

/** By path of the tree that both runs share. */
export function stateOfPath(before: Run, after: Run, node: number): OneSide {
	return sideOf(before.moved?.isThere[node] !== 0, after.moved?.isThere[node] !== 0);
}

/** In place of a table. */
export function OnlyOne({ metric }: { metric: Metric }) {
	return <p class="empty">Only one of both runs has {metric.name}.</p>;
}

/** The class of a change. */
export function wayOf(changed: Amount): "grew" | "shrank" | "" {
	return Number(changed) > 0 ? "grew" : Number(changed) < 0 ? "shrank" : "";
}
