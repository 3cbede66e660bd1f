<?php
/* The pages of three pools for tools/test-fleet.sh: some work, some waiting, and a tag that says which page it is. */

function price(int $i): int
{
	static $calls = 0;
	return ++$calls % 3 + crc32((string) $i) % 5;
}

function render(int $n): int
{
	$sum = 0;
	for ($i = 0; $i < $n; $i++) {
		$sum += strlen(str_repeat(chr(65 + $i % 26), 1 + $i % 40)) + price($i);
	}
	return $sum;
}

function fetch(int $us): void
{
	usleep($us);
}

function cart(): int
{
	fetch(2000);
	return render(1500);
}

function search(): int
{
	fetch(4000);
	return render(500);
}

function export(): int
{
	return render(3000);
}

[, $pool] = explode('/', $_SERVER['REQUEST_URI']);
$pages = ['www' => ['cart', 'search'], 'api' => ['search', 'cart', 'export'], 'jobs' => ['export']][$pool];
$page = $pages[mt_rand(0, count($pages) - 1)];
xhprof_tag('route', "/$pool/$page");
xhprof_tag('tenant', ['small', 'large'][mt_rand(0, 1)]);
echo $page() > 0 ? 'done' : 'nothing';
