import type { Report, RunHeader } from "../data/header.ts";
import { amount, count } from "../look/units.ts";
import { numberAt } from "./title.ts";

export interface Warning {
	text: string;
	/** Where it is explained, below docs/; null: the text says it all. */
	more: string | null;
	/** A note rather than a warning. */
	isMild: boolean;
}

/** What is missing from the numbers, in the reader's words. */
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
	const missing = "profile-format.md#incomplete-profiles";
	const unrecorded = numberAt(summary, "unrecorded_calls") ?? 0;
	if (unrecorded > 0) {
		warnings.push({
			text: `${count(unrecorded)} calls not recorded (C stack)`,
			more: missing,
			isMild: false,
		});
	}
	const truncated = numberAt(summary, "truncated_calls") ?? 0;
	if (truncated > 0) {
		const paths = count(numberAt(summary, "nodes") ?? run.nodes);
		warnings.push({
			text: `paths beyond ${paths} are folded into (truncated): ${count(truncated)} calls`,
			more: missing,
			isMild: false,
		});
	}
	if (run.kind === "pairs") {
		warnings.push({
			text: "this run has no call paths: the flame graph is an estimate, functions and callers are exact",
			more: "profile-format.md",
			isMild: false,
		});
	}
	warnings.push(...costOf(run));
	return warnings;
}

function costOf({ summary }: RunHeader): Warning[] {
	const warnings: Warning[] = [];
	const cost = numberAt(summary, "own_cost_ns");
	if (cost) {
		warnings.push({
			text: `profiler’s own cost ≈ ${amount(cost, "ns")}`,
			more: "overhead.md",
			isMild: true,
		});
	}
	const error = numberAt(summary, "error");
	if (error) {
		warnings.push({
			text: `sampled: shares are ± ${error.toFixed(1)} points`,
			more: "sampling.md",
			isMild: true,
		});
	}
	return warnings;
}
