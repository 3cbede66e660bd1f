import { css, foundColour, frameColour, type Rgb, type Theme } from "../look/colour.ts";
import { isTouched } from "../look/touch.ts";
import type { Frame, Rows } from "./layout.ts";
import type { Labels } from "./picture.ts";
import { TextFitter } from "./text.ts";

/** Many rows must fit, so that fingers get less than elsewhere. */
export const ROW = isTouched() ? 26 : 18;

/** How each frame looks; a diff has colours of its own. */
interface Look {
	theme: Theme;
	colour(node: number, label: number): Rgb;
	isHatched(node: number): boolean;
	/** 1: the search found it, 0: it did not; null: nothing is searched. */
	isMatch: Uint8Array | null;
	/** The selected function's label; -1: none. */
	selected: number;
	/** Callers of the zoomed frame: paler. */
	above: number;
	hover: Frame | null;
}

export interface Scene {
	rows: Rows;
	label: Int32Array;
	labels: Labels;
	width: number;
	height: number;
	/** The height that is scrolled out of sight above. */
	top: number;
	/** Root at the bottom. */
	isFlame: boolean;
	look: Look;
}

export const INK = { light: [22, 24, 28] as Rgb, dark: [240, 241, 244] as Rgb };
const GROUND = { light: [255, 255, 255] as Rgb, dark: [24, 26, 30] as Rgb };
const ACCENT = { light: "#1a5fd0", dark: "#7db3ff" };

/** A frame that the search did not find, or that calls the zoomed one. */
export function pale(colour: Rgb, theme: Theme): Rgb {
	return blend(colour, GROUND[theme], 0.4);
}

export function paleInk(theme: Theme): Rgb {
	return blend(INK[theme], GROUND[theme], 0.72);
}

/** The lines on a frame that is new, seen on any colour of it. */
export function hatchColour(colour: Rgb, theme: Theme): Rgb {
	return blend(INK[theme], colour, 0.35);
}

/** The colours of frames, made once for each label. */
export function frameColours(labels: Labels, theme: Theme): (node: number, label: number) => Rgb {
	const known = new Map<number, Rgb>();
	return (_node, label) => {
		let colour = known.get(label);
		if (!colour) {
			colour = frameColour(labels.owner(label), labels.hue(label), theme, labels.shade(label));
			known.set(label, colour);
		}
		return colour;
	};
}

export function yOf(
	scene: { isFlame: boolean; rows: Rows; height: number; top: number },
	depth: number,
): number {
	const whole = Math.max(scene.height, scene.rows.length * ROW);
	return (scene.isFlame ? whole - (depth + 1) * ROW : depth * ROW) - scene.top;
}

export function draw(context: CanvasRenderingContext2D, scene: Scene): void {
	const { width, height, look } = scene;
	context.fillStyle = css(GROUND[look.theme]);
	context.fillRect(0, 0, width, height);
	context.font = "12px system-ui, sans-serif";
	context.textBaseline = "middle";
	const fitter = TextFitter.of(context);
	for (let depth = 0; depth < scene.rows.length; depth++) {
		const y = yOf(scene, depth);
		if (y > -ROW && y < height) {
			for (const frame of scene.rows[depth]!) {
				drawFrame(context, scene, frame, y, fitter);
			}
		}
	}
}

function drawFrame(
	context: CanvasRenderingContext2D,
	scene: Scene,
	frame: Frame,
	y: number,
	fitter: TextFitter,
): void {
	const { look } = scene;
	const gap = frame.width > 3 ? 1 : 0;
	const width = Math.max(frame.width - gap, 0.5);
	if (frame.node < 0) {
		context.fillStyle = css(blend(INK[look.theme], GROUND[look.theme], 0.22));
		context.fillRect(frame.x, y, width, ROW - 1);
		return;
	}
	const label = scene.label[frame.node]!;
	const isFound = look.isMatch?.[label] === 1;
	const colour = colourOf(scene, frame, label, isFound);
	context.fillStyle = css(colour);
	context.fillRect(frame.x, y, width, ROW - 1);
	if (look.isHatched(frame.node)) {
		hatch(context, frame.x, y, width, hatchColour(colour, look.theme));
	}
	if (width > 18) {
		const isPale = look.isMatch !== null && !isFound;
		context.fillStyle = css(isPale ? paleInk(look.theme) : INK[look.theme]);
		const text = fitter.fit(scene.labels.name(label), width - 8);
		context.fillText(text, frame.x + 4, y + ROW / 2 - 0.5);
	}
	if (label === look.selected && width > 2) {
		outline(context, frame.x, y, width, ACCENT[look.theme], 2);
	}
	if (frame.node === look.hover?.node) {
		outline(context, frame.x, y, width, css(INK[look.theme]), 1);
	}
}

function colourOf(scene: Scene, frame: Frame, label: number, isFound: boolean): Rgb {
	const { look } = scene;
	if (isFound) {
		return foundColour(look.theme);
	}
	const colour = look.colour(frame.node, label);
	if (look.isMatch || frame.depth < look.above) {
		return pale(colour, look.theme);
	}
	return colour;
}

function blend(a: Rgb, b: Rgb, share: number): Rgb {
	return a.map((value, index) => Math.round(value * share + b[index]! * (1 - share))) as Rgb;
}

function outline(
	context: CanvasRenderingContext2D,
	x: number,
	y: number,
	width: number,
	colour: string,
	line: number,
): void {
	context.strokeStyle = colour;
	context.lineWidth = line;
	context.strokeRect(x + line / 2, y + line / 2, Math.max(width - line, 1), ROW - 1 - line);
}

function hatch(
	context: CanvasRenderingContext2D,
	x: number,
	y: number,
	width: number,
	colour: Rgb,
): void {
	context.save();
	context.beginPath();
	context.rect(x, y, width, ROW - 1);
	context.clip();
	context.strokeStyle = css(colour);
	context.lineWidth = 1;
	context.beginPath();
	for (let at = x - ROW; at < x + Math.min(width, 4000); at += 6) {
		context.moveTo(at, y + ROW);
		context.lineTo(at + ROW, y);
	}
	context.stroke();
	context.restore();
}
