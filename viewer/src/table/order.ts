export interface Sort {
	column: string;
	isDescending: boolean;
}

/** Sorts rows by a number or a text of each; rows that are equal stay in the order of their numbers. */
export function sorted(
	rows: Int32Array<ArrayBuffer>,
	key: (row: number) => number | string,
	isDescending: boolean,
): Int32Array<ArrayBuffer> {
	const keys = new Map<number, number | string>();
	for (const row of rows) {
		keys.set(row, key(row));
	}
	const sign = isDescending ? -1 : 1;
	return rows.sort((a, b) => {
		const left = keys.get(a)!;
		const right = keys.get(b)!;
		return left === right ? a - b : left < right ? -sign : sign;
	});
}

/** The numbers from 0 that are wanted. */
export function rowsWhere(
	count: number,
	isWanted: (row: number) => boolean,
): Int32Array<ArrayBuffer> {
	const rows = new Int32Array(count);
	let found = 0;
	for (let row = 0; row < count; row++) {
		if (isWanted(row)) {
			rows[found++] = row;
		}
	}
	return rows.slice(0, found);
}
