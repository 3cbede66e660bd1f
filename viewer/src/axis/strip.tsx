import "./strip.css";
import type { RefObject, TargetedPointerEvent } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { GC } from "../data/functions.ts";
import type { Run } from "../data/run.ts";
import type { Matches } from "../data/search.ts";
import { onPath } from "../data/tree.ts";
import { inkOf, prepared } from "../look/canvas.ts";
import { css, foundColour, type Theme } from "../look/colour.ts";
import { useSize } from "../look/size.ts";
import { amount } from "../look/units.ts";
import type { Go } from "../view/history.ts";
import { useKeydown } from "../view/keydown.ts";
import type { State } from "../view/state.ts";
import { type Overview, overview } from "./overview.ts";
import { type Chosen, extraOf, wholeOf } from "./part.ts";
import { partAfterKey, partText, within } from "./scale.ts";
import { laneName, type Times } from "./times.ts";

interface Props {
	run: Run;
	times: Times;
	part: Chosen | null;
	matches: Matches;
	state: State;
	go: Go;
	theme: Theme;
}

/** The whole run from left to right, above all views: a drag chooses the part that they show. */
export function Strip(props: Props) {
	const { times, part, state, go, theme } = props;
	const { length } = times;
	const canvas = useRef<HTMLCanvasElement>(null);
	const { width } = useSize(canvas);
	const shown = part ?? wholeOf(length);
	const show: Show = (next, how) => go({ extra: extraOf(state, next, length) }, how);
	const { shape, found } = useShape(props, width);
	const { drag, listeners } = useDrag(canvas, (from, to) => {
		if ((to - from) * width > 4) {
			show({ ...within({ from: from * length, to: to * length }, length), lane: shown.lane });
		}
	});
	useLayoutEffect(() => {
		const marked = drag ?? (part && [part.from / length, part.to / length]);
		shape && draw(canvas.current!, shape, found, theme, marked as [number, number] | null);
	}, [shape, found, drag, part?.from, part?.to, theme]);
	// Keys bubble to the page, which has others for some of them.
	useKeydown((event) => {
		const at = (shown.from + shown.to) / 2;
		const next = partAfterKey(event.key, shown, { at, length, by: 1 / 4 });
		if (next && !event.ctrlKey && !event.metaKey && !event.altKey) {
			event.preventDefault();
			event.stopPropagation();
			show({ ...next, lane: shown.lane }, "replace");
		}
	}, canvas);
	const height = times.cells ? "samples, grey: off CPU" : "depth of the stack";
	return (
		<section class="strip" aria-label="time">
			<canvas
				ref={canvas}
				role="slider"
				tabIndex={0}
				title={`height: ${height}; red: garbage collector, violet: search matches`}
				aria-label="the time that all views show; the arrow keys move it, + and − zoom, 0 shows all"
				aria-valuemin={0}
				aria-valuemax={length}
				aria-valuenow={shown.from}
				aria-valuetext={partText(shown)}
				{...listeners}
			/>
			<StripText times={times} part={part} shown={shown} show={show} />
		</section>
	);
}

type Show = (next: Chosen, how?: "push" | "replace") => void;

/** The picture of the run, and in it what the search found. */
function useShape({ run, times, matches }: Props, width: number) {
	const shape = useMemo(
		() => (width > 0 ? overview(times, collectorOf(run), columnsIn(times, width)) : null),
		[times, width],
	);
	const found = useMemo(
		() => (shape && matches.nodes.length > 0 ? foundIn(run, times, matches, shape) : null),
		[shape, matches],
	);
	return { shape, found };
}

/** A drag from the left to the right or back, in shares of the width; null: there is none. */
function useDrag(
	canvas: RefObject<HTMLCanvasElement | null>,
	choose: (from: number, to: number) => void,
) {
	const [ends, setEnds] = useState<[number, number] | null>(null);
	const drag = useMemo(() => ends && sorted(ends), [ends]);
	const shareAt = (event: PointerEvent) => {
		const { left, width } = canvas.current!.getBoundingClientRect();
		return Math.min(1, Math.max(0, (event.clientX - left) / width));
	};
	const listeners = {
		onPointerDown(event: TargetedPointerEvent<HTMLCanvasElement>) {
			if (event.button === 0) {
				event.currentTarget.setPointerCapture(event.pointerId);
				setEnds([shareAt(event), shareAt(event)]);
			}
		},
		onPointerMove(event: PointerEvent) {
			ends && setEnds([ends[0], shareAt(event)]);
		},
		onPointerUp() {
			setEnds(null);
			drag && choose(...drag);
		},
		onPointerCancel: () => setEnds(null),
	};
	return { drag, listeners };
}

