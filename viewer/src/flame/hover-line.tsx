import { type Amount, at } from "../data/column.ts";
import { callsBetween } from "../diff/columns.tsx";
import type { Comparison } from "../diff/comparison.ts";
import { amount, change, cut, percent } from "../look/units.ts";
import { countedCalls, mean, shown } from "../view/amounts.ts";
import type { ViewProps } from "../view/view.ts";
import type { Pointed } from "./paint.ts";
import type { Picture } from "./picture.ts";

interface Drawn extends ViewProps {
	picture: Picture;
	pictureBefore: Picture | null;
	comparison: Comparison | null;
}

/** One line beside the pointer: name, own, inclusive, calls. */
export function HoverLine({ frame, x, y, ...props }: Drawn & Pointed) {
	const isRight = x > innerWidth / 2;
	const isLow = y > innerHeight - 60;
	const [name, ...facts] = factsOf(props, frame.node);
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
			<b>{name}</b>
			{facts.map((fact) => (
				<span key={fact}>{fact}</span>
			))}
		</p>
	);
}

/** The name of a frame, and what it cost. */
export function factsOf(props: Drawn, node: number): string[] {
	const { run, metric, picture, pictureBefore, comparison } = props;
	const cost = (name: "own" | "inclusive") => {
		const is = at(picture[name], node);
		return comparison && pictureBefore
			? changeText(comparison, is, at(pictureBefore[name], node))
			: shown(run, metric, is);
	};
	const part = comparison ? "" : ` ${percent(at(picture.inclusive, node), run.total(metric.id))}`;
	return [
		cut(picture.labels.name(picture.tree.label[node]!), 120),
		`own ${cost("own")}`,
		`inclusive ${cost("inclusive")}${part}`,
		...(picture.calls ? [callsText(props, node)] : []),
		...(pictureBefore && !pictureBefore.has(node) ? ["new"] : []),
	];
}

function callsText({ run, picture, pictureBefore, comparison }: Drawn, node: number): string {
	const is = at(picture.calls!, node);
	return comparison && pictureBefore?.calls
		? `calls ${callsBetween(mean(at(pictureBefore.calls, node), comparison.before.runs), mean(is, run.runs))}`
		: countedCalls(run, is);
}

function changeText(comparison: Comparison, is: Amount, was: Amount): string {
	const { unit } = comparison.metric;
	const changed = comparison.change(is, was);
	return Number(changed) === 0
		? amount(comparison.is(is), unit)
		: `${amount(comparison.was(was), unit)} → ${amount(comparison.is(is), unit)} (${change(changed, unit)})`;
}
