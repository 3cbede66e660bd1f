import "./queries.css";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { tester } from "../data/search.ts";
import { place } from "../look/names.ts";
import { amount, count, counted, percent } from "../look/units.ts";
import { greatest, Share } from "../table/cells.tsx";
import { CopyButton } from "../table/copy.tsx";
import { rowsWhere, type Sort, sorted } from "../table/order.ts";
import { type ColumnOfTable, Table } from "../table/table.tsx";
import { tsv } from "../table/tsv.ts";
import type { ViewProps } from "../view/view.ts";
import { loadQueries, type Queries, type Query } from "./load.ts";

/** SQL, commands of Redis and Memcached, and URLs: equal texts together, with who sends them. */
export function QueriesView(props: ViewProps): JSX.Element {
	const { run } = props;
	const [all, setAll] = useState<Queries | string | null>(null);
	useEffect(() => {
		loadQueries(run).then(setAll, (error: Error) => setAll(error.message));
	}, [run]);
	if (typeof all === "string") {
		return <p class="view-note">{all}</p>;
	}
	return all ? <QueryTable {...props} all={all} /> : <div class="view" />;
}

type Column = ColumnOfTable & { key(row: number): number | string };

function QueryTable({ run, state, go, all }: ViewProps & { all: Queries }): JSX.Element {
	const [sort, setSort] = useState<Sort>({ column: "total", isDescending: true });
	const [chosen, choose] = useState(-1);
	const whole = run.isPart ? "part" : "run";
	const columns = useMemo(() => columnsOf(all, whole), [all]);
	const rows = useMemo(() => {
		const test = tester(state.find);
		const isFound = ({ text, callers }: Query) =>
			state.find === "" ||
			typeof test === "string" ||
			test(text) ||
			callers.some((caller) => test(caller.function));
		const found = rowsWhere(all.queries.length, (row) => isFound(all.queries[row]!));
		const key = columns.find(({ id }) => id === sort.column)?.key;
		return key ? sorted(found, key, sort.isDescending) : found;
	}, [all, state.find, sort]);
	const sum = (key: "calls" | "wall_ns") =>
		rows.reduce((sum, row) => sum + all.queries[row]![key], 0);
	const query = all.queries[chosen];
	const nameOf = ({ functions, text }: Query) =>
		functions.map((name) => `${name}#${text}`).find((name) => run.functions.find(name) >= 0) ??
		functions.find((name) => run.functions.find(name) >= 0);
	const show = (query: Query, view: string) => {
		const fn = nameOf(query);
		if (fn) {
			go({ fn, view });
		}
	};
	return (
		<div class="view">
			<div class="view-bar">
				<span>
					{count(sum("calls"))} {sum("calls") === 1 ? "query" : "queries"} of{" "}
					{counted(rows.length, "text")}, {amount(sum("wall_ns"), "ns")},{" "}
					{percent(sum("wall_ns"), all.run_ns)} of the {whole}
					{notesOf(all)}
				</span>
				<CopyButton
					text={() => tsv(cellsOf(all, rows))}
					title="Copy these queries as tab-separated values"
				>
					Copy table
				</CopyButton>
			</div>
			<Table
				label="Queries"
				columns={columns.map((column) => ({
					...column,
					render: (i) => column.render(rows[i]!),
					full: (i) => column.full?.(rows[i]!) ?? "",
				}))}
				rows={rows.length}
				selected={rows.indexOf(chosen)}
				sort={sort}
				onSort={setSort}
				onSelect={(i) => choose(rows[i]!)}
				onOpen={(i) => show(all.queries[rows[i]!]!, "callers")}
				empty={
					all.queries.length === 0
						? "No queries in this part."
						: `No query’s text or caller has “${state.find}” in it.`
				}
			/>
			{query && (
				<section class="query" aria-label="the chosen query">
					<pre>{query.text}</pre>
					<ul>
						{query.callers.map((caller) => (
							<li key={caller.function}>
								{times(caller.calls)} from{" "}
								<button type="button" onClick={() => go({ fn: caller.function, view: "callers" })}>
									{caller.function}
								</button>{" "}
								<span class="faint">
									{place(caller.file, caller.line ?? 0)} · {amount(caller.wall_ns, "ns")}
								</span>
							</li>
						))}
					</ul>
					{nameOf(query) && (
						<button type="button" onClick={() => show(query, "flame")}>
							Show in the flame graph
						</button>
					)}
				</section>
			)}
		</div>
	);
}

