import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { search } from "../data/search.ts";
import { Comparison } from "../diff/comparison.ts";
import { GoneStrip, goneNodes } from "../diff/gone.tsx";
import { changeColour } from "../look/colour.ts";
import { count } from "../look/units.ts";
import { copy } from "../table/copy.tsx";
import type { ViewProps } from "../view/view.ts";
import { useSize } from "./canvas.ts";
import { frameColours, ROW, type Scene, yOf } from "./draw.ts";
import { factsOf, HoverLine } from "./hover-line.tsx";
import { stepTo, useFlameKeys } from "./keys.ts";
import { type Frame, layout, type Rows } from "./layout.ts";
import { type Pointed, paint, pointAt, pointed } from "./paint.ts";
import {
	baseOf,
	depthOf,
	isPlain,
	labelOf,
	nodeIn,
	type Picture,
	pictureOf,
	shapeOf,
	withoutNodes,
} from "./picture.ts";

/** What a double click did, and where. */
interface Said {
	text: string;
	clientX: number;
	clientY: number;
}

/** The flame graph: a canvas as high as there is room, which scrolls over what is higher. */
export function FlameView(props: ViewProps) {
	const { run, before, measureBefore, state, isWhole, go } = props;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const size = useSize(box);
	const [top, setTop] = useState(0);
	const [hover, setHover] = useState<Pointed | null>(null);
	const [said, setSaid] = useState<Said | null>(null);
	/** The frame that a key led to, for those who do not see it; -1: the zoomed one. */
	const [moved, setMoved] = useState<number | null>(null);
	const drawn = useDrawn(props);
	const { picture, comparison } = drawn;
	const root = nodeIn(picture, state.at);
	const removed = state.without.map((node) => nodeIn(picture, node)).filter((node) => node > 0);
	const weight = useMemo(() => withoutNodes(picture, removed), [picture, removed.join()]);
	const rows = useMemo(() => {
		const hidden = new Set(removed);
		const { tree } = picture;
		const isHidden = (node: number) => hidden.has(node);
		return layout({ tree, weight, root, width: size.width, order: state.order, isHidden });
	}, [picture, weight, root, size.width, state.order]);
	const above = useMemo(() => depthOf(picture, root), [picture, root]);
	const gone = useMemo(
		() => (before && measureBefore ? goneNodes(before, run, measureBefore.inclusive) : []),
		[before, measureBefore, run],
	);
	const scene: Scene = {
		rows,
		label: picture.tree.label,
		labels: picture.labels,
		...size,
		top,
		isFlame: state.flame,
		look: { ...drawn.look, above, hover: hover?.frame ?? null },
	};
	useLayoutEffect(() => paint(canvas.current, scene, size.ratio));
	useScrollTo(box.current, scene, above);

	const zoomTo = ({ node }: Frame) => {
		const fn = picture.labels.function(picture.tree.label[node]!);
		go({ at: baseOf(picture, node), fn: fn < 0 ? "" : run.functions.name(fn) });
	};
	const walkTo = (frame: Frame) => {
		setHover(pointAt(scene, canvas.current!, frame));
		setMoved(frame.node);
	};
	const here = hover && frameIn(rows, hover.frame);
	const zoomByKey = (frame: Frame) => {
		zoomTo(frame);
		setMoved(-1);
	};
	useFlameKeys(props, { rows, here, walkTo, zoomTo: zoomByKey });
	props.stepper.step = (by) => {
		setMoved(-1);
		stepTo(props, picture, drawn.found, by);
	};
	const frameOf = (event: MouseEvent) => pointed(scene, canvas.current!, event);
	const click = (event: MouseEvent) => {
		const frame = frameOf(event)?.frame;
		if (!frame || frame.node < 0 || !isWhole) {
			return;
		}
		if (event.ctrlKey || event.metaKey) {
			event.preventDefault();
			takeOut(props, picture, frame.node);
		} else if (event.detail < 2) {
			zoomTo(frame);
		}
	};
	// After the first click of the two the frame is zoomed to, so that the pointer may be on another one.
	const copyName = async ({ clientX, clientY }: MouseEvent) => {
		const isDone = await copy(picture.labels.name(picture.tree.label[root]!));
		setSaid({ text: isDone ? "name copied" : "copying is not permitted", clientX, clientY });
		setTimeout(() => setSaid(null), 1500);
	};
	if (picture.tree.count === 0) {
		return <p class="empty">No call path was recorded.</p>;
	}
	return (
		<div class="flame-view">
			{comparison && <GoneStrip comparison={comparison} nodes={gone} go={go} />}
			<div class="flame" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
				{/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: with another role a screen reader keeps the arrow keys */}
				<canvas
					ref={canvas}
					tabIndex={0}
					role="application"
					aria-roledescription="flame graph"
					aria-label="flame graph; the arrow keys walk in it, the same numbers are in Functions"
					onPointerMove={(event) => {
						setHover(frameOf(event));
						setMoved(null);
					}}
					onPointerLeave={() => setHover(null)}
					onClick={click}
					onContextMenu={(event) => event.ctrlKey && event.preventDefault()}
					onDblClick={copyName}
				/>
				<div
					class="height"
					style={{ height: `${Math.max(0, rows.length * ROW - size.height)}px` }}
				/>
			</div>
			<p
				role="status"
				aria-live="polite"
				aria-atomic="true"
				class={said ? "hover" : "offscreen"}
				style={
					said
						? {
								left: `${Math.min(said.clientX, innerWidth - 190)}px`,
								top: `${said.clientY - 36}px`,
							}
						: {}
				}
			>
				{said?.text ?? (moved !== null && <Moved {...props} {...drawn} to={moved} root={root} />)}
			</p>
			{hover && here && here.node >= 0 && (
				<HoverLine
					{...props}
					{...drawn}
					{...(moved === null ? hover : pointAt(scene, canvas.current!, here))}
				/>
			)}
		</div>
	);
}

/** Says to a screen reader where a key led. */
function Moved({
	to,
	root,
	...props
}: Parameters<typeof factsOf>[0] & { to: number; root: number }) {
	const node = to < 0 ? root : to;
	const [name, ...facts] = factsOf(props, node);
	return (
		<>
			{to < 0 && "zoomed to "}
			<bdi>{name}</bdi>, {facts.join(", ")}, depth {count(depthOf(props.picture, node) + 1)}
		</>
	);
}

/** A frame where it is drawn now: the picture may have been zoomed since. */
function frameIn(rows: Rows, { node, depth }: Frame): Frame | null {
	return rows[depth]?.find((frame) => frame.node === node) ?? null;
}

function takeOut({ state, go }: ViewProps, picture: Picture, node: number): void {
	const base = baseOf(picture, node);
	if (base > 0 && !state.without.includes(base)) {
		go({ without: [...state.without, base] });
	}
}

/** What is drawn, but for where: the picture, of a diff also the before's, the colours, and what was found. */
function useDrawn(props: ViewProps) {
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
	const comparison = useMemo(
		() => Comparison.of(props),
		[run, measure, measureBefore, state.equal],
	);
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

/** The zoomed frame comes into sight when it changes. */
function useScrollTo(box: HTMLElement | null, scene: Scene, depth: number): void {
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
