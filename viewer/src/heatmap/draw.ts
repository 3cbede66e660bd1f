import { ticks, tickText } from "../axis/scale.ts";
import { inkOf } from "../look/canvas.ts";
import { css, oklch, type Theme } from "../look/colour.ts";
import { type Grid, timeOfCell } from "./grid.ts";

const LEFT_PX = 56;
const TOP_PX = 6;
const AXIS_PX = 22;
const SHADES = 24;

export interface Box {
	/** Pixels of a cell. */
	wide: number;
	high: number;
}

/** Cells of a short run fill no screen. */
const MOST_PX = 64;

export function boxOf(grid: Grid, width: number, height: number): Box {
	const high = Math.floor((height - TOP_PX - AXIS_PX) / grid.rows);
	return {
		wide: Math.min(MOST_PX, Math.max(0, width - LEFT_PX) / grid.columns),
		high: Math.min(MOST_PX, Math.max(1, high)),
	};
}

/** The cell at a place; -1: there is none. */
export function cellAt(grid: Grid, box: Box, x: number, y: number): number {
	const column = Math.floor((x - LEFT_PX) / box.wide);
	const row = grid.rows - 1 - Math.floor((y - TOP_PX) / box.high);
	const isIn = column >= 0 && column < grid.columns && row >= 0 && row < grid.rows;
	return isIn ? column * grid.rows + row : -1;
}

function placeOf({ rows }: Grid, box: Box, cell: number): [x: number, y: number] {
	return [
		Math.round(LEFT_PX + Math.floor(cell / rows) * box.wide),
		TOP_PX + (rows - 1 - (cell % rows)) * box.high,
	];
}

/** marked: cells from the first to before the second have a frame. */
export function drawGrid(
	canvas: CanvasRenderingContext2D,
	grid: Grid,
	box: Box,
	theme: Theme,
	marked: [number, number] | null,
): void {
	const { width, height } = { width: grid.columns * box.wide, height: grid.rows * box.high };
	const ink = inkOf(canvas.canvas);
	const shades = Array.from({ length: SHADES }, (_, i) => css(shadeOf(i / (SHADES - 1), theme)));
	canvas.clearRect(0, 0, LEFT_PX + width + 1, height + TOP_PX + AXIS_PX);
	canvas.fillStyle = ink("--raised");
	canvas.fillRect(LEFT_PX, TOP_PX, width, height);
	const gap = box.wide >= 5 && box.high >= 5 ? 1 : 0;
	for (let cell = 0; cell < grid.times.length; cell++) {
		const time = grid.times[cell]!;
		if (time > 0) {
			const [x, y] = placeOf(grid, box, cell);
			const right = Math.round(LEFT_PX + (Math.floor(cell / grid.rows) + 1) * box.wide);
			const share = grid.most > grid.least ? (time - grid.least) / (grid.most - grid.least) : 0.5;
			canvas.fillStyle = shades[Math.max(0, Math.round(share * (SHADES - 1)))]!;
			canvas.fillRect(x, y, Math.max(1, right - x - gap), box.high - gap);
		}
	}
	canvas.fillStyle = ink("--accent");
	canvas.globalAlpha = 0.45;
	for (let cell = marked?.[0] ?? 0; cell < (marked?.[1] ?? 0); cell++) {
		const [x, y] = placeOf(grid, box, cell);
		canvas.fillRect(x, y, Math.max(2, box.wide), Math.max(2, box.high));
	}
	canvas.globalAlpha = 1;
	drawAxes(canvas, grid, box, ink("--soft"));
}

function shadeOf(share: number, theme: Theme): [number, number, number] {
	return theme === "light"
		? oklch(0.93 - 0.5 * share, 0.05 + 0.12 * share, 75 - 50 * share)
		: oklch(0.4 + 0.44 * share, 0.07 + 0.08 * share, 35 + 55 * share);
}

function drawAxes(canvas: CanvasRenderingContext2D, grid: Grid, box: Box, ink: string): void {
	const column = grid.cell * grid.rows;
	const end = timeOfCell(grid, grid.columns * grid.rows);
	const marks = ticks(grid.from, end, grid.columns * box.wide);
	const step = marks.length > 1 ? marks[1]! - marks[0]! : end - grid.from;
	canvas.fillStyle = ink;
	canvas.font = `11px ${getComputedStyle(canvas.canvas).fontFamily}`;
	canvas.textBaseline = "middle";
	for (const at of marks) {
		const x = LEFT_PX + ((at - grid.from) / column) * box.wide;
		canvas.fillRect(x, TOP_PX + grid.rows * box.high, 1, 5);
		if (x < LEFT_PX + grid.columns * box.wide - 40) {
			canvas.fillText(tickText(at, step), x + 4, TOP_PX + grid.rows * box.high + 12);
		}
	}
	canvas.textAlign = "right";
	for (const share of [0, 1]) {
		const y = TOP_PX + (1 - share) * (grid.rows * box.high - 10) + 5;
		canvas.fillText(tickText(share * column, column), LEFT_PX - 6, y);
	}
	canvas.textAlign = "left";
}
