import assert from "node:assert/strict";
import { test } from "node:test";
import { parts, place } from "../src/look/names.ts";
import { rowsWhere, sorted } from "../src/table/order.ts";
import { tsv } from "../src/table/tsv.ts";
import { ROOM_PX, ROW_PX, rowAfterKey, scrolledTo, windowOf } from "../src/table/window.ts";

test("the window has all rows in sight and no others", () => {
	assert.deepEqual(windowOf(0, 240, 100_000), { first: 0, count: 11, shift: 0 });
	assert.deepEqual(windowOf(30, 240, 100_000), { first: 1, count: 11, shift: 6 });
	assert.deepEqual(windowOf(0, 240, 3), { first: 0, count: 3, shift: 0 });
	assert.deepEqual(windowOf(0, 240, 0), { first: 0, count: 0, shift: 0 });
	const end = windowOf(1e9, 240, 100_000);
	assert.equal(end.first + end.count, 100_000);
});

test("every row of ten million can be reached by the scroll bar", () => {
	const rows = 10_000_000;
	const last = windowOf(ROOM_PX - 240, 240, rows);
	assert.equal(last.first + last.count, rows);
	for (const row of [0, 1, 4_999_999, 9_999_999]) {
		const top = scrolledTo(row, 0, 240, rows) ?? 0;
		const seen = windowOf(top, 240, rows);
		assert.ok(seen.first <= row && row < seen.first + seen.count, `row ${row}`);
	}
});

test("a row in sight is not scrolled to, a near one is moved no further than needed", () => {
	assert.equal(scrolledTo(3, 0, 240, 1000), null);
	assert.equal(scrolledTo(10, 0, 240, 1000), ROW_PX);
	assert.equal(scrolledTo(500, 0, 240, 1000), 500 * ROW_PX - 120);
});

test("keys move by a row or a page, and stay within the table", () => {
	const to = (key: string, row: number) => rowAfterKey(key, row, 100, 10);
	assert.deepEqual(
		[to("ArrowDown", -1), to("ArrowDown", 99), to("ArrowUp", 0), to("PageDown", 5)],
		[0, 99, 0, 15],
	);
	assert.deepEqual([to("Home", 50), to("End", 50), to("x", 50)], [0, 99, null]);
});

test("rows that are equal keep their order, whichever way they are sorted", () => {
	const keys = [2, 1, 2, 3];
	const all = () => rowsWhere(4, () => true);
	assert.deepEqual([...sorted(all(), (row) => keys[row]!, true)], [3, 0, 2, 1]);
	assert.deepEqual([...sorted(all(), (row) => keys[row]!, false)], [1, 0, 2, 3]);
	assert.deepEqual([...rowsWhere(4, (row) => keys[row] === 2)], [0, 2]);
});

test("cells with tabs and line ends stay one cell", () => {
	assert.equal(tsv([["a\tb\r\nc", 1, 2n ** 63n]]), "a b c\t1\t9223372036854775808\n");
});

test("a name is cut before its method, never within a character", () => {
	assert.deepEqual(parts("App\\Http\\Controller\\CartController::total"), [
		"App\\Http\\Controller\\CartController",
		"::total",
	]);
	assert.equal(
		parts("php/PhpParser/PrettyPrinterAbstract.php:278")[1],
		"/PrettyPrinterAbstract.php:278",
	);
	assert.deepEqual(parts("strlen"), ["strlen", ""]);
	assert.equal(parts("x".repeat(100)).join(""), "x".repeat(100));
	for (const most of [3, 4, 5]) {
		const [, tail] = parts("😀😁😂😃😄😅", most);
		assert.ok(!/^[\udc00-\udfff]/.test(tail));
	}
});

test("a place is a file with its line, if both are known", () => {
	assert.deepEqual(
		[place("a.php", 3), place("a.php", 0), place(null, 3)],
		["a.php:3", "a.php", ""],
	);
});
