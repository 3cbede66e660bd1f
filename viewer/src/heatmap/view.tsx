import "./heatmap.css";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { chosen, extraOf } from "../axis/part.ts";
import { tickText } from "../axis/scale.ts";
import { laneName, sizeOf, type Times } from "../axis/times.ts";
import { useTimes } from "../axis/use-times.tsx";
import { onPath } from "../data/tree.ts";
import { useSize } from "../flame/canvas.ts";
import { prepared } from "../look/canvas.ts";
import { amount, counted } from "../look/units.ts";
import { isForView } from "../view/focus.ts";
import type { ViewProps } from "../view/view.ts";
import { boxOf, cellAt, drawGrid } from "./draw.ts";
import { cellsOf, type Grid, gridOf, timeOfCell, windowOf } from "./grid.ts";

/** When threads ran, each column a stretch of it: a click shows the flame graph of a cell, a drag that of several. */
export function HeatmapView(props: ViewProps) {
	const [times, waiting] = useTimes(props, true);
	return times?.cells ? <Cells {...props} times={times} /> : waiting;
}

/** Columns have so many pixels at least. */
const WIDE_PX = 2;

function Cells(props: ViewProps & { times: Times }) {
	const { run, state, go, times, theme, matches } = props;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const { width, height } = useSize(box);
	const [from, setFrom] = useState(-1);
	const [cursor, setCursor] = useState(-1);
	const part = chosen(state, times.length) ?? { from: 0, to: times.length, lane: -1 };
	const seen = windowOf(times, part);
	const withWaits = state.extra.waits === "1";
	const columns = Math.max(1, Math.floor((width - 56) / WIDE_PX));
	const grid = useMemo(() => {
		const isWanted = state.find === "" ? null : onPath(run.tree, matches.isMatch);
		return gridOf(times, seen, columns, withWaits, isWanted);
	}, [times, seen.from, seen.to, part.lane, columns, withWaits, matches, state.find]);
	const cells = boxOf(grid, width, height);
	const isZoomed = seen.from < part.from || seen.to > part.to;
	const marked = markedOf(from, cursor) ?? (isZoomed ? cellsOf(grid, part) : null);
	useLayoutEffect(() => {
		const context = prepared(canvas.current!, width, height);
		context && drawGrid(context, grid, cells, theme, marked);
	});
	const show = (range: [number, number] | null) => {
		const at = range?.map((cell) => timeOfCell(grid, cell));
		const next = at
			? { from: Math.max(0, at[0]!), to: Math.min(times.length, at[1]!), lane: part.lane }
			: { from: 0, to: times.length, lane: part.lane };
		go({ extra: extraOf(state, next, times.length), ...(range ? { view: "flame", at: 0 } : {}) });
	};
	const cellOf = (event: PointerEvent) => {
		const { left, top } = canvas.current!.getBoundingClientRect();
		return cellAt(grid, cells, event.clientX - left, event.clientY - top);
	};
	useLayoutEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const next = isForView(event) ? cellAfterKey(event.key, cursor, grid) : null;
			if (next !== null) {
				event.preventDefault();
				setCursor(next);
			} else if (event.key === "Enter" && isForView(event) && marked) {
				show(marked);
			} else if (event.key === "0" && isForView(event)) {
				show(null);
			}
		};
		addEventListener("keydown", onKey);
		return () => removeEventListener("keydown", onKey);
	});
	const column = grid.cell * grid.rows;
	return (
		<div class="view">
			<div class="view-bar">
				<span>
					a column {amount(column, "ns")}, a cell {amount(grid.cell, "ns")}
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
					onClick={() => {
						const { waits: _, ...extra } = state.extra;
						go({ extra: withWaits ? extra : { ...extra, waits: "1" } }, "replace");
					}}
				>
					with waits
				</button>
				<span class="hint">click or drag: its flame graph; arrows and Enter</span>
			</div>
			<div class="heatmap" ref={box}>
				<canvas
					ref={canvas}
					role="img"
					aria-label={`Heatmap of ${counted(sizeOf(run.header.moments, "samples"), "sample")}; the arrow keys choose a cell, Enter shows its flame graph`}
					onPointerDown={(event) => {
						const cell = cellOf(event);
						if (event.button === 0 && cell >= 0) {
							event.currentTarget.setPointerCapture(event.pointerId);
							setFrom(cell);
							setCursor(cell);
						}
					}}
					onPointerMove={(event) => {
						const cell = cellOf(event);
						setCursor(cell >= 0 || from < 0 ? cell : cursor);
					}}
					onPointerUp={(event) => {
						const range = markedOf(from, from < 0 ? cellOf(event) : cursor);
						setFrom(-1);
						from >= 0 && range && show(range);
					}}
					onPointerLeave={() => from < 0 && setCursor(-1)}
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

function textOf(grid: Grid, [from, to]: [number, number]): string {
	const time = grid.times.subarray(from, to).reduce((sum, one) => sum + one, 0);
	const [start, end] = [from, to].map((cell) => tickText(timeOfCell(grid, cell), grid.cell));
	return `${start} to ${end} · ${amount(time, "ns")} of threads`;
}

/** From the first cell to before the second. */
function markedOf(from: number, cursor: number): [number, number] | null {
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
