--TEST--
A time means the same in php.ini and to the command, or both refuse it
--SKIPIF--
<?php require __DIR__ . '/../sampler/skipif.inc'; ?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

use XHProf\Cli\Terminal\Duration;

/* Each text to nanoseconds; null: no time. */
const TIMES = ['100us' => 100_000, '10ms' => 10_000_000, '2s' => 2_000_000_000, '3m' => 180_000_000_000,
	'1h' => 3_600_000_000_000, '1d' => 86_400_000_000_000, '1w' => 604_800_000_000_000, '200000ns' => 200_000,
	'0s' => 0, '8760h' => 31_536_000_000_000_000,
	// The case of a unit does not count: M are minutes.
	'100US' => 100_000, '10MS' => 10_000_000, '10Ms' => 10_000_000, '1S' => 1_000_000_000, '3M' => 180_000_000_000,
	'1H' => 3_600_000_000_000, '1D' => 86_400_000_000_000, '1W' => 604_800_000_000_000, '1000NS' => 1000,
	// Fractions.
	'1.5ms' => 1_500_000, '0.1s' => 100_000_000, '0.000123s' => 123_000, '0.000123000s' => 123_000,
	'0.29s' => 290_000_000, '1.001001s' => 1_001_001_000, '0.000000001h' => 3600, '1.10m' => 66_000_000_000,
	'250000.0ns' => 250_000,
	// Several parts.
	'1m30s' => 90_000_000_000, '1h30m' => 5_400_000_000_000, '1ms500us' => 1_500_000, '1s1s' => 2_000_000_000,
	'1m1ms' => 60_001_000_000, '1ms1m' => 60_001_000_000, '0.5us0.5us' => 1000, '1us500ns500ns' => 2000,
	// Blanks.
	'10 ms' => 10_000_000, '1m 30s' => 90_000_000_000, '1 m 30 s ' => 90_000_000_000, "10\tms" => 10_000_000,
	// Many digits.
	'000000000000001s' => 1_000_000_000, '0000000000000000000000000000002s' => 2_000_000_000,
	'31536000000000us' => 31_536_000_000_000_000,
	// Only an option takes what is not a whole number of microseconds, or longer than a year.
	'100ns' => 100, '999ns' => 999, '1.5us' => 1500, '1ms1ns' => 1_000_001, '1.0000001s' => 1_000_000_100,
	'1.000000001s' => 1_000_000_001, '0.000000001m' => 60, '8760h1us' => 31_536_000_000_001_000,
	'31536001s' => 31_536_001_000_000_000, '9999w' => PHP_INT_MAX >> 1, '99999999999999999999us' => PHP_INT_MAX >> 1,
	// None takes a part of a nanosecond.
	'1.5ns' => null, '0.1ns' => null, '0.5ns0.5ns' => null, '0.0001us' => null, '100.0001us' => null,
	'1.123456789ms' => null,
	// No times.
	'' => null, 'ms' => null, 'soon' => null, '-1s' => null, '+1s' => null, ' 1s' => null, '1sec' => null,
	'1 parsec' => null, '1e3s' => null, '1.s' => null, '.5s' => null, '1..5s' => null, '1.5.5s' => null,
	'1. 5s' => null, '1 .5s' => null, '1,5s' => null, '0.0000000000s' => null, '1s2' => null, '2 1s' => null,
	'1s,2s' => null, '1s-1s' => null, '1y' => null, '1m s' => null, '0x10ms' => null];

/* In microseconds; null: refused. */
function setting(string $text): ?int
{
	static $program = null;
	$program ??= own_file('child.php', '<?php @xhprof_sample_enable();
		xhprof_sample_disable();
		echo xhprof_info()["sampling"]["interval"];');
	$said = child_php($program, ["xhprof.sampling_interval=\"$text\""]);

	return str_contains($said, 'sampling_interval must be a time') ? null : (int) $said;
}

foreach (TIMES as $text => $ns) {
	$isWhole = $ns !== null && $ns % 1000 === 0 && $ns <= 31_536_000_000_000_000;
	// No sampler takes what is out of these bounds.
	$us = $isWhole ? max(100, min(1_000_000_000, intdiv($ns, 1000))) : null;
	$is = [Duration::parse((string) $text), setting((string) $text)];
	if ($is !== [$ns, $us]) {
		echo "\"$text\": ", json_encode($is), ', not ', json_encode([$ns, $us]), "\n";
	}
}
echo count(TIMES), " texts\n";
?>
--EXPECTF--
%d texts
