import type { RefObject, TargetedPointerEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { moved, partAfterKey, within, zoomed } from "../axis/scale.ts";
import { isForView } from "../view/focus.ts";
import { useKeydown } from "../view/keydown.ts";
import { GUTTER_PX } from "./draw.ts";
import { nameOf, show, showCall } from "./moves.ts";
import { type Hit, hitAt, positionIn, rowAt, type Stage, stepOf, timeAt } from "./stage.ts";

type Canvas = RefObject<HTMLCanvasElement | null>;

/** From where to where the pointer was drawn, in pixels. */
export interface Drag {
	from: number;
	to: number;
}

/** A drag shorter than this is a click. */
const CLICK_PX = 4;

/** The call below the pointer, the one that was clicked, the drag, and the canvas' listeners for them. */
export function usePointer(stage: Stage, canvas: Canvas) {
	const { part, calls } = stage;
	const [hover, setHover] = useState<Hit | null>(null);
	const [picked, setPicked] = useState<Hit | null>(null);
	const [drag, setDrag] = useState<Drag | null>(null);
	/** Where on the axis the pointer is; null: elsewhere. */
	const at = useRef<number | null>(null);
	useEffect(() => setPicked(null), [calls]);
	// By keys and the search other calls come below a pointer that rests.
	useLayoutEffect(() => setHover(null), [part.from, part.to, stage.state.at]);
	const placeOf = (event: MouseEvent) => positionIn(event, canvas.current!);
	const hitOf = (event: MouseEvent) => hitAt(stage, placeOf(event).x, placeOf(event).y);
	const listeners = {
		onPointerDown(event: TargetedPointerEvent<HTMLCanvasElement>) {
			if (event.button === 0) {
				const { x } = placeOf(event);
				event.currentTarget.setPointerCapture(event.pointerId);
				setDrag({ from: x, to: x });
			}
		},
		onPointerMove(event: PointerEvent) {
			const x = Math.max(GUTTER_PX, placeOf(event).x);
			at.current = x;
			drag && setDrag({ ...drag, to: x });
			setHover(hitOf(event));
		},
		onPointerUp(event: PointerEvent) {
			setDrag(null);
			if (!showDragged(stage, drag) && !turnLane(stage, placeOf(event))) {
				const hit = hitOf(event);
				setPicked(hit);
				stage.go({ fn: hit ? nameOf(stage, hit.call) : "" }, "replace");
			}
		},
		onPointerLeave() {
			at.current = null;
			setHover(null);
		},
		onDblClick(event: MouseEvent) {
			const hit = hitOf(event);
			hit && showCall(stage, hit.call, hit.placed.lane.number);
		},
	};
	return { hover, picked, drag, at, listeners };
}

/** True: it was a drag, and its time is shown. */
function showDragged(stage: Stage, drag: Drag | null): boolean {
	if (drag === null || Math.abs(drag.to - drag.from) <= CLICK_PX) {
		return false;
	}
	const [from, to] = [timeAt(stage, drag.from), timeAt(stage, drag.to)].sort((a, b) => a - b);
	show(stage, within({ from: from!, to: to! }, stage.times.length));
	return true;
}

/** A click on the name of a lane shows it alone, or all. True: it was one. */
function turnLane(stage: Stage, { x, y }: { x: number; y: number }): boolean {
	const number = rowAt(stage, y)?.lane.number;
	if (x >= GUTTER_PX || number === undefined || stage.times.lanes.length <= 1) {
		return false;
	}
	const { from, to, lane } = stage.part;
	show(stage, { from, to, lane: number === lane ? -1 : number });
	return true;
}

/** Ctrl and the wheel zoom, Shift and the wheel move. */
export function useWheel(stage: Stage, canvas: Canvas): void {
	const { part, times } = stage;
	const take = (event: WheelEvent) => {
		if (event.ctrlKey || event.metaKey) {
			const at = timeAt(stage, positionIn(event, canvas.current!).x);
			show(stage, zoomed(part, at, 1.002 ** event.deltaY, times.length), {}, "replace");
		} else if (event.deltaX !== 0 || event.shiftKey) {
			const by = (event.deltaX || event.deltaY) * stepOf(stage);
			show(stage, moved(part, by, times.length), {}, "replace");
		} else {
			return;
		}
		event.preventDefault();
	};
	useEffect(() => {
		const element = canvas.current!;
		// Preact's listeners are passive: they cannot keep the page from scrolling.
		element.addEventListener("wheel", take, { passive: false });
		return () => element.removeEventListener("wheel", take);
	});
}

/** `at`: where the pointer is, which a zoom leaves in its place. */
export function useKeys(stage: Stage, at: RefObject<number | null>): void {
	const { part, times } = stage;
	useKeydown((event) => {
		const middle = at.current === null ? (part.from + part.to) / 2 : timeAt(stage, at.current);
		const key = isForView(event) ? (LETTERS[event.key] ?? event.key) : "";
		const next = partAfterKey(key, part, { at: middle, length: times.length, by: 1 / 8 });
		if (next) {
			show(stage, next, {}, "replace");
			event.preventDefault();
		}
	});
}

/** As in the timelines of browsers, W and S zoom, A and D move; `View.keys` takes them from the page. */
const LETTERS: Record<string, string> = { w: "+", s: "-", a: "ArrowLeft", d: "ArrowRight" };
