import "./timeline.css";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { chosen, wholeOf } from "../axis/part.ts";
import { useTimes } from "../axis/use-times.tsx";
import { prepared } from "../look/canvas.ts";
import { useSize } from "../look/size.ts";
import { amount, counted } from "../look/units.ts";
import { useLoaded } from "../view/loaded.tsx";
import { numberAt } from "../view/title.ts";
import type { ViewProps } from "../view/view.ts";
import { TimelineBar } from "./bar.tsx";
import { type Calls, ownTime } from "./calls.ts";
import { curveText } from "./curves.ts";
import { drawTimeline, GUTTER_PX, headOf, placed, ROW_PX } from "./draw.ts";
import { type Drag, useKeys, usePointer, useWheel } from "./input.ts";
import { loadCurves, timelineOf } from "./load.ts";
import { marksOf } from "./marks.ts";
import { MarksStrip } from "./marks-strip.tsx";
import { nameOf, showCall, useSteps } from "./moves.ts";
import type { Hit, LanesProps, Stage } from "./stage.ts";

/** The calls in order of time. What is seen is what all views show. */
export function TimelineView(props: ViewProps) {
	const [times, waiting] = useTimes(props);
	const [loaded] = useLoaded(
		async () => times && { times, curves: await loadCurves(props.run, times) },
		[times],
	);
	return loaded ? <Lanes {...props} {...loaded} /> : waiting;
}

function Lanes(props: LanesProps) {
	const { run, state, times, curves } = props;
	const part = chosen(state, times.length) ?? wholeOf(times.length);
	const timeline = useMemo(
		() => timelineOf(run, times, curves, part),
		times.moments ? [run, times, curves, part.from, part.to] : [run, times, curves],
	);
	const { calls } = timeline;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const { width, height } = useSize(box);
	const [top, setTop] = useState(0);
	const lanes = useMemo(() => placed(calls), [calls]);
	const head = headOf(curves);
	const stage: Stage = { ...props, calls, lanes, part, width, height, head, top };
	const { hover, picked, drag, at, listeners } = usePointer(stage, canvas);
	useLayoutEffect(() => paint(canvas.current!, stage, drag));
	useWheel(stage, canvas);
	const showNextPause = useSteps(stage);
	useKeys(stage, at);
	const showPicked = picked && (() => showCall(stage, picked.call, picked.placed.lane.number));

	return (
		<div class="view">
			<TimelineBar {...{ timeline, times, part, showPicked, showNextPause }} />
			<MarksStrip
				marks={marksOf(run.reader.header)}
				part={part}
				gutter={GUTTER_PX}
				lost={numberAt(run.header.summary, "lost_marks") ?? 0}
			/>
			<div
				class="timeline"
				ref={box}
				onScroll={(event) => setTop(event.currentTarget.scrollTop)}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keys
				tabIndex={0}
				role="application"
				aria-label={`Timeline of ${counted(calls.count, "call")}. The functions tab has the same as a table.`}
			>
				<div class="timeline-room" style={{ height: `${lanes.height + head + ROW_PX}px` }}>
					<canvas ref={canvas} class={hover ? "over" : ""} {...listeners} />
				</div>
			</div>
			<p class="view-line" aria-live="off">
				{hover && <bdi>{nameOf(stage, hover.call)}</bdi>}
				{hover && textOf(calls, hover)}
				{hover && curves && ` · ${curveText(curves, calls.start[hover.call]!)}`}
			</p>
		</div>
	);
}

function textOf(calls: Calls, { call, placed }: Hit): string {
	const wall = amount(calls.end[call]! - calls.start[call]!, "ns");
	const own = amount(ownTime(calls, call, placed.below), "ns");
	return ` · ${wall}, own ${own}, from ${amount(calls.start[call]!, "ns")} on`;
}

function paint(canvas: HTMLCanvasElement, stage: Stage, drag: Drag | null): void {
	const { width, height, lanes, part, state, matches } = stage;
	const context = prepared(canvas, width, height);
	if (context && width > GUTTER_PX) {
		const found = state.find === "" ? null : matches.isMatch;
		drawTimeline(context, { ...stage, rows: lanes.rows, lane: part.lane, found });
		drawDrag(context, drag, height);
	}
}

function drawDrag(canvas: CanvasRenderingContext2D, drag: Drag | null, height: number): void {
	if (drag) {
		canvas.globalAlpha = 0.2;
		canvas.fillStyle = getComputedStyle(canvas.canvas).getPropertyValue("--accent");
		canvas.fillRect(Math.min(drag.from, drag.to), 0, Math.abs(drag.to - drag.from), height);
		canvas.globalAlpha = 1;
	}
}
