--TEST--
The doctor says of each PHP, folder and kernel what is wrong, and what to type
--SKIPIF--
<?php
if (PHP_OS_FAMILY === 'Windows') die('skip needs symlinks and modes');
?>
--FILE--
<?php
require __DIR__ . '/unit.inc';

use XHProf\Cli\Doctor\Finding;
use XHProf\Cli\Doctor\FolderChecks;
use XHProf\Cli\Doctor\Machine;
use XHProf\Cli\Doctor\PhpChecks;
use XHProf\Cli\Doctor\PhpInfo;
use XHProf\Cli\Doctor\Sapi;
use XHProf\Cli\Doctor\Setup;
use XHProf\Cli\Doctor\SystemChecks;

$root = unit_folder();
foreach (['usr/bin', 'etc/php.d', 'ext', 'proc/sys/kernel', 'runs', 'var/log'] as $folder) {
	mkdir("$root/$folder", 0700, true);
}
$machine = new Machine($root, '');
$plain = static fn (array $lines): array => preg_replace('/\bsudo /', '', $lines);
$told = static fn (array $findings): array => array_map(static fn (Finding $one): string => "$one->level: $one->text",
	$findings);

/* A program that says what php -i would. */
$says = static function (string $module, string $more = '') use ($root): void {
	$info = "PHP Version => 8.2.1\n\nServer API => Command Line Interface\nLoaded Configuration File => /etc/php.ini\n"
		. "Scan this dir for additional .ini files => /etc/php.d\nAdditional .ini files parsed "
		. "=> /etc/php.d/20-xhprof.ini\n\n$more\nCore\n\nextension_dir => /ext => /ext\n\n$module";
	file_put_contents("$root/usr/bin/php", "#!/bin/sh\ncat <<'END'\n{$info}END\n");
	chmod("$root/usr/bin/php", 0700);
};
$sapi = static fn (): Sapi => Sapi::ofBinary(new Machine('', ''), "$root/usr/bin/php");
file_put_contents("$root/etc/php.ini", "");
file_put_contents("$root/etc/php.d/20-xhprof.ini", "extension=xhprof\n");
$checks = static fn (string $version = '3.0.0'): array => (new PhpChecks($machine, new Setup($machine), [$sapi()],
	$version))->findings();
$xhprof = "xhprof\n\nVersion => 3.0.0\nHook => ex\nClock => tsc\nzlib => yes\nxhprof.hook => ex => ex\n"
	. "xhprof.auto => off => off\nxhprof.auto_mode => tree => tree\nxhprof.output_dir => no value => no value\n"
	. "xhprof.live_dir => no value => no value\nxhprof.live_allow => sample,dump,arm => sample,dump,arm\n\n";

/* PHPs. */
same('none', ['wrong: no PHP was found'], $told((new PhpChecks($machine, new Setup($machine), [],
	'3'))->findings()));
$says($xhprof);
$found = $checks();
same('all is well', [['ok'], true], [array_column($found, 'level'), str_contains($found[0]->text,
	': xhprof 3.0.0, hook ex, clock tsc, JIT off')]);
$found = $checks('3.0.1');
same('another version', ['wrong', true, false], [$found[0]->level, str_contains($found[0]->text,
	'the module is xhprof 3.0.0, the command 3.0.1'), str_contains(implode($found[0]->commands), 'pecl uninstall')]);
$says(str_replace('3.0.0', '2.3.10', $xhprof));
$found = $checks();
same('another extension of that name', ["this is PECL's extension, which has the same name", true],
	[$found[0]->details[0], str_contains($found[0]->commands[0], 'pecl uninstall xhprof')]);
$says(str_replace('hook => ex => ex', 'hook => off => off', $xhprof));
same('no hook, and nobody needs one', ['ok', 'note'], array_column($checks(), 'level'));
$says(str_replace(['hook => ex => ex', 'auto => off => off'], ['hook => off => off', 'auto => always => always'],
	$xhprof));
same('no hook for whole requests', [['ok', 'wrong'], true], [array_column($found = $checks(), 'level'),
	str_contains($found[1]->text, 'xhprof.hook=off, but xhprof.auto=always records calls')]);
