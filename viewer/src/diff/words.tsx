import type { Metric, Report } from "../data/header.ts";
import type { Go } from "../view/history.ts";

/** The title has it. */
const NAMESPACE = /^[\w\\]*\\(?=\w)/;

/** What became slower, and why, in the words of `xhprof diff`; above that, why the runs cannot be compared. */
export function Words(props: { report: Report; metric: Metric | undefined; go: Go }) {
	const { report, metric, go } = props;
	const { differences, words } = report.change ?? {};
	const sentence = (metric && words?.[metric.id]) || [];
	return differences || sentence.length > 0 ? (
		<div class="words">
			{differences && (
				<p class="unlike">
					<b>Not comparable:</b> {differences}
				</p>
			)}
			{sentence.length > 0 && (
				<p>
					{sentence.map((part) =>
						typeof part === "string" ? (
							part
						) : (
							<button
								type="button"
								class="link"
								onClick={() => go({ fn: part.fn })}
								title={part.fn}
							>
								{part.fn.replace(NAMESPACE, "")}
							</button>
						),
					)}
				</p>
			)}
		</div>
	) : null;
}
