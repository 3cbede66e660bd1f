import "./callers.css";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Amount } from "../data/column.ts";
import { callsBetween, callsColumn, comparedColumns, wayOf } from "../diff/columns.tsx";
import { type Comparison, useComparison } from "../diff/comparison.ts";
import { PlaceLink } from "../functions/link.tsx";
import { amount, change as amountOfChange, percent } from "../look/units.ts";
import { greatest, Name, Share } from "../table/cells.tsx";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { Twig } from "../table/twig.tsx";
import { countedCalls, mean, ofThem, shown, shownCalls, shownExactly } from "../view/amounts.ts";
import { extraWith } from "../view/state.ts";
import type { ViewProps } from "../view/view.ts";
import { CallersGraph } from "./graph.tsx";
import { firstLabel, middleOf, Neighbourhood, type Side, type SideRows } from "./side.ts";

/** Who calls a function, above it, and whom it calls, below. */
export function CallersView(props: ViewProps): JSX.Element {
	const { run, metric, selected } = props;
	const label = selected >= 0 ? selected : firstLabel(run, metric.id);
	return label < 0 ? (
		<p class="view-note">This run has no functions.</p>
	) : (
		<Sandwich {...props} label={label} />
	);
}

function Sandwich(props: ViewProps & { label: number }): JSX.Element {
	const { run, label, metric } = props;
	const comparison = useComparison(props);
	const around = useMemo(
		() => new Neighbourhood(run, label, metric.id, comparison),
		[run, label, metric.id, comparison, props.decoded],
	);
	const both = { ...props, around, comparison };
	return (
		<div class={`view sandwich${props.state.extra.graph === "1" ? " with-graph" : ""}`}>
			<div class="peek">
				<SideTable {...both} side="callers" key={`above${label}`} />
				<Middle {...both} />
				<SideTable {...both} side="callees" key={`below${label}`} />
			</div>
			{run.tree.count > 0 && <CallersGraph {...props} />}
		</div>
	);
}

type MiddleProps = ViewProps & {
	label: number;
	around: Neighbourhood;
	comparison: Comparison | null;
};

function Middle({ run, metric, label, around, state, go, comparison }: MiddleProps): JSX.Element {
	const hasGraph = state.extra.graph === "1";
	const total = run.total(metric.id);
	const middle = middleOf(run, label, metric.id);
	const was = comparison && middleOf(comparison.before, label, metric.id);
	const change = (name: "own" | "inclusive") =>
		comparison && was && <Changed comparison={comparison} is={middle[name]} was={was[name]} />;
	return (
		<section class="middle" aria-label="The function in the middle">
			<h2 title={run.functions.name(label)}>
				<Name name={run.functions.name(label)} />
			</h2>
			<span class="middle-facts">
				<span title={shownExactly(run, metric, middle.own)}>
					own <b>{shown(run, metric, middle.own)}</b> {percent(middle.own, total)} {change("own")}
				</span>
				<span title={shownExactly(run, metric, middle.inclusive)}>
					inclusive <b>{shown(run, metric, middle.inclusive)}</b> {percent(middle.inclusive, total)}{" "}
					{change("inclusive")}
				</span>
				{middle.calls !== null && (
					<span>
						{was?.calls != null && callsBefore(comparison!, was.calls, middle.calls)}
						{countedCalls(run, middle.calls)}
						{ofThem(run, around.recursiveCalls)}
					</span>
				)}
				<PlaceLink functions={run.functions} label={label} />
				<button
					type="button"
					class="graph-switch"
					aria-pressed={hasGraph}
					onClick={() => go({ extra: extraWith(state, "graph", hasGraph ? null : "1") }, "replace")}
				>
					graph
				</button>
			</span>
		</section>
	);
}

function callsBefore({ before, after }: Comparison, was: Amount, is: Amount): string {
	const text = shownCalls(before, was);
	return text === shownCalls(after, is) ? "" : `${text} → `;
}

function Changed(props: { comparison: Comparison; is: Amount; was: Amount }) {
	const { comparison, is, was } = props;
	const changed = comparison.change(is, was);
	const { unit } = comparison.metric;
	return (
		<>
			(before {amount(comparison.was(was), unit)},{" "}
			<b class={wayOf(changed)}>{amountOfChange(changed, unit)}</b>)
		</>
	);
}

type SideProps = MiddleProps & { side: Side };

const WORDS: Record<Side, { title: string; empty: string; hint: string }> = {
	callers: {
		title: "called by",
		empty: "Nothing calls it: the run begins here.",
		hint: "what the function costs when it is called this way",
	},
	callees: {
		title: "calls",
		empty: "It calls nothing that was recorded.",
		hint: "what this costs when the function calls it",
	},
};

