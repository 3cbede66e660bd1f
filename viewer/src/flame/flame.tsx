import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { at } from "../data/column.ts";
import { isTyping } from "../shell/keys.tsx";
import type { ViewProps } from "../shell/view.ts";
import { useSize } from "./canvas.ts";
import { draw, frameColours, ROW, type Scene, yOf } from "./draw.ts";
import { HoverLine } from "./hover-line.tsx";
import { type Frame, frameAt, layout } from "./layout.ts";
import { isPlain, type Picture, pictureOf, shapeOf } from "./picture.ts";
import { search } from "./search.ts";

/** The flame graph: a canvas as high as there is room, which scrolls over what is higher. */
export function FlameView(props: ViewProps) {
	const { run, measure, state, theme, matches, isWhole } = props;
	const { by, fold, merge } = state;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const size = useSize(box);
	const [top, setTop] = useState(0);
	const [hover, setHover] = useState<Pointed | null>(null);

	const shaped = useMemo(
		() => (isPlain({ by, fold, merge }) ? null : shapeOf(run, { by, fold, merge })),
		[run, by, fold, merge],
	);
	const picture = useMemo(
		() => pictureOf(run, measure, shaped),
		[run, measure, shaped, run.extras.calls],
	);
	const root = nodeIn(picture, state.at);
	const removed = state.without.map((node) => nodeIn(picture, node)).filter((node) => node > 0);
	const weight = useMemo(() => withoutNodes(picture, removed), [picture, removed.join()]);
	const rows = useMemo(() => {
		const hidden = new Set(removed);
		return layout({
			tree: picture.tree,
			weight,
			root,
			width: size.width,
			order: state.order,
			isHidden: (node) => hidden.has(node),
		});
	}, [picture, weight, root, size.width, state.order]);
	const found = useMemo(
		() => (shaped ? search(picture.tree, picture.weight, picture.labels, state.find) : matches),
		[picture, matches, state.find],
	);
	const colour = useMemo(() => frameColours(picture.labels, theme), [picture, theme]);

	const scene: Scene = {
		rows,
		label: picture.tree.label,
		labels: picture.labels,
		width: size.width,
		height: size.height,
		top,
		isFlame: state.flame,
		look: {
			theme,
			colour,
			isHatched: () => false,
			isMatch: state.find === "" ? null : found.isMatch,
			selected: selectedLabel(picture, props.selected),
			above: rows.length > 0 ? depthOf(picture, root) : 0,
			hover: hover?.frame ?? null,
		},
	};
	useEffect(() => paint(canvas.current, scene, size.ratio));
	useFlameKeys(props, { rows, picture, hover, setHover, found: found.nodes });

	const frameOf = (event: MouseEvent): Pointed | null => pointed(scene, canvas.current!, event);
	const click = (event: MouseEvent) => {
		const frame = frameOf(event)?.frame;
		if (!frame || frame.node < 0 || !isWhole) {
			return;
		}
		const base = baseOf(picture, frame.node);
		if (event.ctrlKey || event.metaKey) {
			if (base > 0) {
				props.go({ without: [...state.without, base] });
			}
			return;
		}
		const fn = picture.labels.function(picture.tree.label[frame.node]!);
		props.go({ at: base, fn: fn < 0 ? "" : run.functions.name(fn) });
	};
	const copy = (event: MouseEvent) => {
		const frame = frameOf(event)?.frame;
		if (frame && frame.node >= 0) {
			void navigator.clipboard?.writeText(picture.labels.name(picture.tree.label[frame.node]!));
		}
	};
	if (picture.tree.count === 0) {
		return <p class="empty">No call path was recorded.</p>;
	}
	return (
		<div class="flame" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
			<canvas
				ref={canvas}
				tabIndex={0}
				role="img"
				aria-label="flame graph; the same numbers are in Functions"
				onPointerMove={(event) => setHover(frameOf(event))}
				onPointerLeave={() => setHover(null)}
				onClick={click}
				onDblClick={copy}
			/>
			<div class="height" style={{ height: `${Math.max(0, rows.length * ROW - size.height)}px` }} />
			{hover && hover.frame.node >= 0 && <HoverLine {...props} picture={picture} {...hover} />}
		</div>
	);
}

