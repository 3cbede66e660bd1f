import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { GoneStrip, goneNodes } from "../diff/gone.tsx";
import { useSize } from "../look/size.ts";
import type { ViewProps } from "../view/view.ts";
import { ROW, type Scene } from "./draw.ts";
import { useDrawn, useRows, useScrollTo } from "./drawn.ts";
import { HoverLine } from "./hover-line.tsx";
import { usePointer } from "./input.ts";
import { type Pointed, paint, pointAt } from "./paint.ts";
import { Status } from "./status.tsx";

/** The flame graph: a canvas as high as there is room, which scrolls over what is higher. */
export function FlameView(props: ViewProps) {
	const { run, before, measureBefore, state, go } = props;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const size = useSize(box);
	const [top, setTop] = useState(0);
	const [hover, setHover] = useState<Pointed | null>(null);
	const drawn = useDrawn(props);
	const { picture, comparison } = drawn;
	const { root, rows, above } = useRows(props, picture, size);
	const gone = useMemo(
		() => (before && measureBefore ? goneNodes(before, run, measureBefore.inclusive) : []),
		[before, measureBefore, run],
	);
	const { label } = picture.tree;
	const look = { ...drawn.look, above, hover: hover?.frame ?? null };
	const { labels } = picture;
	const scene: Scene = { rows, label, labels, ...size, top, isFlame: state.flame, look };
	useLayoutEffect(() => paint(canvas.current, scene));
	useScrollTo(box.current, scene, above);
	const context = { canvas, scene, root, hover, setHover };
	const { here, said, moved, listeners } = usePointer(props, drawn, context);
	if (picture.tree.count === 0) {
		return <p class="empty">No call path was recorded.</p>;
	}
	return (
		<div class="flame-view">
			{comparison && <GoneStrip comparison={comparison} nodes={gone} go={go} />}
			<div class="flame" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
				{/* With another role a screen reader keeps the arrow keys. */}
				{/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: see above */}
				<canvas
					ref={canvas}
					tabIndex={0}
					role="application"
					aria-roledescription="flame graph"
					aria-label="flame graph; the arrow keys walk in it, the same numbers are in Functions"
					{...listeners}
				/>
				<div
					class="height"
					style={{ height: `${Math.max(0, rows.length * ROW - size.height)}px` }}
				/>
			</div>
			<Status {...props} {...drawn} said={said} moved={moved} root={root} />
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
