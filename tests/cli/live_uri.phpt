--TEST--
--uri of xhprof live takes a pattern of the URI, as elsewhere, and says if no request matches; a part that is typed becomes one
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live.inc';

use XHProf\Cli\Live\RequestFilter;

foreach (['', 'cart', '*art*', '/cart*', '/cart', '*cart', 'GET *', '*x*', '/cart?*', '/c.rt*'] as $wanted) {
	echo str_pad($wanted, 12),
		implode(' ', array_map(fn (string $request) => RequestFilter::admits($wanted, $request) ? 'yes' : 'no ',
			['GET /cart', 'POST /cart/checkout?id=1', 'GET /login', 'cli ']) ), "\n";
}
foreach (['*art/*', '*x*'] as $uri) {
	$choice = new XHProf\Cli\Live\Choice();
	$choice->uri = $uri;
	$text = (new XHProf\Cli\Live\PoolView(new XHProf\Cli\Terminal\Terminal(fopen('php://memory', 'r')), moment(),
		$choice, 100))->text(5);
	echo implode("\n", preg_grep('/^ *\d{4}|no current/', explode("\n", $text))), "\n";
}
echo json_encode(array_map(fn (string $text): string => RequestFilter::ofPart($text), ['', 'cart', '/cart', 'c*t']),
	JSON_UNESCAPED_SLASHES), "\n";
?>
--EXPECT--
yes yes yes yes
cart        no  no  no  no 
*art*       yes yes no  no 
/cart*      yes yes no  no 
/cart       yes no  no  no 
*cart       yes no  no  no 
GET *       no  no  no  no 
*x*         no  no  no  no 
/cart?*     no  yes no  no 
/c.rt*      no  no  no  no 
      2102  idle       1.50 s    0.0   2.00 MiB  POST /cart/checkout  (2 exceptions, last: A [0m)
no current request matches "*x*"; * stands for any text: "*cart*"
["","*cart*","/cart","c*t"]
