--TEST--
xhprof says what is wrong and what to do
--SKIPIF--
<?php
xhprof_enable(XHPROF_FLAGS_TREE);
try { xhprof_stop()->export('pprof'); } catch (ValueError) { die('skip needs zlib'); }
?>
--FILE--
<?php
require __DIR__ . '/cli.inc';

$run = canned('a.xhprof');
$other = own_file('other', 'not a profile');
foreach ([['tpo', $run], ['top'], ['top', "$run.nix"], ['top', __DIR__ . '/../api'], ['top', $other],
	['top', $run, '--sort', 'size'], ['top', $run, '--limit', 'x'], ['top', $run, '--limt=3'], ['top', $run, '--limit'],
	['top', $run, '--json=1'], ['top', $run, '-l'],
	['show', $run], ['show', $run, '--function', 'Store::lod'], ['show', $run, '--function', 'zzzzzzzz'],
	['show', $run, '--function', 'ma'],
	['diff', $run], ['diff', $run, $run, '--fail-if', 'slow'], ['diff', $run, $run, '--fail-if', 'wt>10%'],
	['diff', $run, $run, '--fail-if', 'wt>+5'], ['diff', $run, $run, '--fail-if', 'wt>+5KiB'],
	['diff', $run, $run, '--fail-if', 'time>+5%'], ['diff', $run, $run, '--fail-if', 'wt[g]>+5%'],
	['merge', $run], ['merge', $run, '--out', __DIR__], ['merge', $run, '--out', __DIR__ . '/nix/run.xhprof'],
	['merge', $run, '--out', 'x.pb.gz'],
	['convert', $run], ['convert', $run, '--format', 'svg'], ['convert', $run, '--format', 'folded'],
	['convert', $run, '--format', 'chrome'],
	['run'], ['run', '--', 'nix.php'], ['run', '--mode', 'hier', '--format', 'pprof', '--', __FILE__],
	['run', '--flags', 'io', '--', __FILE__], ['run', '--out', __DIR__ . '/nix/a.json', '--', __FILE__],
] as $arguments) {
	show_cli($arguments);
}
?>
--EXPECT--
$ xhprof tpo error.a.xhprof
xhprof: unknown command "tpo"
        did you mean top? xhprof --help lists them
status 2

$ xhprof top
xhprof: no run given
        xhprof top RUN
status 2

$ xhprof top error.a.xhprof.nix
xhprof: error.a.xhprof.nix: no such file
        xhprof run -- SCRIPT makes one and says where it is
status 2

$ xhprof top ../api
xhprof: ../api: the folder has no readable run
        readable are runs as json, xhgui and xhprof; xhprof list DIR lists a folder
status 2

$ xhprof top error.other
xhprof: error.other cannot be read as a profile: its format is unknown
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

$ xhprof top error.a.xhprof --sort size
xhprof: --sort cannot be "size"
        it is one of: own, incl
status 2

$ xhprof top error.a.xhprof --limit x
xhprof: --limit takes a whole number, not "x"
status 2

$ xhprof top error.a.xhprof --limt=3
xhprof: unknown option --limt=3
        did you mean --limit? xhprof COMMAND --help --all lists the options
status 2

$ xhprof top error.a.xhprof --limit
xhprof: --limit needs a value
        --limit=...
status 2

$ xhprof top error.a.xhprof --json=1
xhprof: --json takes no value
status 2

$ xhprof top error.a.xhprof -l
xhprof: unknown option -l
        xhprof COMMAND --help --all lists the options
status 2

$ xhprof show error.a.xhprof
xhprof: no function given
        xhprof show RUN --function NAME; xhprof top RUN lists some
status 2

$ xhprof show error.a.xhprof --function Store::lod
xhprof: this run has no function "Store::lod"
        did you mean App\Store::load?
status 2

$ xhprof show error.a.xhprof --function zzzzzzzz
xhprof: this run has no function "zzzzzzzz"
        xhprof top FILE lists the most expensive functions
status 2

$ xhprof show error.a.xhprof --function ma
xhprof: 2 functions match "ma"
        one of: main(), App\main
status 2

$ xhprof diff error.a.xhprof
xhprof: two runs are needed
        xhprof diff BEFORE AFTER [--fail-if 'wt>+10%']
status 2

$ xhprof diff error.a.xhprof error.a.xhprof --fail-if slow
xhprof: "slow" is not a threshold
        write it like 'wt>+10%', 'mu>+2MiB', 'own_wt[Foo::bar]>+5ms', 'ct>100000'; for run --vary 'growth[Foo::bar]>1.2'
