import assert from "node:assert/strict";
import { test } from "node:test";
import averages from "../../tests/cli/unit/averages.json";
import written from "../../tests/cli/unit/units.json";
import type { Owner } from "../src/data/functions.ts";
import { rangeText } from "../src/diff/medians.ts";
import { hatchColour, INK, pale, paleInk } from "../src/flame/draw.ts";
import { changeColour, foundColour, frameColour, type Rgb } from "../src/look/colour.ts";
import {
	amount,
	change,
	count,
	counted,
	cut,
	errorText,
	exactly,
	percent,
	quantity,
	signedPercent,
} from "../src/look/units.ts";
import { mean } from "../src/view/amounts.ts";
import { linkTo } from "../src/view/file-link.tsx";

/** Contrast by WCAG, 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
	const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
	return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: Rgb): number {
	const [red, green, blue] = rgb.map((value) => {
		const share = value / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	}) as Rgb;
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test("amounts have three digits and a unit", () => {
	assert.equal(amount(312_004_117, "ns"), "312 ms");
	assert.equal(amount(4_100, "ns"), "4.10 us");
	assert.equal(amount(54_882e9, "ns"), "15.2 h");
	assert.equal(amount(19_293_798, "bytes"), "18.4 MiB");
	assert.equal(amount(1006 * 1024, "bytes"), "0.98 MiB");
	assert.equal(amount(412_094, "count"), "412,094");
	assert.equal(change(5, "count"), "+5");
	assert.equal(exactly(2n ** 64n, "ns"), "18,446,744,073,709,551,616 ns");
	assert.equal(percent(455, 1000), "45.5 %");
	assert.equal(cut("abcdefghij", 5), "ab…ij");
});

test("numbers are written as the command line tool writes them", () => {
	const one = (rows: unknown, write: (value: number) => string) => {
		for (const [value, text] of rows as [number, string][]) {
			assert.equal(write(value), text, `${value}`);
		}
	};
	const two = (rows: unknown, write: (part: number, whole: number) => string) => {
		for (const [part, whole, text] of rows as [number, number, string][]) {
			assert.equal(write(part, whole), text, `${part} of ${whole}`);
		}
	};
	one(written.time, (ns) => amount(ns, "ns"));
	one(written.bytes, (bytes) => amount(bytes, "bytes"));
	one(written.count, count);
	one(written.number, quantity);
	one(written.points, (points) => errorText(points).trim());
	// The command has the sign in a column's head.
	two(written.percent, (part, whole) => percent(part, whole).replace(" %", ""));
	two(written.change, signedPercent);
});

test("the text of each frame has a contrast of 4.5 : 1", () => {
	for (const theme of ["light", "dark"] as const) {
		for (const owner of ["own", "vendor", "php", "file", "engine"] as const) {
			for (let name = 0; name < 200; name++) {
				const colour = frameColour(owner, String(name), theme, String(name * 7));
				assert.ok(contrast(colour, INK[theme]) >= 4.5, `${theme} ${owner} ${colour}`);
				assert.ok(contrast(pale(colour, theme), paleInk(theme)) >= 4.5, `pale ${theme} ${owner}`);
			}
		}
		for (const share of [-1, -0.1, 0, 0.1, 1]) {
			const colour = changeColour(share, theme);
			assert.ok(contrast(colour, INK[theme]) >= 4.5, `${theme} ${share} ${colour}`);
			assert.ok(contrast(pale(colour, theme), paleInk(theme)) >= 4.5, `pale ${theme} ${share}`);
			assert.ok(contrast(colour, hatchColour(colour, theme)) >= 1.7, `new ${theme} ${share}`);
		}
		assert.ok(contrast(foundColour(theme), INK[theme]) >= 4.5, `found ${theme}`);
	}
});

test("no package looks like the garbage collector", () => {
	const [red, , blue] = frameColour("engine", "", "light");
	for (let name = 0; name < 2000; name++) {
		const of = frameColour("vendor", String(name), "light", String(name * 7));
		const far = Math.max(Math.abs(of[0] - red), Math.abs(of[2] - blue));
		assert.ok(far >= 20, `${name}: ${of}`);
	}
});

test("each class of a package has a colour of its own, own code gets one colour from its hue", () => {
	const colours = (owner: Owner) =>
		["NodeTraverser", "Lexer", "PrettyPrinter"].map((name) =>
			String(frameColour(owner, "php/PhpParser", "light", name)),
		);
	assert.equal(new Set(colours("vendor")).size, 3);
	assert.equal(new Set(colours("own")).size, 1);
});

test("averages are rounded as the command does", () => {
	for (const [sum, runs, average] of averages as [number, number, number][]) {
		assert.equal(mean(sum, runs), average, `${sum} in ${runs} runs`);
	}
	assert.equal(mean(2n ** 60n + 1n, 1), 2n ** 60n + 1n);
});

test("an interval is shown from end to end", () => {
	assert.equal(rangeText([-3, 500], [-0.003, 0.5], "ns"), "from -0.3 % to +50.0 %");
	assert.equal(rangeText([-3, 500], null, "ns"), "from -3 ns to +500 ns");
});

test("links go to editors, and never run anything", () => {
	assert.equal(
		linkTo("vscode://file{file}:{line}", "/srv/a b/Cart.php", 41),
		"vscode://file/srv/a%20b/Cart.php:41",
	);
	assert.equal(linkTo("javascript://%0aalert(1)", "/a", 1), null);
	assert.equal(linkTo("data://x", "/a", 1), null);
	assert.equal(linkTo("", "/a", 1), null);
});

test("one of a thing is one", () => {
	assert.equal(counted(1, "call"), "1 call");
	assert.equal(counted(0, "call"), "0 calls");
	assert.equal(counted(1234n, "path"), "1,234 paths");
});
