import { type Amount, at, type Column } from "../data/column.ts";
import type { Run } from "../data/run.ts";
import { amount, change, count, exactly } from "../look/units.ts";
import type { ColumnOfTable } from "../table/table.tsx";
import { mean } from "../view/amounts.ts";
import type { Comparison } from "./comparison.ts";

/** The costs of a row, each as its run has it. */
interface Costs {
	was(row: number): Amount;
	is(row: number): Amount;
}

/** Change, before and after of the rows of a table. `title`: "inclusive". */
export function comparedColumns(
	comparison: Comparison,
	title: string,
	costs: Costs,
	rows: number,
): ColumnOfTable[] {
	const { unit } = comparison.metric;
	const changed = (row: number) => comparison.change(costs.is(row), costs.was(row));
	let most = 1;
	for (let row = 0; row < rows; row++) {
		most = Math.max(most, Math.abs(Number(changed(row))));
	}
	const side = (id: string, when: string, value: (row: number) => Amount): ColumnOfTable => ({
		id,
		title: when,
		width: 84,
		hint: `${title} ${when}`,
		render: (row) => amount(value(row), unit),
		full: (row) => exactly(value(row), unit),
	});
	return [
		{
			id: "change",
			title: `${title} change`,
			width: 190,
			render: (row) => (
				<ChangeBar value={Number(changed(row))} most={most} text={change(changed(row), unit)} />
			),
			full: (row) => exactly(changed(row), unit),
		},
		side("was", "before", (row) => comparison.was(costs.was(row))),
		side("is", "after", (row) => comparison.is(costs.is(row))),
	];
}

/** "12 → 1,152", or the one number of both. */
export function callsBetween(before: Amount, after: Amount): string {
	const [was, is] = [count(before), count(after)];
	return was === is ? is : `${was} → ${is}`;
}

/** The calls of both runs by path; null: one did not count them. */
export function comparedCalls(
	before: Run,
	after: Run,
	columns: { was: Column | null; is: Column | null },
	index: (row: number) => number,
): ColumnOfTable[] {
	const { was, is } = columns;
	return was && is
		? [
				{
					id: "calls",
					title: "calls",
					width: 140,
					render: (row) =>
						callsBetween(
							mean(at(was, index(row)), before.runs),
							mean(at(is, index(row)), after.runs),
						),
				},
			]
		: [];
}

/** From the middle: to the right what grew, to the left what shrank. */
export function ChangeBar({ value, most, text }: { value: number; most: number; text: string }) {
	const width = `${(50 * Math.min(1, Math.abs(value) / most)).toFixed(1)}%`;
	return (
		<span class="change">
			<span class="change-track" aria-hidden="true">
				<span class={value > 0 ? "change-grew" : "change-shrank"} style={{ width }} />
			</span>
			<span class="change-text">{text}</span>
		</span>
	);
}

/** A path or function that only one of both runs has. */
export function OneSided({ state }: { state: "" | "new" | "gone" }) {
	return state === "" ? null : <span class="tag">{state}</span>;
}

/** By path of the tree that both runs share. */
export function stateOfPath(before: Run, after: Run, node: number): "" | "new" | "gone" {
	const [was, is] = [before, after].map(({ moved }) => moved?.isThere[node] !== 0);
	return was === is ? "" : is ? "new" : "gone";
}