status 2

$ xhprof diff error.a.xhprof error.a.xhprof --fail-if wt>10%
xhprof: "wt>10%" is not a threshold: a percentage needs + or -
        write it like 'wt>+10%', 'mu>+2MiB', 'own_wt[Foo::bar]>+5ms', 'ct>100000'; for run --vary 'growth[Foo::bar]>1.2'
status 2

$ xhprof diff error.a.xhprof error.a.xhprof --fail-if wt>+5
xhprof: "wt>+5" is not a threshold: its unit is one of ns, us, ms, s, m, h, d, w
        write it like 'wt>+10%', 'mu>+2MiB', 'own_wt[Foo::bar]>+5ms', 'ct>100000'; for run --vary 'growth[Foo::bar]>1.2'
status 2

$ xhprof diff error.a.xhprof error.a.xhprof --fail-if wt>+5KiB
xhprof: "wt>+5KiB" is not a threshold: its unit is one of ns, us, ms, s, m, h, d, w
        write it like 'wt>+10%', 'mu>+2MiB', 'own_wt[Foo::bar]>+5ms', 'ct>100000'; for run --vary 'growth[Foo::bar]>1.2'
status 2

$ xhprof diff error.a.xhprof error.a.xhprof --fail-if time>+5%
xhprof: unknown metric "time"
        metrics are calls, wall, cpu, memory, peak (short: ct, wt, cpu, mu, pmu), own_wall and so on, and the events of xhprof run --events
status 2

$ xhprof diff error.a.xhprof error.a.xhprof --fail-if wt[g]>+5%
xhprof: neither run has the function "g" of "wt[g]>+5%"
        did you mean f?
status 2

$ xhprof merge error.a.xhprof
xhprof: no output file given
        add --out FILE
status 2

$ xhprof merge error.a.xhprof --out TESTS
xhprof: TESTS: it is a folder
status 2

$ xhprof merge error.a.xhprof --out nix/run.xhprof
xhprof: nix/run.xhprof: the folder nix does not exist
        mkdir -p nix
status 2

$ xhprof merge error.a.xhprof --out x.pb.gz
xhprof: pprof needs call paths, which this run does not have
        record them with xhprof run --mode tree; without them: json, xhgui, xhprof, html, callgrind
status 2

$ xhprof convert error.a.xhprof
xhprof: no format given
        --format is one of: json.gz, json, xhgui.gz, xhgui, xhprof.gz, xhprof, html, callgrind, folded, folded-alloc, folded-live, speedscope, pprof, perfetto, chrome, speedscope.gz, perfetto.gz, chrome.gz, log, cpuprofile, firefox
status 2

$ xhprof convert error.a.xhprof --format svg
xhprof: --format cannot be "svg"
        it is one of: json.gz, json, xhgui.gz, xhgui, xhprof.gz, xhprof, html, callgrind, folded, folded-alloc, folded-live, speedscope, pprof, perfetto, chrome, speedscope.gz, perfetto.gz, chrome.gz, log, cpuprofile, firefox
status 2

$ xhprof convert error.a.xhprof --format folded
xhprof: folded needs call paths, which this run does not have
        record them with xhprof run --mode tree; without them: json, xhgui, xhprof, html, callgrind
status 2

$ xhprof convert error.a.xhprof --format chrome
xhprof: chrome needs a timeline, which this run does not have
        record one with xhprof run --mode timeline, or --mode sample --flags memory; merged runs have none
status 2

$ xhprof run
xhprof: no script given
        xhprof run [OPTION...] -- SCRIPT [ARGUMENT...]
status 2

$ xhprof run -- nix.php
xhprof: nix.php: no such script
        give a PHP file, which options of PHP may precede: -- -d memory_limit=1G SCRIPT
status 2

$ xhprof run --mode hier --format pprof -- error.php
xhprof: pprof needs call paths, which this run does not have
        record them with xhprof run --mode tree; without them: json, xhgui, xhprof, html, callgrind
status 2

$ xhprof run --flags io -- error.php
xhprof: unknown flag "io"
        flags are cpu, memory, alloc, no-builtins and run-init, with commas between, or none
status 2

$ xhprof run --out nix/a.json -- error.php
xhprof: nix/a.json: the folder nix does not exist
        mkdir -p nix
status 2
