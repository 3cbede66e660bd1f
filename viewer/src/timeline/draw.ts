import { type Part, ticks, tickText } from "../axis/scale.ts";
import { laneName, type Times } from "../axis/times.ts";
import type { Run } from "../data/run.ts";
import { frameColours } from "../flame/draw.ts";
import { labelsOf } from "../flame/picture.ts";
import { TextFitter } from "../flame/text.ts";
import { inkOf } from "../look/canvas.ts";
import { css, type Rgb, type Theme } from "../look/colour.ts";
import { isTouched } from "../look/touch.ts";
import { type Calls, drawRow, FIBERS_MAX, type Lane, type Row } from "./calls.ts";
import { CURVES_PX, drawCurves } from "./curves.ts";
import type { Curves } from "./load.ts";

export const ROW_PX = isTouched() ? 26 : 17;
/** Room for the lanes' names, and for the scales of the curves above. */
export const GUTTER_PX = 64;
const AXIS_PX = 22;
const LANE_GAP_PX = 10;

/** Where a row of calls is drawn, in pixels from the top of all lanes. */
export interface Placed {
	lane: Lane;
	row: Row;
	below: Row | undefined;
	depth: number;
	y: number;
}

export function placed(calls: Calls): { rows: Placed[]; height: number } {
	const rows: Placed[] = [];
	let y = 0;
	for (const lane of calls.lanes) {
		lane.rows.forEach((row, depth) => {
			rows.push({ lane, row, depth, below: lane.rows[depth + 1], y: y + depth * ROW_PX });
		});
		y += lane.rows.length * ROW_PX + LANE_GAP_PX;
	}
	return { rows, height: Math.max(0, y - LANE_GAP_PX) };
}

/** Where the lanes begin: below the axis and the curves. */
export function headOf(curves: Curves | null): number {
	return AXIS_PX + (curves ? CURVES_PX : 0);
}

export interface Scene {
	run: Run;
	calls: Calls;
	curves: Curves | null;
	rows: Placed[];
	part: Part;
	selected: number;
	/** By function, 1: found by the search; null: nothing is searched. */
	found: Uint8Array | null;
	theme: Theme;
	width: number;
	height: number;
	/** How far the lanes are scrolled. */
	top: number;
	times: Times;
	/** The fiber or process that all views show; -1: all. */
	lane: number;
}

interface Ink {
	/** On the frames. */
	name: string;
	/** Beside them. */
	text: string;
	line: string;
	accent: string;
	memory: string;
	cpu: string;
	font: string;
}

/** Draws what is in sight, on a canvas of CSS pixels. */
export function drawTimeline(canvas: CanvasRenderingContext2D, scene: Scene): void {
	const ink = inksOf(canvas.canvas);
	const painter = new Painter(canvas, scene, ink);
	const head = headOf(scene.curves);
	canvas.clearRect(0, 0, scene.width, scene.height);
	canvas.font = ink.font;
	canvas.textBaseline = "middle";
	drawAxis(canvas, scene, ink);
	if (scene.curves) {
		const box = { x: GUTTER_PX, y: AXIS_PX, width: scene.width - GUTTER_PX, height: CURVES_PX - 8 };
		clipped(canvas, { ...box, x: 0, width: scene.width }, () =>
			drawCurves(canvas, scene.curves!, scene.part, box, ink),
		);
	}
	clipped(canvas, { x: 0, y: head, width: scene.width, height: scene.height - head }, () => {
		for (const placed of scene.rows) {
			const y = placed.y - scene.top + head;
			if (y > -ROW_PX && y < scene.height) {
				painter.row(placed, y);
			}
		}
	});
}

function inksOf(canvas: HTMLCanvasElement): Ink {
	const style = getComputedStyle(canvas);
	const value = inkOf(canvas);
	return {
		name: style.color,
		text: value("--soft"),
		line: value("--line"),
		accent: value("--accent"),
		memory: value("--accent"),
		cpu: value("--warn"),
		font: `11px ${style.fontFamily}`,
	};
}

