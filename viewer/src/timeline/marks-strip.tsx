import "./marks.css";
import { amount, counted } from "../look/units.ts";
import { inSight, type Mark, namesOf } from "./marks.ts";

/** The number of names that are shown. */
const NAMES = 3;

/** A line above the calls with what happened and is no call. */
export function MarksStrip(props: {
	marks: Mark[];
	part: { from: number; to: number };
	gutter: number;
	/** Marks that a recording of several processes had no room for. */
	lost: number;
}) {
	const { marks, part, gutter, lost } = props;
	const seen = marks.filter(({ at }) => at >= part.from && at <= part.to);
	if (marks.length === 0) {
		return null;
	}
	return (
		<div class="marks">
			<span class="marks-words">
				{counted(
					seen.length,
					marks.every(({ kind }) => kind === "exception") ? "exception" : "mark",
				)}
				{seen.length > 0 && ": "}
				<bdi>{namesOf(seen, NAMES)}</bdi>
				{lost > 0 && ` · no room for ${counted(lost, "more mark")}`}
			</span>
			<div class="marks-line" style={{ marginLeft: `${gutter}px` }}>
				{inSight(marks, part).map(({ left, marks }) => (
					<span
						key={left}
						class="mark"
						style={{ left: `${left}%` }}
						title={`${namesOf(marks, NAMES)}, ${amount(marks[0]!.at, "ns")} after the start`}
					/>
				))}
			</div>
		</div>
	);
}
