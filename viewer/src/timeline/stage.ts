import type { Chosen } from "../axis/part.ts";
import type { Times } from "../axis/times.ts";
import type { ViewProps } from "../view/view.ts";
import { type Calls, callAt } from "./calls.ts";
import { GUTTER_PX, type Placed, type placed, ROW_PX } from "./draw.ts";
import type { Curves } from "./load.ts";

/** A call, and where it is drawn. */
export interface Hit {
	call: number;
	placed: Placed;
}

export type LanesProps = ViewProps & { times: Times; curves: Curves | null };

/** All that is drawn and where, to find times, lanes and calls by pixels of the canvas. */
export interface Stage extends LanesProps {
	calls: Calls;
	lanes: ReturnType<typeof placed>;
	part: Chosen;
	width: number;
	height: number;
	/** The pixels above the lanes. */
	head: number;
	/** How far the lanes are scrolled. */
	top: number;
}

/** The nanoseconds of a pixel. */
export function stepOf({ part, width }: Stage): number {
	return (part.to - part.from) / Math.max(1, width - GUTTER_PX);
}

export function timeAt(stage: Stage, x: number): number {
	return stage.part.from + (x - GUTTER_PX) * stepOf(stage);
}

/** The row of calls at this height. */
export function rowAt({ lanes, head, top }: Stage, y: number): Placed | undefined {
	const at = y - head + top;
	return lanes.rows.find((row) => at >= row.y && at < row.y + ROW_PX);
}

export function hitAt(stage: Stage, x: number, y: number): Hit | null {
	const placed = rowAt(stage, y);
	if (placed === undefined || x < GUTTER_PX || y < stage.head) {
		return null;
	}
	const call = callAt(stage.calls, placed.row, timeAt(stage, x), stepOf(stage));
	return call < 0 ? null : { call, placed };
}

export function positionIn(event: MouseEvent, element: HTMLElement): { x: number; y: number } {
	const box = element.getBoundingClientRect();
	return { x: event.clientX - box.left, y: event.clientY - box.top };
}
