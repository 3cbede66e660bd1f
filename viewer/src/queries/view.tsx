import "./queries.css";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { Run } from "../data/run.ts";
import { finder } from "../data/search.ts";
import { place } from "../look/names.ts";
import { amount, count, counted, percent } from "../look/units.ts";
import { List } from "../table/list.tsx";
import { rowsWhere } from "../table/order.ts";
import type { Cell } from "../table/tsv.ts";
import { useLoaded } from "../view/loaded.tsx";
import type { ViewProps } from "../view/view.ts";
import { columnsOf, times } from "./columns.tsx";
import { loadQueries, type Queries, type Query } from "./load.ts";

/** SQL, commands of Redis and Memcached, and URLs: equal texts together, with who sends them. */
export function QueriesView(props: ViewProps): JSX.Element {
	const [all, waiting] = useLoaded(() => loadQueries(props.run), [props.run]);
	return all ? <QueryTable {...props} all={all} /> : waiting;
}

function QueryTable({ run, state, go, all }: ViewProps & { all: Queries }): JSX.Element {
	const { queries } = all;
	const [chosen, choose] = useState(-1);
	const whole = run.isPart ? "part" : "run";
	const columns = useMemo(() => columnsOf(all, whole), [all]);
	const found = useMemo(
		() => rowsWhere(queries.length, matcher(all, state.find)),
		[all, state.find],
	);
	const query = queries[chosen];
	const show = (query: Query, view: string) => {
		const fn = nameOf(run, query);
		fn && go({ fn, view });
	};
	return (
		<div class="view">
			<List
				label="Queries"
				what="queries"
				said={sumsOf(all, found, whole)}
				cells={(rows) => cellsOf(Array.from(rows, (row) => queries[row]!))}
				columns={columns}
				items={found}
				sortedBy="total"
				selected={chosen}
				onSelect={choose}
				onOpen={(row) => show(queries[row]!, "callers")}
				empty={
					queries.length === 0
						? "No queries in this part."
						: `No query’s text or caller has “${state.find}” in it.`
				}
			/>
			{query && (
				<Chosen
					query={query}
					showCaller={(fn) => go({ fn, view: "callers" })}
					showFlame={nameOf(run, query) ? () => show(query, "flame") : null}
				/>
			)}
		</div>
	);
}

interface ChosenProps {
	query: Query;
	showCaller: (name: string) => void;
	/** Null: the run has no function of this query. */
	showFlame: (() => void) | null;
}

/** The whole text of a query, and who sends it. */
function Chosen({ query, showCaller, showFlame }: ChosenProps): JSX.Element {
	return (
		<section class="query" aria-label="the chosen query">
			<pre>{query.text}</pre>
			<ul>
				{query.callers.map((caller) => (
					<li key={caller.function}>
						{times(caller.calls)} from{" "}
						<button type="button" onClick={() => showCaller(caller.function)}>
							{caller.function}
						</button>{" "}
						<span class="faint">
							{place(caller.file, caller.line ?? 0)} · {amount(caller.wall_ns, "ns")}
						</span>
					</li>
				))}
			</ul>
			{showFlame && (
				<button type="button" onClick={showFlame}>
					Show in the flame graph
				</button>
			)}
		</section>
	);
}

/** By query: the search is in its text, or in the name of one who sends it. */
function matcher({ queries }: Queries, find: string): (row: number) => boolean {
	const test = finder(find);
	return (row) => {
		const { text, callers } = queries[row]!;
		return !test || test(text) || callers.some((caller) => test(caller.function));
	};
}

/** The function that sends the query, with its text or without; undefined: the run has neither. */
function nameOf(run: Run, { functions, text }: Query): string | undefined {
	const isThere = (name: string) => run.functions.find(name) >= 0;
	return functions.map((name) => `${name}#${text}`).find(isThere) ?? functions.find(isThere);
}

/** "120 queries of 4 texts, 12.0 ms, 31.0 % of the run" */
function sumsOf(all: Queries, rows: Int32Array, whole: string): string {
	const sum = (key: "calls" | "wall_ns") =>
		rows.reduce((sum, row) => sum + all.queries[row]![key], 0);
	const [calls, ns] = [sum("calls"), sum("wall_ns")];
	const queries = `${count(calls)} ${calls === 1 ? "query" : "queries"}`;
	const share = `${percent(ns, all.run_ns)} of the ${whole}`;
	return `${queries} of ${counted(rows.length, "text")}, ${amount(ns, "ns")}, ${share}${notesOf(all)}`;
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

function cellsOf(queries: Query[]): Cell[][] {
	return [
		["kind", "text", "calls", "wall_ns", "longest_ns", "caller", "caller_calls"],
		...queries.map(({ kind, text, calls, wall_ns, longest_ns, callers: [first] }) => [
			...[kind, text, calls, wall_ns, longest_ns ?? ""],
			...[first?.function ?? "", first?.calls ?? ""],
		]),
	];
}
