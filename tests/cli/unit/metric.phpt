--TEST--
Metrics and events have the names, units and keys that runs have
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Metric\Events;
use XHProf\Cli\Metric\Metric;

/* Metrics. */
foreach (['wt' => 'wall_ns', 'wall' => 'wall_ns', 'own_wall' => 'own_wall_ns', 'ct' => 'calls', 'calls' => 'calls',
	'cpu' => 'cpu_ns', 'own_cpu' => 'own_cpu_ns', 'memory' => 'memory_bytes',
	'own_mu' => 'own_memory_bytes', 'peak' => 'peak_bytes', 'own_pmu' => 'own_peak_bytes'] as $name => $key) {
	same("Metric $name", $key, Metric::of($name)->key);
}
foreach (['wt' => ['own_wt', 'wt'], 'own_wt' => ['own_wt', 'wt'], 'ct' => ['ct', 'ct'], 'own_peak' => ['own_pmu',
	'pmu']] as $name => $both) {
	same("$name without and with callees", $both, [Metric::own($name)->name, Metric::inclusive($name)->name]);
}
same('no event', false, Metric::of('wt')->isEvent);
same('labels', ['wall', 'own wall', 'calls', 'own peak'], [Metric::of('wt')->label, Metric::of('own_wt')->label,
	Metric::of('ct')->label, Metric::of('own_pmu')->label]);
same('texts', ['1.50 us', '1,500', '1.46 KiB'], [Metric::of('wt')->text(1500), Metric::of('ct')->text(1500),
	Metric::of('mu')->text(1500)]);
same('kinds', [[true, false], [false, true], [false, false]],
	array_map(static fn (string $name): array => [Metric::of($name)->isTime(), Metric::of($name)->isCount()],
	['own_cpu', 'ct', 'pmu']));
same('those of a row', ['ct', 'wt', 'mu'], array_map(static fn (Metric $metric): string => $metric->name,
	Metric::in(['memory_bytes' => 1, 'calls' => 1, 'wall_ns' => 1, 'own_cpu_ns' => 1])));
same('its value', 7, Metric::of('wt')->value(['wall_ns' => 7]));
refused('no value', 'the run has no "cpu" (a part of a timeline has no CPU time',
	static fn () => Metric::of('cpu')->value(['wall_ns' => 7]));
refused('no metric', 'unknown metric "wal" (did you mean wall?', static fn () => Metric::of('wal'));
refused('own calls', 'unknown metric', static fn () => Metric::of('own_uri'));

same('columns', ['calls', 'wall_ns', 'own_peak_bytes'], array_values(array_intersect(Metric::keys(), ['calls', 'line',
	'wall_ns', 'own_calls', 'own_peak_bytes', 'share_error_points'])));
same('of texts all costs add up', ['calls', 'own_peak_bytes', 'own_allocs'], array_values(array_filter(['calls', 'line',
	'own_peak_bytes', 'own_allocs', 'min_wall_ns'], static fn (string $key): bool => Metric::addsUp($key, false))));
same('of runs no peaks', ['calls', 'own_allocs'], array_values(array_filter(['calls', 'peak_bytes', 'own_peak_bytes',
	'own_allocs', 'max_wall_ns'], static fn (string $key): bool => Metric::addsUp($key, true))));

/* Events. */
same('names', ['a', 'b'], Events::split('a,,b,'));
refused('no event', 'unknown event "x"', static fn () => new Events(['x']));
same('none granted', [[], '', 0, ''], [($none = new Events([]))->granted, $none->sampled, $none->period,
	$none->refusals()]);
foreach (Events::known() as $event => $one) {
	same("$event has a column, with and without callees", [$event, "own_$event"],
		array_values(array_intersect(Metric::keys(), [$event, "own_$event"])));
	same("$event is a metric", [$event, true, 'own_' . $event], [Metric::of($event)->key, Metric::of($event)->isEvent,
		Metric::own($event)->key]);
	refused("$event:0", 'has no period', static fn () => new Events(["$event:0"]));
	same("$event is granted or refused", [1, $one['refused'] === null],
		[count(($asked = new Events([$event]))->granted) + count($asked->refused), $asked->granted !== []]);
}
finish();
?>
--EXPECT--
all as expected
