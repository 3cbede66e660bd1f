/** Numbers, names and places as people read them. No DOM. */

/** A number of either form, see data/column.ts. */
type Amount = number | bigint;

type Scale = readonly [unit: string, size: number];

const TIME: readonly Scale[] = [
	["ns", 1],
	["us", 1e3],
	["ms", 1e6],
	["s", 1e9],
];
const BYTES: readonly Scale[] = [
	["B", 1],
	["KiB", 2 ** 10],
	["MiB", 2 ** 20],
	["GiB", 2 ** 30],
	["TiB", 2 ** 40],
];

const MINUS = "−";

/** Three significant digits. The next unit from 999.5 on, so that nothing is 1000 of the smaller one. */
function scaled(amount: Amount, scales: readonly Scale[]): string {
	const value = Number(amount);
	const size = Math.abs(value);
	const [unit, one] = scales.find(([, one]) => size / one < 999.5) ?? scales[scales.length - 1]!;
	const number = size / one;
	const digits = one === 1 ? 0 : number < 9.995 ? 2 : number < 99.95 ? 1 : 0;
	return `${value < 0 ? MINUS : ""}${grouped(number.toFixed(digits))} ${unit}`;
}

function grouped(digits: string): string {
	return digits.replace(/\B(?=(\d{3})+(\.|$))/g, ",");
}

/** 312 ms, 4.10 us */
export function time(ns: Amount): string {
	return scaled(ns, TIME);
}

/** 18.4 MiB */
export function bytes(value: Amount): string {
	return scaled(value, BYTES);
}

/** 412,094 */
export function count(value: Amount): string {
	const text = typeof value === "bigint" ? value.toString() : value.toFixed(0);
	return text.startsWith("-") ? MINUS + grouped(text.slice(1)) : grouped(text);
}

/** By the unit of a metric: "ns", "bytes", or a count. */
export function amount(value: Amount, unit: string): string {
	return unit === "ns" ? time(value) : unit === "bytes" ? bytes(value) : count(value);
}

/** With its sign: +1.20 ms */
export function change(value: Amount, unit: string): string {
	return (value > 0 ? "+" : "") + amount(value, unit);
}

/** "45.5 %"; empty if there is no whole to be a part of. */
export function percent(part: Amount, whole: Amount): string {
	if (!(whole > 0)) {
		return "";
	}
	const value = (100 * Number(part)) / Number(whole);
	const digits = grouped(Math.abs(value).toFixed(Math.abs(value) < 99.95 ? 1 : 0));
	return `${value < 0 && Number(digits) !== 0 ? MINUS : ""}${digits} %`;
}

/**
 * Cuts the middle out of a long name: its beginning says whose code it is, its end which function. Never cuts
 * a surrogate pair in two.
 */
export function cut(name: string, most: number): string {
	if (name.length <= most) {
		return name;
	}
	const tail = Math.ceil((most - 1) * 0.6);
	let head = most - 1 - tail;
	let from = name.length - tail;
	if (isLow(name, head)) {
		head--;
	}
	if (isLow(name, from)) {
		from++;
	}
	return `${name.slice(0, Math.max(0, head))}…${name.slice(from)}`;
}

/**
 * The two parts of a name for a cell of unknown width, where CSS cuts the end of the first: the second one,
 * the method or the end of a path, stays.
 */
export function parts(name: string, most = 28): [string, string] {
	const last = Math.max(name.lastIndexOf("::"), name.lastIndexOf("\\"), name.lastIndexOf("/"));
	let from = last > 0 && name.length - last <= most ? last : name.length - most;
	if (from <= 0 || name.length <= most) {
		return [name, ""];
	}
	if (isLow(name, from)) {
		from++;
	}
	return [name.slice(0, from), name.slice(from)];
}

function isLow(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= 0xdc00 && code <= 0xdfff;
}

/** src/Cart.php:41; empty if the file is unknown. */
export function place(file: string | null, line: number): string {
	return file === null ? "" : line > 0 ? `${file}:${line}` : file;
}
