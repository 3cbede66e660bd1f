import type { Amount } from "./column.ts";
import type { ErrorColumn, Run } from "./run.ts";

/** Twice the standard error: 95 of 100 times the truth is nearer, as in profile/shares.c. */
const ERRORS = 2;

/** A share that may be further off, in percentage points, says nothing. */
export const MOST_POINTS = 10;

/** A part of the metric's whole; with the function that it is the cost of, if it is one. */
interface ShareOf {
	part: Amount;
	whole: Amount;
	label?: number;
	column?: ErrorColumn;
}

/**
 * The error of a share, in percentage points; null if the run was not sampled, or the metric is not what samples weigh.
 *
 * For functions of the whole run, the extension measured it from the samples. For other sums, such as a part of the run
 * or a component, Wilson's interval is used, which assumes independent samples.
 */
export function shareError(run: Run, metric: string, of: ShareOf): number | null {
	const { label = -1, column = "own" } = of;
	const whole = Number(of.whole);
	if (!(whole > 0)) {
		return null;
	}
	const measured = run.extras.errors?.get(metric)?.[column][label];
	return measured === undefined ? wilson(run, metric, Number(of.part), whole) : measured / 100;
}

function wilson(run: Run, metric: string, part: number, whole: number): number | null {
	const { effective_samples: found, share_error_points: greatest } = run.header.summary;
	if (typeof found !== "number" || found <= 0) {
		return null;
	}
	// Many samples do not mend every error: the extension says how many count.
	const all = Math.min(found, Number(run.header.summary.share_samples_most ?? found));
	if (metric !== "wall" && (metric !== "cpu" || !run.loaded("wall"))) {
		return null;
	}
	if (greatest === 0) {
		return 0; // nothing is left to chance
	}
	// Samples off the CPU tell nothing of CPU time.
	const effective = metric === "cpu" ? all * Math.min(1, whole / Number(run.total("wall"))) : all;
	const share = Math.min(1, Math.max(0, part / whole));
	const squared = ERRORS * ERRORS;
	const middle = share + squared / (2 * effective);
	const half =
		ERRORS * Math.sqrt((share * (1 - share)) / effective + squared / (4 * effective * effective));
	const scale = 1 + squared / effective;
	const low = share <= 0 ? 0 : Math.max(0, (middle - half) / scale);
	const high = share >= 1 ? 1 : Math.min(1, (middle + half) / scale);
	return 100 * Math.max(high - share, share - low);
}
