import assert from "node:assert/strict";
import { test } from "node:test";
import { stackText } from "../src/shell/stack.ts";
import { madeRun } from "./made.ts";

test("what is copied is the selected function, with its callers where the picture is zoomed to it", async () => {
	const run = await madeRun(
		{
			name: "main()",
			own: { wall: 1 },
			below: [
				{
					name: "Cart::show",
					own: { wall: 1 },
					below: [{ name: "strlen", own: { wall: 1 } }],
				},
				{ name: "Cart::total", own: { wall: 1 } },
			],
		},
		undefined,
		{ "Cart::show": ["/srv/src/Cart.php", 1], "Cart::total": ["/srv/src/Cart.php", 9] },
	);
	const find = (name: string) => run.functions.find(name);
	const stack = "strlen\nCart::show (Cart.php:1)\nmain()";
	assert.equal(stackText(run, 0, -1), "");
	assert.equal(stackText(run, 2, -1), stack);
	assert.equal(stackText(run, 2, find("strlen")), stack);
	assert.equal(stackText(run, 2, find("Cart::total")), "Cart::total (Cart.php:9)");
});