export interface Pointed {
	frame: Frame;
	x: number;
	y: number;
}

function pointed(scene: Scene, canvas: HTMLCanvasElement, event: MouseEvent): Pointed | null {
	const box = canvas.getBoundingClientRect();
	const x = event.clientX - box.left;
	const y = event.clientY - box.top;
	const first = yOf(scene, 0);
	const depth = Math.floor((scene.isFlame ? first + ROW - y : y - first) / ROW);
	const frame = frameAt(scene.rows[depth], x);
	return frame && { frame, x: event.clientX, y: event.clientY };
}

function paint(canvas: HTMLCanvasElement | null, scene: Scene, ratio: number): void {
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

function nodeIn(picture: Picture, node: number): number {
	const inside = picture.nodeOf ? (picture.nodeOf[node] ?? 0) : node;
	return inside < picture.tree.count ? inside : 0;
}

/** The first of the run's nodes that went into this one. */
function baseOf(picture: Picture, node: number): number {
	return picture.nodeOf ? picture.nodeOf.indexOf(node) : node;
}

function depthOf(picture: Picture, node: number): number {
	let depth = 0;
	for (let at = picture.tree.parent[node]!; at >= 0; at = picture.tree.parent[at]!) {
		depth++;
	}
	return depth;
}

function selectedLabel(picture: Picture, selected: number): number {
	if (selected < 0 || !picture.nodeOf) {
		return selected;
	}
	for (let label = 0; label < picture.labels.count; label++) {
		if (picture.labels.function(label) === selected) {
			return label;
		}
	}
	return -1;
}

function withoutNodes(picture: Picture, removed: number[]): Float64Array {
	if (removed.length === 0) {
		return picture.weight;
	}
	const { tree } = picture;
	const weight = picture.weight.slice();
	for (const node of removed) {
		const gone = weight[node]!;
		for (let at = node; at >= 0; at = tree.parent[at]!) {
			weight[at]! -= gone;
		}
	}
	return weight;
}

interface KeyContext {
	rows: Frame[][];
	picture: Picture;
	hover: Pointed | null;
	setHover: (pointed: Pointed | null) => void;
	found: number[];
}

function useFlameKeys(props: ViewProps, context: KeyContext): void {
	const { state, go } = props;
	const actions: Record<string, () => void> = {
		"0": () => go({ at: 0, without: [] }),
		i: () => go({ flame: !state.flame }),
		w: () => go({ order: state.order === "call" ? "weight" : "call" }),
		n: () => step(props, context, 1),
		N: () => step(props, context, -1),
	};
	useEffect(() => {
		const listen = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) {
				return;
			}
			actions[event.key]?.();
		};
		addEventListener("keydown", listen);
		return () => removeEventListener("keydown", listen);
	});
}

/** Zooms to the next match after the zoomed frame, and round at the end. */
function step({ state, go, run }: ViewProps, { picture, found }: KeyContext, by: 1 | -1): void {
	if (found.length === 0) {
		return;
	}
	const here = nodeIn(picture, state.at);
	const later = found.findIndex((node) => node > here);
	const after = later < 0 ? found.length : later;
	const next = by > 0 ? after : found[after - 1] === here ? after - 2 : after - 1;
	const node = found[(next + found.length) % found.length]!;
	const fn = picture.labels.function(picture.tree.label[node]!);
	go({ at: baseOf(picture, node), fn: fn < 0 ? state.fn : run.functions.name(fn) });
}

/** For the hover line. */
export function valuesOf(picture: Picture, node: number) {
	return {
		own: at(picture.own, node),
		inclusive: at(picture.inclusive, node),
		calls: picture.calls ? at(picture.calls, node) : null,
	};
}
