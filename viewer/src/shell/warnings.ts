import type { Report, RunHeader } from "../data/header.ts";
import { amount, count } from "../look/units.ts";
import { numberAt } from "./title.ts";

export interface Warning {
	text: string;
	/** Its meaning, and where docs/ says more; null: the text says it all. */
	more: string | null;
	/** A note rather than a warning. */
	isMild: boolean;
}

/** The parts that are missing from the numbers, in the reader's words. */
export function warningsOf(report: Report): Warning[] {
	const all = report.runs.flatMap((run, index) =>
		ofRun(run).map((warning) => ({
			...warning,
			text:
				report.kind === "diff"
					? `${index === 0 ? "before" : "after"}: ${warning.text}`
					: warning.text,
		})),
	);
	const notes = report.notes.map((text): Warning => ({ text, more: null, isMild: false }));
	return [...notes, ...all].sort((a, b) => Number(a.isMild) - Number(b.isMild));
}

function ofRun(run: RunHeader): Warning[] {
	const { summary } = run;
	const warnings: Warning[] = [];

	const unrecorded = numberAt(summary, "unrecorded_calls") ?? 0;
	if (unrecorded > 0) {
		warnings.push({
			text: `${count(unrecorded)} calls not recorded (C stack)`,
			more: "They ran while the C stack was nearly used up by deep recursion. Their time is part of their callers’ own. With xhprof.hook=observer there is no such limit: docs/profile-format.md.",
			isMild: false,
		});
	}
	const truncated = numberAt(summary, "truncated_calls") ?? 0;
	if (truncated > 0) {
		const paths = count(numberAt(summary, "nodes") ?? run.nodes);
		warnings.push({
			text: `paths beyond ${paths} are folded into (truncated): ${count(truncated)} calls`,
			more: "A run keeps so many call paths at most. Functions, callers and callees are complete; paths and their lines are not. More are kept with a greater limit of nodes: docs/profile-format.md.",
			isMild: false,
		});
	}
	if (run.kind === "pairs") {
		warnings.push({
			text: "this run has no call paths: the flame graph is an estimate, functions and callers are exact",
			more: "Only who called whom was recorded. What a function cost is shared out among its callees as if all its callers had them alike. With call paths, as of XHPROF_FLAGS_TREE, it is exact: docs/profile-format.md.",
			isMild: false,
		});
	}
	warnings.push(...reducedOf(run), ...costOf(run));
	return warnings;
}

/** The rows that a choice of the reader took out. */
function reducedOf({ summary }: RunHeader): Warning[] {
	const hidden = numberAt(summary, "hidden_calls") ?? 0;
	const leftOut = numberAt(summary, "left_out") ?? 0;
	const texts = [
		hidden > 0 ? `${count(hidden)} calls are hidden or folded: part of another row` : "",
		leftOut > 0
			? `${count(leftOut)} paths are (left out): ${amount(numberAt(summary, "left_out_ns") ?? 0, "ns")}`
			: "",
	];
	return texts.filter(Boolean).map((text) => ({
		text,
		more: "The report was made with --hide, --hide-function, --fold or --threshold. Sums are those of the whole run.",
		isMild: true,
	}));
}

function costOf({ summary }: RunHeader): Warning[] {
	const warnings: Warning[] = [];
	const runs = numberAt(summary, "runs") ?? 1;
	const cost = (numberAt(summary, "own_cost_ns") ?? 0) / runs;
	if (cost > 0) {
		warnings.push({
			text: `profiler’s own cost ≈ ${amount(cost, "ns")}`,
			more: "An estimate of what measuring added to the times. Functions that are called very often carry most of it: docs/overhead.md.",
			isMild: true,
		});
	}
	const error = numberAt(summary, "error");
	const untimed = numberAt(summary, "untimed_calls") ?? 0;
	if (untimed > 0) {
		warnings.push({
			text: `${count(untimed)} calls are not timed: own times are ± ${(error ?? 0).toFixed(1)} points`,
			more: "Counts and memory are exact: docs/overhead.md.",
			isMild: true,
		});
	} else if (error) {
		warnings.push({
			text: `sampled: shares are ± ${error.toFixed(1)} points`,
			more: "A share that is smaller than this may be chance. More samples make it smaller: docs/sampling.md.",
			isMild: true,
		});
	}
	return warnings;
}
