--TEST--
A pattern of xhprof.output_name by which runs would replace one another, or with an unknown letter, is refused with the reason
--SKIPIF--
<?php
require __DIR__ . '/../trigger/auto.inc';
if (cgi_binary() === null) die('skip needs the php-cgi of this PHP');
?>
--FILE--
<?php
require __DIR__ . '/../trigger/auto.inc';

$folder = fresh_folder(__FILE__);
mkdir("$folder/site");
file_put_contents("$folder/program.inc", '<?php echo ini_get("xhprof.output_name"), "\n";');
file_put_contents("$folder/site/page.inc", '<?php echo ini_get("xhprof.output_name");');
foreach (['%r', 'a-%t-%H-%R-%p-%r-%%', 'fixed', '', '%t-%p', '%%r', '%r-%x', '%r%'] as $pattern) {
	echo "$pattern: ", preg_replace('/ in Unknown on line \d+/', ',', trim(str_replace("\n", ' ', child_php("$folder/program.inc",
		["xhprof.output_name=\"$pattern\""])))), "\n";
}
echo "== for a folder\n";
foreach (['b-%r', 'fixed', '%r-%x'] as $pattern) {
	file_put_contents("$folder/site/.user.ini", "xhprof.output_name = \"$pattern\"\n");
	echo "$pattern: ", substr(strstr(cgi("$folder/site/page.inc", ['xhprof.output_name="c-%r"'], ['DOCUMENT_ROOT' => "$folder/site"]), "\n\n"), 2), "\n";
}
?>
--CLEAN--
<?php
require __DIR__ . '/../trigger/auto.inc';
remove(__DIR__ . '/output_name_refused.tmp');
?>
--EXPECT--
%r: %r
a-%t-%H-%R-%p-%r-%%: a-%t-%H-%R-%p-%r-%%
fixed: Warning: xhprof.output_name must contain %r, or runs replace one another; using the default, %t-%H-%R-%p-%r
: Warning: xhprof.output_name must contain %r, or runs replace one another; using the default, %t-%H-%R-%p-%r
%t-%p: Warning: xhprof.output_name must contain %r, or runs replace one another; using the default, %t-%H-%R-%p-%r
%%r: Warning: xhprof.output_name must contain %r, or runs replace one another; using the default, %t-%H-%R-%p-%r
%r-%x: Warning: xhprof.output_name must have one of %t, %H, %R, %p, %r and %% for each %; using the default, %t-%H-%R-%p-%r
%r%: Warning: xhprof.output_name must have one of %t, %H, %R, %p, %r and %% for each %; using the default, %t-%H-%R-%p-%r
== for a folder
b-%r: b-%r
fixed: c-%r
%r-%x: c-%r
