import { useState } from "preact/hooks";
import type { Metric, Report, RunHeader } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { Headline } from "../diff/headline.tsx";
import { Words } from "../diff/words.tsx";
import { adviceOf } from "../findings/load.ts";
import { FindingsLine } from "../findings/view.tsx";
import { amount, count, counted } from "../look/units.ts";
import type { Go } from "../view/history.ts";
import type { State } from "../view/state.ts";
import { namesOf, numberAt, objectAt, textAt } from "../view/title.ts";
import { type Warning, warningsOf } from "./warnings.ts";

interface Props {
	report: Report;
	metric: Metric | undefined;
	/** Those that are decoded. */
	runs: (Run | null)[];
	state: State;
	go: Go;
}

/** What ran, how long it took, and what is missing from it; on a small page one line of it, until it is opened. */
export function Summary({ report, metric, runs, state, go }: Props) {
	const [isOpen, open] = useState(false);
	const run = report.runs.at(-1);
	if (!run) {
		return null;
	}
	const warnings = warningsOf(report, runs, metric?.id);
	return (
		<header class={isOpen ? "summary open" : "summary"}>
			<Words {...{ report, metric, state, go }} />
			<div class="line">
				{report.list && (
					<a class="list" href={report.list}>
						← All runs
					</a>
				)}
				<h1>{namesOf(report) || "a run of xhprof"}</h1>
				<div class="facts-line">
					<ul>
						{report.kind === "diff" ? (
							<Headline report={report} metric={metric} />
						) : (
							factsOf(run).map((fact) => <li key={fact}>{fact}</li>)
						)}
					</ul>
				</div>
				<span class="space" />
				<span class="places">
					{placeOf(run).map((fact) => (
						<span class="place" key={fact}>
							{fact}
						</span>
					))}
				</span>
				<MoreFacts
					loud={warnings.filter(({ isMild }) => !isMild).length}
					{...{ isOpen, flip: () => open(!isOpen) }}
				/>
			</div>
			{report.kind === "run" && <FindingsOf run={run} />}
			{warnings.length > 0 && <Warnings warnings={warnings} />}
		</header>
	);
}

/** Of a small page, which has no room for the rest at once. */
function MoreFacts({ loud, isOpen, flip }: { loud: number; isOpen: boolean; flip: () => void }) {
	const warnings = loud > 0 ? ` and ${counted(loud, "warning")}` : "";
	return (
		<button
			type="button"
			class="more-facts"
			title={`more about the run${warnings}`}
			aria-label={`more about the run${warnings}`}
			aria-expanded={isOpen}
			onClick={flip}
		>
			{loud > 0 ? `⚠ ${loud}` : isOpen ? "▴" : "▾"}
		</button>
	);
}

function FindingsOf({ run }: { run: RunHeader }) {
	const advice = adviceOf(run);
	return advice ? <FindingsLine advice={advice} /> : null;
}

function Warnings({ warnings }: { warnings: Warning[] }) {
	return (
		<ul class="warnings">
			{warnings.map(({ text, more, isMild }) => (
				<li key={text} class={isMild ? "mild" : ""}>
					{isMild ? "" : "⚠ "}
					{text}
					{more && (
						<details>
							<summary title="what this means" aria-label="what this means">
								?
							</summary>
							<p>{more}</p>
						</details>
					)}
				</li>
			))}
		</ul>
	);
}

const TOTALS: Record<string, string> = { wall: "wall", cpu: "CPU", peak: "peak" };

/** Only facts that are known. */
function factsOf(run: RunHeader): string[] {
	const { summary } = run;
	const request = objectAt(run.meta, "xhprof");
	const runs = numberAt(summary, "runs") ?? 1;
	const each = (key: string) => {
		const value = numberAt(summary, key);
		return value === null ? null : value / runs;
	};
	const total = (id: string, key: string, unit: Metric["unit"]) => {
		const median = run.set?.totals[id];
		const value = median?.median ?? (id === "peak" ? numberAt(summary, key) : each(key));
		const bounds = median?.interval?.map((bound) => amount(bound, unit));
		const within = bounds ? ` (95 % from ${bounds.join(" to ")})` : "";
		return value === null ? null : `${amount(value, unit)} ${TOTALS[id]}${within}`;
	};
	const calls = each("calls");
	const status = textAt(request, "status"); // a command's is 0 if nothing went wrong
	const facts = [
		status === "0" ? null : status,
		total("wall", "wall_ns", "ns"),
		total("cpu", "cpu_ns", "ns"),
		total("peak", "peak_bytes", "bytes"),
		run.kind === "samples"
			? counted(numberAt(summary, "samples") ?? 0, "sample")
			: calls === null
				? null
				: counted(calls, "call"),
		runs > 1 ? `${run.set ? "medians" : "average"} of ${count(runs)} runs` : null,
	];
	return facts.filter((fact) => fact !== null);
}

function placeOf(run: RunHeader): string[] {
	const request = objectAt(run.meta, "xhprof");
	const php = textAt(request, "php") ?? textAt(run.meta, "php");
	const started = numberAt(run.summary, "started");
	const trace = textAt(request, "trace");
	const facts = [
		textAt(request, "host") ?? textAt(run.meta, "host"),
		php && `PHP ${php}`,
		textAt(request, "revision"),
		started ? dateOf(started) : null,
		trace && `trace ${trace}`,
	];
	return facts.filter((fact) => fact !== null && fact !== "") as string[];
}

function dateOf(seconds: number): string {
	const date = new Date(seconds * 1000);
	const two = (value: number) => String(value).padStart(2, "0");
	const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
