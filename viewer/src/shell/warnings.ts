import { at } from "../data/column.ts";
import { GC } from "../data/functions.ts";
import type { Report, RunHeader } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import { MOST_POINTS } from "../data/share-error.ts";
import { adviceOf } from "../findings/load.ts";
import { amount, count, counted, errorText, percent } from "../look/units.ts";
import { numberAt, objectAt, textAt } from "../view/title.ts";

export interface Warning {
	text: string;
	/** Its meaning, and where docs/ says more; null: the text says it all. */
	more: string | null;
	/** A note rather than a warning. */
	isMild: boolean;
}

/**
 * The parts that are missing from the numbers, in the reader's words. runs: those that are decoded; metric: that which
 * is shown.
 */
export function warningsOf(report: Report, runs: (Run | null)[], metric = "wall"): Warning[] {
	const all = report.runs.flatMap((run, index) =>
		[
			...ofRun(run),
			...ofSamples(run, metric),
			...(report.kind === "diff" ? [] : sourceOf(run)), // a note of the report says where they differ
			...gcOf(runs[index] ?? null),
		].map((warning) => ({
			...warning,
			text:
				report.kind === "diff"
					? `${index === 0 ? "before" : "after"}: ${warning.text}`
					: warning.text,
		})),
	);
	const sets = report.runs.filter(({ set }) => set !== undefined);
	if (sets.length > 0) {
		const rows = report.kind === "diff" ? "frames and paths" : "frames, paths and functions";
		const runs = sets.map(({ set }) => count(set!.runs)).join(" and ");
		all.push({
			text: `${rows} show averages of ${runs} runs`,
			more:
				"Costs of paths add up as averages only. The first line is of medians, which a run that was " +
				"disturbed does not move; of two sets so are Changes, Functions and the panel.",
			isMild: true,
		});
	}
	const notes = report.notes.map((text): Warning => ({ text, more: null, isMild: false }));
	return [...notes, ...all].sort((a, b) => Number(a.isMild) - Number(b.isMild));
}

function ofRun(run: RunHeader): Warning[] {
	const { summary } = run;
	const warnings: Warning[] = [];

	const unrecorded = numberAt(summary, "unrecorded_calls") ?? 0;
	if (unrecorded > 0) {
		warnings.push({
			text: `${counted(unrecorded, "call")} and all below not recorded (C stack)`,
			more:
				"They and all that they called ran while the C stack was nearly used up by deep recursion. Their " +
				"time is part of their callers’ own. With xhprof.hook=observer there is no such limit: " +
				"docs/profile-format.md.",
			isMild: false,
		});
	}
	const truncated = numberAt(summary, "truncated_calls") ?? 0;
	if (truncated > 0) {
		const paths = count(numberAt(summary, "nodes") ?? run.nodes);
		warnings.push({
			text: `paths beyond ${paths} are folded into (truncated): ${counted(truncated, "call")}`,
			more:
				"A run keeps at most this many call paths. Functions, callers and callees are complete; paths and " +
				"their lines are not. A higher limit of nodes keeps more: docs/profile-format.md.",
			isMild: false,
		});
	}
	if (run.kind === "pairs") {
		warnings.push({
			text: "this run has no call paths: the flame graph is an estimate, functions and callers are exact",
			more:
				"Only pairs of caller and callee were recorded. The cost of a function is divided among its callees " +
				"as if all its callers used them alike. With call paths, as of XHPROF_FLAGS_TREE, it is exact: " +
				"docs/profile-format.md.",
			isMild: false,
		});
	}
	warnings.push(...adviceNotes(run), ...reducedOf(run), ...costOf(run));
	return warnings;
}

/** Rules that looked and found nothing, or did not look. */
function adviceNotes(run: RunHeader): Warning[] {
	const advice = adviceOf(run);
	const most = numberAt(objectAt(run as Record<string, unknown>, "advice"), "most_paths");
	const text =
		advice?.findings.length === 0 ? `no findings: ${counted(advice.rules, "rule")} checked` : null;
	const left =
		most &&
		`more than ${count(most)} paths: for findings and queries see xhprof advise and xhprof queries`;
	return [text, left].flatMap((one) => (one ? [{ text: one, more: null, isMild: true }] : []));
}

/** The rows that a choice of the reader took out. */
function reducedOf({ summary }: RunHeader): Warning[] {
	const hidden = numberAt(summary, "hidden_calls") ?? 0;
	const leftOut = numberAt(summary, "left_out") ?? 0;
	const texts = [
		hidden > 0 ? `${counted(hidden, "call")} hidden or folded: part of another row` : "",
		leftOut > 0
			? `${counted(leftOut, "path")} (left out): ${amount(numberAt(summary, "left_out_ns") ?? 0, "ns")}`
			: "",
	];
	return texts.filter(Boolean).map((text) => ({
		text,
		more:
			"The report was made with --hide, --hide-function, --fold or --min-share. Sums are those of the whole " +
			"run.",
		isMild: true,
	}));
}

