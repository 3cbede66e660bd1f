import "./heatmap.css";
import type { TargetedPointerEvent } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Chosen, chosen, extraOf, wholeOf } from "../axis/part.ts";
import { tickText } from "../axis/scale.ts";
import { laneName, sizeOf, type Times } from "../axis/times.ts";
import { useTimes } from "../axis/use-times.tsx";
import { onPath } from "../data/tree.ts";
import { prepared } from "../look/canvas.ts";
import { useSize } from "../look/size.ts";
import { amount, counted } from "../look/units.ts";
import { isForView } from "../view/focus.ts";
import { useKeydown } from "../view/keydown.ts";
import { extraWith } from "../view/state.ts";
import type { ViewProps } from "../view/view.ts";
import { boxOf, cellAt, drawGrid } from "./draw.ts";
import { cellsOf, type Grid, gridOf, timeOfCell, windowOf } from "./grid.ts";

/** When threads ran, each column a stretch of it: a click shows the flame graph of a cell, a drag that of several. */
export function HeatmapView(props: ViewProps) {
	const [times, waiting] = useTimes(props, true);
	return times?.cells ? <Cells {...props} times={times} /> : waiting;
}

/** The minimum width of a column, in pixels. */
const WIDE_PX = 2;

function Cells(props: ViewProps & { times: Times }) {
	const { run, state, times, theme, matches } = props;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const { width, height } = useSize(box);
	const part = chosen(state, times.length) ?? wholeOf(times.length);
	const seen = windowOf(times, part);
	const columns = Math.max(1, Math.floor((width - 56) / WIDE_PX));
	const withWaits = state.extra.waits === "1";
	const grid = useMemo(() => {
		const isWanted = state.find === "" ? null : onPath(run.tree, matches.isMatch);
		return gridOf(times, seen, columns, withWaits, isWanted);
	}, [times, seen.from, seen.to, part.lane, columns, withWaits, matches, state.find]);
	const cells = boxOf(grid, width, height);
	const isZoomed = seen.from < part.from || seen.to > part.to;
	const show = showFrom(props, grid, part);
	const cellOf = (event: PointerEvent) => {
		const { left, top } = canvas.current!.getBoundingClientRect();
		return cellAt(grid, cells, event.clientX - left, event.clientY - top);
	};
	const { from, cursor, setCursor, listeners } = usePointer(cellOf, show);
	const marked = markedOf(from, cursor) ?? (isZoomed ? cellsOf(grid, part) : null);
	useLayoutEffect(() => {
		const context = prepared(canvas.current!, width, height);
		context && drawGrid(context, grid, cells, theme, marked);
	});
	useKeys(grid, cursor, setCursor, marked, show);
	const samples = counted(sizeOf(run.header.moments, "samples"), "sample");
	return (
		<div class="view">
			<GridBar {...props} grid={grid} withWaits={withWaits} />
			<div class="heatmap" ref={box}>
				<canvas
					ref={canvas}
					role="img"
					aria-label={`Heatmap of ${samples}; the arrow keys choose a cell, Enter shows its flame graph`}
					{...listeners}
				/>
			</div>
			<p class="view-line" aria-live="polite">
				{[marked && textOf(grid, marked), part.lane >= 0 && `${laneName(times, part.lane)} only`]
					.filter(Boolean)
					.join(" · ")}
			</p>
		</div>
	);
}

type Range = [from: number, to: number];
type Show = (range: Range | null) => void;

/** Shows the flame graph of these cells, or null: the whole run. */
function showFrom({ state, go, times }: ViewProps & { times: Times }, grid: Grid, part: Chosen) {
	return (range: Range | null) => {
		const at = range?.map((cell) => timeOfCell(grid, cell));
		const next = at
			? { from: Math.max(0, at[0]!), to: Math.min(times.length, at[1]!), lane: part.lane }
			: { ...wholeOf(times.length), lane: part.lane };
		go({ extra: extraOf(state, next, times.length), ...(range ? { view: "flame", at: 0 } : {}) });
	};
}

/** The cell where a drag began and the one under the pointer or the keys, -1 for none; and the canvas' listeners. */
function usePointer(cellOf: (event: PointerEvent) => number, show: Show) {
	const [from, setFrom] = useState(-1);
	const [cursor, setCursor] = useState(-1);
	const listeners = {
		onPointerDown(event: TargetedPointerEvent<HTMLCanvasElement>) {
			const cell = cellOf(event);
			if (event.button === 0 && cell >= 0) {
				event.currentTarget.setPointerCapture(event.pointerId);
				setFrom(cell);
				setCursor(cell);
			}
		},
		onPointerMove(event: PointerEvent) {
			const cell = cellOf(event);
			setCursor(cell >= 0 || from < 0 ? cell : cursor);
		},
		onPointerUp(event: PointerEvent) {
			const range = markedOf(from, from < 0 ? cellOf(event) : cursor);
			setFrom(-1);
			from >= 0 && range && show(range);
		},
		onPointerLeave() {
			from < 0 && setCursor(-1);
		},
	};
	return { from, cursor, setCursor, listeners };
}

function useKeys(
	grid: Grid,
	cursor: number,
	setCursor: (cell: number) => void,
	marked: Range | null,
	show: Show,
): void {
	useKeydown((event) => {
		const next = isForView(event) ? cellAfterKey(event.key, cursor, grid) : null;
		if (next !== null) {
			event.preventDefault();
			setCursor(next);
		} else if (event.key === "Enter" && isForView(event) && marked) {
			show(marked);
		} else if (event.key === "0" && isForView(event)) {
			show(null);
		}
	});
}

type BarProps = ViewProps & { times: Times; grid: Grid; withWaits: boolean };

function GridBar({ state, go, times, grid, withWaits }: BarProps) {
	return (
		<div class="view-bar">
			<span>
				a column {amount(grid.cell * grid.rows, "ns")}, a cell {amount(grid.cell, "ns")}
				{grid.most > 0 &&
					`, faint ${amount(grid.least, "ns")}, strong ${amount(grid.most, "ns")} of threads`}
				{state.find !== "" && ", only with a match on the stack"}
				{times.lost > 0 &&
					` · ${counted(times.lost, "sample")} have no time: xhprof.max_timeline_bytes was reached`}
			</span>
			<button
				type="button"
				aria-pressed={withWaits}
				title="time of threads that wait, too"
				onClick={() => go({ extra: extraWith(state, "waits", withWaits ? null : "1") }, "replace")}
			>
				with waits
			</button>
			<span class="hint">click or drag: its flame graph; arrows and Enter</span>
		</div>
	);
}

function textOf(grid: Grid, [from, to]: Range): string {
	const time = grid.times.subarray(from, to).reduce((sum, one) => sum + one, 0);
	const [start, end] = [from, to].map((cell) => tickText(timeOfCell(grid, cell), grid.cell));
	return `${start} to ${end} · ${amount(time, "ns")} of threads`;
}

/** From the first cell to before the second. */
function markedOf(from: number, cursor: number): Range | null {
	const start = from < 0 ? cursor : from;
	return cursor < 0 ? null : [Math.min(start, cursor), Math.max(start, cursor) + 1];
}

function cellAfterKey(key: string, cursor: number, grid: Grid): number | null {
	const steps: Record<string, number> = {
		ArrowUp: 1,
		ArrowDown: -1,
		ArrowRight: grid.rows,
		ArrowLeft: -grid.rows,
	};
	const step = steps[key];
	return step === undefined
		? null
		: Math.max(0, Math.min(grid.columns * grid.rows - 1, cursor < 0 ? 0 : cursor + step));
}
