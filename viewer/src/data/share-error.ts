/** Twice the standard error: 95 of 100 times the truth is nearer, as in profile/shares.c. */
const ERRORS = 2;

/** A share that may be further off, in percentage points, says nothing. */
export const MOST_POINTS = 10;

/**
 * By how many percentage points the share of a function in a run of samples may be off, by Wilson's interval; null: it is not a run of
 * samples, or the metric is not what they weigh.
 */
export function shareError(
	summary: Record<string, unknown>,
	metric: string,
	part: number,
	whole: number,
): number | null {
	const { effective_samples: effective, share_error_points: greatest } = summary;
	if (metric !== "wall" || typeof effective !== "number" || effective <= 0 || !(whole > 0)) {
		return null;
	}
	if (greatest === 0) {
		return 0; // nothing is left to chance
	}
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