/** The true overhead as parts of the estimate, as `xhprof top` has them. */
const COST_LEAST = 0.6;
const COST_MOST = 1.7;

function costOf({ summary }: RunHeader): Warning[] {
	const warnings: Warning[] = [];
	const runs = numberAt(summary, "runs") ?? 1;
	const cost = (numberAt(summary, "own_cost_ns") ?? 0) / runs;
	const wall = (numberAt(summary, "wall_ns") ?? Number.POSITIVE_INFINITY) / runs;
	const [least, most] = [amount(Math.min(COST_LEAST * cost, wall), "ns"), COST_MOST * cost];
	if (cost > 0) {
		warnings.push({
			text: `profiler overhead: ${most < wall ? `${least} to ${amount(most, "ns")}` : `at least ${least}`}`,
			more:
				"An estimate of what measuring added to the times. Functions that are called very often carry " +
				"most of it: docs/overhead.md.",
			isMild: true,
		});
	}
	return warnings;
}

/** Less of the time is not worth a word. */
const MUCH_INFERRED = 0.01;

/** As the head of `xhprof top` has it: how far shares may be off. */
function ofSamples(run: RunHeader, metric: string): Warning[] {
	const { summary } = run;
	const isOfCpu = metric === "cpu" && (numberAt(summary, "cpu_ns") ?? 0) > 0;
	const points = numberAt(summary, isOfCpu ? "cpu_share_error_points" : "share_error_points");
	if (!points) {
		return [];
	}
	const inferred = inferredOf(summary);
	const unseen =
		", and inferred is time off the CPU that no sample saw, charged to where the thread was last seen";
	const meaning = `${inferred && unseen}: docs/sampling.md.`;
	if (points > MOST_POINTS) {
		const may = `A share may be off by more than ${MOST_POINTS} percentage points`;
		return [
			{
				text: `not enough samples${isOfCpu ? " of CPU time" : ""}: sample for longer${inferred}`,
				more: `${may}; Functions has the error of each${meaning}`,
				isMild: false,
			},
		];
	}
	const most =
		"The largest error of all functions, in 95 of 100 runs; Functions has the error of each";
	return [
		{
			text: `shares${isOfCpu ? " of CPU time" : ""} are within${errorText(points)} points${inferred}`,
			more: `${most}. More samples make it smaller${meaning}`,
			isMild: true,
		},
	];
}

/** ", 12.3 % inferred", if that is worth a word. */
function inferredOf(summary: RunHeader["summary"]): string {
	const [part, whole] = [numberAt(summary, "inferred_ns") ?? 0, numberAt(summary, "wall_ns") ?? 0];
	return part > 0 && part >= MUCH_INFERRED * whole ? `, ${percent(part, whole)} inferred` : "";
}

/** "sampled by timer signals: the system does not permit perf", of the samples or of those beside the calls. */
function sourceOf({ summary }: RunHeader): Warning[] {
	const text = textAt(summary, "sampled");
	return text === null
		? []
		: [
				{
					text,
					more: "The source of the samples, and why it was chosen: docs/sampling.md.",
					isMild: true,
				},
			];
}

/** The least share of the whole for advice about the collector; fewer freed values a run mean that it is of no use. */
const MUCH_GC = 0.05;
const LITTLE_FREED = 100;

/** The advice of `xhprof top`. */
function gcOf(run: Run | null): Warning[] {
	const collected = objectAt(run?.header.summary, "gc");
	const label = run?.functions.find(GC) ?? -1;
	if (!run || !collected || label < 0 || !run.loaded("wall")) {
		return [];
	}
	const [time, total] = [at(run.sums("wall").inclusive, label), run.total("wall")];
	const [times, freed] = [numberAt(collected, "runs") ?? 0, numberAt(collected, "collected") ?? 0];
	if (Number(time) < MUCH_GC * Number(total)) {
		return [];
	}
	const hint =
		freed < times * LITTLE_FREED
			? "it frees almost nothing: call gc_disable() where many long-lived objects are built"
			: "cyclic references keep it busy: use WeakReference for references to a parent";
	const took = `${amount(Number(time) / run.runs, "ns")} in ${counted(times, "run")} of the collector`;
	return [
		{
			text: `garbage collection ${percent(time, total)}: ${hint}`,
			more: `${took}, ${counted(freed, "value")} freed: docs/memory.md.`,
			isMild: false,
		},
	];
}