function clipped(
	canvas: CanvasRenderingContext2D,
	box: { x: number; y: number; width: number; height: number },
	draw: () => void,
): void {
	canvas.save();
	canvas.beginPath();
	canvas.rect(box.x, box.y, box.width, box.height + 1);
	canvas.clip();
	draw();
	canvas.restore();
}

function drawAxis(
	canvas: CanvasRenderingContext2D,
	{ part, width, height }: Scene,
	ink: Ink,
): void {
	const pixels = width - GUTTER_PX;
	const marks = ticks(part.from, part.to, pixels);
	const step = marks.length > 1 ? marks[1]! - marks[0]! : part.to - part.from;
	for (const at of marks) {
		const x = Math.round(GUTTER_PX + ((at - part.from) / (part.to - part.from)) * pixels);
		canvas.fillStyle = ink.line;
		canvas.fillRect(x, 0, 1, height);
		canvas.fillStyle = ink.text;
		if (x < width - 56) {
			canvas.fillText(tickText(at, step), x + 4, AXIS_PX / 2);
		}
	}
}

/** Draws rows; a function has the colour that it has in the flame graph. */
class Painter {
	private readonly colour: (node: number, label: number) => Rgb;

	constructor(
		private readonly canvas: CanvasRenderingContext2D,
		private readonly scene: Scene,
		private readonly ink: Ink,
	) {
		this.colour = frameColours(labelsOf(scene.run), scene.theme);
	}

	row({ lane, row, depth }: Placed, y: number): void {
		const { canvas, scene, ink } = this;
		if (depth === 0) {
			canvas.fillStyle = ink.text;
			canvas.fillText(nameOf(scene.times, lane), 8, y + ROW_PX / 2, GUTTER_PX - 12);
		}
		canvas.save();
		canvas.beginPath();
		canvas.rect(GUTTER_PX, y, scene.width - GUTTER_PX, ROW_PX);
		canvas.clip();
		const span = { ...scene.part, pixels: scene.width - GUTTER_PX };
		drawRow(scene.calls, row, span, (call, x, width, count, cover) => {
			const isShown = scene.lane < 0 || scene.lane === lane.number;
			this.box(call, GUTTER_PX + x, y, width, count, isShown ? cover : -1);
		});
		canvas.restore();
	}

	private box(
		call: number,
		x: number,
		y: number,
		width: number,
		count: number,
		cover: number,
	): void {
		const { canvas, scene, ink } = this;
		const node = scene.calls.node[call]!;
		const label = scene.run.tree.label[node]!;
		const isDimmed = (scene.found !== null && scene.found[label] !== 1) || cover < 0;
		const left = Math.max(x, GUTTER_PX - 1);
		const right = Math.min(x + width, scene.width + 1);
		canvas.globalAlpha = (isDimmed ? 0.3 : 1) * (count > 0 ? 0.25 + 0.75 * Math.abs(cover) : 1);
		canvas.fillStyle = css(this.colour(node, label));
		canvas.fillRect(left, y, Math.max(right - left - (width > 3 ? 1 : 0), 0.5), ROW_PX - 1);
		canvas.globalAlpha = 1;
		if (label === scene.selected) {
			canvas.fillStyle = ink.accent;
			canvas.fillRect(left, y + ROW_PX - 4, Math.max(1, right - left - 1), 3);
		}
		if (right - left > 24) {
			this.name(label, left, right - left, y);
		}
	}

	private name(label: number, x: number, width: number, y: number): void {
		const { canvas, scene, ink } = this;
		const text = TextFitter.of(canvas).fit(scene.run.functions.name(label), width - 8);
		canvas.fillStyle = ink.name;
		canvas.fillText(text, x + 4, y + ROW_PX / 2);
	}
}

function nameOf(times: Times, { number }: Lane): string {
	return number > FIBERS_MAX ? "others" : laneName(times, number);
}
