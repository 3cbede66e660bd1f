--TEST--
A program prints the same output profiled and not, under both hooks
--FILE--
<?php
require __DIR__ . '/../../helper.inc';

$program = __DIR__ . '/inc/transparent.inc';
foreach ([[], opcache_settings()] as $settings) {
	if ($settings === null) {
		continue;
	}
	foreach (['ex', 'observer'] as $hook) {
		$settings_now = array_merge($settings, ["xhprof.hook=$hook"]);
		$plain = child_php($program, $settings_now);
		foreach (['0', '7', '6'] as $flags) {
			$profiled = child_php($program, $settings_now, [], [$flags]);
			if ($profiled !== $plain) {
				echo "$hook, flags $flags:\n";
				$lines = explode("\n", $profiled);
				foreach (explode("\n", $plain) as $i => $line) {
					if ($line !== ($lines[$i] ?? null)) {
						echo "- $line\n+ ", $lines[$i] ?? '', "\n";
					}
				}
			}
		}
	}
}
echo substr_count($plain, "\n") > 50 && str_ends_with($plain, "end\n") ? "done\n" : $plain;
?>
--EXPECT--
done
