--TEST--
Each alert fires when it should and else does not, and is of metrics that the agent writes
--SKIPIF--
<?php
require __DIR__ . '/../../format/tools.inc';
need_program('promtool');
once_is_enough();
?>
--FILE--
<?php
require __DIR__ . '/../../format/tools.inc';
require __DIR__ . '/../../../cli/autoload.php';
use XHProf\Fleet\Agent\{AgentNumbers, Counters};

$rules = dirname(__DIR__, 3) . '/packaging/prometheus/xhprof-ship.rules.yaml';
$tests = __DIR__ . '/alerts.yaml';
echo run_program('promtool check rules ' . escapeshellarg($rules) . ' | sed 1d');
echo run_program('promtool test rules ' . escapeshellarg($tests) . ' | sed 1d');
$text = file_get_contents($rules);
preg_match_all('/xhprof_ship_(\w+)/', $text, $asked);
$written = (new ReflectionClassConstant(Counters::class, 'HELP'))->getValue() + AgentNumbers::HELP;
echo 'not written: ', implode(' ', array_diff($asked[1], array_keys($written))), "\n";
preg_match_all('/alert: (\w+)/', $text, $alerts);
preg_match_all('/alertname: (\w+)\n +exp_alerts:/', file_get_contents($tests), $fired);
echo 'not tested: ', implode(' ', array_diff($alerts[1], $fired[1])), "\n";
?>
--EXPECT--
  SUCCESS: 6 rules found

  SUCCESS

not written: 
not tested: 
