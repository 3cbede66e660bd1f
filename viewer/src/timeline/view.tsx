import "./timeline.css";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { wordsOf } from "../data/problem.ts";
import { amount, counted } from "../look/units.ts";
import { isForView } from "../view/focus.ts";
import { ProblemNote } from "../view/problem-note.tsx";
import type { State } from "../view/state.ts";
import type { ViewProps } from "../view/view.ts";
import { callAt, nextCall, ownTime } from "./calls.ts";
import { curveText } from "./curves.ts";
import { drawTimeline, GUTTER_PX, headOf, type Placed, placed, ROW_PX } from "./draw.ts";
import { loadTimeline, type Timeline } from "./load.ts";
import { marksOf } from "./marks.ts";
import { MarksStrip } from "./marks-strip.tsx";
import { moved, type Part, within, zoomed } from "./scale.ts";

/** The calls in order of time. */
export function TimelineView(props: ViewProps) {
	const { run, isWhole } = props;
	const [timeline, setTimeline] = useState<Timeline | null>(null);
	const [problem, setProblem] = useState("");
	const [share, setShare] = useState(0);
	useEffect(() => {
		let isCurrent = true;
		if (isWhole) {
			loadOnce(run, (done) => isCurrent && setShare(done)).then(
				(loaded) => isCurrent && setTimeline(loaded),
				(error) => isCurrent && setProblem(wordsOf(error)),
			);
		}
		return () => {
			isCurrent = false;
		};
	}, [run, isWhole]);
	if (problem !== "") {
		return <ProblemNote text={problem} />;
	}
	if (timeline === null) {
		return (
			<div class="view">
				{share > 0.1 && <progress class="view-progress" value={share} aria-label="decoding" />}
			</div>
		);
	}
	return <Lanes {...props} timeline={timeline} />;
}

const loaded = new WeakMap<object, Promise<Timeline>>();

/** Leaving the view and coming back decodes nothing again. */
function loadOnce(run: ViewProps["run"], progress: (share: number) => void): Promise<Timeline> {
	let promise = loaded.get(run);
	if (promise === undefined) {
		promise = loadTimeline(run, progress);
		loaded.set(run, promise);
	}
	return promise;
}

function partOf({ state }: ViewProps, length: number): Part {
	const [from, to] = ["from", "to"].map((key) => Number(state.extra[key] ?? Number.NaN)) as [
		number,
		number,
	];
	return Number.isFinite(from) && Number.isFinite(to) && to > from
		? within({ from, to }, length)
		: within({ from: 0, to: length }, length);
}

interface Hover {
	call: number;
	placed: Placed;
}

