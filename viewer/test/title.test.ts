import assert from "node:assert/strict";
import { test } from "node:test";
import type { RunHeader } from "../src/data/header.ts";
import { parts } from "../src/look/names.ts";
import { nameOf } from "../src/view/title.ts";

test("a run is named by its request, else by its file", () => {
	const of = (title: string, meta: RunHeader["meta"]) => nameOf({ title, meta } as RunHeader);
	const request = { url: "/cart", xhprof: { method: "GET" } };
	assert.equal(of("20261123-shop-1.json", request), "GET /cart");
	assert.equal(of("", request), "GET /cart");
	assert.equal(of("shop.php", null), "shop.php");
	assert.equal(of("the store", { url: "unknown", xhprof: { method: "GET" } }), "the store");
	assert.equal(of("", null), "");
});

test("of a query the beginning is seen where its name is cut", () => {
	const [head, tail] = parts("mysqli_query#SELECT COUNT(*) FROM sales WHERE product = ?");
	assert.equal(tail, "product = ?".slice(-12).padStart(12));
	assert.equal(head + tail, "mysqli_query#SELECT COUNT(*) FROM sales WHERE product = ?");
	assert.deepEqual(parts("Some\\Name::method"), ["Some\\Name", "::method"]);
});
