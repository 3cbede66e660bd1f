--TEST--
xhprof.auto=always saves a run of the whole program, from compilation to the last destructor
--FILE--
<?php
require __DIR__ . '/auto.inc';

$folder = fresh_folder(__FILE__);
echo child_php(__DIR__ . '/auto_program.inc', auto_settings($folder, 'opcache.enable_cli=0'), [], ['end']);
print_r(names($folder));
foreach (glob("$folder/*") as $file) {
	echo decoct(fileperms($file)), "\n";
}
[$run] = runs($folder);
show_sorted(array_map(fn (array $row) => ['ct' => $row['ct'], 'wt' => $row['wt']], $run->pairs()));
print_r(array_keys($run->pairs()['main()']));
?>
--CLEAN--
<?php
require __DIR__ . '/auto.inc';
remove(__DIR__ . '/auto_always.tmp');
?>
--EXPECT--
Array
(
    [0] => TIME-cli-auto_program_inc-PID-RUN.xhprof.json
)
100600
Late::__destruct==>work  ct=1
main()  ct=1
main()==>Late::__destruct  ct=1
main()==>load::trigger/auto_program.inc  ct=1
main()==>register_shutdown_function  ct=1
main()==>set_error_handler  ct=1
main()==>shut_down  ct=1
main()==>work  ct=1
shut_down==>work  ct=1
Array
(
    [0] => ct
    [1] => wt
    [2] => cpu
    [3] => mu
    [4] => pmu
)
