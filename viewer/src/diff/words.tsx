import type { Metric, Report } from "../data/header.ts";
import type { Go } from "../view/history.ts";
import { format, type State } from "../view/state.ts";

/** The title has it. */
const NAMESPACE = /^[\w\\]*\\(?=\w)/;

interface WordsProps {
	report: Report;
	metric: Metric | undefined;
	state: State;
	go: Go;
}

/** What became slower, and why, in the words of `xhprof diff`; above that, why the runs cannot be compared. */
export function Words({ report, metric, state, go }: WordsProps) {
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
							<a
								href={format({ ...state, fn: part.fn })}
								onClick={(event) => {
									event.preventDefault();
									go({ fn: part.fn });
								}}
								title={part.fn}
							>
								{part.fn.replace(NAMESPACE, "")}
							</a>
						),
					)}
				</p>
			)}
		</div>
	) : null;
}
