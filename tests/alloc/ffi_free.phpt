--TEST--
FFI::free() frees PHP's blocks and those of malloc() in every mode, and each is counted once
--EXTENSIONS--
ffi
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0' || getenv('SKIP_ASAN')) die('skip needs the allocator of PHP'); ?>
--INI--
ffi.enable=1
--FILE--
<?php
require __DIR__ . '/alloc.inc';

/* 8.1, and older releases of 8.2 and 8.3, crash in FFI::free() while a block of more than 2 MB is alive. */
function frees_beside_huge_blocks(): bool
{
	$ffi = shipped_module('ffi');
	$code = '$huge = str_repeat("x", 1 << 23); FFI::free(FFI::addr(FFI::cdef("typedef int number;")->new("number", '
		. 'false, true))); echo "fine";';
	return exec(escapeshellarg(PHP_BINARY) . ' -n ' . ($ffi === null ? '' : '-d extension=' . escapeshellarg($ffi))
		. ' -d ffi.enable=1 -r ' . escapeshellarg($code) . ' 2>/dev/null') === 'fine';
}

function make($ffi, $type, $persistent) { return FFI::addr($ffi->new($type, false, $persistent)); }

/* Were blocks allocated by make() and by FFI::new(), and how many of them are alive? */
function blocks(XHProf\Profile $run): array
{
	$sites = [site_of($run, 'FFI::new'), site_of($run, 'make')];
	return [array_sum(array_column($sites, 'allocs')) > 0, array_sum(array_column($sites, 'live'))];
}

$huge = frees_beside_huge_blocks() ? 'huge' : 'large';
$ffi = FFI::cdef('typedef struct { int a; } small; typedef struct { char a[5000]; } large; '
	. 'typedef struct { char a[5000000]; } huge;');
foreach ([[], ['mode' => 'tree'], ['mode' => 'alloc'], ['alloc' => 'sampled', 'alloc_interval' => 1],
	['mode' => 'alloc', 'alloc' => 'sampled', 'alloc_interval' => 1]] as $options) {
	$seen = [];
	foreach (['small', 'large', $huge] as $type) {
		xhprof_enable(XHPROF_FLAGS_ALLOC, $options);
		$pointer = make($ffi, $type, false);
		FFI::free($pointer);
		$freed = FFI::isNull($pointer);
		$pointer = make($ffi, $type, true);
		FFI::free($pointer);
		$pointer = null;
		$seen[] = [$freed, ...blocks(xhprof_stop())];
	}
	echo json_encode($options), ' ', json_encode($seen), "\n";
}

// FFI itself refuses these.
xhprof_enable(XHPROF_FLAGS_ALLOC);
foreach ([[], [1], [new stdClass], [$ffi->new('small')]] as $arguments) {
	try {
		FFI::free(...$arguments);
	} catch (Throwable $error) {
		echo get_class($error), "\n";
	}
}
xhprof_disable();

// A block from before the run, and one that outlives it.
$early = make($ffi, 'small', false);
xhprof_enable(XHPROF_FLAGS_ALLOC);
FFI::free($early);
$late = make($ffi, 'small', false);
$outside = xhprof_stop()->summary()['outside_frees'];
FFI::free($late);
echo $outside, "\n";
?>
--EXPECT--
[] [[true,true,0],[true,true,0],[true,true,0]]
{"mode":"tree"} [[true,true,0],[true,true,0],[true,true,0]]
{"mode":"alloc"} [[true,true,0],[true,true,0],[true,true,0]]
{"alloc":"sampled","alloc_interval":1} [[true,true,0],[true,true,0],[true,true,0]]
{"mode":"alloc","alloc":"sampled","alloc_interval":1} [[true,true,0],[true,true,0],[true,true,0]]
ArgumentCountError
TypeError
TypeError
FFI\Exception
1
