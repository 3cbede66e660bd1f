--TEST--
A package of commands has them in help and completion, with their options, and gets what is typed
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Help\Completion;
use XHProf\Cli\Help\HelpText;
use XHProf\Cli\Help\Reference;
use XHProf\Cli\Package\Package;
use XHProf\Cli\Package\Packages;
use XHProf\Cli\Package\RunStore;
use XHProf\Cli\Package\RunUrl;
use XHProf\Cli\Terminal\Arguments;
use XHProf\Cli\Terminal\Terminal;

final class More implements Package
{
	public const LEVEL = ['level' => ['value' => 'N', 'text' => 'how much']];

	public static int $made = 0;

	public function __construct()
	{
		self::$made++;
	}

	public function commands(): array
	{
		return ['more' => ['synopsis' => 'THING', 'summary' => 'do more', 'usage' => ['THING'], 'about' => 'Does more.',
			'options' => self::LEVEL, 'more' => []]];
	}

	public function shared(): array
	{
		return ['More of it' => self::LEVEL];
	}

	public function run(string $command, Arguments $arguments, Terminal $log, Terminal $output): int
	{
		return (int) $arguments->value('level');
	}

	public function store(): ?RunStore
	{
		return null;
	}
}

$before = array_keys(Reference::commands());
Packages::add(More::class);
Packages::add(More::class);
same('it is made when it is asked for', 0, More::$made);
same('its command is the last', [...$before, 'more'], array_keys(Reference::commands()));
same('once', 1, More::$made);
same('whose it is', [More::class, null, null], [Packages::with('more')::class, Packages::with('run'),
	Packages::with('moar')]);
same('its options', 5, Packages::with('more')->run('more', Reference::arguments('more', ['x',
	'--level', '5']), $terminal = new Terminal(fopen('php://memory', 'w')), $terminal));
same('options of several', More::LEVEL, Reference::shared()['More of it']);
same('help', [1, 1], [preg_match('/^  xhprof more THING +do more$/m', HelpText::ofAll()),
	preg_match("/^xhprof more THING\n\nDoes more\.\n\n  --level N  how much\n/", HelpText::of('more', false))]);
same('completion', [1, 1], [preg_match("/\tmore\) words='--level --help' ;;\n/", Completion::of('bash')),
	preg_match("/-f -a more -d 'do more'\n/", Completion::of('fish'))]);
same('commands of the fleet are known also without it', ['xhprof/xhprof-fleet', null, null],
	all_of(Reference::packageOf(...), ['ship', 'run', 'x']));
same('URLs of stores', [true, true, true, false, false, false], all_of(RunUrl::is(...), ['clickhouse+https://h/d?a=b',
	'x+y://h', 'clickhouse://h', 'https://h', 'a/b', 'run.json']));
finish();
?>
--EXPECT--
all as expected
