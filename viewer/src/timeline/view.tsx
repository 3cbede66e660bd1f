import "./timeline.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { chosen, extraOf } from "../axis/part.ts";
import { moved, type Part, within, zoomed } from "../axis/scale.ts";
import { isPool, type Times } from "../axis/times.ts";
import { useTimes } from "../axis/use-times.tsx";
import { GC } from "../data/functions.ts";
import { prepared } from "../look/canvas.ts";
import { amount, counted } from "../look/units.ts";
import { isForView } from "../view/focus.ts";
import type { State } from "../view/state.ts";
import { numberAt } from "../view/title.ts";
import type { ViewProps } from "../view/view.ts";
import { type Calls, callAt, nextCall, ownTime } from "./calls.ts";
import { curveText } from "./curves.ts";
import { drawTimeline, GUTTER_PX, headOf, type Placed, placed, ROW_PX } from "./draw.ts";
import { type Curves, loadCurves, timelineOf } from "./load.ts";
import { marksOf } from "./marks.ts";
import { MarksStrip } from "./marks-strip.tsx";

/** The calls in order of time. What is seen is what all views show. */
export function TimelineView(props: ViewProps) {
	const [times, waiting] = useTimes(props);
	const [curves, setCurves] = useState<{ of: Curves | null } | null>(null);
	useEffect(() => {
		let isCurrent = true;
		times && loadCurves(props.run, times).then((of) => isCurrent && setCurves({ of }));
		return () => {
			isCurrent = false;
		};
	}, [times]);
	return times && curves ? <Lanes {...props} times={times} curves={curves.of} /> : waiting;
}

interface Hover {
	call: number;
	placed: Placed;
}