/** Says what is shown, and offers a lane or all. */
function StripText(props: Pick<Props, "times" | "part"> & { shown: Chosen; show: Show }) {
	const { times, part, shown, show } = props;
	const { length, lanes } = times;
	return (
		<span class="strip-text">
			{lanes.length > 1 && (
				<select
					aria-label={times.cells ? "process" : "fiber"}
					value={shown.lane}
					onChange={(event) => show({ ...shown, lane: Number(event.currentTarget.value) })}
				>
					<option value={-1}>all {times.cells ? "processes" : "fibers"}</option>
					{lanes.slice(0, LANES_MAX).map((lane) => (
						<option key={lane} value={lane}>
							{laneName(times, lane)}
						</option>
					))}
				</select>
			)}
			{part ? (
				<>
					<span class="part">
						{partText(shown)} · {amount(shown.to - shown.from, "ns")}
					</span>
					<button type="button" onClick={() => show(wholeOf(length))}>
						Whole run
					</button>
				</>
			) : (
				<span class="hint">{amount(length, "ns")}; drag to show a part in all views</span>
			)}
		</span>
	);
}

/** One column per pixel; with few samples fewer, so that each column has some. */
function columnsIn({ cells, moments }: Times, width: number): number {
	const few = moments ? moments.at.length / 4 : cells && cells.running.length / 4;
	const most = few === null ? width : Math.max(20, few);
	return Math.max(1, Math.round(Math.min(width, most)));
}

/** More do not help in a list. */
const LANES_MAX = 1000;

function sorted([a, b]: [number, number]): [number, number] {
	return a < b ? [a, b] : [b, a];
}

/** By path, 1: the garbage collector, or what it calls. */
function collectorOf({ tree, functions }: Run): Uint8Array {
	const isCollector = new Uint8Array(functions.count);
	const gc = functions.find(GC);
	if (gc >= 0) {
		isCollector[gc] = 1;
	}
	return onPath(tree, isCollector);
}

/** The part of each column in which something ran that the search found, or what it called. */
function foundIn({ tree }: Run, times: Times, { isMatch }: Matches, { solid }: Overview) {
	return overview(times, onPath(tree, isMatch), solid.length).part;
}

function draw(
	canvas: HTMLCanvasElement,
	shape: Overview,
	found: Float64Array | null,
	theme: Theme,
	marked: [number, number] | null,
): void {
	const { clientWidth: width, clientHeight: height } = canvas;
	const context = prepared(canvas, width, height);
	if (!context) {
		return;
	}
	const ink = inkOf(canvas);
	context.fillStyle = ink("--raised");
	context.fillRect(0, 0, width, height);
	const wide = width / shape.solid.length;
	bars(context, shape.pale, { wide, height }, ink("--line"));
	bars(context, shape.solid, { wide, height }, ink("--hatch"));
	const all = shape.pale ?? shape.solid;
	const finds = found?.map((share, i) => share * all[i]!) ?? null;
	bars(context, finds, { wide, height }, css(foundColour(theme)));
	context.fillStyle = ink("--grew");
	shape.part.forEach((share, i) => {
		share > 0.05 && context.fillRect(i * wide, height - 6, wide, 6);
	});
	if (marked) {
		const [from, to] = marked.map((share) => share * width) as [number, number];
		context.globalAlpha = 0.65;
		context.fillStyle = ink("--ground");
		context.fillRect(0, 0, from, height);
		context.fillRect(to, 0, width - to, height);
		context.globalAlpha = 1;
		context.fillStyle = ink("--accent");
		context.fillRect(from - 1, 0, 2, height);
		context.fillRect(Math.max(from + 1, to - 1), 0, 2, height);
		context.fillRect(from, 0, Math.max(2, to - from), 2);
	}
}

function bars(
	context: CanvasRenderingContext2D,
	shares: Float64Array | null,
	{ wide, height }: { wide: number; height: number },
	colour: string,
): void {
	context.fillStyle = colour;
	shares?.forEach((share, i) => {
		const [left, right] = [Math.round(i * wide), Math.round((i + 1) * wide)];
		context.fillRect(left, height - share * (height - 3), right - left, share * (height - 3));
	});
}
