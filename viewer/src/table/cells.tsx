import type { Amount } from "../data/column.ts";
import { parts } from "../look/names.ts";

/** A part of a whole in words, and as a bar that is full for the greatest of the table. */
export function Share({ value, most, text }: { value: Amount; most: Amount; text: string }) {
	const part = Number(most) > 0 ? Number(value) / Number(most) : 0;
	const width = `${Math.max(0, Math.min(100, 100 * part)).toFixed(1)}%`;
	return (
		<span class="share">
			<span class="share-track" aria-hidden="true">
				<span class="share-bar" style={{ width }} />
			</span>
			<span class="share-text">{text}</span>
		</span>
	);
}

export function greatest(values: ArrayLike<number>): number {
	let most = 0;
	for (let i = 0; i < values.length; i++) {
		most = Math.max(most, values[i]!);
	}
	return most;
}

/** A number of a cell; nothing is faint, so that the rest stands out. */
export function Value({ value, text }: { value: Amount; text: string }) {
	return <span class={Number(value) === 0 ? "faint" : ""}>{text}</span>;
}

/** A name that is cut in its middle where the cell is too narrow; most: the most characters behind the cut. */
export function Name(props: { name: string; isFound?: boolean; most?: number }) {
	const { name, isFound, most } = props;
	const [head, tail] = parts(name, most);
	return (
		<span class={`cut-name${isFound ? " found" : ""}`}>
			<span class={`cut-head${head.length < 5 ? " short" : ""}`}>{head}</span>
			{tail !== "" && <span class="cut-tail">{tail}</span>}
		</span>
	);
}
