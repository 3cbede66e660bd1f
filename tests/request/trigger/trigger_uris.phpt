--TEST--
xhprof.include_uri and xhprof.exclude_uri match the URI path and apply to requested runs, too
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
file_put_contents("$folder/page.inc", '<?php echo xhprof_info()["auto"]["reason"];');
$paths = ['/', '/shop', '/shop/a/b?x=/health', '/health', '/health/live?x', '/shop/health', '/img/a.png', '/img/.png',
	'/imgs.png', '/shop/' . str_repeat('a', 3000) . 'b'];
foreach (['/shop*' => '', '' => '/health*, *.png', '/shop*;/health' => '*/health', '*' => '', '?' => '',
	'/*a*a*a*a*a*a*a*a*a*a*a*a*ac' => ''] as $include => $exclude) {
	echo "== include $include, exclude $exclude\n";
	serve("$folder/page.inc", auto_settings($folder, "xhprof.include_uri=\"$include\"",
		"xhprof.exclude_uri=\"$exclude\"", 'xhprof.trigger_secret=s'), function (callable $get) use ($paths): void {
			foreach ($paths as $path) {
				echo strlen($path) > 99 ? 'a long one' : $path, ': ', $get($path)[1], "\n";
			}
			echo $get('/health?XHPROF_TRIGGER=s')[1], "\n";
		});
}
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/trigger_uris.tmp');
?>
--EXPECT--
== include /shop*, exclude 
/: the URI is not in xhprof.include_uri
/shop: xhprof.auto=always
/shop/a/b?x=/health: xhprof.auto=always
/health: the URI is not in xhprof.include_uri
/health/live?x: the URI is not in xhprof.include_uri
/shop/health: xhprof.auto=always
/img/a.png: the URI is not in xhprof.include_uri
/img/.png: the URI is not in xhprof.include_uri
/imgs.png: the URI is not in xhprof.include_uri
a long one: xhprof.auto=always
the URI is not in xhprof.include_uri
== include , exclude /health*, *.png
/: xhprof.auto=always
/shop: xhprof.auto=always
/shop/a/b?x=/health: xhprof.auto=always
/health: the URI is in xhprof.exclude_uri
/health/live?x: the URI is in xhprof.exclude_uri
/shop/health: xhprof.auto=always
/img/a.png: the URI is in xhprof.exclude_uri
/img/.png: the URI is in xhprof.exclude_uri
/imgs.png: the URI is in xhprof.exclude_uri
a long one: xhprof.auto=always
the URI is in xhprof.exclude_uri
== include /shop*;/health, exclude */health
/: the URI is not in xhprof.include_uri
/shop: xhprof.auto=always
/shop/a/b?x=/health: xhprof.auto=always
/health: the URI is in xhprof.exclude_uri
/health/live?x: the URI is not in xhprof.include_uri
/shop/health: the URI is in xhprof.exclude_uri
/img/a.png: the URI is not in xhprof.include_uri
/img/.png: the URI is not in xhprof.include_uri
/imgs.png: the URI is not in xhprof.include_uri
a long one: xhprof.auto=always
the URI is in xhprof.exclude_uri
== include *, exclude 
/: xhprof.auto=always
/shop: xhprof.auto=always
/shop/a/b?x=/health: xhprof.auto=always
/health: xhprof.auto=always
/health/live?x: xhprof.auto=always
/shop/health: xhprof.auto=always
/img/a.png: xhprof.auto=always
/img/.png: xhprof.auto=always
/imgs.png: xhprof.auto=always
a long one: xhprof.auto=always
requested by the query parameter
== include ?, exclude 
/: xhprof.auto=always
/shop: the URI is not in xhprof.include_uri
/shop/a/b?x=/health: the URI is not in xhprof.include_uri
/health: the URI is not in xhprof.include_uri
/health/live?x: the URI is not in xhprof.include_uri
/shop/health: the URI is not in xhprof.include_uri
/img/a.png: the URI is not in xhprof.include_uri
/img/.png: the URI is not in xhprof.include_uri
/imgs.png: the URI is not in xhprof.include_uri
a long one: the URI is not in xhprof.include_uri
the URI is not in xhprof.include_uri
== include /*a*a*a*a*a*a*a*a*a*a*a*a*ac, exclude 
/: the URI is not in xhprof.include_uri
/shop: the URI is not in xhprof.include_uri
/shop/a/b?x=/health: the URI is not in xhprof.include_uri
/health: the URI is not in xhprof.include_uri
/health/live?x: the URI is not in xhprof.include_uri
/shop/health: the URI is not in xhprof.include_uri
/img/a.png: the URI is not in xhprof.include_uri
/img/.png: the URI is not in xhprof.include_uri
/imgs.png: the URI is not in xhprof.include_uri
a long one: the URI is not in xhprof.include_uri
the URI is not in xhprof.include_uri
