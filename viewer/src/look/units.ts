import type { Amount } from "../data/column.ts";
import type { Metric } from "../data/header.ts";

type Unit = Metric["unit"];

/** The units of the command line tool: both show the same digits, by tests/cli/unit/units.json. */
const TIMES: [number, string][] = [
	[36e11, "h"],
	[6e10, "min"],
	[1e9, "s"],
	[1e6, "ms"],
	[1e3, "us"],
];
const SIZES: [number, string][] = [
	[2 ** 30, "GiB"],
	[2 ** 20, "MiB"],
	[2 ** 10, "KiB"],
];

/** "312 ms", "4.10 us", "18.4 MiB", "412,094": three significant digits, counts whole. */
export function amount(value: Amount, unit: Unit): string {
	if (unit === "count") {
		return count(value);
	}
	const number = Number(value);
	const sign = number < 0 ? "−" : "";
	return sign + scaled(Math.abs(number), unit === "ns" ? TIMES : SIZES, unit === "ns" ? "ns" : "B");
}

/** With a sign, for changes. */
export function change(value: Amount, unit: Unit): string {
	return Number(value) > 0 ? `+${amount(value, unit)}` : amount(value, unit);
}

function scaled(value: number, scales: [number, string][], base: string): string {
	for (const [index, [size, name]] of scales.entries()) {
		// 999.6 is not written as 1000: the next unit has it as 1.00. 120 s are 2.00 min.
		const next = scales[index + 1]?.[0] ?? 1;
		if (value / next >= (name === "min" || name === "h" ? 119.5 : 999.5)) {
			return `${digits(value / size)} ${name}`;
		}
	}
	return `${Math.round(value)} ${base}`;
}

function digits(value: number): string {
	return rounded(value, value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2);
}

/** A half goes up, as in PHP: 1.005 is 1.01, though the nearest double is less than that. */
function rounded(value: number, decimals: number): string {
	const scale = 10 ** decimals;
	return (Math.round(Number((value * scale).toPrecision(15))) / scale).toFixed(decimals);
}

/** The exact value with its unit, for titles and copies: "312,004,117 ns". */
export function exactly(value: Amount, unit: Unit): string {
	return unit === "count" ? count(value) : `${count(value)} ${unit === "ns" ? "ns" : "bytes"}`;
}

export function count(value: Amount): string {
	const text = typeof value === "bigint" ? value.toString() : Math.round(value).toString();
	return text.replace("-", "−").replace(/\B(?=(\d{3})+(?!\d))/g, ",");
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

/** "45.5 %", "0.1 %", with the digits of the command line tool; less than it shows is "< 0.1 %". */
export function percent(part: Amount, whole: Amount): string {
	const percents = Number(whole) === 0 ? 0 : (100 * Number(part)) / Math.abs(Number(whole));
	const size = Math.abs(percents);
	const sign = percents < 0 ? "−" : "";
	if (size > 0 && size < 0.05) {
		return `${sign}< 0.1 %`;
	}
	return `${sign}${rounded(size, size === 0 || size >= 99.95 ? 0 : 1)} %`;
}

/** Cut in the middle, as the ends of a name say most. */
export function cut(name: string, length: number): string {
	if (name.length <= length) {
		return name;
	}
	const left = Math.floor((length - 1) / 2);
	return `${name.slice(0, left)}…${name.slice(name.length - (length - 1 - left))}`;
}
