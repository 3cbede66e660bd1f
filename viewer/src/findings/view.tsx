import "./findings.css";
import type { JSX } from "preact";
import { place } from "../look/names.ts";
import { amount, counted, percent } from "../look/units.ts";
import { CopyButton } from "../table/copy.tsx";
import type { State } from "../view/state.ts";
import type { ViewProps } from "../view/view.ts";
import { type Advice, adviceOf, type Finding, nodeOf } from "./load.ts";

/** The rule whose cost is the profiler's. */
const DISTORTED = "distorted-by-tracing";

/** What is wrong, what it costs, where, why, and what to try: as xhprof advise has it. */
export function FindingsView({ run, go }: ViewProps): JSX.Element {
	const advice = adviceOf(run.header);
	const show = (finding: Finding) => go(stateFor(run, finding));
	return (
		<div class="view">
			<ol class="findings">
				{advice?.findings.map((finding) => (
					<li key={finding.id + finding.text + finding.path.join()}>
						<h2>{finding.text}</h2>
						<p>
							<b>{costOf(finding, advice)}</b>
							{finding.calls !== null && ` · ${counted(finding.calls, "call")}`}
							<span class="faint"> · {finding.id}</span>
						</p>
						{finding.path.length > 0 && (
							<p>
								<button type="button" class="finding-path" onClick={() => show(finding)}>
									{shortened(finding.path)}
								</button>
							</p>
						)}
						{finding.file !== null && <p class="faint">{place(finding.file, finding.line ?? 0)}</p>}
						<ul>
							{finding.evidence.map((text) => (
								<li key={text}>{text}</li>
							))}
						</ul>
						<p>
							<b>Try:</b> {finding.change}
						</p>
						<p class="finding-command">
							<code>{finding.command}</code>
							<CopyButton text={() => finding.command} title="Copy this command">
								Copy
							</CopyButton>
						</p>
					</li>
				))}
			</ol>
		</div>
	);
}

/** The greatest of them above all views. */
export function FindingsLine({ advice }: { advice: Advice }) {
	const { findings } = advice;
	const [first] = findings;
	return first ? (
		<p class="findings-line">
			<a href="#findings">{counted(findings.length, "finding")}</a>
			<span>
				{first.text}, <b>{costOf(first, advice)}</b>
				{findings.length > 1 && ", …"}
			</span>
		</p>
	) : null;
}

/** A share of the time without the profiler's own; and what is the profiler's, of the time as recorded. */
function costOf({ id, cost_ns }: Finding, { wall_ns, profiler_ns = 0 }: Advice): string {
	const isOwn = id === DISTORTED;
	const of = wall_ns + (isOwn ? profiler_ns : 0);
	const share = percent(Math.min(cost_ns, of), of);
	const base = profiler_ns === 0 ? "" : isOwn ? " as recorded" : " without the profiler";
	return cost_ns > 0 ? `${amount(cost_ns, "ns")}, ${share}${base}` : "cost not known";
}

/** The caller in the flame graph, with the call lit; without call paths the function and its callers. */
function stateFor(run: ViewProps["run"], { path }: Finding): Partial<State> {
	const fn = path.at(-1) ?? "";
	const node = nodeOf(run, path);
	return node < 0
		? { view: "callers", fn }
		: {
				view: "flame",
				fn,
				at: Math.max(0, run.tree.parent[node]!),
				by: "function",
				fold: "",
				without: [],
			};
}

/** Without texts of queries, which stand below. */
function shortened(path: string[]): string {
	const names = path.map((name) => name.split("#")[0]!);
	return (names.length > 6 ? [names[0]!, "…", ...names.slice(-4)] : names).join(" › ");
}
