--TEST--
A program that may write no more files is sampled on in its ring, and not ended by the limit: the helper copies the stack into a file in memory
--SKIPIF--
<?php
require __DIR__ . '/../skipif.inc';
require __DIR__ . '/../../sampler/skipif.inc';
require_once __DIR__ . '/../../helper.inc';
if (shipped_module('ffi') === null) die('skip needs FFI');
if (PHP_OS_FAMILY !== 'Linux') die('skip the number of the limit is that of Linux');
?>
--FILE--
<?php
require __DIR__ . '/../live.inc';

$folder = live_folder(__FILE__);
file_put_contents("$folder/program.php", '<?php
function behind(): void { for ($i = 0; $i < 1000; $i++) { } }
$c = FFI::cdef("struct limit { unsigned long soft, hard; }; int setrlimit(int, struct limit *);");
echo "begun\n";
fgets(STDIN);
$limit = $c->new("struct limit");
echo $c->setrlimit(1, FFI::addr($limit)), "\n";
stream_set_blocking(STDIN, false);
while (fgets(STDIN) === false) {
	behind();
}
');
$child = live_start("$folder/program.php",
	[...live_settings($folder), 'extension=' . shipped_module('ffi'), 'ffi.enable=1']);
fgets($child->out);
$file = live_file($folder, $child->pid);
live_send($file, live_message(LIVE_ASK));
live_wait('on', fn () => live_header($file)['is_on']);
fwrite($child->in, "\n");
echo 'set: ', fgets($child->out);
live_wait('a sample behind it', fn () => array_filter(live_records($file),
	fn ($record) => live_has_stack($record) && str_starts_with($record['frames'][0] ?? '', 'behind:')));
fwrite($child->in, "end\n");
echo 'status: ', live_end($child), "\n";
live_clean($folder);
?>
--EXPECT--
set: 0
status: 0