function Lanes(props: ViewProps & { times: Times; curves: Curves | null }) {
	const { run, state, go, times, curves, selected, theme, matches } = props;
	const part = chosen(state, times.length) ?? { from: 0, to: times.length, lane: -1 };
	const timeline = useMemo(
		() => timelineOf(run, times, curves, part),
		times.moments ? [run, times, curves, part.from, part.to] : [run, times, curves],
	);
	const { calls } = timeline;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const size = useSize(box);
	const [top, setTop] = useState(0);
	const [hover, setHover] = useState<Hover | null>(null);
	const [picked, setPicked] = useState<Hover | null>(null);
	const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
	const lanes = useMemo(() => placed(calls), [calls]);
	const pixels = Math.max(1, size.width - GUTTER_PX);
	const head = headOf(curves);
	const timeAt = (x: number) => part.from + ((x - GUTTER_PX) / pixels) * (part.to - part.from);

	useEffect(() => setPicked(null), [calls]);
	function show(
		next: Part & { lane?: number },
		change: Partial<State> = {},
		how: "push" | "replace" = "push",
	): void {
		const { lane } = part;
		go({ ...change, extra: extraOf(state, { lane, ...next }, times.length) }, how);
	}
	function callOf(event: MouseEvent): Hover | null {
		const { x, y } = positionIn(event, canvas.current!);
		const at = lanes.rows.find((row) => y - head + top >= row.y && y - head + top < row.y + ROW_PX);
		if (at === undefined || x < GUTTER_PX || y < head) {
			return null;
		}
		const call = callAt(calls, at.row, timeAt(x), (part.to - part.from) / pixels);
		return call < 0 ? null : { call, placed: at };
	}
	const labelOf = (call: number) => run.tree.label[calls.node[call]!]!;
	const nameOf = (call: number) => run.functions.name(labelOf(call));
	const seen = useRef(-1);
	/** Where on the axis the pointer is; null: elsewhere. */
	const pointer = useRef<number | null>(null);

	// By keys and the search other calls come below a pointer that rests.
	useLayoutEffect(() => setHover(null), [part.from, part.to, state.at]);
	useLayoutEffect(() => {
		const context = prepared(canvas.current!, size.width, size.height);
		if (context && size.width > GUTTER_PX) {
			const found = state.find === "" ? null : matches.isMatch;
			drawTimeline(context, {
				run,
				calls,
				curves,
				rows: lanes.rows,
				part,
				selected,
				found,
				theme,
				...size,
				top,
				times,
				lane: part.lane,
			});
			drawDrag(context, drag, size.height);
		}
	});
	useEffect(() =>
		listenToWheel(canvas.current!, (event) => {
			const { x } = positionIn(event, canvas.current!);
			const step = (part.to - part.from) / pixels;
			if (event.ctrlKey || event.metaKey) {
				show(zoomed(part, timeAt(x), 1.002 ** event.deltaY, times.length), {}, "replace");
			} else if (event.deltaX !== 0 || event.shiftKey) {
				show(moved(part, (event.deltaX || event.deltaY) * step, times.length), {}, "replace");
			} else {
				return false;
			}
			return true;
		}),
	);

	function pointerUp(event: PointerEvent): void {
		const chosen = drag && [timeAt(drag.from), timeAt(drag.to)].sort((a, b) => a - b);
		const isDrag = drag !== null && Math.abs(drag.to - drag.from) > 4;
		setDrag(null);
		if (isDrag) {
			show(within({ from: chosen![0]!, to: chosen![1]! }, times.length));
			return;
		}
		const { x, y } = positionIn(event, canvas.current!);
		const lane = lanes.rows.find(
			(row) => y - head + top >= row.y && y - head + top < row.y + ROW_PX,
		);
		if (x < GUTTER_PX && lane && times.lanes.length > 1) {
			const { number } = lane.lane;
			show({ from: part.from, to: part.to, lane: number === part.lane ? -1 : number });
			return;
		}
		const hit = callOf(event);
		setPicked(hit);
		go({ fn: hit ? nameOf(hit.call) : "" }, "replace");
	}
	/** Nothing but this call: other processes run meanwhile. */
	function showCall(call: number, lane: number): void {
		const only: Part = {
			from: calls.start[call]!,
			to: Math.max(calls.end[call]!, calls.start[call]! + 1),
		};
		show({ ...only, ...(isPool(times) ? { lane } : {}) }, { fn: nameOf(call) });
	}
	const gc = run.functions.find(GC);
	function showNextPause(): void {
		const isPause = (node: number) => run.tree.label[node] === gc;
		const call = nextCall(calls, seen.current, 1, isPause);
		seen.current = calls.start[call] ?? -1;
		call >= 0 && showCall(call, 0);
	}
	props.stepper.step = (by) => {
		const call = nextCall(
			calls,
			by < 0 && seen.current < 0 ? times.length : seen.current,
			by,
			(node) => matches.isMatch[run.tree.label[node]!] === 1,
		);
		if (call >= 0) {
			const [start, end] = [calls.start[call]!, calls.end[call]!];
			const room =
				Math.max(0, Math.min(part.to - part.from, 3 * (end - start)) - (end - start)) / 2;
			seen.current = start;
			show(within({ from: start - room, to: end + room }, times.length), {
				fn: run.functions.name(labelOf(call)),
			});
		}
	};
	// Before the next key comes.
	useLayoutEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const at = pointer.current === null ? (part.from + part.to) / 2 : timeAt(pointer.current);
			const next = isForView(event) ? partAfterKey(event.key, part, at, times.length) : null;
			if (next) {
				show(next, {}, "replace");
				event.preventDefault();
			}
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	});

	return (
		<div class="view">
			<div class="view-bar">
				<span>
					{counted(calls.count, "frame")}, {amount(part.to - part.from, "ns")} shown
					{timeline.lost > 0 &&
						` · the timeline was full (xhprof.max_timeline_bytes): ${counted(timeline.lost, times.moments ? "sample" : "event")} are not in it`}
					{timeline.step > 1 &&
						` · of ${timeline.step} samples one is drawn: all of them in a shorter time`}
				</span>
				{picked && (
					<button
						type="button"
						title="all views show the time of this call only (double click)"
						onClick={() => showCall(picked.call, picked.placed.lane.number)}
					>
						Only this call
					</button>
				)}
				{gc >= 0 && (
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
					<canvas
						ref={canvas}
						class={hover ? "over" : ""}
						onPointerDown={(event) => {
							if (event.button === 0) {
								const { x } = positionIn(event, canvas.current!);
								event.currentTarget.setPointerCapture(event.pointerId);
								setDrag({ from: x, to: x });
							}
						}}
						onPointerMove={(event) => {
							const x = Math.max(GUTTER_PX, positionIn(event, canvas.current!).x);
							pointer.current = x;
							if (drag) {
								setDrag({ ...drag, to: x });
							}
							setHover(callOf(event));
						}}
						onPointerUp={pointerUp}
						onPointerLeave={() => {
							pointer.current = null;
							setHover(null);
						}}
						onDblClick={(event) => {
							const hit = callOf(event);
							hit && showCall(hit.call, hit.placed.lane.number);
						}}
					/>
				</div>
			</div>
			<p class="view-line" aria-live="off">
				{hover && <bdi>{run.functions.name(labelOf(hover.call))}</bdi>}
				{hover && textOf(calls, hover)}
				{hover && curves && ` · ${curveText(curves, calls.start[hover.call]!)}`}
			</p>
		</div>
	);
}

function textOf(calls: Calls, { call, placed }: Hover): string {
	const wall = amount(calls.end[call]! - calls.start[call]!, "ns");
	const own = amount(ownTime(calls, call, placed.below), "ns");
	return ` · ${wall}, own ${own}, from ${amount(calls.start[call]!, "ns")} on`;
}

/** As in the timelines of browsers, W and S zoom, A and D move; `View.keys` takes them from the page. */
function partAfterKey(key: string, part: Part, at: number, length: number): Part | null {
	const step = (part.to - part.from) / 8;
	switch (key) {
		case "+":
		case "=":
		case "w":
			return zoomed(part, at, 0.5, length);
		case "-":
		case "s":
			return zoomed(part, at, 2, length);
		case "ArrowLeft":
		case "a":
			return moved(part, -step, length);
		case "ArrowRight":
		case "d":
			return moved(part, step, length);
		case "0":
			return { from: 0, to: length };
		default:
			return null;
	}
}

function positionIn(event: MouseEvent, element: HTMLElement): { x: number; y: number } {
	const box = element.getBoundingClientRect();
	return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** A listener that may keep the page from scrolling: preact's are passive. */
function listenToWheel(element: HTMLElement, take: (event: WheelEvent) => boolean): () => void {
	const listener = (event: WheelEvent) => {
		if (take(event)) {
			event.preventDefault();
		}
	};
	element.addEventListener("wheel", listener, { passive: false });
	return () => element.removeEventListener("wheel", listener);
}

function useSize(box: { current: HTMLElement | null }): { width: number; height: number } {
	const [size, setSize] = useState({ width: 0, height: 0 });
	useLayoutEffect(() => {
		const element = box.current!;
		const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
		const observer = new ResizeObserver(measure);
		measure();
		observer.observe(element);
		return () => observer.disconnect();
	}, []);
	return size;
}

function drawDrag(
	canvas: CanvasRenderingContext2D,
	drag: { from: number; to: number } | null,
	height: number,
): void {
	if (drag) {
		canvas.globalAlpha = 0.2;
		canvas.fillStyle = getComputedStyle(canvas.canvas).getPropertyValue("--accent");
		canvas.fillRect(Math.min(drag.from, drag.to), 0, Math.abs(drag.to - drag.from), height);
		canvas.globalAlpha = 1;
	}
}
