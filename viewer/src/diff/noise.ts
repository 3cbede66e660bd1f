/** How sure a change of medians is: the 95 % interval of a bootstrap, in the unit of the values. */
export interface Interval {
	change: number;
	low: number;
	high: number;
}

const ROUNDS = 1000;

/** Null: too few runs on a side to know anything about noise. */
export function intervalOf(before: readonly number[], after: readonly number[]): Interval | null {
	if (before.length < 3 || after.length < 3) {
		return null;
	}
	const random = dice();
	const changes = new Float64Array(ROUNDS);
	for (let round = 0; round < ROUNDS; round++) {
		changes[round] = median(sample(after, random)) - median(sample(before, random));
	}
	changes.sort();
	return {
		change: median(after) - median(before),
		low: changes[Math.floor(ROUNDS * 0.025)]!,
		high: changes[Math.ceil(ROUNDS * 0.975) - 1]!,
	};
}

/** The change may be none at all. */
export function isNoise({ low, high }: Interval): boolean {
	return low <= 0 && high >= 0;
}

export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function sample(values: readonly number[], random: () => number): number[] {
	return values.map(() => values[Math.floor(random() * values.length)]!);
}

/** The same page says the same each time it is opened. */
function dice(): () => number {
	let state = 0x9e3779b9;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return (state >>> 0) / 2 ** 32;
	};
}
