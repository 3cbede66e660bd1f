import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import { copy } from "../table/copy.tsx";
import type { ViewProps } from "../view/view.ts";
import type { Scene } from "./draw.ts";
import type { Drawn } from "./drawn.ts";
import { stepTo, useFlameKeys } from "./keys.ts";
import type { Frame, Rows } from "./layout.ts";
import { type Pointed, pointAt, pointed } from "./paint.ts";
import { baseOf, type Picture } from "./picture.ts";

/** What a double click did, and where. */
export interface Said {
	text: string;
	clientX: number;
	clientY: number;
}

interface Context {
	canvas: RefObject<HTMLCanvasElement | null>;
	scene: Scene;
	/** The zoomed frame. */
	root: number;
	hover: Pointed | null;
	setHover: (hover: Pointed | null) => void;
}

/** The frame below the pointer or that a key led to, where it is drawn now, and the canvas' listeners. */
export function usePointer(props: ViewProps, drawn: Drawn, context: Context) {
	const { canvas, scene, root, hover, setHover } = context;
	const { picture } = drawn;
	const [said, setSaid] = useState<Said | null>(null);
	/** The frame that a key led to, for those who do not see it; -1: the zoomed one. */
	const [moved, setMoved] = useState<number | null>(null);
	const here = hover && frameIn(scene.rows, hover.frame);
	useFlameKeys(props, {
		rows: scene.rows,
		here,
		walkTo: (frame) => {
			setHover(pointAt(scene, canvas.current!, frame));
			setMoved(frame.node);
		},
		zoomTo: (frame) => {
			zoomTo(props, picture, frame);
			setMoved(-1);
		},
	});
	props.stepper.step = (by) => {
		setMoved(-1);
		stepTo(props, picture, drawn.found, by);
	};
	const frameOf = (event: MouseEvent) => pointed(scene, canvas.current!, event);
	const listeners = {
		onPointerMove(event: PointerEvent) {
			setHover(frameOf(event));
			setMoved(null);
		},
		onPointerLeave: () => setHover(null),
		onClick: (event: MouseEvent) => click(props, picture, frameOf(event)?.frame, event),
		onContextMenu: (event: MouseEvent) => event.ctrlKey && event.preventDefault(),
		// After the first click of the two the frame is zoomed to, so that the pointer may be on another one.
		async onDblClick({ clientX, clientY }: MouseEvent) {
			const isDone = await copy(picture.labels.name(picture.tree.label[root]!));
			setSaid({ text: isDone ? "name copied" : "copying is not permitted", clientX, clientY });
			setTimeout(() => setSaid(null), 1500);
		},
	};
	return { here, said, moved, listeners };
}

function zoomTo({ run, go }: ViewProps, picture: Picture, { node }: Frame): void {
	const fn = picture.labels.function(picture.tree.label[node]!);
	go({ at: baseOf(picture, node), fn: fn < 0 ? "" : run.functions.name(fn) });
}

function click(
	props: ViewProps,
	picture: Picture,
	frame: Frame | undefined,
	event: MouseEvent,
): void {
	if (!frame || frame.node < 0 || !props.isWhole) {
		return;
	}
	if (event.ctrlKey || event.metaKey) {
		event.preventDefault();
		takeOut(props, picture, frame.node);
	} else if (event.detail < 2) {
		zoomTo(props, picture, frame);
	}
}

function takeOut({ state, go }: ViewProps, picture: Picture, node: number): void {
	const base = baseOf(picture, node);
	if (base > 0 && !state.without.includes(base)) {
		go({ without: [...state.without, base] });
	}
}

/** A frame where it is drawn now: the picture may have been zoomed since. */
function frameIn(rows: Rows, { node, depth }: Frame): Frame | null {
	return rows[depth]?.find((frame) => frame.node === node) ?? null;
}
