import { pathTo, type Tree } from "../data/tree.ts";

/** One rectangle: a path, or (node < 0) siblings that are each too narrow to be drawn. */
export interface Frame {
	node: number;
	depth: number;
	x: number;
	width: number;
}

/** The frames of one depth, from left to right. */
export type Rows = Frame[][];

/** A frame narrower than this is drawn with its neighbours. */
const NARROWEST = 0.3;

interface LayoutOptions {
	tree: Tree;
	/** The width of each node in its own unit; not negative. */
	weight: Float64Array;
	/** The node that is as wide as the picture. */
	root: number;
	width: number;
	order: "call" | "weight";
	isHidden: (node: number) => boolean;
}

/** Lays out what can be seen: the callers of the root, each over the whole width, and what lies below it. */
export function layout(options: LayoutOptions): Rows {
	const { tree, weight, root, width } = options;
	if (tree.count === 0) {
		return [];
	}
	const callers = pathTo(tree, root).slice(0, -1);
	const rows: Rows = callers.map((node, depth) => [{ node, depth, x: 0, width }]);
	const scale = weight[root]! > 0 ? width / weight[root]! : 0;
	const open: Frame[] = [{ node: root, depth: rows.length, x: 0, width }];
	while (open.length > 0) {
		const frame = open.pop()!;
		rowAt(rows, frame.depth).push(frame);
		if (frame.node >= 0) {
			const below = place(childFrames(options, frame, scale), frame);
			for (let at = below.length - 1; at >= 0; at--) {
				open.push(below[at]!);
			}
		}
	}
	return rows;
}

function rowAt(rows: Rows, depth: number): Frame[] {
	while (rows.length <= depth) {
		rows.push([]);
	}
	return rows[depth]!;
}

/** In order, not yet placed. Narrow neighbours are one frame. */
function childFrames(options: LayoutOptions, frame: Frame, scale: number): Frame[] {
	const { tree, weight, order, isHidden } = options;
	const frames: Frame[] = [];
	const rest: Frame = { node: -1, depth: frame.depth + 1, x: 0, width: 0 };
	let narrow = rest;
	const last = tree.end[frame.node]!;
	for (let child = frame.node + 1; child < last; child = tree.end[child]!) {
		const width = weight[child]! * scale;
		if (width <= 0 || isHidden(child)) {
			continue;
		}
		if (width >= NARROWEST) {
			frames.push({ node: child, depth: frame.depth + 1, x: 0, width });
			narrow = order === "call" ? { ...rest, width: 0 } : rest;
			continue;
		}
		if (narrow.width === 0) {
			frames.push(narrow);
		}
		narrow.width += width;
	}
	if (order === "weight") {
		frames.sort((a, b) => Number(a.node < 0) - Number(b.node < 0) || b.width - a.width);
	}
	return frames.filter(({ node, width }) => node >= 0 || width >= NARROWEST / 2);
}

function place(frames: Frame[], above: Frame): Frame[] {
	let x = above.x;
	for (const frame of frames) {
		frame.x = x;
		x += frame.width;
	}
	return frames;
}

/** The frame of a row at x, by halving; null: none. */
export function frameAt(row: Frame[] | undefined, x: number): Frame | null {
	let low = 0;
	let high = (row?.length ?? 0) - 1;
	while (row && low <= high) {
		const middle = (low + high) >> 1;
		const frame = row[middle]!;
		if (x < frame.x) {
			high = middle - 1;
		} else if (x >= frame.x + frame.width) {
			low = middle + 1;
		} else {
			return frame;
		}
	}
	return null;
}