function Lanes(props: ViewProps & { timeline: Timeline }) {
	const { run, state, go, timeline, selected, theme, matches } = props;
	const { calls, curves } = timeline;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const size = useSize(box);
	const [top, setTop] = useState(0);
	const [hover, setHover] = useState<Hover | null>(null);
	const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
	const part = partOf(props, calls.length);
	const lanes = useMemo(() => placed(calls), [calls]);
	const pixels = Math.max(1, size.width - GUTTER_PX);
	const head = headOf(curves);
	const timeAt = (x: number) => part.from + ((x - GUTTER_PX) / pixels) * (part.to - part.from);

	function show(next: Part, change: Partial<State> = {}, how: "push" | "replace" = "push"): void {
		const isAll = next.from <= 0 && next.to >= calls.length;
		const { from: _, to: __, ...extra } = state.extra;
		go(
			{
				...change,
				extra: isAll ? extra : { ...extra, from: next.from.toFixed(0), to: next.to.toFixed(0) },
			},
			how,
		);
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

	useLayoutEffect(() => {
		const context = prepared(canvas.current!, size);
		if (context) {
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
			});
			drawDrag(context, drag, size.height);
		}
	});
	useEffect(() =>
		listenToWheel(canvas.current!, (event) => {
			const { x } = positionIn(event, canvas.current!);
			const step = (part.to - part.from) / pixels;
			if (event.ctrlKey || event.metaKey) {
				show(zoomed(part, timeAt(x), 1.002 ** event.deltaY, calls.length), {}, "replace");
			} else if (event.deltaX !== 0 || event.shiftKey) {
				show(moved(part, (event.deltaX || event.deltaY) * step, calls.length), {}, "replace");
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
			show(within({ from: chosen![0]!, to: chosen![1]! }, calls.length));
			return;
		}
		const hit = callOf(event);
		go({ fn: hit ? run.functions.name(labelOf(hit.call)) : "" }, "replace");
	}
	function zoomTo(event: MouseEvent): void {
		const hit = callOf(event);
		if (hit) {
			const room = (calls.end[hit.call]! - calls.start[hit.call]!) * 0.02;
			show(
				within(
					{ from: calls.start[hit.call]! - room, to: calls.end[hit.call]! + room },
					calls.length,
				),
			);
		}
	}
	const seen = useRef(-1);
	props.stepper.step = (by) => {
		const call = nextCall(
			calls,
			by < 0 && seen.current < 0 ? calls.length : seen.current,
			by,
			(node) => matches.isMatch[run.tree.label[node]!] === 1,
		);
		if (call >= 0) {
			const [start, end] = [calls.start[call]!, calls.end[call]!];
			const room =
				Math.max(0, Math.min(part.to - part.from, 3 * (end - start)) - (end - start)) / 2;
			seen.current = start;
			show(within({ from: start - room, to: end + room }, calls.length), {
				fn: run.functions.name(labelOf(call)),
			});
		}
	};
	// Before the next key comes.
	useLayoutEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const next = isForView(event) ? partAfterKey(event.key, part, calls.length) : null;
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
						` · the timeline was full: ${counted(timeline.lost, "event")} after ${amount(calls.length, "ns")} are not in it`}
				</span>
				<button
					type="button"
					class="quiet"
					disabled={part.from <= 0 && part.to >= calls.length}
					onClick={() => show({ from: 0, to: calls.length })}
				>
					Whole run
				</button>
				{curves?.memory && <span class="legend memory">memory in use</span>}
				{curves?.cpu && <span class="legend cpu">CPU share of time</span>}
				<span class="hint">drag zooms, Ctrl+wheel too; + − ← → 0</span>
			</div>
			<MarksStrip marks={marksOf(run.reader.header)} part={part} gutter={GUTTER_PX} />
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
							if (drag) {
								setDrag({ ...drag, to: Math.max(GUTTER_PX, positionIn(event, canvas.current!).x) });
							}
							setHover(callOf(event));
						}}
						onPointerUp={pointerUp}
						onPointerLeave={() => setHover(null)}
						onDblClick={zoomTo}
					/>
				</div>
			</div>
			<p class="view-line" aria-live="off">
				{hover && <bdi>{run.functions.name(labelOf(hover.call))}</bdi>}
				{hover && textOf(timeline, hover)}
				{hover && curves && ` · ${curveText(curves, calls.start[hover.call]!)}`}
			</p>
		</div>
	);
}

function textOf({ calls }: Timeline, { call, placed }: Hover): string {
	const wall = amount(calls.end[call]! - calls.start[call]!, "ns");
	const own = amount(ownTime(calls, call, placed.below), "ns");
	return ` · ${wall}, own ${own}, from ${amount(calls.start[call]!, "ns")} on`;
}

function partAfterKey(key: string, part: Part, length: number): Part | null {
	const middle = (part.from + part.to) / 2;
	const step = (part.to - part.from) / 8;
	switch (key) {
		case "+":
		case "=":
			return zoomed(part, middle, 0.5, length);
		case "-":
			return zoomed(part, middle, 2, length);
		case "ArrowLeft":
			return moved(part, -step, length);
		case "ArrowRight":
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

/** A canvas as sharp as the screen; null: there is no room, or no canvas. */
function prepared(
	canvas: HTMLCanvasElement,
	{ width, height }: { width: number; height: number },
): CanvasRenderingContext2D | null {
	const ratio = devicePixelRatio || 1;
	const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
	if (canvas.width !== wide || canvas.height !== high) {
		canvas.width = wide;
		canvas.height = high;
		canvas.style.width = `${width}px`;
		canvas.style.height = `${height}px`;
	}
	const context = width > GUTTER_PX && height > 0 ? canvas.getContext("2d") : null;
	context?.setTransform(ratio, 0, 0, ratio, 0, 0);
	return context;
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
