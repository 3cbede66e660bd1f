import type { Metric, Report, TotalChange } from "../data/header.ts";
import { amount, change, signedPercent } from "../look/units.ts";
import { rangeText } from "./medians.ts";

/** Before → after, the change, and whether it is beyond noise: the numbers of `xhprof diff`. */
export function Headline({ report, metric }: { report: Report; metric: Metric | undefined }) {
	const total = metric && report.change?.totals[metric.id];
	if (!total || !report.change) {
		return null;
	}
	const { before, after, noise } = total;
	const { basis, doubt } = report.change;
	const way = noise || after === before ? "" : after > before ? "grew" : "shrank";
	return (
		<>
			<li>
				{metric.name} {amount(before, metric.unit)} → <b>{amount(after, metric.unit)}</b>
				{basis && `, ${basis}`}
			</li>
			<li>
				<b class={way}>
					{change(after - before, metric.unit)}, {signedPercent(after - before, before)}
				</b>{" "}
				{verdict(total, metric) || (report.change.words?.[metric.id] ? "" : doubt)}
			</li>
		</>
	);
}

function verdict({ interval, noise, relative }: TotalChange, { unit }: Metric): string {
	if (interval === null) {
		return "";
	}
	const range = `95 % ${rangeText(interval, relative ?? null, unit)}`;
	return noise ? `${range}: cannot tell` : range;
}
