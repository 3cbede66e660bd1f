import type { Metric, Report, RunHeader } from "../data/header.ts";
import { Headline } from "../diff/headline.tsx";
import { amount, count } from "../look/units.ts";
import { namesOf, numberAt, objectAt, textAt } from "./title.ts";
import { type Warning, warningsOf } from "./warnings.ts";

/** What ran, how long it took, and what is missing from it. */
export function Summary({ report, metric }: { report: Report; metric: Metric | undefined }) {
	const run = report.runs.at(-1);
	if (!run) {
		return null;
	}
	const warnings = warningsOf(report);
	return (
		<header class="summary">
			<div class="line">
				<h1>{namesOf(report) || "a run of xhprof"}</h1>
				<div class="facts-line">
					<ul>
						{report.kind === "diff" ? (
							<Headline runs={report.runs} metric={metric} />
						) : (
							factsOf(run).map((fact) => <li key={fact}>{fact}</li>)
						)}
					</ul>
				</div>
				<span class="space" />
				{placeOf(run).map((fact) => (
					<span class="place" key={fact}>
						{fact}
					</span>
				))}
			</div>
			{warnings.length > 0 && <Warnings warnings={warnings} />}
		</header>
	);
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
							<summary title="what this means">?</summary>
							<p>{more}</p>
						</details>
					)}
				</li>
			))}
		</ul>
	);
}

/** Only facts that are known. */
function factsOf(run: RunHeader): string[] {
	const { summary } = run;
	const request = objectAt(run.meta, "xhprof");
	const runs = numberAt(summary, "runs") ?? 1;
	const each = (key: string) => {
		const value = numberAt(summary, key);
		return value === null ? null : value / runs;
	};
	const wall = each("wall_ns");
	const cpu = each("cpu_ns");
	const peak = numberAt(summary, "peak_bytes");
	const calls = each("calls");
	const facts = [
		textAt(request, "status"),
		wall === null ? null : `${amount(wall, "ns")} wall`,
		cpu === null ? null : `${amount(cpu, "ns")} CPU`,
		peak === null ? null : `${amount(peak, "bytes")} peak`,
		run.kind === "samples"
			? `${count(numberAt(summary, "samples") ?? 0)} samples`
			: calls === null
				? null
				: `${count(calls)} calls`,
		runs > 1 ? `average of ${count(runs)} runs` : null,
	];
	return facts.filter((fact) => fact !== null);
}

function placeOf(run: RunHeader): string[] {
	const request = objectAt(run.meta, "xhprof");
	const php = textAt(request, "php") ?? textAt(run.meta, "php");
	const started = numberAt(run.summary, "started");
	const facts = [
		textAt(request, "host") ?? textAt(run.meta, "host"),
		php && `PHP ${php}`,
		textAt(request, "revision"),
		started ? dateOf(started) : null,
	];
	return facts.filter((fact) => fact !== null && fact !== "") as string[];
}

function dateOf(seconds: number): string {
	const date = new Date(seconds * 1000);
	const two = (value: number) => String(value).padStart(2, "0");
	const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
	return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
