import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { varints } from "../fixture/page.mjs";
import { bigVarints, VarintReader } from "../src/data/varint.ts";

function decode(
	values: (number | bigint)[],
	isSigned: boolean,
	piece = 1000,
): VarintReader & { decoded: Float64Array } {
	const into = new Float64Array(values.length);
	const reader = new VarintReader(into, isSigned, "a-wall");
	const bytes = varints(values, isSigned);
	for (let at = 0; at < bytes.length; at += piece) {
		reader.push(bytes.subarray(at, at + piece));
	}
	return Object.assign(reader, { decoded: into });
}

test("the bytes are those that the extension and the command write", () => {
	const cases = readFileSync("../tests/base/varints.inc", "utf8");
	const found = [...cases.matchAll(/^(VARINT|ZIGZAG)\((-?\d+), "(\w+)"\)$/gm)];
	assert.ok(found.length > 20);
	for (const [, kind, text, hex] of found) {
		const isSigned = kind === "ZIGZAG";
		const number = BigInt(text!);
		const bytes = Buffer.from(hex!, "hex");
		assert.deepEqual(bigVarints(bytes, isSigned), [number]);
		assert.equal(Buffer.from(varints([number], isSigned)).toString("hex"), hex);
		const reader = new VarintReader(new Float64Array(1), isSigned, "a-wall");
		reader.push(bytes);
		reader.finish();
		if (reader.isSafe) {
			const into = new Float64Array(1);
			new VarintReader(into, isSigned, "a-wall").push(bytes);
			assert.equal(BigInt(into[0]!), number);
		}
	}
});

test("numbers are the same after decoding, also when a piece ends within one", () => {
	const values = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 52 - 1];
	for (const piece of [1, 2, 1000]) {
		const reader = decode(values, false, piece);
		reader.finish();
		assert.deepEqual([...reader.decoded], values);
	}
});

test("signed numbers are unfolded", () => {
	const values = [0, -1, 1, -2, 2 ** 40, -(2 ** 40)];
	assert.deepEqual([...decode(values, true).decoded], values);
});

test("a column whose sum is beyond 2^53 is not safe as doubles, and exact as bigints", () => {
	const values = [2n ** 53n, 1n, 2n ** 64n - 1n];
	assert.equal(decode([2 ** 53 - 2, 1], false).isSafe, true);
	assert.equal(decode(values, false).isSafe, false);
	assert.deepEqual(bigVarints(varints(values, false), false), values);
	assert.deepEqual(bigVarints(varints([-(2n ** 63n), 5n], true), true), [-(2n ** 63n), 5n]);
});

test("too few and too many numbers are named", () => {
	const bytes = varints([1, 2, 3], false);
	const short = new VarintReader(new Float64Array(4), false, "a-wall");
	short.push(bytes);
	assert.throws(() => short.finish(), /“a-wall” has 3 of 4 numbers/);
	const long = new VarintReader(new Float64Array(2), false, "a-wall");
	assert.throws(() => long.push(bytes), /“a-wall” has more than the 2 numbers/);
});
