import { count, cut, percent } from "../look/units.ts";
import { shown } from "../shell/amounts.ts";
import type { ViewProps } from "../shell/view.ts";
import { type Pointed, valuesOf } from "./flame.tsx";
import type { Picture } from "./picture.ts";

/** One line beside the pointer: name, own, inclusive, calls. */
export function HoverLine(props: ViewProps & Pointed & { picture: Picture }) {
	const { run, metric, picture, frame, x, y } = props;
	const { own, inclusive, calls } = valuesOf(picture, frame.node);
	const total = run.total(metric.id);
	const isRight = x > innerWidth / 2;
	const isLow = y > innerHeight - 60;
	return (
		<p
			class="hover"
			style={{
				left: isRight ? "auto" : `${x + 12}px`,
				right: isRight ? `${innerWidth - x + 12}px` : "auto",
				top: isLow ? "auto" : `${y + 16}px`,
				bottom: isLow ? `${innerHeight - y + 12}px` : "auto",
			}}
		>
			<b>{cut(picture.labels.name(picture.tree.label[frame.node]!), 120)}</b>
			<span>own {shown(run, metric, own)}</span>
			<span>
				inclusive {shown(run, metric, inclusive)} {percent(inclusive, total)}
			</span>
			{calls !== null && <span>{count(Number(calls) / run.runs)} calls</span>}
		</p>
	);
}
