import type { Amount } from "../data/column.ts";
import type { Metric } from "../data/header.ts";

type Unit = Metric["unit"];

/** The units of the command line tool: both show the same digits, by tests/cli/unit/units.json. */
const TIMES = Object.entries({ ns: 1, us: 1e3, ms: 1e6, s: 1e9, min: 6e10, h: 36e11 });
const SIZES = Object.entries({ B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 });

/** "312 ms", "4.10 us", "18.4 MiB", "412,094": three significant digits, counts whole up to 10 millions. */
export function amount(value: Amount, unit: Unit): string {
	if (unit === "count") {
		return count(value);
	}
	const number = Number(value);
	const scales = unit === "ns" ? TIMES : SIZES;
	// 999.6 is not written as 1000: the next unit has it as 1.00. 120 s are 2.00 min.
	const isShort = ([name, size]: [string, number]) =>
		Math.abs(number) / size < (name === "s" || name === "min" ? 119.5 : 999.5);
	const [name, size] = scales.find(isShort) ?? scales.at(-1)!;
	return `${size === 1 ? rounded(number, 0) : digits(number / size)} ${name}`;
}

/** With a sign, for changes. */
export function change(value: Amount, unit: Unit): string {
	return signed(amount(value, unit), value);
}

function signed(text: string, value: Amount): string {
	return Number(value) > 0 ? `+${text}` : text;
}

function digits(value: number): string {
	const size = Math.abs(value);
	return rounded(value, size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2);
}

/** A half goes away from 0, as in PHP: 1.005 is 1.01, though the nearest double is less than that. */
function rounded(value: number, decimals: number): string {
	const scale = 10 ** decimals;
	const whole = Math.round(Number((Math.abs(value) * scale).toPrecision(15)));
	return `${value < 0 && whole > 0 ? "-" : ""}${(whole / scale).toFixed(decimals)}`;
}

/** The exact value with its unit, for titles and copies: "312,004,117 ns". */
export function exactly(value: Amount, unit: Unit): string {
	const whole = typeof value === "bigint" ? value : Math.round(value);
	return `${grouped(whole.toString())}${unit === "count" ? "" : unit === "ns" ? " ns" : " bytes"}`;
}

export function count(value: Amount): string {
	const number = Number(value);
	const size = Math.abs(number);
	const [scale, unit] = size < 1e7 ? [1, ""] : size < 999_950_000 ? [1e6, "M"] : [1e9, "G"];
	return `${grouped(rounded(number / scale, scale === 1 ? 0 : 1))}${unit}`;
}

function grouped(text: string): string {
	return text.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

/** A number without a unit: "0.013", "1.25", "312"; from 1,000 on as a count. */
export function quantity(value: number): string {
	const size = Math.abs(value);
	return size >= 999.5
		? count(value)
		: size > 0 && size < 0.0995
			? rounded(value, 3)
			: digits(value);
}

/** "1 call", "412,094 calls". */
export function counted(value: Amount, noun: string): string {
	const text = count(value);
	return `${text} ${noun}${text === "1" ? "" : "s"}`;
}

/** "45.5 %", with the sign of the part; empty: there is no whole to be a part of. */
export function percent(part: Amount, whole: Amount): string {
	const percents = (100 * Number(part)) / Math.abs(Number(whole));
	return Number(whole) === 0 ? "" : `${rounded(percents, Math.abs(percents) >= 99.95 ? 0 : 1)} %`;
}

/** The same of a change: "+12.0 %". */
export function signedPercent(part: number, whole: number): string {
	return whole === 0 ? "" : signed(percent(part, whole), part);
}

/** " ±4.2": an error in percentage points, behind a share; "": nothing is known. */
export function errorText(points: number | null): string {
	return points === null ? "" : ` ±${rounded(points, 1)}`;
}

/** Cut in the middle, as the ends of a name say most. */
export function cut(name: string, length: number): string {
	if (name.length <= length) {
		return name;
	}
	const left = Math.floor((length - 1) / 2);
	return `${name.slice(0, left)}…${name.slice(name.length - (length - 1 - left))}`;
}
