import assert from "node:assert/strict";
import { test } from "node:test";
import { Functions, packageOf } from "../src/data/functions.ts";

const of = (files: (string | null)[]) =>
	new Functions({
		name: files.map((_, index) => `f${index}`),
		file: files.map((file, index) => (file === null ? -1 : index)),
		files: files.map((file) => file ?? ""),
	});

test("a package is a folder from vendor on, and Composer's own files belong to theirs", () => {
	assert.equal(packageOf("/srv/vendor/twig/twig/src/Twig.php"), "vendor/twig/twig");
	assert.equal(packageOf("/srv/vendor/twig/twig/Twig.php"), "vendor/twig/twig");
	assert.equal(packageOf("/srv/vendor/composer/ClassLoader.php"), "vendor/composer");
	assert.equal(packageOf("/srv/vendor/autoload.php"), "vendor");
	assert.equal(packageOf("C:\\srv\\vendor\\twig\\twig\\Twig.php"), "vendor/twig/twig");
	assert.equal(packageOf("/usr/share/php/PhpParser/Node.php"), "php/PhpParser");
	assert.equal(packageOf("/srv/src/vendors.php"), null);
	assert.equal(packageOf(null), null);
});

test("files are shown without the folder that they share, whatever lies elsewhere", () => {
	const own = of(["/srv/shop/src/Cart.php", "/srv/shop/src/Shop.php", "/etc/php/prepend.php"]);
	assert.deepEqual(
		[0, 1, 2].map((index) => own.shortFile(index)),
		["Cart.php", "Shop.php", "/etc/php/prepend.php"],
	);
	const vendor = of(["/srv/shop/src/Cart.php", "/srv/shop/vendor/twig/twig/Twig.php", null]);
	assert.deepEqual(
		[0, 1, 2].map((index) => vendor.shortFile(index)),
		["src/Cart.php", "vendor/twig/twig/Twig.php", null],
	);
	const debian = of([
		"/usr/share/wordpress/wp-load.php",
		"/usr/share/wordpress/index.php",
		"/var/lib/wordpress/x.php",
	]);
	assert.equal(debian.shortFile(0), "wp-load.php");
	const apart = of([
		"/srv/shop/Cart.php",
		"/usr/share/php/Twig/Twig.php",
		"/opt/vendor/twig/twig/Twig.php",
	]);
	assert.deepEqual(
		[0, 1, 2].map((index) => apart.shortFile(index)),
		["Cart.php", "php/Twig/Twig.php", "vendor/twig/twig/Twig.php"],
	);
	const alone = of(["/home/me/vendor/twig/twig/Twig.php", "/home/me/vendor/autoload.php"]);
	assert.equal(alone.shortFile(0), "vendor/twig/twig/Twig.php");
});
