import type { State } from "../view/state.ts";
import type { Part } from "./scale.ts";

/** The part of the run that all views show: a time, and a fiber or process. */
export interface Chosen extends Part {
	/** -1: all. */
	lane: number;
}

/** The part that the link names; null: the whole run. */
export function chosen({ extra }: Pick<State, "extra">, length: number): Chosen | null {
	const [from, to, lane] = ["from", "to", "lane"].map((key) =>
		Number(extra[key] ?? Number.NaN),
	) as [number, number, number];
	const isPart = Number.isFinite(from) && Number.isFinite(to) && to > from;
	const isLane = Number.isInteger(lane) && lane >= 0;
	if (!isPart && !isLane) {
		return null;
	}
	const start = isPart ? Math.min(Math.max(0, Math.round(from)), length - 1) : 0;
	const end = isPart ? Math.max(start + 1, Math.min(length, Math.round(to))) : length;
	return { from: start, to: end, lane: isLane ? lane : -1 };
}

/** All of a run of this length. */
export function wholeOf(length: number): Chosen {
	return { from: 0, to: length, lane: -1 };
}

/** `extra` of a state that shows this part; -1: all lanes. */
export function extraOf(state: Pick<State, "extra">, part: Chosen, length: number): State["extra"] {
	const { from: _, to: __, lane: ___, ...extra } = state.extra;
	if (part.from > 0 || part.to < length) {
		extra.from = part.from.toFixed(0);
		extra.to = part.to.toFixed(0);
	}
	if (part.lane >= 0) {
		extra.lane = String(part.lane);
	}
	return extra;
}
