import assert from "node:assert/strict";
import { test } from "node:test";
import {
	amount,
	bytes,
	change,
	count,
	cut,
	parts,
	percent,
	place,
	time,
} from "../src/look/format.ts";

test("times have three digits and a unit", () => {
	assert.deepEqual(
		[0, 7, 999, 1000, 4104, 99_949, 312_345_678, 999_499_999, 999_500_000, 61e9, -2500].map(time),
		[
			"0 ns",
			"7 ns",
			"999 ns",
			"1.00 us",
			"4.10 us",
			"99.9 us",
			"312 ms",
			"999 ms",
			"1.00 s",
			"61.0 s",
			"−2.50 us",
		],
	);
	assert.equal(time(1_234_567e9), "1,234,567 s");
	assert.equal(time(2n ** 63n), "9,223,372,037 s");
});

test("sizes are in powers of 1024", () => {
	assert.deepEqual([0, 1023, 1024, 19_293_798, -4096].map(bytes), [
		"0 B",
		"1.00 KiB",
		"1.00 KiB",
		"18.4 MiB",
		"−4.00 KiB",
	]);
});

test("counts have commas and all their digits", () => {
	assert.deepEqual([0, 999, 412_094, -1234].map(count), ["0", "999", "412,094", "−1,234"]);
	assert.equal(count(18446744073709551615n), "18,446,744,073,709,551,615");
	assert.equal(amount(5, "samples"), "5");
});

test("changes have a sign, percents need a whole", () => {
	assert.deepEqual(
		[change(1200, "ns"), change(-3, "count"), change(0, "ns")],
		["+1.20 us", "−3", "0 ns"],
	);
	assert.deepEqual(
		[
			percent(1, 3),
			percent(-1, 3),
			percent(1, 1),
			percent(1, 0),
			percent(3000, 1),
			percent(-1, 1e9),
		],
		["33.3 %", "−33.3 %", "100 %", "", "300,000 %", "0.0 %"],
	);
	assert.equal(percent(1n, 2n), "50.0 %");
});

test("a name is cut in its middle, never within a character", () => {
	assert.equal(cut("short", 10), "short");
	assert.equal(cut("App\\Http\\Controller\\Cart::total", 16), "App\\Ht…rt::total");
	for (let most = 2; most < 12; most++) {
		assert.ok(cut("😀😁😂😃😄😅", most).isWellFormed(), `at ${most}`);
	}
	assert.deepEqual(parts("App\\Http\\Controller\\CartController::total"), [
		"App\\Http\\Controller\\CartController",
		"::total",
	]);
	assert.deepEqual(parts("strlen"), ["strlen", ""]);
	assert.equal(parts("x".repeat(100)).join(""), "x".repeat(100));
});

test("a place is a file with its line, if both are known", () => {
	assert.deepEqual(
		[place("a.php", 3), place("a.php", 0), place(null, 3)],
		["a.php:3", "a.php", ""],
	);
});
