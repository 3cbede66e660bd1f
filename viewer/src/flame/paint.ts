import { prepared } from "../look/canvas.ts";
import { draw, ROW, type Scene, yOf } from "./draw.ts";
import { type Frame, frameAt } from "./layout.ts";

/** A frame, and where to say something about it, in pixels of the window. */
export interface Pointed {
	frame: Frame;
	x: number;
	y: number;
}

export function paint(canvas: HTMLCanvasElement | null, scene: Scene): void {
	const context = canvas && prepared(canvas, scene.width, scene.height, { alpha: false });
	context && draw(context, scene);
}

/** The frame under the pointer. */
export function pointed(
	scene: Scene,
	canvas: HTMLCanvasElement,
	event: MouseEvent,
): Pointed | null {
	const box = canvas.getBoundingClientRect();
	const x = event.clientX - box.left;
	const y = event.clientY - box.top;
	const first = yOf(scene, 0);
	const depth = Math.floor((scene.isFlame ? first + ROW - y : y - first) / ROW);
	const frame = frameAt(scene.rows[depth], x);
	return frame && { frame, x: event.clientX, y: event.clientY };
}

/** The same of a frame that the keys walked to. */
export function pointAt(scene: Scene, canvas: HTMLCanvasElement, frame: Frame): Pointed {
	const box = canvas.getBoundingClientRect();
	const x = box.left + Math.min(Math.max(frame.x, 0) + 8, scene.width - 8);
	return { frame, x, y: box.top + yOf(scene, frame.depth) + ROW / 2 };
}
