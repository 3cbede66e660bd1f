--TEST--
xhprof --help and --help of each command fit into 80 columns
--FILE--
<?php
require __DIR__ . '/cli.inc';

echo cli(['--help'])['out'], "\n";
foreach (['', 'run', 'top', 'alloc', 'show', 'queries', 'diff', 'merge', 'convert', 'dump', 'record', 'heap',
	'doctor'] as $command) {
	$result = cli(array_values(array_filter([$command, '--help'])));
	$widest = max(array_map(strlen(...), explode("\n", $result['out'])));
	echo $command, ' ', substr_count($result['out'], "\n") > 2 && $result['err'] === '' ? 'helps' : 'does NOT help',
		', ', $widest <= 80 ? 'fits' : "$widest columns", ', ', $result['status'], "\n";
}

// Nobody can follow a link there.
foreach (array_keys(XHProf\Cli\Help\Reference::commands()) as $command) {
	echo str_contains(XHProf\Cli\Help\HelpText::of($command, true), '](') ? "$command has a link\n" : '';
}
echo preg_match('~without\s+the\s+module\s+\(docs/live\.md\)~', cli(['ship', '--help', '--all'])['out']), "\n",
	str_contains(cli(['completion', 'fish'])['out'], ']('), "\n";
?>
--EXPECT--
xhprof profiles PHP scripts, and reads profiles.

  xhprof run [OPTION...] -- SCRIPT [ARGUMENT...]    profile a script
  xhprof stat -- SCRIPT [ARGUMENT...]               count events of a script
  xhprof top RUN                                    the most expensive functions
  xhprof alloc RUN                                  functions that allocated memory
  xhprof show RUN --function NAME                   a function, its callers and callees
  xhprof queries RUN                                queries and their callers
  xhprof advise RUN                                 known problems, and what to try
  xhprof diff BEFORE AFTER [--fail-if 'wt>+10%']    changes between two runs
  xhprof merge RUN... --out FILE                    add up runs
  xhprof convert RUN --format FORMAT [--out FILE]   convert a run to another format
  xhprof report RUN [AFTER]                         an HTML page of one or two runs
  xhprof open RUN [AFTER]                           show a run in the browser
  xhprof curl URL [-- CURL OPTION...]               profile one request of a site
  xhprof list [DIR]                                 the runs in a folder
  xhprof serve [DIR|URL]                            a folder or a store in the browser
  xhprof mcp [FOLDER...]                            serve a coding agent
  xhprof live [TARGET]                              watch live processes
  xhprof dump [TARGET]                              stacks of live processes
  xhprof blame [TARGET]                             who makes live processes wait
  xhprof slow [TARGET]                              the slowest recent requests
  xhprof record [TARGET] --out FILE                 profile live processes
  xhprof ship --to URL                              send samples to a store continuously
  xhprof watch URL                                  what a release made slower
  xhprof check URL                                  what is slower than a week ago
  xhprof arm [TARGET] --requests N                  profile the next requests
  xhprof snapshot PID --out FILE                    heap snapshot of a live process
  xhprof heap FILE [AFTER]                          what is in memory, and why
  xhprof completion bash|zsh|fish                   print completion code for a shell
  xhprof doctor                                     check the installation

xhprof COMMAND --help describes a command. xhprof --version prints the versions.

 helps, 88 columns, 0
run helps, fits, 0
top helps, fits, 0
alloc helps, fits, 0
show helps, fits, 0
queries helps, fits, 0
diff helps, fits, 0
merge helps, fits, 0
convert helps, fits, 0
dump helps, fits, 0
record helps, fits, 0
heap helps, fits, 0
doctor helps, fits, 0
1