$says(str_replace(['hook => ex => ex', 'auto => off => off', 'auto_mode => tree => tree'], ['hook => off => off',
	'auto => always => always', 'auto_mode => sample => sample'], $xhprof));
same('samples need none', ['ok', 'note'], array_column($checks(), 'level'));
$says($xhprof . "xdebug\n\nVersion => 3\nxdebug.mode => develop => develop\n\npcov\n\npcov.enabled => Off => Off\n\n");
same('others slow it down; one that is off does not', [['ok', 'note'], true], [array_column($found = $checks(),
	'level'), str_ends_with($found[1]->text, 'xdebug is loaded, too')]);
$says($xhprof);
file_put_contents("$root/etc/php.ini", "extension=xhprof.so\nxhprof.outptu_dir=/x\n");
$found = $checks();
same('twice, and an unknown setting', ['ok', 'note', 'note'], array_column($found, 'level'));
same('its names', ['/etc/php.ini: xhprof.outptu_dir; did you mean xhprof.output_dir?', true],
	[trim($found[2]->details[0] ?? ''),
	str_contains($found[1]->text, '2 ini files load xhprof')]);
file_put_contents("$root/etc/php.ini", '');
file_put_contents("$root/etc/php.d/20-xhprof.ini", '');
$says('');
same('no module at all', [['wrong'], true], [array_column($found = $checks(), 'level'), str_contains($found[0]->text,
	'does not load xhprof, and no module for it was found')]);
touch("$root/ext/xhprof.so");
$found = $checks();
same('a module that is not loaded', [['wrong'], false, ["echo 'extension=xhprof' | tee -a /etc/php.d/20-xhprof.ini"]],
	[array_column($found, 'level'), str_contains($found[0]->text, 'no module for it'), $plain($found[0]->commands)]);
same('the JIT', ['off', 'off', 'on'], array_map(static fn (string $text): string => PhpChecks::jit(PhpInfo::of($text)),
	["Zend OPcache\n\nJIT => On\n", "Zend OPcache\n\nOpcode Caching => Up and Running\nJIT => Off\n",
	"Zend OPcache\n\nOpcode Caching => Up and Running\nJIT => On\n"]));

/* Folders. */
unlink("$root/ext/xhprof.so");
file_put_contents("$root/etc/php.d/20-xhprof.ini", "extension=xhprof\n");
$user = (fileowner($root) === 0 ? 'root' : 'me');
file_put_contents("$root/etc/passwd", "www-data:x:33:33::/:/x\n$user:x:" . fileowner($root) . ":0::/:/x\n");
file_put_contents("$root/etc/group", "team:x:" . filegroup($root) . ":\n");
$folders = static function (string $output, string $live = 'no value', string $allow = 'sample,dump,arm',
	string $auto = 'off') use ($says, $xhprof, $machine, $sapi): array {
	$says(str_replace(['output_dir => no value', 'live_dir => no value', 'live_allow => sample,dump,arm',
		'auto => off => off'], ["output_dir => $output", "live_dir => $live", "live_allow => $allow",
			"auto => $auto => $auto"], $xhprof));

	return (new FolderChecks($machine, new Setup($machine), [$sapi()]))->findings();
};
same('none is set, and none is needed', [], $folders('no value'));
$found = $folders('no value', 'no value', 'sample,dump,arm', 'always');
same('one is needed', ['wrong', true, '/var/lib/xhprof'], [$found[0]->level, str_contains($found[0]->text,
	'xhprof.auto=always, but xhprof.output_dir is not set'), preg_match('~install .* (\S+)$~', $found[0]->commands[0],
	$part) === 1 ? $part[1] : '']);
chmod("$root/runs", 0700);
same('a good one', ["ok: xhprof.output_dir /runs (cli, user $user): $user:team, mode 0700"], $told($folders('/runs')));
chmod("$root/runs", 0755);
$found = $folders('/runs');
same('others look into it', [true, ['chmod 0700 /runs']], [str_contains($found[0]->text,
	'mode 0755, so that other users can read and enter it'), $plain($found[0]->commands)]);
