/** Positions of an axis: about one for each 100 pixels, at 1, 2 or 5 times a power of ten; or whole minutes. */
export function ticks(from: number, to: number, pixels: number): number[] {
	const wanted = Math.max(2, pixels / 100);
	const rough = (to - from) / wanted;
	const power = 10 ** Math.floor(Math.log10(rough));
	const nice =
		rough > 3e10 && rough <= 36e11
			? [1, 2, 5, 10, 20, 30, 60].map((n) => n * MINUTE)
			: [1, 2, 5, 10].map((n) => n * power);
	const step = nice.find((size) => size >= rough) ?? 10 * power;
	const found: number[] = [];
	for (let i = Math.ceil(from / step); i * step <= to; i++) {
		found.push(i * step);
	}
	return found;
}

const MINUTE = 6e10;

/** The label of a tick: as many digits as tell it from its neighbours. */
export function tickText(at: number, step: number): string {
	const [unit, size] =
		step >= MINUTE && step % MINUTE === 0
			? ["min", MINUTE]
			: at >= 1e9 || step >= 1e9
				? ["s", 1e9]
				: at >= 1e6 || step >= 1e6
					? ["ms", 1e6]
					: ["us", 1e3];
	const digits = Math.max(0, Math.min(9, Math.ceil(-Math.log10(step / (size as number)) - 1e-9)));
	return at === 0 ? "0" : `${(at / (size as number)).toFixed(digits)} ${unit}`;
}

/** Least part of time that is shown, in ns. */
const SPAN_MIN = 100;

export interface Part {
	from: number;
	to: number;
}

/** "1.20 ms to 1.35 ms" */
export function partText({ from, to }: Part): string {
	const step = Math.max(1, (to - from) / 10);
	return `${tickText(from, step)} to ${tickText(to, step)}`;
}

/** Kept within the run; no smaller than the least. */
export function within(part: Part, length: number): Part {
	const size = Math.min(Math.max(length, SPAN_MIN), Math.max(SPAN_MIN, part.to - part.from));
	const from = Math.max(0, Math.min(part.from, length - size));
	return { from, to: from + size };
}

/** Larger or smaller around a time, which stays where it is. */
export function zoomed(part: Part, at: number, factor: number, length: number): Part {
	return within({ from: at - (at - part.from) * factor, to: at + (part.to - at) * factor }, length);
}

/** After a key: zoomed around a time, or moved by a part of what is shown; null: the key is for something else. */
export function partAfterKey(
	key: string,
	part: Part,
	{ at, length, by }: { at: number; length: number; by: number },
): Part | null {
	const step = (part.to - part.from) * by;
	switch (key) {
		case "+":
		case "=":
			return zoomed(part, at, 0.5, length);
		case "-":
			return zoomed(part, at, 2, length);
		case "ArrowLeft":
			return moved(part, -step, length);
		case "ArrowRight":
			return moved(part, step, length);
		case "0":
			return { from: 0, to: length };
		default:
			return null;
	}
}

export function moved(part: Part, by: number, length: number): Part {
	return within({ from: part.from + by, to: part.to + by }, length);
}
