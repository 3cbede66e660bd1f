--TEST--
A link to a report keeps the view, the metric, the function and the search; back and forward go through what was shown
--SKIPIF--
<?php
require __DIR__ . '/page.inc';
need_browser();
?>
--FILE--
<?php
require __DIR__ . '/page.inc';

$html = report_of(run(XHPROF_FLAGS_TREE | ALL_METRICS, 'page_program'), 'run');
echo in_browser(<<<'JS'
	const seen = (page) => page.evaluate(() => {
		const chosen = document.querySelector('[role=tab][aria-selected=true]')?.textContent;
		return `${chosen}, ${document.querySelector('select')?.value}, find "${document.querySelector('[type=search]')?.value}", ${decodeURIComponent(location.hash)}`;
	});
	const page = await browser.open(data, { fragment: '#functions;metric=cpu;fn=fib;find=fi' });
	console.log(await seen(page));
	console.log((await page.locator('main').innerText()).includes('fib') ? 'fib is shown' : 'fib is NOT shown');
	for (const [key, name] of [['g', 'Flame'], ['t', 'Tree'], ['f', 'Functions'], ['c', 'Callers']]) {
		await page.keyboard.press(key);
		await settled(page);
		console.log(`${key}: ${await seen(page)}`);
	}
	await page.goBack();
	await settled(page);
	console.log(`back: ${await seen(page)}`);
	await page.goForward();
	await settled(page);
	console.log(`forward: ${await seen(page)}`);
	await page.keyboard.press('/');
	await page.keyboard.type('leaf');
	await settled(page);
	console.log(`/leaf: ${await seen(page)}`);
	const link = page.url();
	const other = await browser.open(data, { fragment: link.slice(link.indexOf('#')) });
	console.log(`the link: ${(await seen(other)) === (await seen(page)) ? 'the same' : await seen(other)}`);
	for (const fragment of ['#', '#nothing', '#flame;at=999999999', '#flame;metric=none;fn=none;by=x;without=1,2,3', '#tree;%E0%A4%A', `#${'x'.repeat(5000)}`, '#flame;at=-1;find=(', '#functions;find=[']) {
		const odd = await browser.open(data, { fragment });
		console.log(`${fragment.slice(0, 50)}: ${(await tabs(odd)).length} tabs, ${[faults(odd), ...(await odd.locator('.link-note').allInnerTexts())].join(', ')}`);
		await odd.context().close();
	}
	console.log(faults(page), faults(other));
	JS, $html);
?>
--EXPECT--
Functions, cpu, find "fi", #functions;metric=cpu;fn=fib;find=fi
fib is shown
g: Flame, cpu, find "fi", #flame;metric=cpu;fn=fib;find=fi
t: Tree, cpu, find "fi", #tree;metric=cpu;fn=fib;find=fi
f: Functions, cpu, find "fi", #functions;metric=cpu;fn=fib;find=fi
c: Callers, cpu, find "fi", #callers;metric=cpu;fn=fib;find=fi
back: Functions, cpu, find "fi", #functions;metric=cpu;fn=fib;find=fi
forward: Callers, cpu, find "fi", #callers;metric=cpu;fn=fib;find=fi
/leaf: Callers, cpu, find "leaf", #callers;metric=cpu;fn=fib;find=leaf
the link: the same
#: 5 tabs, quiet
#nothing: 5 tabs, quiet, ⚠ Not in this report: view nothing.
#flame;at=999999999: 5 tabs, quiet, ⚠ Not in this report: path 999999999.
#flame;metric=none;fn=none;by=x;without=1,2,3: 5 tabs, quiet, ⚠ Not in this report: metric none, function none. Not understood: by=x.
#tree;%E0%A4%A: 5 tabs, quiet, ⚠ Not understood: %E0%A4%A.
#xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx: 5 tabs, quiet, ⚠ Not in this report: view xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx….
#flame;at=-1;find=(: 5 tabs, quiet, ⚠ Not understood: at=-1.
#functions;find=[: 5 tabs, quiet
quiet quiet
