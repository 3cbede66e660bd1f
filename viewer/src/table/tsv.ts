/** Tabs and line ends would shift cells: they become spaces. */
function cell(value: string | number | bigint): string {
	return typeof value === "string" ? value.replace(/[\t\r\n]+/g, " ") : value.toString();
}

/** Rows as spreadsheets take them. */
export function tsv(rows: readonly (readonly (string | number | bigint)[])[]): string {
	return rows.map((row) => `${row.map(cell).join("\t")}\n`).join("");
}
