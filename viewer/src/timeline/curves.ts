import type { Part } from "../axis/scale.ts";
import { amount, change } from "../look/units.ts";
import { firstAfter } from "./calls.ts";
import type { Curves } from "./load.ts";

export const CURVES_PX = 72;

export interface Box {
	x: number;
	y: number;
	width: number;
	height: number;
}

interface CurveInk {
	text: string;
	line: string;
	memory: string;
	cpu: string;
}

/** A point for each pixel where the curve changes. */
type Points = [x: number, value: number][];

/** Memory in use as an area, CPU time as a share of time as a broken line, both on the axis of the calls. */
export function drawCurves(
	canvas: CanvasRenderingContext2D,
	curves: Curves,
	part: Part,
	box: Box,
	ink: CurveInk,
): void {
	canvas.save();
	canvas.fillStyle = ink.line;
	canvas.fillRect(box.x, box.y + box.height, box.width, 1);
	const memory = curves.memory ? pointsOf(curves.at, curves.memory, part, box.width) : [];
	const [low, high] = rangeOf(memory);
	if (curves.memory) {
		scale(canvas, box, ink, amount(high, "bytes"), high > low ? amount(low, "bytes") : "");
	}
	// The first point may be long before the part.
	canvas.beginPath();
	canvas.rect(box.x, box.y, box.width, box.height + 1);
	canvas.clip();
	draw(canvas, memory, box, { low, high, colour: ink.memory, isArea: true });
	if (curves.cpu) {
		const points = sharesOf(curves.at, curves.cpu, part, box.width);
		draw(canvas, points, box, { low: 0, high: 100, colour: ink.cpu, isArea: false });
	}
	canvas.restore();
}

interface Style {
	low: number;
	high: number;
	colour: string;
	isArea: boolean;
}

function draw(canvas: CanvasRenderingContext2D, points: Points, box: Box, style: Style): void {
	const { low, high, colour, isArea } = style;
	const yOf = (value: number) =>
		box.y + box.height - ((value - low) / Math.max(high - low, 1)) * (box.height - 6);
	canvas.beginPath();
	points.forEach(([x, value], i) => {
		canvas[i === 0 ? "moveTo" : "lineTo"](box.x + x, yOf(value));
	});
	canvas.strokeStyle = colour;
	canvas.lineWidth = 1.5;
	canvas.setLineDash(isArea ? [] : [4, 3]);
	canvas.stroke();
	if (isArea && points.length > 0) {
		canvas.lineTo(box.x + points[points.length - 1]![0], box.y + box.height);
		canvas.lineTo(box.x + points[0]![0], box.y + box.height);
		canvas.globalAlpha = 0.15;
		canvas.fillStyle = colour;
		canvas.fill();
		canvas.globalAlpha = 1;
	}
}

function scale(
	canvas: CanvasRenderingContext2D,
	box: Box,
	ink: CurveInk,
	high: string,
	low: string,
): void {
	canvas.fillStyle = ink.text;
	canvas.textAlign = "right";
	canvas.fillText(high, box.x - 6, box.y + 8);
	canvas.fillText(low, box.x - 6, box.y + box.height - 6);
	canvas.textAlign = "left";
}

/** Keeps the least and the greatest of the points on one pixel, so that no peak is lost. */
export function pointsOf(
	at: Float64Array,
	value: Float64Array,
	part: Part,
	pixels: number,
): Points {
	const points: Points = [];
	const scale = pixels / (part.to - part.from);
	const last = at.length - 1;
	let i = Math.max(0, firstAfter(at, 0, at.length, part.from) - 1);
	while (i <= last && (at[i]! <= part.to || points.length === 0)) {
		const x = (at[i]! - part.from) * scale;
		let [low, high] = [value[i]!, value[i]!];
		const first = value[i]!;
		for (i++; i <= last && (at[i]! - part.from) * scale < x + 1; i++) {
			low = Math.min(low, value[i]!);
			high = Math.max(high, value[i]!);
		}
		points.push([x, first]);
		if (high > low) {
			points.push([x, low], [x, high], [x, value[i - 1]!]);
		}
	}
	if (i <= last) {
		points.push([(at[i]! - part.from) * scale, value[i]!]);
	}
	return points;
}

/** CPU time in percent of the time, over steps of eight pixels or from one point to the next. */
export function sharesOf(at: Float64Array, cpu: Float64Array, part: Part, pixels: number): Points {
	const points: Points = [];
	const scale = pixels / (part.to - part.from);
	let from = Math.max(0, firstAfter(at, 0, at.length, part.from) - 1);
	for (let to = from + 1; to < at.length && at[from]! <= part.to; to++) {
		const time = at[to]! - at[from]!;
		if (time * scale >= 8) {
			const share = Math.max(0, Math.min(100, (100 * (cpu[to]! - cpu[from]!)) / time));
			points.push([(at[from]! - part.from) * scale, share], [(at[to]! - part.from) * scale, share]);
			from = to;
		}
	}
	return points;
}

function rangeOf(points: Points): [low: number, high: number] {
	let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
	for (const [, value] of points) {
		low = Math.min(low, value);
		high = Math.max(high, value);
	}
	return points.length === 0 ? [0, 1] : [low, high];
}

/** "memory 18.4 MiB (+1.20 MiB)" at a time; "" where nothing is known. */
export function curveText({ at, memory }: Curves, time: number): string {
	if (memory === null || at.length === 0) {
		return "";
	}
	const i = Math.max(0, firstAfter(at, 0, at.length, time) - 1);
	return `memory ${amount(memory[i]!, "bytes")} (${change(memory[i]! - memory[0]!, "bytes")})`;
}
