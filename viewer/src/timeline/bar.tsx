import type { Part } from "../axis/scale.ts";
import type { Times } from "../axis/times.ts";
import { amount, counted } from "../look/units.ts";
import type { Timeline } from "./load.ts";

interface Props {
	timeline: Timeline;
	times: Times;
	part: Part;
	/** Null: no call was clicked. */
	showPicked: (() => void) | null;
	/** Null: the garbage collector did not run. */
	showNextPause: (() => void) | null;
}

/** Says what is shown, and offers what else could be. */
export function TimelineBar({ timeline, times, part, showPicked, showNextPause }: Props) {
	const { curves } = timeline;
	return (
		<div class="view-bar">
			<span>
				{counted(timeline.calls.count, "frame")}, {amount(part.to - part.from, "ns")} shown
				{lacks(timeline, times)}
			</span>
			{showPicked && (
				<button
					type="button"
					title="all views show the time of this call only (double click)"
					onClick={showPicked}
				>
					Only this call
				</button>
			)}
			{showNextPause && (
				<button
					type="button"
					title="all views show the next run of the garbage collector"
					onClick={showNextPause}
				>
					Next GC pause
				</button>
			)}
			{curves?.memory && <span class="legend memory">memory in use</span>}
			{curves?.cpu && <span class="legend cpu">CPU share of time</span>}
			<span class="hint">drag zooms, Ctrl+wheel too; W A S D 0</span>
		</div>
	);
}

/** Names what is missing in the picture. */
function lacks({ lost, step }: Timeline, { moments }: Times): string {
	const events = counted(lost, moments ? "sample" : "event");
	return [
		lost > 0 ? ` · the timeline was full (xhprof.max_timeline_bytes): ${events} are not in it` : "",
		step > 1 ? ` · one of ${step} samples is drawn; a shorter time shows all` : "",
	].join("");
}
