--TEST--
Ring::open() says what is wrong with a file that is no ring, or one that it cannot read
--SKIPIF--
<?php require __DIR__ . '/../skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/../ring.inc';

$fake = new FakeRing(__DIR__, ['pid' => 1, 'start_ticks' => 2]);
$fake->sample([[$fake->function('f'), 0]]);
$whole = $fake->bytes();
$fake->remove(); // a killed test may have left one

function try_open(string $what, string $path): void
{
	try {
		XHProf\Ring::open($path);
		echo "$what: opened\n";
	} catch (RuntimeException $e) {
		echo "$what: ", str_replace(__DIR__ . '/', '', $e->getMessage()), "\n";
	}
}

function try_bytes(string $what, string $bytes): void
{
	global $fake;
	file_put_contents($fake->path, $bytes);
	try_open($what, $fake->path);
}

function try_fields(string $what, array $fields): void
{
	$other = new FakeRing(__DIR__, $fields + ['pid' => 1, 'start_ticks' => 2]);
	try_bytes($what, $other->bytes());
}

try_open('not there', $fake->path);
try_open('another name', __FILE__);
try_bytes('empty', '');
try_bytes('a text', str_repeat("Hello, world\n", 1000));
try_bytes('not complete', substr_replace($whole, str_repeat("\0", 8), 0, 8));
try_bytes('another byte order', substr_replace($whole, strrev(substr($whole, 0, 8)), 0, 8));
try_bytes('whole', $whole);
try_fields('a version of the future', ['version' => 7]);
foreach (['header_bytes' => [0, 8192], 'block_bytes' => [0, 4096, -1],
	'functions_size' => [-1, 1 << 25], 'text_bytes' => [-1, 1 << 40],
	'ring_at' => [0, 4097, -8, 1 << 40], 'functions_at' => [8, -1], 'texts_at' => [1, -1]] as $field => $values) {
	foreach ($values as $value) {
		try_fields("$field $value", [$field => $value]);
	}
}
foreach ([0, 16384, 65536 + 16384, 1 << 20, 1 << 31, -1] as $ring_bytes) {
	try_bytes("ring_bytes $ring_bytes", substr_replace($whole, pack('Q', $ring_bytes), 40, 8));
}

$refused = [];
for ($size = 0; $size < strlen($whole); $size += $size < 1500 || strlen($whole) - $size < 100 ? 1 : 61) {
	file_put_contents($fake->path, substr($whole, 0, $size));
	try {
		XHProf\Ring::open($fake->path);
		echo "opened with $size bytes\n";
	} catch (RuntimeException $e) {
		@$refused[preg_replace('/\d+ bytes/', 'N bytes', substr(strrchr($e->getMessage(), '.data: '), 0))]++;
	}
}
echo json_encode($refused), "\n";
unlink($fake->path);

symlink('/dev/zero', $fake->path);
try_open('a symlink', $fake->path);
unlink($fake->path);
mkdir($fake->path);
try_open('a folder', $fake->path);
rmdir($fake->path);
exec('mkfifo ' . escapeshellarg($fake->path));
try_open('a FIFO', $fake->path);
unlink($fake->path);
ini_set('open_basedir', __DIR__ . '/nix');
try_open('open_basedir', $fake->path);
?>
--EXPECT--
not there: Could not open the ring 1-2.data: No such file or directory
another name: Could not open the ring open_error.php: the name of a ring must end in .data
empty: Could not open the ring 1-2.data: it is not a ring of xhprof, or truncated: it has 0 bytes
a text: Could not open the ring 1-2.data: it is not a ring of xhprof
not complete: Could not open the ring 1-2.data: it is not complete yet: its process is creating it, or died doing so
another byte order: Could not open the ring 1-2.data: it was written on a machine with the other byte order
whole: opened
a version of the future: Could not open the ring 1-2.data: it has version 7 of the format, and this xhprof reads version 1; use the xhprof that the process loads
header_bytes 0: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
header_bytes 8192: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
block_bytes 0: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
block_bytes 4096: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
block_bytes -1: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
functions_size -1: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
functions_size 33554432: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
text_bytes -1: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
text_bytes 1099511627776: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
ring_at 0: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
ring_at 4097: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
ring_at -8: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
ring_at 1099511627776: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
functions_at 8: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
functions_at -1: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
texts_at 1: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
texts_at -1: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
ring_bytes 0: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
ring_bytes 16384: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
ring_bytes 81920: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
ring_bytes 1048576: Could not open the ring 1-2.data: it is truncated: it is shorter than its header says
ring_bytes 2147483648: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
ring_bytes -1: Could not open the ring 1-2.data: its header is damaged: it has impossible sizes
{".data: it is not a ring of xhprof, or truncated: it has N bytes":1536,".data: it is truncated: it is shorter than its header says":2384}
a symlink: Could not open the ring 1-2.data: it is a symlink
a folder: Could not open the ring 1-2.data: it is not a regular file
a FIFO: Could not open the ring 1-2.data: it is not a regular file
open_basedir: Could not open the ring 1-2.data: open_basedir does not allow it
