--TEST--
xhprof run --vary runs a script at several sizes, fits calls exactly, and refuses sizes that tell nothing
--FILE--
<?php
require __DIR__ . '/cli.inc';

$script = own_file('script.php', '<?php
function outer($n) { for ($i = 0; $i < $n; $i++) { inner($n); } }
function inner($n) { for ($i = 0; $i < $n; $i++) { step(); } }
function step() {}
function late() {}
outer((int) $argv[1]);
if ($argv[1] > 20) { late(); }
file_put_contents($argv[2], "$argv[1] ", FILE_APPEND);
$end = $argv[3] ?? "";
if ($end === "throw" && $argv[1] > 20) { throw new Exception("too large"); }
exit($end === "all" || ($end === "fail" && $argv[1] > 20) ? 7 : 0);
');
$order = own_file('order', '');
$out = own_file('json', '');
$set = own_file('set.json', '');

function grow(array $options, string ...$words): array
{
	return cli(['run', ...$options, '--', ...$words]);
}

/* Times differ: only what is counted is shown. */
function show_calls(array $result): void
{
	$data = json_decode($result['err'], true);
	echo "$data[schema] $data[vary] ", implode(' ', $data['sizes']), ' runs ', implode(' ', $data['runs']),
		" by $data[by], status $result[status]\n";
	$rows = array_column($data['growth'], null, 'function');
	foreach (['outer', 'inner', 'step', 'late'] as $name) {
		echo "$name: ", json_encode($rows[$name]['calls_exponent']), "\n";
	}
	echo json_encode($data['thresholds']), "\n\n";
}

function show_wrong(array $options, string ...$words): void
{
	$result = grow($options, ...$words);
	echo implode(' ', array_map(basename(...), [...$options, '--', ...$words])), "\n",
		str_replace(__DIR__ . '/', '', $result['err']), "status $result[status]\n\n";
}

show_calls(grow(['--vary', 'N=10,40,20', '--json', '--by', 'calls', '--out', $out, '--fail-if', 'growth[step]>1.9',
	'--fail-if', 'growth[late]>1', '--fail-if', 'growth[inner]>1'], $script, '{N}', $order));
echo 'order: ', file_get_contents($order), "\nout: ", read_run($out)->functions()['step']['calls'], "\n\n";
file_put_contents($order, '');
show_calls(grow(['--vary', 'items=10,20,40', '--repeat', '2', '--json', '--flags', 'none', '--strict', '--out', $set,
	'--fail-if', 'growth[late]>1'], '-d', 'memory_limit={items}G', $script, '{items}', $order));
echo 'order: ', file_get_contents($order), "\nset of ", json_decode(file_get_contents($set), true)['count'], "\n\n";

$vary = ['--vary', 'N=10,20,40'];
show_wrong([...$vary, '--quiet', '--fail-if', 'growth[step]>1.9', '--by', 'calls'], $script, '{N}', $order);
show_wrong([...$vary, '--quiet'], $script, '{N}', $order, 'all');
show_wrong($vary, $script, '{N}', $order, 'fail');
show_wrong($vary, $script, '{N}', $order, 'throw');
show_wrong($vary, $script, '{n}', $order);
show_wrong($vary, 'none{N}.php');
show_wrong(['--vary', 'N=10,20'], $script, '{N}', $order);
show_wrong(['--vary', 'N=10,20,10.0'], $script, '{N}', $order);
show_wrong(['--vary', 'N=10,20,1e3'], $script, '{N}', $order);
show_wrong(['--vary', 'N=10,0,40'], $script, '{N}', $order);
show_wrong(['--vary', 'N=10,-20,40'], $script, '{N}', $order);
show_wrong(['--vary', 'N='], $script, '{N}', $order);
show_wrong(['--vary', '10,20,40'], $script, '{N}', $order);
show_wrong([...$vary, '--vary', 'M=1,2,3'], $script, '{N}', '{M}');
show_wrong([...$vary, '--against', 'x'], $script, '{N}', $order);
show_wrong([...$vary, '--mode', 'timeline'], $script, '{N}', $order);
show_wrong([...$vary, '--fail-if', 'wt>+10%'], $script, '{N}', $order);
show_wrong([...$vary, '--by', 'calls', '--mode', 'sample'], $script, '{N}', $order);
show_wrong(['--fail-if', 'growth>1'], $script, '1', $order);
$result = cli(['diff', $out, $out, '--fail-if', 'growth>1']);
echo $result['err'], "status $result[status]\n";
?>
--EXPECT--
xhprof-run N 10 20 40 runs 1 1 1 by calls, status 1
outer: 0
inner: 1
step: 2
late: null
[{"text":"growth[step]>1.9","broken":true,"cost_exponent":2,"low":2,"high":2,"sizes":3,"unknown":null},{"text":"growth[late]>1","broken":null,"cost_exponent":null,"low":null,"high":null,"sizes":0,"unknown":"at 1 size"},{"text":"growth[inner]>1","broken":false,"cost_exponent":1,"low":1,"high":1,"sizes":3,"unknown":null}]

order: 10 10 20 40 
out: 1600

xhprof-run items 10 20 40 runs 2 2 2 by wall_ns, status 3
outer: 0
inner: 1
step: 2
late: null
[{"text":"growth[late]>1","broken":null,"cost_exponent":null,"low":null,"high":null,"sizes":0,"unknown":"at 1 size"}]

order: 10 10 20 40 40 20 10 
set of 2

--vary N=10,20,40 --quiet --fail-if growth[step]>1.9 --by calls -- growth_run.script.php {N} growth_run.order
status 1

--vary N=10,20,40 --quiet -- growth_run.script.php {N} growth_run.order all
xhprof: all runs exited with status 7
status 7

--vary N=10,20,40 -- growth_run.script.php {N} growth_run.order fail
xhprof: N=40: the script ended with status 7, at other sizes with 0
        run it at that size alone: a script that fails has not done all of its work
status 2

--vary N=10,20,40 -- growth_run.script.php {N} growth_run.order throw
xhprof: N=40: the script ended with status 255, at other sizes with 0
        run it at that size alone: a script that fails has not done all of its work
status 2

--vary N=10,20,40 -- growth_run.script.php {n} growth_run.order
xhprof: the command does not contain {N}
        put it where the size goes: xhprof run --vary N=100,200,400,800 -- SCRIPT {N}
status 2

--vary N=10,20,40 -- none{N}.php
xhprof: none10.php: no such script
        give a PHP file, which options of PHP may precede: -- -d memory_limit=1G SCRIPT
status 2

--vary N=10,20 -- growth_run.script.php {N} growth_run.order
xhprof: --vary takes from 3 to 50 sizes, not 2
        xhprof run --vary N=100,200,400,800 -- SCRIPT {N}
status 2

--vary N=10,20,10.0 -- growth_run.script.php {N} growth_run.order
xhprof: --vary: 10.0 is given twice
        --repeat 5 runs each size 5 times
status 2

--vary N=10,20,1e3 -- growth_run.script.php {N} growth_run.order
xhprof: --vary: "1e3" is not a size
        sizes are positive numbers, with commas between: xhprof run --vary N=100,200,400,800 -- SCRIPT {N}
status 2

--vary N=10,0,40 -- growth_run.script.php {N} growth_run.order
xhprof: --vary: "0" is not a size
        sizes are positive numbers, with commas between: xhprof run --vary N=100,200,400,800 -- SCRIPT {N}
status 2

--vary N=10,-20,40 -- growth_run.script.php {N} growth_run.order
xhprof: --vary: "-20" is not a size
        sizes are positive numbers, with commas between: xhprof run --vary N=100,200,400,800 -- SCRIPT {N}
status 2

--vary N= -- growth_run.script.php {N} growth_run.order
xhprof: --vary: "" is not a size
        sizes are positive numbers, with commas between: xhprof run --vary N=100,200,400,800 -- SCRIPT {N}
status 2

--vary 10,20,40 -- growth_run.script.php {N} growth_run.order
xhprof: --vary takes a name and sizes, not "10,20,40"
        xhprof run --vary N=100,200,400,800 -- SCRIPT {N}
status 2

--vary N=10,20,40 --vary M=1,2,3 -- growth_run.script.php {N} {M}
xhprof: --vary is given 2 times
        vary one size and keep the others: the effects of two cannot be separated
status 2

--vary N=10,20,40 --against x -- growth_run.script.php {N} growth_run.order
xhprof: --against cannot be combined with --vary
        leave it out
status 2

--vary N=10,20,40 --mode timeline -- growth_run.script.php {N} growth_run.order
xhprof: --mode timeline cannot be combined with --vary
        a timeline holds one run only
status 2

--vary N=10,20,40 --fail-if wt>+10% -- growth_run.script.php {N} growth_run.order
xhprof: "wt>+10%" compares with an earlier run, but there is none
        write a condition of growth like 'growth[Foo::bar]>1.2'; xhprof diff decides other conditions
status 2

--vary N=10,20,40 --by calls --mode sample -- growth_run.script.php {N} growth_run.order
xhprof: samples do not count calls
        use --by wall, or runs of another mode
status 2

--fail-if growth>1 -- growth_run.script.php 1 growth_run.order
xhprof: --fail-if cannot be combined with a run of one size only
        --vary N=100,200,400 runs several; xhprof diff compares two runs
status 2

xhprof: "growth>1" needs runs of several sizes
        it is for xhprof run --vary and xhprof top --vary-tag
status 2
