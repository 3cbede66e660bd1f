import { nextOf } from "../data/search.ts";
import { isForView } from "../view/focus.ts";
import { useKeydown } from "../view/keydown.ts";
import type { ViewProps } from "../view/view.ts";
import type { Frame, Rows } from "./layout.ts";
import { baseOf, nodeIn, type Picture } from "./picture.ts";

interface KeyContext {
	rows: Rows;
	/** The frame under the pointer, or that was walked to, where it is drawn now. */
	here: Frame | null;
	walkTo: (frame: Frame) => void;
	zoomTo: (frame: Frame) => void;
}

export function useFlameKeys(props: ViewProps, context: KeyContext): void {
	const { state, go } = props;
	const actions: Record<string, () => void> = {
		"0": () => go({ at: 0, without: [] }),
		i: () => go({ flame: !state.flame }),
		w: () => go({ order: state.order === "call" ? "weight" : "call" }),
		Enter: () => context.here && context.zoomTo(context.here),
		ArrowLeft: () => walk(context, "left"),
		ArrowRight: () => walk(context, "right"),
		ArrowUp: () => walk(context, state.flame ? "in" : "out"),
		ArrowDown: () => walk(context, state.flame ? "out" : "in"),
	};
	useKeydown((event) => {
		if (actions[event.key] && isForView(event)) {
			event.preventDefault();
			actions[event.key]!();
		}
	});
}

/** Zooms to the next match after the zoomed frame, and round at the end. */
export function stepTo(
	{ state, go, run }: ViewProps,
	picture: Picture,
	found: number[],
	by: 1 | -1,
): void {
	const node = nextOf(found, nodeIn(picture, state.at), by);
	if (node !== undefined) {
		const fn = picture.labels.function(picture.tree.label[node]!);
		go({ at: baseOf(picture, node), fn: fn < 0 ? state.fn : run.functions.name(fn) });
	}
}

type Way = "left" | "right" | "in" | "out";

function walk({ rows, here, walkTo }: KeyContext, way: Way): void {
	const next = here ? nextTo(rows, here, way) : rows[0]?.[0];
	if (next) {
		walkTo(next);
	}
}

/** The frame beside, the widest callee, or the caller. */
export function nextTo(rows: Rows, here: Frame, way: Way): Frame | undefined {
	const row = rows[here.depth + (way === "in" ? 1 : way === "out" ? -1 : 0)] ?? [];
	const named = row.filter(({ node }) => node >= 0);
	if (way === "in") {
		const below = named.filter(({ x }) => x >= here.x - 0.01 && x < here.x + here.width);
		return below.sort((a, b) => b.width - a.width)[0];
	}
	if (way === "out") {
		return named.find(({ x, width }) => x <= here.x + 0.01 && here.x < x + width);
	}
	const at = named.findIndex(({ node }) => node === here.node);
	return named[at + (way === "right" ? 1 : -1)];
}
