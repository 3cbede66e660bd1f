--TEST--
xhprof report says what is wrong with a run, and leaves no file
--FILE--
<?php
require __DIR__ . '/cli.inc';

$run = canned('run.xhprof');
mkdir($folder = own_file('folder'));
chdir($folder);
file_put_contents('text', "hello\n");
file_put_contents('future.json', '{"format":"xhprof","version":99}');
file_put_contents('heap', "xhprof-heap\t1\n");
mkdir('empty');
show_cli(['report']);
show_cli(['report', 'a', 'b', 'c']);
show_cli(['report', 'nowhere.json']);
show_cli(['report', 'empty']);
show_cli(['report', 'text']);
show_cli(['report', 'future.json']);
show_cli(['report', $run, 'heap']);
show_cli(['report', '0123456789abcdef']);
show_cli(['report', '0123456789abcdef', '--dir', 'empty']);
show_cli(['report', $run, '--out', 'no/where.html']);
show_cli(['report', $run, '--out', 'empty']);
show_cli(['report', $run, '--out', $run]);
show_cli(['report', 'text', '--out', 'page.html']);
show_cli(['open']);
echo implode(' ', scandir('.')), "\n";
array_map(unlink(...), ['text', 'future.json', 'heap']);
array_map(rmdir(...), ['empty']);
chdir(__DIR__);
rmdir($folder);
?>
--EXPECT--
$ xhprof report
xhprof: no run given
        xhprof report RUN [AFTER] [--out FILE.html]
status 2

$ xhprof report a b c
xhprof: too many runs
        xhprof report RUN [AFTER] [--out FILE.html]
status 2

$ xhprof report nowhere.json
xhprof: nowhere.json: no such file
        xhprof run -- SCRIPT makes one and says where it is
status 2

$ xhprof report empty
xhprof: empty: the folder has no readable run
        readable are runs as json, xhgui and xhprof; xhprof list DIR lists a folder
status 2

$ xhprof report text
xhprof: text cannot be read as a profile: its format is unknown
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

$ xhprof report future.json
xhprof: future.json cannot be read as a profile: it was written by a newer xhprof, in a version that this one cannot read
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

$ xhprof report report_error.run.xhprof heap
xhprof: only one of the two files is a heap snapshot
        give two runs or two heap snapshots
status 2

$ xhprof report 0123456789abcdef
xhprof: no folder given
        give one with --dir DIR, or set xhprof.output_dir in php.ini
status 2

$ xhprof report 0123456789abcdef --dir empty
xhprof: empty: no readable run 0123456789abcdef was found
        readable are runs as json, xhgui and xhprof; xhprof list DIR lists a folder
status 2

$ xhprof report report_error.run.xhprof --out no/where.html
xhprof: no/where.html: the folder no does not exist
        mkdir -p no
status 2

$ xhprof report report_error.run.xhprof --out empty
xhprof: empty: it is a folder
status 2

$ xhprof report report_error.run.xhprof --out report_error.run.xhprof
xhprof: report_error.run.xhprof: this is the run itself
        give another file with --out FILE
status 2

$ xhprof report text --out page.html
xhprof: text cannot be read as a profile: its format is unknown
        readable are json, xhprof and xhgui files of runs, and folded, pprof, callgrind, speedscope, cpuprofile and OTLP files of other tools, plain or .gz
status 2

$ xhprof open
xhprof: no run given
        xhprof open RUN [AFTER]
status 2

. .. empty future.json heap text
