import { chosen } from "../axis/part.ts";
import type { Times } from "../axis/times.ts";
import type { Metric } from "../data/header.ts";
import type { Run } from "../data/run.ts";
import type { State } from "../view/state.ts";

/** Characters of a list. */
const MOST = 120;

/** The report that a link leads into, as far as it is decoded. */
export interface Target {
	views: readonly { id: string }[];
	metrics: readonly Metric[];
	run: Run | null;
	times: Times | null;
}

/** The things that the link names and the report does not have. */
export function missingIn(state: State, { views, metrics, run, times }: Target): string[] {
	const { view, metric, fn, extra } = state;
	const part = times && chosen(state, times.length);
	const paths = [state.at, ...state.without];
	const is: [string, boolean][] = [
		[`view ${view}`, view !== "flame" && !views.some(({ id }) => id === view)],
		[`metric ${metric}`, metric !== "" && !metrics.some(({ id }) => id === metric)],
		[`function ${fn}`, fn !== "" && run !== null && run.functions.find(fn) < 0],
		...paths.map((path): [string, boolean] => [
			`path ${path}`,
			run !== null && path > 0 && path >= run.tree.count,
		]),
		[`time ${extra.from ?? ""}..${extra.to ?? ""}`, times !== null && !isTime(extra, times.length)],
		[
			`lane ${extra.lane}`,
			extra.lane !== undefined &&
				times?.isWhole === true &&
				(!part || !times.lanes.includes(part.lane)),
		],
	];
	return is.filter(([, isMissing]) => isMissing).map(([what]) => what);
}

function isTime({ from, to }: State["extra"], length: number): boolean {
	const isAsked = from !== undefined || to !== undefined;
	return !isAsked || (Number(from) < Number(to) && Number(from) < length);
}

/** Says what the link asks for in vain. */
export function LinkNote({ faults, missing }: { faults: string[]; missing: string[] }) {
	const texts = [
		missing.length > 0 && `Not in this report: ${cut(missing)}.`,
		faults.length > 0 && `Not understood: ${cut(faults)}.`,
	].filter(Boolean);
	return texts.length === 0 ? null : (
		<p class="link-note" role="status">
			⚠ {texts.join(" ")}
		</p>
	);
}

function cut(words: string[]): string {
	const text = words.join(", ");
	return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
