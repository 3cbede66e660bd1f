import type { Run } from "../data/run.ts";
import { change, signedPercent } from "../look/units.ts";
import { useLoaded } from "../view/loaded.tsx";
import type { ViewProps } from "../view/view.ts";

/** Where a change lies with 95 % certainty; null: there are too few runs. */
export type Interval = [low: number, high: number] | null;

/** "from +5.6 % to +13.1 %" of what it was before, which has an interval of its own; of nothing the amounts. */
export function rangeText(interval: [number, number], relative: Interval, unit: Unit): string {
	const [low, high] =
		relative === null
			? interval.map((bound) => change(bound, unit))
			: relative.map((part) => signedPercent(part, 1));
	return `from ${low} to ${high}`;
}

type Unit = Parameters<typeof change>[1];

/** The columns of a block change-METRIC: docs/report-format.md. */
interface Stored {
	name: string[];
	own_before: number[];
	own_after: number[];
	inclusive_before: number[];
	inclusive_after: number[];
	calls_before: number[];
	calls_after: number[];
	low: (number | null)[];
	high: (number | null)[];
	/** The command decides what is noise: its sentence is on the same page. */
	noise: boolean[];
}

/** The medians of a function in the runs of two sets, as `xhprof diff` has them. */
export interface MedianRow {
	own: [before: number, after: number];
	inclusive: [before: number, after: number];
	calls: [before: number, after: number];
	/** 95 % of the change of its own cost. */
	interval: Interval;
	/** The change may be none at all. */
	isNoise: boolean;
}

const NOTHING: MedianRow = {
	own: [0, 0],
	inclusive: [0, 0],
	calls: [0, 0],
	interval: null,
	isNoise: false,
};

export class Medians {
	private readonly rows = new Map<number, MedianRow>();

	constructor(run: Run, stored: Stored) {
		for (const [i, name] of stored.name.entries()) {
			const [low, high] = [stored.low[i] ?? null, stored.high[i] ?? null];
			this.rows.set(run.functions.find(name), {
				own: [stored.own_before[i]!, stored.own_after[i]!],
				inclusive: [stored.inclusive_before[i]!, stored.inclusive_after[i]!],
				calls: [stored.calls_before[i]!, stored.calls_after[i]!],
				interval: low === null || high === null ? null : [low, high],
				isNoise: stored.noise[i]!,
			});
		}
	}

	of(label: number): MedianRow {
		return this.rows.get(label) ?? NOTHING;
	}

	get hasIntervals(): boolean {
		return [...this.rows.values()].some(({ interval }) => interval !== null);
	}
}

/** Null: the runs are no sets. `after` is the later run of a diff, whose functions are those of both. */
export async function readMedians(after: Run, metric: string): Promise<Medians | null> {
	const name = `change-${metric}`;
	return after.reader.has(name) ? new Medians(after, await after.reader.json(name)) : null;
}

/** Null while loading, and if totals are to be equal: scaled runs have no medians. */
export function useMedians({ run, before, metric, state }: ViewProps): Medians | null {
	const read = useLoaded(
		async () => ({ of: before && (await readMedians(run, metric.id)), run, metric }),
		[run, before, metric.id],
	)[0];
	return state.equal || read?.run !== run || read.metric !== metric ? null : read.of;
}