foreach ([0770 => '', 0701 => 'enter', 0702 => 'write to', 0704 => 'read', 0707 => 'read, write to and enter']
	as $mode => $others) {
	chmod("$root/runs", $mode);
	$found = $folders('/runs')[0];
	same(sprintf('mode %04o', $mode), $others === '' ? ['ok', ''] : ['note', ", so that other users can $others it"],
		[$found->level, (string) strstr($found->text, ', so that')]);
}
chmod("$root/runs", 02750);
same('shared with its group', 'ok', $folders('/runs')[0]->level);
symlink('runs', "$root/link");
foreach (['runs' => 'is not an absolute path', '/link' => 'is a symbolic link',
	'/none' => 'does not exist'] as $name => $why) {
	$found = $folders($name);
	same("$name: $why", ['wrong', true], [$found[0]->level, str_contains($found[0]->text, "output_dir $name (")
		&& str_ends_with($found[0]->text, ": $why")]);
}
same('make it', ["install -d -m 0700 -o $user /none", "install -d -m 2750 -o $user -g adm /none"],
	[$plain($folders('/none')[0]->commands)[0], $plain($folders('no value', '/none')[0]->commands)[0]]);
chmod("$root/runs", 0777);
$found = $folders('no value', '/runs');
same('others may replace rings', ['wrong', true, ['chmod 2750 /runs']], [$found[0]->level, str_contains($found[0]->text,
	'so that other users can replace files in it'), $plain($found[0]->commands)]);
chmod("$root/runs", 0700);
$found = $folders('no value', '/runs', 'dump');
same('readers are refused', [true, ['xhprof live, record and ship cannot switch sampling on',
	'xhprof arm arms no request']], [str_contains($found[1]->text, 'readers of xhprof.live_dir are refused'),
	$found[1]->details]);
same('no rings, no readers', [], $folders('no value', 'no value', ''));

/* The kernel. */
$system = static function (?int $paranoid, ?array $own) use ($root, $machine): array {
	@unlink($file = "$root/proc/sys/kernel/perf_event_paranoid");
	$paranoid === null || file_put_contents($file, "$paranoid\n");
	$checks = new SystemChecks($machine, $own);
	same('paranoid', $paranoid, $checks->paranoid());

	return $checks->findings();
};
$own = static fn (string $clock, string $source): array => ['clock' => $clock, 'clock_reason' => 'why',
	'source' => $source];
foreach ([[2, $own('tsc', 'perf'), ['ok: clock tsc: why', 'ok: perf_event_paranoid 2: samples by perf']], [-1, null,
	['ok: perf_event_paranoid -1']], [null, null, ['ok: perf_event_paranoid is not available']], [3, null,
	['note: perf_event_paranoid 3']], [4, $own('kernel', 'timer'), ['note: clock kernel: why',
	'note: perf_event_paranoid 4: samples by timer']], [1, $own('cntvct', 'interrupt'), ['ok: clock cntvct: why',
	'note: perf_event_paranoid 1: samples by interrupt']], [4, $own('tsc', 'perf'), ['ok: clock tsc: why',
	'ok: perf_event_paranoid 4: samples by perf']]] as [$paranoid, $of, $texts]) {
	same('the kernel: ' . implode('; ', $texts), $texts, $told($system($paranoid, $of)));
}
same('what to type', 'sysctl -w kernel.perf_event_paranoid=2', $plain($system(3, null)[0]->commands)[0]);
same('nothing, where it is a container that forbids it', [[], true], [($found = $system(1, $own('tsc',
	'timer')))[1]->commands, str_contains(implode($found[1]->details), 'seccomp')]);
$asked = SystemChecks::ask();
same('this PHP', function_exists('xhprof_info') ? ['clock', 'clock_reason', 'source'] : null,
	$asked === null ? null : array_keys($asked));
same('no profile is left', false, function_exists('xhprof_info') && xhprof_info()['running'] ?? false);
finish();
?>
--EXPECT--
all as expected