function times(calls: number): string {
	return calls === 1 ? "once" : `${count(calls)} times`;
}

/** "120 times from Related_Shop_Widget::content". */
function caller({ callers }: Query): string {
	const [first] = callers;
	return first
		? `${times(first.calls)} from ${first.function}${callers.length > 1 ? ` and ${callers.length - 1} more` : ""}`
		: "";
}

function columnsOf({ queries, run_ns }: Queries, whole: string): Column[] {
	const most = greatest(queries.map(({ wall_ns }) => wall_ns));
	const number = (
		id: string,
		key: (query: Query) => number,
		text: (query: Query) => string,
		rest: Partial<Column> = {},
	): Column => ({
		id,
		title: id,
		width: 84,
		key: (row) => key(queries[row]!),
		render: (row) => text(queries[row]!),
		...rest,
	});
	const words = (
		id: string,
		text: (query: Query) => string,
		rest: Partial<Column> = {},
	): Column => ({
		id,
		title: id,
		isText: true,
		key: (row) => text(queries[row]!),
		render: (row) => <span class="query-text">{text(queries[row]!)}</span>,
		full: (row) => text(queries[row]!),
		...rest,
	});
	return [
		words("query", ({ text }) => text),
		{
			id: "part",
			title: `${whole} %`,
			width: 160,
			key: (row) => queries[row]!.wall_ns,
			render: (row) => (
				<Share
					value={queries[row]!.wall_ns}
					most={most}
					text={percent(queries[row]!.wall_ns, run_ns)}
				/>
			),
		},
		number(
			"total",
			({ wall_ns }) => wall_ns,
			({ wall_ns }) => amount(wall_ns, "ns"),
		),
		number(
			"calls",
			({ calls }) => calls,
			({ calls }) => count(calls),
		),
		number(
			"longest",
			({ longest_ns }) => longest_ns ?? -1,
			({ longest_ns }) => (longest_ns === null ? "" : amount(longest_ns, "ns")),
		),
		number(
			"mean",
			({ wall_ns, calls }) => wall_ns / calls,
			({ wall_ns, calls }) => amount(wall_ns / calls, "ns"),
			{
				from: 960,
			},
		),
		words("kind", ({ kind }) => kind, { width: 72, from: 1200 }),
		words("caller", caller, {
			title: "from",
			width: 330,
			from: 960,
			hint: "the first caller outside of libraries",
		}),
	];
}

/** What the rows lack. */
function notesOf({
	has_paths,
	other_calls,
	without_text,
	curl_multi_ns,
	queries,
}: Queries): string {
	return [
		has_paths ? "" : "callers are the nearest ones, as the run has no call paths",
		other_calls > 0 ? `${counted(other_calls, "call")} of too many texts in (other)` : "",
		without_text > 0
			? `${counted(without_text, "call")} without a text, see xhprof.collect_additional_info`
			: "",
		curl_multi_ns > 0 && queries.some(({ kind }) => kind === "http")
			? `curl_multi took ${amount(curl_multi_ns, "ns")} for all of its requests`
			: "",
	]
		.filter(Boolean)
		.map((note) => `; ${note}`)
		.join("");
}

function cellsOf({ queries }: Queries, rows: Int32Array): (string | number)[][] {
	return [
		["kind", "text", "calls", "wall_ns", "longest_ns", "caller", "caller_calls"],
		...[...rows].map((row) => {
			const { kind, text, calls, wall_ns, longest_ns, callers } = queries[row]!;
			return [
				kind,
				text,
				calls,
				wall_ns,
				longest_ns ?? "",
				callers[0]?.function ?? "",
				callers[0]?.calls ?? "",
			];
		}),
	];
}