function SideTable(props: SideProps): JSX.Element {
	const { run, metric, go, side, around } = props;
	const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
	const [cursor, setCursor] = useState("");
	const rows = useMemo(() => around.rows(side, open), [around, side, open]);
	const columns = useMemo(() => columnsOf(props, rows, open, toggle), [rows, open]);
	useEffect(() => setOpen(new Set()), [around]);

	function toggle(key: string): void {
		const next = new Set(open);
		if (!next.delete(key)) {
			next.add(key);
		}
		setOpen(next);
	}
	function onKey(key: string, row: number): boolean {
		const at = rows.key[row];
		if (at === undefined || !around.isDeep) {
			return false;
		}
		const isOpen = open.has(at);
		if (key === " " || (key === "ArrowRight" && !isOpen) || (key === "ArrowLeft" && isOpen)) {
			toggle(at);
			return true;
		}
		if (key === "ArrowRight") {
			setCursor(rows.key[row + 1] ?? at);
			return true;
		}
		if (key === "ArrowLeft") {
			setCursor(at.slice(0, at.lastIndexOf("/")) || at);
			return true;
		}
		return false;
	}

	return (
		<div class={`flank flank-${side}`}>
			<Table
				label={`${side} by ${metric.name}`}
				columns={columns}
				items={[...rows.key.keys()]}
				selected={rows.key.indexOf(cursor)}
				onSelect={(row) => setCursor(rows.key[row]!)}
				onOpen={(row) => go({ fn: run.functions.name(rows.groups[row]!.label) })}
				onKey={onKey}
				level={(row) => rows.groups[row]?.level ?? 1}
				isOpen={(row) => {
					const group = rows.groups[row];
					return group && around.hasMore(side, group) ? open.has(rows.key[row]!) : undefined;
				}}
				empty={WORDS[side].empty}
				isAsHighAsRows
			/>
		</div>
	);
}

function columnsOf(
	props: SideProps,
	rows: SideRows,
	open: ReadonlySet<string>,
	toggle: (key: string) => void,
): ColumnOfTable[] {
	const { comparison } = props;
	const name = nameColumn(props, rows, open, toggle);
	return [name, ...(comparison ? changedColumns(comparison, rows) : costColumns(props, rows))];
}

function nameColumn(
	{ run, side, around, go }: SideProps,
	rows: SideRows,
	open: ReadonlySet<string>,
	toggle: (key: string) => void,
): ColumnOfTable {
	const group = (row: number) => rows.groups[row]!;
	const name = (row: number) => run.functions.name(group(row).label);
	return {
		id: "name",
		title: WORDS[side].title,
		isText: true,
		full: name,
		render: (row) => (
			<Twig
				level={group(row).level}
				isOpen={around.hasMore(side, group(row)) ? open.has(rows.key[row]!) : undefined}
				toggle={() => toggle(rows.key[row]!)}
			>
				{group(row).isSelf ? (
					<span class="faint">itself</span>
				) : (
					<button type="button" class="link" tabIndex={-1} onClick={() => go({ fn: name(row) })}>
						<Name name={name(row)} />
					</button>
				)}
			</Twig>
		),
	};
}

function costColumns({ run, metric, label, side }: SideProps, rows: SideRows): ColumnOfTable[] {
	const whole = middleOf(run, label, metric.id).inclusive;
	const group = (row: number) => rows.groups[row]!;
	const most = greatest(rows.groups.map(({ cost }) => Number(cost)));
	const columns: ColumnOfTable[] = [
		{
			id: "part",
			title: "share",
			width: 160,
			hint: WORDS[side].hint,
			render: (row) => (
				<Share value={group(row).cost} most={most} text={percent(group(row).cost, whole)} />
			),
		},
		{
			id: "inclusive",
			title: "inclusive",
			width: 84,
			hint: WORDS[side].hint,
			render: (row) => shown(run, metric, group(row).cost),
			full: (row) => shownExactly(run, metric, group(row).cost),
		},
	];
	if (rows.groups.some(({ calls }) => calls !== null)) {
		columns.push({
			id: "calls",
			title: "calls",
			width: 92,
			render: (row) => (group(row).calls === null ? "" : shownCalls(run, group(row).calls!)),
		});
	}
	return columns;
}

/** Of a diff, in place of shares and costs. */
function changedColumns(comparison: Comparison, { groups }: SideRows): ColumnOfTable[] {
	const { before, after } = comparison;
	const costs = {
		was: (row: number) => groups[row]!.was ?? 0,
		is: (row: number) => groups[row]!.cost,
	};
	const calls = callsColumn((row) => {
		const { callsBefore: was, calls: is } = groups[row]!;
		return was == null || is === null
			? ""
			: callsBetween(mean(was, before.runs), mean(is, after.runs));
	});
	const hasCalls = groups.some((group) => group.calls !== null);
	return [
		...comparedColumns(comparison, "inclusive", costs, [...groups.keys()]),
		...(hasCalls ? [calls] : []),
	];
}
