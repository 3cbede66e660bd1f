/**
 * One number for each path or function.
 *
 * Doubles are exact up to 2^53. The reader of a column adds up all its numbers without their signs; if that sum
 * stays within 2^53, so does every sum of some of them, and doubles are exact throughout. Otherwise `exact` has
 * the same numbers as bigints, sums of the column are made of these, and `values` is good for drawing only.
 */
export interface Column {
	readonly values: Float64Array<ArrayBuffer>;
	readonly exact: bigint[] | null;
}

/** A number for people: exact in either form. */
export type Amount = number | bigint;

export function zeros(length: number, like?: Column): Column {
	return {
		values: new Float64Array(length),
		exact: like?.exact ? new Array<bigint>(length).fill(0n) : null,
	};
}

export function at(column: Column, index: number): Amount {
	return column.exact ? column.exact[index]! : column.values[index]!;
}

/** column[index] += amount of other[from] */
export function add(column: Column, index: number, other: Column, from: number): void {
	column.values[index]! += other.values[from]!;
	if (column.exact) {
		column.exact[index]! += BigInt(at(other, from));
	}
}

export function difference(after: Amount, before: Amount): Amount {
	return typeof after === "number" && typeof before === "number"
		? after - before
		: BigInt(after) - BigInt(before);
}

export function sumOf(column: Column): Amount {
	if (column.exact) {
		return column.exact.reduce((sum, value) => sum + value, 0n);
	}
	return column.values.reduce((sum, value) => sum + value, 0);
}
