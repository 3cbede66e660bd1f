import { type Amount, at } from "../data/column.ts";
import type { Comparison } from "../diff/comparison.ts";
import { amount, change, cut, percent } from "../look/units.ts";
import { shown, shownCalls } from "../shell/amounts.ts";
import type { ViewProps } from "../shell/view.ts";
import type { Pointed } from "./paint.ts";
import type { Picture } from "./picture.ts";

interface Props extends ViewProps, Pointed {
	picture: Picture;
	pictureBefore: Picture | null;
	comparison: Comparison | null;
}

/** One line beside the pointer: name, own, inclusive, calls. */
export function HoverLine(props: Props) {
	const { run, metric, picture, pictureBefore, comparison, frame, x, y } = props;
	const { node } = frame;
	const isRight = x > innerWidth / 2;
	const isLow = y > innerHeight - 60;
	const costs = { own: picture.own, inclusive: picture.inclusive };
	const text = (name: "own" | "inclusive") => {
		const is = at(costs[name], node);
		return comparison && pictureBefore
			? changeText(comparison, is, at(pictureBefore[name], node))
			: shown(run, metric, is);
	};
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
			<b>{cut(picture.labels.name(picture.tree.label[node]!), 120)}</b>
			<span>own {text("own")}</span>
			<span>
				inclusive {text("inclusive")}
				{!comparison && ` ${percent(at(picture.inclusive, node), run.total(metric.id))}`}
			</span>
			{picture.calls && <span>{shownCalls(run, at(picture.calls, node))} calls</span>}
			{pictureBefore && !pictureBefore.has(node) && <span>new</span>}
		</p>
	);
}

function changeText(comparison: Comparison, is: Amount, was: Amount): string {
	const { unit } = comparison.metric;
	const changed = comparison.change(is, was);
	return Number(changed) === 0
		? amount(comparison.is(is), unit)
		: `${amount(comparison.was(was), unit)} → ${amount(comparison.is(is), unit)} (${change(changed, unit)})`;
}
