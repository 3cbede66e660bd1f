export interface Sort {
	column: string;
	isDescending: boolean;
}

/** Sorts ascending rows by a number or a text of each; rows that are equal stay in the order of their numbers. */
export function sorted(
	rows: Int32Array<ArrayBuffer>,
	key: (row: number) => number | string,
	isDescending: boolean,
): Int32Array<ArrayBuffer> {
	const sign = isDescending ? -1 : 1;
	const most = rows.length > 0 ? rows[rows.length - 1]! + 1 : 0;
	const isText = rows.length > 0 && typeof key(rows[0]!) === "string";
	const keys: Float64Array | string[] = isText ? new Array<string>(most) : new Float64Array(most);
	for (const row of rows) {
		keys[row] = key(row);
	}
	return rows.sort((a, b) => {
		const left = keys[a]!;
		const right = keys[b]!;
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
