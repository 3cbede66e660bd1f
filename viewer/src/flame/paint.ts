import { draw, ROW, type Scene, yOf } from "./draw.ts";
import { type Frame, frameAt } from "./layout.ts";

/** A frame, and where to say something about it, in pixels of the window. */
export interface Pointed {
	frame: Frame;
	x: number;
	y: number;
}

/** Draws in the pixels of the device. */
export function paint(canvas: HTMLCanvasElement | null, scene: Scene, ratio: number): void {
	const context = canvas?.getContext("2d", { alpha: false });
	if (!canvas || !context || scene.width === 0) {
		return;
	}
	const width = Math.round(scene.width * ratio);
	const height = Math.round(scene.height * ratio);
	if (canvas.width !== width || canvas.height !== height) {
		canvas.width = width;
		canvas.height = height;
		canvas.style.width = `${scene.width}px`;
		canvas.style.height = `${scene.height}px`;
	}
	context.setTransform(ratio, 0, 0, ratio, 0, 0);
	draw(context, scene);
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
