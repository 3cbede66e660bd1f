/**
 * The two parts of a name in a cell of unknown width, where the end of the first one is cut: the second, such as
 * the method, stays. Where a call's details follow a "#", such as a query, their beginning says most.
 */
export function parts(name: string, most = name.includes("#") ? 12 : 32): [string, string] {
	const last = Math.max(name.lastIndexOf("::"), name.lastIndexOf("\\"), name.lastIndexOf("/"));
	let from = last > 0 && name.length - last <= most ? last : name.length - most;
	if (from <= 0) {
		return [name, ""];
	}
	if (isLow(name, from)) {
		from++;
	}
	return [name.slice(0, from), name.slice(from)];
}

/** The second half of a character that is two in a string. */
function isLow(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= 0xdc00 && code <= 0xdfff;
}

/** src/Cart.php:41; empty if the file is unknown. */
export function place(file: string | null, line: number): string {
	return file === null ? "" : line > 0 ? `${file}:${line}` : file;
}

export function withoutNamespace(name: string): string {
	const end = name.search(/[({]/);
	const head = end < 0 ? name : name.slice(0, end);
	return name.slice(Math.max(head.lastIndexOf("\\"), head.lastIndexOf("/")) + 1) || name;
}
