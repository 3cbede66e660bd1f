import { useEffect, useMemo } from "preact/hooks";
import { search } from "../data/search.ts";
import { pathTo } from "../data/tree.ts";
import { useComparison } from "../diff/comparison.ts";
import { changeColour } from "../look/colour.ts";
import type { Size } from "../look/size.ts";
import type { ViewProps } from "../view/view.ts";
import { frameColours, ROW, type Scene, yOf } from "./draw.ts";
import { layout } from "./layout.ts";
import {
	isPlain,
	labelOf,
	nodeIn,
	type Picture,
	pictureOf,
	shapeOf,
	withoutNodes,
} from "./picture.ts";

export type Drawn = ReturnType<typeof useDrawn>;

/** All that is drawn, but for its places: the picture, of a diff also the before's, the colours, and what was found. */
export function useDrawn(props: ViewProps) {
	const { run, before, measure, measureBefore, state, theme, matches, selected } = props;
	const { by, fold, merge } = state;
	const shaped = useMemo(
		() => (isPlain({ by, fold, merge }) ? null : shapeOf(run, { by, fold, merge })),
		[run, by, fold, merge],
	);
	const picture = useMemo(
		() => pictureOf(run, measure, shaped),
		[run, measure, shaped, run.extras.calls],
	);
	const pictureBefore = useMemo(
		() => before && measureBefore && pictureOf(before, measureBefore, shaped),
		[before, measureBefore, shaped, before?.extras.calls],
	);
	const comparison = useComparison(props);
	const colour = useMemo(() => {
		if (!comparison || !pictureBefore) {
			return frameColours(picture.labels, theme);
		}
		const shares = comparison.sharesByPath(picture, pictureBefore);
		return (node: number) => changeColour(shares[node]!, theme);
	}, [picture, pictureBefore, comparison, theme]);
	const found = useMemo(
		() => (shaped ? search(picture.tree, picture.weight, picture.labels, state.find) : matches),
		[picture, matches, state.find],
	);
	const look = {
		theme,
		colour,
		isHatched: (node: number) => pictureBefore !== null && !pictureBefore.has(node),
		isMatch: state.find === "" ? null : found.isMatch,
		selected: labelOf(picture, selected),
	};
	return { picture, pictureBefore, comparison, look, found: found.nodes };
}

/** The rows of frames in a room of this size, from the zoomed frame on, and how many callers that has. */
export function useRows({ state }: ViewProps, picture: Picture, { width }: Size) {
	const root = nodeIn(picture, state.at);
	const removed = state.without.map((node) => nodeIn(picture, node)).filter((node) => node > 0);
	const weight = useMemo(() => withoutNodes(picture, removed), [picture, removed.join()]);
	const rows = useMemo(() => {
		const hidden = new Set(removed);
		const { tree } = picture;
		const isHidden = (node: number) => hidden.has(node);
		return layout({ tree, weight, root, width, order: state.order, isHidden });
	}, [picture, weight, root, width, state.order]);
	const above = useMemo(() => pathTo(picture.tree, root).length - 1, [picture, root]);
	return { root, rows, above };
}

/** The zoomed frame comes into sight when it changes. */
export function useScrollTo(box: HTMLElement | null, scene: Scene, depth: number): void {
	useEffect(() => {
		const y = yOf(scene, depth);
		if (box && (y < 0 || y > scene.height - ROW)) {
			box.scrollTop = scene.top + y - (scene.isFlame ? scene.height - 4 * ROW : 3 * ROW);
		}
	}, [depth, scene.isFlame, scene.height > 0]);
	useEffect(() => {
		if (box && scene.isFlame && depth === 0) {
			box.scrollTop = box.scrollHeight;
		}
	}, [scene.isFlame, scene.rows]);
}
