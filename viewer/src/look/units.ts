import type { Amount } from "../data/column.ts";
import type { Metric } from "../data/header.ts";

type Unit = Metric["unit"];

/**
 * The units of the command line tool, and from how much each is used: 999.6 is not written as 1000, as the next unit
 * has it as 1.00; 120 s are 2.00 min. Both show the same digits, by tests/cli/unit/units.json.
 */
const TIMES: [size: number, name: string, least: number][] = [
	[36e11, "h", 119.5 * 6e10],
	[6e10, "min", 119.5e9],
	[1e9, "s", 999.5e6],
	[1e6, "ms", 999.5e3],
	[1e3, "us", 999.5],
];
const SIZES: [size: number, name: string, least: number][] = [
	[2 ** 30, "GiB", 999.5 * 2 ** 20],
	[2 ** 20, "MiB", 999.5 * 2 ** 10],
	[2 ** 10, "KiB", 999.5],
];

/** "312 ms", "4.10 us", "18.4 MiB", "412,094": three significant digits, counts whole up to 10 millions. */
export function amount(value: Amount, unit: Unit): string {
	if (unit === "count") {
		return count(value);
	}
	const number = Number(value);
	for (const [size, name, least] of unit === "ns" ? TIMES : SIZES) {
		if (Math.abs(number) >= least) {
			return `${digits(number / size)} ${name}`;
		}
	}
	return `${rounded(number, 0)} ${unit === "ns" ? "ns" : "B"}`;
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
	return Math.abs(number) < 1e7
		? grouped(rounded(number, 0))
		: `${grouped(rounded(number / 1e6, 1))}M`;
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

/** It has the sign of the part: memory may be negative in all. */
export function share(part: Amount, whole: Amount): number {
	return Number(whole) === 0 ? 0 : Number(part) / Math.abs(Number(whole));
}

/** "1 call", "412,094 calls". */
export function counted(value: Amount, noun: string): string {
	const text = count(value);
	return `${text} ${noun}${text === "1" ? "" : "s"}`;
}

/** "45.5 %", "0.1 %"; empty: there is no whole to be a part of. */
export function percent(part: Amount, whole: Amount): string {
	const percents = 100 * share(part, whole);
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
