--TEST--
Numbers have the bytes that the extension writes and the viewer reads, and are read back from them
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Bytes\Varint;
use XHProf\Cli\Bytes\WireType;

preg_match_all('/^(VARINT|ZIGZAG)\((-?\d+), "(\w+)"\)$/m',
	(string) file_get_contents(__DIR__ . '/../../base/varints.inc'), $cases, PREG_SET_ORDER);
same('cases', true, count($cases) > 20);
foreach ($cases as [, $kind, $text, $hex]) {
	// Beyond 63 bits an int is negative, and %u shows what it stands for.
	$number = $kind === 'ZIGZAG' ? (int) $text << 1 ^ (int) $text >> 63 : ['9223372036854775808' => PHP_INT_MIN,
		'18446744073709551615' => -1][$text] ?? (int) $text;
	same("$kind $text is itself", $text, $kind === 'ZIGZAG' ? $text : sprintf('%u', $number));
	same("$kind $text", $hex, bin2hex(Varint::of($number)));
	$at = 3;
	$bytes = "\xff\xff\xff" . hex2bin($hex) . 'x';
	same("$kind $text, read", [$number, strlen($bytes) - 1], [Varint::read($bytes, $at, strlen($bytes)), $at]);
	$at = 0;
	same("$kind $text, cut", [null, strlen($hex) / 2 - 1],
		[Varint::read(hex2bin($hex), $at, strlen($hex) / 2 - 1), $at]);
}
foreach (['bits beyond 64 are dropped' => [str_repeat("\xff", 9) . "\x7f", -1, 10],
	'no shortest form' => ["\x82\x80\x00", 2, 3], 'too long' => [str_repeat("\x80", 10) . "\x00", null, 10],
	'none' => ['', null, 0]] as $what => [$bytes, $number, $behind]) {
	$at = 0;
	same($what, [$number, $behind], [Varint::read($bytes, $at, strlen($bytes)), $at]);
}

/* Tags. */
foreach ([[1, WireType::VARINT, '08'], [2, WireType::BYTES, '12'], [16, WireType::FIXED64, '8101'],
	[0x1FFFFFFF, WireType::FIXED32, 'fdffffff0f']] as [$field, $type, $hex]) {
	same("field $field of type $type", $hex, bin2hex($tag = WireType::tag($field, $type)));
	$at = 0;
	same('and back', [$field, $type], WireType::parts((int) Varint::read($tag, $at, strlen($tag))));
}
finish();
?>
--EXPECT--
all as expected
