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

function loud(text: string, more: string | null = null): Warning {
	return { text, more, isMild: false };
}

function mild(text: string, more: string | null = null): Warning {
	return { text, more, isMild: true };
}

/**
 * The parts that are missing from the numbers, in the reader's words. runs: those that are decoded; metric: that which
 * is shown.
 */
export function warningsOf(report: Report, runs: (Run | null)[], metric = "wall"): Warning[] {
	const isDiff = report.kind === "diff";
	const all = report.runs.flatMap((run, index) =>
		[
			...ofRun(run),
			...ofSamples(run, metric),
			...(isDiff ? [] : sourceOf(run)), // a note of the report says where they differ
			...gcOf(runs[index] ?? null),
		].map(({ text, ...rest }) => ({
			...rest,
			text: isDiff ? `${index === 0 ? "before" : "after"}: ${text}` : text,
		})),
	);
	const sets = report.runs.filter(({ set }) => set !== undefined);
	if (sets.length > 0) {
		const rows = isDiff ? "frames and paths" : "frames, paths and functions";
		const runs = sets.map(({ set }) => count(set!.runs)).join(" and ");
		all.push(
			mild(
				`${rows} show averages of ${runs} runs`,
				"Costs of paths add up as averages only. The first line is of medians, which a run that was " +
					"disturbed does not move; of two sets so are Changes, Functions and the panel.",
			),
		);
	}
	const notes = report.notes.map((text) => loud(text));
	return [...notes, ...all].sort((a, b) => Number(a.isMild) - Number(b.isMild));
}

function ofRun(run: RunHeader): Warning[] {
	const unrecorded = numberAt(run.summary, "unrecorded_calls") ?? 0;
	const truncated = numberAt(run.summary, "truncated_calls") ?? 0;
	const paths = count(numberAt(run.summary, "nodes") ?? run.nodes);
	const missing = [
		unrecorded > 0 &&
			loud(
				`${counted(unrecorded, "call")} and all below not recorded (C stack)`,
				"They and all that they called ran while the C stack was nearly used up by deep recursion. Their " +
					"time is part of their callers’ own. With xhprof.hook=observer there is no such limit: " +
					"docs/profile-format.md.",
			),
		truncated > 0 &&
			loud(
				`paths beyond ${paths} are folded into (truncated): ${counted(truncated, "call")}`,
				"A run keeps at most this many call paths. Functions, callers and callees are complete; paths and " +
					"their lines are not. A higher limit of nodes keeps more: docs/profile-format.md.",
			),
		run.kind === "pairs" &&
			loud(
				"this run has no call paths: the flame graph is an estimate, functions and callers are exact",
				"Only pairs of caller and callee were recorded. The cost of a function is divided among its callees " +
					"as if all its callers used them alike. With call paths, as of XHPROF_FLAGS_TREE, it is exact: " +
					"docs/profile-format.md.",
			),
	].filter((one) => one !== false);
	return [...missing, ...adviceNotes(run), ...reducedOf(run), ...costOf(run)];
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
	return [text, left].flatMap((one) => (one ? [mild(one)] : []));
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
	const more =
		"The report was made with --hide, --hide-function, --fold or --min-share. Sums are those of the whole run.";
	return texts.filter(Boolean).map((text) => mild(text, more));
}

/** The true overhead as parts of the estimate, as `xhprof top` has them. */
const COST_LEAST = 0.6;
const COST_MOST = 1.7;

function costOf({ summary }: RunHeader): Warning[] {
	const runs = numberAt(summary, "runs") ?? 1;
	const cost = (numberAt(summary, "own_cost_ns") ?? 0) / runs;
	const wall = (numberAt(summary, "wall_ns") ?? Number.POSITIVE_INFINITY) / runs;
	const [least, most] = [amount(Math.min(COST_LEAST * cost, wall), "ns"), COST_MOST * cost];
	const range = most < wall ? `${least} to ${amount(most, "ns")}` : `at least ${least}`;
	const more =
		"An estimate of what measuring added to the times. Functions that are called very often carry most of it: " +
		"docs/overhead.md.";
	return cost > 0 ? [mild(`profiler overhead: ${range}`, more)] : [];
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
	const ofTime = isOfCpu ? " of CPU time" : "";
	const inferred = inferredOf(summary);
	const unseen =
		", and inferred is time off the CPU that no sample saw, charged to where the thread was last seen";
	const meaning = `${inferred && unseen}: docs/sampling.md.`;
	if (points > MOST_POINTS) {
		const may = `A share may be off by more than ${MOST_POINTS} percentage points`;
		const text = `not enough samples${ofTime}: sample for longer${inferred}`;
		return [loud(text, `${may}; Functions has the error of each${meaning}`)];
	}
	const most =
		"The largest error of all functions, in 95 of 100 runs; Functions has the error of each";
	const text = `shares${ofTime} are within${errorText(points)} points${inferred}`;
	return [mild(text, `${most}. More samples make it smaller${meaning}`)];
}

/** ", 12.3 % inferred", if that is worth a word. */
function inferredOf(summary: RunHeader["summary"]): string {
	const [part, whole] = [numberAt(summary, "inferred_ns") ?? 0, numberAt(summary, "wall_ns") ?? 0];
	return part > 0 && part >= MUCH_INFERRED * whole ? `, ${percent(part, whole)} inferred` : "";
}

/** "sampled by timer signals: the system does not permit perf", of the samples or of those beside the calls. */
function sourceOf({ summary }: RunHeader): Warning[] {
	const text = textAt(summary, "sampled");
	const more = "The source of the samples, and why it was chosen: docs/sampling.md.";
	return text === null ? [] : [mild(text, more)];
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
	const text = `garbage collection ${percent(time, total)}: ${hint}`;
	return [loud(text, `${took}, ${counted(freed, "value")} freed: docs/memory.md.`)];
}
