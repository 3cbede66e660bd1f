import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { outermostOf } from "../data/tree.ts";
import { frameColours, ROW, type Scene } from "../flame/draw.ts";
import { layout } from "../flame/layout.ts";
import { type Pointed, paint, pointed } from "../flame/paint.ts";
import { labelsOf } from "../flame/picture.ts";
import { useSize } from "../look/size.ts";
import { cut, percent } from "../look/units.ts";
import { shown } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import { calleesAsTree, callersAsTree, type Merged } from "./merged.ts";

type Props = ViewProps & { label: number };

/** The function between all that leads to it, above, and all that it leads to: each frame as wide as its part. */
export function CallersGraph(props: Props): JSX.Element {
	const { run, measure, label } = props;
	const [callers, callees] = useMemo(() => {
		// The others are within these, which have all of the cost, once.
		const nodes = outermostOf(run.tree, (node) => run.tree.label[node] === label);
		const { weight } = measure;
		return [callersAsTree(run.tree, nodes, weight), calleesAsTree(run.tree, nodes, weight)];
	}, [run, measure, label]);
	return (
		<div class="graph">
			{run.extras.share && (
				<p class="view-note">
					An estimate, as this run has no call paths; the rows beside it are exact.
				</p>
			)}
			<Half {...props} merged={callers} isAbove />
			<Half {...props} merged={callees} />
		</div>
	);
}

type HalfProps = Props & { merged: Merged; isAbove?: boolean };

function Half(props: HalfProps): JSX.Element {
	const { run, theme, merged, isAbove = false, label, matches, state, go } = props;
	const { tree, weight } = merged;
	const box = useRef<HTMLDivElement>(null);
	const canvas = useRef<HTMLCanvasElement>(null);
	const size = useSize(box);
	const [top, setTop] = useState(0);
	const [hover, setHover] = useState<Pointed | null>(null);
	const labels = useMemo(() => labelsOf(run), [run]);
	const colour = useMemo(() => frameColours(labels, theme), [labels, theme]);
	const rows = useMemo(() => {
		const options = { tree, weight, root: 0, width: size.width, isHidden: () => false };
		const all = layout({ ...options, order: "weight" });
		return isAbove ? all.slice(1) : all;
	}, [merged, size.width]);
	const isMatch = state.find === "" ? null : matches.isMatch;
	const look = { theme, colour, isHatched: () => false, isMatch, selected: label, above: 0 };
	const scene: Scene = {
		...{ rows, label: tree.label, labels, ...size, top, isFlame: isAbove },
		look: { ...look, hover: hover?.frame ?? null },
	};
	useLayoutEffect(() => paint(canvas.current, scene));
	useLayoutEffect(() => {
		if (isAbove && box.current) {
			box.current.scrollTop = box.current.scrollHeight;
		}
	}, [rows, isAbove]);
	const nameOf = (node: number) => run.functions.name(tree.label[node]!);
	const frame = hover && hover.frame.node >= 0 ? hover.frame : null;
	return (
		<div class="half" ref={box} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
			<canvas
				ref={canvas}
				role="img"
				aria-label={`${isAbove ? "callers" : "callees"} as a flame graph; the tables have the same`}
				title={frame ? textOf(props, frame.node, nameOf(frame.node)) : ""}
				onPointerMove={(event) => setHover(pointed(scene, canvas.current!, event))}
				onPointerLeave={() => setHover(null)}
				onClick={(event) => {
					const hit = pointed(scene, canvas.current!, event)?.frame;
					hit && hit.node >= 0 && go({ fn: nameOf(hit.node) });
				}}
			/>
			<div class="height" style={{ height: `${Math.max(0, rows.length * ROW - size.height)}px` }} />
		</div>
	);
}

function textOf({ run, metric, merged }: HalfProps, node: number, name: string): string {
	const cost = merged.weight[node]!;
	return `${cut(name, 120)} ${shown(run, metric, cost)} ${percent(cost, merged.weight[0]!)}`;
}
