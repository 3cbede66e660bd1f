import { at } from "../data/column.ts";
import { KIND } from "../data/functions.ts";
import type { Run } from "../data/run.ts";

/** One wait, as `xhprof top --group-by wait` has it. */
export interface WaitRow {
	name: string;
	/** The function that stands for it; -1: the time that is no wait. */
	label: number;
	wall: number;
	/** Null: not counted in a part of the time. */
	samples: number | null;
}

/** The greatest first. Wall time must be loaded; samples are counted if they are, too. */
export function waitRows(run: Run, isPart: boolean): WaitRow[] {
	const { functions } = run;
	const { own } = run.sums("wall");
	const counts = run.loaded("samples") ? run.sums("samples").own : null;
	const rows: WaitRow[] = [];
	for (let label = 0; label < functions.count; label++) {
		if (functions.kind(label) === KIND.wait) {
			const samples = counts && Number(at(counts, label));
			rows.push({
				name: functions.name(label).slice(1, -1),
				label,
				wall: Number(at(own, label)),
				samples,
			});
		}
	}
	return [...rows, ...others(run, rows, isPart)].sort((a, b) => b.wall - a.wall);
}

/** The time that nothing of these took. */
function others(run: Run, waits: WaitRow[], isPart: boolean): WaitRow[] {
	const rest = Number(run.total("wall")) - sumOf(waits);
	const row = (name: string, wall: number, samples: number | null): WaitRow[] =>
		wall > 0 ? [{ name, label: -1, wall, samples }] : [];
	if (isPart) {
		return row("(on a CPU, or not named)", rest, null);
	}
	const { samples, cpu_ns } = run.header.summary;
	const cpu = Math.min(Number(cpu_ns ?? 0), Math.max(0, rest));
	const ofWaits = waits.reduce((sum, wait) => sum + (wait.samples ?? 0), 0);
	return [
		...row("(on a CPU)", cpu, Math.max(0, Number(samples ?? 0) - ofWaits)),
		...row("(not named)", rest - cpu, 0),
	];
}

export function sumOf(rows: WaitRow[]): number {
	return rows.reduce((sum, { wall }) => sum + wall, 0);
}
