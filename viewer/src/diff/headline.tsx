import type { Metric, RunHeader } from "../data/header.ts";
import { amount, change, percent } from "../look/units.ts";
import { numberAt } from "../shell/title.ts";
import { intervalOf, isNoise, median } from "./noise.ts";

/** Before → after, the change, and whether it is beyond noise. */
export function Headline({ runs, metric }: { runs: RunHeader[]; metric: Metric | undefined }) {
	const [before, after] = runs;
	const was = before && metric && totalOf(before, metric);
	const is = after && metric && totalOf(after, metric);
	if (was === null || was === undefined || is === null || is === undefined || !metric) {
		return null;
	}
	return (
		<>
			<li>
				{metric.name} {amount(was, metric.unit)} → <b>{amount(is, metric.unit)}</b>
			</li>
			<li>
				<b class={is > was ? "grew" : is < was ? "shrank" : ""}>
					{change(is - was, metric.unit)}, {signed(is - was, was)}
				</b>{" "}
				{verdict(before!, after!, metric)}
			</li>
		</>
	);
}

function signed(part: number, whole: number): string {
	return part > 0 ? `+${percent(part, whole)}` : percent(part, whole);
}

function verdict(before: RunHeader, after: RunHeader, metric: Metric): string {
	const sets = [before, after].map((run) => run.set?.totals[metric.id] ?? []);
	const interval = intervalOf(sets[0]!, sets[1]!);
	if (!interval) {
		const runs = [before, after].map(({ summary }) => numberAt(summary, "runs") ?? 1);
		return Math.max(...runs) > 1
			? `averages of ${runs.join(" and ")} runs: noise is not known`
			: "one run each: noise is not known";
	}
	const half = percent((interval.high - interval.low) / 2, median(sets[0]!));
	return isNoise(interval) ? `± ${half}: cannot tell` : `± ${half}`;
}

/** The average run's; of a set the median. */
function totalOf(run: RunHeader, metric: Metric): number | null {
	const totals = run.set?.totals[metric.id];
	if (totals && totals.length > 0) {
		return median(totals);
	}
	const keys: Record<string, string> = { wall: "wall_ns", cpu: "cpu_ns", memory: "memory_bytes" };
	const total = numberAt(run.summary, keys[metric.id] ?? metric.id);
	return total === null ? null : total / (numberAt(run.summary, "runs") ?? 1);
}
