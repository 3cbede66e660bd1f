--TEST--
--uri of xhprof live takes a part of a request or a pattern, and says if no request has it
--SKIPIF--
<?php require __DIR__ . '/../live/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/live.inc';

use XHProf\Cli\Live\RequestFilter;

foreach (['', 'cart', 'get /CART', '*art*', '/cart*', '/cart', '*cart', 'GET *', 'POST *cart*', '*x*', '/cart?*', '/c.rt*'] as $wanted) {
	echo str_pad($wanted, 12), implode(' ', array_map(fn (string $request) => RequestFilter::admits($wanted, $request) ? 'yes' : 'no ',
		['GET /cart', 'POST /cart/checkout?id=1', 'GET /login', 'cli ']) ), "\n";
}
foreach (['*art/*', '*x*'] as $uri) {
	$choice = new XHProf\Cli\Live\Choice();
	$choice->uri = $uri;
	$text = (new XHProf\Cli\Live\PoolView(new XHProf\Cli\Terminal\Terminal(fopen('php://memory', 'r')), moment(), $choice, 100))->text(5);
	echo implode("\n", preg_grep('/^ *\d{4}|no request/', explode("\n", $text))), "\n";
}
?>
--EXPECT--
yes yes yes yes
cart        yes yes no  no 
get /CART   yes no  no  no 
*art*       yes yes no  no 
/cart*      yes yes no  no 
/cart       yes yes no  no 
*cart       yes no  no  no 
GET *       yes no  yes no 
POST *cart* no  yes no  no 
*x*         no  no  no  no 
/cart?*     no  no  no  no 
/c.rt*      no  no  no  no 
      2102  idle                 0.0   2.00 MiB  POST /cart/checkout
no request of now has "*x*"; a part of the method and URI is enough, * stands for any text