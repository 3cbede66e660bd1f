--TEST--
A name that its cell is too narrow for is cut at one place, and one that fits has no gap
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

/* Names of each length around that from which a name has two parts, and methods of classes with short names. */
function called(): void
{
	for ($i = 28; $i < 44; $i++) {
		$name = substr('register_block_core_template_part_of_the_site', 0, $i);
		eval("function $name() { return 1; }");
		$name();
	}
	foreach (['A', 'DB', 'Post', 'Illuminate_Database_Eloquent_Builder'] as $class) {
		eval("class $class { static function get_the_posts_of() {} static function "
			. "get_the_posts_of_this_and_each_other_author() {} }");
		$class::get_the_posts_of();
		$class::get_the_posts_of_this_and_each_other_author();
	}
}

echo in_browser(<<<'JS'
	for (const [width, fragment] of [[1440, '#functions'], [390, '#functions'], [390, '#tree']]) {
		const page = await browser.open(data, { width, height: 1200, fragment });
		const faulty = await page.evaluate(() => {
			const textBox = (it) => {
				const range = document.createRange();
				range.selectNodeContents(it);
				return range.getBoundingClientRect();
			};
			return [...document.querySelectorAll('tbody .cut-name')].flatMap((name) => {
				const [head, tail] = name.children;
				if (!tail) return [];
				const box = tail.getBoundingClientRect();
				const isCut = (part) => part.scrollWidth > part.clientWidth;
				const atEnd = textBox(tail).right > box.right + 1;
				const atStart = textBox(tail).left < box.left - 1;
				const gap = isCut(head) ? 0 : box.left - textBox(head).right;
				const whole = !isCut(head) && (atStart || (atEnd && gap !== 0));
				const twice = isCut(head) && (atEnd || (atStart && head.clientWidth < 20));
				return gap > 1 || whole || twice ? [`${name.textContent}: gap ${gap}, whole ${whole}, twice ${twice}`] : [];
			});
		});
		const cut = await page.evaluate(() => document.querySelectorAll('tbody .cut-tail').length);
		console.log(width, fragment, cut > 5 ? 'long names' : cut, faulty.join('; ') || 'good');
		if (width === 390) console.log(faults(page));
	}
	JS, report_of(run(XHPROF_FLAGS_TREE, 'called'), 'run'));
?>
--EXPECT--
1440 #functions long names good
390 #functions long names good
quiet
390 #tree long names good
quiet
